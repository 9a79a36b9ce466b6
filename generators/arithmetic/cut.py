"""How many tables no single window holds, from the lengths of the tables alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generators.arithmetic.window import stride, windows_whole
from generators.corpus import Band
from generators.mistake import Mistake

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Shares = NDArray[np.float64]


def p_cut_continuous(tokens: ArrayLike, size: float, overlap: float) -> Shares:
    """Probability that a table is cut when it may start anywhere, parts of a token included.

    `(tokens - overlap) / stride`, 0 at or below the overlap, 1 at or above the size (article A).
    """
    import numpy as np  # noqa: PLC0415 (heavy: loaded with the first formula, not with the command line)

    return np.clip((np.asarray(tokens, dtype=float) - overlap) / stride(size, overlap), 0.0, 1.0)


def p_cut_whole_token(tokens: ArrayLike, size: int, overlap: int) -> Shares:
    """Probability that a table is cut when it starts on a whole token of an endless document.

    1 above the size, else `max(0, tokens - overlap - 1) / stride` (our correction of article A: a table as long as the window still has
    one start that fits, and a table one token longer than the overlap has no start that does not).
    """
    import numpy as np  # noqa: PLC0415 (see above)

    length = np.asarray(tokens, dtype=float)
    return np.where(length > size, 1.0, np.maximum(0.0, length - overlap - 1) / stride(size, overlap))


def p_cut_finite(tokens: ArrayLike, size: int, overlap: int, document_tokens: int) -> Shares:
    """Share of the whole-token starts in a document, `0 ... document_tokens - tokens`, at which no window holds the table.

    Windows start at 0, stride, 2 strides, ...; the one that reaches the end of the document is the last and may be short. Each window
    before it adds `min(stride, size - tokens + 1)` starts that are held, the last one its own length less `tokens - 1` (our correction of
    article A). Raises `Mistake` for a table longer than the document: it has no start at all.
    """
    import numpy as np  # noqa: PLC0415 (see above)

    length = np.asarray(tokens, dtype=float)
    if np.any(length > document_tokens):
        raise Mistake(
            f"a table of {np.max(length):g} tokens in documents of {document_tokens} tokens: "
            "raise tokens_per_document or shorten the table in the profile"
        )
    step = stride(size, overlap)
    full = windows_whole(document_tokens, size, overlap) - 1
    held_by_full = full * np.clip(size - length + 1, 0.0, step)
    held_by_last = np.maximum(0.0, document_tokens - full * step - length + 1)
    starts = document_tokens - length + 1
    return np.asarray((starts - held_by_full - held_by_last) / starts)


def cut_by_band(tables: Sequence[Band], probability: Callable[[Shares], Shares]) -> tuple[float, ...]:
    """Expected cut tables of each band: its count times the probability at its length (article A's route A, band by band)."""
    import numpy as np  # noqa: PLC0415 (see above)

    return tuple(float(p) * band.count for p, band in zip(probability(np.array([float(b.tokens) for b in tables])), tables, strict=True))


def expected_cut(tables: Sequence[Band], size: float, overlap: float) -> float:
    """Expected cut tables, continuous: the sum over the bands (article A's route A)."""
    return math.fsum(cut_by_band(tables, lambda tokens: p_cut_continuous(tokens, size, overlap)))


def excess_tokens(tables: Sequence[Band], size: float, overlap: float) -> float:
    """Tokens of the tables beyond the overlap, at most a stride of each table; divided by the stride, `expected_cut` (article A)."""
    step = stride(size, overlap)
    return math.fsum(band.count * min(max(band.tokens - overlap, 0), step) for band in tables)


def count(tables: Sequence[Band]) -> int:
    """Tables in all bands."""
    return sum(band.count for band in tables)


def mean_tokens(tables: Sequence[Band]) -> float | None:
    """Mean length of a table; None where there is no table."""
    return sum(band.count * band.tokens for band in tables) / count(tables) if count(tables) else None


class RouteB(NamedTuple):
    """Article A's route B: the tables between overlap and size by their mean, and the tables that are cut wherever they start."""

    tables: int
    mean: float | None
    probability: float | None
    unclamped: float
    clamped: int


def route_b(tables: Sequence[Band], size: float, overlap: float) -> RouteB:
    """Expected cut tables by the mean length of those that the formula does not clamp, plus the clamped ones (article A).

    Between overlap and size the formula is a straight line, so that their mean is enough; `unclamped + clamped` is `expected_cut`.
    """
    between = [band for band in tables if overlap < band.tokens < size]
    clamped = count([band for band in tables if band.tokens >= size])
    mean = mean_tokens(between)
    if mean is None:
        return RouteB(0, None, None, 0.0, clamped)
    probability = (mean - overlap) / stride(size, overlap)
    return RouteB(count(between), mean, probability, count(between) * probability, clamped)


def cut_from_mean(tables: Sequence[Band], size: float, overlap: float) -> float:
    """Cut tables as if every table had the mean length: the estimate that article A warns of, for it does not see the clamps."""
    mean = mean_tokens(tables)
    return 0.0 if mean is None else count(tables) * float(p_cut_continuous(mean, size, overlap))


def floor_tokens(size: float, overlap: float, tolerance: float) -> float:
    """Length at which a corpus of equal tables has just the tolerated share cut: `overlap + tolerance * stride` (article A)."""
    return overlap + tolerance * stride(size, overlap)
