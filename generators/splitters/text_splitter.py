"""semantic-text-splitter's two splitters, of text and of Markdown: the largest units, from headings to letters, that a size leaves."""

# ruff: noqa: PLC0415 the library is heavy: it is imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable

from generators.schema import NotNegative, Positive
from generators.splitters.splitter import Splitter, Unit, literal, named
from generators.tokens import tokenizer

MODULE = "semantic_text_splitter"


def text_splitter(
    *, capacity: Positive, overlap: NotNegative | None = None, trim: bool | None = None, length: Unit = "characters"
) -> Splitter:
    """`TextSplitter`, which has no default `capacity`; what else is not named keeps the installed library's default.

    `length` is what its sizes count: `"characters"`, or the name of a tokenizer, whose count it is handed with `from_callback`.
    """
    return _splitter("TextSplitter", capacity, overlap, trim, length)


def markdown_splitter(
    *, capacity: Positive, overlap: NotNegative | None = None, trim: bool | None = None, length: Unit = "characters"
) -> Splitter:
    """`MarkdownSplitter`, which cuts at the document's own blocks first; it has no default `capacity`, and what else is not named keeps
    the installed library's default.

    `length` is what its sizes count: `"characters"`, or the name of a tokenizer, whose count it is handed with `from_callback`.
    """
    return _splitter("MarkdownSplitter", capacity, overlap, trim, length)


def _splitter(name: str, capacity: int, overlap: int | None, trim: bool | None, length: str) -> Splitter:
    import inspect

    import semantic_text_splitter

    cls = getattr(semantic_text_splitter, name)
    keywords = named(overlap=overlap, trim=trim)
    count: Callable[[str], int] = len if length == "characters" else tokenizer(length).count
    library = cls(capacity, **keywords) if length == "characters" else cls.from_callback(count, capacity, **keywords)
    defaults = {key: one.default for key, one in inspect.signature(cls).parameters.items() if key != "capacity"}
    settings = {"capacity": capacity, **defaults, **keywords, "length": length}
    words = "".join(f", {key}={literal(value)}" for key, value in keywords.items())
    if length == "characters":
        code = f"from {MODULE} import {name}\n\n{name}({capacity}{words}).chunks(text)"
    else:
        counter = f'lambda chunk: len(get_encoding("{length}").encode(chunk))'
        imports = f"from {MODULE} import {name}\nfrom tiktoken import get_encoding"
        code = f"{imports}\n\n{name}.from_callback({counter}, {capacity}{words}).chunks(text)"
    return Splitter(
        use=f"{MODULE}.{name}",
        settings=settings,
        unit=length,
        chunk_size=capacity,
        chunk_overlap=int(settings["overlap"]),
        split=library.chunks,
        own_starts=lambda text: [start for start, _ in library.chunk_indices(text)],
        measure_length=count,
        code=code,
        complete=True,
    )
