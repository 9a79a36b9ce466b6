"""Every default: the table of all, splitter by splitter, with what they mean and the call that sets them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from generators import markup
from generators.display import escaped
from generators.figures import LIBRARY_NAMES
from generators.installed import Default
from generators.measures.measure import JSON
from generators.mistake import Absent
from generators.page import Page, served_as
from generators.results import Measurement
from generators.shipped.values import place, row_id, worded
from generators.splitters import SPLITTERS
from generators.splitters.defaults import LIBRARIES, defaults, required

SCENARIO, MODELLED = "defaults", "one-length"
"""The scenario that runs every splitter at its defaults, and its corpus of closed forms."""

SIZES = ("chunk_size", "chunk_overlap", "chunk_sizes", "max_chunk_size")
MACHINERY = ("include_metadata", "include_prev_next_rel", "callback_manager", "id_func")
COUNTED = {"window_size": "sentences on each side", "chunk_sizes": "tokens"}
REQUIRED = '<em class="required">required</em>'
HEADS = ("Parameter", "Default in force", "It counts", "Where it stands")


def defaults_table(page: Page) -> str:
    """Every default of every splitter of a library on the shelf, what it means and how to set it, as an HTML table with its data."""
    caption = "Every default, splitter by splitter"
    groups, data = [], []
    for use in SPLITTERS:
        if use.partition(".")[0] in LIBRARIES:
            group = Group(page, use)
            groups.append(group.html())
            data += list(group.data())
    stem = f"data/{served_as(page.path)}every-default"
    page.keep(markup.data_files(stem, data))
    head = "".join(f'<th scope="col" class="text">{word}</th>' for word in HEADS)
    table = f'<table class="numbers defaults"><caption>{caption}</caption><thead><tr>{head}</tr></thead>{"".join(groups)}</table>'
    return f'<div class="table-block" id="table-every-default">{markup.wrapped(caption, table)}{markup.downloads(page.root, stem)}</div>'


class Group:
    """The rows of one splitter: what its defaults mean, the call that sets them, and each of them."""

    def __init__(self, page: Page, use: str) -> None:
        self.page, self.use = page, use
        self.library, _, self.name = use.partition(".")
        runs = page.catalogue.scenario(SCENARIO).runs
        self.run = next((run for run in runs.values() if run.settings.get("use") == use and run.code), None)
        self.missing, self.needed, self.values = "", dict[str, Default](), dict[str, Default]()
        try:
            self.needed, self.values = required(use), defaults(use)
        except Absent as absent:
            self.missing = str(absent)

    def chances(self) -> Iterator[tuple[str, Measurement]]:
        """What its window does to a table and to an answer, by the closed form."""
        if self.run:
            for kind, measure in (("table", "tables_cut_share"), ("answer", "answer_cut")):
                yield kind, self.page.catalogue.one(f"{SCENARIO}/{MODELLED}/{self.run.splitter}/{measure}")

    def rows(self) -> Iterable[tuple[str, Default]]:
        """Its arguments: those that it cannot do without, its sizes, the others in the order of the signature, what touches no cut last."""
        sizes = {name: self.values[name] for name in SIZES if name in self.values}
        machinery = {name: self.values[name] for name in MACHINERY if name in self.values}
        others = {name: one for name, one in self.values.items() if name not in machinery}
        return {**self.needed, **sizes, **others, **machinery}.items()

    def counts(self, name: str) -> str:
        """What the value of an argument counts, empty where it counts nothing."""
        unit = str(self.run.settings.get("unit", "")) if self.run and name in SIZES else ""
        return COUNTED.get(name, unit if unit in ("", "characters") else "tokens")

    def html(self) -> str:
        """Its rows as one body of the table."""
        head = f'<code>{escaped(self.name)}</code> <span class="sizes">{LIBRARY_NAMES[self.library]}</span>'
        if self.missing:
            head += f'<p class="means">n/a: {escaped(self.missing)}</p>'
        head += self.means()
        if self.run:
            head += f'<pre class="call"><code>{escaped(self.run.code)}</code></pre>'
        body = "".join(
            f'<tr id="{escaped(row_id(self.use, name))}"><th scope="row"><code>{escaped(name).replace("_", "_<wbr>")}</code></th>'
            f'<td class="text">{REQUIRED if name in self.needed else worded(one.value)}</td>'
            f'<td class="text">{self.counts(name)}</td><td class="text where">{place(one.place)}</td></tr>'
            for name, one in self.rows()
        )
        top = f'<tr class="splitter"><th colspan="{len(HEADS)}" scope="rowgroup">{head}</th></tr>'
        return f'<tbody id="{escaped(self.use)}">{top}{body}</tbody>'

    def means(self) -> str:
        """A sentence on what the defaults do to the table and to the answer."""
        chances = dict(self.chances())
        if not chances:
            return ""
        if error := chances["table"].error:
            return f'<p class="means">It {escaped(error)}.</p>'
        shown = {kind: self.page.link(one) for kind, one in chances.items()}
        ((_, tokens),) = json.loads(json.dumps(chances["table"].inputs["bands"]))
        characters = chances["answer"].inputs["answer_characters"]
        return (
            f'<p class="means">As a window that only counts, it cuts a table of {tokens:,} tokens with a chance of {shown["table"]}, '
            f"an answer of {characters:,} characters with {shown['answer']}.</p>"
        )

    def data(self) -> Iterator[dict[str, JSON]]:
        """Its rows as data."""
        chances: dict[str, JSON] = {f"{kind}_cut": one.value for kind, one in self.chances()}
        for name, one in self.rows():
            yield {
                "library": LIBRARY_NAMES[self.library],
                "class": self.name,
                "parameter": name,
                "required": name in self.needed,
                "default": one.value,
                "counts": self.counts(name),
                "file": one.file,
                "line": one.line,
                **chances,
            }
