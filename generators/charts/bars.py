"""Bar charts: groups of bars over categories, upright or lying, each with its value and its interval."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from generators.charts.chart import Chart, Point
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
from generators.charts.words import axis_numbers, brief, clean, number, width, wrapped

HATCHES = ("", "//", "--", "\\\\", "||", "xx")
RIGHT = WIDTH - 4


def bars(chart: Chart) -> Figure:
    """The chart as a figure of bars; they lie where the chart asks for it, and where so many would stand too close for their values."""
    left = axis_room(value_scale(chart.values, 0, 1).ticks, chart.percent)
    pitch = 0.84 * (RIGHT - left) / (len(_categories(chart)) * len(chart.series))
    return _lying(chart) if chart.horizontal or pitch < SMALL else _upright(chart, left, min(pitch, 56.0))


def _categories(chart: Chart) -> list[str]:
    """The categories as they first come, a numeric one written out."""
    return list(dict.fromkeys(_category(point) for point in chart.points))


def _category(point: Point) -> str:
    return clean(point.x) if isinstance(point.x, str) else axis_numbers([point.x], False)[0]


def _values_written(chart: Chart, room: float) -> tuple[dict[Point, str], bool]:
    """The value of each point in the fullest form that fits into `room` for all, or in full and turned upright where none does."""
    full = {point: "n/a" if point.y is None else number(point.y, chart.percent) for point in chart.points}
    bare = {point: text.removesuffix("%") for point, text in full.items()}
    short = {point: "n/a" if point.y is None else brief(point.y, chart.percent) for point in chart.points}
    for texts in (full, bare, short):
        if max(width(text, SMALL) for text in texts.values()) <= room:
            return texts, False
    return full, True


def _upright(chart: Chart, left: float, pitch: float) -> Figure:
    categories = _categories(chart)
    group = (RIGHT - left) / len(categories)
    names = [wrapped(name, TEXT, group - 8) for name in categories]
    x_words, y_words = words_of(chart.x_label, WIDTH - 16), words_of(chart.y_label, WIDTH - 16)
    texts, turned = _values_written(chart, pitch + 2)
    above = max(width(text, SMALL) for text in texts.values()) + 6 if turned else LEADING
    key = _key(chart) if len(chart.series) > 1 else []
    top = 14 + LEADING * len(y_words) + 22 * len(key) + above
    below = above if min(chart.values, default=0.0) < 0 else 0.0
    bottom = top + 290 - above
    up = value_scale(chart.values, bottom, top)
    names_end = bottom + below + LEADING * max(len(rows) for rows in names)

    figure, axes = sheet(names_end + LEADING * len(x_words) + 12)
    write_lines(axes, 2, 14, y_words)
    _draw_key(axes, key, 14 + LEADING * len(y_words))
    value_axis(axes, up, left, RIGHT, chart.percent)
    for place, rows in enumerate(names):
        write_lines(axes, left + (place + 0.5) * group, bottom + below + 18, rows, align="center")
    write_lines(axes, (left + RIGHT) / 2, names_end + 4 + LEADING, x_words, align="center")
    for nth, series in enumerate(chart.series):
        for point in series.points:
            middle = left + (categories.index(_category(point)) + 0.5) * group + (nth - (len(chart.series) - 1) / 2) * pitch
            tip = _standing_bar(axes, point, nth, (middle - 0.42 * pitch, middle + 0.42 * pitch), up)
            if not turned:
                write(axes, middle, tip - 5 if tip <= up(0) else tip + 14, texts[point], size=SMALL, align="center")
            elif tip <= up(0):
                write(axes, middle + 4, tip - 5, texts[point], size=SMALL, turned=True)
            else:
                write(axes, middle + 4, tip + 5, texts[point], size=SMALL, turned=True, align="right")
    return figure


def _standing_bar(axes: Axes, point: Point, nth: int, sides: tuple[float, float], up: Scale) -> float:
    """Draw a bar with its whisker; gives the height at which its value is written."""
    if point.y is None:
        return up(0)
    ends = [up(point.y)]
    _fill(axes, (sides[0], up(0)), (sides[1], up(point.y)), nth)
    middle = sum(sides) / 2
    if point.low is not None and point.high is not None:
        whisker(axes, (middle, up(point.low)), (middle, up(point.high)), INK)
        ends += [up(point.low), up(point.high)]
    return min(ends) if point.y >= 0 else max(ends)


def _lying(chart: Chart) -> Figure:
    """Each category is a heading over its bars, so that its name may be long; with several series, each bar has its own at the left."""
    categories = _categories(chart)
    many = len(chart.series) > 1
    headings = [wrapped(name, TEXT, WIDTH - 8) for name in categories]
    labels = [words_of(series.label, 220) if many else [] for series in chart.series]
    texts, _ = _values_written(chart, WIDTH)
    x_words, y_words = words_of(chart.x_label, WIDTH - 16), words_of(chart.y_label, WIDTH - 16)
    left = max([width(row, TEXT) for rows in labels for row in rows], default=-8.0) + 10
    left += max([width(text, SMALL) + 6 for point, text in texts.items() if (point.y or 0) < 0], default=0.0)
    across = value_scale(chart.values, left, WIDTH - 12 - max(width(text, SMALL) for text in texts.values()))
    pitches = [max(22.0, LEADING * len(rows) + 4) for rows in labels]
    start = 8 + LEADING * len(x_words)
    tops = [start]
    for rows in headings:
        tops.append(tops[-1] + LEADING * len(rows) + 6 + sum(pitches) + 12)
    bottom = tops.pop()

    figure, axes = sheet(bottom + 26 + LEADING * len(y_words))
    write_lines(axes, 2, 14, x_words)
    for tick, text in zip(across.ticks, axis_numbers(across.ticks, chart.percent), strict=True):
        for top, rows in zip(tops, headings, strict=True):
            first = top + LEADING * len(rows) + 4
            stroke(axes, (across(tick),) * 2, (first, first + sum(pitches) + 4), INK if tick == 0 else GRID, 1.0)
        write(axes, across(tick), bottom + 16, text, size=SMALL, align="left" if across(tick) < 10 else "center")
    write_lines(axes, (left + across.end) / 2, bottom + 19 + LEADING, y_words, align="center")
    for top, rows in zip(tops, headings, strict=True):
        write_lines(axes, 2, top + 14, rows)
    for nth, series in enumerate(chart.series):
        for point in series.points:
            place = categories.index(_category(point))
            middle = tops[place] + LEADING * len(headings[place]) + 6 + sum(pitches[:nth]) + pitches[nth] / 2
            write_lines(axes, left - 8, middle + 4.5 - (len(labels[nth]) - 1) * LEADING / 2, labels[nth], align="right")
            tip = _lying_bar(axes, point, nth, middle, across)
            if tip >= across(0):
                write(axes, tip + 6, middle + 4, texts[point], size=SMALL)
            else:
                write(axes, tip - 6, middle + 4, texts[point], size=SMALL, align="right")
    return figure


def _lying_bar(axes: Axes, point: Point, nth: int, middle: float, across: Scale) -> float:
    """Draw a bar with its whisker; gives the place beside which its value is written."""
    if point.y is None:
        return across(0)
    ends = [across(point.y)]
    _fill(axes, (across(0), middle - 8), (across(point.y), middle + 8), nth)
    if point.low is not None and point.high is not None:
        whisker(axes, (across(point.low), middle), (across(point.high), middle), INK)
        ends += [across(point.low), across(point.high)]
    return max(ends) if point.y >= 0 else min(ends)


def _fill(axes: Axes, corner: tuple[float, float], opposite: tuple[float, float], nth: int) -> None:
    """A box in the colour and the hatching of the nth series."""
    (x0, y0), (x1, y1) = corner, opposite
    hatch = HATCHES[(nth + nth // 6) % 6]
    axes.fill(
        (x0, x1, x1, x0), (y0, y0, y1, y1), facecolor=SERIES[nth % 6], edgecolor=PAPER, linewidth=0, hatch=hatch, clip_on=False, zorder=2
    )


def _key(chart: Chart) -> list[list[tuple[float, int, str]]]:
    """The rows of the key: for each series, in the order of its bars, where its sample stands, its place and its label."""
    rows: list[list[tuple[float, int, str]]] = [[]]
    x = 2.0
    for nth, series in enumerate(chart.series):
        label = "".join(wrapped(clean(series.label), TEXT, WIDTH - 40, lines=1))
        needed = 20 + width(label, TEXT) + 18
        if rows[-1] and x + needed > WIDTH:
            rows.append([])
            x = 2.0
        rows[-1].append((x, nth, label))
        x += needed
    return rows


def _draw_key(axes: Axes, rows: list[list[tuple[float, int, str]]], top: float) -> None:
    for row, entries in enumerate(rows):
        for x, nth, label in entries:
            _fill(axes, (x, top + 22 * row), (x + 14, top + 22 * row + 14), nth)
            write(axes, x + 20, top + 22 * row + 12, label)
