"""Outcome: what became of a question at one setting of a sheet."""

from __future__ import annotations

OUTCOMES = {
    "answered": ["●", "contained and retrieved", "a chunk that holds the whole answer is among the first"],
    "outranked": ["◐", "contained but outranked", "some chunk holds the whole answer, but others rank before it"],
    "cut": ["×", "cut", "no chunk holds the whole answer"],
    "refused": ["–", "the library refuses", "the library does not split with this setting"],
}
"""By name: a sign that is told apart without colour, the words for it, and what they mean."""

CUT, UNFOUND = -1, 0
"""In place of the rank of the best chunk that holds the whole answer: there is none, or the search does not retrieve it."""


def outcome(rank: int | None, depth: int) -> str:
    """The name of what became of a question with a shortlist of that depth, by the rank of the best chunk that holds the whole answer;
    None where the library refuses.
    """
    if rank is None:
        return "refused"
    if rank == CUT:
        return "cut"
    return "answered" if UNFOUND < rank <= depth else "outranked"
