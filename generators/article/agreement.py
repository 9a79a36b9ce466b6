"""Agreement: whether a computed value rounds to a quoted one, to the digits that the quotation was written with."""

from __future__ import annotations

import math
from decimal import Decimal

from generators.measures.measure import JSON


def agrees(value: JSON, quoted: JSON, written: JSON, tolerance: str = "") -> bool:
    """Whether `value` says what `quoted` says.

    Numbers may differ by `tolerance`, or by half a unit of the last digit of `written` (the quoted value as it stands in the file: `0.50`
    asks for more than `0.5`). Lists and mappings agree element by element; everything else has to be the same, type included.
    """
    if isinstance(quoted, list):
        return (
            isinstance(value, list)
            and isinstance(written, list)
            and len(value) == len(quoted)
            and all(agrees(*each, tolerance) for each in zip(value, quoted, written, strict=True))
        )
    if isinstance(quoted, dict):
        return (
            isinstance(value, dict)
            and isinstance(written, dict)
            and value.keys() == quoted.keys()
            and all(agrees(value[key], quoted[key], written[key], tolerance) for key in quoted)
        )
    if not isinstance(quoted, int | float) or isinstance(quoted, bool):
        return type(value) is type(quoted) and value == quoted
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return False
    allowed = Decimal(tolerance) if tolerance else half_unit(str(written))
    return abs(Decimal(repr(value)) - Decimal(str(written))) <= allowed


def half_unit(written: str) -> Decimal:
    """Half a unit of the last digit: `0.005` for `0.50`, `0.5` for `4000`."""
    return Decimal(5).scaleb(exponent(written) - 1)


def decimals(written: str) -> int:
    """Digits after the point: 2 for `0.50`, 0 for `4000`."""
    return max(0, -exponent(written))


def exponent(written: str) -> int:
    """The place of the last digit as a power of ten."""
    return int(Decimal(written).as_tuple().exponent)


def as_written(quoted: JSON, written: JSON) -> str:
    """A quoted value for a reader: numbers with the digits of the file, texts in quotes, parts of a list parted by commas."""
    if isinstance(quoted, list) and isinstance(written, list):
        return ", ".join(
            f"({as_written(*each)})" if isinstance(each[0], list) else as_written(*each) for each in zip(quoted, written, strict=True)
        )
    if isinstance(quoted, dict) and isinstance(written, dict):
        return "; ".join(f"{key}: {as_written(quoted[key], written[key])}" for key in quoted)
    if isinstance(quoted, str):
        return repr(quoted)
    return str(written) if isinstance(quoted, bool) else f"{Decimal(str(written)):,}"
