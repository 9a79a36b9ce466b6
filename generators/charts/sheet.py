"""The sheet a chart is drawn on: a Matplotlib figure measured in pixels from its top left corner, with few things to draw on it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from generators.charts.words import axis_numbers, clean, width, wrapped

WIDTH = 720.0
TEXT, SMALL = 13.0, 12.0
LEADING = 16.0

# Stand-ins that no chart would use: svg.py puts the page's colours in their place.
SERIES = ("#010001", "#010002", "#010003", "#010004", "#010005", "#010006")
INK, GRID, PAPER = "#010007", "#010008", "#010009"


@contextmanager
def own_settings() -> Iterator[None]:
    """Matplotlib with its defaults and ours, whatever the machine's settings say; silent on letters that only the reader's fonts have."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update({"svg.hashsalt": "offcut", "svg.fonttype": "none", "font.family": "DejaVu Sans", "hatch.linewidth": 1.0})
        yield


def sheet(height: float) -> tuple[Figure, Axes]:
    """An empty figure, 720 pixels wide, whose one axes counts pixels to the right and down."""
    figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
    figure.patch.set_visible(False)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(height, 0))
    axes.set_axis_off()
    return figure, axes


@dataclass(frozen=True)
class Scale:
    """Where values stand on the sheet: from `low` to `high`, at pixels `start` to `end`, with a tick at round values."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def value_scale(values: Sequence[float], start: float, end: float, ticks: int = 5) -> Scale:
    """A scale from a round value to a round value, zero always between them, so that heights can be compared."""
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    steps = MaxNLocator(nbins=ticks, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high if high > low else 1.0)
    found = [float(step) for step in steps]
    return Scale(found[0], found[-1], start, end, tuple(found))


def write(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    colour: str = INK,
    size: float = TEXT,
    align: Literal["left", "center", "right"] = "left",
    turned: bool = False,
) -> None:
    """Write one line of text with its baseline at `y`, or from there upwards where `turned`; it is text, never a formula."""
    axes.text(
        x,
        y,
        text,
        color=colour,
        fontsize=size,
        horizontalalignment=align,
        verticalalignment="baseline",
        rotation=90 if turned else 0,
        rotation_mode="anchor",
        parse_math=False,
    )


def write_lines(axes: Axes, x: float, y: float, lines: Sequence[str], *, align: Literal["left", "center", "right"] = "left") -> None:
    """Write lines of text under one another, the first baseline at `y`."""
    for place, line in enumerate(lines):
        write(axes, x, y + place * LEADING, line, align=align)


def stroke(axes: Axes, xs: Sequence[float], ys: Sequence[float], colour: str, thickness: float, *, dash: tuple[float, ...] = ()) -> None:
    """Join these places by a line, in dashes of so many pixels drawn and left out."""
    style = (0, tuple(one / thickness for one in dash)) if dash else "-"
    axes.plot(xs, ys, color=colour, linewidth=thickness, linestyle=style, solid_capstyle="butt", clip_on=False, zorder=2)


def whisker(axes: Axes, low: tuple[float, float], high: tuple[float, float], colour: str) -> None:
    """An interval: a thin line with a cap at either end, edged with paper so that it shows on a bar of any colour."""
    upright = low[0] == high[0]
    caps = [((x - 3, x + 3), (y, y)) if upright else ((x, x), (y - 3, y + 3)) for x, y in (low, high)]
    for ink, thickness in ((PAPER, 3.0), (colour, 1.2)):
        for xs, ys in (((low[0], high[0]), (low[1], high[1])), *caps):
            stroke(axes, xs, ys, ink, thickness)


def words_of(text: str, room: float) -> list[str]:
    """A label as the lines it takes in so many pixels; no lines for an empty one."""
    return wrapped(clean(text), TEXT, room)


def value_axis(axes: Axes, scale: Scale, left: float, right: float, percent: bool) -> None:
    """A light line across for each tick of an upright scale, with its number to the left; the zero line is in ink."""
    for tick, text in zip(scale.ticks, axis_numbers(scale.ticks, percent), strict=True):
        stroke(axes, (left, right), (scale(tick),) * 2, INK if tick == 0 else GRID, 1.0)
        write(axes, left - 8, scale(tick) + 4, text, size=SMALL, align="right")


def axis_room(ticks: Sequence[float], percent: bool) -> float:
    """The pixels that the numbers of an upright scale take to the left of the chart."""
    return max(width(text, SMALL) for text in axis_numbers(ticks, percent)) + 12
