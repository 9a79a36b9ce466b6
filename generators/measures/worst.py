"""The tables that a splitter did worst to, cut out of their documents with the chunks around them."""

from __future__ import annotations

from dataclasses import dataclass

from generators.corpus import Document, Table
from generators.measures import held
from generators.measures.loss import chunks_matched
from generators.measures.measure import JSON, Case
from generators.schema import counted
from generators.spans import Span, bridged, overlaps

AROUND = 160
"""Characters shown before and after a table, if a word may be broken off there."""


@dataclass(frozen=True)
class Harm:
    """A table of the case by the position of its document, and what became of its rows."""

    document: int
    table: Table
    rows: int
    headerless: int
    cut: int


def worst(case: Case, count: int) -> list[JSON]:
    """At most so many tables, the worst first, each as a label, the text around it, and each chunk's part of it with its pieces.

    The worst has the most whole rows in a chunk without their header, then the most rows that no chunk holds whole; of equal ones the
    first in the corpus. Pieces count from where the text begins, and may start before and end behind it. A table that is whole in some
    chunk, and has no row without its header, is none; neither is any where a chunk has no known place.
    """
    if chunks_matched(case, "unplaceable"):
        return []
    harmed = sorted(_harmed(case), key=lambda harm: (-harm.headerless, -harm.cut, harm.document, harm.table.span))
    return [_shown(case, harm) for harm in harmed[:count]]


def _harmed(case: Case) -> list[Harm]:
    found = []
    for position, (document, chunks) in enumerate(zip(case.corpus.documents, case.chunks, strict=True)):
        pieces = {number: bridged(chunk.pieces, document.text) for number, chunk in enumerate(chunks)}
        for table in document.tables:
            its = held.held(table, document.text, pieces)
            harm = Harm(position, table, len(its.rows), held.rows_headerless(its), held.rows_cut(its))
            if harm.headerless or not its.whole:
                found.append(harm)
    return found


def _shown(case: Case, harm: Harm) -> list[JSON]:
    document = case.corpus.documents[harm.document]
    start, end = _around(document, harm.table.span)
    text = document.text[start:end]
    chunks: list[JSON] = []
    for chunk in case.chunks[harm.document]:
        if any(overlaps(piece, (start, end)) for piece in chunk.pieces):
            part = "".join(document.text[max(a, start) : max(min(b, end), start)] for a, b in chunk.pieces)
            chunks.append([part, [[a - start, b - start] for a, b in chunk.pieces]])
    cut = f", {counted(harm.cut, 'row')} in no chunk whole" if harm.cut else ""
    label = f"{document.name}, from character {harm.table.span[0]:,}: {harm.headerless} of {counted(harm.rows, 'row')} without the header"
    return [label + cut, text, chunks]


def _around(document: Document, span: Span) -> Span:
    """The table's span with what stands around it, from the first blank to the last so that no word is broken."""
    start, end = max(0, span[0] - AROUND), min(len(document.text), span[1] + AROUND)
    if start:
        start = next((at + 1 for at in range(start, span[0]) if document.text[at].isspace()), span[0])
    if end < len(document.text):
        end = next((at for at in range(end - 1, span[1] - 1, -1) if document.text[at].isspace()), span[1])
    return start, end
