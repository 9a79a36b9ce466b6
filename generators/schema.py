"""Schema: type annotations as the rules of a file: check a value, describe it to a reader, write its JSON Schema."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Literal, get_args, get_origin


@dataclass(frozen=True)
class AtLeast:
    """The least value that a number may take."""

    least: float


Positive = Annotated[int, AtLeast(1)]
"""A whole number from 1 up."""

NotNegative = Annotated[int, AtLeast(0)]
"""A whole number from 0 up."""

Sweep = typing.TypedDict("Sweep", {"from": int, "to": int, "step": Positive})
"""`{from: 80, to: 800, step: 20}`: the whole numbers from the first to the last, both included."""

Path = tuple[str | int, ...]
Fault = tuple[Path, str]
"""Where in the file, and what is wrong there with the remedy."""

NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def nearest(word: object, known: Sequence[str]) -> str:
    """`did you mean ...?` with the nearest known word, or the list of the known ones."""
    close = get_close_matches(str(word), known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"


def fields_of(rule: Callable[..., Any]) -> dict[str, tuple[Any, Any]]:
    """The keys that a dataclass, a typed mapping or a shelf function takes, as name to (annotation, default).

    `inspect.Parameter.empty` marks a required key. Of a function only the keyword-only parameters are keys.
    """
    hints = typing.get_type_hints(rule, include_extras=True)
    if typing.is_typeddict(rule):
        return {name: (hint, inspect.Parameter.empty) for name, hint in hints.items()}
    parameters = inspect.signature(rule).parameters.values()
    chosen = [p for p in parameters if dataclasses.is_dataclass(rule) or p.kind is p.KEYWORD_ONLY]
    return {p.name: (hints[p.name], p.default) for p in chosen}


def is_mapping(rule: Any) -> bool:
    """Whether the annotation stands for a mapping with named keys."""
    return dataclasses.is_dataclass(rule) or typing.is_typeddict(rule)


def faults(value: Any, rule: Any, at: Path = ()) -> Iterator[Fault]:
    """Everything in which `value` breaks the annotation `rule`, with the path to it."""
    origin, args = get_origin(rule), get_args(rule)
    if origin is Annotated:
        inner = list(faults(value, args[0], at))
        yield from inner
        if not inner and value < args[1].least:
            yield at, f"{value!r} is out of range: give {describe(rule)}"
    elif origin in (types.UnionType, typing.Union):
        if all(list(faults(value, choice, at)) for choice in args):
            nested = [choice for choice in args if is_mapping(choice) and isinstance(value, dict)]
            yield from faults(value, nested[0], at) if nested else [(at, wrong(value, rule))]
    elif origin is Literal:
        if value not in args or isinstance(value, bool) and True not in args:
            yield at, f"{value!r} is not one of {', '.join(map(repr, args))}; {nearest(value, [str(choice) for choice in args])}"
    elif origin in (list, tuple):
        if not isinstance(value, list):
            yield at, wrong(value, rule)
        else:
            for index, item in enumerate(value):
                yield from faults(item, args[0], (*at, index))
    elif origin is dict:
        if not isinstance(value, dict):
            yield at, wrong(value, rule)
        else:
            for key, item in value.items():
                yield from faults(item, args[1], (*at, key))
    elif is_mapping(rule):
        if not isinstance(value, dict):
            yield at, wrong(value, rule)
        else:
            yield from mapping_faults(value, fields_of(rule), at)
    elif not fits(value, rule):
        yield at, wrong(value, rule)


def mapping_faults(value: Mapping[str, Any], keys: Mapping[str, tuple[Any, Any]], at: Path) -> Iterator[Fault]:
    """Unknown, missing and ill-typed keys of one mapping."""
    for key, item in value.items():
        if key in keys:
            yield from faults(item, keys[key][0], (*at, key))
        else:
            yield (*at, key), f"unknown key {key!r}: {nearest(key, sorted(keys))}"
    for key, (rule, default) in keys.items():
        if default is inspect.Parameter.empty and key not in value:
            yield at, f"the key {key!r} is missing: give {describe(rule)}"


def fits(value: object, rule: Any) -> bool:
    """Whether a scalar is of the plain type; true and false are no numbers."""
    if rule is type(None) or rule is None:
        return value is None
    if rule in (int, float):
        return isinstance(value, (int, rule)) and not isinstance(value, bool)
    return isinstance(value, rule)


def wrong(value: object, rule: Any) -> str:
    """`'x' is a text: give a whole number from 1`."""
    kind = {dict: "a mapping", list: "a list", type(None): "empty"}.get(type(value)) or NAMES.get(type(value), type(value).__name__)
    return f"{value!r} is {kind}: give {describe(rule)}"


def describe(rule: Any) -> str:
    """The annotation in a reader's words."""
    origin, args = get_origin(rule), get_args(rule)
    if origin is Annotated:
        return f"{describe(args[0])} from {args[1].least:g}"
    if origin in (types.UnionType, typing.Union):
        return " or ".join(describe(choice) for choice in args if choice is not type(None))
    if origin is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in args)
    if origin in (list, tuple):
        return f"a list, each {describe(args[0])}"
    if origin is dict:
        return f"a mapping of names, each {describe(args[1])}"
    if is_mapping(rule):
        return "a mapping with " + ", ".join(f"`{name}`" for name in fields_of(rule))
    return NAMES.get(rule, "empty")


def json_schema(rule: Any) -> dict[str, Any]:
    """The annotation as JSON Schema (draft 2020-12)."""
    origin, args = get_origin(rule), get_args(rule)
    if origin is Annotated:
        return {**json_schema(args[0]), "minimum": args[1].least}
    if origin in (types.UnionType, typing.Union):
        choices = [json_schema(choice) for choice in args if choice is not type(None)]
        return choices[0] if len(choices) == 1 else {"anyOf": choices}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (list, tuple):
        return {"type": "array", "items": json_schema(args[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": json_schema(args[1])}
    if is_mapping(rule):
        return mapping_schema(fields_of(rule))
    return {"type": {int: "integer", float: "number", str: "string", bool: "boolean"}[rule]}


def mapping_schema(keys: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    """A closed JSON Schema object of the keys, the required ones named."""
    required = [key for key, (_, default) in keys.items() if default is inspect.Parameter.empty]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: json_schema(rule) for key, (rule, _) in keys.items()},
        **({"required": required} if required else {}),
    }
