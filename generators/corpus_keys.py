"""The keys of a corpus row and every mistake in them, files and questions included."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from generators import checks, schema
from generators.checks import rows
from generators.corpora import PROFILES, SOURCES, dataset_names, formats, questions
from generators.corpora.datasets import DATASETS
from generators.mistake import Absent, Mistake
from generators.schema import Fault
from generators.sweeps import list_faults, sweep, sweep_faults


@dataclass(frozen=True)
class CorpusKeys:
    """The keys of a corpus row besides those of its source; without `measures`, all those of the file are taken."""

    measures: list[str] = field(default_factory=list)


def corpus_faults(name: str, row: object, data: Mapping[str, Any], folder: Path) -> Iterator[Fault]:
    """Mistakes in one corpus row."""
    at: schema.Path = ("corpora", name)
    if not isinstance(row, dict):
        return
    sources = [key for key in row if key in SOURCES]
    if len(sources) != 1:
        named = f"has {len(sources)} sources ({', '.join(sources)}): keep one" if sources else "has no source"
        yield at, named if sources else f"{named}: {schema.nearest(next(iter(row), ''), list(SOURCES))}"
        return
    keys = {**schema.fields_of(CorpusKeys), **schema.fields_of(SOURCES[sources[0]])}
    plain = dict(row)
    if "seed" in keys and "seed" in row:
        yield from sweep_faults(plain.pop("seed"), keys.pop("seed")[0], (*at, "seed"))
    yield from checks.mapping_faults(plain, keys, at)
    if isinstance(row.get("like"), str):
        profiles = sorted(key for key, other in rows(data, "corpora") if isinstance(other, dict) and "profile" in other)
        if row["like"] not in profiles:
            yield (*at, "like"), f"{schema.shown(row['like'])} is no profile of this file: {schema.nearest(row['like'], profiles)}"
    if isinstance(row.get("profile_of"), str):
        yield from lengths_faults(row["profile_of"], data, (*at, "profile_of"))
    if isinstance(row.get("measures"), list):
        yield from own_measures_faults(row["measures"], data.get("measures"), (*at, "measures"))
    if isinstance(row.get("dataset"), list):
        yield from list_faults(row["dataset"], (*at, "dataset"))
    if row.get("texts") == {}:
        yield (*at, "texts"), "is empty: name at least one"
    if isinstance(row.get("files"), list):
        yield from file_faults(row["files"], folder, (*at, "files"), convert=row.get("convert") is not False)
    if "questions" in row and "questions" in keys:
        yield from question_faults(row, folder, (*at, "questions"))
    if "profile" in row and not list(checks.faults(row["profile"], keys["profile"][0])):
        yield from band_faults(row["profile"], (*at, "profile"))


def own_measures_faults(names: list[Any], of_file: object, at: schema.Path) -> Iterator[Fault]:
    """Measures of one corpus that are named twice, or are none of the file's."""
    yield from list_faults(names, at)
    known = [name for name in of_file if isinstance(name, str)] if isinstance(of_file, list) else []
    for index, name in enumerate(names):
        if isinstance(name, str) and name not in known:
            yield (*at, index), f"{schema.shown(name)} is no measure of this file: {schema.nearest(name, known)}"


def lengths_faults(name: str, data: Mapping[str, Any], at: schema.Path) -> Iterator[Fault]:
    """A corpus whose lengths cannot be taken: it is not there, has no text of its own, or is several."""
    texts = {key: row for key, row in rows(data, "corpora") if isinstance(row, dict) and not any(source in row for source in PROFILES)}
    if name not in texts:
        yield at, f"{schema.shown(name)} is no text of this file: {schema.nearest(name, sorted(texts))}"
    elif isinstance(texts[name].get("seed"), dict | list):
        yield at, f"{schema.shown(name)} is drawn from several seeds: name a corpus of one"


def file_faults(names: list[Any], folder: Path, at: schema.Path, *, convert: bool) -> Iterator[Fault]:
    """Files that cannot be read, are named twice, in two spellings too, or are named in a way that means nothing on another machine."""
    yield from list_faults(names, at)
    named: dict[str, str] = {}
    for index, name in enumerate(names):
        if not isinstance(name, str):
            continue
        try:
            with suppress(Absent):
                read(name, folder, convert=convert)
        except Mistake as mistake:
            yield from (((*at, index), line) for line in mistake.lines)
            continue
        first = named.setdefault(os.path.realpath(folder / name), name)
        if name not in names[:index] and name != first:
            yield (*at, index), f"{schema.shown(name)} is the same file as {schema.shown(first)}, which thus stands twice: keep one"


def read(name: str, folder: Path, *, convert: bool = False) -> str:
    """The text of a file that a scenario names, converted where that is asked for, as a document would be.

    Raises `Mistake` where it cannot be read or is named from the root of this machine, and `Absent` where it cannot be converted here.
    """
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).is_absolute():
        raise Mistake(f"{schema.shown(name)} is a place of this machine: name it from the scenario's folder")
    return formats.read(folder / name, schema.shown(name), convert=convert)[0]


def question_faults(row: Mapping[str, Any], folder: Path, at: schema.Path) -> Iterator[Fault]:
    """Mistakes in the questions of a corpus; answers in a document that cannot be read are not looked for."""
    documents, sets = row.get("files", row.get("texts")), row.get("dataset", [])
    for name in dataset_names(sets) if isinstance(sets, str | list) and row["questions"] is True else ():
        if name in DATASETS and not DATASETS[name].asked_in:
            yield at, f"none were published for the data set {name}: leave the key out"
    if not isinstance(documents, dict | list):
        return
    texts: dict[str, str | None] = dict.fromkeys(name for name in documents if isinstance(name, str))
    for name in texts:
        with suppress(Mistake, Absent):
            text = documents[name] if isinstance(documents, dict) else read(name, folder, convert=row.get("convert") is not False)
            texts[name] = text if isinstance(text, str) else None
    yield from (((*at, *path), problem) for path, problem in questions.faults(row["questions"], texts, partial(read, folder=folder)))


def band_faults(profile: Mapping[str, Any], at: schema.Path) -> Iterator[Fault]:
    """Bands that are named twice or fit in no document, and bands that do not fit in all documents together."""
    documents, room = profile["documents"], profile["tokens_per_document"]
    tokens = longest = 0
    seen: set[int] = set()
    for index, band in enumerate(profile["tables"]):
        here: schema.Path = (*at, "tables", index, "tokens")
        found = list(sweep_faults(band["tokens"], schema.Positive, here))
        yield from found
        lengths = [] if found else sweep(band["tokens"])
        if band["count"]:
            tokens, longest = tokens + band["count"] * sum(lengths), max([longest, *lengths])
        if documents and band["count"] and max(lengths, default=0) > room:
            yield here, f"a table of {max(lengths)} tokens does not fit in documents of {room} tokens: shorten it or lengthen them"
        if twice := sorted(seen & set(lengths)):
            yield here, f"the length {twice[0]} stands in two bands: add their counts"
        seen |= set(lengths)
    if tokens and not documents:
        yield (*at, "documents"), "is 0, and the tables stand in documents: name at least 1, or leave `tables` empty"
    elif tokens > documents * room and longest <= room:
        there = f"there is room for {documents * room} in {schema.counted(documents, 'document')} of {room} tokens"
        yield (*at, "tables"), f"have {tokens} tokens, and {there}: name more or longer documents, or fewer or shorter tables"
