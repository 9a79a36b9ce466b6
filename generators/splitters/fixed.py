"""The fixed-size splitter: windows of one length at one stride, cut wherever they end."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Literal

from generators.schema import NotNegative, Positive
from generators.splitters.memo import Memo
from generators.splitters.splitter import Splitter, Unit, call, named
from generators.tokens import tokenizer


def fixed(
    *, chunk_size: Positive, chunk_overlap: NotNegative = 0, unit: Unit = "characters", clamp_overlap: Literal["half"] | None = None
) -> Splitter:
    """Windows that start at 0, stride, 2 x stride ... with `stride = chunk_size - chunk_overlap`; the last one ends with the document.

    `unit` is `"characters"` or the name of a tokenizer. In tokens the windows are cut where tokens start, moved back to the start of the
    character where a token starts inside one, so every chunk is a substring of the document. An overlap that leaves no stride raises
    `ValueError`, unless `clamp_overlap="half"` makes it `chunk_size // 2` then.
    """
    if chunk_size <= 0:
        raise ValueError(f"chunk_size must be at least 1, got {chunk_size}")
    if chunk_overlap < 0:
        raise ValueError(f"chunk_overlap must be at least 0, got {chunk_overlap}")
    asked = named(chunk_size=chunk_size, chunk_overlap=chunk_overlap, unit=unit, clamp_overlap=clamp_overlap)
    if chunk_overlap >= chunk_size:
        if clamp_overlap != "half":
            raise ValueError(
                f"chunk_overlap {chunk_overlap} is not smaller than chunk_size {chunk_size}, so the windows would not advance: "
                "name a smaller chunk_overlap, or clamp_overlap: half to use chunk_size // 2"
            )
        chunk_overlap = chunk_size // 2
    counter = None if unit == "characters" else tokenizer(unit)

    def split(text: str) -> list[str]:
        return windows(text, range(len(text)) if counter is None else token_starts(unit)[text], chunk_size, chunk_size - chunk_overlap)

    return Splitter(
        use="fixed",
        settings={"chunk_size": chunk_size, "chunk_overlap": chunk_overlap, "unit": unit, "clamp_overlap": clamp_overlap},
        unit=unit,
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        split=split,
        measure_length=len if counter is None else counter.count,
        code=call(__name__, "fixed", "fixed", asked),
        gives="chunks",
    )


@cache
def token_starts(unit: str) -> Memo[array[int]]:
    """The offset where each token of a text starts, remembered for five hundred texts."""
    return Memo(lambda text: array("I", tokenizer(unit).offsets(text)), most=1 << 9)


def windows(text: str, starts: Sequence[int], size: int, stride: int) -> list[str]:
    """The text of every window of `size` units, where `starts[i]` is the offset of unit `i`; a window without a character is left out."""
    chunks = []
    for first in range(0, len(starts), stride):
        last = first + size >= len(starts)
        chunks.append(text[starts[first] :] if last else text[starts[first] : starts[first + size]])
        if last:
            break
    return [chunk for chunk in chunks if chunk]
