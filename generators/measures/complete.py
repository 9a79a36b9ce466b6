"""Fragments that seem whole among the first texts of a search: rows without their header, and clauses without their exception."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generators.corpus import Document
from generators.measures.held import held
from generators.measures.measure import Measure, Value, Values
from generators.measures.once import once
from generators.measures.retrieval import SHORTLIST
from generators.measures.sample import share
from generators.measures.search import Search, by_retriever, returned
from generators.spans import Span, bridged, overlaps, trimmed
from generators.strategies.strategy import Returned
from generators.structure.clauses import EXCEPTION
from generators.structure.outline import outline


def rows_without_header(unit: Returned) -> bool:
    """Whether a text holds a whole body row of a table and not the table's header row."""
    document = unit.document
    pieces = bridged(unit.chunk.pieces, document.text)
    near = [table for table in document.tables if any(overlaps(table.span, piece) for piece in pieces)]
    return any(any(held(table, document.text, {0: pieces}).without_header.values()) for table in near)


def clause_without_exception(unit: Returned) -> bool:
    """Whether a text holds a clause to where its exception begins, and nothing of the exception."""
    pieces = bridged(unit.chunk.pieces, unit.document.text)
    return any(
        any(start <= clause[0] and clause[1] <= end for start, end in pieces) and not any(overlaps(piece, exception) for piece in pieces)
        for clause, exception in exceptions(unit.document)
    )


@once
def exceptions(document: Document) -> tuple[tuple[Span, Span], ...]:
    """Each clause of a document with its exception, which begins at the first word that says so; none that begins with such a word."""
    text, found = document.text, []
    for start, end in outline(text).clauses:
        word = EXCEPTION.search(text, start, end)
        clause = trimmed((start, word.start()), text) if word else (start, start)
        if word and clause[0] < clause[1]:
            found.append((clause, (word.start(), end)))
    return tuple(found)


FRAGMENTS: dict[str, Callable[[Returned], bool]] = {"rows": rows_without_header, "clauses": clause_without_exception}


def reads_complete(found: Search) -> Values:
    """Of all questions, the share that is handed at least one such fragment."""
    values: Values = {}
    handed = [returned(found, one, SHORTLIST) for one in found.asked]
    for kind, judge in FRAGMENTS.items():
        judged = {unit: judge(unit) for units in handed for unit in units}
        counts = [sum(judged[unit] for unit in units) for units in handed]
        one = share("with_fragment", sum(count > 0 for count in counts), "questions", len(counts))
        inputs = {"k": SHORTLIST, "fragments": sum(counts), "texts": sum(map(len, handed)), **found.counts, **one.inputs}
        values[f"k{SHORTLIST}.{kind}"] = Value(one.value, inputs, one.interval)
    return values


MEASURES = {
    "reads_complete": Measure(
        "Fragments that read as complete",
        "share",
        "lower",
        "Of all questions, the share of which one of the first k texts is a fragment that does not look like one: it holds a whole body "
        "row of a table without the header row (`rows`), or a clause up to its exception and nothing of the exception (`clauses`). "
        "Exceptions are known by words only: except, unless, provided that, subject to, save; parts: by retriever, k and kind of "
        "fragment.",
        "closed",
        of_case=partial(by_retriever, reads_complete),
        sample="questions",
    ),
}
