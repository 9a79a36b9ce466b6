"""Cell: one corpus under one splitter, run, located and measured; what the cache keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from generators.chunk import Chunk, locate
from generators.corpus import Corpus
from generators.measures import MEASURES
from generators.measures.measure import Assumptions, Case, Model, Values
from generators.scenario import CorpusRow, Scenario, SplitterRow
from generators.splitters import build_alone, run_alone
from generators.splitters.headers import repeat_headers
from generators.splitters.splitter import Splitter


@dataclass
class Cell:
    """The outcome of one pair as plain JSON values: `values[measure][part]` is `[value, inputs]`."""

    sha256: str
    settings: dict[str, Any] = field(default_factory=dict)
    code: str = ""
    error: str = ""
    absent: str = ""
    printed: str = ""
    notes: list[str] = field(default_factory=list)
    values: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    shown: list[list[Any]] = field(default_factory=list)


def measure_corpus(row: CorpusRow, splitters: Sequence[SplitterRow], scenario: Scenario) -> list[Cell]:
    """One corpus under several splitters, in their order; the corpus is read or written once."""
    corpus = row.load()
    return [measure(corpus, splitter, scenario) for splitter in splitters]


def measure(corpus: Corpus, row: SplitterRow, scenario: Scenario) -> Cell:
    """Build the splitter, run it alone, locate its chunks and take every measure of the scenario that applies."""
    built = build_alone(row.use, row.keywords)
    cell = Cell(corpus.sha256, printed=built.printed, error=built.error)
    if built.splitter is None:
        return cell
    splitter = built.splitter
    cell.code = splitter.code
    cell.settings = {"use": row.use, "unit": splitter.unit, **splitter.settings, **({"repeat_header": True} if row.repeat_header else {})}
    if corpus.profile is not None:
        try:
            model = model_of(corpus, splitter, scenario.assume)
        except ValueError as error:
            cell.error = str(error)
            return cell
        for name in scenario.measures:
            of_model = MEASURES[name].of_model
            if of_model is not None:
                cell.values[name] = plain(of_model(model))
        return cell
    outcome = run_alone(splitter, [document.text for document in corpus.documents])
    cell.printed += outcome.printed
    cell.notes = [f"{document.name} {note}" for document in corpus.documents for note in document.notes]
    if outcome.chunks is None:
        cell.error = outcome.error
        return cell
    case = Case(corpus, splitter, located(corpus, splitter, outcome.chunks, repeat=row.repeat_header))
    for name in scenario.measures:
        of_case = MEASURES[name].of_case
        if of_case is not None:
            cell.values[name] = plain(of_case(case))
    if scenario.show_chunks:
        cell.shown = [
            [document.name, document.text, [[chunk.text, [list(piece) for piece in chunk.pieces]] for chunk in chunks]]
            for document, chunks in zip(corpus.documents, case.chunks, strict=True)
        ]
    return cell


def located(corpus: Corpus, splitter: Splitter, texts: Sequence[Sequence[str]], *, repeat: bool) -> tuple[tuple[Chunk, ...], ...]:
    """Each document's chunks with their places, and with their tables' headers where those are to be repeated."""
    bound = splitter.chunk_overlap if splitter.unit == "characters" else None
    found = []
    for document, chunks in zip(corpus.documents, texts, strict=True):
        placed = locate(document.text, chunks, bound)
        found.append(repeat_headers(document, placed) if repeat else placed)
    return tuple(found)


def model_of(corpus: Corpus, splitter: Splitter, assume: Assumptions) -> Model:
    """The closed form's view of a splitter: its window and overlap in tokens.

    Raises `ValueError` where there is no window that advances, or where characters cannot be turned into tokens.
    """
    assert corpus.profile is not None
    if splitter.chunk_size is None or splitter.chunk_overlap is None:
        raise ValueError("has no chunk size, so there is no window to compute with")
    per_token: float = 1
    if splitter.unit == "characters":
        if assume.chars_per_token is None:
            raise ValueError("counts characters: name assume.chars_per_token in the scenario to compute in tokens")
        per_token = assume.chars_per_token
    size, overlap = splitter.chunk_size / per_token, splitter.chunk_overlap / per_token
    if overlap >= size:
        raise ValueError(f"chunk_overlap {splitter.chunk_overlap} is not below chunk_size {splitter.chunk_size}: the window never advances")
    return Model(corpus.profile, size, overlap, assume)


def plain(values: Values) -> dict[str, list[Any]]:
    """A measure's values as JSON."""
    return {part: [value.value, dict(value.inputs)] for part, value in values.items()}


