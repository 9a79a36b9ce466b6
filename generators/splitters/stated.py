"""Stated: the shipped defaults that article A states, by the claim's id behind `A.defaults.`, read from the installed libraries."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from generators import installed
from generators.installed import Default, constant, documented
from generators.mistake import Absent
from generators.splitters.defaults import defaults, required

SENTENCE, TOKEN = "llamaindex.SentenceSplitter", "llamaindex.TokenTextSplitter"
RECURSIVE, HEADERS = "langchain.RecursiveCharacterTextSplitter", "langchain.MarkdownHeaderTextSplitter"
OVERLAPS = (
    ("llama_index.core.constants", "DEFAULT_CHUNK_OVERLAP"),
    ("llama_index.core.node_parser.text.sentence", "SENTENCE_CHUNK_OVERLAP"),
)
"""LlamaIndex's two constants for a default overlap."""


def default(use: str, name: str) -> Default:
    """One default of a library's class; raises `Absent` where it has none."""
    found = defaults(use)
    if name not in found:
        raise Absent(f"{use} has no default for {name} as it is installed here")
    return found[name]


def constants() -> Default:
    """The files and lines of LlamaIndex's two constants."""
    found = [constant(*one) for one in OVERLAPS]
    places: dict[str, Any] = {one.name: [Path(one.file).name, one.line] for one in found}
    return Default(places, "chunk_overlap", found[0].file, found[0].line)


def settings_path() -> Default:
    """Size and overlap of the splitter that LlamaIndex's settings build where no node parser is set."""
    try:
        from llama_index.core import settings  # noqa: PLC0415 heavy: imported when the claim is asked for
    except ImportError as error:
        raise Absent(f"llama_index.core.settings cannot be imported ({error})") from None
    # A fresh instance: the module's own would keep the splitter that it builds for everybody else in the process.
    own = settings._Settings()
    module = settings.__name__
    lines = [
        node.lineno
        for node in ast.walk(installed.method(module, "_Settings", "node_parser"))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    ]
    reason = "" if lines else "the settings build it in another way"
    return Default([own.chunk_size, own.chunk_overlap], "node_parser", installed.source_file(module), next(iter(lines), None), reason)


def headers_required() -> Default:
    """Whether MarkdownHeaderTextSplitter has to be told its headers."""
    needed, known = required(HEADERS), defaults(HEADERS)
    there = needed.get("headers_to_split_on") or known.get("headers_to_split_on")
    if there is None:
        raise Absent(f"{HEADERS} has no argument headers_to_split_on as it is installed here")
    return Default("headers_to_split_on" in needed, there.name, there.file, there.line, there.reason)


STATED: dict[str, Callable[[], Default]] = {
    "sentence_splitter.chunk_size": partial(default, SENTENCE, "chunk_size"),
    "sentence_splitter.chunk_overlap": partial(default, SENTENCE, "chunk_overlap"),
    "guidance_page.chunk_overlap": partial(constant, *OVERLAPS[0]),
    "token_splitter.chunk_overlap": partial(default, TOKEN, "chunk_overlap"),
    "constants": constants,
    "sentence_splitter.secondary_regex": partial(default, SENTENCE, "secondary_chunking_regex"),
    "sentence_splitter.separator": partial(default, SENTENCE, "separator"),
    "settings_path": settings_path,
    "langchain.chunk_size": partial(default, RECURSIVE, "chunk_size"),
    "langchain.chunk_overlap": partial(default, RECURSIVE, "chunk_overlap"),
    "langchain.overlap_docstring": partial(documented, "langchain_text_splitters.base", "TextSplitter", "chunk_overlap"),
    "langchain.recursive_separators": partial(default, RECURSIVE, "separators"),
    "langchain.markdown_header.headers_required": headers_required,
    "langchain.markdown_header.strip_headers": partial(default, HEADERS, "strip_headers"),
}
"""Each is called when it is asked for and raises `Absent` where the installed libraries have nothing of the kind any more."""
