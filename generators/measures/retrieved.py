"""What is handed on to whoever answers: how many tokens, how many texts an answer takes, and what is answered for equally many tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from statistics import fmean

from generators.measures import answers
from generators.measures.handed_on import BUDGETS, BY_BUDGET, alone, pairs, together
from generators.measures.measure import Measure, Value, Values
from generators.measures.retrieval import DEPTHS
from generators.measures.sample import share, share_of
from generators.measures.search import Asked, Search, by_retriever, returned
from generators.spans import length
from generators.strategies.strategy import Returned
from generators.tokens import count_common

DEEPEST = DEPTHS[-1]
"""How far down an answer is put together from."""


def tokens_retrieved(found: Search) -> Values:
    """The tokens that are handed on for a question, in the mean."""
    values = {}
    for depth in DEPTHS:
        counts = [sum(count_common(unit.chunk.text) for unit in returned(found, one, depth)) for one in found.asked]
        inputs = {"k": depth, "tokens": sum(counts), "most": max(counts, default=0), "questions": len(counts)}
        values[f"k{depth}"] = Value(fmean(counts) if counts else None, inputs)
    return values


def answered_in_budget(found: Search) -> Values:
    """Of all questions, the share of which one text that fits the budget holds every answer."""
    return _in_budget(alone, found)


def covered_in_budget(found: Search) -> Values:
    """Of all questions, the share of which the texts that fit the budget cover every answer between them."""
    return _in_budget(together, found)


def _in_budget(judge: Callable[[Iterable[Returned], answers.Asked], bool], found: Search) -> Values:
    values = {}
    for tokens, (name, limit) in zip(BUDGETS, BY_BUDGET.items(), strict=True):
        one = share_of("answered", [judge(limit(found, asked), question) for question, asked in pairs(found)])
        values[name] = Value(one.value, {"tokens": tokens, **found.counts, **one.inputs}, one.interval)
    return values


def answers_covered(found: Search) -> Values:
    """Of all questions, the share of which the first texts cover every answer between them."""
    covered = sum(_needed(found, *pair) is not None for pair in pairs(found))
    one = share("covered", covered, "questions", len(found.asked))
    return {f"k{DEEPEST}": Value(one.value, {"k": DEEPEST, **found.counts, **one.inputs}, one.interval)}


def chunks_per_answer(found: Search) -> Values:
    """How many of the first texts it takes until they cover every answer, and how many of these bring some part of one; in the mean."""
    needed = [units for pair in pairs(found) if (units := _needed(found, *pair)) is not None]
    inputs = {"k": DEEPEST, "covered": len(needed), **found.counts}
    taken, bring = ([float(units[at]) for units in needed] for at in (0, 1))
    return {
        f"k{DEEPEST}": Value(fmean(taken) if taken else None, inputs),
        f"k{DEEPEST}.with_part": Value(fmean(bring) if bring else None, inputs),
    }


def _needed(found: Search, question: answers.Asked, asked: Asked) -> tuple[int, int] | None:
    """How many of the first texts cover the answers between them, and how many of those hold a character of one that none before does."""
    units = returned(found, asked, DEEPEST)
    count = next((count for count in range(1, len(units) + 1) if together(units[:count], question)), None)
    return None if count is None else (count, _with_part(units[:count], question))


def _with_part(units: Iterable[Returned], question: answers.Asked) -> int:
    pieces = [
        [(max(a, c), min(b, d)) for a, b in unit.chunk.pieces for c, d in question.spans]
        for unit in units
        if unit.document.name == question.document.name
    ]
    held = [length(piece for own in pieces[:count] for piece in own) for count in range(len(pieces) + 1)]
    return sum(before < after for before, after in pairwise(held))


MEASURES = {
    "tokens_retrieved": Measure(
        "Tokens handed on",
        "tokens",
        "lower",
        "Tokens by cl100k_base of the first k texts that a search hands on, each counted by itself, in the mean over the questions; "
        "parts: by retriever and k.",
        "level",
        of_case=partial(by_retriever, tokens_retrieved),
    ),
    "answered_in_budget": Measure(
        "Questions answered in a budget",
        "share",
        "higher",
        "Of all questions, the share of which one text holds every answer, by span, among as many of the first texts as have no more "
        "than the budget of tokens between them, by cl100k_base; parts: by retriever and budget.",
        "closed",
        of_case=partial(by_retriever, answered_in_budget),
        sample="questions",
    ),
    "covered_in_budget": Measure(
        "Questions covered in a budget",
        "share",
        "higher",
        "Of all questions, the share of which the texts that fit the budget of tokens cover every answer between them, by span, joined "
        "where only blanks part them: what one text lacks, another may have; parts: by retriever and budget.",
        "closed",
        of_case=partial(by_retriever, covered_in_budget),
        sample="questions",
    ),
    "answers_covered": Measure(
        "Answers that can be put together",
        "share",
        "higher",
        "Of all questions, the share of which the first k texts cover every answer between them, by span; parts: by retriever and k.",
        "closed",
        of_case=partial(by_retriever, answers_covered),
        sample="questions",
    ),
    "chunks_per_answer": Measure(
        "Texts per answer",
        "texts",
        "lower",
        "How many of the first k texts it takes until they cover every answer between them, by span, in the mean over the questions of "
        "which they do; parts: by retriever and k, and under `.with_part` only those of them that hold a part of an answer that none "
        "before has.",
        "level",
        of_case=partial(by_retriever, chunks_per_answer),
    ),
}
