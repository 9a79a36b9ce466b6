"""Half-open spans `[start, end)` of one document: covers, overlaps, union, length, and where a text stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Span = tuple[int, int]


def union(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same characters as `spans`, as the fewest spans in order; empty spans vanish, touching ones are joined."""
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def length(spans: Iterable[Span]) -> int:
    """How many characters the spans hold together, each counted once."""
    return sum(end - start for start, end in union(spans))


def overlaps(one: Span, other: Span) -> bool:
    """Whether the two spans share a character; touching is not overlapping."""
    return max(one[0], other[0]) < min(one[1], other[1])


def intersection(these: Sequence[Span], those: Sequence[Span]) -> tuple[Span, ...]:
    """The characters that stand both in `these` and in `those`."""
    return union((max(a[0], b[0]), min(a[1], b[1])) for a in union(these) for b in union(those) if overlaps(a, b))


def covers(pieces: Iterable[Span], span: Span) -> bool:
    """Whether one of the pieces, touching ones joined, holds the whole span."""
    return any(start <= span[0] and span[1] <= end for start, end in union(pieces))


def bridged(pieces: Iterable[Span], text: str) -> tuple[Span, ...]:
    """The pieces with those joined that only blanks of `text` part: a stripped blank line is no cut."""
    joined: list[Span] = []
    for start, end in union(pieces):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def occurrences(words: str, text: str) -> tuple[Span, ...]:
    """Every place of `text` where `words`, which are not empty, stand, in order; places may overlap."""
    found = [text.find(words)]
    while found[-1] != -1:
        found.append(text.find(words, found[-1] + 1))
    return tuple((start, start + len(words)) for start in found[:-1])


def trimmed(span: Span, text: str) -> Span:
    """The span without the blanks at its two ends; of nothing but blanks, the empty span at its start."""
    inner = text[span[0] : span[1]]
    start = span[0] + len(inner) - len(inner.lstrip())
    return (start, start + len(inner.strip())) if inner.strip() else (span[0], span[0])
