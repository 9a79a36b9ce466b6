"""What a search gives each question: score and place of the chunk that comes first, and the score of the one with the answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generators.measures.answers import questions
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.search import Asked, Search, by_retriever

Number = int | float | None


def answer_score(found: Search) -> Values:
    """Of each question, the score of the best chunk that holds its answer."""
    return _each(found, lambda one: _score(one, None if one.hits is None else one.hits - 1))


def first_score(found: Search) -> Values:
    """Of each question, the score of the chunk that comes first."""
    return _each(found, lambda one: _score(one, 0))


def first_start(found: Search) -> Values:
    """Of each question, where in its document the chunk that comes first begins."""
    passages = found.case.passages

    def start(one: Asked) -> Number:
        pieces = passages[one.ranking.order[0]].chunk.pieces if one.ranking and len(one.ranking.order) else ()
        return min((start for start, _ in pieces), default=None)

    return _each(found, start)


def _score(one: Asked, place: int | None) -> Number:
    """The score of the chunk at a place of the order, from 0."""
    if one.ranking is None or place is None or place >= len(one.ranking.order):
        return None
    return float(one.ranking.scores[one.ranking.order[place]])


def _each(found: Search, of: Callable[[Asked], Number]) -> Values:
    return {one.name: Value(of(one), {"question": one.text, "document": one.document, "rank": one.rank}) for one in found.asked}


def answer_length(case: Case) -> Values:
    """Of each question, the characters from the start of its first answer to the end of its last."""
    values: Values = {}
    for one in questions(case):
        starts, ends = zip(*one.spans, strict=True)
        start, end = min(starts), max(ends)
        inputs = {"question": one.question.text, "document": one.document.name}
        values |= {one.question.name: Value(end - start, inputs), f"{one.question.name}.start": Value(start, inputs)}
    return values


MEASURES = {
    "answer_score": Measure(
        "Score of the answer",
        "score",
        "higher",
        "Score of the best chunk that holds every answer of the question, among all chunks of the corpus: the cosine to the question where "
        "an encoder ranks; n/a where no such chunk is retrieved; parts: by retriever and question.",
        "level",
        of_case=partial(by_retriever, answer_score),
    ),
    "first_score": Measure(
        "Score of the first chunk",
        "score",
        "",
        "Score of the chunk that comes first for the question, whatever it holds: the cosine to the question where an encoder ranks; "
        "parts: by retriever and question.",
        "level",
        of_case=partial(by_retriever, first_score),
    ),
    "first_start": Measure(
        "Start of the first chunk",
        "characters",
        "",
        "Characters of its document before the chunk that comes first for the question; parts: by retriever and question.",
        "exact",
        of_case=partial(by_retriever, first_start),
    ),
    "answer_length": Measure(
        "Length of the answer",
        "characters",
        "",
        "Characters from the start of a question's first answer to the end of its last, which one chunk has to hold, blanks at the ends "
        "apart; parts: each question by its id, and under `.start` the characters of the document before it.",
        "exact",
        of_case=answer_length,
    ),
}
