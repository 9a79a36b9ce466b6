"""Sums: what the words of each chunk add up to, from running sums over the document, for many chunks share most of their words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generators.chunk import Chunk
from generators.encoders.wordllama import WORD_END

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Sums:
    """The words of a document's chunks. Of a stretch of the document only those at its two edges are its own."""

    def __init__(self, text: str, chunks: Sequence[Chunk]) -> None:
        self._numbers: dict[str, int] = {}
        self._words = [self._number(word) for word in WORD_END.split(text)]
        self._inner: list[tuple[int, int]] = []
        self._edges: list[tuple[int, int]] = []
        blanks = [blank.start() for blank in WORD_END.finditer(text)]
        for chunk in chunks:
            inner, edges = (0, 0), ("", "")
            if len(chunk.pieces) != 1 or text[slice(*chunk.pieces[0])] != chunk.text:
                own = [self._number(word) for word in WORD_END.split(chunk.text)]
                inner = len(self._words), len(self._words) + len(own)
                self._words += own
            else:
                start, end = chunk.pieces[0]
                first, last = bisect_right(blanks, start), bisect_left(blanks, end - 1) - 1
                if first > last:
                    edges = chunk.text, ""
                else:
                    inner, edges = (first + 1, last + 1), (text[start : blanks[first]], text[blanks[last] + 1 : end])
            self._inner.append(inner)
            self._edges.append((self._number(edges[0]), self._number(edges[1])))

    def add(self, of: Callable[[str], NDArray[np.float64]]) -> NDArray[np.float64]:
        """A row for each chunk: the sum of what `of` gives for its words, numbers of which no sum is ever rounded."""
        import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

        rows = np.stack([of(word) for word in self._numbers])
        running = np.zeros((len(self._words) + 1, rows.shape[1]))
        rows[self._words].cumsum(axis=0, out=running[1:])
        (first, last), (left, right) = np.array(self._inner).T, np.array(self._edges).T
        found: NDArray[np.float64] = running[last] - running[first] + rows[left] + rows[right]
        return found

    def _number(self, word: str) -> int:
        return self._numbers.setdefault(word, len(self._numbers))
