"""Parts of a page that show the explorer's grids: the explorer itself, strips of sizes, and figures taken from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generators.corpora.files import read
from generators.corpora.questions import ask
from generators.corpus import Document
from generators.display import display, escaped
from generators.encoders import Encoder, load
from generators.explorer import strips
from generators.explorer.grid import Grid
from generators.explorer.outcome import OUTCOMES, disagreements
from generators.explorer.settings import SHELVES, Shelf
from generators.explorer.store import stored_grid
from generators.measures.retrieval import DEPTHS, SHORTLIST
from generators.mistake import Absent, Mistake
from generators.page import Page, served_as
from generators.schema import nearest
from generators.spans import length

LONGEST = 25_000
"""Characters of the longest document whose whole grid is made."""

ENCODER = "wordllama"


@dataclass(frozen=True)
class Explorer:
    """The grids of a project's documents: `scenarios` is the folder of its scenarios, `kept` that of what was computed before."""

    scenarios: Path
    kept: Path

    def place(self, page: Page, *names: str) -> str:
        """`{{ explorer("runbook", ...) }}`: the explorer of these documents, which a script fills in, with the files that it loads."""
        start = {
            "documents": [self._files(page, name) for name in names],
            "depths": DEPTHS,
            "depth": SHORTLIST,
            "encoder": ENCODER,
            "outcomes": OUTCOMES,
        }
        return f'<div class="explorer" id="explorer-place" data-start="{escaped(json.dumps(start, ensure_ascii=False))}"></div>'

    def strip(self, page: Page, name: str, question: str, *settings: str) -> str:
        """`{{ strip("runbook", "question", "fixed 0", "recursive 0") }}`: one question, a row for each splitter and overlap."""
        document = self.document(name)
        at = _position(document, question)
        rows = []
        for setting in settings:
            shelf, overlap = _setting(setting)
            grid = self.grid(name, shelf.name)
            rows.append(strips.Row(strips.words(shelf, overlap), grid, at, _overlap(grid, overlap)))
        return strips.figure(page, f"strip-{name}-{question}", document.questions[at].text, rows)

    def matrix(self, page: Page, name: str, setting: str) -> str:
        """`{{ matrix("runbook", "fixed 0") }}`: every question of a document at every size, a row for each question."""
        document, (shelf, overlap) = self.document(name), _setting(setting)
        grid = self.grid(name, shelf.name)
        rows = [strips.Row(question.text, grid, at, _overlap(grid, overlap)) for at, question in enumerate(document.questions)]
        return strips.figure(page, f"matrix-{name}-{shelf.name}-{overlap}", strips.words(shelf, overlap), rows)

    def sizes(self, page: Page, name: str, question: str, setting: str, depth: str) -> str:
        """`{{ sizes("runbook", "question", "fixed 0", "contained") }}`: at how many sizes it is contained, or among the first so many.

        `"all"` is the number of sizes, and `"answer"` the length of the answer in characters.
        """
        shelf, overlap = _setting(setting)
        document, grid = self.document(name), self.grid(name, shelf.name)
        position = _position(document, question)
        at = _overlap(grid, overlap)
        counted = {depth: counts[at] for depth, counts in grid["asked"][position]["sizes"].items()}
        return _figure({**counted, "all": len(grid["sizes"]), "answer": length(document.questions[position].answers)}, depth)

    def disagreement(self, page: Page, name: str, setting: str, what: str) -> str:
        """`{{ disagreement("runbook", "fixed 0", "pairs") }}`: how far sizes disagree about which are cut, see `disagreements`.

        `"questions"` is the number of questions, and `"characters"` the length of the document.
        """
        shelf, overlap = _setting(setting)
        grid = self.grid(name, shelf.name)
        at = _overlap(grid, overlap)
        found = disagreements([[not one["holders"][row[at]] for row in grid["settings"] if row[at] >= 0] for one in grid["asked"]])
        document = self.document(name)
        return _figure({**found, "questions": len(document.questions), "characters": len(document.text)}, what)

    def document(self, name: str) -> Document:
        """The document of that name with its questions; raises `Mistake` where there is none, or where it is too long for a grid."""
        return _document(self.scenarios, name)

    def grid(self, name: str, shelf: str) -> Grid:
        """A document under a splitter."""
        return _grid(self, name, shelf)

    @property
    def encoder(self) -> Encoder:
        """What the chunks are ranked by."""
        return load(ENCODER, ENCODER, {}, self.scenarios)

    def _files(self, page: Page, name: str) -> dict[str, object]:
        """What the script has to know of a document before it loads the rest."""
        document = self.document(name)
        stem = f"data/{served_as(page.path)}explorer-{name}"
        questions = [{"name": one.name, "text": one.text, "answers": one.answers} for one in document.questions]
        page.keep({f"{stem}.json": _json({"text": document.text, "questions": questions})})
        page.keep({f"{stem}-{shelf}.json": _json(self.grid(name, shelf)) for shelf in SHELVES})
        splitters = [
            {"name": shelf.name, "use": shelf.use, "unit": shelf.unit, "call": shelf.call, "file": f"{stem}-{shelf.name}.json"}
            for shelf in SHELVES.values()
        ]
        return {"name": name, "characters": len(document.text), "file": f"{stem}.json", "splitters": splitters}


def _figure(known: Mapping[str, float], name: str) -> str:
    """One of some figures by its name, for a sentence."""
    if name not in known:
        raise Mistake(f"there is no figure {name!r} here: write one of {', '.join(known)} as the last word of the expression")
    return f'<data value="{known[name]:.12g}">{display(known[name], "share" if name == "pairs" else "")}</data>'


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n").encode("utf-8")


@lru_cache(maxsize=8)
def _document(folder: Path, name: str) -> Document:
    document = read(folder / "corpora" / f"{name}.md", f"corpora/{name}.md")
    if len(document.text) > LONGEST:
        raise Mistake(
            f"corpora/{name}.md has {len(document.text):,} characters, more than the {LONGEST:,} that the explorer takes: leave it out"
        )
    return ask([document], f"corpora/{name}.questions.yaml", folder)[0]


@lru_cache(maxsize=32)
def _grid(explorer: Explorer, name: str, shelf: str) -> Grid:
    try:
        return stored_grid(explorer.kept, explorer.document(name), SHELVES[shelf], explorer.encoder)
    except Absent as absent:
        raise Mistake(f"the explorer of {name} cannot be made: {absent}") from absent


def _position(document: Document, question: str) -> int:
    names = [one.name for one in document.questions]
    if question not in names:
        raise Mistake(f"{document.name} has no question {question!r}: {nearest(question, names)}")
    return names.index(question)


def _setting(setting: str) -> tuple[Shelf, int]:
    """`fixed 60` as a splitter and its overlap."""
    name, _, overlap = setting.partition(" ")
    if name not in SHELVES or not overlap.isdecimal():
        raise Mistake(f"{setting!r} names no splitter and overlap: write one of {', '.join(SHELVES)} and a number, as in 'fixed 60'")
    return SHELVES[name], int(overlap)


def _overlap(grid: Grid, overlap: int) -> int:
    """The place of an overlap in a grid."""
    overlaps: list[int] = grid["overlaps"]
    if overlap not in overlaps:
        raise Mistake(f"the grid has no overlap of {overlap}: name one of {', '.join(map(str, overlaps))}")
    return overlaps.index(overlap)
