"""Rows of places that leave no gap: found by narrowing each text's places from both sides, without listing them.

A place asks of its neighbours only that they lie at some place or right of it, and at some place or left of it, and both limits
move right with it. Such a row exists if and only if the limits can be moved until all agree, and then the row of all the left
limits is the leftmost one, that of all the right limits the rightmost.
"""

from __future__ import annotations

from generators.alignment.stretch import Settled, Stretch
from generators.spans import Span

ROUNDS = 16  # one or two will do; a stretch that needs more is left to the search in `gaps`


def without_gaps(stretch: Stretch) -> list[Settled] | None:
    """The leftmost of the rows that lose nothing and take no place twice, with the places that all rows that lose nothing share.

    `None` where no such row is found.
    """
    right = _rightmost(stretch)
    chosen = right and _leftmost(stretch, right, distinct=True)
    left = right and chosen and _leftmost(stretch, right, distinct=False)
    if not right or not chosen or not left:
        return None
    return [Settled(place, low == high) for place, low, high in zip(chosen, left, right, strict=True)]


def _leftmost(stretch: Stretch, right: list[Span], *, distinct: bool) -> list[Span] | None:
    lows = [low for low, _ in stretch.windows]
    for _ in range(ROUNDS):
        settled = True
        before = stretch.before
        for at, places in enumerate(stretch.texts):
            low = stretch.rule.earliest(before, places)
            if distinct and low == before:
                low = places.first(before[0] + 1, 0)
            if low is None or low > right[at]:
                return None
            lows[at] = before = max(lows[at], low)
        if distinct and before == stretch.after:
            return None
        after = stretch.after
        for at in reversed(range(len(lows))):
            end = stretch.first_offset(stretch.nonblank_before(after[0]))
            low = stretch.texts[at].first(lows[at][0], max(lows[at][1], end))
            if low is None or low > right[at]:
                return None
            settled = settled and low == lows[at]
            lows[at] = after = low
        if settled:
            return lows
    return None


def _rightmost(stretch: Stretch) -> list[Span] | None:
    highs = [high for _, high in stretch.windows]
    length = len(stretch.source.text)
    for _ in range(ROUNDS):
        settled = True
        after = stretch.after
        for at in reversed(range(len(highs))):
            high = stretch.rule.latest(after, stretch.texts[at], length)
            if high is None:
                return None
            highs[at] = after = min(highs[at], high)
        before = stretch.before
        for at, places in enumerate(stretch.texts):
            start = stretch.last_offset(stretch.nonblank_before(before[1]))
            high = places.last(min(highs[at][0], start), highs[at][1])
            if high is None:
                return None
            settled = settled and high == highs[at]
            highs[at] = before = high
        if settled:
            return highs
    return None
