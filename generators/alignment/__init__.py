"""The row of places, one for each text, that keeps the texts' order and leaves the fewest characters of the document uncovered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generators.alignment.gapless import without_gaps
from generators.alignment.gaps import narrowed, with_gaps
from generators.alignment.stretch import Rule, Settled, Stretch, Window
from generators.places import Places, Source
from generators.spans import Span


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
                return _settled(Stretch(rule, source, texts, windows, (0, 0), (length, length)))
    alone = [(places, first) for places in texts if (first := places.first(0, 0))]
    return [Settled(first, not places.first(first[0] + 1, 0)) for places, first in alone]


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


def _settled(stretch: Stretch) -> list[Settled]:
    """The best row: a text with one place is settled, and the texts between two such are a search of their own."""
    settled = [Settled(low, True) for low, _ in stretch.windows]
    for part, smaller in stretch.open_parts():
        settled[part] = _searched(replace(smaller, windows=narrowed(smaller)))
    return settled


def _searched(stretch: Stretch) -> list[Settled]:
    settled = [Settled(low, True) for low, _ in stretch.windows]
    for part, smaller in stretch.open_parts():
        settled[part] = without_gaps(smaller) or with_gaps(smaller)
    return settled
