"""What chunks hold of a table and its rows, and each of the counts that follow from it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generators.corpus import Document, Table
from generators.measures.measure import Case
from generators.measures.once import once
from generators.spans import Span, bridged, overlaps, trimmed

Pieces = tuple[Span, ...]


@dataclass(frozen=True)
class Held:
    """What the chunks of a document hold of one table.

    `rows` are its body rows that are not blank; `with_header` and `without_header` give, by a chunk's position in the document, the rows
    that it holds whole, for the chunks that hold the header row and for those that do not; `whole` says whether some chunk holds the table.
    """

    whole: bool
    rows: frozenset[Span]
    with_header: dict[int, frozenset[Span]]
    without_header: dict[int, frozenset[Span]]


def tables_cut(table: Held) -> int:
    """1 for a table that no single chunk holds whole, from the header row to the last body row."""
    return int(not table.whole)


def tables_detached(table: Held) -> int:
    """1 for a table with a whole row that stands in some chunk, but in none together with the header row; such a table is cut."""
    return int(not _any_of(table.without_header) <= _any_of(table.with_header))


def tables_headerless(table: Held) -> int:
    """1 for a table with a whole row in some chunk without the header row, even if another chunk holds the whole table."""
    return int(rows_headerless(table) > 0)


def rows_cut(table: Held) -> int:
    """The rows that no single chunk holds whole."""
    return len(table.rows - _any_of(table.with_header) - _any_of(table.without_header))


def rows_headerless(table: Held) -> int:
    """The whole rows that stand in some chunk without the header row, even if another chunk holds both."""
    return len(_any_of(table.without_header))


def chunks_headerless(tables: Iterable[Held]) -> int:
    """The chunks of a document that hold a whole row of some table without that table's header row."""
    return len({chunk for table in tables for chunk, rows in table.without_header.items() if rows})


def _any_of(rows: dict[int, frozenset[Span]]) -> frozenset[Span]:
    return frozenset().union(*rows.values())


@once
def bare(table: Table, text: str) -> tuple[Span, Span, tuple[Span, ...]]:
    """A table of the text, its header row and its body rows in order, without the blanks at their ends; blank rows are left out."""
    rows = sorted(row for row in (trimmed(row, text) for row in table.rows) if row[0] < row[1])
    return trimmed(table.span, text), trimmed(table.header, text), tuple(rows)


def held(table: Table, text: str, chunks: dict[int, Pieces]) -> Held:
    """The table as the chunks hold it; a chunk is given as its pieces, with those joined that only blanks part."""
    whole, header, rows = bare(table, text)
    near = {chunk: pieces for chunk, pieces in chunks.items() if any(overlaps(piece, whole) for piece in pieces)}
    rows_of = {chunk: frozenset(row for piece in pieces for row in _within(rows, piece)) for chunk, pieces in near.items()}
    with_header = {chunk for chunk, pieces in near.items() if _holds(pieces, header)}
    return Held(
        any(_holds(near[chunk], whole) for chunk in with_header),
        frozenset(rows),
        {chunk: rows_of[chunk] for chunk in near if chunk in with_header},
        {chunk: rows_of[chunk] for chunk in near if chunk not in with_header},
    )


def _within(rows: Sequence[Span], piece: Span) -> Iterator[Span]:
    """Those of the rows, which are sorted, that stand within the piece; a large table has many rows that do not."""
    return (row for row in rows[bisect_left(rows, piece[:1]) : bisect_left(rows, piece[1:])] if row[1] <= piece[1])


def _holds(pieces: Pieces, span: Span) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in pieces)


OF_A_TABLE = (tables_cut, tables_detached, tables_headerless, rows_cut, rows_headerless)


def _count_document(document: Document, chunks: dict[int, Pieces]) -> dict[str, Counter[str]]:
    """The counts of a document's tables by band; those of all bands are under `""`."""
    counts: dict[str, Counter[str]] = {"": Counter()}
    tables = [held(table, document.text, chunks) for table in document.tables]
    for table, found in zip(document.tables, tables, strict=True):
        of_table = {count.__name__: count(found) for count in OF_A_TABLE}
        for part in {"", table.band}:
            counts.setdefault(part, Counter()).update(of_table, tables=1, rows=len(found.rows))
    counts[""].update(chunks=len(chunks), chunks_headerless=chunks_headerless(tables))
    return counts


@once
def count_tables(case: Case) -> dict[str, Counter[str]]:
    """All counts of the case by band, in one pass over its chunks; those of all bands are under `""`."""
    total: dict[str, Counter[str]] = {"": Counter()}
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        pieces = {position: bridged(chunk.pieces, document.text) for position, chunk in enumerate(chunks)}
        for part, counts in _count_document(document, pieces).items():
            total.setdefault(part, Counter()).update(counts)
    return {part: total[part] for part in sorted(total)}
