"""Validate: every mistake of a scenario file, found from the signatures of the shelf functions that its rows name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import prod
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from generators import checks, schema
from generators.corpora import PROFILES, SOURCES, dataset_names, formats, questions
from generators.corpora.datasets import DATASETS
from generators.encoders import ENCODERS
from generators.measures import MEASURES
from generators.measures.measure import Assumptions
from generators.mistake import Absent, Mistake
from generators.retrieve import BM25
from generators.schema import Fault
from generators.splitter_keys import SplitterKeys, ThenKeys, strategy_faults, swept, use_faults
from generators.sweeps import MOST, list_faults, sweep, sweep_faults

STEM = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True)
class EncoderKeys:
    """The keys of an encoder row besides the encoder's own. One that is `slow` runs only with `--live`; else its numbers are frozen."""

    use: str
    slow: bool = False


@dataclass(frozen=True)
class CorpusKeys:
    """The keys of a corpus row besides those of its source; without `measures`, all those of the file are taken."""

    measures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Keys:
    """The keys of a scenario file."""

    title: str
    corpora: dict[str, object]
    splitters: dict[str, object]
    measures: list[str]
    assume: Assumptions = field(default_factory=Assumptions)
    show_chunks: bool = False
    encoders: dict[str, object] = field(default_factory=dict)
    retrievers: dict[str, list[str]] = field(default_factory=dict)


def faults(data: Mapping[str, Any], stem: str, folder: Path) -> list[Fault]:
    """Every mistake in the data of the scenario file `stem`.yaml of a folder."""
    found = list(top_faults(data, stem))
    for name, row in rows(data, "corpora"):
        found += corpus_faults(name, row, data, folder)
    for name, row in rows(data, "splitters"):
        found += splitter_faults(name, row, data)
    for name, row in rows(data, "encoders"):
        found += encoder_faults(name, row)
    for name, sources in rows(data, "retrievers"):
        found += retriever_faults(name, sources, [encoder for encoder, _ in rows(data, "encoders")])
    return found


