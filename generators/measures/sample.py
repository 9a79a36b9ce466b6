"""Shares of a sample: a value with the interval in which the share of all that could have been asked lies, by Wilson's method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from generators.measures.measure import Interval, Value

CONFIDENCE = 0.95


def share(name: str, count: int, of: str, total: int) -> Value:
    """`count` of `total` as a share with its Wilson interval; n/a of none. In its inputs `name` is what is counted, `of` what it is of."""
    inputs = {name: count, of: total}
    return Value(count / total, inputs, wilson(count, total)) if total else Value(None, inputs)


def share_of(name: str, outcomes: Sequence[bool]) -> Value:
    """The share of questions that are `name`, as `share` gives it, with `by_question` among its inputs."""
    one = share(name, sum(outcomes), "questions", len(outcomes))
    return replace(one, inputs={**one.inputs, "by_question": by_question(outcomes)})


def by_question(outcomes: Sequence[bool]) -> str:
    """A 1 or a 0 for each question in their order, by tens: by that, any two settings can be compared question by question."""
    return " ".join("".join(str(int(outcome)) for outcome in outcomes[at : at + 10]) for at in range(0, len(outcomes), 10))


@lru_cache(maxsize=1 << 12)
def wilson(count: int, total: int) -> Interval:
    """The Wilson score interval of a share at 95%, without continuity correction (Wilson, JASA 22, 1927)."""
    from scipy.stats import binomtest  # noqa: PLC0415 it takes a second to load, and few runs ask questions

    low, high = binomtest(count, total).proportion_ci(CONFIDENCE, method="wilson")
    return float(low), float(high)
