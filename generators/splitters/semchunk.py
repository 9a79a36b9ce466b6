"""semchunk's splitter, which cuts at the longest blanks and strongest signs that a size leaves it."""

# ruff: noqa: PLC0415 the library is heavy: it is imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

from collections.abc import Callable

from generators.schema import NotNegative, Positive
from generators.splitters.splitter import Splitter, Unit, named
from generators.tokens import tokenizer


def chunker(*, chunk_size: Positive, overlap: NotNegative | None = None, length: Unit = "characters") -> Splitter:
    """`Chunker`, which has no default size; `overlap` is that of its call, and none is the library's default.

    `length` is what its sizes count: `"characters"`, or the name of a tokenizer, whose count it is handed as its `token_counter`.
    """
    from semchunk.semchunk import Chunker

    count: Callable[[str], int] = len if length == "characters" else tokenizer(length).count
    library = Chunker(chunk_size=chunk_size, token_counter=count)
    call = named(overlap=overlap)
    words = "".join(f", {key}={value}" for key, value in call.items())
    if length == "characters":
        code = f"from semchunk import Chunker\n\nChunker(chunk_size={chunk_size}, token_counter=len)(text{words})"
    else:
        code = f"from semchunk import chunkerify\n\nchunkerify({length!r}, chunk_size={chunk_size})(text{words})"
    return Splitter(
        use="semchunk.Chunker",
        settings={"chunk_size": chunk_size, "overlap": overlap, "length": length},
        unit=length,
        chunk_size=chunk_size,
        chunk_overlap=overlap or 0,
        split=lambda text: library(text, **call),  # type: ignore[arg-type, return-value]  # of one text a list of texts
        own_starts=lambda text: [start for start, _ in library(text, offsets=True, **call)[1]],  # type: ignore[str-unpack, misc]
        measure_length=count,
        code=code,
        complete=True,
    )
