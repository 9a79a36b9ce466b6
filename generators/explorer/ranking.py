"""Ranking: for each question of a document the order of its chunks by each search, and what the first ones hold of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.held import Repeats, held
from generators.explorer.outcome import sizes_found
from generators.measures.retrieval import DEPTHS
from generators.retrieve import BM25, Ranking, Words, cosines, fused, ranking

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
    chunks = {chunk: at for at, chunk in enumerate(dict.fromkeys(chunk for chunking in chunkings for chunk in chunking))}
    texts, questions = [chunk.text for chunk in chunks], [question.text for question in document.questions]
    likeness, words, letters = cosines(encoder, texts, questions), Words(texts, questions), held(document, [*chunks])
    holders: list[Holders] = [[] for _ in questions]
    found: dict[str, list[Asked]] = {search: [_nothing() for _ in questions] for search in SEARCHES}
    for chunking in chunkings:
        own, repeated = [chunks[chunk] for chunk in chunking], Repeats(chunking)
        pairs = zip([ranking(row[own]) for row in likeness], words.rank(own), strict=True)
        for question, (letter, pair) in enumerate(zip(letters, pairs, strict=True)):
            holds = [letter[at] for at in own]
            holding = [place for place, kind in enumerate(holds) if kind == "w"]
            holders[question].append(holding)
            for (search, (_, digits)), ranked in zip(SEARCHES.items(), (*pair, fused(pair)), strict=True):
                for name, value in _row(ranked, holding, holds, repeated, digits).items():
                    found[search][question][name].append(value)
    for search in SEARCHES:
        for one, holding_by in zip(found[search], holders, strict=True):
            one["sizes"] = sizes_found(settings, one["rank"], holding_by)
    return holders, found


def _nothing() -> dict[str, list[Any]]:
    return {"rank": [], "first": [], "scores": [], "holds": []}


def _row(ranked: Ranking, holders: Sequence[int], holds: Sequence[str], repeated: Repeats, digits: int) -> dict[str, Any]:
    """What a search gives for one question under one chunking."""
    first = ranked.order[:SHOWN].tolist()
    return {
        "rank": ranked.best(holders),
        "first": first,
        "scores": [round(score, digits) for score in ranked.scores[first].tolist()],
        "holds": "".join(holds[at].upper() if again else holds[at] for at, again in zip(first, repeated.among(first), strict=True)),
    }
