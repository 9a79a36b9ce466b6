"""Ranking: for each question of a document the order of its chunks by each search, and what the first ones hold of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.held import held, repeated
from generators.explorer.likeness import Likeness
from generators.explorer.outcome import sizes_found
from generators.measures.retrieval import DEPTHS
from generators.retrieve import BM25, DIGITS, FUSED_DIGITS, fusion, ordered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = max(DEPTHS)
"""So many of the first chunks are listed."""

ENCODER, FUSED = "wordllama", "fused"

SEARCHES = {ENCODER: ("WordLlama, by vectors", 3), BM25: ("BM25, by words", 2), FUSED: ("both, their ranks fused", 4)}
"""By the name that an address gives it: what the chunks are ranked by, and to how many digits their scores are told."""

Asked = dict[str, Any]
"""What one search makes of one question under each chunking, in their order.

`rank` is that of the best chunk that holds the whole answer, null where none is retrieved; `first` are the first chunks by rank, with their
`scores`; `holds` has a letter for each as `held` gives it, a capital where more than half of the chunk stands in chunks that are ranked
above it. `sizes` says at how many sizes the answer is contained, and at how many it is in a shortlist of each depth.
"""

Holders = list[list[int]]
"""For each chunking the chunks that each hold the whole answer of a question."""


def asked(
    document: Document, settings: Sequence[int], chunkings: Sequence[Sequence[Chunk]], encoder: Encoder
) -> tuple[list[Holders], dict[str, list[Asked]]]:
    """For each question of the document which chunks hold its answer, and by each search what became of it.

    Raises `Absent` where the encoder cannot be run here.
    """
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

    chunks = {chunk: at for at, chunk in enumerate(dict.fromkeys(chunk for chunking in chunkings for chunk in chunking))}
    likeness, letters = Likeness(document, [*chunks], encoder), held(document, [*chunks])
    whole = letters == ord("w")
    owns = [np.array([chunks[chunk] for chunk in chunking]) for chunking in chunkings]
    holders = [[np.flatnonzero(row[own]).tolist() for own in owns] for row in whole]
    lists: dict[str, list[Lists]] = {search: [] for search in SEARCHES}
    for own in owns:
        pair = [(scores, ranks_of(scores)) for scores in (likeness.by_vectors(own), likeness.by_words(own))]
        both = fusion(np.stack([ranks for _, ranks in pair]))
        for search, (scores, ranks) in zip(SEARCHES, (*pair, (both, ranks_of(both, FUSED_DIGITS))), strict=True):
            lists[search].append(Lists.of(scores, ranks, whole[:, own], own))
    found = {search: _asked(of, letters, [*chunks], SEARCHES[search][1]) for search, of in lists.items()}
    for every in found.values():
        for one, holding_by in zip(every, holders, strict=True):
            one["sizes"] = sizes_found(settings, one["rank"], holding_by)
    return holders, found


def ranks_of(scores: NDArray[np.float64], digits: int = DIGITS) -> NDArray[np.intp]:
    """The rank of each text along the last axis, from 1; 0 for one that is not retrieved."""
    import numpy as np  # noqa: PLC0415 see above

    ranks = np.empty(scores.shape, dtype=np.intp)
    np.put_along_axis(ranks, ordered(scores, digits), np.arange(1, scores.shape[-1] + 1)[None], axis=-1)
    return np.where(np.isnan(scores), 0, ranks)


class Lists(NamedTuple):
    """The first chunks of one chunking for every question: a row for each, all as long as the longest may be."""

    best: NDArray[np.intp]
    """The rank of the best chunk that holds the whole answer, 0 where none is retrieved."""
    first: NDArray[np.intp]
    """The chunks by their place in the chunking."""
    chunks: NDArray[np.intp]
    """The same by their place among all chunks, -1 beyond the end of a list."""
    scores: NDArray[np.float64]

    @classmethod
    def of(cls, scores: NDArray[np.float64], ranks: NDArray[np.intp], whole: NDArray[np.bool_], own: NDArray[np.intp]) -> Lists:
        """From the score and the rank of each chunk, and whether it holds the whole answer."""
        import numpy as np  # noqa: PLC0415 see above

        none = len(own) + 1
        best = np.where(whole & (ranks > 0), ranks, none).min(axis=1)
        first = np.zeros((len(scores), SHOWN), dtype=np.intp)
        row, place = np.nonzero((ranks > 0) & (ranks <= SHOWN))
        chunks, top = np.full(first.shape, -1), np.zeros(first.shape)
        at = row, ranks[row, place] - 1
        first[at], chunks[at], top[at] = place, own[place], scores[row, place]
        return cls(np.where(best == none, 0, best), first, chunks, top)


def _asked(lists: Sequence[Lists], letters: NDArray[np.uint8], chunks: Sequence[Chunk], digits: int) -> list[Asked]:
    """What a search gives for each question, from its lists under each chunking."""
    import numpy as np  # noqa: PLC0415 see above

    best, first, shown, scores = (np.stack(part, axis=1) for part in zip(*lists, strict=True))
    again = repeated(chunks, shown.reshape(-1, SHOWN)).reshape(shown.shape)
    holds = np.take_along_axis(letters[:, None], shown, axis=-1)
    holds = np.where(again, holds - ord("a") + ord("A"), holds)
    many = (shown >= 0).sum(axis=-1)
    return [
        {
            "rank": [rank or None for rank in best[at].tolist()],
            "first": [row[:most] for row, most in zip(first[at].tolist(), many[at], strict=True)],
            "scores": [[round(score, digits) for score in row[:most]] for row, most in zip(scores[at].tolist(), many[at], strict=True)],
            "holds": [row[:most].tobytes().decode() for row, most in zip(holds[at], many[at], strict=True)],
        }
        for at in range(len(letters))
    ]
