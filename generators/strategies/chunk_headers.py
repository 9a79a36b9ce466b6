"""Contextual chunk headers: the title of the document and the headings above a chunk, put before the text that is embedded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from generators.chunk import Chunk
from generators.corpus import Document
from generators.spans import trimmed
from generators.splitters.splitter import Splitter
from generators.strategies.strategy import Passage, Returned
from generators.structure.outline import outline

Headers = Literal["title_and_path", "title", "path"]


def contextual_chunk_headers(
    document: Document, chunks: Sequence[Chunk], splitter: Splitter, *, headers: Headers = "title_and_path"
) -> tuple[Passage, ...]:
    """The chunk is returned; what is embedded begins with a line of its document's title and the path of headings above it, or of either.

    The title is the document's first heading, or its name where it has none.
    """
    del splitter
    found = []
    for chunk in chunks:
        title, *path = title_and_path(document, chunk)
        line = {"title_and_path": [title, *path], "title": [title], "path": path}[headers]
        found.append(Passage(chunk, Returned(document, chunk), f"{' > '.join(line)}\n\n" if line else ""))
    return tuple(found)


def title_and_path(document: Document, chunk: Chunk) -> list[str]:
    """The title of the document, then the headings around the start of the chunk, from the outermost in, one that it begins with among
    them. A chunk without a known place has only the title.
    """
    found = outline(document.text)
    title = found.headings[0].words if found.headings else document.name
    start, _ = trimmed(min(chunk.own_pieces, default=(0, 0)), document.text)
    at = bisect_right(found.headings, start, key=lambda heading: heading.span[0]) - 1
    path = found.paths[at] if at >= 0 and chunk.own_pieces else ()
    return [title, *(path[1:] if path[:1] == (title,) else path)]
