"""Ranking: for each question of a document the order of its chunks by cosine, and what each of the first ones holds of the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.measures.in_chunks import Places
from generators.measures.retrieval import DEPTHS
from generators.retrieve import Ranking, by_cosine
from generators.spans import Span, bridged, covers, intersection, length, overlaps, trimmed

SHOWN = max(DEPTHS)
"""So many of the first chunks are listed."""

Asked = dict[str, list[Any]]
"""What became of one question under each chunking, in their order.

`holders` are the chunks that each hold the whole answer, and `rank` is that of the best of them, null where none is retrieved. `first`
are the first chunks by rank, `scores` their cosines, and `holds` has a letter for each: `w` if it holds the whole answer, `s` its start,
`e` its end, `m` only its middle, `p` some of several answers, `n` nothing of it. The letter is a capital where more than half of the
chunk stands in chunks that are ranked above it.
"""


def asked(document: Document, chunkings: Sequence[Sequence[Chunk]], encoder: Encoder) -> list[Asked]:
    """What became of each question of the document; raises `Absent` where the encoder cannot be run here."""
    encoder.encode(sorted({chunk.text for chunks in chunkings for chunk in chunks}))  # at once, which is faster, for it remembers them
    joined = cache(lambda pieces: bridged(pieces, document.text))
    questions = [question.text for question in document.questions]
    answers = [[trimmed(span, document.text) for span in question.answers] for question in document.questions]
    found: list[Asked] = [{"holders": [], "rank": [], "first": [], "scores": [], "holds": []} for _ in questions]
    for chunks in chunkings:
        rankings = by_cosine(encoder, [chunk.text for chunk in chunks], questions)
        places = Places(document.text, dict(enumerate(chunks)))
        for one, spans, ranking in zip(found, answers, rankings, strict=True):
            for name, value in _row(chunks, spans, places, ranking, joined).items():
                one[name].append(value)
    return found


Joined = Callable[[tuple[Span, ...]], tuple[Span, ...]]
"""Pieces, with those joined that only blanks part."""


def _row(chunks: Sequence[Chunk], answers: Sequence[Span], places: Places, ranking: Ranking, joined: Joined) -> dict[str, Any]:
    """What became of one question with these answers under one chunking."""
    holding = sorted(set.intersection(*map(places.holding, answers)))
    first = ranking.order[:SHOWN].tolist()
    holds = ["w" if place in holding else part(joined(chunks[place].pieces), answers) for place in first]
    again = [repeats(chunks[place], [chunks[above] for above in first[:at]]) for at, place in enumerate(first)]
    return {
        "holders": holding,
        "rank": ranking.best(holding),
        "first": first,
        "scores": [round(float(ranking.scores[place]), 3) for place in first],
        "holds": "".join(letter.upper() if twice else letter for letter, twice in zip(holds, again, strict=True)),
    }


def part(pieces: Sequence[Span], answers: Sequence[Span]) -> str:
    """The letter for what the pieces hold of the answers, of which they do not hold all."""
    touched = [answer for answer in answers if any(overlaps(piece, answer) for piece in pieces)]
    if not touched:
        return "n"
    if len(answers) > 1:
        return "p"
    start, end = answers[0]
    if covers(pieces, (start, start + 1)):
        return "s"
    return "e" if covers(pieces, (end - 1, end)) else "m"


def repeats(chunk: Chunk, above: Sequence[Chunk]) -> bool:
    """Whether more than half of the chunk stands in these others."""
    return 2 * length(intersection(chunk.pieces, [piece for other in above for piece in other.pieces])) > length(chunk.pieces)
