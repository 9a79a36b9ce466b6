"""The best places for neighbouring texts that have several each, between two places that are settled.

Why one pass is enough: within a text's places starts and ends only grow, so the places that may follow a given one are all
those from some place on, and that limit moves right with the given place. The cost of a gap is a convex function of its width.
So the best rows form a lattice: the leftmost and the rightmost of them, taken place by place, are best rows themselves,
and a text's place is forced exactly where these two agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from generators.places import Offsets, Places
from generators.spans import Span

Grid = tuple[Offsets, Offsets]
"""The starts and the ends of a text's places."""

Window = tuple[Span, Span]
"""The leftmost and the rightmost place that a text can have; all its places between them are meant."""

NEVER = 2**62  # above every cost, and far enough from the end of 64 bits to be added to


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
    """Neighbouring texts between the settled places `before` and `after`; `nonblank` counts the characters that a gap would lose."""

    rule: Rule
    nonblank: Offsets
    texts: Sequence[Places]
    windows: Sequence[Window]
    before: Span
    after: Span

    def _gap(self, before: Span, after: Span) -> int:
        return max(0, int(self.nonblank[after[0]]) - int(self.nonblank[before[1]]))

    def _loss_of_one_row(self) -> int:
        """What a good row loses: each text at its rightmost place that leaves no gap, else at its leftmost."""
        loss, at = 0, self.before
        for places, (low, high) in zip(self.texts, self.windows, strict=True):
            reach = int(np.searchsorted(self.nonblank, self.nonblank[at[1]], side="right")) - 1
            allowed = self.rule.earliest(at, places) or low
            place = max(allowed, places.last(min(reach, high[0]), high[1]) or low)
            loss, at = loss + self._gap(at, place), place
        return loss + self._gap(at, self.after)

    def _widest(self, places: Places, window: Window) -> int:
        """The most characters that a place of the window can cover."""
        if places.match == "exact":
            return int(self.nonblank[window[0][1]] - self.nonblank[window[0][0]])
        starts, ends = places.between(*window)
        return int((self.nonblank[ends] - self.nonblank[starts]).max())

    def narrowed(self) -> list[Window]:
        """The windows without the places that no best row can use: with one there, the other texts together could not cover enough."""
        loss = self._loss_of_one_row()
        widths = [self._widest(places, window) for places, window in zip(self.texts, self.windows, strict=True)]
        most = int(self.nonblank[self.before[1]]) + loss
        least = int(self.nonblank[self.after[0]]) - loss - sum(widths)
        windows: list[Window] = []
        for places, width, (low, high) in zip(self.texts, widths, self.windows, strict=True):
            least += width
            start = int(np.searchsorted(self.nonblank, most, side="right")) - 1
            end = int(np.searchsorted(self.nonblank, least))
            most += width
            first = places.first(low[0], max(low[1], end))
            last = places.last(min(high[0], start), high[1])
            windows.append((first or low, last or high))
        return windows

    def best(self) -> list[Settled]:
        """The leftmost of the rows that lose least and then repeat least, and which of its places all rows that lose least share."""
        rests = self._rests()
        starts, ends = np.full(3, self.before[0]), np.full(3, self.before[1])  # of three rows: the one to give, the leftmost, the rightmost
        settled: list[Settled] = []
        for places, window, rest in zip(self.texts, self.windows, rests, strict=True):
            grid = places.between(*window)
            costs = self._step((starts[:, None], ends[:, None]), grid) + rest
            costs[np.arange(len(rest)) < self.rule.following((starts, ends), grid)[:, None]] = NEVER
            losses = costs[1:] // self._weight
            picks = [costs[0].argmin(), losses[0].argmin(), len(rest) - 1 - losses[1][::-1].argmin()]
            starts, ends = grid[0][picks], grid[1][picks]
            settled.append(Settled((int(starts[0]), int(ends[0])), bool(picks[1] == picks[2])))
        return settled

    @property
    def _weight(self) -> int:
        """One lost character, in repeated places: more than a row can have."""
        return len(self.texts) + 2

    def _step(self, before: tuple[Offsets | int, Offsets | int], after: tuple[Offsets | int, Offsets | int]) -> Offsets:
        """What it costs to go from one place to the next, each pair that the shapes broadcast to."""
        gap: Offsets = np.maximum(self.nonblank[after[0]] - self.nonblank[before[1]], 0)
        return gap * self._weight + ((before[0] == after[0]) & (before[1] == after[1]))

    def _rests(self) -> list[Offsets]:
        """For each text, what the best row costs from each of its places on."""
        after, rest = (np.array([self.after[0]]), np.array([self.after[1]])), np.zeros(1, dtype=np.int64)
        rests: list[Offsets] = []
        for places, window in zip(reversed(self.texts), reversed(self.windows), strict=True):
            before = places.between(*window)
            rest = self._rest(before, after, rest)
            rests.append(rest)
            after = before
        return rests[::-1]

    def _rest(self, before: Grid, after: Grid, rest: Offsets) -> Offsets:
        """What the best row costs from each place in `before` on, given that from each place in `after` on."""
        first = self.rule.following(before, after)
        gapless = np.maximum(first, np.searchsorted(after[0], before[1], side="right"))  # up to here places leave no gap
        same = np.minimum(first, len(rest) - 1)  # the same place once more can only be the first that may follow
        repeated = (after[0][same] == before[0]) & (after[1][same] == before[1]) & (first < len(rest))
        beyond = np.append(rest + self._weight * self.nonblank[after[0]], NEVER)
        beyond = np.minimum.accumulate(beyond[::-1])[::-1]
        costs = beyond[gapless] - self._weight * self.nonblank[before[1]]
        np.minimum(costs, _least_between(rest, first + repeated, gapless), out=costs)
        return np.minimum(costs, np.where(repeated, rest[same] + 1, NEVER), out=costs)


def _least_between(values: Offsets, start: Offsets, stop: Offsets) -> Offsets:
    """The least of `values[start:stop]` for each pair; `NEVER` for an empty one.

    Two blocks of `2**n` values cover a stretch that is at least as long and less than twice as long, and the minima of all
    blocks of one size give those of the next.
    """
    least = np.full(len(start), NEVER, dtype=np.int64)
    sizes = np.frexp(np.maximum(stop - start, 0))[1]  # bits of the length: 0 for an empty one
    blocks, bits = values, 1
    for wanted in (np.flatnonzero(np.bincount(sizes)[1:]) + 1).tolist():
        for bit in range(bits, wanted):
            blocks = np.minimum(blocks[: -(1 << (bit - 1))], blocks[1 << (bit - 1) :])
        bits = wanted
        chosen = np.flatnonzero(sizes == wanted)
        least[chosen] = np.minimum(blocks[start[chosen]], blocks[stop[chosen] - (1 << (bits - 1))])
    return least
