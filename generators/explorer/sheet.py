"""Sheet: one document under every size of one splitter at one overlap, as the JSON that the explorer and the strips are both made from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.ranking import asked
from generators.explorer.settings import Shelf
from generators.spans import intersection
from generators.splitters.splitter import located

Sheet = dict[str, Any]
"""`chunks` is what the splitter gives, and the name of each search what that makes of every question, see `ranking.Asked`.

Of the chunks, `settings` is the chunking at each of the splitter's sizes, for some give equal chunks; below nought there is none, and
`refusals[-1 - it]` has the library's words. `in_force` is the overlap that the splitter went by at each size. The other lists have an
entry for each chunking: the `count` of its chunks, the `starts` and `ends` of each (a list for a chunk of several pieces), the characters
`stored`, the stored `ratio`, and the `delivered` overlap (mean characters that neighbours share, null for a single chunk).
`holders` has for each question the chunks of each chunking that hold its whole answer.
"""

CHUNKS = "chunks"


def sheet(document: Document, shelf: Shelf, overlap: int, encoder: Encoder) -> Sheet:
    """Split the document at every size, place the chunks, and rank them for every question."""
    numbered: dict[tuple[Chunk, ...], int] = {}
    refusals: dict[str, int] = {}
    settings: list[int] = []
    in_force: list[int | None] = []
    for size in shelf.sizes:
        found = shelf.split(document.text, size, overlap)
        if isinstance(found, str):
            settings.append(-1 - refusals.setdefault(found, len(refusals)))
            in_force.append(None)
        else:
            splitter, texts = found
            settings.append(numbered.setdefault(located(document.text, texts, splitter), len(numbered)))
            in_force.append(splitter.chunk_overlap)
    chunkings = list(numbered)
    holders, searched = asked(document, settings, chunkings, encoder)
    chunks = {
        "settings": settings,
        "in_force": in_force,
        "refusals": list(refusals),
        "count": [len(chunks) for chunks in chunkings],
        "starts": [[_edges(chunk, 0) for chunk in chunks] for chunks in chunkings],
        "ends": [[_edges(chunk, 1) for chunk in chunks] for chunks in chunkings],
        "stored": [_stored(chunks) for chunks in chunkings],
        "ratio": [round(_stored(chunks) / len(document.text), 2) for chunks in chunkings],
        "delivered": [delivered(chunks) for chunks in chunkings],
        "holders": holders,
    }
    return {CHUNKS: chunks, **searched}


def _edges(chunk: Chunk, edge: int) -> int | list[int]:
    """The starts or the ends of a chunk's pieces; of a single piece, that alone."""
    edges = [piece[edge] for piece in chunk.pieces]
    return edges[0] if len(edges) == 1 else edges


def _stored(chunks: Sequence[Chunk]) -> int:
    return sum(len(chunk.text) for chunk in chunks)


def delivered(chunks: Sequence[Chunk]) -> float | None:
    """The characters that neighbours share, on average."""
    shared = [sum(end - start for start, end in intersection(one.pieces, other.pieces)) for one, other in pairwise(chunks)]
    return round(sum(shared) / len(shared), 1) if shared else None
