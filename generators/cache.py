"""Cache: cells kept on disk under a key of everything that matters to them; invisible in the output."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generators import provenance
from generators.cell import Cell
from generators.scenario import CorpusRow, Scenario, SplitterRow


@dataclass(frozen=True)
class Cache:
    """A folder of cells, one JSON file each; whatever cannot be read is computed again."""

    folder: Path

    def key(self, corpus: CorpusRow, splitter: SplitterRow, scenario: Scenario) -> str:
        """A digest of the code, the versions, the corpus, the splitter, the measures and the assumptions."""
        profiles = {name: asdict(profile) for name, profile in corpus.context.profiles.items() if name == corpus.keywords.get("like")}
        files = [hashlib.sha256((corpus.context.folder / name).read_bytes()).hexdigest() for name in corpus.keywords.get("files", ())]
        parts: list[Any] = [
            provenance.code_digest(),
            provenance.python(),
            provenance.versions(),
            [corpus.source, dict(corpus.keywords), profiles, files],
            [splitter.use, dict(splitter.keywords), splitter.repeat_header],
            [scenario.measures, asdict(scenario.assume), scenario.show_chunks],
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def get(self, key: str) -> Cell | None:
        """The cell kept under a key, if it is there whole."""
        try:
            return Cell(**json.loads((self.folder / f"{key}.json").read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def put(self, key: str, cell: Cell) -> None:
        """Keep a cell."""
        write(self.folder / f"{key}.json", json.dumps(asdict(cell)).encode("utf-8"))


def write(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there, so that an interruption leaves the old one whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        beside.chmod(0o644)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
