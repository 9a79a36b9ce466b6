"""Scenario: one YAML file that asks one question, read and validated with every mistake reported at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generators import corpora, marked_yaml, schema, validate
from generators.corpora import SOURCES, Context, sweep
from generators.corpus import Corpus, Profile
from generators.measures.measure import Assumptions
from generators.mistake import Mistake, raise_all
from generators.splitters import SPLITTERS


@dataclass(frozen=True)
class CorpusRow:
    """A corpus as the file names it, one row for each of its seeds; `group` is the name in the file, which the seeds share."""

    name: str
    group: str
    source: str
    keywords: Mapping[str, Any]
    context: Context

    def load(self) -> Corpus:
        """Read or write its documents."""
        return corpora.load(self.name, self.source, self.keywords, self.context)


@dataclass(frozen=True)
class SplitterRow:
    """A splitter as the file names it, one row for each value of a sweep; `group` is the name in the file.

    `corpora` names the corpora it is run on (all where empty); with `repeat_header` every chunk that continues a table
    gets the table's header.
    """

    name: str
    group: str
    use: str
    keywords: Mapping[str, Any]
    corpora: tuple[str, ...] = ()
    repeat_header: bool = False


@dataclass(frozen=True)
class Scenario:
    """A matrix of corpora, splitters and measures, and what its closed forms assume."""

    name: str
    title: str
    corpora: tuple[CorpusRow, ...]
    splitters: tuple[SplitterRow, ...]
    measures: tuple[str, ...]
    assume: Assumptions = field(default_factory=Assumptions)
    show_chunks: bool = False

    def pairs(self) -> Iterator[tuple[CorpusRow, SplitterRow]]:
        """Every corpus with every splitter that is run on it, in the order of the file."""
        for corpus in self.corpora:
            for splitter in self.splitters:
                if not splitter.corpora or corpus.group in splitter.corpora:
                    yield corpus, splitter


def names(folder: Path) -> list[str]:
    """The names of the scenarios in a folder, sorted."""
    return sorted(path.stem for path in folder.glob("*.yaml") if path.stem != "claims")


def load(path: Path) -> Scenario:
    """Read one scenario file; raises `Mistake` with every mistake in it, each with file, line, dotted path and remedy."""
    file = marked_yaml.read(path, f"{path.parent.name}/{path.name}")
    data = file.data
    if not isinstance(data, dict):
        raise Mistake(file.fault(((), f"a scenario is a mapping with {', '.join(schema.fields_of(validate.Keys))}")))
    found = validate.faults(data, path.stem, path.parent)
    raise_all(file.fault(fault) for fault in sorted(found, key=lambda fault: (file.line(fault[0]), fault[1])))
    scenario = build(path, data)
    for part, its in (("corpora", scenario.corpora), ("splitters", scenario.splitters)):
        raise_all(file.fault(((part,), f"{name!r} stands twice once sweeps are written out: rename one")) for name in repeated(its))
    return scenario


def build(path: Path, data: Mapping[str, Any]) -> Scenario:
    """The scenario of a file without mistakes, its seeds and sweeps written out."""
    profiles: dict[str, Profile] = {}
    for name, row in data["corpora"].items():
        if "profile" in row:
            content = SOURCES["profile"](Context(path.parent), **row)
            assert isinstance(content, Profile)
            profiles[name] = content
    return Scenario(
        path.stem,
        data["title"],
        tuple(corpus for name, row in data["corpora"].items() for corpus in corpus_rows(name, row, Context(path.parent, profiles))),
        tuple(splitter for name, row in data["splitters"].items() for splitter in splitter_rows(name, row)),
        tuple(data["measures"]),
        Assumptions(**data.get("assume", {})),
        data.get("show_chunks", False),
    )


def corpus_rows(name: str, row: Mapping[str, Any], context: Context) -> Iterator[CorpusRow]:
    """One row, or one for each seed."""
    source = next(key for key in row if key in SOURCES)
    if isinstance(row.get("seed"), dict | list):
        for seed in sweep(row["seed"]):
            yield CorpusRow(f"{name}.seed-{seed}", name, source, {**row, "seed": seed}, context)
    else:
        yield CorpusRow(name, name, source, dict(row), context)


def splitter_rows(name: str, row: Mapping[str, Any]) -> Iterator[SplitterRow]:
    """One row, or one for each combination of the values that are swept, named after them."""
    own = schema.fields_of(SPLITTERS[row["use"]])
    keywords = {key: value for key, value in row.items() if key in own}
    swept = [key for key, value in keywords.items() if isinstance(value, dict | list) and not validate.takes_list(own[key][0])]
    for values in itertools.product(*(sweep(keywords[key]) for key in swept)):
        yield SplitterRow(
            "-".join([name, *map(str, values)]),
            name,
            row["use"],
            {**keywords, **dict(zip(swept, values, strict=True))},
            tuple(row.get("corpora", ())),
            row.get("repeat_header", False),
        )


def repeated(rows: Iterable[CorpusRow | SplitterRow]) -> list[str]:
    """The names that more than one row has, sorted."""
    seen = [row.name for row in rows]
    return sorted({name for name in seen if seen.count(name) > 1})
