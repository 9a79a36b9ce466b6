"""Passage and Returned: what a search compares with a question, and what it hands on where that is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generators.chunk import Chunk
from generators.corpus import Document


@dataclass(frozen=True, eq=False)
class Returned:
    """What may be handed on to the reader of a search: a chunk of a document. It equals only itself, for its text may stand there twice.

    `parent`, which is made of so many `children`, takes its place where enough of these are found, and `following` comes after it in the
    document: of these only `auto_merging` knows.
    """

    document: Document
    chunk: Chunk
    parent: Returned | None = None
    children: int = 0
    following: Returned | None = None

    @property
    def line(self) -> Iterator[Returned]:
        """Itself, its parent, and so on."""
        one: Returned | None = self
        while one:
            yield one
            one = one.parent


@dataclass(frozen=True, eq=False)
class Passage:
    """A chunk that is searched, and what is returned where it is found; with the plain strategy the chunk itself.

    `prefix` is put before the chunk's text where that is embedded. One that is `late` gets the mean of its own tokens' vectors from an
    encoder that has read the document around it.
    """

    chunk: Chunk
    returned: Returned
    prefix: str = ""
    late: bool = False

    @property
    def embedded(self) -> str:
        """The text that is embedded, and that a ranking by words reads."""
        return self.prefix + self.chunk.text


def plain(document: Document, chunks: Iterable[Chunk]) -> tuple[Passage, ...]:
    """Each chunk of a document embedded as it is, and returned."""
    return tuple(Passage(chunk, Returned(document, chunk)) for chunk in chunks)
