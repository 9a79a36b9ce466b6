"""Header repetition: the head of a table put before its rows in every chunk that continues it, over any splitter's chunks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from generators.chunk import Chunk
from generators.corpus import Document, Table
from generators.spans import Span, bridged, covers, overlaps, trimmed


def repeat_headers(document: Document, chunks: Iterable[Chunk]) -> tuple[Chunk, ...]:
    """The chunks with their tables' heads repeated.

    A chunk that holds a part of a body row (blanks do not count), but not the table's whole header row, gets the head, that is the header
    row(s) with the delimiter row as they stand in the document, as lines of its own before the piece that continues the table, and the
    head's span, marked as repeated, before that piece. What the splitter returned is kept whole behind it, be it half a row or the end of
    the header row. Where that piece does not stand literally in the chunk the head goes to the front. A chunk without pieces is left as it
    is, and so is `match`.
    """
    return tuple(_with_heads(document, chunk) for chunk in chunks)


def _with_heads(document: Document, chunk: Chunk) -> Chunk:
    if not chunk.pieces:
        return chunk
    held = bridged(chunk.pieces, document.text)
    places = _places(document.text, chunk)
    text, pieces, heads = "", list[Span](), list[Span]()
    written = 0
    continued = [(table, _continuing(document.text, chunk.pieces, table)) for table in _lacking(document, held)]
    for index, piece in enumerate(chunk.pieces):
        for table in [table for table, first in continued if first == index]:
            before = chunk.text[written : places[index]]
            written += len(before)
            text = _line(text + before) + document.text[slice(*table.head)]
            text += "" if chunk.text[written : written + 1] in ("\n", "\r") else "\n"
            pieces.append(table.head)
            heads.append(table.head)
        pieces.append(piece)
    return replace(chunk, text=text + chunk.text[written:], pieces=tuple(pieces), repeated=(*chunk.repeated, *heads))


def _lacking(document: Document, held: Sequence[Span]) -> list[Table]:
    """The tables of which the pieces hold a part of a row but not the whole header row, in the order of the document."""
    near = [table for table in document.tables if any(overlaps(piece, table.span) for piece in held)]
    return sorted(
        (
            table
            for table in near
            if not covers(held, trimmed(table.header, document.text)) and any(_holds_part(document.text, piece, table) for piece in held)
        ),
        key=lambda table: table.span,
    )


def _holds_part(text: str, piece: Span, table: Table) -> bool:
    """Whether the piece holds a part of one of the rows, which are in order: of a large table only those are looked at that it touches."""
    first, behind = bisect_right(table.rows, piece[0], key=itemgetter(1)), bisect_left(table.rows, piece[1], key=itemgetter(0))
    return any(text[max(start, piece[0]) : min(end, piece[1])].strip() for start, end in table.rows[first:behind])


def _continuing(text: str, pieces: Sequence[Span], table: Table) -> int:
    """The index of the first piece that holds a part of one of the table's rows."""
    return next(index for index, piece in enumerate(pieces) if _holds_part(text, piece, table))


def _places(source: str, chunk: Chunk) -> list[int]:
    """Where each piece starts in the chunk's own text: its words, looked for behind those of the piece before; else the front."""
    places: list[int] = []
    reached = 0
    for start, end in chunk.pieces:
        words = source[start:end].strip()
        found = chunk.text.find(words, reached)
        places.append(found if found >= 0 and places else 0)
        reached = max(reached, found + len(words)) if found >= 0 else reached
    return places


def _line(text: str) -> str:
    """The text, ended with a line end if it does not end with one."""
    return text if not text or text.endswith(("\n", "\r")) else text + "\n"
