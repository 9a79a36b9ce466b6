"""Approximate search: a graph that is walked (HNSW) instead of every vector compared, and how much of the exact answer it finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from generators.mistake import Absent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from generators.encoders.encoder import Vectors

LINKS = 16
"""How many neighbours a vector is linked to (`M`)."""

EF_CONSTRUCTION = 100
"""How many candidates are kept while a vector is linked (`ef_construction`)."""

SCALE = 4000
"""What a vector of length 1 is multiplied by before it is rounded to whole numbers. A product of two such vectors, and every partial sum of
it, is a whole number below 2^24 (4000 * 4000 = 16,000,000 < 16,777,216), so that float32 holds it exactly in whatever order a processor
adds it up, and the graph is the same on every machine."""


def whole(vectors: Vectors) -> NDArray[np.float32]:
    """Rows of length 1 as whole numbers; see `SCALE`."""
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector

    return np.rint(vectors * SCALE).astype(np.float32)


def recalls(vectors: Vectors, asked: Vectors, depth: int, widths: Iterable[int]) -> dict[int, float]:
    """For each width (`ef_search`), the share of the `depth` nearest of `vectors` that the graph finds for a row of `asked`, on average.

    Both hold rows of length 1, one row a text, and nearest is by cosine. A vector counts as found where it is as near as the last of the
    exact ones: vectors that tie for the last place are equally good. Vectors are linked one after another in their order, by one thread.
    Raises `Absent` where faiss is not installed.
    """
    import numpy as np  # noqa: PLC0415 see above

    try:
        import faiss  # noqa: PLC0415 only this measure needs it
    except ImportError:
        raise Absent("an approximate index needs the package faiss-cpu: pip install faiss-cpu") from None
    own, questions = whole(vectors), whole(asked)
    depth = min(depth, len(own))
    exact = questions @ own.T
    last = np.partition(exact, -depth, axis=1)[:, -depth]
    faiss.omp_set_num_threads(1)
    index = faiss.IndexHNSWFlat(own.shape[1], LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = EF_CONSTRUCTION
    index.add(own)
    found = {}
    for width in widths:
        index.hnsw.efSearch = width
        scores, places = index.search(questions, depth)
        near = (places >= 0) & (scores >= last[:, None])
        found[width] = float(near.sum()) / near.size
    return found
