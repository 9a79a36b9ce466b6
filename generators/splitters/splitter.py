"""Splitter: one configured splitter, whoever wrote it, with its settings in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from generators.chunk import Chunk, locate
from generators.schema import OneOf
from generators.tokens import OFFLINE

Encoding = Annotated[str, OneOf(OFFLINE, "the tokenizers available offline")]
"""The name of a tokenizer."""

Unit = Annotated[str, OneOf(("characters", *OFFLINE), "characters, or a tokenizer available offline")]
"""What a size counts."""

Header = tuple[str, str]
"""The mark of a heading and what its level is called: `["#", "Header 1"]`, `["h1", "Title"]`."""

Gives = Literal["chunks", "texts", "documents", "nodes"]
"""How the object that `code` builds is called, and what that gives: our own `split`; `split_text`, texts or LangChain's documents;
`get_nodes_from_documents`, LlamaIndex's nodes."""


@dataclass(frozen=True)
class Splitter:
    """A splitter ready to run.

    `settings` holds every setting in force, the library's own defaults included; `unit` says what `chunk_size` and `chunk_overlap`
    count: `"characters"` or the name of a tokenizer (`"cl100k_base"`); `measure_length` counts a finished chunk in that unit.
    `split` gives the chunks' texts in the library's order. `code` is the text of the call that a reader can paste: it builds the splitter,
    or is the whole call on a `text` where it is `complete`. `parse` makes LlamaIndex's nodes of documents or nodes, where it is called so.
    `own_starts` gives where the library itself says that each chunk of a text starts, `None` or `-1` where it does not know.
    `chunks` gives the chunks of a text in their places, where the splitter is our own and knows them. `first` is the
    splitter whose pieces this one cuts.
    """

    use: str
    settings: Mapping[str, object]
    unit: str
    chunk_size: int | None
    chunk_overlap: int | None
    split: Callable[[str], list[str]]
    measure_length: Callable[[str], int]
    code: str
    repeat_header: bool = False
    gives: Gives = "texts"
    complete: bool = False
    parse: Callable[[list[Any]], list[Any]] | None = None
    own_starts: Callable[[str], list[int | None]] | None = None
    chunks: Callable[[str], tuple[Chunk, ...]] | None = None
    first: Splitter | None = None


def located(text: str, chunks: Sequence[str], splitter: Splitter) -> tuple[Chunk, ...]:
    """The splitter's chunks of a text in their places, with no more shared than was asked for where that counts characters.

    One that knows where its chunks come from is taken at its word.
    """
    if splitter.chunks:
        return splitter.chunks(text)
    return locate(text, chunks, splitter.chunk_overlap if splitter.unit == "characters" else None)


def named(**keywords: object) -> dict[str, Any]:
    """The keywords that a scenario names: one that is `None` is left to the library's own default."""
    return {name: value for name, value in keywords.items() if value is not None}


def call(module: str, names: str, function: str, keywords: Mapping[str, object]) -> str:
    """The import line and the call to paste, as Python text: `from MODULE import NAMES`, a blank line, `FUNCTION(key=value, ...)`."""
    arguments = ", ".join(f"{name}={literal(value)}" for name, value in keywords.items())
    return f"from {module} import {names}\n\n{function}({arguments})"


def literal(value: object) -> str:
    """The value as Python text; a set in the order of its members, for its own order changes from process to process."""
    if isinstance(value, set):
        return f"{{{', '.join(map(repr, sorted(value)))}}}" if value else "set()"
    return repr(value)
