"""The words on a chart: cleaned of what SVG cannot hold, measured, wrapped, kept apart; and numbers written out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    """The text on lines no wider than `room` pixels, broken at blanks, or inside a word that fits on no line; cut short after `lines`."""
    found: list[str] = [""]
    for word in text.split():
        joined = f"{found[-1]} {word}".strip()
        if width(joined, size) <= room:
            found[-1] = joined
            continue
        found.append("")
        for letter in word:
            if found[-1] and width(found[-1] + letter, size) > room:
                found.append("")
            found[-1] += letter
    found = [line for line in found if line]
    return found if len(found) <= lines else [*found[: lines - 1], found[lines - 1][:-1] + "…"]


def spread(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """The centres nearest to the wanted ones, in the order given, at which things of these heights do not overlap between top and bottom.

    Taking from each centre the heights above it turns "no overlap" into "never falling": a least-squares problem that pooling solves exactly.
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


def number(value: float, percent: bool, digits: int = 3) -> str:
    """A value in at most so many significant digits, or all digits of its whole part; a share as per cent, not rounded to none or all."""
    shown = 100 * value if percent else value
    if percent and 99.95 <= shown < 100:
        return ">99.9%"
    if percent and 0 < shown < 0.05:
        return "<0.1%"
    places = next((places for places in range(digits) if abs(shown) >= 10 ** (digits - 1 - places)), digits - 1)
    text = f"{shown:,.{min(places, 1) if percent else places}f}"
    if shown and not percent and not float(text.replace(",", "")):
        text = f"{shown:.1g}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "\N{MINUS SIGN}") + ("%" if percent else "")


def axis_numbers(ticks: Sequence[float], percent: bool) -> list[str]:
    """The ticks of one axis, all with the fewest decimals that tell their exact values."""
    shown = [round(100 * tick if percent else tick, 9) for tick in ticks]
    places = next(places for places in range(10) if all(round(tick, places) == tick for tick in shown))
    return [f"{tick:,.{places}f}".replace("-", "\N{MINUS SIGN}") + ("%" if percent else "") for tick in shown]
