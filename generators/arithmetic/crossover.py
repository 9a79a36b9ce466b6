"""The chunk size at which a bigger window alone would leave no more cut tables than are tolerated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from generators.arithmetic.cut import count
from generators.corpus import Band


class Crossover(NamedTuple):
    """The stride that leaves exactly the tolerated number of cut tables, and what it is made of."""

    stride: float
    excess_tokens: float
    clamped: int


def crossover(tables: Sequence[Band], overlap: float, allowed: float) -> Crossover | None:
    """The stride at which `allowed` tables are cut: `excess_tokens / (allowed - clamped)` (article A, where no table is clamped).

    Tables too long even for that window are `clamped` (cut wherever they start); `excess_tokens` is what the others have beyond the
    overlap. None where no stride does it: nothing may be cut, or every stride leaves fewer.
    """
    longer = sorted((band for band in tables if band.tokens > overlap), key=lambda band: band.tokens, reverse=True)
    if not 0 < allowed < count(longer):
        return None
    clamped = 0
    while True:
        excess = math.fsum(band.count * (band.tokens - overlap) for band in longer)
        step = excess / (allowed - clamped)
        if longer[0].tokens - overlap <= step:
            return Crossover(step, excess, clamped)
        clamped += longer.pop(0).count


def chunk_size(stride: float, overlap: float) -> int:
    """The chunk size in whole tokens, rounded up, whose stride is at least `stride` (article A)."""
    # A billionth of a token above a whole one comes from the division, not from the length.
    return math.ceil(round(stride + overlap, 9))
