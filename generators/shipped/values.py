"""Values: a default of an installed package in a sentence or beside others, each with the file and line where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generators import markup
from generators.display import escaped, inert
from generators.installed import Code, constant
from generators.measures.measure import JSON
from generators.mistake import Absent, Mistake
from generators.page import Page, served_as
from generators.readings import READ
from generators.splitters import SPLITTERS
from generators.splitters.defaults import defaults, required
from generators.splitters.stated import STATED

BREAK = "\u200b"
"""A place where a line may break, as a character: no path has it."""


@dataclass(frozen=True)
class Known:
    """A value for a page: what it is, where it stands, why there is none, and whether it was read from the lock."""

    value: JSON
    place: str = ""
    missing: str = ""
    frozen: bool = False


def default(page: Page, source: str, name: str) -> str:
    """A default in a sentence; that of a splitter is linked to its row in the table of all.

    `source` is a splitter's name in a scenario, a module for its constant `name`, `A.defaults` for what article A states, or the name of a
    package or model for what is read from its files.
    """
    known = look_up(page, source, name)
    if known.missing:
        return markup.unknown(known.missing)
    shown = worded(known.value) + (' <span class="frozen-mark">frozen</span>' if known.frozen else "")
    return f'<a class="default" href="{page.root}defaults/#{escaped(row_id(source, name))}">{shown}</a>' if source in SPLITTERS else shown


def stands(page: Page, source: str, name: str) -> str:
    """Where a default stands: its file and line."""
    known = look_up(page, source, name)
    return place(known.place) if known.place else f"n/a ({escaped(known.missing)})"


def look_up(page: Page, source: str, name: str) -> Known:
    """A value by the names of an expression; raises `Mistake` where they name nothing that could be read."""
    key = f"{source}.{name}"
    if key in READ:
        if key not in page.catalogue.readings:
            return Known(None, missing=f"{READ[key][0]} is not installed here, and the lock does not hold it")
        found = page.catalogue.readings[key]
        return Known(found.value, found.place, frozen=bool(found.absent))
    try:
        if source == "A.defaults" and name in STATED:
            one = STATED[name]()
        elif source in SPLITTERS:
            one = {**required(source), **defaults(source)}[name]
        elif source.startswith(("llama_index.", "langchain_text_splitters.")):
            one = constant(source, name)
        else:
            raise Mistake(f"{source!r} names no splitter, module, package or model whose defaults are read")
    except Absent as absent:
        return Known(None, missing=str(absent))
    except KeyError:
        return Known(None, missing=f"{source} has no {name} as it is installed here")
    return Known(one.value, one.place)


def releases(page: Page) -> str:
    """The releases that the values were read from: of the splitters' libraries, and of the packages that a build can do without."""
    packages = page.catalogue.built_with()["packages"]
    libraries = [f"{name} {packages[name]}" for name in ("langchain-text-splitters", "llama-index-core") if name in packages]
    return ", ".join(map(inert, [*libraries, *sorted({reading.release for reading in page.catalogue.readings.values()})]))


def worded(value: JSON) -> str:
    """A default as HTML: a number with its thousands, anything else as the code that stands for it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f'<data value="{value}">{value:,}</data>'
    return f"<code>{inert(value if isinstance(value, Code) else repr(value))}</code>"


def place(there: str) -> str:
    """`a/b_c.py:3` as HTML, inert in Markdown, in which a line may break after each folder and word and before the suffix."""
    file, _, line = there.rpartition(":")
    if not line.isdecimal():
        return inert(there)
    return f"<code>{inert(re.sub('(?<=[/_])|(?=[.])', BREAK, file)).replace(BREAK, '<wbr>')}</code> line&nbsp;{line}"


def row_id(use: str, name: str) -> str:
    """The anchor of a default's row."""
    return f"{use}.{name}"


def defaults_beside(
    page: Page, name: str, caption: str, *, rows: Mapping[str, Sequence[str]], corner: str, claims: Mapping[str, str] | None = None
) -> str:
    """`{{ defaults_beside("overlaps", "Overlaps", rows={"`SentenceSplitter`": [sentence, "chunk_overlap"]}, corner="Built") }}`: a table.

    A row's head names the source and the name of a default; what stands in backquotes in it is code. `claims` are verdicts beside a value.
    """
    body, data = [], []
    for head, (source, what) in rows.items():
        known, verdict = look_up(page, source, what), f" {page.claim((claims or {})[head])}" if head in (claims or {}) else ""
        shown = [default(page, source, what) + verdict, stands(page, source, what)]
        cells = "".join(f'<td class="text">{cell}</td>' for cell in shown)
        broken = re.sub(r"(?<=[a-z])(?=[A-Z])", "<wbr>", markup.coded(head))  # a class's name between its words
        body.append(f'<tr><th scope="row">{broken}</th>{cells}</tr>')
        data.append({"row": head.replace("`", ""), "value": known.value, "stands": known.place or known.missing})
    stem = f"data/{served_as(page.path)}{name}"
    page.keep(markup.data_files(stem, data))
    top = "".join(f'<th scope="col" class="text">{inert(word)}</th>' for word in (corner, "value", "where that stands"))
    inner = f"<caption>{inert(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody>"
    table = f'<table class="numbers beside">{inner}</table>'
    return f'<div class="table-block" id="table-{name}">{markup.wrapped(inert(caption), table)}{markup.downloads(page.root, stem)}</div>'
