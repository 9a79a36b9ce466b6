"""Rules of the claims on strategies: small chunks with large ones returned, prefixes to what is embedded, and late chunking."""

from __future__ import annotations

from generators.article.rule import Rule, statement
from generators.measures.mcnemar import LEVEL

AUTHORED = "strategies/authored"
PARAGRAPH = "late/paragraph"
RETRIEVERS = ("wordllama", "bm25")
LIMITS = ("k3", "t2000")


def at_least(*numbers: float) -> bool:
    """Whether the first of each two is not below the second."""
    return all(own >= other for own, other in zip(numbers[::2], numbers[1::2], strict=True))


def above(*numbers: float) -> bool:
    """Whether the first of each two is above the second."""
    return all(own > other for own, other in zip(numbers[::2], numbers[1::2], strict=True))


def told(*numbers: float) -> bool:
    """Whether of each three, questions won, questions lost and their p value, the difference is in favour and told from chance."""
    each = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return all(won > lost and chance < LEVEL for won, lost, chance in each)


def compared(row: str) -> tuple[str, ...]:
    """What decides between a row and the one that it is compared with, by each retriever and limit."""
    measures = ("questions_won", "questions_lost", "chance_in_family")
    return tuple(f"{AUTHORED}/{row}/{measure}/{way}.{limit}" for way in RETRIEVERS for limit in LIMITS for measure in measures)


STRATEGIES: dict[str, Rule] = {
    "B.small_to_big": statement(
        at_least,
        *(f"{AUTHORED}/{row}/answers_contained" for row in ("parent-400", "plain-1600")),
        *(f"{AUTHORED}/{row}/recall_conditional/{way}.k3" for way in RETRIEVERS for row in ("parent-400", "plain-400")),
        beside=compared("parent-400"),
    ),
    "B.late_chunking.direction": statement(
        above,
        *(f"{PARAGRAPH}/{row}/answer_score/minilm.{one}" for one in ("second", "third") for row in ("sentences-late", "sentences")),
        beside=[f"{PARAGRAPH}/{row}/answer_score/wordllama.second" for row in ("sentences-late", "sentences")],
    ),
    "C.parent_returned": statement(told, *compared("section-400")),
    "C.title_and_path_prefix": statement(
        above,
        *(
            f"{AUTHORED}/{row}-{size}/recall_unconditional/{way}.k3"
            for way in RETRIEVERS
            for size in (200, 400, 800)
            for row in ("headers", "plain")
        ),
        beside=[f"{AUTHORED}/headers-{size}/chance_in_family/{way}.k3" for way in RETRIEVERS for size in (200, 400, 800)],
    ),
}
"""The rule of each claim on strategies, by the claim's id."""
