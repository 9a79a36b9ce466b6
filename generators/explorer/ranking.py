"""Ranking: for each question of a document what each search makes of its chunks, under every chunking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.cut import Cut
from generators.explorer.likeness import Likeness
from generators.explorer.lists import COSINE_DIGITS, Lists, best_of, listed, ranks_of, scored_once, told
from generators.explorer.outcome import CUT, UNFOUND
from generators.explorer.packed import pack, pack_steps
from generators.measures.in_chunks import Places
from generators.measures.retrieval import DEPTHS
from generators.retrieve import BM25, FUSED_DIGITS, cosines, fusion
from generators.spans import trimmed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENCODER, FUSED = "wordllama", "fused"

SEARCHES = {ENCODER: ("WordLlama, by vectors", COSINE_DIGITS), BM25: ("BM25, by words", 1), FUSED: ("both, their ranks fused", 4)}
"""By the name that an address gives it: what the chunks are ranked by, and to how many digits their scores are told."""

AT_ONCE = 1000
"""Texts whose vectors are kept before the next are computed, so that what is interrupted begins there again."""

Found = dict[str, Any]
"""What one search makes of one question.

`found` says for each depth of a shortlist at how many sizes the answer is in it, with each overlap. `ranks` are those of the best chunk
that holds the whole answer under each chunking: packed, each one more than it is, see `outcome`.

By an encoder a chunk's score is the same in every chunking, so that it is told once: `chunks`, in steps, are those that come among the
first anywhere, with their packed `scores` in steps, in units of the last digit that is told. Of equal ones in a chunking, the lower in
`ties` comes first, and of equal ones there the one that stands first. A score by words, and one of fused ranks, is another in every
chunking: for each, parted by blanks, `first` packs the first chunks by their positions in it and `scores` the first score and by how much
each falls.
"""

Asked = dict[str, Any]
"""What becomes of one question: `whole` are the chunks that hold the whole answer, by their numbers, packed in steps; `contained` says at
how many sizes there is one, with each overlap; and by the name of each search stands what it makes of the question.
"""


def asked(document: Document, cut: Cut, encoder: Encoder) -> list[Asked]:
    """What becomes of each question of the document; raises `Absent` where the encoder cannot be run here."""
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

    likeness, whole = Likeness(document, cut.chunks, encoder), holding(document, cut.chunks)
    lists: dict[str, list[Lists]] = {search: [] for search in SEARCHES}
    placed = [np.array(own, dtype=np.intp) for own in cut.owns]
    for own in placed:
        pair = [(scores, ranks_of(scores)) for scores in (likeness.by_vectors(own), likeness.by_words(own))]
        both = fusion(np.stack([ranks for _, ranks in pair]))
        for search, (scores, ranks) in zip(SEARCHES, (*pair, (both, ranks_of(both, FUSED_DIGITS))), strict=True):
            lists[search].append(Lists.of(told(scores, SEARCHES[search][1]), ranks, whole[:, own]))
    once = scored_once(likeness.by_vectors(np.arange(len(cut.chunks))), placed)
    best = {search: np.stack([one.best for one in own], axis=1) for search, own in lists.items()}
    settings = cut.told["settings"]
    answers: list[Asked] = []
    for at in range(len(document.questions)):
        parts = {search: listed([one.row(at) for one in own]) if search != ENCODER else once[at] for search, own in lists.items()}
        held = {"whole": pack_steps(np.flatnonzero(whole[at]).tolist()), "contained": contained(settings, best[ENCODER][at])}
        answers.append(held | {search: summary(settings, best[search][at], parts[search]) for search in SEARCHES})
    return answers


def by_encoder(document: Document, cut: Cut, encoder: Encoder) -> list[Found]:
    """What an encoder makes of each question, each chunk encoded by itself; raises `Absent` where it cannot be run here."""
    import numpy as np  # noqa: PLC0415 see above

    texts, questions = [chunk.text for chunk in cut.chunks], [question.text for question in document.questions]
    scores = np.concatenate([cosines(encoder, texts[at : at + AT_ONCE], questions) for at in range(0, len(texts), AT_ONCE)], axis=1)
    placed, whole = [np.array(own, dtype=np.intp) for own in cut.owns], holding(document, cut.chunks)
    best = np.stack([best_of(ranks_of(scores[:, own]), whole[:, own]) for own in placed], axis=1)
    return [summary(cut.told["settings"], *one) for one in zip(best, scored_once(scores, placed), strict=True)]


def holding(document: Document, chunks: Sequence[Chunk]) -> NDArray[np.bool_]:
    """A row for each question of the document: whether each chunk holds the whole answer."""
    import numpy as np  # noqa: PLC0415 see above

    places = Places(document.text, dict(enumerate(chunks)))
    rows = np.zeros((len(document.questions), len(chunks)), dtype=bool)
    for row, question in zip(rows, document.questions, strict=True):
        row[[*set.intersection(*(places.holding(trimmed(span, document.text)) for span in question.answers))]] = True
    return rows


def contained(settings: Sequence[Sequence[int]], best: NDArray[np.intp]) -> list[int]:
    """At how many sizes some chunk holds the whole answer, with each overlap; `best` has a rank for each chunking."""
    return [int((best[chunkings(row)] != CUT).sum()) for row in settings]


def summary(settings: Sequence[Sequence[int]], best: NDArray[np.intp], parts: dict[str, str]) -> Found:
    """What a search makes of a question, from the best ranks under each chunking and what it lists."""
    ranks = [best[chunkings(row)] for row in settings]
    return {
        "found": {str(depth): [int(((own > UNFOUND) & (own <= depth)).sum()) for own in ranks] for depth in DEPTHS},
        "ranks": pack((best + 1).tolist()),
        **parts,
    }


def chunkings(row: Sequence[int]) -> list[int]:
    """The chunkings of an overlap, those that are refused left out."""
    return [at for at in row if at >= 0]
