"""Entry: one number as the lock holds it, how it reads in a sentence, and how closely a computed one must agree with it."""

from __future__ import annotations

import math
from typing import Any

from generators.display import display
from generators.measures import MEASURES
from generators.results import Measurement, Number

Entry = Number | list[Number]
"""A number as the lock holds it: the value, or `[value, lowest, highest]` where seeds have a spread or a share of a sample its interval."""

CLOSE = {"exact": 0.0, "closed": 1e-9, "level": 1e-3}
"""How far a computed value may lie from the published one, relative to it, or to a thousandth where it is less."""


def measure_of(number: str) -> str:
    """The measure in a number's id, empty where the id is none."""
    return (number.split("/")[3:4] or [""])[0]


def bounds_of(number: str) -> str:
    """What a number's two bounds are called in a sentence."""
    measure = MEASURES.get(measure_of(number))
    return "interval" if measure and measure.sample else "seeds"


def shown(entry: Entry, unit: str | None = None, bounds: str = "seeds") -> str:
    """A lock entry in a sentence, as a page displays a value of the unit; without one, with all its digits. `bounds` names its bounds."""
    if isinstance(entry, list):
        return f"{shown(entry[0], unit)} ({bounds} {shown(entry[1], unit)} to {shown(entry[2], unit)})"
    if unit is not None:
        return display(entry, unit)
    return "n/a" if entry is None else f"{entry:.12g}" if isinstance(entry, float) else str(entry)


def told_apart(before: Entry, after: Entry, unit: str | None, bounds: str = "seeds") -> tuple[str, str]:
    """Two entries that differ, as a page displays them, or with all their digits where that would look the same."""
    short = shown(before, unit, bounds), shown(after, unit, bounds)
    return short if short[0] != short[1] else (shown(before, None, bounds), shown(after, None, bounds))


def entry_of(one: Measurement) -> Entry:
    """A number rounded to the digits that the lock keeps."""
    value = digits(one.value)
    return [value, digits(one.interval[0]), digits(one.interval[1])] if one.interval else value


def digits(value: Number) -> Number:
    """Twelve significant digits; counts stay whole. Raises `ValueError` for NaN and infinity, which no measure may give."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number that can be published")
    return float(f"{value:.12g}") + 0.0 if isinstance(value, float) else value


def checked(entry: Any) -> Entry:  # noqa: ANN401 whatever stands in the file
    """The entry if it is one; raises `ValueError` where it is not."""
    values = entry if isinstance(entry, list) and len(entry) == 3 else [entry]
    if all(value is None or (isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)) for value in values):
        if len(values) == 3 and None not in values and values[1] > values[2]:
            raise ValueError(f"{entry!r} has its lower bound above its upper one")
        return entry  # type: ignore[no-any-return]  # just checked
    raise ValueError(f"{entry!r} is no published number")


def closeness(measure: str, *, modelled: bool) -> float:
    """How far a number of a measure may lie from its published value: a closed form's count is no count, and an unknown measure exact."""
    return CLOSE["closed" if modelled else MEASURES[measure].compare if measure in MEASURES else "exact"]


def same(published: Entry, computed: Entry, close: float) -> bool:
    """Whether two entries agree in form, and each of their values as closely as `CLOSE` says."""
    these, those = (entry if isinstance(entry, list) else [entry] for entry in (published, computed))
    return len(these) == len(those) and all(
        a is b if a is None or b is None else abs(a - b) <= close * max(abs(a), 1e-3) for a, b in zip(these, those, strict=True)
    )
