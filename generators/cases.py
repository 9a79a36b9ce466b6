"""Cases: a corpus under one splitter, run and located, with all that its measures are taken of; what rows share is done once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from generators.chunk import Chunk
from generators.corpus import Corpus
from generators.encoders import Encoder
from generators.measures.measure import Case
from generators.mistake import Absent, placed
from generators.retrieve import Retriever
from generators.scenario import EncoderRow, Scenario, SplitterRow
from generators.splitters import build_alone, run_alone
from generators.splitters.headers import repeat_headers
from generators.splitters.isolation import captured
from generators.splitters.splitter import Splitter, located
from generators.strategies import Passage, passages


@dataclass(frozen=True)
class Ran:
    """A splitter that was run on a corpus: the splitter, each document's chunks with their places, and what it raised and printed."""

    splitter: Splitter | None
    chunks: tuple[tuple[Chunk, ...], ...] = ()
    error: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Before:
    """What was done for other rows of a corpus: splitters that ran, by their settings, and rows that others are compared with, by name."""

    ran: dict[str, Ran] = field(default_factory=dict)
    compared: dict[str, Case | None] = field(default_factory=dict)

    def keep_for(self, rows: Sequence[SplitterRow], scenario: Scenario) -> None:
        """Let go of the chunks that none of these rows asks for, for those of one splitter can take a hundred megabytes."""
        asked = [*rows, *(scenario.splitter(row.against) for row in rows if row.against)]
        for built_from in self.ran.keys() - {row.built_from for row in asked}:
            del self.ran[built_from]


def split(corpus: Corpus, row: SplitterRow) -> Ran:
    """Build the splitter, run it alone on every document and locate its chunks."""
    with placed(row.place):
        built = build_alone(row.use, row.keywords)
    if built.splitter is None:
        return Ran(None, error=built.error, printed=built.printed)
    outcome = run_alone(built.splitter, [document.text for document in corpus.documents], [document.name for document in corpus.documents])
    chunks = tuple(
        located(document.text, texts, built.splitter)
        for document, texts in zip(corpus.documents, outcome.chunks or (), strict=outcome.chunks is not None)
    )
    return Ran(built.splitter, chunks, outcome.error, built.printed + outcome.printed)


def split_once(corpus: Corpus, row: SplitterRow, before: Before) -> Ran:
    """The corpus as the row's splitter cut it, from `before` where rows of the same settings came before."""
    if row.built_from not in before.ran:
        before.ran[row.built_from] = split(corpus, row)
    return before.ran[row.built_from]


def compared(corpus: Corpus, name: str, before: Before, scenario: Scenario) -> Case | None:
    """The row of that name as others are compared with it: one case for all of them, so that it is searched once."""
    if name not in before.compared:
        before.compared[name] = case_of(corpus, replace(scenario.splitter(name), against=""), before, scenario)
    return before.compared[name]


def ready(row: EncoderRow) -> Encoder:
    """The encoder of a row, its files looked at, so that what is wrong with them is told with the row's place; they may be absent."""
    one = row.load()
    with placed(row.place), suppress(Absent):
        _ = one.reader
    return one


def case_of(corpus: Corpus, row: SplitterRow, before: Before, scenario: Scenario) -> Case | None:
    """What the measures are taken of, or None where the splitter failed."""
    ran = split_once(corpus, row, before)
    if ran.splitter is None or ran.error:
        return None
    chunks = ran.chunks
    if row.repeat_header:
        chunks = tuple(repeat_headers(document, found) for document, found in zip(corpus.documents, chunks, strict=True))
    encoders = {one.name: ready(one) for one in scenario.encoders}
    retrievers = tuple(
        Retriever(name, tuple(encoders.get(source, source) for source in sources)) for name, sources in scenario.retrievers.items()
    )
    against = compared(corpus, row.against, before, scenario) if row.against else None
    return Case(corpus, ran.splitter, chunks, tuple(encoders.values()), against, retrievers, made(corpus, ran.splitter, chunks, row))


def made(corpus: Corpus, splitter: Splitter, chunks: Sequence[Sequence[Chunk]], row: SplitterRow) -> tuple[Passage, ...] | None:
    """What the row's strategy makes of the chunks; None where it names none."""
    if not row.strategy:
        return None
    with placed(row.place), captured():  # what the splitter prints and logs it did when it was run
        each = [passages(document, own, splitter, row.strategy) for document, own in zip(corpus.documents, chunks, strict=True)]
    return tuple(passage for own in each for passage in own)
