"""Rule: the ways to recompute a claim, from published numbers or from the installed libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from generators.catalogue import Catalogue
from generators.measures.measure import JSON
from generators.mistake import Absent


@dataclass(frozen=True)
class Found:
    """What a rule came to: a value to set beside the quoted one, or whether a statement without a value holds.

    `numbers` are the ids it rests on; `note` says where a value was read from an installed package, `frozen` whether that is not here and
    the lock had it, `unknown` why there is no value at all. `ordered` says that `holds` decides beside a quoted value as well: its figures
    are those of a model that the article does not name, and what must hold is their order.
    """

    value: JSON = None
    numbers: tuple[str, ...] = ()
    holds: bool = True
    note: str = ""
    frozen: bool = False
    unknown: str = ""
    ordered: bool = False


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


def percent(one: str, *beside: str) -> Rule:
    """The value of a share in per cent, as its source prints it; the others stand beside it on the page."""
    return derived(lambda share: 100 * share, one, beside=beside)


def percents(*numbers: str) -> Rule:
    """The values of several shares in per cent, as a list; n/a where one of them is."""

    def rule(catalogue: Catalogue) -> Found:
        shares = [catalogue.one(one).value for one in numbers]
        found: JSON = [100 * share for share in shares if share is not None]
        return Found(None if None in shares else found, numbers)

    return rule


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


def shipped(name: str) -> Rule:
    """A default of the installed libraries that the article states; none where they have it no more."""
    return lambda catalogue: _read(name)


@cache
def _read(name: str) -> Found:
    from generators.splitters.stated import STATED  # noqa: PLC0415 the libraries are heavy: they are imported when a default is read

    try:
        default = STATED[name]()
    except Absent as absent:
        return Found(holds=False, note=f"It is no more: {absent}.")
    return Found(default.value, note=f"Read at {default.place}.")


def reading(name: str) -> Rule:
    """A value read from a package that a build can do without; from the lock where that is not installed."""

    def rule(catalogue: Catalogue) -> Found:
        if name not in catalogue.readings:
            return Found(holds=False, unknown="The package that has it is not installed here, and the lock does not hold it.")
        found = catalogue.readings[name]
        frozen = f" Frozen: {found.absent}, so this comes from the lock." if found.absent else ""
        return Found(found.value, note=f"Read at {found.place} in {found.release}.{frozen}", frozen=bool(found.absent))

    return rule
