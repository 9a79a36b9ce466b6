"""What a splitter does to tables: cut, parted from their header row, rows that no chunk holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial

from generators.corpus import Document, Table
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import Span, bridged, overlaps, trimmed

Pieces = tuple[Span, ...]
Held = dict[int, Pieces]
"""What each chunk of a document holds of it, by the chunk's position; pieces that only blanks part are joined."""


def _holds(pieces: Pieces, span: Span) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in pieces)


def _rows_held(rows: Iterable[Span], chunks: Iterable[Pieces]) -> set[Span]:
    return {row for pieces in chunks for row in rows if _holds(pieces, row)}


def _count_table(table: Table, text: str, held: Held) -> tuple[Counter[str], set[int]]:
    """The counts of one table, and the chunks that hold a whole body row of it without its header.

    A table without body rows is cut like any other, and never detached or headerless; a row of nothing but blanks is no row.
    """
    whole, header = trimmed(table.span, text), trimmed(table.header, text)
    rows = [(start, end) for start, end in (trimmed(row, text) for row in table.rows) if start < end]
    near = {chunk: pieces for chunk, pieces in held.items() if any(overlaps(piece, whole) for piece in pieces)}
    with_header = [pieces for pieces in near.values() if _holds(pieces, header)]
    without_header = {chunk: pieces for chunk, pieces in near.items() if not _holds(pieces, header)}

    cut = not any(_holds(pieces, whole) for pieces in with_header)
    named = _rows_held(rows, with_header) if cut else set(rows)
    headerless = _rows_held(rows, without_header.values())
    counts = Counter(
        tables=1,
        tables_cut=int(cut),
        tables_detached=int(not headerless <= named),  # and so cut: a chunk with the whole table holds every row with the header
        tables_headerless=int(bool(headerless)),
        rows=len(rows),
        rows_cut=len(rows) - len(named | headerless),
        rows_headerless=len(headerless),
    )
    return counts, {chunk for chunk, pieces in without_header.items() if _rows_held(rows, [pieces])}


def _count_document(document: Document, held: Held) -> dict[str, Counter[str]]:
    """The counts of a document's tables by band; those of all bands are under `""`."""
    counts: dict[str, Counter[str]] = {"": Counter()}
    chunks_headerless: set[int] = set()
    for table in document.tables:
        of_table, headerless = _count_table(table, document.text, held)
        for part in {"", table.band}:
            counts.setdefault(part, Counter()).update(of_table)
        chunks_headerless |= headerless
    counts[""].update(chunks=len(held), chunks_headerless=len(chunks_headerless))
    return counts


@lru_cache(maxsize=1)
def count_tables(case: Case) -> dict[str, Counter[str]]:
    """All counts of the case by band, in one pass over its chunks; those of all bands are under `""`."""
    total: dict[str, Counter[str]] = {"": Counter()}
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        held = {position: bridged(chunk.pieces, document.text) for position, chunk in enumerate(chunks)}
        for part, counts in _count_document(document, held).items():
            total.setdefault(part, Counter()).update(counts)
    return {part: total[part] for part in sorted(total)}


def _number(name: str, of: str, case: Case) -> Values:
    return placed(case, {"": Value(count_tables(case)[""][name], {of: count_tables(case)[""][of]})})


def _by_band(name: str, case: Case) -> Values:
    return placed(case, {part: Value(counts[name], {"tables": counts["tables"]}) for part, counts in count_tables(case).items()})


def _share(name: str, of: str, case: Case) -> Values:
    counted = count_tables(case) if of == "tables" else {"": count_tables(case)[""]}
    return placed(
        case,
        {
            part: Value(counts[name] / counts[of] if counts[of] else None, {name: counts[name], of: counts[of]})
            for part, counts in counted.items()
        },
    )


MEASURES = {
    "tables_cut": Measure(
        "Tables cut",
        "tables",
        "lower",
        "Tables that no single chunk holds whole, from the header row to the last body row.",
        "exact",
        of_case=partial(_by_band, "tables_cut"),
    ),
    "tables_cut_share": Measure(
        "Share of tables cut",
        "share",
        "lower",
        "Tables that no single chunk holds whole, as a share of all tables.",
        "level",
        of_case=partial(_share, "tables_cut", "tables"),
    ),
    "tables_detached": Measure(
        "Tables detached from their header",
        "tables",
        "lower",
        "Cut tables with a whole body row that stands in no chunk together with its header row; "
        "a splitter that repeats the header leaves tables cut but none detached.",
        "exact",
        of_case=partial(_by_band, "tables_detached"),
    ),
    "tables_detached_share": Measure(
        "Share of tables detached from their header",
        "share",
        "lower",
        "Cut tables with a whole body row that stands in no chunk together with its header row, as a share of all tables.",
        "level",
        of_case=partial(_share, "tables_detached", "tables"),
    ),
    "tables_headerless": Measure(
        "Tables with headerless rows",
        "tables",
        "lower",
        "Tables with a whole body row that stands in some chunk without its header row, even if another chunk holds the whole table.",
        "exact",
        of_case=partial(_by_band, "tables_headerless"),
    ),
    "tables_headerless_share": Measure(
        "Share of tables with headerless rows",
        "share",
        "lower",
        "Tables with a whole body row that stands in some chunk without its header row, as a share of all tables.",
        "level",
        of_case=partial(_share, "tables_headerless", "tables"),
    ),
    "rows_cut": Measure(
        "Rows cut",
        "rows",
        "lower",
        "Body rows that no single chunk holds whole.",
        "exact",
        of_case=partial(_number, "rows_cut", "rows"),
    ),
    "rows_cut_share": Measure(
        "Share of rows cut",
        "share",
        "lower",
        "Body rows that no single chunk holds whole, as a share of all body rows.",
        "level",
        of_case=partial(_share, "rows_cut", "rows"),
    ),
    "rows_headerless": Measure(
        "Headerless rows",
        "rows",
        "lower",
        "Whole body rows that stand in some chunk without their header row, even if another chunk holds both.",
        "exact",
        of_case=partial(_number, "rows_headerless", "rows"),
    ),
    "rows_headerless_share": Measure(
        "Share of headerless rows",
        "share",
        "lower",
        "Whole body rows that stand in some chunk without their header row, as a share of all body rows.",
        "level",
        of_case=partial(_share, "rows_headerless", "rows"),
    ),
    "chunks_headerless": Measure(
        "Chunks with headerless rows",
        "chunks",
        "lower",
        "Chunks that hold a whole body row of some table without that table's header row.",
        "exact",
        of_case=partial(_number, "chunks_headerless", "chunks"),
    ),
}
