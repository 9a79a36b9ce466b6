"""Schema: type annotations as the rules of a file, read, described to a reader and written as JSON Schema."""

from __future__ import annotations

import dataclasses
import inspect
import math
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin


@dataclass(frozen=True)
class Range:
    """The numbers from `least` to `most`, both included; with `above` the least itself is left out."""

    least: float
    most: float = math.inf
    above: bool = False

    def __str__(self) -> str:
        return f"{'above' if self.above else 'from'} {self.least:g}" + (f" to {self.most:g}" if self.most < math.inf else "")

    def holds(self, value: float) -> bool:
        """Whether the number is one of them."""
        return self.least <= value <= self.most and not (self.above and value == self.least)

    def json_schema(self) -> dict[str, float]:
        """The limits as JSON Schema."""
        return {"exclusiveMinimum" if self.above else "minimum": self.least, **({"maximum": self.most} if self.most < math.inf else {})}


@dataclass(frozen=True)
class OneOf:
    """The texts that may be named, where they are only known when the program runs; `what` says what they are."""

    choices: tuple[str, ...]
    what: str


@dataclass(frozen=True)
class InWords:
    """What a value is for, where its annotation alone, put into words, would not tell; it allows what the annotation does."""

    text: str

    def holds(self, value: object) -> bool:
        """Whether the value may stand there, which the annotation has decided."""
        del value
        return True

    def json_schema(self) -> dict[str, str]:
        """The words, for editors to show."""
        return {"description": self.text}


Positive = Annotated[int, Range(1)]
"""A whole number from 1 up."""

NotNegative = Annotated[int, Range(0)]
"""A whole number from 0 up."""

Sweep = typing.TypedDict("Sweep", {"from": int, "to": int, "step": Positive})
"""`{from: 80, to: 800, step: 20}`: the whole numbers from the first, step by step, up to the last."""

Rule = Any
"""A type annotation, read as the rule for a value."""

Path = tuple[str | int, ...]
Fault = tuple[Path, str]
"""Where in the file, and what is wrong there with the remedy."""

UNIONS = (types.UnionType, typing.Union)
LONGEST = 60
MOST = 200
KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "a yes or no", dict: "a mapping", list: "a list"}


def nearest(word: object, known: Sequence[str]) -> str:
    """`did you mean ...?` with the nearest known word, or the list of the known ones, of very many the first."""
    if close := get_close_matches(str(word), known, n=1, cutoff=0.6):
        return f"did you mean {close[0]}?"
    words = list(dict.fromkeys(known))
    more = f" and {len(words) - MOST:,} more" if len(words) > MOST else ""
    return f"known here: {', '.join(words[:MOST]) or 'none'}{more}"


def shown(value: object) -> str:
    """A value in a message, as YAML has it and on one line; a long one is shortened."""
    text = {None: "nothing", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text):,} characters)"


def inline(name: str) -> str:
    """A name in a message: as it is where it can be shown on one line, else as Python writes it."""
    return name if name.isprintable() else shown(name)


