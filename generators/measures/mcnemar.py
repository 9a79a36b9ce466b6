"""Two settings asked the same questions: whether a difference in what they answer can be chance, and how many questions would tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, sqrt

LEVEL = 0.05
"""The chance of a false verdict, in a whole family of comparisons, that is put up with."""

POWER = 0.80
"""The chance of a right verdict that a number of questions has to give."""


@lru_cache(maxsize=1 << 12)
def mcnemar(won: int, lost: int) -> float:
    """The exact two-sided p value of a difference between two settings: by McNemar's test, the sign test of the questions that only one
    of them answers (Psychometrika 12, 1947). Where there is none, 1.
    """
    from scipy.stats import binomtest  # noqa: PLC0415 it takes a second to load, and few runs ask questions

    return float(binomtest(won, won + lost).pvalue) if won + lost else 1.0


def holm(values: Sequence[float]) -> list[float]:
    """The p values of a family, adjusted so that any is below a level by chance in no more than that share of families.

    Holm's step-down procedure (Scandinavian Journal of Statistics 6, 1979): the smallest of n is multiplied by n, the next by n - 1 and so
    on; none becomes smaller than one before it, nor larger than 1.
    """
    adjusted, highest = [0.0] * len(values), 0.0
    for rank, position in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[position]))
        adjusted[position] = highest
    return adjusted


def questions_needed(won: int, lost: int, questions: int) -> int | None:
    """How many questions would tell a difference as large as the one seen, at 5% for one comparison, with a power of 80%; None for none.

    With the share d of questions that one setting alone answers, and the difference e of the two shares that make it up:
    `(1.96 sqrt(d) + 0.84 sqrt(d - e^2))^2 / e^2` (Connor, Biometrics 43, 1987).
    """
    if won == lost:
        return None
    from scipy.special import ndtri  # noqa: PLC0415 the same

    discordant, difference = (won + lost) / questions, (won - lost) / questions
    reach = float(ndtri(1 - LEVEL / 2)) * sqrt(discordant) + float(ndtri(POWER)) * sqrt(discordant - difference**2)
    return ceil((reach / difference) ** 2)
