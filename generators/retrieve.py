"""Retrieve: the chunks of a corpus in the order of their likeness to a question, by vectors, by words, or by several such orders fused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from typing import TYPE_CHECKING

from generators.encoders.encoder import Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from generators.encoders.encoder import Vectors

BM25 = "bm25"
"""The name of the ranking by words, among those of encoders."""

FUSION = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""

DIGITS = 6
"""What differs by less is a tie: models compute in single precision, and libraries add in an order of their own."""

FUSED_DIGITS = 12
"""The same for fused scores: far down the lists neighbours differ by less than what cosines are told apart by."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """Texts ranked for one question; `scores` has one for each text, and NaN for one that is not retrieved.

    `order` names the texts that are, by their position, the best first; where scores are equal the one that comes first wins.
    """

    scores: NDArray[np.float64]
    order: NDArray[np.intp]

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """The rank of each text, from 1; 0 for one that is not retrieved."""
        import numpy as np  # noqa: PLC0415 heavy: loaded with the first ranking, not with the command line

        ranks = np.zeros(len(self.scores), dtype=np.intp)
        ranks[self.order] = np.arange(1, len(self.order) + 1)
        return ranks

    def best(self, positions: Sequence[int]) -> int | None:
        """The rank of the best of the texts at these positions; None where none of them is retrieved."""
        return min((int(rank) for rank in self.ranks[list(positions)] if rank), default=None)


@dataclass(frozen=True, eq=False)
class Retriever:
    """A way to rank chunks under the name that a scenario gives it: by each of `sources`, fused where they are several.

    A source is an encoder, or `BM25`.
    """

    name: str
    sources: tuple[Encoder | str, ...]


def ranking(scores: NDArray[np.float64], digits: int = DIGITS) -> Ranking:
    """The order of texts with these scores, of which those that agree to so many digits are equal; NaN is not retrieved."""
    import numpy as np  # noqa: PLC0415 see above

    return Ranking(scores, ordered(scores, digits)[: np.count_nonzero(~np.isnan(scores))])


def ordered(scores: NDArray[np.float64], digits: int = DIGITS) -> NDArray[np.intp]:
    """The positions along the last axis by falling score, of which those that agree to so many digits are equal; NaN come last."""
    import numpy as np  # noqa: PLC0415 see above

    # A stable sort leaves equal scores in the order of the texts.
    return np.argsort(-np.round(scores, digits), axis=-1, kind="stable")


def by_source(source: Encoder | str, texts: Sequence[str], questions: Sequence[str]) -> list[Ranking]:
    """The texts ranked for each question by one source."""
    return by_words(texts, questions) if isinstance(source, str) else by_cosine(source, texts, questions)


def by_cosine(encoder: Encoder, texts: Sequence[str], questions: Sequence[str]) -> list[Ranking]:
    """The texts ranked for each question by the cosine of their vectors, all of them compared. Where a vector has no length there is none.

    Raises `Absent` where the encoder cannot be run here, and `Mistake` where it gives what is no finite number.
    """
    different = {text: position for position, text in enumerate(dict.fromkeys(texts))}
    places = [different[text] for text in texts]
    return [ranking(row[places]) for row in cosines(encoder, [*different], questions)]


def cosines(encoder: Encoder, texts: Sequence[str], questions: Sequence[str]) -> NDArray[np.float64]:
    """A row for each question: its cosine with each text, NaN where one of the two has no vector. Raises as `by_cosine` does."""
    import numpy as np  # noqa: PLC0415 see above

    if not texts or not questions:
        return np.full((len(questions), len(texts)), np.nan)
    rows = encoder.encode([*texts, *questions])
    return products(rows[: len(texts)], rows[len(texts) :])


def products(own: Vectors, asked: Vectors) -> NDArray[np.float64]:
    """A row for each row of `asked`: its cosine with each row of `own`, all of length 1; NaN where one of the two is all zero."""
    import numpy as np  # noqa: PLC0415 see above

    found: NDArray[np.float64] = asked @ own.T
    found[:, ~own.any(axis=1)] = np.nan
    found[~asked.any(axis=1)] = np.nan
    return found


def by_words(texts: Sequence[str], questions: Sequence[str]) -> list[Ranking]:
    """The texts ranked for each question by BM25, as `bm25s` has it by default: Lucene's formula with k1 1.5 and b 0.75.

    Words are lower-cased runs of two or more letters, digits and underscores, English stop words left out, none reduced to its stem.
    A text that shares no word with the question is not retrieved.
    """
    import bm25s  # type: ignore[import-untyped]  # noqa: PLC0415 only a ranking by words needs it
    import numpy as np  # noqa: PLC0415 see above

    found, asked = bm25s.tokenize(list(texts), show_progress=False), [words(question) for question in questions]
    # A word that no question has counts for a text's length alone, so that all of these may be one.
    known = sorted({word for question in asked for word in question if word in found.vocab})
    vocabulary = {"": 0, **{word: place for place, word in enumerate(known, start=1)}}
    places = {own: vocabulary.get(word, 0) for word, own in found.vocab.items()}
    nothing = np.full(len(texts), np.nan)
    if not any(found.ids):
        return [ranking(nothing) for _ in questions]
    index = bm25s.BM25(dtype="float64")
    index.index(bm25s.tokenization.Tokenized([[places[own] for own in one] for one in found.ids], vocabulary), show_progress=False)
    rankings = []
    for question in asked:
        ids = index.get_tokens_ids([word for word in question if word])
        scores = index.get_scores_from_ids(ids) if ids else nothing
        rankings.append(ranking(np.where(scores > 0, scores, np.nan)))
    return rankings


def words(text: str) -> list[str]:
    """The words of a text that count, in order."""
    import bm25s  # noqa: PLC0415 see above

    found: list[str] = bm25s.tokenize(text, return_ids=False, show_progress=False)[0]
    return found


def fused(rankings: Sequence[Ranking]) -> Ranking:
    """Several rankings of the same texts as one, by reciprocal rank fusion: a text's score is the sum of `1 / (60 + rank)` over those
    that retrieve it. One ranking alone is left as it is.
    """
    if len(rankings) == 1:
        return rankings[0]
    import numpy as np  # noqa: PLC0415 see above

    return ranking(fusion(np.stack([one.ranks for one in rankings])), FUSED_DIGITS)


def fusion(ranks: NDArray[np.intp]) -> NDArray[np.float64]:
    """The scores of texts by their ranks along the first axis, 0 where a text is not retrieved; NaN where no ranking retrieves it."""
    import numpy as np  # noqa: PLC0415 see above

    scores = np.where(ranks > 0, 1 / (FUSION + ranks), 0).sum(axis=0)
    return np.where(scores > 0, scores, np.nan)


def packages(sources: Sequence[str]) -> dict[str, str]:
    """The version of the package that ranks by words, where it is among the sources."""
    return {"bm25s": metadata.version("bm25s")} if BM25 in sources else {}
