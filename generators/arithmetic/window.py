"""Windows of a fixed size over a document: how far they advance and how many there are."""

from __future__ import annotations

import math

from generators.mistake import Mistake


def stride(size: float, overlap: float) -> float:
    """Tokens from the start of one window to the start of the next: `size - overlap` (article A).

    Raises `Mistake` where the windows would not advance or the overlap is negative.
    """
    if not 0 <= overlap < size:
        raise Mistake(f"chunk_overlap {overlap:g} with chunk_size {size:g}: choose an overlap from 0 up to less than the size")
    return size - overlap


def windows(document_tokens: float, size: float, overlap: float) -> float:
    """Windows per document as a continuous quantity: `(document_tokens - overlap) / stride`, and never less than one (article A)."""
    return max(1.0, (document_tokens - overlap) / stride(size, overlap))


def windows_whole(document_tokens: float, size: float, overlap: float) -> int:
    """Windows that a splitter really makes of one document: `windows`, rounded up; the last one ends with the document (article A)."""
    return math.ceil(windows(document_tokens, size, overlap))
