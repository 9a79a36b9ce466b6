"""Page: one page being rendered, and what an expression on it can ask for: numbers, tables, charts, exhibits, claims, terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from markupsafe import Markup

from generators import markup, reference
from generators.article import Verdict
from generators.catalogue import Catalogue
from generators.charts import draw
from generators.charts.chart import Chart, Mark, Point, Series
from generators.display import escaped, inert
from generators.mistake import Mistake
from generators.results import Measurement, select

Fields = Mapping[str, str]


def root_of(path: str) -> str:
    """The way from a page of docs/ to the site's root: `tables.md` is served as `tables/`."""
    parts = PurePosixPath(path).with_suffix("").parts
    return "../" * (len(parts) - (parts[-1] == "index"))


def served_as(path: str) -> str:
    """A page of docs/ as a path within the site: `tables.md` gives `tables/`, `index.md` the empty path."""
    parts = PurePosixPath(path).with_suffix("").parts
    return "".join(f"{part}/" for part in parts if part != "index")


@dataclass
class Page:
    """One page being rendered: its expressions' functions, the numbers that it has shown and the data files that it needs."""

    path: str
    catalogue: Catalogue
    claims: Mapping[str, Verdict]
    terms: Mapping[str, str]
    extras: Mapping[str, Callable[..., str]]
    shown: set[str] = field(default_factory=set)
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The way to the site's root."""
        return root_of(self.path)

    def link(self, one: Measurement, digits: int | None = None, *, spread: bool = False) -> str:
        """A number's link; the first of each on a page is the place that a citation names."""
        first = one.id not in self.shown
        self.shown.add(one.id)
        self.catalogue.pages.setdefault(one.id, served_as(self.path))
        return markup.number_link(self.catalogue, one, self.root, anchor=first, digits=digits, spread=spread)

    def number(self, number: str, digits: int | None = None, spread: bool = False) -> Markup:
        """`{{ number("scenario/corpus/splitter/measure") }}`: one published number."""
        return Markup(self.link(self.catalogue.one(number), digits, spread=spread))  # noqa: S704 built from escaped parts

    def input(self, number: str, name: str) -> Markup:
        """`{{ input("...", "chunk_size") }}`: an input of a number, as its record has it."""
        inputs = self.catalogue.one(number).inputs
        if name not in inputs:
            raise Mistake(f"{number} has no input {name!r}: it has {', '.join(inputs)}")
        value = inputs[name]
        return Markup(f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else escaped(str(value)))  # noqa: S704 escaped

    def value(self, number: str, name: str = "") -> float:
        """A number's value, or one of its inputs, for a place on a chart's axis; it is not for prose."""
        one = self.catalogue.one(number)
        found = one.inputs[name] if name else one.value
        if not isinstance(found, int | float):
            raise Mistake(f"{number} has no {name or 'value'} that a chart can show")
        return float(found)

    def setting(self, pair: str, name: str) -> Markup:
        """`{{ setting("scenario/corpus/splitter", "chunk_size") }}`: a setting in force in a run, a library's default included."""
        scenario, corpus, splitter = pair.split("/")
        settings = self.catalogue.results[scenario].runs[corpus, splitter].settings
        if name not in settings:
            raise Mistake(f"the run {pair} has no setting {name!r}: it has {', '.join(settings)}")
        value = settings[name]
        return Markup(f"{value:,}" if isinstance(value, int) else escaped(str(value)))  # noqa: S704 escaped

    def call(self, pair: str) -> Markup:
        """`{{ call("scenario/corpus/splitter") }}`: the call to paste, as a block of code."""
        scenario, corpus, splitter = pair.split("/")
        code = self.catalogue.results[scenario].runs[corpus, splitter].code
        return Markup(f'<pre class="call"><code>{escaped(code)}</code></pre>')  # noqa: S704 escaped

    def term(self, word: str, shown: str = "") -> Markup:
        """`{{ term("stride") }}`: a word of the glossary, linked to its entry."""
        if word not in self.terms:
            raise Mistake(f"the glossary has no term {word!r}: add a heading for it to docs/glossary.md, or correct the word")
        return Markup(f'<a class="term" href="{self.root}glossary/#{self.terms[word]}">{escaped(shown or word)}</a>')  # noqa: S704 escaped

    def name(self, scenario: str, splitter: str) -> str:
        """A splitter as a row's head: its class and sizes in force, and whether headers are repeated."""
        return reference.splitter_name(self.catalogue.results[scenario], splitter)

    def table(
        self,
        name: str,
        caption: str,
        *,
        rows: Sequence[str] | Mapping[str, Fields],
        columns: Mapping[str, Fields],
        spread: bool = True,
        digits: int | None = None,
        corner: str = "",
        **common: str,
    ) -> Markup:
        """A table of numbers: each row and column gives some of scenario, corpus, splitter, measure, part; `rows` may just name splitters."""
        named = rows if isinstance(rows, Mapping) else {splitter: {"splitter": splitter} for splitter in rows}
        if not isinstance(rows, Mapping):
            named = {self.name(common["scenario"], splitter): fields for splitter, fields in named.items()}
        else:
            named = {inert(head): fields for head, fields in named.items()}
        heads = [inert(head) for head in columns]
        cells = [(head, [self.at({**common, **fields, **column}) for column in columns.values()]) for head, fields in named.items()]
        stem = f"data/{served_as(self.path)}{name}"
        self.file(
            markup.data_files(
                stem,
                [
                    markup.row_of(one, row=markup.strip_tags(head), column=column)
                    for head, line in cells
                    for column, one in zip(columns, line, strict=True)
                ],
            )
        )
        grid = markup.Grid(inert(caption), heads, cells, inert(corner))
        html = markup.table(grid, lambda one: self.link(one, digits, spread=spread)) + markup.downloads(self.root, stem)
        return Markup(f'<div class="table-block" id="table-{name}">{html}</div>')  # noqa: S704 built from escaped parts

    def at(self, fields: Fields) -> Measurement:
        """The number whose id has these parts."""
        keys = ("scenario", "corpus", "splitter", "measure", "part")
        return self.catalogue.one("/".join(fields[key] for key in keys if fields.get(key)))

    def points(self, x: str, *, measure: str, corpus: str, splitter: str, part: str | None = "", scenario: str = "tables") -> list[Point]:
        """The points of a series: `x` is `"part"` or the name of an input; `splitter` may end in `*` to take the rows of a sweep."""
        found = list(select(self.catalogue.results[scenario].numbers.values(), corpus, splitter, measure, part))
        if not found:
            raise Mistake(f"no number of {scenario} is {corpus}/{splitter}/{measure}: correct the chart's series")
        return [
            Point(
                float(one.part) if x == "part" else float(str(one.inputs[x])),
                one.value,
                *(one.interval or (None, None)),
                id=one.id,
            )
            for one in found
        ]

    def bars(self, cells: Mapping[str, str]) -> list[Point]:
        """The points of a bar series: a category's name to the id of its number."""
        found = {head: self.catalogue.one(number) for head, number in cells.items()}
        return [Point(head, one.value, *(one.interval or (None, None)), id=one.id) for head, one in found.items()]

    def chart(
        self,
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
        """A chart with its caption, its text alternative, its data as a table and as files; a mark is a label at a place of the axis."""
        lines = tuple(Series(label, tuple(points), "points" if label in scatter else "line") for label, points in series.items())
        at = tuple(Mark(where, label) for label, where in (marks or {}).items())
        svg = draw(kind, Chart(name, caption, x, y, lines, at, percent, horizontal, alt))
        rows = [(label, point, self.catalogue.one(point.id)) for label, points in series.items() for point in points]
        stem = f"data/{served_as(self.path)}{name}"
        self.file(markup.data_files(stem, [markup.row_of(one, series=label, x=f"{point.x}") for label, point, one in rows]))
        grid = markup.Grid(
            inert(caption), [inert(x), inert(y)], [(inert(label), [_plain(point.x), one]) for label, point, one in rows], "Series"
        )
        data = markup.table(grid, lambda cell: cell if isinstance(cell, str) else self.link(cell, spread=True))
        return Markup(  # noqa: S704 built from escaped parts
            f'<figure class="chart" id="chart-{name}">{svg}<figcaption>{inert(caption)}</figcaption>'
            f'<details class="chart-data"><summary>Data of this chart</summary>{data}{markup.downloads(self.root, stem)}</details></figure>'
        )

    def file(self, files: Mapping[str, bytes]) -> None:
        """Keep the data files of this page; raises `Mistake` where two tables or charts of it have one name."""
        for path in files:
            if path in self.files:
                raise Mistake(f"docs/{self.path}: two tables or charts write {path}: give each a name of its own")
        self.files.update(files)

    def exhibit(self, pair: str, caption: str) -> Markup:
        """`{{ exhibit("scenario/corpus/splitter", "...") }}`: short documents with their cuts, and each chunk's text."""
        scenario, corpus, splitter = pair.split("/")
        run = self.catalogue.results[scenario].runs[corpus, splitter]
        if not run.shown:
            raise Mistake(f"the run {pair} has no chunks to show: set show_chunks in scenarios/{scenario}.yaml ({run.error or 'no error'})")
        blocks = []
        for one in run.shown:
            chunks = "".join(f"<li><code>{escaped(repr(text))}</code></li>" for text, _ in one.chunks)
            blocks.append(
                f'<pre class="exhibit-text" dir="auto">{markup.cut_text(one.text, one.chunks)}</pre>'
                f'<details class="chart-data"><summary>The chunks as the library returned them</summary><ol class="chunk-list">{chunks}</ol></details>'
            )
        head = f"<code>{escaped(run.code.splitlines()[-1])}</code>"
        return Markup(f'<figure class="exhibit"><figcaption>{inert(caption)}<br>{head}</figcaption>{"".join(blocks)}</figure>')  # noqa: S704 escaped

    def claim(self, claim: str) -> Markup:
        """`{{ claim("A.stride.default") }}`: a claim's verdict, linked to its row on the claims page."""
        if claim not in self.claims:
            raise Mistake(f"there is no claim {claim!r}: see scenarios/claims.yaml")
        verdict = self.claims[claim].verdict
        return Markup(f'<a class="verdict {verdict.replace(" ", "-")}" href="{self.root}claims/#{claim}">{verdict}</a>')  # noqa: S704 known words

    def runs(self, scenario: str) -> Markup:
        """What the runs of a scenario raised, printed and noted, one fold each; nothing where all were silent."""
        return Markup(reference.run_notes(self.catalogue.results[scenario]))  # noqa: S704 built from escaped parts

    def functions(self) -> dict[str, Any]:
        """The names that an expression on a page may use."""
        own = ("number", "input", "value", "setting", "call", "term", "table", "points", "bars", "chart", "exhibit", "claim", "runs")
        return {
            **{name: getattr(self, name) for name in own},
            **{name: partial(_marked, function, self) for name, function in self.extras.items()},
        }


def _marked(function: Callable[..., str], page: Page, *arguments: str) -> Markup:
    return Markup(function(page, *arguments))  # noqa: S704 generated parts escape what they show


def _plain(x: float | str) -> str:
    return inert(x) if isinstance(x, str) else f"{x:,.0f}"
