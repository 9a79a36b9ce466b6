"""LlamaIndex's splitters to a size in tokens: by sentence and by word, of documents with or without metadata."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import redirect_stdout, suppress
from copy import copy
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal, cast

from generators.schema import NotNegative, Positive
from generators.splitters import splitter as shelf
from generators.splitters.llamaindex_hooks import counts, encoding_name, length_of, quicken, sentences, share_splits, words

if TYPE_CHECKING:
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter

Call = Literal["nodes", "split_text"]

Metadata = dict[str, str | int | float | bool]
"""What is known of a document besides its text (`{file: handbook.md}`): LlamaIndex puts it before every chunk that is embedded."""

NO_METADATA: Metadata = {}

DOCUMENT = "from llama_index.core import Document"

MACHINERY = frozenset({"callback_manager", "id_func", "include_metadata", "include_prev_next_rel"})
"""Fields of the library's splitters that do not touch the chunks of a document without metadata."""


def sentence_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    paragraph_separator: str | None = None,
    secondary_chunking_regex: str | None = None,
    include_metadata: bool | None = None,
    metadata: Metadata = NO_METADATA,
    call: Call = "nodes",
) -> shelf.Splitter:
    """`SentenceSplitter`; what is not named keeps the installed library's default.

    An empty `secondary_chunking_regex` switches that step off. `call` is how it is called: `"nodes"` is `get_nodes_from_documents` on a
    document with the `metadata`, whose tokens are taken off every chunk's size whatever `include_metadata` says; `"split_text"` is the
    method of that name, which knows of no metadata. The setting `effective_chunk_size` is what is left.
    """
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.utils import get_tokenizer

    keywords = shelf.named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        paragraph_separator=paragraph_separator,
        secondary_chunking_regex=secondary_chunking_regex,
        include_metadata=include_metadata,
    )
    library = SentenceSplitter(**keywords, tokenizer=counts(get_tokenizer()).__getitem__, chunking_tokenizer_fn=sentences())
    return _splitter(library, keywords, metadata, call)


def token_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    backup_separators: list[str] | None = None,
    keep_whitespaces: bool | None = None,
    include_metadata: bool | None = None,
    metadata: Metadata = NO_METADATA,
    call: Call = "nodes",
) -> shelf.Splitter:
    """`TokenTextSplitter`; what is not named keeps the installed library's default.

    An empty list of `backup_separators` leaves only `separator` and single characters. `call` matters here: with `"nodes"`, that is
    `get_nodes_from_documents` on a document with the `metadata`, the library takes its tokens off every chunk's size, whatever
    `include_metadata` says, and a few more even where there is none; `"split_text"` knows of no metadata. The setting
    `effective_chunk_size` is what is left.
    """
    from llama_index.core.node_parser import TokenTextSplitter
    from llama_index.core.utils import get_tokenizer

    keywords = shelf.named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        backup_separators=backup_separators,
        keep_whitespaces=keep_whitespaces,
        include_metadata=include_metadata,
    )
    library = TokenTextSplitter(**keywords, tokenizer=counts(get_tokenizer()).__getitem__)
    library._split_fns[0] = words(library.separator).__getitem__
    share_splits(library)
    return _splitter(library, keywords, metadata, call)


def _splitter(
    library: SentenceSplitter | TokenTextSplitter, keywords: Mapping[str, object], metadata: Metadata, call: Call
) -> shelf.Splitter:
    from llama_index.core.utils import get_tokenizer

    quicken(library)
    tokenize = get_tokenizer()
    as_nodes = call == "nodes"
    name = type(library).__name__
    fields = {field: getattr(library, field) for field in type(library).model_fields if field not in MACHINERY}
    sizes = {"chunk_size": library.chunk_size, "chunk_overlap": library.chunk_overlap}
    built = pasted(name, name, {**sizes, **keywords}, metadata if as_nodes else {})
    return shelf.Splitter(
        use=f"llamaindex.{name}",
        settings={
            **fields,
            **({"metadata": metadata, "include_metadata": library.include_metadata} if metadata else {}),
            "effective_chunk_size": effective_chunk_size(library, metadata) if as_nodes else library.chunk_size,
            "tokenizer": encoding_name(tokenize),
            "call": call,
        },
        unit=encoding_name(tokenize),
        chunk_size=library.chunk_size,
        chunk_overlap=library.chunk_overlap,
        split=nodes_of(library.get_nodes_from_documents, metadata) if as_nodes else library.split_text,
        own_starts=starts_of(library.get_nodes_from_documents, metadata) if as_nodes else None,
        measure_length=length_of(tokenize),
        code=built if as_nodes else built + ".split_text(text)",
        gives="nodes" if as_nodes else "texts",
        complete=bool(metadata) or not as_nodes,
        parse=library.get_nodes_from_documents if as_nodes else None,
    )


def nodes_of(parse: Callable[[list[Any]], list[Any]], metadata: Metadata) -> Callable[[str], list[str]]:
    """The nodes' own texts, without metadata, of a document with it."""
    from llama_index.core.schema import MetadataMode

    return lambda text: [node.get_content(MetadataMode.NONE) for node in parse([_document(text, metadata)])]


def nodes(splitter: shelf.Splitter, text: str) -> list[Any]:
    """The nodes of a text as the library makes them, by one of its splitters that is called for nodes."""
    metadata = splitter.settings.get("metadata", NO_METADATA)
    return splitter.parse([_document(text, cast("Metadata", metadata))]) if splitter.parse else []


def starts_of(parse: Callable[[list[Any]], list[Any]], metadata: Metadata) -> Callable[[str], list[int | None]]:
    """What the nodes say of where they start."""
    return lambda text: [node.start_char_idx for node in parse([_document(text, metadata)])]


def _document(text: str, metadata: Metadata) -> Document:
    from llama_index.core import Document

    document = Document(text=text, metadata=dict(metadata))
    itself = document.as_related_node_info()
    # The library asks once a section, and every answer hashes the whole text.
    document.__dict__["as_related_node_info"] = lambda: itself
    return document


def effective_chunk_size(library: SentenceSplitter | TokenTextSplitter, metadata: Metadata) -> int | None:
    """The size that is left for a chunk's text, as the library hands it to its own splitting; `None` where the metadata leave nothing."""
    from llama_index.core import Document

    asked: list[int] = []

    def take(_: str, chunk_size: int) -> list[str]:
        asked.append(chunk_size)
        return []

    probe = copy(library)
    probe.__dict__["_split_text"] = take
    with redirect_stdout(StringIO()), suppress(ValueError):  # what it prints and raises here it does again when it splits
        probe.get_nodes_from_documents([Document(text="", metadata=dict(metadata))])
    return asked[0] if asked else None


def pasted(name: str, function: str, keywords: Mapping[str, object], metadata: Metadata) -> str:
    """The import lines and the call to paste: what builds the splitter, or with metadata its call on a document that has them."""
    built = shelf.call("llama_index.core.node_parser", name, function, keywords)
    if not metadata:
        return built
    return f"{DOCUMENT}\n{built}.get_nodes_from_documents([Document(text=text, metadata={metadata!r})])"
