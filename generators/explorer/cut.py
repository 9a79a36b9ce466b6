"""Cut: a document under every setting of a splitter: its different chunks, which of them each chunking has, and what is told of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generators.chunk import Chunk
from generators.corpus import Document
from generators.explorer.packed import pack_steps
from generators.explorer.settings import Shelf
from generators.spans import Span, intersection
from generators.splitters.splitter import located

Told = dict[str, Any]
"""What the splitter gives, under each setting and each different chunking, for many settings give equal chunks.

`settings` is the chunking at each of the `overlaps` and each size; below nought there is none, and `refusals[-1 - it]` has the library's
words. `in_force` is the overlap that the splitter went by, where it is not the one asked for, else null. Chunks start and end at few
places: `starts` and `ends`, packed in steps. `first` and `last` have for each chunk its places in these, packed in steps, a blank between
two chunkings; a first place beyond the `starts` is one in `others`, the pieces of the chunks that are no stretch of the document. In the
order of these pairs of places the different chunks are numbered. For each chunking too are the characters `stored`, the stored `ratio`,
and the `delivered` overlap (mean characters that neighbours share, null for a single chunk).
"""


class Cut(NamedTuple):
    """A document's chunkings: the different `chunks` in the order of their numbers, those of each chunking by these, and what is `told`."""

    told: Told
    chunks: list[Chunk]
    owns: list[list[int]]


def cut(document: Document, shelf: Shelf) -> Cut:
    """Split the document at every size with every overlap, and place the chunks."""
    numbered: dict[tuple[Chunk, ...], int] = {}
    refusals: dict[str, int] = {}
    overlaps = shelf.overlaps(document.text)
    settings: list[list[int]] = [[] for _ in overlaps]
    in_force: list[list[int | None]] = [[] for _ in overlaps]
    for size in shelf.sizes:  # all overlaps of a size before the next: what is alike stands together, and compresses better
        for overlap, row, forced in zip(overlaps, settings, in_force, strict=True):
            found = shelf.split(document.text, size, overlap)
            if isinstance(found, str):
                row.append(-1 - refusals.setdefault(found, len(refusals)))
                forced.append(None)
            else:
                splitter, texts = found
                row.append(numbered.setdefault(located(document.text, texts, splitter), len(numbered)))
                forced.append(splitter.chunk_overlap if splitter.chunk_overlap != overlap else None)
    chunkings = list(numbered)
    starts, ends, others, bounds = bounded(document.text, {chunk for chunking in chunkings for chunk in chunking})
    different = {bounds[chunk]: chunk for chunk in bounds}
    numbers = {pair: number for number, pair in enumerate(sorted(different))}
    owns = [[numbers[bounds[chunk]] for chunk in chunking] for chunking in chunkings]
    told = {
        "overlaps": [*overlaps],
        "settings": settings,
        "in_force": in_force,
        "refusals": list(refusals),
        "starts": pack_steps(starts),
        "ends": pack_steps(ends),
        "others": others,
        "first": " ".join(pack_steps(bounds[chunk][0] for chunk in chunking) for chunking in chunkings),
        "last": " ".join(pack_steps(bounds[chunk][1] for chunk in chunking) for chunking in chunkings),
        "stored": [_stored(chunking) for chunking in chunkings],
        "ratio": [round(_stored(chunking) / len(document.text), 2) for chunking in chunkings],
        "delivered": [delivered(chunking) for chunking in chunkings],
    }
    return Cut(told, [different[pair] for pair in numbers], owns)


def bounded(text: str, chunks: Collection[Chunk]) -> tuple[list[int], list[int], list[Sequence[Span]], dict[Chunk, tuple[int, int]]]:
    """Where chunks start and where they end in the text, and each chunk as a pair of places in these two lists.

    The pieces of those that are no stretch of the text are apart: the first place is then beyond the starts, by the chunk's place there.
    """
    plain = {chunk: chunk.pieces[0] for chunk in chunks if len(chunk.pieces) == 1 and text[slice(*chunk.pieces[0])] == chunk.text}
    others = sorted(set(chunks) - plain.keys(), key=lambda chunk: (chunk.pieces, chunk.text, chunk.match))
    starts, ends = (sorted({span[edge] for span in plain.values()}) for edge in (0, 1))
    start_at, end_at = ({edge: place for place, edge in enumerate(edges)} for edges in (starts, ends))
    bounds = {chunk: (start_at[start], end_at[end]) for chunk, (start, end) in plain.items()}
    bounds |= {chunk: (len(starts) + place, 0) for place, chunk in enumerate(others)}
    return starts, ends, [chunk.pieces for chunk in others], bounds


def _stored(chunks: Sequence[Chunk]) -> int:
    return sum(len(chunk.text) for chunk in chunks)


def delivered(chunks: Sequence[Chunk]) -> float | None:
    """The characters that neighbours share, on average."""
    shared = [sum(end - start for start, end in intersection(one.pieces, other.pieces)) for one, other in pairwise(chunks)]
    return round(sum(shared) / len(shared), 1) if shared else None
