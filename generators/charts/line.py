"""Line charts: lines and points over numbers, each labelled at its end, with intervals and vertical marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from generators.charts.chart import Chart, Mark, Point, Series
from generators.charts.sheet import (
    GRID,
    INK,
    LEADING,
    PAPER,
    SERIES,
    SMALL,
    TEXT,
    WIDTH,
    Scale,
    axis_room,
    sheet,
    stroke,
    value_axis,
    value_scale,
    whisker,
    words_of,
    write,
    write_lines,
)
from generators.charts.words import axis_numbers, clean, spread, width, wrapped

HEIGHT = 400.0
LABEL_ROOM = 150.0
SAMPLE = 26.0
FEW = 12
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 2.5), (9, 3, 2, 3), (12, 3), (5, 2, 1.5, 2, 1.5, 2))
MARKERS = ("o", "s", "^", "D", "v", "P")
Place = tuple[float, float]


@dataclass(frozen=True)
class Look:
    """What tells a series from the others, with colour and without."""

    colour: str
    dash: tuple[float, ...]
    marker: str


@dataclass(frozen=True)
class End:
    """Where a series ends, how high it runs on the mean, and the lines of its label."""

    series: Series
    its: Look
    lines: list[str]
    x: float
    y: float
    mean: float


def look(place: int) -> Look:
    """The look of the series at this place; from the seventh on, colours return with other dashes and markers."""
    return Look(SERIES[place % 6], DASHES[(place + place // 6) % 6], MARKERS[(place + place // 6) % 6])


def line(chart: Chart) -> Figure:
    """The chart as a figure of lines and points."""
    labels = [words_of(f"{one.label}{'' if _valued(one) else ': n/a'}", LABEL_ROOM) for one in chart.series]
    x_words, y_words = words_of(chart.x_label, WIDTH - 16), words_of(chart.y_label, WIDTH - 16)
    xs = [float(point.x) for point in chart.points] + [mark.x for mark in chart.marks]
    left = axis_room(value_scale(chart.values, 0, 1).ticks, chart.percent)
    right = WIDTH - 14 - SAMPLE - max(width(row, TEXT) for rows in labels for row in [*rows, ""]) - 4
    across = _x_scale(xs, left, right)
    marks = sorted(chart.marks, key=lambda mark: mark.x)
    rows = _mark_rows(marks, across)
    top = 14 + LEADING * (len(y_words) + 1 + max(rows, default=-1))
    bottom = max(HEIGHT - 26 - LEADING * len(x_words), top + sum(_height(lines) for lines in labels))
    up = value_scale(chart.values, bottom, top)

    figure, axes = sheet(bottom + 26 + LEADING * len(x_words))
    write_lines(axes, 2, 14, y_words)
    value_axis(axes, up, left, right, chart.percent)
    for tick, text in zip(across.ticks, axis_numbers(across.ticks, False), strict=True):
        stroke(axes, (across(tick),) * 2, (bottom, bottom + 4), GRID, 1.0)
        write(axes, across(tick), bottom + 17, text, size=SMALL, align="center")
    write_lines(axes, (left + right) / 2, bottom + 20 + LEADING, x_words, align="center")
    for mark, row in zip(marks, rows, strict=True):
        _draw_mark(axes, mark, across, top - 8 - LEADING * row, bottom)
    ends = []
    for place, (one, lines) in enumerate(zip(chart.series, labels, strict=True)):
        drawn = [[(across(float(point.x)), up(y), point) for point in run for y in [point.y] if y is not None] for run in _runs(one)]
        _draw_series(axes, one, look(place), drawn, up)
        spots = [(x, y) for run in drawn for x, y, _ in run] or [(left, bottom)]
        ends.append(End(one, look(place), lines, *spots[-1], mean=sum(y for _, y in spots) / len(spots)))
    _draw_labels(axes, ends, right, top - 8, bottom + 8)
    return figure


def _height(lines: Sequence[str]) -> float:
    return LEADING * len(lines) + 4


def _valued(series: Series) -> bool:
    return any(point.y is not None for point in series.points)


def _runs(series: Series) -> list[list[Point]]:
    """The points from left to right, parted where a value is n/a."""
    in_order = sorted(series.points, key=lambda point: float(point.x))
    return [list(run) for valued, run in groupby(in_order, key=lambda point: point.y is not None) if valued]


def _x_scale(xs: list[float], left: float, right: float) -> Scale:
    """From the least to the greatest x, or from zero where that is near; a tick at each x where they are few and far enough apart."""
    low, high = min(xs), max(xs)
    if 0 < low < 0.2 * high:
        low = 0.0
    if low == high:
        low, high = low - 1, high + 1
    room = (right - left) / (high - low)
    own = sorted(set(xs))
    texts = axis_numbers(own, False)
    widest = max(width(text, SMALL) for text in texts) + 10
    if len(own) <= FEW and all((later - earlier) * room >= widest for earlier, later in pairwise(own)):
        return Scale(low, high, left, right, tuple(own))
    steps = MaxNLocator(nbins=6, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    return Scale(low, high, left, right, tuple(float(step) for step in steps if low <= step <= high))


def _mark_rows(marks: Sequence[Mark], across: Scale) -> list[int]:
    """For each mark, from left to right, the row above the chart where its label flies like a flag to the right of its line.

    A flag that reaches the next line flies above that line's own flag, so that no line runs through a label.
    """
    rows: list[int] = []
    for place in reversed(range(len(marks))):
        end = across(marks[place].x) + width(clean(marks[place].label), SMALL) + 12
        rows.insert(0, max([row + 1 for row, later in zip(rows, marks[place + 1 :], strict=True) if across(later.x) < end], default=0))
    return rows


def _draw_mark(axes: Axes, mark: Mark, across: Scale, baseline: float, bottom: float) -> None:
    x = across(mark.x)
    stroke(axes, (x, x), (bottom, baseline - 10), INK, 1.0, dash=(4, 3))
    write(axes, x + 5, baseline, "".join(wrapped(clean(mark.label), SMALL, WIDTH - x - 7, lines=1)), size=SMALL)


def _draw_series(axes: Axes, series: Series, its: Look, runs: list[list[tuple[float, float, Point]]], up: Scale) -> None:
    """Lines with a band and points with whiskers, where there are intervals; a line of few points shows each."""
    for run in runs:
        bounded = [(x, up(point.low), up(point.high)) for x, _, point in run if point.low is not None and point.high is not None]
        if series.style == "points" or len(run) == 1:
            for x, low, high in bounded:
                whisker(axes, (x, low), (x, high), its.colour)
        elif bounded:
            edge = [(x, low) for x, low, _ in bounded] + [(x, high) for x, _, high in reversed(bounded)]
            axes.fill([x for x, _ in edge], [y for _, y in edge], color=its.colour, alpha=0.15, linewidth=0, clip_on=False, zorder=2)
        spots = [(x, y) for x, y, _ in run]
        if series.style == "line":
            stroke(axes, [x for x, _ in spots], [y for _, y in spots], its.colour, 1.8, dash=its.dash)
        if series.style == "points" or len(series.points) <= FEW or len(spots) == 1:
            _draw_markers(axes, spots, its)


def _draw_markers(axes: Axes, spots: list[Place], its: Look) -> None:
    axes.plot(
        [x for x, _ in spots],
        [y for _, y in spots],
        linestyle="none",
        marker=its.marker,
        markersize=9,
        markerfacecolor=its.colour,
        markeredgecolor=PAPER,
        markeredgewidth=1.0,
        clip_on=False,
        zorder=2,
    )


def _draw_labels(axes: Axes, ends: list[End], right: float, top: float, bottom: float) -> None:
    """Beside each end its label, with a sample of the line or point; a thin line leads to one that had to move.

    Those that end together stand in the order in which their series run above one another before.
    """
    ends = sorted(ends, key=lambda end: (round(end.y / 4), end.mean))
    centres = spread([end.y for end in ends], [_height(end.lines) for end in ends], top, bottom)
    start = right + 14
    for end, centre in zip(ends, centres, strict=True):
        if abs(centre - end.y) > 3 and right - end.x < 1:
            stroke(axes, (end.x + 4, start - 2), (end.y, centre), end.its.colour, 0.6)
        if end.series.style == "line":
            stroke(axes, (start, start + SAMPLE - 6), (centre, centre), end.its.colour, 1.8, dash=end.its.dash)
        if end.series.style == "points" or len(end.series.points) <= FEW:
            _draw_markers(axes, [(start + SAMPLE / 2 - 3, centre)], end.its)
        first = centre + 4.5 - (len(end.lines) - 1) * LEADING / 2
        for row, text in enumerate(end.lines):
            write(axes, start + SAMPLE, first + row * LEADING, text, colour=end.its.colour)
