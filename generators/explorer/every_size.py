"""Every size: what becomes of a question at one whole size after another, as bars whose height tells the outcomes apart, and as ranges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from generators.display import escaped
from generators.explorer.outcome import OUTCOMES
from generators.explorer.strips import Row, counted
from generators.markup import data_files, downloads
from generators.page import Page, served_as
from generators.schema import counted as number_of

HEIGHT = 20
"""Of a row, in units of its drawing, whose width is one for each size."""

HEIGHTS = {"answered": HEIGHT, "outranked": HEIGHT // 2, "cut": 2, "refused": 0}
"""How high the bar of each outcome stands: what is lost is next to nothing, and what is told apart so needs no colour."""

LABELS = 6
"""So many steps between the sizes that are written below."""


class Stretch(NamedTuple):
    """Sizes one after the other that come to the same outcome."""

    first: int
    last: int
    outcome: str

    @property
    def words(self) -> str:
        """The sizes."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def stretches(row: Row) -> list[Stretch]:
    """The sizes of a row, in order."""
    found = []
    for what, group in groupby(row.cells(), key=lambda cell: cell[1]):
        sizes = [size for size, _, _ in group]
        found.append(Stretch(sizes[0], sizes[-1], what))
    return found


def figure(page: Page, name: str, caption: str, rows: Sequence[Row]) -> str:
    """Rows of one unit below each other, the sizes below them, what each row comes to in words, a key, and the data as files."""
    stem = f"data/{served_as(page.path)}{name}"
    page.keep(data_files(stem, [_record(row, stretch) for row in rows for stretch in stretches(row)]))
    sizes = rows[0].shelf.sizes
    labels = "".join(f"<span>{sizes[at * (len(sizes) - 1) // LABELS]}</span>" for at in range(LABELS + 1))
    return (
        f'<figure class="strips-figure every-size" id="{escaped(name)}"><figcaption>{escaped(caption)}</figcaption>'
        f'{"".join(map(_row, rows))}<p class="every-size-axis" aria-hidden="true">{labels}</p>{_key(rows)}'
        f"<details><summary>The sizes in words</summary>{''.join(map(_words, rows))}</details>{downloads(page.root, stem)}</figure>"
    )


def _record(row: Row, stretch: Stretch) -> dict[str, Any]:
    return {
        "row": row.head,
        "chunk_size_from": stretch.first,
        "chunk_size_to": stretch.last,
        "chunk_overlap": row.overlap,
        "outcome": OUTCOMES[stretch.outcome][1],
    }


def _row(row: Row) -> str:
    found, least = stretches(row), row.shelf.sizes[0]
    said = f"{counted(row.cells())}, {number_of(len(found) - 1, 'change')}"
    bars = "".join(_bar(stretch.outcome, stretch.first - least, stretch.last - stretch.first + 1) for stretch in found)
    drawing = (
        f'<svg viewBox="0 0 {len(row.shelf.sizes)} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escaped(f"{row.head}: {said}")}">{bars}</svg>'
    )
    return f'<p class="every-size-head">{escaped(row.head)} <span class="strips-count">{said}</span></p>{drawing}'


def _bar(what: str, start: int, width: int) -> str:
    height = HEIGHTS[what]
    return f'<rect class="{what}" x="{start}" y="{HEIGHT - height}" width="{width}" height="{height}"/>' if height else ""


def _key(rows: Sequence[Row]) -> str:
    there = {stretch.outcome for row in rows for stretch in stretches(row)}
    items = "".join(
        f'<li><svg class="sign" viewBox="0 0 {HEIGHT} {HEIGHT}" aria-hidden="true">{_bar(what, 0, HEIGHT)}</svg> {words}</li>'
        for what, (_, words, _) in OUTCOMES.items()
        if what in there
    )
    return f'<ul class="strips-key">{items}</ul>'


def _words(row: Row) -> str:
    by_outcome = {what: [one.words for one in stretches(row) if one.outcome == what] for what in OUTCOMES}
    said = "; ".join(f"{OUTCOMES[what][1]} at {', '.join(sizes)}" for what, sizes in by_outcome.items() if sizes)
    return f"<p>{escaped(row.head)}: {said}.</p>"
