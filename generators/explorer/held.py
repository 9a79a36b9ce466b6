"""Held: what each chunk holds of an answer, as a letter, and which chunks mostly repeat others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.in_chunks import Places
from generators.spans import Span, bridged, covers, intersection, length, overlaps, trimmed, union

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def held(document: Document, chunks: Sequence[Chunk]) -> NDArray[np.uint8]:
    """For each question of the document a letter for each of the chunks, as its code.

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
    return np.array([list("".join(row).encode()) for row in letters], dtype=np.uint8)


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


def repeated(chunks: Sequence[Chunk], lists: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Of each row of chunks, given by their position or -1 for none, whether more than half of each stands in those before it."""
    import numpy as np  # noqa: PLC0415 see above

    pieces = [union(chunk.pieces) for chunk in chunks]
    most = max(map(len, pieces), default=0)
    edges = np.zeros((len(chunks) + 1, most, 2), dtype=np.intp)  # what is left is empty, as is all of the last, which is no chunk
    for at, own in enumerate(pieces):
        edges[at, : len(own)] = np.reshape(own, (-1, 2))
    starts, ends = np.moveaxis(edges[lists], -1, 0)
    found = np.zeros(lists.shape, dtype=bool)
    for at in range(1, lists.shape[1]):
        start, end = (edge[:, :at].reshape(len(lists), -1) for edge in (starts, ends))
        order = start.argsort(axis=1)
        start, end = (np.take_along_axis(edge, order, axis=1) for edge in (start, end))
        # Each piece above adds what it has beyond the furthest end before it.
        start[:, 1:] = np.maximum(start[:, 1:], np.maximum.accumulate(end, axis=1)[:, :-1])
        shared = sum(
            np.maximum(np.minimum(end, ends[:, at, piece, None]) - np.maximum(start, starts[:, at, piece, None]), 0).sum(axis=1)
            for piece in range(most)
        )
        found[:, at] = 2 * shared > (ends[:, at] - starts[:, at]).sum(axis=1)
    return found


def repeats(chunk: Chunk, above: Sequence[Chunk]) -> bool:
    """Whether more than half of the chunk stands in these others."""
    return 2 * length(intersection(chunk.pieces, [piece for other in above for piece in other.pieces])) > length(chunk.pieces)
