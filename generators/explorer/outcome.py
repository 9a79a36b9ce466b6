"""Outcome: what became of a question at one setting of a sheet, and at how many of its sizes it went well."""

from __future__ import annotations

from collections.abc import Sequence

from generators.measures.retrieval import DEPTHS

CONTAINED = "contained"
"""The name, among the depths of shortlists, of what asks only whether some chunk holds the whole answer."""

OUTCOMES = {
    "answered": ["●", "contained and retrieved", "a chunk that holds the whole answer is among the first"],
    "outranked": ["◐", "contained but outranked", "some chunk holds the whole answer, but others rank before it"],
    "cut": ["×", "cut", "no chunk holds the whole answer"],
    "refused": ["–", "the library refuses", "the library does not split with this setting"],
}
"""By name: a sign that is told apart without colour, the words for it, and what they mean."""


def outcome(chunking: int, rank: Sequence[int | None], holders: Sequence[Sequence[int]], depth: int) -> str:
    """The name of what became of a question under a chunking (below nought where the library refuses) with a shortlist of that depth."""
    if chunking < 0:
        return "refused"
    if not holders[chunking]:
        return "cut"
    best = rank[chunking]
    return "answered" if best is not None and best <= depth else "outranked"


def sizes_found(settings: Sequence[int], rank: Sequence[int | None], holders: Sequence[Sequence[int]]) -> dict[str, int]:
    """At how many sizes the answer is contained, and at how many it is in a shortlist of each depth."""

    def count(depth: int, *names: str) -> int:
        return sum(outcome(at, rank, holders, depth) in names for at in settings)

    return {CONTAINED: count(0, "answered", "outranked"), **{str(depth): count(depth, "answered") for depth in DEPTHS}}
