"""LlamaIndex's splitters, with their tokenizers remembered between settings: the chunks are the library's, only sooner."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sized
from copy import copy
from functools import cache
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, Any, Literal

from generators.schema import NotNegative, Positive
from generators.splitters import splitter as shelf
from generators.splitters.memo import LONG, Memo
from generators.tokens import tokenizer

if TYPE_CHECKING:
    from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter

Call = Literal["nodes", "split_text"]

MACHINERY = frozenset({"callback_manager", "id_func", "include_metadata", "include_prev_next_rel"})
"""Fields of the library's splitters that do not touch the chunks of a document without metadata."""


def sentence_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    paragraph_separator: str | None = None,
    secondary_chunking_regex: str | None = None,
    call: Call = "nodes",
) -> shelf.Splitter:
    """`SentenceSplitter`; what is not named keeps the installed library's default.

    An empty `secondary_chunking_regex` switches that step off. `call` is how it is called: `"nodes"` is `get_nodes_from_documents` on a
    document without metadata, `"split_text"` the method of that name.
    """
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.utils import get_tokenizer

    keywords = shelf.named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        paragraph_separator=paragraph_separator,
        secondary_chunking_regex=secondary_chunking_regex,
    )
    library = SentenceSplitter(**keywords, tokenizer=counts(get_tokenizer()).__getitem__, chunking_tokenizer_fn=sentences())
    return _splitter(library, keywords, call)


def token_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    backup_separators: list[str] | None = None,
    keep_whitespaces: bool | None = None,
    call: Call = "nodes",
) -> shelf.Splitter:
    """`TokenTextSplitter`; what is not named keeps the installed library's default.

    An empty list of `backup_separators` leaves only `separator` and single characters. `call` matters here: with `"nodes"`, that is
    `get_nodes_from_documents`, the library keeps a few tokens of every chunk back for metadata, even where there is none.
    """
    from llama_index.core.node_parser import TokenTextSplitter
    from llama_index.core.utils import get_tokenizer

    keywords = shelf.named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        backup_separators=backup_separators,
        keep_whitespaces=keep_whitespaces,
    )
    library = TokenTextSplitter(**keywords, tokenizer=counts(get_tokenizer()).__getitem__)
    library._split_fns[0] = words(library.separator).__getitem__
    return _splitter(library, keywords, call)


def _splitter(library: SentenceSplitter | TokenTextSplitter, keywords: Mapping[str, object], call: Call) -> shelf.Splitter:
    from llama_index.core import Document
    from llama_index.core.schema import MetadataMode
    from llama_index.core.utils import get_tokenizer

    # A pydantic model looks its private attributes up in Python, here once per word of the text; those in __dict__ are found at once.
    library.__dict__.update(library.__pydantic_private__ or {})
    library.include_prev_next_rel = False  # links from node to node cost two hashes a chunk, and no chunk's text knows of them
    tokenize = get_tokenizer()

    def nodes(text: str) -> list[str]:
        return [node.get_content(MetadataMode.NONE) for node in library.get_nodes_from_documents([Document(text=text)])]

    methods: dict[Call, str] = {"nodes": "", "split_text": ".split_text(text)"}
    name = type(library).__name__
    fields = {field: getattr(library, field) for field in type(library).model_fields if field not in MACHINERY}
    sizes = {"chunk_size": library.chunk_size, "chunk_overlap": library.chunk_overlap}
    return shelf.Splitter(
        use=f"llamaindex.{name}",
        settings={**fields, "tokenizer": encoding_name(tokenize), "call": call},
        unit=encoding_name(tokenize),
        chunk_size=library.chunk_size,
        chunk_overlap=library.chunk_overlap,
        split=nodes if call == "nodes" else library.split_text,
        measure_length=length_of(tokenize),
        code=shelf.call("llama_index.core.node_parser", name, name, {**sizes, **keywords}) + methods[call],
    )


def encoding_name(tokenize: Any) -> str:  # noqa: ANN401 a partial of a bound method, whatever its type says
    """The name of the tiktoken encoding whose `encode` the library's tokenizer is (`"cl100k_base"`)."""
    return str(getattr(tokenize, "func", tokenize).__self__.name)


def length_of(tokenize: Callable[[str], Sized]) -> Callable[[str], int]:
    """How many tokens the library's tokenizer finds in a text; what looks like a special token is one to it, and none to a plain count."""
    plain = tokenizer(encoding_name(tokenize)).count
    return lambda text: len(tokenize(text)) if len(text) <= LONG or "<|" in text else plain(text)


@cache
def counts(tokenize: Callable[[str], Sized]) -> Memo[range]:
    """How many tokens a text has, as a range of that length: the library takes nothing but the length of its tokenizer's answer."""
    length = length_of(tokenize)
    return Memo(lambda text: range(length(text)))


@cache
def words(separator: str) -> Memo[list[str]]:
    """The library's own first split of a text, remembered for five hundred texts; equal words are one object, so each is hashed once."""
    from llama_index.core.node_parser.text.utils import split_by_sep

    split = split_by_sep(separator)
    return Memo(lambda text: [intern(word) for word in split(text)], most=1 << 9)


@cache
def sentences() -> Callable[[str], list[str]]:
    """The library's own sentence splitting (NLTK's Punkt), with the places of the cuts remembered by text.

    Punkt decides every cut from the word before it and the token behind it alone, so those decisions are remembered too.
    """
    from llama_index.core.node_parser.text.utils import split_by_sentence_tokenizer_internal
    from llama_index.core.utils import globals_helper

    punkt = copy(globals_helper.punkt_tokenizer)
    punkt.text_contains_sentbreak = Memo(globals_helper.punkt_tokenizer.text_contains_sentbreak).__getitem__

    def ends(text: str) -> array[int]:
        # A sentence ends where the next one starts and the last with the text, so from the back their lengths give every cut.
        cuts = array("L", [len(text)])
        for sentence in reversed(split_by_sentence_tokenizer_internal(text, punkt)):
            cuts.append(cuts[-1] - len(sentence))
        cuts.reverse()
        return cuts

    cuts = Memo(ends, most=1 << 16)

    def split(text: str) -> list[str]:
        edges = cuts[text]
        return [text[start:end] for start, end in pairwise(edges)]

    return split
