"""Figures: what stands between the sentences of a page: tables of numbers, and charts with their data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite, nan

from markupsafe import Markup

from generators import reference
from generators.article.verdict import Verdict
from generators.charts import draw
from generators.charts.chart import Chart, Mark, Point, Series
from generators.display import display, escaped, inert
from generators.exhibits import exhibit, worst
from generators.markup import Grid, as_whole, bounds, coded, data_files, downloads, row_of, safe
from generators.markup import table as html_table
from generators.mistake import Mistake
from generators.page import Page, served_as
from generators.results import Measurement, in_order, select
from generators.schema import nearest

Fields = Mapping[str, str]
PARTS = ("scenario", "corpus", "splitter", "measure", "part")


def table(
    page: Page,
    name: str,
    caption: str,
    *,
    rows: Sequence[str] | Mapping[str, Fields],
    columns: Mapping[str, Fields],
    spread: bool = True,
    digits: int | None = None,
    corner: str = "",
    claims: Mapping[str, Mapping[str, str]] | None = None,
    **common: str,
) -> Markup:
    """A table of numbers: each row and column gives some of scenario, corpus, splitter, measure, part; `rows` may just name splitters.

    The scenario is the one that the page is named after, unless another is named. What stands in backquotes in a row's head is code.
    `claims` are columns that come first, of what is printed elsewhere with the verdict on it: a row's head to a claim's id.
    """
    if unknown := sorted(set(common) - set(PARTS)):
        raise Mistake(f"a table has no {unknown[0]!r}: {nearest(unknown[0], PARTS)}")
    common = {"scenario": page.stem, **common}
    heads = _named(rows) if isinstance(rows, Mapping) else _splitters(page, rows, common)
    lines = [(plain, shown, [_at(page, {**common, **fields, **column}) for column in columns.values()]) for plain, shown, fields in heads]
    stem = _stem(page, name)
    said = {
        head: {row: page.claims[claim] for row, claim in column.items() if page.claim(claim)} for head, column in (claims or {}).items()
    }
    data = [row_of(one, row=plain, column=head) for plain, _, cells in lines for head, one in zip(columns, cells, strict=True)]
    data += [
        {"row": row, "column": head, "id": one.id, "value": one.quoted} for head, column in said.items() for row, one in column.items()
    ]
    page.keep(data_files(stem, data))
    first = {plain: [_said(page, column.get(plain)) for column in said.values()] for plain, _, _ in lines}
    heads_shown = [inert(head) for head in (*said, *columns)]
    grid = Grid(inert(caption), heads_shown, [(shown, [*first[plain], *cells]) for plain, shown, cells in lines], inert(corner))
    html = html_table(grid, lambda one: page.link(one, digits, spread=spread))
    return safe(f'<div class="table-block" id="table-{name}">{html}{downloads(page.root, stem)}</div>')


def _said(page: Page, claim: Verdict | None) -> str:
    """What is printed elsewhere, as a quotation with the verdict on it; a dash where nothing is."""
    return f"{page.printed(claim.id)} {page.claim(claim.id)}" if claim else "–"


def _named(rows: Mapping[str, Fields]) -> list[tuple[str, str, Fields]]:
    """Rows under their own heads: a row's head in words and as HTML, and its fields."""
    return [(head.replace("`", ""), coded(head), fields) for head, fields in rows.items()]


LIBRARY_NAMES = {
    "langchain": "LangChain",
    "llamaindex": "LlamaIndex",
    "chonkie": "chonkie",
    "semchunk": "semchunk",
    "haystack": "Haystack",
    "semantic_text_splitter": "semantic-text-splitter",
}
"""The names of the measured libraries as they write them."""


def _splitters(page: Page, splitters: Sequence[str], common: Fields) -> list[tuple[str, str, Fields]]:
    """Rows that name splitters: a row's head in words and as HTML, and its fields."""
    found: list[tuple[str, str, Fields]] = []
    for splitter in splitters:
        use, sizes = reference.splitter_words(page.catalogue.scenario(common["scenario"]), splitter)
        libraries, names = zip(*(one.rpartition(".")[::2] for one in use.split(" then ")), strict=True)
        # A line may break between the words of a class's name.
        broken = (re.sub(r"(?<=[a-z])(?=[A-Z])", "<wbr>", escaped(name)) for name in names)
        words = ", ".join(filter(None, (*dict.fromkeys(LIBRARY_NAMES.get(library, library) for library in libraries), sizes)))
        shown = f'{" then ".join(f"<code>{name}</code>" for name in broken)} <span class="sizes">{escaped(words)}</span>'
        found.append((f"{use} {sizes}".strip(), shown, {"splitter": splitter}))
    return found


