"""Rule: the ways to recompute a claim, from published numbers or from the installed libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from generators.catalogue import Catalogue
from generators.measures.measure import JSON


@dataclass(frozen=True)
class Found:
    """What a rule came to: a value to set beside the quoted one, or whether a statement without a value holds.

    `numbers` are the ids it rests on; `place` is the file and line of an installed library at which the value was read.
    """

    value: JSON = None
    numbers: tuple[str, ...] = ()
    holds: bool = True
    place: str = ""


Rule = Callable[[Catalogue], Found]


def number(one: str, *beside: str) -> Rule:
    """The value of one number; the others stand beside it on the page."""
    return lambda catalogue: Found(catalogue.one(one).value, (one, *beside))


def each(*numbers: str) -> Rule:
    """The values of several numbers, as a list."""
    return lambda catalogue: Found([catalogue.one(one).value for one in numbers], numbers)


def keyed(numbers: Mapping[str, str]) -> Rule:
    """The values of several numbers, as a mapping."""
    return lambda catalogue: Found({key: catalogue.one(one).value for key, one in numbers.items()}, tuple(numbers.values()))


def derived(formula: Callable[..., float], *numbers: str, beside: Sequence[str] = ()) -> Rule:
    """A formula of several numbers; n/a where one of them is."""

    def rule(catalogue: Catalogue) -> Found:
        values = [catalogue.one(one).value for one in numbers]
        return Found(None if None in values else formula(*values), (*numbers, *beside))

    return rule


def statement(holds: Callable[..., bool], *numbers: str, beside: Sequence[str] = ()) -> Rule:
    """Whether a statement holds of several numbers; it does not where one of them is n/a."""

    def rule(catalogue: Catalogue) -> Found:
        values = [catalogue.one(one).value for one in numbers]
        return Found(None, (*numbers, *beside), holds=None not in values and holds(*values))

    return rule


def shipped(name: str, use: str = "", setting: str = "") -> Rule:
    """A default of the installed libraries; with `use` and `setting`, the place of that setting's default."""

    def rule(_: Catalogue) -> Found:
        from generators.splitters.defaults import defaults  # noqa: PLC0415 the libraries are heavy: they are imported when a default is read

        default = defaults(use)[setting] if use else None
        return Found(claimed()[name], place=f"{default.file}:{default.line}" if default else "")

    return rule


@cache
def claimed() -> dict[str, Any]:
    """The defaults that the article names, read once."""
    from generators.splitters.defaults import claimed as read  # noqa: PLC0415 the libraries are heavy: they are imported when a default is read

    return read()
