"""LangChain's splitters that cut at headings, of Markdown and of HTML: a chunk's text is `Document.page_content`, what is embedded."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from generators.schema import NotNegative, Positive
from generators.splitters.langchain import MODULE
from generators.splitters.splitter import Header, Splitter, call, named

if TYPE_CHECKING:
    from langchain_core.documents import Document


def markdown_header_text_splitter(
    *,
    headers_to_split_on: list[Header] | None = None,
    return_each_line: bool | None = None,
    strip_headers: bool | None = None,
    custom_header_patterns: dict[str, Positive] | None = None,
) -> Splitter:
    """`MarkdownHeaderTextSplitter`, with headers such as `[["#", "h1"], ["##", "h2"]]`, without which the library raises `TypeError`.

    What else is not named keeps the installed library's default. With `strip_headers` the headings leave the chunk's text, which is what is
    embedded, for its metadata. The library strips every line, deletes unprintable characters and puts two blanks and a line end in place of
    blank lines.
    """
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    keywords = named(
        headers_to_split_on=_pairs(headers_to_split_on),
        return_each_line=return_each_line,
        strip_headers=strip_headers,
        custom_header_patterns=custom_header_patterns,
    )
    library = MarkdownHeaderTextSplitter(**keywords)
    settings = {
        "headers_to_split_on": list(map(list, library.headers_to_split_on)),
        "return_each_line": library.return_each_line,
        "strip_headers": library.strip_headers,
        "custom_header_patterns": library.custom_header_patterns,
    }
    return _splitter("MarkdownHeaderTextSplitter", library.split_text, keywords, settings)


def experimental_markdown_syntax_text_splitter(
    *, headers_to_split_on: list[Header] | None = None, return_each_line: bool | None = None, strip_headers: bool | None = None
) -> Splitter:
    """`ExperimentalMarkdownSyntaxTextSplitter`, with headers such as `[["#", "h1"]]`; what is not named keeps the library's default.

    It cuts at headings, fences and horizontal rules and keeps blanks as they are. With `strip_headers` the headings leave the chunk's text,
    which is what is embedded, for its metadata.
    """
    from langchain_text_splitters import ExperimentalMarkdownSyntaxTextSplitter

    keywords = named(
        headers_to_split_on=_pairs(headers_to_split_on),
        return_each_line=return_each_line,
        strip_headers=strip_headers,
    )
    library = ExperimentalMarkdownSyntaxTextSplitter(**keywords)
    settings = {
        "headers_to_split_on": list(map(list, library.splittable_headers.items())),
        "return_each_line": library.return_each_line,
        "strip_headers": library.strip_headers,
    }
    return _splitter("ExperimentalMarkdownSyntaxTextSplitter", library.split_text, keywords, settings)


def html_header_text_splitter(*, headers_to_split_on: list[Header] | None = None, return_each_element: bool | None = None) -> Splitter:
    """`HTMLHeaderTextSplitter`, with headers such as `[["h1", "Title"]]`, without which the library raises `TypeError`.

    A chunk holds the text of the elements between two headings, without their tags; each heading is a chunk of its own.
    """
    from langchain_text_splitters import HTMLHeaderTextSplitter

    keywords = named(headers_to_split_on=_pairs(headers_to_split_on), return_each_element=return_each_element)
    library = HTMLHeaderTextSplitter(**keywords)
    settings = {
        "headers_to_split_on": list(map(list, library.headers_to_split_on)),
        "return_each_element": library.return_each_element,
    }
    return _splitter("HTMLHeaderTextSplitter", library.split_text, keywords, settings)


def html_semantic_preserving_splitter(
    *,
    headers_to_split_on: list[Header] | None = None,
    max_chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    separators: list[str] | None = None,
    elements_to_preserve: list[str] | None = None,
    preserve_links: bool | None = None,
    preserve_images: bool | None = None,
    normalize_text: bool | None = None,
    denylist_tags: list[str] | None = None,
    keep_separator: bool | Literal["start", "end"] | None = None,
) -> Splitter:
    """`HTMLSemanticPreservingSplitter`, with headers such as `[["h1", "Title"]]`, without which the library raises `TypeError`.

    What else is not named keeps the installed library's default. Sections longer than `max_chunk_size` characters are cut as
    `RecursiveCharacterTextSplitter` cuts, and `elements_to_preserve` (`["table"]`) are put back whole afterwards, beyond the size if need
    be.
    """
    from langchain_text_splitters import HTMLSemanticPreservingSplitter

    keywords = named(
        headers_to_split_on=_pairs(headers_to_split_on),
        max_chunk_size=max_chunk_size,
        chunk_overlap=chunk_overlap,
        separators=separators,
        elements_to_preserve=elements_to_preserve,
        preserve_links=preserve_links,
        preserve_images=preserve_images,
        normalize_text=normalize_text,
        denylist_tags=denylist_tags,
        keep_separator=keep_separator,
    )
    library = HTMLSemanticPreservingSplitter(**keywords)
    inner = library._recursive_splitter
    settings = {
        "headers_to_split_on": list(map(list, library._headers_to_split_on)),
        "max_chunk_size": library._max_chunk_size,
        "chunk_overlap": inner._chunk_overlap,
        "separators": inner._separators,
        "elements_to_preserve": library._elements_to_preserve,
        "preserve_links": library._preserve_links,
        "preserve_images": library._preserve_images,
        "normalize_text": library._normalize_text,
        "denylist_tags": library._denylist_tags,
        "keep_separator": library._keep_separator,
    }
    splitter = _splitter("HTMLSemanticPreservingSplitter", library.split_text, keywords, settings)
    return replace(splitter, chunk_size=library._max_chunk_size, chunk_overlap=inner._chunk_overlap)


def _pairs(headers: list[Header] | None) -> list[Header] | None:
    """The pairs of a file, which are lists, as the library's tuples."""
    return None if headers is None else [(mark, name) for mark, name in headers]


def _splitter(
    name: str, documents: Callable[[str], list[Document]], keywords: Mapping[str, Any], settings: Mapping[str, object]
) -> Splitter:
    return Splitter(
        use=f"langchain.{name}",
        settings=settings,
        unit="characters",
        chunk_size=None,
        chunk_overlap=None,
        split=lambda text: [document.page_content for document in documents(text)],
        measure_length=len,
        code=call(MODULE, name, name, keywords),
        gives="documents",
    )
