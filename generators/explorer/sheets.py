"""Sheets: what the explorer looks up of each of a project's documents under each splitter, computed once and kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generators import workers
from generators.corpora.documents import read
from generators.corpora.questions import ask
from generators.corpus import Document
from generators.encoders import Encoder, load
from generators.explorer.ranking import ENCODER
from generators.explorer.settings import SHELVES, Shelf
from generators.explorer.sheet import Sheet
from generators.explorer.store import is_kept, stored
from generators.mistake import Absent, Mistake
from generators.schema import nearest

ASKED = ".questions.yaml"
"""How the name of a document's questions ends."""

WORTH_WORKERS = 5_000
"""Characters of a document whose sheets take longer than it takes to start other processes."""


@dataclass(frozen=True)
class Sheets:
    """The sheets of a project's documents: `scenarios` is the folder of its scenarios, `kept` that of what was computed before."""

    scenarios: Path
    kept: Path

    def document(self, name: str) -> Document:
        """The document of that name with its questions; raises `Mistake` where there is none that has some."""
        here = sorted(path.name.removesuffix(ASKED) for path in (self.scenarios / "corpora").glob(f"*{ASKED}"))
        if name not in here:
            raise Mistake(
                f"there is no document {name!r} with questions, corpora/{name}.md and corpora/{name}{ASKED}: {nearest(name, here)}"
            )
        return _document(self.scenarios, name)

    def sheet(self, name: str, shelf: Shelf) -> Sheet:
        """A document under a splitter."""
        chunks, *asked = map(json.loads, self.parts(name, shelf))
        return Sheet(chunks, asked)

    def parts(self, name: str, shelf: Shelf) -> list[bytes]:
        """The parts of a sheet as JSON: the chunks, and then each question."""
        try:
            return stored(self.kept, self.document(name), shelf, self.encoder)
        except Absent as absent:
            raise Mistake(f"the explorer of {name} cannot be made: {absent}") from absent

    @property
    def encoder(self) -> Encoder:
        """What the chunks are ranked by, unless by their words."""
        return load(ENCODER, ENCODER, {}, self.scenarios)

    def prepare(self, names: Sequence[str]) -> None:
        """Compute what is not kept of long documents, on all cores."""
        missing = [
            (self, name, shelf)
            for name in names
            for shelf in SHELVES.values()
            if len(self.document(name).text) >= WORTH_WORKERS and not is_kept(self.kept, self.document(name), shelf, self.encoder)
        ]
        if missing:
            for _ in workers.on_all_cores(Sheets.parts, missing):
                pass  # what is given is kept as well, and looked up there when a page asks for it
            workers.release()


@lru_cache(maxsize=8)
def _document(folder: Path, name: str) -> Document:
    return ask([read(folder / "corpora" / f"{name}.md", f"corpora/{name}.md")], f"corpora/{name}{ASKED}", folder)[0]
