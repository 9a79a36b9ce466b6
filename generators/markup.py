"""Markup: the HTML of a number, a table of numbers, a chart with its data, and a document shown with its cuts."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from typing import Any

from markupsafe import Markup

from generators.catalogue import Catalogue
from generators.display import display, escaped, inert, unit_word
from generators.measures import MEASURES
from generators.results import Measurement, Number, Run


@dataclass(frozen=True)
class Grid:
    """A table before it is HTML: a caption, the heads of its columns, and rows of a head with cells; texts are HTML, numbers become it."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Measurement | str]]]
    corner: str = ""


def safe(text: str) -> Markup:
    """HTML that was put together from escaped parts, which Jinja then leaves alone."""
    return Markup(text)  # noqa: S704 that it is escaped is what this function says


def number_link(catalogue: Catalogue, one: Measurement, root: str, *, anchor: bool, digits: int | None = None, spread: bool = False) -> str:
    """A number as a link to its record, which a script opens as a card; with `anchor`, the place on the page that citations name."""
    unit = MEASURES[one.measure].unit
    kind = "number" + (" na" if one.value is None else "") + (" frozen" if one.status == "frozen" else "")
    identity = f' id="{html.escape(one.id)}"' if anchor else ""
    value = "" if one.value is None else f"{one.value:.12g}"
    shown = html.escape(display(one.value, unit, digits))
    data = f'<data{identity} value="{value}">{shown}</data>'
    if spread and one.interval:
        low, high = (html.escape(display(as_whole(bound), unit, digits)) for bound in one.interval)
        data += f' <span class="spread">{low}–{high}</span>' if low != high else ""
    return record_link(one.id, root, data, kind)


def record_link(number: str, root: str, shown: str, kind: str) -> str:
    """HTML as a link to the record of the number with this id."""
    scenario, identity = number.partition("/")[0], html.escape(number)
    return f'<a class="{kind}" href="{root}reference/numbers/{scenario}/#{identity}" data-number="{identity}">{shown}</a>'


def unknown(why: str) -> str:
    """What stands in the place of a value that is not known, with the reason as its title."""
    return f'<span class="na" title="{escaped(why)}">n/a</span>'


def instead(run: Run) -> str:
    """What stands in the place of what a run would have given: what it raised, or how to get what is not here."""
    if run.error:
        return words_of_run("failed", "n/a: this run failed", run.error, unfolded=True)
    return f'<p class="exhibit-absent">Not shown in this build: {inert(run.absent)}. Then build again.</p>'


def words_of_run(kind: str, summary: str, said: str, *, unfolded: bool = False) -> str:
    """What a run raised, printed or noted, under a fold."""
    there = " open" if unfolded else ""
    return f'<details class="run-notes {kind}"{there}><summary>{summary}</summary><pre>{escaped(said)}</pre></details>'


def input_link(number: str, root: str, value: int | float) -> str:
    """What went into a number as a link to that number's record; it is no number with a place of its own."""
    shown = f"{value:,}" if isinstance(value, int) else f"{value:g}"
    return record_link(number, root, f'<data value="{value:.12g}">{shown}</data>', "number input")


def as_whole(value: float) -> Number:
    """A whole value as the whole number that it is, and NaN as n/a."""
    return int(value) if float(value).is_integer() else None if isnan(value) else value


FROZEN_KEY = '<p class="frozen-key"><span aria-hidden="true">❄\ufe0e</span> frozen: read from the lock, not recomputed in this build</p>'
"""Below a table: its frozen numbers bear a sign, for the word in every cell would leave less room for the numbers."""


def table(grid: Grid, cell: Callable[[Measurement], str]) -> str:
    """The grid as an HTML table, with a key where any of its numbers is frozen; `cell` turns a number into HTML."""
    head = "".join(f'<th scope="col">{column}</th>' for column in grid.columns)
    body = "".join(
        f'<tr><th scope="row">{name}</th>'
        + "".join(f"<td>{value if isinstance(value, str) else cell(value)}</td>" for value in cells)
        + "</tr>"
        for name, cells in grid.rows
    )
    top = f'<thead><tr><th scope="col">{grid.corner}</th>{head}</tr></thead>'
    frozen = any(not isinstance(value, str) and value.status == "frozen" for _, cells in grid.rows for value in cells)
    kind, key = ("numbers keyed", FROZEN_KEY) if frozen else ("numbers", "")
    return wrapped(grid.caption, f'<table class="{kind}"><caption>{grid.caption}</caption>{top}<tbody>{body}</tbody></table>') + key


