"""LlamaIndex's own hooks, given answers that are remembered: tokens of a text, first splits of a text, ends of its sentences."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from array import array
from collections.abc import Callable, Sized
from copy import copy
from functools import cache
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, Any

from generators.splitters.memo import LONG, Memo
from generators.tokens import tokenizer

if TYPE_CHECKING:
    from llama_index.core.node_parser import NodeParser, TokenTextSplitter


def quicken(library: NodeParser) -> None:
    """Spare the library what touches no chunk's text.

    A pydantic model looks its private attributes up in Python, here once per word of the text: those in `__dict__` are found at once.
    Links from node to node cost two hashes a chunk.
    """
    library.__dict__.update(library.__pydantic_private__ or {})
    library.include_prev_next_rel = False


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


def share_splits(library: TokenTextSplitter) -> None:
    """Let the library take a text's splits from another of the same separators and size: overlap matters only when they are merged."""
    ask, separators = library._split, (library.separator, *library.backup_separators)

    def split(text: str, chunk_size: int) -> list[str]:
        shared = _splits.setdefault((separators, chunk_size), Memo(lambda text: ask(text, chunk_size), most=1 << 9))
        return shared[text]

    library.__dict__["_split"] = split


_splits: dict[tuple[tuple[str, ...], int], Memo[list[str]]] = {}


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
