"""Stretch: neighbouring texts that have several places each, between two places that are settled, and the Rule they keep to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from generators.places import Offsets, Places, Source
from generators.spans import Span

Grid = tuple[Offsets, Offsets]
"""The starts and the ends of a text's places."""

Window = tuple[Span, Span]
"""The leftmost and the rightmost place that a text can have; all its places between them are meant."""


@dataclass(frozen=True)
class Rule:
    """What the places of two neighbours must keep to: starts never go back, nor ends when `ordered`, and they share at most `bound`."""

    ordered: bool
    bound: int | None

    def earliest(self, before: Span, places: Places) -> Span | None:
        """The leftmost of the places that may follow `before`."""
        start = before[0] if self.bound is None else max(before[0], before[1] - self.bound)
        return places.first(start, before[1] if self.ordered else 0)

    def latest(self, after: Span, places: Places, length: int) -> Span | None:
        """The rightmost of the places that may come before `after` in a document of `length` characters."""
        end = after[1] if self.ordered else length
        return places.last(after[0], end if self.bound is None else min(end, after[0] + self.bound))

    def following(self, before: Grid, after: Grid) -> Offsets:
        """For each place in `before`, the index of the first in `after` that may follow it."""
        starts = before[0] if self.bound is None else np.maximum(before[0], before[1] - self.bound)
        first = np.searchsorted(after[0], starts)
        return np.maximum(first, np.searchsorted(after[1], before[1])) if self.ordered else first


@dataclass(frozen=True)
class Settled:
    """The place chosen for one text, and whether every other best row has it there, too."""

    place: Span
    forced: bool


@dataclass(frozen=True)
class Stretch:
    """Neighbouring texts between the settled places `before` and `after`, of which some row within the windows keeps to the rule."""

    rule: Rule
    source: Source
    texts: Sequence[Places]
    windows: Sequence[Window]
    before: Span
    after: Span

    def open_parts(self) -> list[tuple[slice, Stretch]]:
        """The parts whose texts have more than one place left, each a stretch between the places that are settled."""
        settled = [at for at, (low, high) in enumerate(self.windows) if low == high]
        edges = pairwise([-1, *settled, len(self.texts)])
        places = pairwise([self.before, *(self.windows[at][0] for at in settled), self.after])
        parts = [(slice(left + 1, right), *around) for (left, right), around in zip(edges, places, strict=True) if right - left > 1]
        return [
            (part, replace(self, texts=self.texts[part], windows=self.windows[part], before=before, after=after))
            for part, before, after in parts
        ]

    @property
    def nonblank(self) -> Offsets:
        """How many characters that a gap would lose stand before each offset of the document."""
        return self.source.nonblank

    def nonblank_before(self, offset: int) -> int:
        """How many characters other than blanks stand before the offset."""
        return int(self.nonblank[offset])

    def first_offset(self, count: int) -> int:
        """The leftmost offset with at least `count` characters other than blanks before it."""
        return int(np.searchsorted(self.nonblank, count))

    def last_offset(self, count: int) -> int:
        """The rightmost offset with at most `count` characters other than blanks before it."""
        return int(np.searchsorted(self.nonblank, count, side="right")) - 1
