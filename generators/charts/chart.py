"""What a chart shows, as plain data: its series of points, its marks and its words. Nothing here knows how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Point:
    """One value: `x` is a number on a line chart and a category on a bar chart; `y` is `None` where the value is n/a.

    `low` and `high` bound an interval around `y` and are drawn where both are given; `id` is the id of the number shown.
    """

    x: float | str
    y: float | None
    low: float | None = None
    high: float | None = None
    id: str = ""


@dataclass(frozen=True)
class Series:
    """Points that belong together under one label; on a line chart they are joined by a line or stand alone."""

    label: str
    points: tuple[Point, ...]
    style: Literal["line", "points"] = "line"


@dataclass(frozen=True)
class Mark:
    """A vertical line at `x` of a line chart, with a label."""

    x: float
    label: str


@dataclass(frozen=True)
class Chart:
    """A chart in words and numbers.

    `name` begins every id of the drawing, so it is unique on its page. `title` and `alt` are what a screen reader says; they are not drawn.
    `percent` shows shares of 1 as per cent. `horizontal` lays the bars of a bar chart down, for categories with long names.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    percent: bool = False
    horizontal: bool = False
    alt: str = ""

    @property
    def points(self) -> tuple[Point, ...]:
        """All points of all series."""
        return tuple(point for series in self.series for point in series.points)

    @property
    def values(self) -> tuple[float, ...]:
        """Every number that the value axis has to reach: the values and their intervals."""
        return tuple(value for point in self.points for value in (point.y, point.low, point.high) if value is not None)
