"""Cell: one corpus under one splitter, run, located and measured; what the cache keeps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generators.cases import Before, case_of, split_once
from generators.corpus import Corpus, Lengths, Profile
from generators.measures import MEASURES
from generators.measures.measure import Assumptions, Model, Value, Values
from generators.measures.worst import worst
from generators.mistake import Absent, AbsentData, Mistake, placed, raise_all
from generators.scenario import CorpusRow, Scenario, SplitterRow
from generators.splitters import build_alone
from generators.splitters.splitter import Splitter
from generators.tokens import OFFLINE


@dataclass
class Cell:
    """One pair's outcome as plain JSON values: `values[measure][part]` is `[value, inputs]`, and the interval behind them if it has one.

    `absent` says what was not here, and `in_key` whether the key of the cell does too.
    """

    sha256: str
    settings: dict[str, Any] = field(default_factory=dict)
    code: str = ""
    error: str = ""
    absent: str = ""
    in_key: bool = False
    printed: str = ""
    notes: list[str] = field(default_factory=list)
    values: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    shown: list[list[Any]] = field(default_factory=list)
    worst: list[Any] | None = None


def measure_corpus(row: CorpusRow, splitters: Sequence[SplitterRow], scenario: Scenario) -> list[Cell]:
    """One corpus under several splitters, in their order.

    The corpus is read or written once, and rows that differ only in whether headers are repeated are split once. Where something
    that they need is not here, the cells say so. Raises `Mistake` with every one found and its place in the scenario file.
    """
    try:
        with placed(row.place):
            corpus = row.load()
    except Absent as absent:
        return [without(splitter, absent) for splitter in splitters]
    scenario = replace(scenario, measures=row.measures)
    before = Before()
    cells: list[Cell] = []
    mistakes: list[str] = []
    for at, splitter in enumerate(splitters):
        before.keep_for(splitters[at:], scenario)
        try:
            if corpus.profile is None:
                cells.append(measure(corpus, splitter, before, scenario))
            else:
                cells.append(model(corpus, corpus.profile, splitter, scenario))
        except Absent as absent:
            cells.append(described(Cell(corpus.sha256, absent=str(absent)), splitter, None))
        except Mistake as mistake:
            mistakes += mistake.lines
    raise_all(dict.fromkeys(mistakes))
    return cells


def without(row: SplitterRow, absent: Absent) -> Cell:
    """The cell of a corpus that is not here: what it is split with can still be said, if that is here."""
    try:
        with placed(row.place):
            built = build_alone(row.use, row.keywords)
    except Absent:
        return described(Cell("", absent=str(absent)), row, None)
    cell = Cell("", absent=str(absent), in_key=isinstance(absent, AbsentData), printed=built.printed)
    return described(cell, row, built.splitter)


def measure(corpus: Corpus, row: SplitterRow, before: Before, scenario: Scenario) -> Cell:
    """Every measure of the scenario that is taken of real chunks, the tables' headers repeated first where the row asks for it."""
    ran = split_once(corpus, row, before)
    cell = described(Cell(corpus.sha256, error=ran.error, printed=ran.printed), row, ran.splitter)
    cell.notes = [f"{document.name} {note}" for document in corpus.documents for note in document.notes]
    case = case_of(corpus, row, before, scenario)
    if case is None:
        return cell
    with placed(scenario.place):
        for name in scenario.measures:
            of_case = MEASURES[name].of_case
            if of_case is not None:
                cell.values[name] = plain(not_of_blanks(of_case(case)) if corpus.blank and MEASURES[name].is_ratio else of_case(case))
    if scenario.show_chunks:
        cell.shown = [
            [document.name, document.text, [[chunk.text, [list(piece) for piece in chunk.pieces]] for chunk in found]]
            for document, found in zip(corpus.documents, case.chunks, strict=True)
        ]
    if row.show_worst:
        cell.worst = worst(case, row.show_worst)
    return cell


def model(corpus: Corpus, profile: Profile | Lengths, row: SplitterRow, scenario: Scenario) -> Cell:
    """Every measure of the scenario that has a closed form, for a profile or a text's own lengths under the splitter's window."""
    with placed(row.place):
        built = build_alone(row.use, row.keywords)
    cell = described(Cell(corpus.sha256, error=built.error, printed=built.printed), row, built.splitter)
    if built.splitter is None:
        return cell
    try:
        window = model_of(profile, built.splitter, scenario.assume)
        with placed(scenario.place):
            for name in scenario.measures:
                of_model = MEASURES[name].of_model
                if of_model is not None:
                    cell.values[name] = plain(of_model(window))
    except OverflowError:
        cell.error, cell.values = "its numbers are too large to compute with: name smaller ones", {}
    except ValueError as error:
        cell.error, cell.values = str(error), {}
    return cell


def described(cell: Cell, row: SplitterRow, splitter: Splitter | None) -> Cell:
    """The cell with the splitter's settings in force and the call to paste; with those that the file names where there is no splitter."""
    repeated = {"repeat_header": True} if row.repeat_header else {}
    strategy = {"strategy": dict(row.strategy)} if row.strategy else {}
    own = row.keywords if splitter is None else {"unit": splitter.unit, **splitter.settings}
    cell.settings = as_json({"use": row.use, **own, **repeated, **strategy})
    cell.code = splitter.code if splitter else ""
    return cell


def model_of(profile: Profile | Lengths, splitter: Splitter, assume: Assumptions) -> Model:
    """The closed form's view of a splitter: its window and overlap in tokens, by the corpus's own characters for a token where it has text.

    Raises `ValueError` where there is no window that advances, or where characters cannot be turned into tokens.
    """
    if splitter.chunk_size is None or splitter.chunk_overlap is None:
        raise ValueError("has no chunk size, so there is no window to compute with")
    per_token: float = 1
    if splitter.unit == "characters":
        rate = profile.chars_per_token if isinstance(profile, Lengths) else assume.chars_per_token
        if rate is None:
            raise ValueError("counts characters: name assume.chars_per_token in the scenario to compute in tokens")
        per_token = rate
    elif splitter.unit not in OFFLINE:
        raise ValueError(f"counts {splitter.unit}, which no formula turns into tokens")
    size, overlap = splitter.chunk_size / per_token, splitter.chunk_overlap / per_token
    if overlap >= size:
        raise ValueError(f"chunk_overlap {splitter.chunk_overlap} is not below chunk_size {splitter.chunk_size}: the window never advances")
    if isinstance(profile, Lengths):
        return Model(profile.profiles[splitter.unit], size, overlap, assume, by_band=False)
    return Model(profile, size, overlap, assume)


def not_of_blanks(values: Values) -> Values:
    """The values as n/a: without text a ratio tells only of the blanks that a splitter happens to keep."""
    return {part: Value(None, value.inputs) for part, value in values.items()}


def plain(values: Values) -> dict[str, list[Any]]:
    """A measure's values as JSON."""
    return as_json({part: [value.value, dict(value.inputs), *filter(None, [value.interval])] for part, value in values.items()})


def as_json(data: dict[str, Any]) -> dict[str, Any]:
    """The data as a file gives them back, so that a cell from the cache is like a fresh one; NaN and infinity raise `ValueError`."""
    return dict(json.loads(json.dumps(data, allow_nan=False)))
