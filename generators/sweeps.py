"""Sweeps: a list or `{from, to, step}` in place of a single value, what it stands for, and what can be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generators import checks, schema
from generators.schema import Fault

WORD = re.compile(r"[a-z0-9._-]+")
MOST = 1000
"""The most values that a list or a sweep may stand for."""


def sweep(value: object) -> list[Any]:
    """The values that a plain value, a list or a `{from, to, step}` stands for."""
    if isinstance(value, dict):
        return list(range(value["from"], value["to"] + 1, value["step"]))
    return list(value) if isinstance(value, list) else [value]


def word(value: object) -> str:
    """A swept value as part of a row's name."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def can_sweep(rule: schema.Rule) -> bool:
    """Whether a list or a mapping in place of a key's value stands for several: not where that value is a list or a mapping itself."""
    origin, args = schema.parts(rule)
    return not {list, dict} & set(map(schema.plain_type, args if origin in schema.UNIONS else (rule,)))


def sweep_faults(value: object, rule: schema.Rule, at: schema.Path) -> Iterator[Fault]:
    """Mistakes in a list or `{from, to, step}` of a key, or in its single value."""
    if isinstance(value, dict):
        found = [*checks.faults(value, schema.Sweep, at)] or [*checks.faults(value["from"], rule, (*at, "from"))]
        yield from found
        if not found and value["to"] < value["from"]:
            yield at, f"holds no value, for `to`, {value['to']}, is below `from`, {value['from']}: raise the one or lower the other"
        elif not found and (value["to"] - value["from"]) // value["step"] >= MOST:
            yield at, f"stands for more than {MOST:,} values: take a longer step"
    elif isinstance(value, list):
        yield from list_faults(value, at)
        for index, item in enumerate(value):
            found = [*checks.faults(item, rule, (*at, index))]
            yield from found
            if not found and not WORD.fullmatch(word(item)):
                yield (*at, index), f"{schema.shown(item)} cannot be part of an id: write it out as a row of its own"
    else:
        yield from checks.faults(value, rule, at)


def list_faults(values: list[Any], at: schema.Path) -> Iterator[Fault]:
    """A list without a value, with too many, or with one of them twice."""
    if not values:
        yield at, "is an empty list: name at least one value"
    if len(values) > MOST:
        yield at, f"holds {len(values):,} values, and {MOST:,} are the most: name fewer"
        return
    for index, item in enumerate(values):
        if item in values[:index]:
            yield (*at, index), f"{schema.shown(item)} stands twice: keep one"
