"""Parent document: small chunks are searched, and the larger piece that each was cut from is returned."""

from __future__ import annotations

from collections.abc import Sequence

from generators.chunk import Chunk
from generators.corpus import Document
from generators.spans import intersection, length
from generators.splitters import run_alone
from generators.splitters.splitter import Splitter, located
from generators.strategies.strategy import Passage, Returned


def parent_document(document: Document, chunks: Sequence[Chunk], splitter: Splitter) -> tuple[Passage, ...]:
    """Of two splitters, the second of which cuts the pieces of the first (`then`), the chunks of the second are searched, and the piece of
    the first that holds most of the chunk is returned, as by LangChain's `ParentDocumentRetriever`.

    Where the first cuts at headings, that is the section. A chunk without a known place is returned itself.
    """
    first = splitter.first
    pieces = run_alone(first, [document.text]).chunks if first else None
    parents = [Returned(document, piece) for piece in located(document.text, pieces[0], first)] if first and pieces else []
    placed = [(parent, parent.chunk.pieces[0][0], parent.chunk.pieces[-1][1]) for parent in parents if parent.chunk.pieces]
    found = []
    for chunk in chunks:
        own = chunk.own_pieces
        near = [parent for parent, start, end in placed if any(start < last and first < end for first, last in own)]
        shared = [length(intersection(parent.chunk.pieces, own)) for parent in near]
        most = max(shared, default=0)
        found.append(Passage(chunk, near[shared.index(most)] if most else Returned(document, chunk)))
    return tuple(found)
