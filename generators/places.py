"""All the places of a document that a text could have come from, found without listing them one by one.

Within one text's places both starts and ends only grow, which is what `alignment` builds on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from generators.spans import Span

Offsets = npt.NDArray[np.int64]


def is_significant(character: str) -> bool:
    """Whether a loose match keeps the character: no blank, no unprintable, no U+FFFD (left where a token splitter cut a character)."""
    return character.isprintable() and not character.isspace() and character != "\ufffd"


def significant(text: str) -> str:
    """The characters of the text that a loose match keeps: mostly all but the blanks, which splitting drops faster than a look at each."""
    bare = "".join(text.split())
    if bare.isprintable() and "\ufffd" not in bare:
        return bare
    return bare.translate({ord(character): None for character in set(bare) if not is_significant(character)})


@dataclass(frozen=True)
class Occurrences:
    """Every place of `needle` in `haystack`; `offsets[i]` is the offset in the document of the haystack's character `i`."""

    haystack: str
    needle: str
    offsets: Sequence[int]
    match: Literal["exact", "loose"]

    def _place(self, at: int) -> Span | None:
        return None if at == -1 else (self.offsets[at], self.offsets[at + len(self.needle) - 1] + 1)

    def first(self, start: int, end: int) -> Span | None:
        """The leftmost place that starts at `start` or later and ends at `end` or later."""
        enough = bisect_left(self.offsets, end - 1) - len(self.needle) + 1
        return self._place(self.haystack.find(self.needle, max(bisect_left(self.offsets, start), enough, 0)))

    def last(self, start: int, end: int) -> Span | None:
        """The rightmost place that starts at `start` or earlier and ends at `end` or earlier."""
        stop = min(bisect_right(self.offsets, start) - 1 + len(self.needle), bisect_left(self.offsets, end))
        return self._place(self.haystack.rfind(self.needle, 0, max(stop, 0)))

    def between(self, low: Span, high: Span) -> tuple[Offsets, Offsets]:
        """The starts and the ends of all places from the place `low` to the place `high`, both included."""
        stop = bisect_left(self.offsets, high[0]) + len(self.needle)
        runs = list(_runs(self.haystack, self.needle, bisect_left(self.offsets, low[0]), stop))
        found = np.concatenate([np.arange(run.start, run.stop, run.step, dtype=np.int64) for run in runs])
        if isinstance(self.offsets, range):
            return found, found + len(self.needle)
        offsets = np.asarray(self.offsets)
        return offsets[found], offsets[found + len(self.needle) - 1] + 1

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


Places = Occurrences | Rows


class Source:
    """A document's text, prepared so that many texts can be looked for in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._identity = range(len(text))

    @cached_property
    def _codes(self) -> npt.NDArray[np.uint32]:
        return np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")

    def _those(self, wanted: Callable[[str], bool]) -> npt.NDArray[np.bool_]:
        """Which characters of the text are wanted, each asked about once and then looked up by its code."""
        asked = np.bincount(self._codes) > 0
        asked[asked] = [wanted(chr(code)) for code in np.flatnonzero(asked).tolist()]
        return asked[self._codes]

    @cached_property
    def _skeleton(self) -> tuple[str, Sequence[int]]:
        """The significant characters, and the offset of each."""
        kept = self._those(is_significant)
        return self._codes[kept].tobytes().decode("utf-32-le", "surrogatepass"), np.flatnonzero(kept).astype(np.int64).data

    @cached_property
    def nonblank(self) -> Offsets:
        """How many characters other than blanks stand before each offset, the text's length included."""
        counts = np.zeros(len(self.text) + 1, dtype=np.int64)
        np.cumsum(self._those(lambda character: not character.isspace()), out=counts[1:])
        return counts

    def places(self, text: str, near: int) -> Places | None:
        """All places of `text`: the exact ones; else the loose ones; else those line by line; `None` where there is none.

        `near` is where it probably stands: only the time depends on it.
        """
        return self._occurrences(text, near) or self._rows(text)

    def _occurrences(self, text: str, near: int) -> Occurrences | None:
        if text and (self.text.find(text, near) != -1 or text in self.text):
            return Occurrences(self.text, text, self._identity, "exact")
        bare = significant(text)
        if not bare:
            return None
        skeleton, offsets = self._skeleton
        found = skeleton.find(bare, bisect_left(offsets, near)) != -1 or bare in skeleton
        return Occurrences(skeleton, bare, offsets, "loose") if found else None

    def _rows(self, text: str) -> Rows | None:
        """Each place of the first line, and after it every next line at the first place that is left for it."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        found: list[Occurrences] = []
        row: list[Span] = []
        for line in lines if len(lines) > 1 else ():
            occurrences = self._occurrences(line, row[-1][1] if row else 0)
            place = occurrences and occurrences.first(row[-1][1] if row else 0, 0)
            if not occurrences or not place:
                return None
            found.append(occurrences)
            row.append(place)
        return Rows(tuple(_following(row, found))) if row else None


def _following(row: list[Span], found: Sequence[Occurrences]) -> Iterator[tuple[Span, ...]]:
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


def _runs(haystack: str, needle: str, start: int, stop: int) -> Iterator[range]:
    """All offsets of `needle` in `haystack[start:stop]`, overlapping ones included, as few arithmetic runs.

    Two occurrences that overlap or touch, `step` apart, say that the text repeats itself every `step` characters there,
    and as long as it does the next occurrences are `step` apart, too.
    """
    at = haystack.find(needle, start, stop)
    while at != -1:
        following = haystack.find(needle, at + 1, stop)
        step = following - at
        if following == -1 or step > len(needle):
            yield range(at, at + 1)
            at = following
        else:
            last = at + step * _repetitions(haystack, at, stop, step, len(needle))
            yield range(at, last + 1, step)
            at = haystack.find(needle, last + 1, stop)


def _repetitions(haystack: str, at: int, stop: int, step: int, size: int) -> int:
    """How often a match of `size` characters that repeats itself `step` further on does so one after the other, before `stop`."""

    def breaks_within(times: int) -> bool:
        end = at + times * step + size
        return end > stop or haystack[at : end - step] != haystack[at + step : end]

    sure = 1
    while not breaks_within(2 * sure):
        sure *= 2
    return sure - 1 + bisect_left(range(sure, 2 * sure), True, key=breaks_within)
