"""Inspection: one document under one splitter, with every chunk in its place and what it was asked for beside what it got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generators.chunk import Chunk, lost
from generators.corpus import Document
from generators.splitters import build_alone, run_alone
from generators.splitters.splitter import Splitter, located


@dataclass(frozen=True)
class Inspection:
    """A document as one splitter really split it.

    `error` is what the library raised (`"ValueError: ..."`), or empty; then there are no chunks. `printed` is all that it wrote: stdout,
    then stderr, then log records. `splitter` is `None` where it could not even be built.
    """

    document: Document
    use: str
    keywords: Mapping[str, Any]
    splitter: Splitter | None
    chunks: tuple[Chunk, ...] = ()
    error: str = ""
    printed: str = ""

    @property
    def sized_by(self) -> Mapping[str, Any]:
        """The keywords of the splitter whose sizes are in force: of a chain, its second one's."""
        return self.keywords.get("then") or self.keywords

    def to_json(self) -> dict[str, Any]:
        """The inspection as plain JSON values; `lost` is `None` where nothing is known: the splitter failed or a chunk has no place."""
        missing = None if self.error else lost(self.document.text, self.chunks)
        return {
            "chunks": [
                {"text": chunk.text, "pieces": [list(piece) for piece in chunk.pieces], "match": chunk.match} for chunk in self.chunks
            ],
            "error": self.error or None,
            "printed": self.printed,
            "lost": None if missing is None else [list(run) for run in missing],
        }


def inspect(document: Document, use: str, keywords: Mapping[str, Any]) -> Inspection:
    """Build the splitter of that name, run it alone on the document and locate its chunks; what its library raises is a finding."""
    built = build_alone(use, keywords)
    if built.splitter is None:
        return Inspection(document, use, keywords, None, error=built.error, printed=built.printed)
    outcome = run_alone(built.splitter, [document.text])
    chunks = located(document.text, outcome.chunks[0], built.splitter) if outcome.chunks else ()
    return Inspection(document, use, keywords, built.splitter, chunks, outcome.error, built.printed + outcome.raw)
