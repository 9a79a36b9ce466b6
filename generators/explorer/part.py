"""Parts of a page that show the explorer's sheets: the explorer itself, and strips of sizes."""

from __future__ import annotations

import json
from dataclasses import dataclass

from generators.corpus import Document
from generators.display import escaped
from generators.explorer import every_size, frozen, strips
from generators.explorer.disagreement import disagreement
from generators.explorer.outcome import OUTCOMES
from generators.explorer.ranking import SEARCHES
from generators.explorer.settings import SHELVES, EverySize, Shelf
from generators.explorer.sheets import Sheets
from generators.explorer.store import as_json
from generators.measures.retrieval import DEPTHS, SHORTLIST
from generators.mistake import Mistake
from generators.page import Page, served_as
from generators.schema import nearest
from generators.spans import trimmed


@dataclass(frozen=True)
class Explorer(Sheets):
    """The sheets of a project's documents, and the parts of pages that show them."""

    def place(self, page: Page, *names: str) -> str:
        """`{{ explorer("runbook", ...) }}`: the explorer of these documents, which a script fills in, with the files that it loads."""
        self.prepare(names)
        start = {
            "documents": [self._files(page, name) for name in names],
            "searches": SEARCHES | frozen.MODELS,
            "depths": DEPTHS,
            "depth": SHORTLIST,
            "outcomes": OUTCOMES,
        }
        return f'<div class="explorer" id="explorer-place" data-start="{escaped(json.dumps(start, ensure_ascii=False))}"></div>'

    def strip(self, page: Page, name: str, question: str, *settings: str) -> str:
        """`{{ strip("runbook", "question", "fixed 0", "recursive 0") }}`: one question, a row for each splitter and overlap."""
        document = self.document(name)
        at = _position(document, question)
        rows = []
        for setting in settings:
            shelf, overlap = _setting(setting, document)
            rows.append(strips.Row(strips.words(shelf, overlap), shelf, overlap, self.sheet(name, shelf), at))
        return strips.figure(page, f"strip-{name}-{question}", document.questions[at].text, rows)

    def matrix(self, page: Page, name: str, setting: str) -> str:
        """`{{ matrix("runbook", "fixed 0") }}`: every question of a document at every size, a row for each question."""
        document = self.document(name)
        shelf, overlap = _setting(setting, document)
        sheet = self.sheet(name, shelf)
        rows = [strips.Row(question.text, shelf, overlap, sheet, at) for at, question in enumerate(document.questions)]
        return strips.figure(page, f"matrix-{name}-{shelf.name}-{overlap}", strips.words(shelf, overlap), rows, disagreement(rows))

    def every_size(self, page: Page, name: str, *settings: str) -> str:
        """`{{ every_size("runbook", "fixed 0", "recursive 0") }}`: every question of a document at every whole size, a row for each.

        Of several splitters the first is shown, and each of the others is opened by the reader.
        """
        document = self.document(name)
        drawn: list[str] = []
        for shelf, overlap in (_setting(setting, document) for setting in settings):
            every = EverySize(shelf.name, shelf.use, shelf.unit, shelf.keywords, overlap)
            sheet = self.sheet(name, every)
            rows = [strips.Row(question.text, every, overlap, sheet, at) for at, question in enumerate(document.questions)]
            caption = f"{strips.words(shelf, overlap)}, every size"
            figure = every_size.figure(page, f"every-size-{name}-{shelf.name}-{overlap}", caption, rows)
            drawn.append(f"<details><summary>{escaped(caption)}</summary>{figure}</details>" if drawn else figure)
        return "\n\n".join(drawn)

    def _files(self, page: Page, name: str) -> dict[str, object]:
        """What the script has to know of a document before it loads the rest."""
        document = self.document(name)
        stem = f"data/{served_as(page.path)}explorer-{name}"
        questions = [
            {"name": one.name, "text": one.text, "answers": [trimmed(span, document.text) for span in one.answers]}
            for one in document.questions
        ]
        page.keep({f"{stem}.json": json.dumps({"text": document.text, "questions": questions}, ensure_ascii=False).encode("utf-8")})
        splitters = []
        for shelf in SHELVES.values():
            files = [f"{stem}-{shelf.name}", *(f"{stem}-{shelf.name}-{one.name}" for one in document.questions)]
            page.keep({f"{file}.json": data for file, data in zip(files, self.parts(name, shelf), strict=True)})
            by_model = frozen.read(self, name, shelf)
            page.keep({f"{stem}-{shelf.name}-{one}-{frozen.MODEL}.json": as_json(found) for one, found in by_model.items()})
            searches = [*SEARCHES, *(frozen.MODELS if by_model else ())]
            settings = {"sizes": [*shelf.sizes], "overlaps": [*shelf.overlaps(document.text)], "searches": searches, "file": files[0]}
            splitters.append({"name": shelf.name, "use": shelf.use, "unit": shelf.unit, "call": shelf.call, **settings})
        names = [one.name for one in document.questions]
        return {"name": name, "characters": len(document.text), "questions": names, "file": f"{stem}.json", "splitters": splitters}


def _position(document: Document, question: str) -> int:
    names = [one.name for one in document.questions]
    if question not in names:
        raise Mistake(f"{document.name} has no question {question!r}: {nearest(question, names)}")
    return names.index(question)


def _setting(setting: str, document: Document) -> tuple[Shelf, int]:
    """`fixed 60` as a splitter and its overlap."""
    name, _, overlap = setting.partition(" ")
    if name not in SHELVES or not overlap.isdecimal():
        raise Mistake(f"{setting!r} names no splitter and overlap: write one of {', '.join(SHELVES)} and a number, as in 'fixed 60'")
    overlaps = SHELVES[name].overlaps(document.text)
    if int(overlap) not in overlaps:
        raise Mistake(f"the explorer has no overlap of {overlap} for {document.name}: name one of {', '.join(map(str, overlaps))}")
    return SHELVES[name], int(overlap)
