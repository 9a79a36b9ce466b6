"""Ranking: for each question of a document the order of its chunks by each search, under every chunking, packed to be looked up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.likeness import Likeness
from generators.explorer.outcome import CUT, UNFOUND
from generators.explorer.packed import pack, pack_steps
from generators.measures.in_chunks import Places
from generators.measures.retrieval import DEPTHS
from generators.retrieve import BM25, DIGITS, FUSED_DIGITS, fusion, ordered
from generators.spans import trimmed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = max(DEPTHS)
"""So many of the first chunks are listed."""

ENCODER, FUSED = "wordllama", "fused"

SEARCHES = {ENCODER: ("WordLlama, by vectors", 3), BM25: ("BM25, by words", 1), FUSED: ("both, their ranks fused", 4)}
"""By the name that an address gives it: what the chunks are ranked by, and to how many digits their scores are told."""

CONTAINED = "contained"

Asked = dict[str, Any]
"""What the searches make of one question.

`whole` are the chunks that hold the whole answer, by their numbers, packed in steps. `sizes` says for each overlap at how many
sizes the answer is `contained`, and by the name of each search at how many it is in a shortlist of each depth. By the name of each search
stand the `ranks` under each chunking of the best chunk that holds the whole answer: packed, each one more than it is, see `outcome`.

A chunk's cosine is the same in every chunking, so that its score is told once: `chunks`, in steps, are those that come among the first
anywhere, with their packed `scores` in steps, in units of the last digit that is told. Of equal ones in a chunking, the lower in `ties`
comes first, and of equal ones there the one that stands first. A score by words, and one of fused ranks, is another in every chunking: for
each, parted by blanks, `first` packs the first chunks by their positions in it and `scores` the first score and by how much each falls.
"""


def asked(
    document: Document, settings: Sequence[Sequence[int]], chunks: Sequence[Chunk], owns: Sequence[Sequence[int]], encoder: Encoder
) -> list[Asked]:
    """For each question of the document what became of it under each chunking, given by its own among all chunks.

    `settings` has the chunkings of each overlap. Raises `Absent` where the encoder cannot be run here.
    """
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

    likeness, whole = Likeness(document, chunks, encoder), holding(document, chunks)
    lists: dict[str, list[Lists]] = {search: [] for search in SEARCHES}
    placed = [np.array(own, dtype=np.intp) for own in owns]
    for own in placed:
        pair = [(scores, ranks_of(scores)) for scores in (likeness.by_vectors(own), likeness.by_words(own))]
        both = fusion(np.stack([ranks for _, ranks in pair]))
        for search, (scores, ranks) in zip(SEARCHES, (*pair, (both, ranks_of(both, FUSED_DIGITS))), strict=True):
            lists[search].append(Lists.of(told(scores, SEARCHES[search][1]), ranks, whole[:, own]))
    once = scored_once(likeness.by_vectors(np.arange(len(chunks))), placed)
    best = {search: np.stack([one.best for one in own], axis=1) for search, own in lists.items()}
    found = []
    for at in range(len(document.questions)):
        parts = {search: listed([one.row(at) for one in own]) if search != ENCODER else once[at] for search, own in lists.items()}
        best_of = {search: own[at] for search, own in best.items()}
        found.append(
            {
                "whole": pack_steps(np.flatnonzero(whole[at]).tolist()),
                "sizes": sizes_found(settings, best_of),
                **{search: {"ranks": pack((best_of[search] + 1).tolist()), **parts[search]} for search in SEARCHES},
            }
        )
    return found


def holding(document: Document, chunks: Sequence[Chunk]) -> NDArray[np.bool_]:
    """A row for each question of the document: whether each chunk holds the whole answer."""
    import numpy as np  # noqa: PLC0415 see above

    places = Places(document.text, dict(enumerate(chunks)))
    found = np.zeros((len(document.questions), len(chunks)), dtype=bool)
    for row, question in zip(found, document.questions, strict=True):
        row[[*set.intersection(*(places.holding(trimmed(span, document.text)) for span in question.answers))]] = True
    return found


def ranks_of(scores: NDArray[np.float64], digits: int = DIGITS) -> NDArray[np.intp]:
    """The rank of each text along the last axis, from 1; 0 for one that is not retrieved."""
    import numpy as np  # noqa: PLC0415 see above

    ranks = np.empty(scores.shape, dtype=np.intp)
    np.put_along_axis(ranks, ordered(scores, digits), np.arange(1, scores.shape[-1] + 1)[None], axis=-1)
    return np.where(np.isnan(scores), 0, ranks)


def told(scores: NDArray[np.float64], digits: int) -> NDArray[np.intp]:
    """Scores in units of the last of so many digits."""
    import numpy as np  # noqa: PLC0415 see above

    found: NDArray[np.intp] = np.rint(np.nan_to_num(scores) * 10**digits).astype(np.intp)
    return found


class Lists(NamedTuple):
    """The first chunks of one chunking for every question: a row for each, all as long as the longest may be."""

    best: NDArray[np.intp]
    """The rank of the best chunk that holds the whole answer, or what stands in its place."""
    first: NDArray[np.intp]
    """The chunks by their place in the chunking."""
    scores: NDArray[np.intp]
    many: NDArray[np.intp]
    """How many there are."""

    @classmethod
    def of(cls, scores: NDArray[np.intp], ranks: NDArray[np.intp], whole: NDArray[np.bool_]) -> Lists:
        """From the score and the rank of each chunk, and whether it holds the whole answer."""
        import numpy as np  # noqa: PLC0415 see above

        none = ranks.shape[1] + 1
        best = np.where(whole & (ranks > 0), ranks, none).min(axis=1)
        best = np.where(whole.any(axis=1), np.where(best == none, UNFOUND, best), CUT)
        first, top = np.zeros((2, len(scores), SHOWN), dtype=np.intp)
        listed = (ranks > 0) & (ranks <= SHOWN)
        row, place = np.nonzero(listed)
        at = row, ranks[row, place] - 1
        first[at], top[at] = place, scores[row, place]
        # Scores that are as good as equal for the ranks may be told apart by their last digit: none rises down the ranks.
        return cls(best, first, np.minimum.accumulate(top, axis=1), listed.sum(axis=1))

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

    exact, shown = np.round(cosines, DIGITS), told(cosines, SEARCHES[ENCODER][1])
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


def sizes_found(settings: Sequence[Sequence[int]], ranks: dict[str, NDArray[np.intp]]) -> dict[str, Any]:
    """For each overlap at how many sizes the answer is contained, and by each search at how many it is in a shortlist of each depth."""
    rows = [[at for at in row if at >= 0] for row in settings]
    contained = [int((ranks[ENCODER][row] != CUT).sum()) for row in rows]
    return {
        CONTAINED: contained,
        **{
            search: {str(depth): [int(((own[row] > UNFOUND) & (own[row] <= depth)).sum()) for row in rows] for depth in DEPTHS}
            for search, own in ranks.items()
        },
    }
