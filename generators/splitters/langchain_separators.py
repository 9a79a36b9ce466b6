"""LangChain's splitters with one separator or a fixed list of them: by character, Markdown, LaTeX and NLTK's sentences."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal

from generators.schema import NotNegative, Positive
from generators.splitters.langchain import MODULE, counting, measure, starts_of
from generators.splitters.memo import Memo
from generators.splitters.splitter import Splitter, Unit, call, named
from generators.structure.sentences import punkt

if TYPE_CHECKING:
    from langchain_text_splitters import RecursiveCharacterTextSplitter, TextSplitter


def character_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    is_separator_regex: bool | None = None,
    keep_separator: bool | Literal["start", "end"] | None = None,
    strip_whitespace: bool | None = None,
    length: Unit = "characters",
) -> Splitter:
    """`CharacterTextSplitter`, which cuts at one separator and nowhere else; what is not named keeps the installed library's default.

    `length` is what its sizes count: `"characters"`, or the name of a tokenizer for its `from_tiktoken_encoder`. A piece without the
    separator stays whole however long it is, and a separator that is not kept is put back between the pieces: a pattern as its own text.
    """
    from langchain_text_splitters import CharacterTextSplitter

    keywords = named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        is_separator_regex=is_separator_regex,
        keep_separator=keep_separator,
        strip_whitespace=strip_whitespace,
    )
    library = counting(CharacterTextSplitter, length, keywords)
    own = {"separator": library._separator, "is_separator_regex": library._is_separator_regex}
    return _splitter(library, keywords, own, length)


def markdown_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    keep_separator: bool | Literal["start", "end"] | None = None,
    is_separator_regex: bool | None = None,
    strip_whitespace: bool | None = None,
    length: Unit = "characters",
) -> Splitter:
    """`MarkdownTextSplitter`; what is not named keeps the installed library's default.

    It hands the patterns of `language: markdown` on as literal text, so it cuts at none of their headings unless `is_separator_regex` is
    true. `length` is what its sizes count: `"characters"`, or the name of a tokenizer for its `from_tiktoken_encoder`.
    """
    from langchain_text_splitters import MarkdownTextSplitter

    keywords = named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        keep_separator=keep_separator,
        is_separator_regex=is_separator_regex,
        strip_whitespace=strip_whitespace,
    )
    library = counting(MarkdownTextSplitter, length, keywords)
    return _splitter(library, keywords, _separators(library), length)


def latex_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    keep_separator: bool | Literal["start", "end"] | None = None,
    is_separator_regex: bool | None = None,
    strip_whitespace: bool | None = None,
    length: Unit = "characters",
) -> Splitter:
    """`LatexTextSplitter`; what is not named keeps the installed library's default.

    It hands the patterns of `language: latex` on as literal text, as `MarkdownTextSplitter` does its own. `length` is what its sizes count:
    `"characters"`, or the name of a tokenizer for its `from_tiktoken_encoder`.
    """
    from langchain_text_splitters import LatexTextSplitter

    keywords = named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        keep_separator=keep_separator,
        is_separator_regex=is_separator_regex,
        strip_whitespace=strip_whitespace,
    )
    library = counting(LatexTextSplitter, length, keywords)
    return _splitter(library, keywords, _separators(library), length)


def nltk_text_splitter(
    *,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separator: str | None = None,
    language: str | None = None,
    use_span_tokenize: bool | None = None,
    strip_whitespace: bool | None = None,
    length: Unit = "characters",
) -> Splitter:
    """`NLTKTextSplitter`, which joins the sentences that NLTK's Punkt finds; what is not named keeps the installed library's default.

    `language` names one of the languages whose sentence ends Punkt knows, from the files that ship with `llama-index-core`. `separator` is
    put between the sentences, whatever stood there; with `use_span_tokenize` it must be empty, and what stood there is kept. `length` is
    what its sizes count: `"characters"`, or the name of a tokenizer for its `from_tiktoken_encoder`.
    """
    from langchain_text_splitters import NLTKTextSplitter

    keywords = named(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separator=separator,
        language=language,
        use_span_tokenize=use_span_tokenize,
        strip_whitespace=strip_whitespace,
    )
    defaults = signature(NLTKTextSplitter).parameters
    model = language or defaults["language"].default
    spans = defaults["use_span_tokenize"].default if use_span_tokenize is None else use_span_tokenize
    punkt(model)  # the library finds it loaded
    library = counting(NLTKTextSplitter, length, keywords)
    library._tokenizer = _sentences(model, spans).__getitem__
    return _splitter(library, keywords, {"separator": library._separator, "language": model, "use_span_tokenize": spans}, length)


@cache
def _sentences(language: str, spans: bool) -> Memo[list[str]]:
    """The library's own first step, remembered for about five hundred texts."""
    from langchain_text_splitters import NLTKTextSplitter

    return Memo(NLTKTextSplitter._span_tokenizer(language) if spans else NLTKTextSplitter._sent_tokenizer(language), most=1 << 9)


def _separators(library: RecursiveCharacterTextSplitter) -> dict[str, Any]:
    return {"separators": library._separators, "is_separator_regex": library._is_separator_regex}


def _splitter(library: TextSplitter, keywords: Mapping[str, object], own: Mapping[str, object], length: str) -> Splitter:
    name = type(library).__name__
    sizes = {"chunk_size": library._chunk_size, "chunk_overlap": library._chunk_overlap}
    by_tokenizer = {} if length == "characters" else {"encoding_name": length}
    return Splitter(
        use=f"langchain.{name}",
        settings={
            **sizes,
            **own,
            "keep_separator": library._keep_separator,
            "strip_whitespace": library._strip_whitespace,
            "length": length,
        },
        unit=length,
        chunk_size=library._chunk_size,
        chunk_overlap=library._chunk_overlap,
        split=library.split_text,
        own_starts=starts_of(library),
        measure_length=measure(length),
        code=call(MODULE, name, f"{name}.from_tiktoken_encoder" if by_tokenizer else name, {**by_tokenizer, **sizes, **keywords}),
    )