def _at(page: Page, fields: Fields) -> Measurement:
    """The number whose id has these parts."""
    for part in PARTS[:-1]:
        if not fields.get(part):
            known = dict.fromkeys(getattr(one, part) for one in in_order(page.catalogue.scenario(fields["scenario"]).numbers.values()))
            raise Mistake(f"a cell of the table lacks its {part}: name {part}= in a row, a column or the table (known: {', '.join(known)})")
    return page.catalogue.one("/".join(fields[part] for part in PARTS if fields.get(part)))


def _stem(page: Page, name: str) -> str:
    """Where the data of a table or chart stand, as a path within the site without suffix."""
    return f"data/{served_as(page.path)}{name}"


def points(
    page: Page, x: str, *, measure: str, corpus: str, splitter: str | Sequence[str], part: str | None = "", scenario: str = ""
) -> list[Point]:
    """The points of a series: `x` is `"part"`, an input or a setting; `splitter` may end in `*` for a sweep's rows, or name several.

    A number whose run failed has no part, and may have no place: its `x` is NaN then.
    """
    results = page.catalogue.scenario(scenario or page.stem)
    rows = [splitter] if isinstance(splitter, str) else splitter
    found = [one for row in rows for one in select(results.numbers.values(), corpus, row, measure, part)]
    if not found:
        raise Mistake(f"no number of {results.scenario} is {corpus}/{splitter}/{measure}: correct the chart's series")
    return [_point(page.value(one.id, x) if x != "part" else nan if one.error else float(one.part), one) for one in found]


def bars(page: Page, cells: Mapping[str, str]) -> list[Point]:
    """The points of a bar series: a category's name to the id of its number."""
    return [_point(head, page.catalogue.one(number)) for head, number in cells.items()]


def _point(x: float | str, one: Measurement) -> Point:
    low, high = bounds(one)
    return Point(x, one.value, low, high, one.id)


def chart(
    page: Page,
    kind: str,
    name: str,
    caption: str,
    *,
    alt: str,
    x: str,
    y: str,
    series: Mapping[str, Sequence[Point]],
    scatter: Sequence[str] = (),
    marks: Mapping[str, float] | None = None,
    percent: bool = False,
    horizontal: bool = False,
) -> Markup:
    """A chart with its caption, its text alternative, its data as a table and as files; a mark is a label at a place of the axis.

    What has no place on the axis, for its run failed, stands in the data alone.
    """
    placed = {label: tuple(one for one in points if isinstance(one.x, str) or isfinite(one.x)) for label, points in series.items()}
    lines = tuple(Series(label, points, "points" if label in scatter else "line") for label, points in placed.items())
    at = tuple(Mark(where, label) for label, where in (marks or {}).items() if isfinite(where))
    if any(series.values()) and not any(placed.values()):
        drawing = '<p class="exhibit-absent">Not drawn: every run of it failed.</p>'
    else:
        key = _key(lines) if kind == "line" else ""
        drawing = draw(kind, Chart(name, caption, x, y, lines, at, percent, horizontal, alt)) + key
    rows = [(label, point.x, page.catalogue.one(point.id)) for label, points in series.items() for point in points]
    stem = _stem(page, name)
    page.keep(data_files(stem, [row_of(one, series=label, x=at if isinstance(at, str) else as_whole(at)) for label, at, one in rows]))
    cells = [(inert(label), (inert(at if isinstance(at, str) else display(as_whole(at), "")), one)) for label, at, one in rows]
    data = html_table(Grid(inert(caption), [inert(x), inert(y)], cells, "Series"), lambda one: page.link(one, spread=True))
    return safe(
        f'<figure class="chart" id="chart-{name}">{drawing}<figcaption>{inert(caption)}</figcaption><details class="chart-data">'
        f"<summary>Data of this chart</summary>{data}{downloads(page.root, stem)}</details></figure>"
    )


def _key(lines: Sequence[Series]) -> str:
    """A key to a line chart for screens that cut off the labels at the ends of its lines; the labels themselves serve everyone else."""
    items = "".join(f'<li class="{line.style}">{inert(line.label)}</li>' for line in lines)
    return f'<ul class="chart-key" aria-hidden="true">{items}</ul>'


FIGURES: dict[str, Callable[..., object]] = {
    "table": table,
    "points": points,
    "bars": bars,
    "chart": chart,
    "exhibit": exhibit,
    "worst": worst,
}
"""The names under which an expression may ask for them; the page is given."""
