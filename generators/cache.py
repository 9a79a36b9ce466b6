"""Cache: cells kept on disk under a key of everything that matters to them; invisible in the output."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generators import corpora, provenance
from generators.cell import Cell
from generators.mistake import Mistake
from generators.scenario import CorpusRow, Scenario, SplitterRow


@dataclass(frozen=True)
class Cache:
    """A folder of cells, one file each: the sha256 of what follows it, then JSON; what is not whole is computed again."""

    folder: Path

    def key(self, corpus: CorpusRow, splitter: SplitterRow, scenario: Scenario) -> str:
        """A digest of the code, the versions, the corpus, the splitter, the measures and the assumptions."""
        parts: list[Any] = [
            provenance.code_digest(),
            provenance.python(),
            provenance.versions(),
            corpora.content(corpus.keywords, corpus.context),
            [splitter.use, dict(splitter.keywords), splitter.repeat_header, splitter.show_worst, dict(splitter.strategy)],
            [
                [other.use, dict(other.keywords), other.repeat_header, dict(other.strategy)]
                for other in scenario.splitters
                if other.name == splitter.against
            ],
            [corpus.measures, asdict(scenario.assume), scenario.show_chunks],
            [
                [[row.name, row.use, dict(row.keywords)] for row in scenario.encoders],
                list(scenario.retrievers.items()),
                scenario.packages,
            ],
        ]
        # Keys are not sorted, for the documents of `texts` come in the order of the file.
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def get(self, key: str) -> Cell | None:
        """The cell kept under a key, if it is there whole."""
        try:
            digest, _, data = (self.folder / key).read_bytes().partition(b"\n")
            return Cell(**json.loads(data)) if hashlib.sha256(data).hexdigest().encode() == digest else None
        except (OSError, ValueError, TypeError):
            return None

    def put(self, key: str, cell: Cell) -> None:
        """Keep a cell, unless something that it needs was not here and may come without a change of the key."""
        if not cell.absent or cell.in_key:
            data = json.dumps(asdict(cell), allow_nan=False).encode()
            write(self.folder / key, hashlib.sha256(data).hexdigest().encode() + b"\n" + data)


def write(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there, so that an interruption leaves the old one whole.

    Raises `Mistake` where the system does not let it: a folder that is read-only or full, or a file in the place of a folder.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        beside = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            beside.chmod(0o644)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Mistake(f"{path}: cannot be written ({error.strerror}): make its folder one that can be written to") from error
