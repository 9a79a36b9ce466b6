"""Validate: every mistake of a scenario file, found from the signatures of the shelf functions that its rows name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generators import schema
from generators.corpora import SOURCES, Context, missing_files
from generators.measures import MEASURES
from generators.measures.measure import Assumptions
from generators.splitters import SPLITTERS

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")


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


def faults(data: Mapping[str, Any], stem: str, folder: Path) -> list[schema.Fault]:
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


def top_faults(data: Mapping[str, Any], stem: str) -> Iterator[schema.Fault]:
    """Mistakes in the file's own keys, its row names and its measures."""
    yield from schema.mapping_faults(data, schema.fields_of(Keys), ())
    if not NAME.fullmatch(stem):
        yield (), f"the file name {stem!r} becomes part of every number's id: use lower-case letters, digits, '-', '_' and '.'"
    for part in ("corpora", "splitters"):
        if data.get(part) == {}:
            yield (part,), "is empty: name at least one"
        for name, row in rows(data, part):
            if not NAME.fullmatch(name):
                yield (part, name), f"the name {name!r} becomes part of ids: use lower-case letters, digits, '-', '_' and '.'"
            if not isinstance(row, dict):
                yield (part, name), f"{row!r} is no mapping: give the row its keys"
    if isinstance(data.get("measures"), list):
        for index, name in enumerate(data["measures"]):
            if isinstance(name, str) and name not in MEASURES:
                yield ("measures", index), f"there is no measure {name!r}: {schema.nearest(name, sorted(MEASURES))}"
            if name in data["measures"][:index]:
                yield ("measures", index), f"{name!r} stands twice: keep one"


def corpus_faults(name: str, row: Any, data: Mapping[str, Any], folder: Path) -> Iterator[schema.Fault]:
    """Mistakes in one corpus row."""
    if not isinstance(row, dict):
        return
    at: schema.Path = ("corpora", name)
    sources = [key for key in row if key in SOURCES]
    if len(sources) != 1:
        known = ", ".join(SOURCES)
        yield at, f"has {len(sources)} sources ({', '.join(sources)}): name just one" if sources else f"has no source: name one of {known}"
        return
    keys = schema.fields_of(SOURCES[sources[0]])
    if "seed" in keys and "seed" in row:
        for seed in sweep_faults(row["seed"], keys["seed"][0], (*at, "seed")):
            yield seed
        row = {**row, "seed": 0}
    wrong = list(schema.mapping_faults(row, keys, at))
    yield from wrong
    if wrong:
        return
    if "like" in row:
        other = data["corpora"].get(row["like"])
        if not isinstance(other, dict) or "profile" not in other:
            profiles = sorted(key for key, value in data["corpora"].items() if isinstance(value, dict) and "profile" in value)
            yield (*at, "like"), f"{row['like']!r} is no profile of this file: {schema.nearest(row['like'], profiles)}"
    for missing in missing_files(row, Context(folder)):
        yield (*at, "files", row["files"].index(missing)), f"there is no file {missing!r} beside the scenario: put it there or correct its name"


def splitter_faults(name: str, row: Any, data: Mapping[str, Any]) -> Iterator[schema.Fault]:
    """Mistakes in one splitter row."""
    if not isinstance(row, dict):
        return
    at: schema.Path = ("splitters", name)
    use = row.get("use")
    if use not in SPLITTERS:
        problem = "the key 'use' is missing: name a splitter" if use is None else f"there is no splitter {use!r}"
        yield (*at, "use"), f"{problem}: {schema.nearest(use, sorted(SPLITTERS))}"
        return
    own = schema.fields_of(SPLITTERS[use])
    keys = {**schema.fields_of(SplitterKeys), **own}
    plain = dict(row)
    for key in [key for key in row if key in own and isinstance(row[key], dict | list) and not takes_list(own[key][0])]:
        yield from sweep_faults(row[key], own[key][0], (*at, key))
        del plain[key]
    found = schema.mapping_faults(plain, {key: (rule, default if key not in row else None) for key, (rule, default) in keys.items()}, at)
    yield from found
    if isinstance(row.get("corpora"), list):
        for index, corpus in enumerate(row["corpora"]):
            if corpus not in (data.get("corpora") or {}):
                yield (*at, "corpora", index), f"there is no corpus {corpus!r} in this file: {schema.nearest(corpus, sorted(data['corpora']))}"


def takes_list(rule: Any) -> bool:
    """Whether the splitter's own keyword is a list, so that a list of it is a value and no sweep."""
    return not list(schema.faults([], rule))


def sweep_faults(value: Any, rule: Any, at: schema.Path) -> Iterator[schema.Fault]:
    """Mistakes in a list or `{from, to, step}` of a key, or in its single value."""
    if isinstance(value, dict):
        wrong = list(schema.faults(value, schema.Sweep, at))
        yield from wrong or ([(at, "is empty: `to` is below `from`")] if value["to"] < value["from"] else [])
        return
    values = value if isinstance(value, list) else [value]
    if not values:
        yield at, "is an empty list: name at least one value"
    for index, item in enumerate(values):
        yield from schema.faults(item, rule, (*at, index) if isinstance(value, list) else at)
        if item in values[:index]:
            yield (*at, index), f"{item!r} stands twice: keep one"
