"""Late chunking: a chunk's vector is made of its tokens' vectors after the model has read the document around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders.late import late
from generators.splitters.splitter import Splitter
from generators.strategies.strategy import Passage, Returned

if TYPE_CHECKING:
    from generators.encoders import Encoder
    from generators.encoders.encoder import Vectors


def late_chunking(document: Document, chunks: Sequence[Chunk], splitter: Splitter) -> tuple[Passage, ...]:
    """The chunk is searched and returned; its vector is the mean of its tokens' vectors in the document. A ranking by words is as ever."""
    del splitter
    return tuple(Passage(chunk, Returned(document, chunk), late=True) for chunk in chunks)


def vectors(encoder: Encoder, passages: Sequence[Passage]) -> Vectors:
    """A row for each passage, out of its own document; raises `Absent` and `Mistake` as `late` does."""
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector, not with the command line

    by_document: dict[int, list[Passage]] = {}
    for passage in passages:
        by_document.setdefault(id(passage.returned.document), []).append(passage)
    rows = [late(encoder, own[0].returned.document.text, [one.chunk.pieces for one in own]) for own in by_document.values()]
    return np.concatenate(rows) if rows else np.zeros((0, 0))
