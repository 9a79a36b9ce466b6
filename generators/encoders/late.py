"""Late chunking: a chunk's vector made of its tokens' vectors after the model has read the whole text, not the chunk alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generators.encoders.encoder import Encoder
from generators.spans import Span, union

if TYPE_CHECKING:
    from generators.encoders.encoder import Vectors


def late(encoder: Encoder, text: str, chunks: Sequence[Sequence[Span]]) -> Vectors:
    """A row of length 1 for each chunk, given as its pieces: the mean of the vectors of the tokens that share a character with it.

    The model's own marks have no part in it, though they have in what `encode` gives. A chunk without a token is a row of zeros. Of a model
    whose tokens have the same vector in every text the rows are those of `encode`, but for tokens that a chunk's edge parts or makes.
    Raises `Absent` where the model cannot be run here, and `Mistake` where it gives no vectors of tokens.
    After Guenther et al., "Late Chunking", arXiv 2409.04701.
    """
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector, not with the command line

    places, vectors = encoder.token_vectors(text)
    starts, ends = np.array(places, dtype=np.intp).reshape(-1, 2).T
    rows = np.zeros((len(chunks), vectors.shape[1]))
    for row, pieces in zip(rows, chunks, strict=True):
        inside = np.zeros(len(places), dtype=bool)
        for start, end in union(pieces):
            inside |= np.maximum(starts, start) < np.minimum(ends, end)
        if inside.any():
            row[:] = vectors[inside].mean(axis=0, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1)
