"""Haystack's DocumentSplitter, which counts words, sentences, passages or pages; it is an extra, for it brings a client of a service."""

# ruff: noqa: PLC0415 the library is heavy: it is imported when a splitter is built, so that the table of names costs nothing
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

from generators.mistake import Absent
from generators.schema import NotNegative, Positive
from generators.splitters.splitter import Splitter, call, named

os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")  # a build asks no other host; the library reads it when it is imported

MODULE = "haystack.components.preprocessors"

By = Literal["word", "period", "page", "passage", "line"]

MARKS: dict[str, str] = {"word": " ", "period": ".", "page": "\f", "passage": "\n\n", "line": "\n"}
"""What ends a unit, as the library splits; `respect_sentence_boundary` would have it fetch NLTK's files."""


def document_splitter(
    *,
    split_by: By | None = None,
    split_length: Positive | None = None,
    split_overlap: NotNegative | None = None,
    split_threshold: NotNegative | None = None,
) -> Splitter:
    """`DocumentSplitter`, so many units at a time; what is not named keeps the installed library's default, which counts words.

    A word is what stands between two blanks, so a line end counts as none. Needs the extra `haystack`.
    """
    try:
        from haystack import Document
        from haystack.components.preprocessors import DocumentSplitter
    except ImportError:
        raise Absent("the splitter haystack.DocumentSplitter needs haystack-ai: in Offcut's folder, pip install -e '.[haystack]'") from None

    keywords = named(split_by=split_by, split_length=split_length, split_overlap=split_overlap, split_threshold=split_threshold)
    library = DocumentSplitter(**keywords)
    mark = MARKS[library.split_by]
    sizes = {"split_length": library.split_length, "split_overlap": library.split_overlap}
    count: Callable[[str], int] = lambda text: text.rstrip(mark).count(mark) + 1  # noqa: E731 it is handed on as a value

    def parts(text: str) -> list[Document]:
        return list(library.run(documents=[Document(content=text)])["documents"])

    built = call(MODULE, "DocumentSplitter", "DocumentSplitter", {"split_by": library.split_by, **sizes, **keywords})
    return Splitter(
        use="haystack.DocumentSplitter",
        settings={"split_by": library.split_by, **sizes, "split_threshold": library.split_threshold},
        unit=f"{library.split_by}s",
        chunk_size=library.split_length,
        chunk_overlap=library.split_overlap,
        split=lambda text: [part.content or "" for part in parts(text)],
        own_starts=lambda text: [part.meta["split_idx_start"] for part in parts(text)],
        measure_length=count,
        code=f"from haystack import Document\n{built}.run(documents=[Document(content=text)])['documents']",
        complete=True,
    )
