"""Checks: a value from a file held against its rule, with everything in which it breaks it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, get_args

from generators.schema import (
    KINDS,
    UNIONS,
    Fault,
    Path,
    Rule,
    choices_of,
    counted,
    describe,
    fields_of,
    is_mapping,
    listed,
    nearest,
    parts,
    places_of,
    plain_type,
    shown,
)


def faults(value: Any, rule: Rule, at: Path = ()) -> Iterator[Fault]:  # noqa: ANN401 whatever stands in a file
    """Everything in which `value` breaks the annotation `rule`, with the path to it."""
    origin, args = parts(rule)
    if origin in UNIONS:
        yield from union_faults(value, rule, at)
    elif not fits(value, plain_type(rule)):
        yield at, wrong(value, rule)
    elif choices := choices_of(rule):
        if value not in choices:
            close = get_close_matches(str(value), [str(choice) for choice in choices], n=1)
            yield at, f"{shown(value)} is none of {listed(rule)}: " + (f"did you mean {close[0]}?" if close else "name one of them")
    elif origin is Annotated:
        inner = list(faults(value, args[0], at))
        yield from inner or ([] if args[1].holds(value) else [(at, f"{shown(value)} is out of range: give {describe(rule)}")])
    elif places := places_of(rule):
        yield from place_faults(value, places, at)
    elif origin in (list, tuple):
        yield from (fault for index, item in enumerate(value) for fault in faults(item, args[0], (*at, index)))
    elif origin is dict:
        yield from (fault for key, item in value.items() for fault in faults(item, args[1], (*at, key)))
    elif is_mapping(rule):
        yield from mapping_faults(value, fields_of(rule), at)


def place_faults(values: list[Any], places: Sequence[Rule], at: Path) -> Iterator[Fault]:
    """The faults of a list whose length and places are fixed."""
    if len(values) != len(places):
        yield at, f"holds {counted(len(values), 'value')}: give [{', '.join(map(describe, places))}]"
    else:
        yield from (fault for index, item in enumerate(values) for fault in faults(item, places[index], (*at, index)))


def union_faults(value: object, rule: Rule, at: Path) -> Iterator[Fault]:
    """Where no choice of a union fits: the faults of the first one that is of the value's type, or that none is."""
    tried = [(choice, list(faults(value, choice, at))) for choice in get_args(rule)]
    if all(found for _, found in tried):
        close = [found for choice, found in tried if fits(value, plain_type(choice))]
        yield from close[0] if close else [(at, wrong(value, rule))]


def mapping_faults(value: Mapping[str, Any], keys: Mapping[str, tuple[Rule, Any]], at: Path) -> Iterator[Fault]:
    """Unknown, missing and ill-typed keys of one mapping."""
    for key, item in value.items():
        if key in keys:
            yield from faults(item, keys[key][0], (*at, key))
        else:
            yield (*at, key), f"unknown key {shown(key)}: {nearest(key, sorted(keys))}"
    for key, (rule, default) in keys.items():
        if default is inspect.Parameter.empty and key not in value:
            yield at, f"the key {key!r} is missing: give {describe(rule)}"


def fits(value: object, rule: Rule) -> bool:
    """Whether a value is of the plain type; true and false are no numbers, and a whole number is a number."""
    if rule is type(None) or rule is object:
        return value is None or rule is object
    if rule in (int, float):
        return isinstance(value, (int, rule)) and not isinstance(value, bool)
    return isinstance(value, rule)


def wrong(value: object, rule: Rule) -> str:
    """`'x' is a text: give a whole number from 1`."""
    return f"{'is empty' if value is None else f'{shown(value)} is {KINDS[type(value)]}'}: give {describe(rule)}"


def rows(data: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    """The named rows of a part of the file, or none where it is no mapping."""
    part = data.get(key)
    return list(part.items()) if isinstance(part, dict) else []