def coded(words: str) -> str:
    """Words as inert HTML, in which what stands in backquotes is code."""
    return re.sub("&#96;(.+?)&#96;", r"<code>\1</code>", inert(words))


def wrapped(label: str, html_table: str) -> str:
    """A table in a frame that scrolls by itself where the window is narrow, by keyboard too; `label` is escaped."""
    return f'<div class="table-wrap" tabindex="0" role="region" aria-label="{label}">{html_table}</div>'


def as_it_is(source: str, *_: object, **__: object) -> str:
    """What a fence holds as the page's HTML: `mkdocs.yml` names this function for the fences that `unread` writes."""
    return source


def unread(block: str) -> str:
    """A block of HTML on one line that Markdown hands on unread, for reading one of a megabyte takes it a second."""
    return f"```as-is\n{block}\n```\n"


def downloads(root: str, stem: str) -> str:
    """Links to the data of a chart or table."""
    return f'<p class="downloads">Data: <a href="{root}{stem}.csv" download>CSV</a> <a href="{root}{stem}.json" download>JSON</a></p>'


def data_files(stem: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """The rows of a chart or table as CSV and as JSON, under their paths within the site."""
    return {
        f"{stem}.csv": csv_file(rows),
        f"{stem}.json": (json.dumps(list(rows), indent=1, ensure_ascii=False) + "\n").encode("utf-8"),
    }


def csv_file(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows as CSV with a head; a list or mapping in a cell is written as JSON."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {key: json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple | Mapping) else value for key, value in row.items()}
        for row in rows
    )
    return out.getvalue().encode("utf-8")


def row_of(one: Measurement, **labels: str | Number) -> dict[str, Any]:
    """One number as a row of data."""
    low, high = bounds(one)
    return {**labels, "id": one.id, "value": one.value, "lowest": low, "highest": high, "unit": unit_word(MEASURES[one.measure].unit)}


def bounds(one: Measurement) -> tuple[float | None, float | None]:
    """The bounds of a number's interval, or nothing twice."""
    return one.interval or (None, None)


BLANKS = {" ": '<span class="ws">·</span>', "\n": '<span class="ws">↵</span>&#10;', "\t": '<span class="ws">→</span>'}


def with_blanks(text: str) -> str:
    """Escaped text with runs of blanks and line ends made visible; a single blank between words stays a blank."""
    shown = []
    for index, character in enumerate(text):
        lone = character == " " and text[index - 1 : index] not in ("", " ") and text[index + 1 : index + 2] not in ("", " ")
        shown.append(" " if lone else BLANKS.get(character) or escaped(character))
    return "".join(shown)


def cut_text(text: str, chunks: Sequence[tuple[str, Sequence[tuple[int, int]]]]) -> str:
    """A text with its cuts: each chunk tinted in turn and its start marked, what two chunks share and what none holds set apart.

    Pieces may start before the text and end behind it, where it is part of a document.
    """
    inner = {edge for _, pieces in chunks for piece in pieces for edge in piece if 0 < edge < len(text)}
    edges = sorted({0, len(text), *inner})
    starts: dict[int, list[int]] = {}
    for index, (_, pieces) in enumerate(chunks):
        if pieces:
            starts.setdefault(pieces[0][0], []).append(index + 1)
    shown = []
    for start, end in pairwise(edges):
        marks = "".join(f'<span class="cut" title="chunk {index} starts here">▏{index}</span>' for index in starts.get(start, ()))
        holders = [index for index, (_, pieces) in enumerate(chunks) if any(a <= start and end <= b for a, b in pieces)]
        body = with_blanks(text[start:end])
        if not holders:
            shown.append(f'{marks}<span class="uncut">{body}</span>')
        elif len(holders) > 1:
            shown.append(f'{marks}<mark class="overlap" title="in chunks {", ".join(str(h + 1) for h in holders)}">{body}</mark>')
        else:
            shown.append(f'{marks}<span class="chunk c{holders[0] % 2}">{body}</span>')
    return "".join(shown)