def rows(data: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    """The named rows of a part of the file, or none where it is no mapping."""
    part = data.get(key)
    return list(part.items()) if isinstance(part, dict) else []


def top_faults(data: Mapping[str, Any], stem: str) -> Iterator[Fault]:
    """Mistakes in the file's own keys, its row names and its measures."""
    yield from checks.mapping_faults(data, schema.fields_of(Keys), ())
    if not STEM.fullmatch(stem):
        yield (), f"the file name {schema.shown(stem)} begins every number's id: use at most 80 lower-case letters, digits, '-' and '_'"
    if isinstance(data.get("title"), str) and not data["title"].strip():
        yield ("title",), "is empty: say what the scenario asks"
    for part in ("corpora", "splitters", "encoders", "retrievers"):
        if data.get(part) == {}:
            yield (part,), "is empty: name at least one"
        for name, row in rows(data, part):
            if not NAME.fullmatch(name) or ".seed-" in name:
                yield (part, name), "the name becomes part of ids: use at most 80 lower-case letters, digits, '-', '_', '.', not '.seed-'"
            if not isinstance(row, dict) and part != "retrievers":
                yield (part, name), f"{schema.shown(row)} is no mapping: give the row its keys"
    if isinstance(data.get("measures"), list):
        yield from list_faults(data["measures"], ("measures",))
        for index, name in enumerate(data["measures"]):
            if isinstance(name, str) and name not in MEASURES:
                yield ("measures", index), f"there is no measure {schema.shown(name)}: {schema.nearest(name, sorted(MEASURES))}"
        yield from idle_measures(data)


def idle_measures(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Measures that no corpus of the file can have: closed forms without a profile, others without a text, or without questions."""
    corpora = [row for _, row in rows(data, "corpora") if isinstance(row, dict) and any(key in SOURCES for key in row)]
    profiles = sum(any(source in row for source in PROFILES) for row in corpora)
    for index, name in enumerate(data["measures"]):
        measure = MEASURES.get(name) if isinstance(name, str) and corpora else None
        if measure and measure.of_case is None and not profiles:
            yield ("measures", index), f"{name} is a closed form and needs a profile, which no corpus here is: add one, or leave it out"
        if measure and measure.of_model is None and profiles == len(corpora):
            yield ("measures", index), f"{name} is measured on texts, and every corpus here is a profile: add texts, or leave it out"
        elif measure and measure.sample == "questions" and not any("questions" in row for row in corpora):
            yield ("measures", index), f"{name} is taken of questions, which no corpus here has: give one its `questions`, or leave it out"


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
    """Files that cannot be read, are named twice, or are named in a way that means nothing on another machine."""
    yield from list_faults(names, at)
    for index, name in enumerate(names):
        try:
            with suppress(Absent):
                _ = read(name, folder, convert=convert) if isinstance(name, str) else ""
        except Mistake as mistake:
            yield from (((*at, index), line) for line in mistake.lines)


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
    """Bands that are named twice or fit in no document."""
    seen: set[int] = set()
    for index, band in enumerate(profile["tables"]):
        here: schema.Path = (*at, "tables", index, "tokens")
        found = list(sweep_faults(band["tokens"], schema.Positive, here))
        yield from found
        lengths = [] if found else sweep(band["tokens"])
        longest = profile["tokens_per_document"] if profile["documents"] else 0
        if band["count"] and max(lengths, default=0) > longest:
            there = f"documents of {longest} tokens" if longest else "no documents"
            yield here, f"a table of {max(lengths)} tokens does not fit in {there}: shorten it or lengthen them"
        if twice := sorted(seen & set(lengths)):
            yield here, f"the length {twice[0]} stands in two bands: add their counts"
        seen |= set(lengths)


def encoder_faults(name: str, row: object) -> Iterator[Fault]:
    """Mistakes in one encoder row."""
    at: schema.Path = ("encoders", name)
    if not isinstance(row, dict):
        return
    use = row.get("use")
    if not isinstance(use, str) or use not in ENCODERS:
        problem = "the key 'use' is missing: name an encoder" if use is None else f"there is no encoder {schema.shown(use)}"
        yield (*at, "use"), f"{problem}: {schema.nearest(use, sorted(ENCODERS))}"
        return
    yield from checks.mapping_faults(row, {**schema.fields_of(EncoderKeys), **schema.fields_of(ENCODERS[use])}, at)


def retriever_faults(name: str, sources: object, encoders: list[str]) -> Iterator[Fault]:
    """Mistakes in one retriever: a dot in its name, behind which its parts would begin, and sources not there or of two meanings."""
    at: schema.Path = ("retrievers", name)
    if "." in name:
        yield at, "a part follows its name and a dot in ids: name it without a dot"
    if not isinstance(sources, list):
        return
    yield from list_faults(sources, at)
    for index, source in enumerate(sources):
        if isinstance(source, str) and source not in (BM25, *encoders):
            known = schema.nearest(source, sorted((BM25, *encoders)))
            yield (*at, index), f"{schema.shown(source)} is no encoder of this file, nor {BM25}: {known}"
        if source == BM25 and BM25 in encoders:
            yield (*at, index), f"{BM25} is the ranking by words, and an encoder of this file has its name: rename the encoder"


def splitter_faults(name: str, row: object, data: Mapping[str, Any]) -> Iterator[Fault]:
    """Mistakes in one splitter row."""
    at: schema.Path = ("splitters", name)
    if not isinstance(row, dict):
        return
    then = row["then"] if isinstance(row.get("then"), dict) else None
    found = [*use_faults(row, at, SplitterKeys), *(use_faults(then, (*at, "then"), ThenKeys) if then is not None else ())]
    found += strategy_faults(row, at)
    yield from found
    if not found and prod(len(sweep(part[key])) for part in (row, then or {}) for key in swept(part)) > MOST:
        yield at, f"its sweeps stand for more than {MOST:,} rows: name fewer values"
    if isinstance(row.get("corpora"), list):
        yield from list_faults(row["corpora"], (*at, "corpora"))
        known = sorted(corpus for corpus, _ in rows(data, "corpora"))
        for index, corpus in enumerate(row["corpora"]):
            if isinstance(corpus, str) and corpus not in known:
                yield (*at, "corpora", index), f"there is no corpus {schema.shown(corpus)} in this file: {schema.nearest(corpus, known)}"
