"""Validate: every mistake of a scenario file, found from the signatures of the shelf functions that its rows name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from generators import checks, schema, utf8
from generators.corpora import SOURCES
from generators.measures import MEASURES
from generators.measures.measure import Assumptions
from generators.mistake import Mistake
from generators.schema import Fault
from generators.splitters import SPLITTERS
from generators.sweeps import MOST, list_faults, sweep, sweep_faults, takes_list

STEM = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True)
class SplitterKeys:
    """The keys of a splitter row besides the splitter's own."""

    use: str
    corpora: list[str] = field(default_factory=list)
    repeat_header: bool = False


@dataclass(frozen=True)
class Keys:
    """The keys of a scenario file."""

    title: str
    corpora: dict[str, object]
    splitters: dict[str, object]
    measures: list[str]
    assume: Assumptions = field(default_factory=Assumptions)
    show_chunks: bool = False


def faults(data: Mapping[str, Any], stem: str, folder: Path) -> list[Fault]:
    """Every mistake in the data of the scenario file `stem`.yaml of a folder."""
    found = list(top_faults(data, stem))
    for name, row in rows(data, "corpora"):
        found += corpus_faults(name, row, data, folder)
    for name, row in rows(data, "splitters"):
        found += splitter_faults(name, row, data)
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
    for part in ("corpora", "splitters"):
        if data.get(part) == {}:
            yield (part,), "is empty: name at least one"
        for name, row in rows(data, part):
            if not NAME.fullmatch(name) or ".seed-" in name:
                yield (part, name), "the name becomes part of ids: use at most 80 lower-case letters, digits, '-', '_', '.', not '.seed-'"
            if not isinstance(row, dict):
                yield (part, name), f"{schema.shown(row)} is no mapping: give the row its keys"
    if isinstance(data.get("measures"), list):
        yield from list_faults(data["measures"], ("measures",))
        for index, name in enumerate(data["measures"]):
            if isinstance(name, str) and name not in MEASURES:
                yield ("measures", index), f"there is no measure {schema.shown(name)}: {schema.nearest(name, sorted(MEASURES))}"
        yield from idle_measures(data)


def idle_measures(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Measures that no corpus of the file can have: closed forms without a profile, measurements without a text."""
    corpora = [row for _, row in rows(data, "corpora") if isinstance(row, dict) and any(key in SOURCES for key in row)]
    profiles = sum("profile" in row for row in corpora)
    for index, name in enumerate(data["measures"]):
        measure = MEASURES.get(name) if isinstance(name, str) and corpora else None
        if measure and measure.of_case is None and not profiles:
            yield ("measures", index), f"{name} is a closed form and needs a profile, which no corpus here is: add one, or leave it out"
        if measure and measure.of_model is None and profiles == len(corpora):
            yield ("measures", index), f"{name} is measured on texts, and every corpus here is a profile: add texts, or leave it out"


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
    keys = schema.fields_of(SOURCES[sources[0]])
    plain = dict(row)
    if "seed" in keys and "seed" in row:
        yield from sweep_faults(plain.pop("seed"), keys.pop("seed")[0], (*at, "seed"))
    yield from checks.mapping_faults(plain, keys, at)
    if isinstance(row.get("like"), str):
        profiles = sorted(key for key, other in rows(data, "corpora") if isinstance(other, dict) and "profile" in other)
        if row["like"] not in profiles:
            yield (*at, "like"), f"{schema.shown(row['like'])} is no profile of this file: {schema.nearest(row['like'], profiles)}"
    if row.get("texts") == {}:
        yield (*at, "texts"), "is empty: name at least one"
    if isinstance(row.get("files"), list):
        yield from file_faults(row["files"], folder, (*at, "files"))
    if "profile" in row and not list(checks.faults(row["profile"], keys["profile"][0])):
        yield from band_faults(row["profile"], (*at, "profile"))


def file_faults(names: list[Any], folder: Path, at: schema.Path) -> Iterator[Fault]:
    """Files that cannot be read, are named twice, or are named in a way that means nothing on another machine."""
    yield from list_faults(names, at)
    for index, name in enumerate(names):
        if not isinstance(name, str):
            continue
        if PurePosixPath(name).is_absolute() or PureWindowsPath(name).is_absolute():
            yield (
                (*at, index),
                f"{schema.shown(name)} is a place of this machine: name it from the scenario's folder",
            )
            continue
        try:
            utf8.read(folder / name, schema.shown(name))
        except Mistake as mistake:
            yield from (((*at, index), line) for line in mistake.lines)


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


def splitter_faults(name: str, row: object, data: Mapping[str, Any]) -> Iterator[Fault]:
    """Mistakes in one splitter row."""
    at: schema.Path = ("splitters", name)
    if not isinstance(row, dict):
        return
    use = row.get("use")
    if not isinstance(use, str) or use not in SPLITTERS:
        problem = "the key 'use' is missing: name a splitter" if use is None else f"there is no splitter {schema.shown(use)}"
        yield (*at, "use"), f"{problem}: {schema.nearest(use, sorted(SPLITTERS))}"
        return
    own = schema.fields_of(SPLITTERS[use])
    swept = {key: row[key] for key in row if key in own and isinstance(row[key], dict | list) and not takes_list(own[key][0])}
    found = [fault for key, value in swept.items() for fault in sweep_faults(value, own[key][0], (*at, key))]
    yield from found
    if not found and prod(len(sweep(value)) for value in swept.values()) > MOST:
        yield at, f"its sweeps stand for more than {MOST:,} rows: name fewer values"
    keys = {**schema.fields_of(SplitterKeys), **own}
    yield from checks.mapping_faults(
        {key: value for key, value in row.items() if key not in swept}, {key: rule for key, rule in keys.items() if key not in swept}, at
    )
    if isinstance(row.get("corpora"), list):
        yield from list_faults(row["corpora"], (*at, "corpora"))
        known = sorted(corpus for corpus, _ in rows(data, "corpora"))
        for index, corpus in enumerate(row["corpora"]):
            if isinstance(corpus, str) and corpus not in known:
                yield (*at, "corpora", index), f"there is no corpus {schema.shown(corpus)} in this file: {schema.nearest(corpus, known)}"
