"""Which of a document's chunks hold a span, or a text, told without a look at all of them: there may be hundreds of questions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache

from generators.chunk import Chunk
from generators.spans import Span, bridged, occurrences


class Places:
    """The pieces of chunks, given by their position, in the document's text, those joined that only blanks part."""

    def __init__(self, text: str, chunks: Mapping[int, Chunk]) -> None:
        joined = {position: bridged(chunk.pieces, text) for position, chunk in chunks.items()}
        self._pieces = sorted((start, end, position) for position, pieces in joined.items() for start, end in pieces)
        self._starts = [start for start, _, _ in self._pieces]
        self._longest = max((end - start for start, end, _ in self._pieces), default=0)

    def holding(self, span: Span) -> set[int]:
        """The chunks, by their position, with a piece that covers the span."""
        # Such a piece starts where the span does or before, and not so far before that not even the longest would reach its end.
        first, last = bisect_left(self._starts, span[1] - self._longest), bisect_right(self._starts, span[0])
        return {position for _, end, position in self._pieces[first:last] if span[1] <= end}


class Texts:
    """The texts of chunks, given by their position; those that are stretches of the document need no search."""

    def __init__(self, text: str, chunks: Mapping[int, Chunk]) -> None:
        stretches = {position: chunk for position, chunk in chunks.items() if _is_stretch(chunk, text)}
        self._source, self._stretches = text, Places(text, stretches)
        self._altered = {position: chunk.text for position, chunk in chunks.items() if position not in stretches}

    def holding(self, words: str) -> set[int]:
        """The chunks, by their position, with `words`, which are not empty, in their text."""
        stretches = (self._stretches.holding(span) for span in _occurrences(words, self._source))
        return {position for position, text in self._altered.items() if words in text}.union(*stretches)


def _is_stretch(chunk: Chunk, text: str) -> bool:
    return len(chunk.pieces) == 1 and text[slice(*chunk.pieces[0])] == chunk.text


_occurrences = lru_cache(maxsize=1 << 12)(occurrences)  # where an answer's text stands does not depend on how its document was split
