"""The row of places, one for each text, that keeps the texts' order and leaves the fewest characters of the document uncovered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from generators.places import Places, Source
from generators.spans import Span
from generators.stretch import Rule, Settled, Stretch, Window


def align(source: Source, texts: Sequence[Places], bound: int | None) -> list[Settled]:
    """One place for each text, by the first of these rules that can be kept: in order and within the bound on shared characters;
    in order; starts in order (a text inside an earlier one) and within the bound; starts in order.

    Among the rows that keep it: the fewest characters other than blanks between one place's end and the next one's start, then
    the fewest places taken twice in a row, then the leftmost. Where no rule can be kept, no order says anything: each text stands
    at its own leftmost place, forced where it is the only one.
    """
    length = len(source.text)
    for ordered in (True, False):
        for shared in (None,) if bound is None else (bound, None):
            rule = Rule(ordered, shared)
            windows = _windows(rule, texts, length)
            if windows is not None:
                return _settled(source, rule, texts, windows)
    alone = [(places.first(0, 0), places.last(length, length)) for places in texts]
    return [Settled(first, first == last) for first, last in alone if first]


def _windows(rule: Rule, texts: Sequence[Places], length: int) -> list[Window] | None:
    """For each text the leftmost and the rightmost place that it has in any row that keeps to the rule; `None` where no row does."""
    lows: list[Span] = []
    highs: list[Span] = []
    place = (0, 0)
    for places in texts:
        low = rule.earliest(place, places)
        if low is None:
            return None
        lows.append(place := low)
    place = (length, length)
    for places, low in zip(reversed(texts), reversed(lows), strict=True):
        highs.append(place := rule.latest(place, places, length) or low)
    return list(zip(lows, reversed(highs), strict=True))


def _settled(source: Source, rule: Rule, texts: Sequence[Places], windows: list[Window]) -> list[Settled]:
    """The best row within the windows; every stretch of texts that have more than one place is a search of its own."""
    length = len(source.text)
    for part, before, after in _open_parts(windows, length):
        windows[part] = Stretch(rule, source.nonblank, texts[part], windows[part], before, after).narrowed()
    settled = [Settled(low, True) for low, _ in windows]
    for part, before, after in _open_parts(windows, length):
        settled[part] = Stretch(rule, source.nonblank, texts[part], windows[part], before, after).best()
    return settled


def _open_parts(windows: Sequence[Window], length: int) -> list[tuple[slice, Span, Span]]:
    """The stretches of texts with more than one place left, each with the settled places before and after it."""
    settled = [-1, *(at for at, (low, high) in enumerate(windows) if low == high), len(windows)]
    places = [(0, 0), *(low for low, high in windows if low == high), (length, length)]
    ends = zip(pairwise(settled), pairwise(places), strict=True)
    return [(slice(left + 1, right), before, after) for (left, right), (before, after) in ends if right - left > 1]
