"""Scenario: one YAML file that asks one question, read and validated with every mistake reported at once."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from generators import corpora, encoders, marked_yaml, retrieve, schema, splitter_keys, splitters, utf8, validate
from generators.corpora import Context
from generators.corpus import Corpus
from generators.encoders import Encoder
from generators.marked_yaml import Marked
from generators.measures.measure import Assumptions
from generators.mistake import Mistake, raise_all
from generators.splitters import SPLITTERS
from generators.sweeps import sweep, word


@dataclass(frozen=True)
class CorpusRow:
    """A corpus as the file names it, one row for each of its seeds; `group` is the name in the file, which the seeds share.

    `measures` names what is taken of it. `place` is its file, line and dotted path, for mistakes that show only when it is read.
    """

    name: str
    group: str
    source: str
    keywords: Mapping[str, Any]
    context: Context
    measures: tuple[str, ...] = ()
    place: str = ""

    def load(self) -> Corpus:
        """Read or write its documents."""
        return corpora.load(self.name, self.source, self.keywords, self.context)


@dataclass(frozen=True)
class SplitterRow:
    """A splitter as the file names it, one row for each value of a sweep; `group` is the name in the file.

    `corpora` names the corpora it is run on (all where empty); with `repeat_header` every chunk that continues a table
    gets the table's header; `show_worst` says how many of the tables that it did worst to are kept with their cuts; `against` names the row
    that it is compared with; `strategy` is what is made of its chunks for a search, if anything. `place` is its file, line and dotted path,
    for mistakes that show only when it is built.
    """

    name: str
    group: str
    use: str
    keywords: Mapping[str, Any]
    corpora: tuple[str, ...] = ()
    repeat_header: bool = False
    show_worst: int = 0
    against: str = ""
    strategy: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""

    @cached_property
    def built_from(self) -> str:
        """What its splitter is built from; rows that are built from the same cut alike."""
        return json.dumps([self.use, self.keywords], sort_keys=True)


@dataclass(frozen=True)
class EncoderRow:
    """An encoder as the file names it; a model in a folder is named from `folder`, the scenario's own; one that is `slow` runs only where
    everything is asked for. `place` is for mistakes.
    """

    name: str
    use: str
    keywords: Mapping[str, Any]
    folder: Path
    slow: bool = False
    place: str = ""

    def load(self) -> Encoder:
        """The encoder, the same one for as long as the process lives; nothing of its model is loaded yet."""
        return encoders.load(self.name, self.use, self.keywords, self.folder, slow=self.slow)


@dataclass(frozen=True)
class Scenario:
    """A matrix of corpora, splitters and measures, the encoders of those that need them, and what its closed forms assume; `place` is its
    file. `retrievers` names the sources of each, which are encoders of the file or `bm25`.
    """

    name: str
    title: str
    corpora: tuple[CorpusRow, ...]
    splitters: tuple[SplitterRow, ...]
    measures: tuple[str, ...]
    assume: Assumptions = field(default_factory=Assumptions)
    show_chunks: bool = False
    encoders: tuple[EncoderRow, ...] = ()
    retrievers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    place: str = ""

    @cached_property
    def packages(self) -> dict[str, str]:
        """The versions of what its encoders, retrievers, converters and splitters of extras stand on, empty where one is not installed."""
        found = retrieve.packages([source for sources in self.retrievers.values() for source in sources])
        for row in self.splitters:
            found |= splitters.packages(row.use)
        for corpus in self.corpora:
            found |= corpora.packages(corpus.keywords)
        return dict(sorted([*found.items(), *(pair for row in self.encoders for pair in row.load().packages().items())]))

    def splitter(self, name: str) -> SplitterRow:
        """The splitter row of that name."""
        return next(row for row in self.splitters if row.name == name)

    def pairs(self) -> Iterator[tuple[CorpusRow, SplitterRow]]:
        """Every corpus with every splitter that is run on it, in the order of the file."""
        for corpus in self.corpora:
            for splitter in self.splitters:
                if not splitter.corpora or corpus.group in splitter.corpora:
                    yield corpus, splitter


def names(folder: Path) -> list[str]:
    """The names of the scenarios in a folder, sorted; raises `Mistake` where it cannot be read, or has YAML that would be passed over."""
    try:
        files = sorted(folder.iterdir())
    except OSError as error:
        raise Mistake(f"{folder.name}/: the folder cannot be read ({error.strerror}): correct its permissions") from None
    others = [path.name for path in files if path.suffix != ".yaml" and path.suffix.lower() in (".yaml", ".yml")]
    raise_all(f"{schema.inline(f'{folder.name}/{name}')}: a scenario's file ends in .yaml: rename it, or move it away" for name in others)
    return sorted(path.stem for path in files if path.suffix == ".yaml" and path.stem != "claims")


def load(path: Path) -> Scenario:
    """Read one scenario file; raises `Mistake` with every mistake in it, each with file, line, dotted path and remedy."""
    shown_as = schema.inline(f"{path.parent.name}/{path.name}")
    file = marked_yaml.parse(utf8.read(path, shown_as), shown_as)
    if not isinstance(file.data, dict):
        raise Mistake(*file.sentences([*file.faults, ((), f"a scenario is a mapping with {', '.join(schema.fields_of(validate.Keys))}")]))
    raise_all(file.sentences([*file.faults, *validate.faults(file.data, path.stem, path.parent)]))
    scenario = build(path, file)
    raise_all(file.sentences([*repeated("corpora", scenario.corpora), *repeated("splitters", scenario.splitters)]))
    raise_all(file.sentences(unmatched(scenario.splitters)))
    return scenario


def build(path: Path, file: Marked) -> Scenario:
    """The scenario of a file without mistakes, its seeds and sweeps written out."""
    data, context = file.data, Context(path.parent)
    rows = {name: corpora.own_keys(row) for name, row in data["corpora"].items()}
    profiles = {name: corpora.profile(context, **row) for name, row in rows.items() if "profile" in row}
    context = Context(path.parent, profiles, rows)
    return Scenario(
        path.stem,
        data["title"],
        tuple(row for name in data["corpora"] for row in corpus_rows(name, file, context)),
        tuple(row for name in data["splitters"] for row in splitter_rows(name, file)),
        tuple(data["measures"]),
        Assumptions(**data.get("assume", {})),
        data.get("show_chunks", False),
        tuple(encoder_row(name, file, path.parent) for name in data.get("encoders", {})),
        {name: tuple(sources) for name, sources in data.get("retrievers", {}).items()},
        file.path,
    )


def corpus_rows(name: str, file: Marked, context: Context) -> Iterator[CorpusRow]:
    """One row, or one for each seed."""
    row, place = context.rows[name], file.place(("corpora", name))
    source, measures = corpora.source_of(row), tuple(file.data["corpora"][name].get("measures", file.data["measures"]))
    if isinstance(row.get("seed"), dict | list):
        for seed in sweep(row["seed"]):
            yield CorpusRow(f"{name}.seed-{seed}", name, source, {**row, "seed": seed}, context, measures, place)
    else:
        yield CorpusRow(name, name, source, dict(row), context, measures, place)


def splitter_rows(name: str, file: Marked) -> Iterator[SplitterRow]:
    """One row, or one for each combination of the values that are swept, named after them."""
    row = file.data["splitters"][name]
    own = schema.fields_of(SPLITTERS[row["use"]])
    keywords, then = {key: value for key, value in row.items() if key in own}, row.get("then", {})
    swept, swept_then = splitter_keys.swept(row), splitter_keys.swept(then)
    for values in itertools.product(*(sweep(row[key]) for key in swept), *(sweep(then[key]) for key in swept_then)):
        second = {"then": {**then, **dict(zip(swept_then, values[len(swept) :], strict=True))}} if then else {}
        yield SplitterRow(
            "-".join([name, *map(word, values)]),
            name,
            row["use"],
            {**keywords, **dict(zip(swept, values, strict=False)), **second},
            tuple(row.get("corpora", ())),
            row.get("repeat_header", False),
            row.get("show_worst", 0),
            row.get("against", ""),
            row.get("strategy", {}),
            file.place(("splitters", name)),
        )


def encoder_row(name: str, file: Marked, folder: Path) -> EncoderRow:
    """One encoder with its keywords."""
    row = file.data["encoders"][name]
    keywords = {key: value for key, value in row.items() if key not in ("use", "slow")}
    return EncoderRow(name, row["use"], keywords, folder, row.get("slow", False), file.place(("encoders", name)))


def unmatched(rows: Iterable[SplitterRow]) -> Iterator[schema.Fault]:
    """Rows that are to be compared with one that is not there once sweeps are written out, or with themselves."""
    rows = list(rows)
    for row in rows:
        others = sorted(other.name for other in rows if other.name != row.name)
        if row.against and row.against not in others:
            yield ("splitters", row.group, "against"), f"there is no other row {row.against!r}: {schema.nearest(row.against, others)}"


def repeated(part: str, rows: Iterable[CorpusRow | SplitterRow]) -> Iterator[schema.Fault]:
    """Rows whose name another has once seeds and sweeps are written out, such as `a-80` beside an `a` that is swept over 80."""
    first: dict[str, str] = {}
    for row in rows:
        if row.name in first:
            yield (part, row.group), f"{row.name!r} also comes from {first[row.name]!r} once sweeps are written out: rename one"
        first.setdefault(row.name, row.group)
