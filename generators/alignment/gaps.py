"""Rows of places that leave gaps: the one that loses least, by one pass over all places from the last text to the first.

Why one pass is enough: within a text's places starts and ends only grow, so the places that may follow a given one are all
those from some place on, and that limit moves right with the given place. The cost of a gap is a convex function of its width.
So the best rows form a lattice: the leftmost and the rightmost of them, taken place by place, are best rows themselves,
and a text's place is forced exactly where these two agree.
"""

from __future__ import annotations

import numpy as np

from generators.alignment.stretch import Grid, Settled, Stretch, Window
from generators.places import Offsets, Places

NEVER = 2**62  # above every cost, and far enough from the end of 64 bits to be added to


def _loss_of_one_row(stretch: Stretch) -> int:
    """What a good row loses: each text at its rightmost place that leaves no gap, else at its leftmost."""
    loss, covered = 0, stretch.nonblank_before(stretch.before[1])
    before = stretch.before
    for places, (low, high) in zip(stretch.texts, stretch.windows, strict=True):
        allowed = stretch.rule.earliest(before, places) or low
        start = min(stretch.last_offset(covered), high[0])
        before = max(allowed, places.last(start, high[1]) or low)
        loss += max(0, stretch.nonblank_before(before[0]) - covered)
        covered = stretch.nonblank_before(before[1])
    return loss + max(0, stretch.nonblank_before(stretch.after[0]) - covered)


def _widest(stretch: Stretch, places: Places, window: Window) -> int:
    """The most characters that a place of the window can cover."""
    if places.match == "exact":
        return stretch.nonblank_before(window[0][1]) - stretch.nonblank_before(window[0][0])
    starts, ends = places.between(*window)
    return int(np.max(stretch.nonblank[ends] - stretch.nonblank[starts]))


def narrowed(stretch: Stretch) -> list[Window]:
    """The windows without the places that no best row can use: with one there, the other texts together could not cover enough."""
    loss = _loss_of_one_row(stretch)
    widths = [_widest(stretch, places, window) for places, window in zip(stretch.texts, stretch.windows, strict=True)]
    most = stretch.nonblank_before(stretch.before[1]) + loss
    least = stretch.nonblank_before(stretch.after[0]) - loss - sum(widths)
    windows: list[Window] = []
    for places, width, (low, high) in zip(stretch.texts, widths, stretch.windows, strict=True):
        least += width
        first = places.first(low[0], max(low[1], stretch.first_offset(least)))
        last = places.last(min(high[0], stretch.last_offset(most)), high[1])
        most += width
        windows.append((first or low, last or high))
    return windows


def with_gaps(stretch: Stretch) -> list[Settled]:
    """The leftmost of the rows that lose least and then repeat least, with the places that all rows that lose least share."""
    rests = _rests(stretch)
    weight = _weight(stretch)
    # of three rows: the one to give, the leftmost and the rightmost of those that lose least
    starts, ends = np.full(3, stretch.before[0]), np.full(3, stretch.before[1])
    settled: list[Settled] = []
    for places, window, rest in zip(stretch.texts, stretch.windows, rests, strict=True):
        grid = places.between(*window)
        gaps = np.maximum(stretch.nonblank[grid[0]] - stretch.nonblank[ends][:, None], 0)
        repeated = (starts[:, None] == grid[0]) & (ends[:, None] == grid[1])
        costs = gaps * weight + repeated + rest
        costs[np.arange(len(rest)) < stretch.rule.following((starts, ends), grid)[:, None]] = NEVER
        losses = costs[1:] // weight
        picks = [costs[0].argmin(), losses[0].argmin(), len(rest) - 1 - losses[1][::-1].argmin()]
        starts, ends = grid[0][picks], grid[1][picks]
        settled.append(Settled((int(starts[0]), int(ends[0])), bool(picks[1] == picks[2])))
    return settled


def _weight(stretch: Stretch) -> int:
    """One lost character in terms of repeated places: more than a row can have."""
    return len(stretch.texts) + 2


def _rests(stretch: Stretch) -> list[Offsets]:
    """For each text, what the best row costs from each of its places on."""
    after, rest = (np.array([stretch.after[0]]), np.array([stretch.after[1]])), np.zeros(1, dtype=np.int64)
    rests: list[Offsets] = []
    for places, window in zip(reversed(stretch.texts), reversed(stretch.windows), strict=True):
        before = places.between(*window)
        rest = _rest(stretch, before, after, rest)
        rests.append(rest)
        after = before
    return rests[::-1]


def _rest(stretch: Stretch, before: Grid, after: Grid, rest: Offsets) -> Offsets:
    """What the best row costs from each place in `before` on, given that from each place in `after` on."""
    weight = _weight(stretch)
    first = stretch.rule.following(before, after)
    gapless = np.maximum(first, np.searchsorted(after[0], before[1], side="right"))  # up to here places leave no gap
    same = np.minimum(first, len(rest) - 1)  # the same place once more can only be the first that may follow
    repeated = (after[0][same] == before[0]) & (after[1][same] == before[1]) & (first < len(rest))
    beyond = np.append(rest + weight * stretch.nonblank[after[0]], NEVER)
    beyond = np.minimum.accumulate(beyond[::-1])[::-1]
    costs = beyond[gapless] - weight * stretch.nonblank[before[1]]
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
