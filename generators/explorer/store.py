"""The store of the explorer's sheets: kept on disk under a key of everything that matters to them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from generators import provenance
from generators.cache import sealed, unsealed, write
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.settings import Shelf
from generators.explorer.sheet import sheet
from generators.retrieve import BM25, packages


def stored(folder: Path, document: Document, shelf: Shelf, encoder: Encoder) -> list[bytes]:
    """A document's sheet as JSON, its chunks and then each of its questions, computed if it is not kept whole."""
    path = folder / f"explorer-{key(document, shelf, encoder)}"
    kept = unsealed(path)
    if kept is None:
        chunks, asked = sheet(document, shelf, encoder)
        kept = b"\n".join(map(as_json, (chunks, *asked)))
        write(path, sealed(kept))
    return kept.split(b"\n")


def as_json(part: object) -> bytes:
    """A part of a sheet in as few bytes as may be."""
    return json.dumps(part, separators=(",", ":"), allow_nan=False).encode()


def is_kept(folder: Path, document: Document, shelf: Shelf, encoder: Encoder) -> bool:
    """Whether a sheet need not be computed."""
    return unsealed(folder / f"explorer-{key(document, shelf, encoder)}") is not None


def key(document: Document, shelf: Shelf, encoder: Encoder) -> str:
    """A digest of the code, the versions, the text with its questions, the splitter with its sizes, and what ranks the chunks."""
    parts = [
        provenance.code_digest(),
        _own_digest(),
        provenance.python(),
        provenance.versions(),
        [document.text, [[question.name, question.text, question.answers] for question in document.questions]],
        [shelf.name, shelf.use, dict(shelf.keywords), [*shelf.sizes], [*shelf.overlaps(document.text)]],
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
