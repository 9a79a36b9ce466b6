"""Disagreement: how far the sizes of a splitter disagree about which questions lose their answer to a cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from statistics import fmean

from generators.explorer.strips import Row


def disagreement(rows: Sequence[Row]) -> str:
    """In words, of the rows of one splitter, one for each question; sizes that the library refuses are left out."""
    outcomes = [[what for _, what, _ in row.cells()] for row in rows]
    sizes = [each for each in zip(*outcomes, strict=True) if "refused" not in each]
    lost = [frozenset(at for at, what in enumerate(each) if what == "cut") for each in sizes]
    if len(lost) < 2:
        return ""
    steps = [one != other for one, other in pairwise(lost)]
    apart = fmean(len(one ^ other) for one, other in combinations(lost, 2))
    again = sum(any(at not in one and at in other for one, other in pairwise(lost)) for at in range(len(rows)))
    return (
        f"Of {len(steps)} steps from one size to the next, {sum(steps)} change which questions lose their answer. Two of the sizes differ "
        f"in {apart:.1f} of the {len(rows)} questions on average. "
        f"Of {again} questions a size cuts the answer though the size before held it."
    )
