"""Whether the words of an answer stand in the first texts of a search, wherever they came from; no model is the judge."""

from __future__ import annotations

from functools import partial

from generators.measures import answers
from generators.measures.handed_on import pairs
from generators.measures.measure import Measure, Value, Values
from generators.measures.retrieval import DEPTHS
from generators.measures.sample import share
from generators.measures.search import Search, by_retriever, returned


def answer_in_top_k(found: Search) -> Values:
    """Of all questions, the share of which the words of every answer stand in one of the first texts."""
    values = {}
    asked = [(_words(question), one) for question, one in pairs(found)]
    for depth in DEPTHS:
        texts = [[unit.chunk.text for unit in returned(found, one, depth)] for _, one in asked]
        there = sum(all(any(word in text for text in own) for word in words) for (words, _), own in zip(asked, texts, strict=True))
        one = share("answer_found", there, "questions", len(asked))
        values[f"k{depth}"] = Value(one.value, {"k": depth, **found.counts, **one.inputs}, one.interval)
    return values


def _words(question: answers.Asked) -> list[str]:
    return [question.document.text[start:end] for start, end in question.spans]


MEASURES = {
    "answer_in_top_k": Measure(
        "Answer string in the top k",
        "share",
        "higher",
        "Of all questions, the share of which the text of every answer, blanks at its ends apart, stands literally in one of the first k "
        "texts that a search hands on. It is too high where that text also stands elsewhere; parts: by retriever and k.",
        "closed",
        of_case=partial(by_retriever, answer_in_top_k),
        sample="questions",
    ),
}
