"""The same by kind of question: answers in a sentence, a table, a procedure, and so on, contained and answered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial

from generators.corpus import KINDS
from generators.measures import answers
from generators.measures.handed_on import COMPARED, alone, pairs
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Values
from generators.measures.sample import share_of
from generators.measures.search import Search, by_retriever


def contained_by_kind(case: Case) -> Values:
    """Of the questions of each kind, the share of which some chunk holds every answer."""
    return placed(case, _shares("contained", ((asked.question.kind, answers.contained(asked)) for asked in answers.questions(case))))


def answered_by_kind(found: Search) -> Values:
    """Of the questions of each kind, the share of which one of the texts handed on holds every answer."""
    values: Values = {}
    for name, limit in COMPARED.items():
        judged = ((question.question.kind, alone(limit(found, asked), question)) for question, asked in pairs(found))
        values |= {f"{name}.{kind}": one for kind, one in _shares("answered", judged).items()}
    return values


def _shares(name: str, judged: Iterable[tuple[str, bool]]) -> Values:
    """The share of each kind that is asked; questions without a kind are in none."""
    outcomes = defaultdict[str, list[bool]](list)
    for kind, outcome in judged:
        outcomes[kind].append(outcome)
    return {kind: share_of(name, outcomes[kind]) for kind in KINDS if kind in outcomes}


MEASURES = {
    "contained_by_kind": Measure(
        "Answers contained, by kind of question",
        "share",
        "higher",
        "Of the questions of a kind, the share of which some single chunk holds every answer, by span; parts: by kind.",
        "closed",
        of_case=contained_by_kind,
        sample="questions",
    ),
    "answered_by_kind": Measure(
        "Questions answered, by kind of question",
        "share",
        "higher",
        "Of the questions of a kind, the share of which one text holds every answer, by span, among the first k texts of a search or "
        "among as many as fit a budget of tokens; parts: by retriever, k or budget, and kind.",
        "closed",
        of_case=partial(by_retriever, answered_by_kind),
        sample="questions",
    ),
}
