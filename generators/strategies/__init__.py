"""The shelf of strategies: STRATEGIES maps the name in a scenario to the function whose keywords are its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generators.chunk import Chunk
from generators.corpus import Document
from generators.splitters.splitter import Splitter
from generators.strategies.auto_merging import HIERARCHY, auto_merging
from generators.strategies.chunk_headers import contextual_chunk_headers
from generators.strategies.contextual import contextual_retrieval
from generators.strategies.late_chunking import late_chunking
from generators.strategies.parent_document import parent_document
from generators.strategies.sentence_window import WINDOWS, sentence_window
from generators.strategies.strategy import Passage, Returned

__all__ = ["STRATEGIES", "Passage", "Returned", "passages", "unsuited"]

STRATEGIES: dict[str, Callable[..., tuple[Passage, ...]]] = {
    "contextual_chunk_headers": contextual_chunk_headers,
    "contextual_retrieval": contextual_retrieval,
    "parent_document": parent_document,
    "sentence_window": sentence_window,
    "auto_merging": auto_merging,
    "late_chunking": late_chunking,
}

PARSERS = {"sentence_window": WINDOWS, "auto_merging": HIERARCHY}
"""The splitter that a strategy is made for, where it goes with one alone."""


def passages(document: Document, chunks: Sequence[Chunk], splitter: Splitter, strategy: Mapping[str, Any]) -> tuple[Passage, ...]:
    """What a document's chunks become by a strategy, given as `use` and its settings."""
    settings = {key: value for key, value in strategy.items() if key != "use"}
    return STRATEGIES[strategy["use"]](document, chunks, splitter, **settings)


def unsuited(strategy: str, row: Mapping[str, Any]) -> Iterator[str]:
    """Why the splitter row does not go with the named strategy, each with the remedy."""
    parser = PARSERS.get(strategy)
    if parser and (row.get("use") != parser or row.get("then")):
        yield f"{strategy} takes what {parser} says of its nodes: name it under `use`, without `then`"
    if strategy == "auto_merging" and row.get("level", "all") != "all":
        yield "auto_merging returns nodes of all levels: leave `level` out"
    if strategy == "parent_document" and not row.get("then"):
        yield "parent_document returns the piece of the first splitter for a chunk of the second: name the second under `then`"
