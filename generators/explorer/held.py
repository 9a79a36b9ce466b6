"""Held: what each chunk holds of an answer, as a letter, and which chunks mostly repeat others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.in_chunks import Places
from generators.spans import Span, bridged, covers, intersection, length, overlaps, trimmed


def held(document: Document, chunks: Sequence[Chunk]) -> list[list[str]]:
    """For each question of the document a letter for each of the chunks.

    `w` if it holds the whole answer, `s` its start, `e` its end, `m` only its middle, `p` some of several answers, `n` nothing of it.
    """
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

    places = Places(document.text, dict(enumerate(chunks)))
    # A chunk that cannot be placed holds nothing.
    starts = np.array([chunk.pieces[0][0] if chunk.pieces else 0 for chunk in chunks])
    ends = np.array([chunk.pieces[-1][1] if chunk.pieces else 0 for chunk in chunks])
    letters = []
    for question in document.questions:
        answers = [trimmed(span, document.text) for span in question.answers]
        row = ["n"] * len(chunks)
        for start, end in answers:
            for at in np.flatnonzero((starts < end) & (ends > start)).tolist():
                row[at] = part(bridged(chunks[at].pieces, document.text), answers)
        for at in set.intersection(*map(places.holding, answers)):
            row[at] = "w"
        letters.append(row)
    return letters


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


class Repeats:
    """Which of a chunking's chunks repeat others that a list has before them."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._outer = [(chunk.pieces[0][0], chunk.pieces[-1][1]) if chunk.pieces else (0, 0) for chunk in chunks]
        self._repeats = cache(lambda place, above: repeats(chunks[place], [chunks[other] for other in above]))

    def among(self, first: Sequence[int]) -> list[bool]:
        """Whether more than half of each of these chunks stands in those before it."""
        found = []
        for at, place in enumerate(first):
            start, end = self._outer[place]
            near = frozenset(above for above in first[:at] if self._outer[above][0] < end and self._outer[above][1] > start)
            found.append(bool(near) and self._repeats(place, near))
        return found


def repeats(chunk: Chunk, above: Sequence[Chunk]) -> bool:
    """Whether more than half of the chunk stands in these others."""
    return 2 * length(intersection(chunk.pieces, [piece for other in above for piece in other.pieces])) > length(chunk.pieces)
