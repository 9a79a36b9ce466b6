"""Sentence window: single sentences are searched, and each is returned with those around it."""

from __future__ import annotations

from collections.abc import Sequence

from generators.chunk import Chunk
from generators.corpus import Document
from generators.spans import union
from generators.splitters.llamaindex import nodes
from generators.splitters.splitter import Splitter
from generators.strategies.strategy import Passage, Returned

WINDOWS = "llamaindex.SentenceWindowNodeParser"


def sentence_window(document: Document, chunks: Sequence[Chunk], splitter: Splitter) -> tuple[Passage, ...]:
    """The sentence is searched, and what `SentenceWindowNodeParser` wrote into its node's metadata is returned: its `window_size` sentences
    on either side with it, which `MetadataReplacementPostProcessor` puts in its place.
    """
    size = int(str(splitter.settings["window_size"]))
    found = []
    for place, (chunk, node) in enumerate(zip(chunks, nodes(splitter, document.text), strict=True)):
        around = chunks[max(0, place - size) : place + size + 1]
        window = Chunk(node.metadata["window"], union(piece for one in around for piece in one.pieces), chunk.match)
        found.append(Passage(chunk, Returned(document, window)))
    return tuple(found)
