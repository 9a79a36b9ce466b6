"""The words on a chart: cleaned of what SVG cannot hold, measured, wrapped, kept apart; and numbers written out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SEAMS = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[._/-])")


def clean(text: str) -> str:
    """The text on one line, with a replacement character for whatever XML forbids."""
    return " ".join(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text).split())


@cache
def width(text: str, size: float) -> float:
    """How wide the text is in pixels at most: DejaVu Sans, which it is measured in, runs wider than the fonts pages are read in."""
    wide = [letter for letter in text if unicodedata.east_asian_width(letter) in "WF"]  # an em each, and not in DejaVu
    narrow = "".join(letter for letter in text if letter not in wide)
    measured: float = TextToPath().get_text_width_height_descent(narrow, FontProperties(size=size), ismath=False)[0]
    return measured + size * len(wide)


def wrapped(text: str, size: float, room: float, lines: int = 4) -> list[str]:
    """The text on lines no wider than `room` pixels, broken at blanks, and inside a word that fits on no line; cut short after `lines`."""
    found: list[str] = [""]
    for word in text.split():
        joined = f"{found[-1]} {word}".strip()
        if width(joined, size) <= room:
            found[-1] = joined
            continue
        found.append("")
        for part in [word] if width(word, size) <= room else _SEAMS.split(word):
            for piece in [part] if width(part, size) <= room else part:
                if found[-1] and width(found[-1] + piece, size) > room:
                    found.append("")
                found[-1] += piece
    found = [line for line in found if line]
    return found if len(found) <= lines else [*found[: lines - 1], found[lines - 1][:-1] + "…"]


def spread(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """The centres nearest to the wanted ones, in the order given, at which things of these heights do not overlap between top and bottom.

    With the heights above it taken from each centre, "no overlap" means "never falling": least squares, which pooling solves exactly.
    """
    above = [sum(heights[:place]) + heights[place] / 2 for place in range(len(heights))]
    pools: list[list[float]] = []
    for centre, taken in zip(wanted, above, strict=True):
        pools.append([centre - taken])
        while len(pools) > 1 and _mean(pools[-2]) > _mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    level = [_mean(pool) for pool in pools for _ in pool]
    return [max(min(one, bottom - sum(heights)), top) + taken for one, taken in zip(level, above, strict=True)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def number(value: float, percent: bool) -> str:
    """A value in three significant digits, or its whole part; a share in per cent to a tenth, but never rounded to none or all."""
    shown = 100 * value if percent else value
    if percent and 0 < shown < 0.05:
        return "<0.1%"
    if percent and 99.95 <= shown < 100:
        return ">99.9%"
    tenths = f"{round(shown, 1) + 0.0:,.1f}".removesuffix(".0") + "%"
    digits = f"{shown:,.0f}" if abs(shown) >= 100 else f"{shown:.3g}"
    return (tenths if percent else digits).replace("-", "\N{MINUS SIGN}")


def brief(value: float, percent: bool) -> str:
    """A value for a narrow place: a share in whole per cent from ten on, and without its sign, which the axis has."""
    if percent and 0.995 <= value < 1:
        return ">99"
    return number(round(value, 2) if percent and abs(value) >= 0.095 else value, percent).removesuffix("%")


def axis_numbers(ticks: Sequence[float], percent: bool) -> list[str]:
    """The ticks of one axis, all with the fewest decimals that tell their exact values."""
    shown = [round(100 * tick if percent else tick, 9) for tick in ticks]
    places = next(places for places in range(10) if all(round(tick, places) == tick for tick in shown))
    return [f"{tick:,.{places}f}".replace("-", "\N{MINUS SIGN}") + ("%" if percent else "") for tick in shown]
