"""Strips: a question at every size of a splitter as a row of signs, for readers without the script, for paper, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generators.display import escaped
from generators.explorer.outcome import OUTCOMES, outcome
from generators.explorer.packed import unpack
from generators.explorer.ranking import ENCODER
from generators.explorer.settings import Shelf
from generators.explorer.sheet import Sheet
from generators.markup import data_files, downloads, wrapped
from generators.measures.retrieval import SHORTLIST
from generators.page import Page, served_as

LABELLED = 4
"""Every so manieth size is written above its column; the others are there for screen readers."""


@dataclass(frozen=True)
class Row:
    """A question, by its place, at every size of a splitter and one overlap; `head` says in plain words what it is."""

    head: str
    shelf: Shelf
    overlap: int
    sheet: Sheet
    question: int

    def cells(self) -> list[tuple[int, str, int | None]]:
        """Each size, what became of the question, and the rank of the best chunk that holds its answer."""
        chunks, asked = self.sheet
        ranks = [rank - 1 for rank in unpack(asked[self.question][ENCODER]["ranks"])]
        found = [ranks[at] if at >= 0 else None for at in chunks["settings"][chunks["overlaps"].index(self.overlap)]]
        return [(size, outcome(rank, SHORTLIST), max(rank or 0, 0) or None) for size, rank in zip(self.shelf.sizes, found, strict=True)]


def words(shelf: Shelf, overlap: int) -> str:
    """A splitter and its overlap in words."""
    unit = "characters" if shelf.unit == "characters" else "tokens"
    return f"{shelf.use}, {overlap} {unit} of overlap" if overlap else f"{shelf.use}, no overlap"


def figure(page: Page, name: str, caption: str, rows: Sequence[Row], said: str = "") -> str:
    """Rows of one unit below each other as a table with a key, and their data as files; a row counts the sizes that hold and that answer.

    `said` is a sentence on all of them.
    """
    stem = f"data/{served_as(page.path)}{name}"
    page.keep(data_files(stem, [record for row in rows for record in _records(row)]))
    head = "".join(_size(size, shown=at % LABELLED == 0) for at, size in enumerate(rows[0].shelf.sizes))
    body = "".join(_row(row) for row in rows)
    table = f'<table class="strips"><caption>{escaped(caption)}</caption><thead><tr>{head}</tr></thead>{body}</table>'
    note = f'<p class="strips-said">{escaped(said)}</p>' if said else ""
    return (
        f'<figure class="strips-figure" id="{escaped(name)}">{wrapped(escaped(caption), table)}{key()}{note}{downloads(page.root, stem)}'
        "</figure>"
    )


def _records(row: Row) -> Iterator[dict[str, Any]]:
    for size, what, rank in row.cells():
        yield {
            "row": row.head,
            "chunk_size": size,
            "chunk_overlap": row.overlap,
            "outcome": OUTCOMES[what][1],
            "rank": rank,
        }


def _size(size: int, *, shown: bool) -> str:
    kind = "" if shown else ' class="unseen"'
    return f'<th scope="col"><span{kind}>{size}</span></th>'


def _row(row: Row) -> str:
    cells = row.cells()
    signs = "".join(
        f'<td class="{what}" title="{size}: {OUTCOMES[what][1]}"><span aria-hidden="true">{OUTCOMES[what][0]}</span>'
        f'<span class="unseen">{OUTCOMES[what][1]}</span></td>'
        for size, what, _ in cells
    )
    count = f'<span class="strips-count">{counted(cells)}</span>'
    return f'<tbody><tr><th scope="rowgroup" colspan="{len(cells)}">{escaped(row.head)} {count}</th></tr><tr>{signs}</tr></tbody>'


def counted(cells: Sequence[tuple[int, str, int | None]]) -> str:
    """At how many of these sizes some chunk holds the whole answer, and at how many one that does is among the first."""
    held, answered = (sum(what in among for _, what, _ in cells) for among in (("answered", "outranked"), ("answered",)))
    return f"held at {held} of {len(cells)} sizes, found at {answered}"


def key() -> str:
    """What the signs mean."""
    items = "".join(
        f'<li><span class="sign {what}" aria-hidden="true">{sign}</span> {words}</li>' for what, (sign, words, _) in OUTCOMES.items()
    )
    return f'<ul class="strips-key">{items}</ul>'
