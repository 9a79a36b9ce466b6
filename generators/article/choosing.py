"""Choosing: the rules of article C's claims on sizes by kind of question, fragments that seem whole, and how a strategy is scored."""

from __future__ import annotations

from itertools import pairwise

from generators.article.rule import Found, Rule, statement
from generators.article.strategies import AUTHORED, LIMITS, RETRIEVERS, above
from generators.article.structure import spared
from generators.catalogue import Catalogue
from generators.measures.mcnemar import LEVEL, holm, mcnemar

CHROMA, TATQA = "strategies-others/chroma", "strategies-others/tatqa"
SMALL, LARGE = (200, 400), (800, 1600)
LEFT_AS_CUT = ("plain-200", "plain-400", "plain-800", "plain-1600", "headers-400", "parent-400", "section-400")
"""Rows that hand on their texts sign for sign."""

REWRITTEN = ("window-1", "window-3")
"""Rows whose library joins sentences by a blank, whatever stood between them."""


def favoured(*numbers: float) -> bool:
    """Whether of each two, questions that only one answers and questions that only the other does, the first are more, and all of these
    differences, as one family, are told from chance.
    """
    each = list(zip(numbers[::2], numbers[1::2], strict=True))
    return all(one > other for one, other in each) and max(holm([mcnemar(int(one), int(other)) for one, other in each])) < LEVEL


def compared(kind: str, first: str, second: str) -> tuple[str, ...]:
    """Of the largest chunks beside those of 400 characters, asked one kind of question: two measures by each retriever and limit."""
    return tuple(
        f"{AUTHORED}/plain-1600/{measure}/{way}.{limit}.{kind}" for way in RETRIEVERS for limit in LIMITS for measure in (first, second)
    )


def parted(catalogue: Catalogue) -> Found:
    """Whether the interval of the procedures that small chunks hold whole lies below that of large ones, at every size."""
    small, large = ([f"{AUTHORED}/plain-{size}/contained_by_kind/procedure" for size in sizes] for sizes in (SMALL, LARGE))
    highest = max(high for one in small for _, high in [catalogue.one(one).interval or (0, 1)])
    lowest = min(low for one in large for low, _ in [catalogue.one(one).interval or (0, 1)])
    return Found(numbers=(*small, *large, *compared("procedure", "questions_won", "questions_lost")), holds=highest < lowest)


def as_by_place(catalogue: Catalogue) -> Found:
    """Whether the share of answers found by their words is not below that of answers found by place, and within its interval."""

    def two(row: str, way: str) -> tuple[str, str]:
        return f"{AUTHORED}/{row}/answer_in_top_k/{way}.k3", f"{AUTHORED}/{row}/recall_unconditional/{way}.k3"

    def near(words: str, place: str) -> bool:
        found, judged = catalogue.one(words).value, catalogue.one(place)
        return found is not None and judged.value is not None and judged.value <= found <= (judged.interval or (0, 0))[1]

    judged = [two(row, way) for row in LEFT_AS_CUT for way in RETRIEVERS]
    beside = [two(row, way) for row in REWRITTEN for way in RETRIEVERS]
    return Found(numbers=tuple(one for both in (*judged, *beside) for one in both), holds=all(near(*both) for both in judged))


def fragments(kind: str, row: str, *texts: str) -> tuple[str, ...]:
    """How many questions are handed a fragment of a kind."""
    return tuple(f"{text}/{row}/reads_complete/{way}.k3.{kind}" for text in texts for way in RETRIEVERS)


CHOOSING: dict[str, Rule] = {
    "C.single_facts_small_chunks": statement(
        favoured,
        *compared("fact", "questions_lost", "questions_won"),
        beside=[
            *(f"{AUTHORED}/plain-{size}/answered_by_kind/{way}.k3.fact" for way in RETRIEVERS for size in (*SMALL, *LARGE)),
            *(f"{AUTHORED}/plain-{size}/contained_by_kind/fact" for size in (*SMALL, *LARGE)),
        ],
    ),
    "C.procedures_large_chunks": parted,
    "C.reads_complete": statement(
        spared,
        *fragments("rows", "header-400", AUTHORED, TATQA),
        *fragments("rows", "plain-400", AUTHORED, TATQA),
        beside=fragments("clauses", "plain-200", AUTHORED),
    ),
    "C.answer_in_top_k": as_by_place,
    "C.chunks_per_answer": statement(
        above,
        *(
            f"{text}/plain-{size}/chunks_per_answer/{way}.k10.with_part"
            for text, sizes in ((AUTHORED, (*SMALL, *LARGE)), (CHROMA, SMALL[1:] + LARGE))
            for way in RETRIEVERS
            for both in pairwise(sizes)
            for size in both
        ),
    ),
}
"""The rules by their claim's id."""
