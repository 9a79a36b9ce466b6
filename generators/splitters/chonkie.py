"""chonkie's splitters: by token, by sentence, by a list of rules, by table row, and by bytes."""

# ruff: noqa: PLC0415 the library is heavy: it is imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from generators.schema import NotNegative, OneOf, Positive
from generators.splitters.splitter import Splitter, literal, named
from generators.tokens import OFFLINE, tokenizer

OWN = ("character", "word", "byte")
"""What chonkie counts by itself; a tokenizer that it is given by name alone it would fetch."""

Tokens = Annotated[str, OneOf((*OWN, *OFFLINE), "character, word, byte, or a tokenizer available offline")]
"""What a size counts."""

Rows = Annotated[str, OneOf(("row", *OWN, *OFFLINE), "row, character, word, byte, or a tokenizer available offline")]
"""What the size of a part of a table counts."""


def token_chunker(
    *, tokenizer: Tokens | None = None, chunk_size: Positive | None = None, chunk_overlap: NotNegative | None = None
) -> Splitter:
    """`TokenChunker`, windows of so many tokens; what is not named keeps the installed library's default, which counts characters.

    `tokenizer` is `"character"`, `"word"`, `"byte"` or the name of a tokenizer that is available offline.
    """
    from chonkie import TokenChunker

    keywords = named(tokenizer=tokenizer, chunk_size=chunk_size, chunk_overlap=chunk_overlap)
    library = TokenChunker(**given(keywords))
    return _splitter(library, keywords, ("chunk_size", "chunk_overlap"))


def sentence_chunker(
    *,
    tokenizer: Tokens | None = None,
    chunk_size: Positive | None = None,
    chunk_overlap: NotNegative | None = None,
    min_sentences_per_chunk: Positive | None = None,
    min_characters_per_sentence: Positive | None = None,
    delim: list[str] | None = None,
    include_delim: Literal["prev", "next"] | None = None,
) -> Splitter:
    """`SentenceChunker`, sentences joined up to a size; what is not named keeps the installed library's default.

    A sentence ends at one of the texts in `delim`, wherever it stands; one shorter than `min_characters_per_sentence` is joined to the
    next.
    """
    from chonkie import SentenceChunker

    keywords = named(
        tokenizer=tokenizer,
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        min_sentences_per_chunk=min_sentences_per_chunk,
        min_characters_per_sentence=min_characters_per_sentence,
        delim=delim,
        include_delim=include_delim,
    )
    library = SentenceChunker(**given(keywords))
    own = ("chunk_size", "chunk_overlap", "min_sentences_per_chunk", "min_characters_per_sentence", "delim", "include_delim")
    return _splitter(library, keywords, own)


def recursive_chunker(
    *, tokenizer: Tokens | None = None, chunk_size: Positive | None = None, min_characters_per_chunk: Positive | None = None
) -> Splitter:
    """`RecursiveChunker`, by its own rules from paragraphs down to tokens, without overlap; what is not named keeps its default."""
    from chonkie import RecursiveChunker

    keywords = named(tokenizer=tokenizer, chunk_size=chunk_size, min_characters_per_chunk=min_characters_per_chunk)
    library = RecursiveChunker(**given(keywords))
    return _splitter(library, keywords, ("chunk_size", "min_characters_per_chunk"))


def table_chunker(*, tokenizer: Rows | None = None, chunk_size: Positive | None = None) -> Splitter:
    """`TableChunker`, which takes its whole text for one table and repeats its first two lines; what is not named keeps its default.

    By default `chunk_size` counts body rows. Text that is no table is no error: lines before the first that starts with `|` are taken for
    its header, so it is meant for what a parser has found to be a table.
    """
    from chonkie import TableChunker

    keywords = named(tokenizer=tokenizer, chunk_size=chunk_size)
    library = TableChunker(**given(keywords))
    return _splitter(library, keywords, ("chunk_size",))


def fast_chunker(
    *,
    chunk_size: Positive | None = None,
    delimiters: str | None = None,
    prefix: bool | None = None,
    consecutive: bool | None = None,
    forward_fallback: bool | None = None,
) -> Splitter:
    """`FastChunker`, whose sizes count bytes, cut at the last of its `delimiters`; what is not named keeps the installed default."""
    from chonkie import FastChunker

    keywords = named(
        chunk_size=chunk_size, delimiters=delimiters, prefix=prefix, consecutive=consecutive, forward_fallback=forward_fallback
    )
    library = FastChunker(**keywords)
    return _splitter(library, keywords, ("chunk_size", "delimiters", "prefix", "consecutive", "forward_fallback"))


def given(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords as the library takes them: a tokenizer that is not its own as an object, for by name it would be fetched."""
    name = keywords.get("tokenizer")
    if name not in OFFLINE:
        return dict(keywords)
    tokenizer(name)  # so that its file is found without a network
    from tiktoken import get_encoding

    return {**keywords, "tokenizer": get_encoding(name)}


def _splitter(library: Any, keywords: Mapping[str, Any], own: tuple[str, ...]) -> Splitter:  # noqa: ANN401 any of its classes
    from inspect import signature

    name = type(library).__name__
    parameters = signature(type(library)).parameters
    counted = keywords.get("tokenizer") or (parameters["tokenizer"].default if "tokenizer" in parameters else "byte")
    settings = {key: getattr(library, key) for key in own}
    return Splitter(
        use=f"chonkie.{name}",
        settings={**settings, **({"tokenizer": counted} if "tokenizer" in parameters else {})},
        unit=UNITS.get(counted, counted),
        chunk_size=library.chunk_size,
        chunk_overlap=getattr(library, "chunk_overlap", 0),
        split=lambda text: [chunk.text for chunk in library.chunk(text)],
        own_starts=lambda text: [chunk.start_index for chunk in library.chunk(text)],
        measure_length=MEASURED[counted] if counted in MEASURED else tokenizer(counted).count,
        code=_code(name, {"chunk_size": library.chunk_size, **keywords}),
        complete=True,
    )


UNITS = {"character": "characters", "word": "words", "byte": "bytes", "row": "rows"}
"""What its own tokenizers count."""

MEASURED: dict[str, Callable[[str], int]] = {
    "character": len,
    "word": lambda text: len(text.split(" ")),
    "byte": lambda text: len(text.encode()),
    "row": lambda text: max(text.count("\n|") - 1, 0),
}
"""A finished chunk in those units, as the library counts: of a table its body rows, which follow the header and the delimiter row."""


def _code(name: str, keywords: Mapping[str, Any]) -> str:
    """The import lines and the whole call to paste."""
    lines = [f"from chonkie import {name}"]
    words = {key: literal(value) for key, value in keywords.items()}
    if keywords.get("tokenizer") in OFFLINE:
        lines.append("from tiktoken import get_encoding")
        words["tokenizer"] = f"get_encoding({words['tokenizer']})"
    arguments = ", ".join(f"{key}={value}" for key, value in words.items())
    return "\n".join(lines) + f"\n\n[chunk.text for chunk in {name}({arguments}).chunk(text)]"
