"""The matrix: every hazard with every splitter as a table of signs, as a list for narrow windows, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generators.display import escaped
from generators.hazards.columns import OUTCOMES, Column, Found, columns
from generators.markup import data_files, downloads, wrapped
from generators.measures.hazards import MEASURES
from generators.mistake import Mistake
from generators.page import Page, served_as
from generators.schema import counted, nearest

CAPTION = "Every hazard under every splitter at its defaults"


def matrix(page: Page) -> str:
    """`{{ hazards() }}`: the matrix, a list of the same for narrow windows, the key to its signs, and its data."""
    found = list(columns(page.catalogue))
    stem = f"data/{served_as(page.path)}matrix"
    page.keep(data_files(stem, list(records(found))))
    heads = "".join(
        f'<th scope="col" data-splitter="{escaped(column.name)}"><a href="{link(page, column)}"><span>{escaped(column.title)}</span> '
        f"<small>{escaped(column.library)}</small></a></th>"
        for column in found
    )
    body = "".join(row(page, found, at, hazard) for at, hazard in enumerate(MEASURES))
    table = (
        f'<table class="hazards-matrix"><caption>{CAPTION}</caption><thead><tr><th scope="col">Hazard</th>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
    items = "".join(item(page, column) for column in found)
    return (
        f'<div class="hazards" id="hazards-place">{wrapped(CAPTION, table)}<ul class="hazards-list">{items}</ul>'
        f"{key(totals(found))}{downloads(page.root, stem)}</div>"
    )


def link(page: Page, column: Column, hazard: str = "") -> str:
    """The page of a splitter, or the evidence of a hazard on it."""
    return f"{page.root}hazards/{escaped(column.name)}/" + (f"#{hazard}" if hazard else "")


def row(page: Page, found: Sequence[Column], at: int, hazard: str) -> str:
    """One hazard as a row of signs, each a link to its evidence."""
    cells = "".join(cell(page, column, column.found[at]) for column in found)
    measure = MEASURES[hazard]
    return (
        f'<tr data-hazard="{hazard}"><th scope="row"><span title="{escaped(measure.definition)}">{escaped(measure.title)}</span></th>'
        f"{cells}</tr>"
    )


def cell(page: Page, column: Column, found: Found) -> str:
    """The outcome on one splitter."""
    title = f"{escaped(column.title)}: {words(found)}"
    sent = f'<a href="{link(page, column, found.hazard)}" title="{title}">{sign(found.outcome)}</a>'
    return f'<td class="{found.outcome}" data-splitter="{escaped(column.name)}">{sent}</td>'


def sign(outcome: str) -> str:
    """An outcome's sign, with its word for who cannot see it."""
    shown, word, _ = OUTCOMES[outcome]
    return f'<span aria-hidden="true">{shown}</span><span class="unseen">{word}</span>'


def words(found: Found) -> str:
    """An outcome in a word or two: `harmed, 12 harms`."""
    word = OUTCOMES[found.outcome][1]
    return f"{word}, {counted(int(found.one.value or 0), 'harm')}" if found.outcome == "harmed" and found.one else word


def item(page: Page, column: Column) -> str:
    """One splitter with its counts, and links to what harms it."""
    harms = "".join(
        f'<li class="{found.outcome}" data-hazard="{found.hazard}"><a href="{link(page, column, found.hazard)}">'
        f"{sign(found.outcome)} {escaped(MEASURES[found.hazard].title)}</a></li>"
        for found in column.found
        if found.outcome in ("harmed", "refuses")
    )
    return (
        f'<li data-splitter="{escaped(column.name)}"><a href="{link(page, column)}"><code>{escaped(column.title)}</code></a> '
        f'<small>{escaped(column.library)}: <span class="hazards-counts">{counts(column)}</span></small><ul>{harms}</ul></li>'
    )


def counts(column: Column) -> str:
    """`9 harmed, 12 unharmed`: how often a splitter has each outcome, those that it never has left out."""
    return ", ".join(f"{column.count(outcome)} {word}" for outcome, (_, word, _) in OUTCOMES.items() if column.count(outcome))


def totals(found: Sequence[Column]) -> dict[str, int]:
    """How many cells of the matrix have each outcome and how many have one at all (`judged`), and the numbers of its columns and rows."""
    each = {outcome: sum(column.count(outcome) for column in found) for outcome in OUTCOMES}
    return each | {"judged": sum(each.values()) - each["na"], "splitters": len(found), "hazards": len(MEASURES)}


def key(count: Mapping[str, int]) -> str:
    """How the counts of the matrix come about, and what each sign means and how often it stands there."""
    items = "".join(
        f'<li id="{outcome}" class="{outcome}"><span class="sign" aria-hidden="true">{shown}</span> '
        f"<strong>{word}</strong>, {count[outcome]:,}: {meaning}</li>"
        for outcome, (shown, word, meaning) in OUTCOMES.items()
    )
    return (
        f'<p id="judged">{count["splitters"]:,} splitters under {count["hazards"]:,} hazards make '
        f"{count['splitters'] * count['hazards']:,} pairs, of which {count['judged']:,} are cases; the others do not apply:</p>"
        f'<ul class="hazards-key">{items}</ul>'
    )


def records(found: Sequence[Column]) -> Iterator[dict[str, Any]]:
    """The matrix as data, one row a cell."""
    for at, hazard in enumerate(MEASURES):
        for column in found:
            one = column.found[at].one
            yield {
                "hazard": MEASURES[hazard].title,
                "splitter": column.use,
                "release": column.library,
                "outcome": OUTCOMES[column.found[at].outcome][1],
                "harms": one.value if one else None,
                "id": one.id if one else None,
            }


def hazard_count(page: Page, what: str) -> str:
    """`{{ hazard_count("harmed") }}`: how many cells of the matrix have an outcome, or a size of it; linked to where it says so."""
    count = totals(list(columns(page.catalogue)))
    if what not in count:
        raise Mistake(f"the matrix has no count {what!r}: {nearest(what, sorted(count))}")
    return f'<a class="number" href="#{what if what in OUTCOMES else "judged"}"><data value="{count[what]}">{count[what]:,}</data></a>'
