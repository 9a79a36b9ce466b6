"""Likeness: the scores of a document's chunks for its questions, by vectors and by words, as `retrieve` has them and for less work."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.encoders.wordllama import added
from generators.explorer.sums import Sums
from generators.retrieve import products, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

K1, B = 1.5, 0.75
"""The constants of BM25, as `bm25s` has them by default."""


class Likeness:
    """Chunks against the questions of their document; any of the chunks can be scored as a collection of their own.

    Raises `Absent` where the encoder, which is WordLlama, cannot be run here.
    """

    def __init__(self, document: Document, chunks: Sequence[Chunk], encoder: Encoder) -> None:
        import numpy as np  # noqa: PLC0415 heavy: loaded with the first sheet, not with the command line

        sums, questions = Sums(document.text, chunks), [question.text for question in document.questions]
        total = sums.add(added)
        means = total[:, :-1] / np.maximum(total[:, -1:], 1)
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        self._cosines = products(means / np.where(lengths > 0, lengths, 1), encoder.encode(questions))
        asked = [_words(question) for question in questions]
        places = {word: place for place, word in enumerate(sorted(set().union(*asked)), start=1)}

        def counted(text: str) -> NDArray[np.float64]:
            """How many words of a text count for its length, and how often each has that a question asks for."""
            row = np.zeros(1 + len(places))
            for word in _words(text):
                row[0] += 1
                if word in places:
                    row[places[word]] += 1
            return row

        self._counts = sums.add(counted)
        columns = [[0, *(places[word] for word in own)] for own in asked]
        self._asked = [column for own in columns for column in own]
        self._starts = np.cumsum([0, *map(len, columns[:-1])])

    def by_vectors(self, chunks: NDArray[np.intp]) -> NDArray[np.float64]:
        """A row for each question: the cosine of each of these chunks, NaN where there is none."""
        return self._cosines[:, chunks]

    def by_words(self, chunks: NDArray[np.intp]) -> NDArray[np.float64]:
        """A row for each question: each of these chunks' score as if there were no others, NaN where they share no word.

        Lucene's BM25 (Kamphuis et al., ECIR 2020), which `bm25s` would have to index anew for each of thousands of collections.
        """
        import numpy as np  # noqa: PLC0415 see above

        counts = self._counts[chunks]
        lengths = counts[:, :1].copy()
        counts[:, 0] = 0  # the column that every question has, so that none has no column
        with_word = (counts > 0).sum(axis=0)
        rarity = np.log(1 + (len(chunks) - with_word + 0.5) / (with_word + 0.5))
        weights = counts / (K1 * (1 - B + B * lengths / (lengths.mean() or 1)) + counts) * rarity
        # Not as a product of matrices: they are so small that the threads of one would mostly wait.
        scores = np.add.reduceat(weights[:, self._asked], self._starts, axis=1).T
        return np.where(scores > 0, scores, np.nan)


@lru_cache(maxsize=1 << 16)
def _words(text: str) -> tuple[str, ...]:
    return tuple(words(text))
