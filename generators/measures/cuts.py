"""Where in a table's rows the cuts fall: how many stand within a row, and how many of those within one figure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from generators.corpus import Document
from generators.measures.held import bare
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.once import once
from generators.spans import Span

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def _row_cuts(document: Document, edges: list[int]) -> Iterator[tuple[Span, int]]:
    """Each edge of a chunk that has something of a row on both sides, with that row."""
    for table in document.tables:
        _, header, rows = bare(table, document.text)
        for row in (header, *rows):
            for edge in edges[bisect_right(edges, row[0]) : bisect_left(edges, row[1])]:
                yield row, edge


def _in_figure(text: str, row: Span, edge: int) -> bool:
    return any(figure.start() < edge < figure.end() for figure in _FIGURE.finditer(text, *row))


@once
def count_cuts(case: Case) -> tuple[int, int]:
    """The cuts within rows, and those of them within a figure; an edge that two chunks share is one cut."""
    rows = figures = 0
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        edges = sorted({edge for chunk in chunks for piece in chunk.pieces for edge in piece})
        for row, edge in _row_cuts(document, edges):
            rows += 1
            figures += _in_figure(document.text, row, edge)
    return rows, figures


def cuts_in_rows(case: Case) -> Values:
    """The cuts within a row of a table."""
    return placed(case, {"": Value(count_cuts(case)[0], {"chunks": sum(map(len, case.chunks))})})


def cuts_in_figures(case: Case) -> Values:
    """The cuts within one figure of a row."""
    rows, figures = count_cuts(case)
    return placed(case, {"": Value(figures, {"cuts_in_rows": rows})})


MEASURES = {
    "cuts_in_rows": Measure(
        "Cuts within rows",
        "cuts",
        "lower",
        "Places within a header or body row of a table, with some of the row on both sides, at which a chunk starts or ends.",
        "exact",
        of_case=cuts_in_rows,
    ),
    "cuts_in_figures": Measure(
        "Cuts within figures",
        "cuts",
        "lower",
        "Cuts within rows that part two characters of one figure: digits, with the points and commas between them.",
        "exact",
        of_case=cuts_in_figures,
    ),
}
