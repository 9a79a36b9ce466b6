"""A row and the one that it is compared with, asked the same questions: which only one of them answers, and whether that can be chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from generators.corpus import KINDS
from generators.measures.handed_on import COMPARED, Limit, alone, pairs
from generators.measures.mcnemar import holm, mcnemar, questions_needed
from generators.measures.measure import Measure, Value, Values
from generators.measures.once import once
from generators.measures.search import Search, by_retriever, search
from generators.retrieve import Retriever


@dataclass(frozen=True)
class Paired:
    """How many questions only the row answers, how many only the other does, and of how many; in a budget, or among so many texts."""

    won: int
    lost: int
    questions: int


@once
def paired(found: Search) -> dict[str, dict[str, Paired]]:
    """By each limit and each kind of question, those of all kinds under `""`; nothing of a row that is compared with none.

    Of a search that could not be made it gives the same parts as of one that was.
    """
    against = found.case.against
    if against is None:
        return {}
    other = search(against, Retriever("", found.sources)) if found.sources else found
    kinds = [question.question.kind for question, _ in pairs(found)]
    counted = {}
    for name, limit in COMPARED.items():
        outcomes = list(zip(kinds, _answered(limit, found), _answered(limit, other), strict=True))
        counted[name] = {
            kind: Paired(
                sum(own and not theirs for of, own, theirs in outcomes if kind in ("", of)),
                sum(theirs and not own for of, own, theirs in outcomes if kind in ("", of)),
                sum(kind in ("", of) for of, _, _ in outcomes),
            )
            for kind in ("", *(kind for kind in KINDS if kind in kinds))
        }
    return counted


def _answered(limit: Limit, found: Search) -> list[bool]:
    return [alone(limit(found, asked), question) for question, asked in pairs(found)]


def questions_won(found: Search) -> Values:
    """How many questions the row answers and the one that it is compared with does not."""
    return _by_kind(lambda one: one.won, found)


def questions_lost(found: Search) -> Values:
    """How many questions the one that the row is compared with answers and the row does not."""
    return _by_kind(lambda one: one.lost, found)


def _by_kind(count: Callable[[Paired], int], found: Search) -> Values:
    return {
        ".".join(filter(None, (name, kind))): Value(count(one), asdict(one))
        for name, kinds in paired(found).items()
        for kind, one in kinds.items()
    }


def chance(found: Search) -> Values:
    """The p value of the difference between the row and the one that it is compared with."""
    return _of_all(lambda one: mcnemar(one.won, one.lost), found)


def chance_in_family(found: Search) -> Values:
    """The same before it is adjusted to all comparisons of the scenario, which only all rows together allow."""
    return chance(found)


def questions_to_decide(found: Search) -> Values:
    """How many questions would tell a difference as large as the one seen."""
    return _of_all(lambda one: questions_needed(one.won, one.lost, one.questions), found)


def _of_all(figure: Callable[[Paired], int | float | None], found: Search) -> Values:
    return {name: Value(figure(kinds[""]), asdict(kinds[""])) for name, kinds in paired(found).items()}


_COMPARED = (
    "A question is answered where one text holds every answer, by span, among the first k of a search or among as many as fit a budget of "
    "tokens; of a row that is compared with another (`against`) only"
)

MEASURES = {
    "questions_won": Measure(
        "Questions that only this row answers",
        "questions",
        "higher",
        f"Questions that the row answers and the one that it is compared with does not. {_COMPARED}; parts: by retriever, k or budget, "
        "and kind of question.",
        "exact",
        of_case=partial(by_retriever, questions_won),
        sample="questions",
    ),
    "questions_lost": Measure(
        "Questions that only the other row answers",
        "questions",
        "lower",
        f"Questions that the row does not answer and the one that it is compared with does. {_COMPARED}; parts: by retriever, k or "
        "budget, and kind of question.",
        "exact",
        of_case=partial(by_retriever, questions_lost),
        sample="questions",
    ),
    "chance": Measure(
        "p value of the difference",
        "probability",
        "lower",
        "How likely a difference at least as large would be if neither of two rows were better: McNemar's test, exact and two-sided, of "
        "the questions that only one of them answers: twice the chance of no more than the fewer of won and lost in won + lost draws of "
        f"a coin, and at most 1. {_COMPARED}; parts: by retriever, and k or budget.",
        "level",
        of_case=partial(by_retriever, chance),
        sample="questions",
    ),
    "chance_in_family": Measure(
        "p value of the difference, by Holm",
        "probability",
        "lower",
        "McNemar's p value adjusted by Holm's procedure to all comparisons of the scenario that have the same part: with all rows and "
        "all corpora. Below 5% a difference is told from chance, in the whole family; else it is undecided; parts: by retriever, and k "
        "or budget.",
        "level",
        of_case=partial(by_retriever, chance_in_family),
        sample="questions",
        of_family=holm,
    ),
    "questions_to_decide": Measure(
        "Questions that would decide it",
        "questions",
        "",
        "How many questions, like these, would tell a difference as large as the one seen from chance with a power of 80%, at 5% for one "
        "comparison alone: (1.96 sqrt(d) + 0.84 sqrt(d - e^2))^2 / e^2, with d the share of questions that only one of the rows answers "
        "and e the difference between the two shares (Connor 1987); n/a where there is no difference; parts: by retriever, and k or "
        "budget.",
        "exact",
        of_case=partial(by_retriever, questions_to_decide),
        sample="questions",
    ),
}
