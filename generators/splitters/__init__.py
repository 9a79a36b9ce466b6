"""The shelf of splitters: SPLITTERS maps the name in a scenario to the function whose keywords are its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import metadata
from typing import Any

from generators.splitters import (
    chonkie,
    haystack,
    langchain,
    langchain_sections,
    langchain_separators,
    llamaindex,
    llamaindex_nodes,
    semchunk,
    structure,
    text_splitter,
)
from generators.splitters.chained import chained
from generators.splitters.fixed import fixed
from generators.splitters.isolation import Built, Outcome, build, run_alone
from generators.splitters.splitter import Splitter

__all__ = ["SPLITTERS", "Built", "Outcome", "Splitter", "build_alone", "packages", "run_alone"]

SPLITTERS: dict[str, Callable[..., Splitter]] = {
    "fixed": fixed,
    "offcut.StructureSplitter": structure.structure_splitter,
    "llamaindex.SentenceSplitter": llamaindex.sentence_splitter,
    "llamaindex.TokenTextSplitter": llamaindex.token_text_splitter,
    "langchain.RecursiveCharacterTextSplitter": langchain.recursive_character_text_splitter,
    "langchain.TokenTextSplitter": langchain.token_text_splitter,
    "langchain.CharacterTextSplitter": langchain_separators.character_text_splitter,
    "langchain.MarkdownTextSplitter": langchain_separators.markdown_text_splitter,
    "langchain.LatexTextSplitter": langchain_separators.latex_text_splitter,
    "langchain.NLTKTextSplitter": langchain_separators.nltk_text_splitter,
    "langchain.MarkdownHeaderTextSplitter": langchain_sections.markdown_header_text_splitter,
    "langchain.ExperimentalMarkdownSyntaxTextSplitter": langchain_sections.experimental_markdown_syntax_text_splitter,
    "langchain.HTMLHeaderTextSplitter": langchain_sections.html_header_text_splitter,
    "langchain.HTMLSemanticPreservingSplitter": langchain_sections.html_semantic_preserving_splitter,
    "llamaindex.MarkdownNodeParser": llamaindex_nodes.markdown_node_parser,
    "llamaindex.HTMLNodeParser": llamaindex_nodes.html_node_parser,
    "llamaindex.SentenceWindowNodeParser": llamaindex_nodes.sentence_window_node_parser,
    "llamaindex.HierarchicalNodeParser": llamaindex_nodes.hierarchical_node_parser,
    "chonkie.TokenChunker": chonkie.token_chunker,
    "chonkie.SentenceChunker": chonkie.sentence_chunker,
    "chonkie.RecursiveChunker": chonkie.recursive_chunker,
    "chonkie.TableChunker": chonkie.table_chunker,
    "chonkie.FastChunker": chonkie.fast_chunker,
    "semchunk.Chunker": semchunk.chunker,
    "semantic_text_splitter.TextSplitter": text_splitter.text_splitter,
    "semantic_text_splitter.MarkdownSplitter": text_splitter.markdown_splitter,
    "haystack.DocumentSplitter": haystack.document_splitter,
}


EXTRAS = {"haystack": "haystack-ai"}
"""The package of a library that a build can do without."""


def packages(use: str) -> dict[str, str]:
    """The version of what the named splitter stands on where that is an extra, empty where it is not installed."""
    extra = EXTRAS.get(use.partition(".")[0])
    try:
        return {extra: metadata.version(extra)} if extra else {}
    except metadata.PackageNotFoundError:
        return {str(extra): ""}


def build_alone(name: str, keywords: Mapping[str, object]) -> Built:
    """Build the named splitter with its keywords; what its library raises or prints is a result of that run.

    Under the keyword `then` stand `use` and the keywords of a second splitter, which splits the pieces of this one.
    """
    return build(partial(configured, name), keywords)


def configured(name: str, *, then: Mapping[str, Any] | None = None, **keywords: object) -> Splitter:
    """The named splitter with its keywords, and with that of `then` on its pieces."""
    first = SPLITTERS[name](**keywords)
    if not then:
        return first
    return chained(first, SPLITTERS[then["use"]](**{key: value for key, value in then.items() if key != "use"}))
