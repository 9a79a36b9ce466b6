"""Outcome: what became of a question at one setting of a grid, and at how many sizes of each overlap it went well."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

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


def sizes_by_overlap(settings: Sequence[Sequence[int]], asked: dict[str, list[Any]]) -> dict[str, list[int]]:
    """For each overlap at how many sizes the answer is contained, and at how many it is in a shortlist of each depth."""
    columns = list(zip(*settings, strict=True))

    def count(depth: int, *names: str) -> list[int]:
        return [sum(outcome(at, asked["rank"], asked["holders"], depth) in names for at in column) for column in columns]

    return {CONTAINED: count(0, "answered", "outranked"), **{str(depth): count(depth, "answered") for depth in DEPTHS}}


def disagreements(cut: Sequence[Sequence[bool]]) -> dict[str, float]:
    """How far sizes disagree about which questions are cut; `cut` has a row for each question, over the sizes in their order.

    `sets`: how many different sets of cut questions there are; `pairs`: the share of all pairs of sizes that cut different sets;
    `whole`: at how many sizes nothing is cut; `returning`: how many questions are cut at a size though a smaller one held them.
    """
    sets = list(zip(*cut, strict=True))
    pairs = list(combinations(sets, 2))
    return {
        "sets": len(set(sets)),
        "pairs": sum(one != other for one, other in pairs) / len(pairs),
        "whole": sum(not any(one) for one in sets),
        "returning": sum(any(later and not earlier for earlier, later in pairwise(row)) for row in cut),
    }
