"""How far a longer chunk turns its mean vector away from the answer, if all other tokens point nowhere in particular."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def cosine(chunk_tokens: ArrayLike, answer_tokens: float) -> NDArray[np.float64]:
    """Cosine between the query and the mean of a chunk's token vectors: `m / sqrt(m**2 + n - m)` (article A).

    `m` of the chunk's `n` unit vectors point the query's way (at most all of them), the others at right angles to it and to each other.
    """
    import numpy as np  # noqa: PLC0415 (heavy: loaded with the first formula, not with the command line)

    n = np.asarray(chunk_tokens, dtype=float)
    m = np.minimum(n, answer_tokens)
    return np.asarray(m / np.sqrt(m**2 + n - m))


class MeanVector(NamedTuple):
    """The mean vector of a chunk, taken apart: lengths in units of one token's vector."""

    signal: float
    filler_norm: float
    vector_norm: float
    cosine: float


def mean_vector(chunk_tokens: float, answer_tokens: float) -> MeanVector:
    """The same cosine by article A's second route: signal `m / n`, filler `sqrt(n - m) / n`, the length of both together, their ratio."""
    m = min(chunk_tokens, answer_tokens)
    signal = m / chunk_tokens
    filler_norm = math.sqrt(chunk_tokens - m) / chunk_tokens
    vector_norm = math.hypot(signal, filler_norm)
    return MeanVector(signal, filler_norm, vector_norm, signal / vector_norm)


def fall(before: float, after: float) -> float | None:
    """Share by which a quantity falls, `1 - after / before`; negative where it rises, None where it was 0 before."""
    return 1 - after / before if before else None


def wrong_share(size: float, longer: float) -> float:
    """The fall if the cosine went with the answer's share of the chunk, `1 - size / longer`: article A's first wrong estimate."""
    return 1 - size / longer


def wrong_quadrature(size: float, longer: float) -> float:
    """The fall if the cosine went with one over the root of the length, `1 - sqrt(size / longer)`: article A's second wrong estimate."""
    return 1 - math.sqrt(size / longer)
