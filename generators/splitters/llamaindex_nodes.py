"""LlamaIndex's node parsers without a size of their own, or with several: by heading, by sentence, by HTML tag, and in a hierarchy."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from generators.schema import NotNegative, Positive
from generators.splitters.llamaindex import DOCUMENT, NO_METADATA, Metadata, effective_chunk_size, nodes_of, pasted, starts_of
from generators.splitters.llamaindex_hooks import counts, encoding_name, length_of, quicken, sentences
from generators.splitters.splitter import Splitter, named

if TYPE_CHECKING:
    from llama_index.core.node_parser import NodeParser, SentenceSplitter

Level = Literal["all", "leaves", "roots"]


def markdown_node_parser(
    *, header_path_separator: str | None = None, include_metadata: bool | None = None, metadata: Metadata = NO_METADATA
) -> Splitter:
    """`MarkdownNodeParser`, which cuts at headings, whatever the length; what is not named keeps the installed library's default.

    The headings above a section stand in its metadata (`header_path`) unless `include_metadata` is false, and not in the chunk's text. A
    splitter of LlamaIndex that is named with `then` takes those metadata off its chunks' size, as the library's pipelines do.
    """
    from llama_index.core.node_parser import MarkdownNodeParser

    keywords = named(header_path_separator=header_path_separator, include_metadata=include_metadata)
    library = MarkdownNodeParser(**keywords)
    own = {"header_path_separator": library.header_path_separator, "include_metadata": library.include_metadata}
    return _without_size(library, keywords, own, metadata)


def html_node_parser(*, tags: list[str] | None = None, include_metadata: bool | None = None, metadata: Metadata = NO_METADATA) -> Splitter:
    """`HTMLNodeParser`, which keeps the text of some tags, one node for each run of equal ones; the library's own list where none is named.

    The text of other tags is lost. The node's tag stands in its metadata unless `include_metadata` is false.
    """
    from llama_index.core.node_parser import HTMLNodeParser

    keywords = named(tags=tags, include_metadata=include_metadata)
    library = HTMLNodeParser(**keywords)
    return _without_size(library, keywords, {"tags": library.tags, "include_metadata": library.include_metadata}, metadata)


def sentence_window_node_parser(*, window_size: Positive | None = None, metadata: Metadata = NO_METADATA) -> Splitter:
    """`SentenceWindowNodeParser`, one chunk a sentence; what is not named keeps the installed library's default.

    The chunk's text is the sentence, which is what is embedded. The `window_size` sentences on either side of it stand in the node's
    metadata, from where a query puts them in its place after the search: they change no chunk.
    """
    from llama_index.core.node_parser import SentenceWindowNodeParser

    keywords = named(window_size=window_size)
    library = SentenceWindowNodeParser(**keywords, sentence_splitter=sentences())
    return _without_size(library, keywords, {"window_size": library.window_size}, metadata)


def hierarchical_node_parser(
    *,
    chunk_sizes: list[Positive] | None = None,
    chunk_overlap: NotNegative | None = None,
    include_metadata: bool | None = None,
    metadata: Metadata = NO_METADATA,
    level: Level = "all",
) -> Splitter:
    """`HierarchicalNodeParser`: each of its `chunk_sizes` splits the chunks of the one before by sentences, as `SentenceSplitter` does.

    What is not named keeps the installed library's default. `level` says which nodes are the chunks: `"all"`, as
    `get_nodes_from_documents` returns them, level by level, so that every text stands in them once a level; `"leaves"`, the last level,
    which is what an index for `AutoMergingRetriever` embeds; `"roots"`, the first.
    """
    from llama_index.core.node_parser import HierarchicalNodeParser, get_leaf_nodes, get_root_nodes
    from llama_index.core.utils import get_tokenizer

    keywords = named(chunk_sizes=chunk_sizes, chunk_overlap=chunk_overlap, include_metadata=include_metadata)
    library = HierarchicalNodeParser.from_defaults(**keywords)
    tokenize = get_tokenizer()
    parsers = [cast("SentenceSplitter", library.node_parser_map[name]) for name in library.node_parser_ids]
    if not parsers:
        raise ValueError("chunk_sizes is empty: name at least one")
    for parser in parsers:
        parser._tokenizer = counts(tokenize).__getitem__
        parser._chunking_tokenizer_fn = sentences()
        parser._split_fns[-1] = sentences()
        quicken(parser)
    # Every chunk keeps to the first level's size, and the leaves to the last one's.
    bounding = parsers[-1 if level == "leaves" else 0]
    keep = {"leaves": get_leaf_nodes, "roots": get_root_nodes}.get(level, list)

    def parse(nodes: list[Any]) -> list[Any]:
        return keep(library.get_nodes_from_documents(nodes))

    sizes = {"chunk_sizes": library.chunk_sizes, "chunk_overlap": bounding.chunk_overlap}
    return Splitter(
        use="llamaindex.HierarchicalNodeParser",
        settings={
            **sizes,
            "chunk_size": bounding.chunk_size,
            **({"metadata": metadata, "include_metadata": library.include_metadata} if metadata else {}),
            "effective_chunk_size": effective_chunk_size(bounding, metadata),
            "tokenizer": encoding_name(tokenize),
            "level": level,
        },
        unit=encoding_name(tokenize),
        chunk_size=bounding.chunk_size,
        chunk_overlap=bounding.chunk_overlap,
        split=nodes_of(parse, metadata),
        own_starts=starts_of(parse, metadata),
        measure_length=length_of(tokenize),
        code=_hierarchy({**sizes, **keywords}, metadata, level),
        gives="nodes",
        complete=bool(metadata) or level != "all",
        parse=parse,
    )


def _hierarchy(keywords: Mapping[str, object], metadata: Metadata, level: Level) -> str:
    name = "HierarchicalNodeParser"
    if level == "all":
        return pasted(name, f"{name}.from_defaults", keywords, metadata)
    select = {"leaves": "get_leaf_nodes", "roots": "get_root_nodes"}[level]
    document = f"Document(text=text, metadata={metadata!r})" if metadata else "Document(text=text)"
    imports, built = pasted(f"{name}, {select}", f"{name}.from_defaults", keywords, {}).split("\n\n", 1)
    return f"{DOCUMENT}\n{imports}\n\n{select}({built}.get_nodes_from_documents([{document}]))"


def _without_size(library: NodeParser, keywords: Mapping[str, object], own: Mapping[str, object], metadata: Metadata) -> Splitter:
    quicken(library)
    name = type(library).__name__
    return Splitter(
        use=f"llamaindex.{name}",
        settings={**own, **({"metadata": metadata} if metadata else {})},
        unit="characters",
        chunk_size=None,
        chunk_overlap=None,
        split=nodes_of(library.get_nodes_from_documents, metadata),
        own_starts=starts_of(library.get_nodes_from_documents, metadata),
        measure_length=len,
        code=pasted(name, name, keywords, metadata),
        gives="nodes",
        complete=bool(metadata),
        parse=library.get_nodes_from_documents,
    )
