"""Grid: one document under every setting of one splitter, as the JSON that the explorer and the static strips are both made from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generators.cell import located
from generators.chunk import Chunk
from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.outcome import sizes_by_overlap
from generators.explorer.ranking import asked
from generators.explorer.settings import Shelf
from generators.spans import intersection

Grid = dict[str, Any]
"""`settings[i][j]` is the chunking at `sizes[i]` and `overlaps[j]`, for many settings give equal chunks; below nought there is none, and
`refusals[-1 - it]` has the library's words. `in_force` is the overlap that the splitter went by.

The other lists have an entry for each chunking: the `count` of its chunks, the `starts` and `ends` of each (a list for a chunk of several
pieces), the characters `stored`, the stored `ratio`, and the `delivered` overlap (mean characters that neighbours share, null for a single
chunk). `asked` has for each question what became of it, see `ranking.Asked`, and under `sizes` at how many sizes it went well.
"""


def grid(document: Document, shelf: Shelf, encoder: Encoder) -> Grid:
    """Split the document at every setting, place the chunks, and rank them for every question."""
    numbered: dict[tuple[Chunk, ...], int] = {}
    refusals: dict[str, int] = {}
    settings: list[list[int]] = []
    in_force: list[list[int | None]] = []
    for size in shelf.sizes:
        found = [shelf.split(document.text, size, overlap) for overlap in shelf.overlaps]
        in_force.append([None if isinstance(one, str) else one[0].chunk_overlap for one in found])
        settings.append(
            [
                -1 - refusals.setdefault(one, len(refusals))
                if isinstance(one, str)
                else numbered.setdefault(located(document.text, one[1], one[0]), len(numbered))
                for one in found
            ]
        )
    chunkings = list(numbered)
    return {
        "sizes": shelf.sizes,
        "overlaps": shelf.overlaps,
        "settings": settings,
        "in_force": in_force,
        "refusals": list(refusals),
        "count": [len(chunks) for chunks in chunkings],
        "starts": [[_edges(chunk, 0) for chunk in chunks] for chunks in chunkings],
        "ends": [[_edges(chunk, 1) for chunk in chunks] for chunks in chunkings],
        "stored": [_stored(chunks) for chunks in chunkings],
        "ratio": [round(_stored(chunks) / len(document.text), 2) for chunks in chunkings],
        "delivered": [delivered(chunks) for chunks in chunkings],
        "asked": [{**one, "sizes": sizes_by_overlap(settings, one)} for one in asked(document, chunkings, encoder)],
    }


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
