"""The store of the explorer's grids: kept on disk under a key of everything that matters to them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from generators import provenance
from generators.cache import write
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.grid import Grid, grid
from generators.explorer.settings import Shelf


def stored_grid(folder: Path, document: Document, shelf: Shelf, encoder: Encoder) -> Grid:
    """The grid of a document and a splitter, computed if it is not kept whole."""
    path = folder / f"explorer-{key(document, shelf, encoder)}"
    kept = _kept(path)
    if kept is None:
        kept = json.dumps(grid(document, shelf, encoder), separators=(",", ":"), allow_nan=False).encode()
        write(path, hashlib.sha256(kept).hexdigest().encode() + b"\n" + kept)
    found: Grid = json.loads(kept)
    return found


def _kept(path: Path) -> bytes | None:
    """What is kept under a path, unless it is missing or damaged."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest().encode() == digest else None


def key(document: Document, shelf: Shelf, encoder: Encoder) -> str:
    """A digest of the code, the versions, the text with its questions, the splitter and the encoder."""
    parts = [
        provenance.code_digest(),
        _own_digest(),
        provenance.python(),
        provenance.versions(),
        [document.text, [[question.name, question.text, question.answers] for question in document.questions]],
        [shelf.name, shelf.use, dict(shelf.keywords), shelf.sizes, shelf.overlaps],
        [encoder.name, encoder.packages()],
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def _own_digest() -> str:
    """The explorer's own modules, which no number of a scenario depends on."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()
