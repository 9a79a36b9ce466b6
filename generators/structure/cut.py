"""Cutting by structure: at the strongest boundaries of a text, with its limit only where they leave more than fits."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

from generators.chunk import Chunk
from generators.corpus import Table
from generators.spans import Span
from generators.structure.boundaries import SECTION, Keep, boundaries
from generators.structure.outline import Outline, body

BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n?|\n))*")

SLACK = 16
"""A stretch counts at most so many tokens fewer than start in it: at its edges a token may take in a blank, or be another one."""


@dataclass(frozen=True)
class Limit:
    """So many units a chunk, `overlap` of them from the chunk before; `measure` counts them, `starts` are their offsets in the text."""

    size: int
    overlap: int
    measure: Callable[[str], int]
    starts: Sequence[int]


@dataclass(frozen=True, eq=False)
class Cutter:
    """One text to be cut: its outline, what is kept in one piece, whether heads of tables are repeated, and the limit."""

    outline: Outline
    keep: Keep
    repeat_header: bool
    limit: Limit

    def chunks(self) -> Iterator[Chunk]:
        """The chunks in order, each with its place, the head that is repeated in it, and the path of its section."""
        room = self.limit.size - self.limit.overlap
        for section, end in pairwise(self._sections):
            for start, stop in self._packed(section, end, room):
                if (whole := self._trimmed(self._reaching_back(section, start, stop), stop)) is not None:
                    yield self._chunk(*whole)

    @cached_property
    def _boundaries(self) -> tuple[list[int], list[int]]:
        """The offsets at which the text may be cut, in order, and their ranks; none stands before all of the text."""
        first = len(self._text) - len(self._text.lstrip("\ufeff \t\r\n"))
        found = [(at, rank) for at, rank in boundaries(self.outline, self.keep).items() if at > first]
        return [at for at, _ in found], [rank for _, rank in found]

    @cached_property
    def _sections(self) -> list[int]:
        starts = [at for at, rank in zip(*self._boundaries, strict=True) if rank == SECTION and self.keep.sections]
        return [0, *starts, len(self._text)]

    @property
    def _text(self) -> str:
        return self.outline.text

    def _packed(self, start: int, stop: int, room: int) -> list[Span]:
        """The stretch whole if it fits; else parted at its strongest boundaries, each part likewise, and neighbours packed together."""
        offsets, ranks = self._boundaries
        within = slice(bisect_right(offsets, start), bisect_left(offsets, stop))
        if not ranks[within] or self._fits(start, stop, room):
            return [(start, stop)]
        strongest = min(ranks[within])
        edges = [start, *(at for at, rank in zip(offsets[within], ranks[within], strict=True) if rank == strongest), stop]
        packed = list[Span]()
        for part in (part for edge, following in pairwise(edges) for part in self._packed(edge, following, room)):
            if packed and self._fits(packed[-1][0], part[1], room):
                packed[-1] = (packed[-1][0], part[1])
            else:
                packed.append(part)
        return packed

    def _fits(self, start: int, stop: int, room: int) -> bool:
        """Whether the stretch makes a chunk within the limit, a repeated head included."""
        if (whole := self._trimmed(start, stop)) is None:
            return True
        first, last = (bisect_left(self.limit.starts, edge) for edge in whole)
        return last - first <= room + SLACK and self.limit.measure(self._text_of(*whole)) <= room

    def _reaching_back(self, section: int, start: int, stop: int) -> int:
        """Where a chunk starts that takes from the one before it what the overlap asks for, from a boundary on and within its section."""
        offsets = self._boundaries[0]
        between = reversed(range(bisect_right(offsets, section), bisect_left(offsets, start)))
        back = start
        for at in chain((offsets[one] for one in between), (section,)) if self.limit.overlap else ():
            if not self._fits(at, start, self.limit.overlap) or not self._fits(at, stop, self.limit.size):
                break
            back = at
        return back

    def _trimmed(self, start: int, stop: int) -> Span | None:
        """The stretch without blank lines before it and blanks behind it; None where it is blank."""
        blank = BLANK_LINES.match(self._text, start, stop)
        start = blank.end() if blank else start
        while start < stop and self._text[stop - 1].isspace():
            stop -= 1
        return (start, stop) if start < stop else None

    def _text_of(self, start: int, stop: int) -> str:
        head = self._head(start)
        return (self._text[slice(*head)] if head else "") + self._text[start:stop]

    def _chunk(self, start: int, stop: int) -> Chunk:
        head = self._head(start)
        text, path = self._text_of(start, stop), self._path(start, stop)
        return Chunk(text, (head, (start, stop)), "pieces", (head,), path) if head else Chunk(text, ((start, stop),), "exact", (), path)

    def _head(self, start: int) -> Span | None:
        """What is repeated before a chunk that starts within the rows of a table."""
        at = bisect_right(self._continued, start, key=lambda body: body[0]) - 1
        if at < 0 or start >= self._continued[at][1]:
            return None
        head = self._continued[at][2]
        return head and (head[0], min(head[1], start))  # a chunk may start with a later row of the header

    @cached_property
    def _continued(self) -> list[tuple[int, int, Span | None]]:
        """Where the rows of each table start and end, and the head that chunks starting there repeat."""
        pairs = zip(self.outline.tables, self.outline.captions, strict=True) if self.repeat_header else ()
        return [(table.rows[0][0], table.span[1], self._head_of(table, caption)) for table, caption in pairs if table.rows]

    def _head_of(self, table: Table, caption: Span | None) -> Span | None:
        """The most of these that takes at most half of a chunk: all rows of the header with the caption, without it, the first likewise.

        The first row of the header alone may fill the chunk; None where it does not fit into one.
        """
        starts = (caption[0] if caption else table.header[0], table.header[0])
        heads = [(start, rows[0][0]) for rows in (body(self._text, table), table.rows) for start in starts]
        lengths = [self.limit.measure(self._text[slice(*head)]) for head in heads]
        least = heads[-1] if lengths[-1] <= self.limit.size else None
        return next((head for head, length in zip(heads, lengths, strict=True) if length <= self.limit.size // 2), least)

    def _path(self, start: int, stop: int) -> tuple[str, ...]:
        """The headings above the first text of a chunk, those that it starts with included, the outermost first."""
        headings = self.outline.headings
        at = bisect_right(headings, start, key=lambda heading: heading.span[0]) - 1
        while 0 <= at < len(headings) - 1 and start <= headings[at].span[0]:
            blank = BLANK_LINES.match(self._text, headings[at].span[1])
            following = headings[at + 1].span[0]
            if blank is None or blank.end() != following or following >= stop:
                break
            at += 1
        return self.outline.paths[at] if at >= 0 else ()
