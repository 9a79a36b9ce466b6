"""Lists: the first chunks of each ranking and the best that holds the answer, with their scores, packed to be looked up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from generators.explorer.outcome import CUT, UNFOUND
from generators.explorer.packed import pack, pack_steps
from generators.measures.retrieval import DEPTHS
from generators.retrieve import DIGITS, ordered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = max(DEPTHS)
"""So many of the first chunks are listed."""

COSINE_DIGITS = 3
"""To so many digits a cosine is told."""


def ranks_of(scores: NDArray[np.float64], digits: int = DIGITS) -> NDArray[np.intp]:
    """The rank of each text along the last axis, from 1; 0 for one that is not retrieved."""
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

    ranks = np.empty(scores.shape, dtype=np.intp)
    np.put_along_axis(ranks, ordered(scores, digits), np.arange(1, scores.shape[-1] + 1)[None], axis=-1)
    return np.where(np.isnan(scores), 0, ranks)


def best_of(ranks: NDArray[np.intp], whole: NDArray[np.bool_]) -> NDArray[np.intp]:
    """A row for each question: the rank of the best chunk that holds the whole answer, or what stands in its place."""
    import numpy as np  # noqa: PLC0415 see above

    none = ranks.shape[1] + 1
    best = np.where(whole & (ranks > 0), ranks, none).min(axis=1)
    return np.where(whole.any(axis=1), np.where(best == none, UNFOUND, best), CUT)


def told(scores: NDArray[np.float64], digits: int) -> NDArray[np.intp]:
    """Scores in units of the last of so many digits."""
    import numpy as np  # noqa: PLC0415 see above

    found: NDArray[np.intp] = np.rint(np.nan_to_num(scores) * 10**digits).astype(np.intp)
    return found


class Lists(NamedTuple):
    """The first chunks of one chunking for every question: a row for each, all as long as the longest may be."""

    best: NDArray[np.intp]
    first: NDArray[np.intp]
    """The chunks by their place in the chunking."""
    scores: NDArray[np.intp]
    many: NDArray[np.intp]
    """How many there are."""

    @classmethod
    def of(cls, scores: NDArray[np.intp], ranks: NDArray[np.intp], whole: NDArray[np.bool_]) -> Lists:
        """From the score and the rank of each chunk, and whether it holds the whole answer."""
        import numpy as np  # noqa: PLC0415 see above

        first, top = np.zeros((2, len(scores), SHOWN), dtype=np.intp)
        listed = (ranks > 0) & (ranks <= SHOWN)
        row, place = np.nonzero(listed)
        at = row, ranks[row, place] - 1
        first[at], top[at] = place, scores[row, place]
        # Scores that are as good as equal for the ranks may be told apart by their last digit: none rises down the ranks.
        return cls(best_of(ranks, whole), first, np.minimum.accumulate(top, axis=1), listed.sum(axis=1))

    def row(self, at: int) -> tuple[list[int], list[int]]:
        """The list of one question, and its scores."""
        return self.first[at, : self.many[at]].tolist(), self.scores[at, : self.many[at]].tolist()


def listed(rows: Sequence[tuple[list[int], list[int]]]) -> dict[str, str]:
    """The first chunks under each chunking with their scores."""
    falls = [scores[:1] + [one - other for one, other in pairwise(scores)] for _, scores in rows]
    return {"first": " ".join(pack(first) for first, _ in rows), "scores": " ".join(map(pack, falls))}


def scored_once(cosines: NDArray[np.float64], owns: Sequence[NDArray[np.intp]]) -> list[dict[str, str]]:
    """For each question the chunks that come among the first anywhere, with their scores and what tells equal ones apart.

    `cosines` has a row for each question and a column for each chunk.
    """
    import numpy as np  # noqa: PLC0415 see above

    exact, shown = np.round(cosines, DIGITS), told(cosines, COSINE_DIGITS)
    for alike, scores in zip(exact, shown, strict=True):  # what is equal for the ranks is told as equal
        _, groups = np.unique(alike, return_inverse=True)
        highest = np.full(len(scores), scores.min(initial=0))
        np.maximum.at(highest, groups, scores)
        scores[:] = highest[groups]
    orders = [own[ordered(cosines[:, own])] for own in owns]
    first = np.zeros(cosines.shape, dtype=bool)
    for order in orders:
        np.put_along_axis(first, order[:, :SHOWN], values=True, axis=1)
    first &= ~np.isnan(cosines)
    # In each chunking: neighbours among these, the better first, of which the shown scores are equal.
    pairs = []
    for order in orders:
        row, place = np.nonzero(np.take_along_axis(first, order, axis=1))
        chunk = order[row, place]
        alike = (row[1:] == row[:-1]) & (shown[row, chunk][1:] == shown[row, chunk][:-1])
        pairs.append(np.stack([row[1:], chunk[:-1], chunk[1:]])[:, alike])
    row, better, worse = np.unique(np.concatenate(pairs, axis=1), axis=1)
    apart = exact[row, better] > exact[row, worse]
    ties, before = np.zeros(cosines.shape, dtype=np.intp), None
    while before is None or (ties != before).any():
        before = ties.copy()
        np.maximum.at(ties, (row, worse), ties[row, better] + apart)
    return [
        {
            "chunks": pack_steps(np.flatnonzero(one).tolist()),
            "scores": pack_steps(shown[at, one].tolist()),
            "ties": pack(ties[at, one].tolist()),
        }
        for at, one in enumerate(first)
    ]
