"""Rules: which rule recomputes each claim, and the ids of the numbers that it rests on."""

from __future__ import annotations

from generators.article.choosing import CHOOSING
from generators.article.lottery import LOTTERY
from generators.article.replication import REPLICATION
from generators.article.rule import Rule, reading, statement
from generators.article.strategies import STRATEGIES
from generators.article.structure import STRUCTURE
from generators.article.tables import TABLES


def misled(small: float, large: float, small_of_all: float, large_of_all: float) -> bool:
    """Whether recall over all questions ranks two sizes of chunk the other way round than recall over those that a chunk holds whole."""
    return small > large and small_of_all < large_of_all


def falling(*numbers: float) -> bool:
    """Whether the second of each two is the smaller."""
    return all(one > other for one, other in zip(numbers[::2], numbers[1::2], strict=True))


SEARCHED: dict[str, Rule] = {
    "B.minilm.max_seq_length": reading("all-minilm-l6-v2.max_seq_length"),
    "B.more_vectors_lower_ann_recall": statement(
        falling,
        *(
            f"approximate/thinned/shortest/index_recall_sampled/wordllama.n{vectors}.ef{effort}"
            for effort in (16, 64)
            for vectors in (1000, 40000)
        ),
        *(f"approximate/chroma/size-{size}/index_recall/wordllama.ef{effort}" for effort in (16, 64) for size in (1600, 32)),
    ),
    "B.recall_conditional": statement(
        misled,
        *(
            f"retrieval/handbook-2/recursive-{size}/recall_{of}/wordllama.k3"
            for of in ("conditional", "unconditional")
            for size in (200, 800)
        ),
    ),
}
"""The rules of the claims of article B that rest on other texts than the runbook."""

RULES: dict[str, Rule] = {
    **TABLES,
    **LOTTERY,
    **SEARCHED,
    **REPLICATION,
    **STRATEGIES,
    **STRUCTURE,
    **CHOOSING,
}
"""The rule of every claim that can be computed today, by the claim's id."""
