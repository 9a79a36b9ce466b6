"""The store of the explorer's sheets: kept on disk under a key of everything that matters to them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from generators import provenance
from generators.cache import write
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.ranking import SEARCHES
from generators.explorer.settings import Shelf
from generators.explorer.sheet import CHUNKS, sheet
from generators.retrieve import BM25, packages


def stored(folder: Path, document: Document, shelf: Shelf, overlap: int, encoder: Encoder) -> dict[str, bytes]:
    """The parts of a document's sheet as JSON by their names, computed if they are not kept whole."""
    path = folder / f"explorer-{key(document, shelf, overlap, encoder)}"
    kept = _kept(path)
    if kept is None:
        found = sheet(document, shelf, overlap, encoder)
        kept = b"\n".join(json.dumps(part, separators=(",", ":"), allow_nan=False).encode() for part in found.values())
        write(path, hashlib.sha256(kept).hexdigest().encode() + b"\n" + kept)
    return dict(zip((CHUNKS, *SEARCHES), kept.split(b"\n"), strict=True))


def is_kept(folder: Path, document: Document, shelf: Shelf, overlap: int, encoder: Encoder) -> bool:
    """Whether a sheet need not be computed."""
    return _kept(folder / f"explorer-{key(document, shelf, overlap, encoder)}") is not None


def _kept(path: Path) -> bytes | None:
    """What is kept under a path, unless it is missing or damaged."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest().encode() == digest else None


def key(document: Document, shelf: Shelf, overlap: int, encoder: Encoder) -> str:
    """A digest of the code, the versions, the text with its questions, the splitter with its sizes, and what ranks the chunks."""
    parts = [
        provenance.code_digest(),
        _own_digest(),
        provenance.python(),
        provenance.versions(),
        [document.text, [[question.name, question.text, question.answers] for question in document.questions]],
        [shelf.name, shelf.use, dict(shelf.keywords), [*shelf.sizes], overlap],
        [encoder.name, encoder.packages(), packages([BM25])],
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def _own_digest() -> str:
    """The explorer's own modules, which no number of a scenario depends on."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()
