"""Charts by kind: KINDS maps the name of a kind to the function that draws it, and draw() gives the SVG to put into a page."""

# ruff: noqa: PLC0415 Matplotlib is heavy: it is imported when a chart is drawn, so that the table of kinds costs nothing
from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING

from generators.charts.chart import Chart
from generators.mistake import raise_all

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["KINDS", "draw"]


def _line(chart: Chart) -> Figure:
    from generators.charts.line import line
    from generators.charts.sheet import own_settings

    with own_settings():
        return line(chart)


def _bars(chart: Chart) -> Figure:
    from generators.charts.bars import bars
    from generators.charts.sheet import own_settings

    with own_settings():
        return bars(chart)


KINDS: dict[str, Callable[[Chart], Figure]] = {"line": _line, "bars": _bars}


def draw(kind: str, chart: Chart) -> str:
    """The chart as one line of SVG to stand inside an HTML page, in the page's own colours and type.

    Raises `Mistake` for an unknown kind, a name that cannot begin an id, a chart without points, a value that is no finite number
    and, on a line chart, an x that is none.
    """
    raise_all(_mistakes(kind, chart))
    from generators.charts.svg import inline

    return inline(KINDS[kind](chart), chart)


def _mistakes(kind: str, chart: Chart) -> list[str]:
    where = f"chart {chart.name!r}"
    found = []
    if kind not in KINDS:
        found.append(f"{where}: there is no kind {kind!r}; use one of {', '.join(sorted(KINDS))}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", chart.name):
        found.append(f"{where}: the name begins the ids of the drawing; use letters, digits, - and _, a letter first")
    if not chart.points:
        found.append(f"{where}: no series has a point; give it at least one")
    xs = [point.x for point in chart.points]
    if kind == "line":
        found += [f"{where}: x is {x!r} on a line chart; give a number, or draw bars" for x in xs if isinstance(x, str)]
    numbers = (*chart.values, *(mark.x for mark in chart.marks), *(x for x in xs if not isinstance(x, str)))
    found += [f"{where}: {value} is not a finite number; give None for n/a" for value in numbers if not isfinite(value)]
    return found
