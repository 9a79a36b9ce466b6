"""All the places of a document that a text could have come from, found without listing them one by one.

Within one text's places both starts and ends only grow, which is what `alignment` builds on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from generators.skeleton import Skeleton, significant
from generators.spans import Span
from generators.substrings import find, find_near, rfind, runs

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Exact:
    """Every place where `words` stand in `text` as they are."""

    text: str
    words: str
    match: Literal["exact"] = "exact"

    def _place(self, start: int) -> Span | None:
        return None if start == -1 else (start, start + len(self.words))

    def first(self, start: int, end: int) -> Span | None:
        """The leftmost place that starts at `start` or later and ends at `end` or later."""
        return self._place(find(self.text, self.words, max(start, end - len(self.words), 0)))

    def last(self, start: int, end: int) -> Span | None:
        """The rightmost place that starts at `start` or earlier and ends at `end` or earlier."""
        return self._place(rfind(self.text, self.words, max(min(start + len(self.words), end, len(self.text)), 0)))

    def between(self, low: Span, high: Span) -> tuple[Offsets, Offsets]:
        """The starts and the ends of all places from the place `low` to the place `high`, both included."""
        found = runs(self.text, self.words, low[0], high[1])
        starts = np.concatenate([np.arange(run.start, run.stop, run.step, dtype=np.int64) for run in found])
        return starts, starts + len(self.words)

    def pieces(self, place: Span) -> tuple[Span, ...]:
        """The spans of the document that the place stands for."""
        return (place,)


@dataclass(frozen=True)
class Loose:
    """Every place where a text stands but for insignificant characters: where `bare` stands among the characters of the `skeleton`."""

    bare: Exact
    skeleton: Skeleton
    match: Literal["loose"] = "loose"

    def _place(self, bare: Span | None) -> Span | None:
        return bare and (self.skeleton.offset(bare[0]), self.skeleton.offset(bare[1] - 1) + 1)

    def _bare(self, place: Span) -> Span:
        return self.skeleton.before(place[0]), self.skeleton.before(place[1])

    def first(self, start: int, end: int) -> Span | None:
        """The leftmost place that starts at `start` or later and ends at `end` or later."""
        return self._place(self.bare.first(self.skeleton.before(start), self.skeleton.before(end - 1) + 1))

    def last(self, start: int, end: int) -> Span | None:
        """The rightmost place that starts at `start` or earlier and ends at `end` or earlier."""
        return self._place(self.bare.last(self.skeleton.before(start + 1) - 1, self.skeleton.before(end)))

    def between(self, low: Span, high: Span) -> tuple[Offsets, Offsets]:
        """The starts and the ends of all places from the place `low` to the place `high`, both included."""
        starts, ends = self.bare.between(self._bare(low), self._bare(high))
        return self.skeleton.offsets[starts], self.skeleton.offsets[ends - 1] + 1

    def pieces(self, place: Span) -> tuple[Span, ...]:
        """The spans of the document that the place stands for."""
        return (place,)


@dataclass(frozen=True)
class Rows:
    """Every place of a text whose lines came from several parts of the document: a row of spans, one for each line, in order."""

    rows: tuple[tuple[Span, ...], ...]
    match: Literal["pieces"] = "pieces"

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(row[0][0] for row in self.rows)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(row[-1][1] for row in self.rows)

    def _place(self, at: int) -> Span | None:
        return (self._starts[at], self._ends[at]) if 0 <= at < len(self.rows) else None

    def first(self, start: int, end: int) -> Span | None:
        """The leftmost place that starts at `start` or later and ends at `end` or later."""
        return self._place(max(bisect_left(self._starts, start), bisect_left(self._ends, end)))

    def last(self, start: int, end: int) -> Span | None:
        """The rightmost place that starts at `start` or earlier and ends at `end` or earlier."""
        return self._place(min(bisect_right(self._starts, start), bisect_right(self._ends, end)) - 1)

    def between(self, low: Span, high: Span) -> tuple[Offsets, Offsets]:
        """The starts and the ends of all places from the place `low` to the place `high`, both included."""
        part = slice(bisect_left(self._starts, low[0]), bisect_right(self._starts, high[0]))
        return np.array(self._starts[part], dtype=np.int64), np.array(self._ends[part], dtype=np.int64)

    def pieces(self, place: Span) -> tuple[Span, ...]:
        """The spans of the document that the place stands for."""
        return self.rows[bisect_left(self._starts, place[0])]


Places = Exact | Loose | Rows


class Source:
    """A document's text, prepared so that many texts can be looked for in it; what few need is prepared when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._near = 0  # where a text was found last: the next is looked for behind it first, for splitters keep the order

    @cached_property
    def _skeleton(self) -> Skeleton:
        return Skeleton(self.text)

    @cached_property
    def nonblank(self) -> Offsets:
        """How many characters other than blanks stand before each offset, the text's length included."""
        codes = np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        counted = np.bincount(codes) > 0
        counted[counted] = [not chr(code).isspace() for code in np.flatnonzero(counted).tolist()]
        counts = np.zeros(len(self.text) + 1, dtype=np.int64)
        np.cumsum(counted.take(codes), out=counts[1:])
        return counts

    def places(self, text: str) -> Places | None:
        """All places of `text`: the exact ones; else the loose ones; else those line by line; `None` where there is none."""
        return self._whole(text) or self._rows(text)

    def _whole(self, text: str) -> Exact | Loose | None:
        at = find_near(self.text, text, self._near) if text else -1
        if at != -1:
            self._near = at
            return Exact(self.text, text)
        bare = significant(text)
        at = find_near(self._skeleton.characters, bare, self._skeleton.before(self._near)) if bare else -1
        if at == -1:
            return None
        self._near = self._skeleton.offset(at)
        return Loose(Exact(self._skeleton.characters, bare), self._skeleton)

    def _rows(self, text: str) -> Rows | None:
        """Each place of the first line, and after it every next line at the first place that is left for it."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        found: list[Exact | Loose] = []
        row: list[Span] = []
        for line in lines if len(lines) > 1 else ():
            places = self._whole(line)
            place = places and places.first(row[-1][1] if row else 0, 0)
            if not places or not place:
                return None
            found.append(places)
            row.append(place)
        return Rows(tuple(_following(row, found))) if row else None


def _following(row: list[Span], found: Sequence[Exact | Loose]) -> Iterator[tuple[Span, ...]]:
    """The first row, then that of every later place of the first line, until some line has no place left."""
    yield tuple(row)
    while place := found[0].first(row[0][0] + 1, 0):
        row[0] = place
        for at in range(1, len(row)):
            if row[at][0] >= row[at - 1][1]:
                break  # this line and those after it may stay where they are
            later = found[at].first(row[at - 1][1], 0)
            if later is None:
                return
            row[at] = later
        yield tuple(row)
