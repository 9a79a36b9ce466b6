"""Validate: every mistake of a scenario file, found from the signatures of the shelf functions that its rows name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

from generators import checks, schema
from generators.checks import rows
from generators.corpora import PROFILES, SOURCES
from generators.corpus_keys import corpus_faults
from generators.encoders import ENCODERS
from generators.measures import MEASURES
from generators.measures.measure import Assumptions
from generators.retrieve import BM25
from generators.schema import Fault
from generators.splitter_keys import SplitterKeys, ThenKeys, strategy_faults, swept, use_faults
from generators.sweeps import MOST, list_faults, sweep

STEM = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True)
class EncoderKeys:
    """The keys of an encoder row besides the encoder's own. One that is `slow` runs only with `--live`; else its numbers are frozen."""

    use: str
    slow: bool = False


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
    found += context_faults(row, at, data)
    yield from found
    if not found and prod(len(sweep(part[key])) for part in (row, then or {}) for key in swept(part)) > MOST:
        yield at, f"its sweeps stand for more than {MOST:,} rows: name fewer values"
    if isinstance(row.get("corpora"), list):
        yield from list_faults(row["corpora"], (*at, "corpora"))
        known = sorted(corpus for corpus, _ in rows(data, "corpora"))
        for index, corpus in enumerate(row["corpora"]):
            if isinstance(corpus, str) and corpus not in known:
                yield (*at, "corpora", index), f"there is no corpus {schema.shown(corpus)} in this file: {schema.nearest(corpus, known)}"


def context_faults(row: Mapping[str, Any], at: schema.Path, data: Mapping[str, Any]) -> Iterator[Fault]:
    """The documents that a strategy has no context for, all at once where the file names them; those of others show when they are read."""
    strategy, on = row.get("strategy"), row.get("corpora")
    given = strategy.get("context") if isinstance(strategy, dict) else None
    if not isinstance(given, dict):
        return
    split = [corpus for name, corpus in rows(data, "corpora") if isinstance(corpus, dict) and (not isinstance(on, list) or name in on)]
    named = [name for corpus in split for name in (corpus.get("texts") or corpus.get("files") or ()) if isinstance(name, str)]
    lacking = list(dict.fromkeys(name for name in named if name not in given))
    if lacking:
        yield (*at, "strategy", "context"), f"there is none for {', '.join(lacking)}: give each one, or leave the key out"
