"""Chained: a splitter whose pieces a second one splits, as `then` in a scenario asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generators.mistake import Mistake
from generators.splitters.isolation import strings
from generators.splitters.llamaindex import nodes_of
from generators.splitters.splitter import Gives, Splitter

Parse = Callable[[list[Any]], list[Any]]

CALLS: dict[Gives, str] = {
    "chunks": ".split(text)",
    "texts": ".split_text(text)",
    "documents": ".split_text(text)",
    "nodes": ".get_nodes_from_documents([Document(text=text)])",
}
"""How what `code` builds is called on a `text`."""

TEXTS: dict[Gives, str] = {
    "chunks": "pieces",
    "texts": "pieces",
    "documents": "[piece.page_content for piece in pieces]",
    "nodes": "[piece.text for piece in pieces]",
}
"""The texts of what that gives."""


def chained(first: Splitter, second: Splitter) -> Splitter:
    """The first splitter, and the second on each of its pieces: sizes and their unit are the second's.

    Two of LlamaIndex that are called for nodes hand them on, as the library's pipelines do: the second takes a piece's metadata, such as
    the headings above it, off its chunks' size. Otherwise each piece is a text of its own, as in LangChain's `split_documents`.
    """
    settings = {"use": second.use, "unit": second.unit, **second.settings}
    if first.parse and second.parse:
        split = _pipeline(first.parse, second.parse, first.settings)
        if "metadata" in settings:
            raise Mistake("then.metadata: the pieces of LlamaIndex's splitters bring their metadata along: name them beside the first")
        settings.pop("effective_chunk_size", None)  # it differs from piece to piece
    else:
        split = _text_by_text(first, second)
    return replace(
        second,
        use=f"{first.use} then {second.use}",
        settings={**first.settings, "then": settings},
        split=split,
        code=_code(first, second),
        complete=True,
        parse=None,
        own_starts=None,
        chunks=None,
        first=first,
    )


def _text_by_text(first: Splitter, second: Splitter) -> Callable[[str], list[str]]:
    def split(text: str) -> list[str]:
        return [chunk for piece in strings(first.split(text)) for chunk in strings(second.split(piece))]

    return split


def _pipeline(first: Parse, second: Parse, settings: Mapping[str, Any]) -> Callable[[str], list[str]]:
    return nodes_of(lambda documents: second(first(documents)), settings.get("metadata", {}))


def _code(first: Splitter, second: Splitter) -> str:
    """The import lines and the two calls to paste, the second on the `pieces` of the first."""
    (imports, pieces), (more, last) = (splitter.code.split("\n\n", 1) for splitter in (first, second))
    lines = [f"pieces = {pieces if first.complete else pieces + CALLS[first.gives]}"]
    if first.parse and second.parse:
        nodes = last if second.complete else last + CALLS["nodes"]
        lines.append(nodes.replace("[Document(text=text)]", "pieces"))
    elif (first.gives, second.gives) == ("documents", "texts") and second.use.startswith("langchain."):
        lines.append(f"{last}.split_documents(pieces)")
    elif second.complete:
        lines.append(f"[chunk for text in {TEXTS[first.gives]} for chunk in {last}]")
    else:
        lines.append(f"splitter = {last}")
        lines.append(f"[chunk for text in {TEXTS[first.gives]} for chunk in splitter{CALLS[second.gives]}]")
    body = "\n".join(lines)
    return f"{_imports([*imports.splitlines(), *more.splitlines()], document='Document(text=' in body)}\n\n{body}"


def _imports(lines: list[str], *, document: bool) -> str:
    """The import lines, one a module."""
    names: dict[str, set[str]] = {"llama_index.core": {"Document"}} if document else {}
    for line in lines:
        _, module, _, imported = line.split(" ", 3)
        names.setdefault(module, set()).update(imported.split(", "))
    return "\n".join(f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names))