def counted(number: int, noun: str) -> str:
    """`1 line end`, `2 line ends`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def fields_of(rule: Callable[..., Any]) -> dict[str, tuple[Rule, Any]]:
    """The keys that a dataclass, a typed mapping or a shelf function takes, as name to (annotation, default).

    `inspect.Parameter.empty` marks a required key. Of a function only the keyword-only parameters are keys.
    """
    hints = _hints(rule)
    if typing.is_typeddict(rule):
        return {name: (hint, inspect.Parameter.empty) for name, hint in hints.items()}
    parameters = inspect.signature(rule).parameters.values()
    chosen = [p for p in parameters if dataclasses.is_dataclass(rule) or p.kind is p.KEYWORD_ONLY]
    return {p.name: (hints[p.name], p.default) for p in chosen}


@cache
def _hints(rule: Callable[..., Any]) -> dict[str, Rule]:
    """The annotations of a rule, evaluated once: every row of every file is held against them."""
    return typing.get_type_hints(rule, include_extras=True)


def is_mapping(rule: Rule) -> bool:
    """Whether the annotation stands for a mapping with named keys."""
    return dataclasses.is_dataclass(rule) or typing.is_typeddict(rule)


def parts(rule: Rule) -> tuple[Any, tuple[Any, ...]]:
    """What the annotation is made of: `list` and `(int,)` for `list[int]`."""
    return get_origin(rule), get_args(rule)


def places_of(rule: Rule) -> tuple[Rule, ...]:
    """The annotations of a list of a fixed length, one for each place; none where the annotation is no such list."""
    origin, args = parts(rule)
    return args if origin is tuple and args[-1] is not Ellipsis else ()


def choices_of(rule: Rule) -> tuple[Any, ...]:
    """The values that a choice lists; none where the annotation is no choice."""
    origin, args = parts(rule)
    if origin is Annotated and isinstance(args[1], OneOf):
        return args[1].choices
    return args if origin is Literal else ()


def plain_type(rule: Rule) -> Rule:
    """The type of the YAML value that the annotation asks for: dict, list, str, int, float, bool or None's."""
    origin, args = parts(rule)
    if origin is Annotated:
        return plain_type(args[0])
    if origin is Literal:
        return type(args[0])
    return dict if is_mapping(rule) else list if origin is tuple else origin or rule


def listed(rule: Rule) -> str:
    """What a choice lists, in words."""
    origin, args = parts(rule)
    what = f" ({args[1].what})" if origin is Annotated else ""
    return ", ".join(f"`{choice}`" for choice in choices_of(rule)) + what


def describe(rule: Rule) -> str:
    """The annotation in a reader's words."""
    origin, args = parts(rule)
    if choices_of(rule):
        return f"one of {listed(rule)}"
    if origin is Annotated:
        return args[1].text if isinstance(args[1], InWords) else f"{describe(args[0])} {args[1]}"
    if origin in UNIONS:
        return " or ".join(describe(choice) for choice in args if choice is not type(None))
    if origin in (list, tuple):
        places = places_of(rule)
        return f"[{', '.join(map(describe, places))}]" if places else f"a list, each {describe(args[0])}"
    if is_mapping(rule):
        return "a mapping with " + ", ".join(f"`{name}`" for name in fields_of(rule))
    return f"a mapping of names, each {describe(args[1])}" if origin is dict else KINDS.get(rule, "a value")


def json_schema(rule: Rule) -> dict[str, Any]:
    """The annotation as JSON Schema (draft 2020-12)."""
    origin, args = parts(rule)
    found: dict[str, Any] = {}
    if choices := choices_of(rule):
        found = {"enum": list(choices)}
    elif origin is Annotated:
        found = {**json_schema(args[0]), **args[1].json_schema()}
    elif origin in UNIONS:
        any_of = [json_schema(choice) for choice in args if choice is not type(None)]
        found = any_of[0] if len(any_of) == 1 else {"anyOf": any_of}
    elif places := places_of(rule):
        found = {"type": "array", "prefixItems": list(map(json_schema, places)), "minItems": len(places), "maxItems": len(places)}
    elif origin in (list, tuple):
        found = {"type": "array", "items": json_schema(args[0])}
    elif origin is dict:
        found = {"type": "object", "additionalProperties": json_schema(args[1])}
    elif is_mapping(rule):
        found = mapping_schema(fields_of(rule))
    elif rule is not object:
        found = {"type": {int: "integer", float: "number", str: "string", bool: "boolean"}[rule]}
    return found


def mapping_schema(keys: Mapping[str, tuple[Rule, Any]]) -> dict[str, Any]:
    """A closed JSON Schema object of the keys, the required ones named."""
    required = [key for key, (_, default) in keys.items() if default is inspect.Parameter.empty]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: json_schema(rule) for key, (rule, _) in keys.items()},
        **({"required": required} if required else {}),
    }
