"""Facts of an inspection: what each chunk and each boundary got, and what should make a reader stop."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from generators.chunk import Chunk, lost
from generators.corpus import Document
from generators.measures.blocks import fences
from generators.measures.edges import has_words, is_mid_character, is_mid_word
from generators.measures.held import Held, held
from generators.spans import Span, bridged, covers, intersection, length, overlaps
from generators.splitters.splitter import Splitter

HEADING = re.compile(r" {0,3}#{1,6}[ \t]")


@dataclass(frozen=True)
class Shared:
    """What two neighbouring chunks both hold of the document, in characters and in the splitter's unit."""

    characters: int
    size: int


@dataclass(frozen=True)
class Facts:
    """What can be said of a document's chunks; chunks are named by their position, from 0."""

    document: Document
    splitter: Splitter
    chunks: Sequence[Chunk]

    def those(self, holds: Callable[[Chunk], bool]) -> list[int]:
        """The chunks of which something holds."""
        return [at for at, chunk in enumerate(self.chunks) if holds(chunk)]

    @cached_property
    def sizes(self) -> list[int]:
        """The length of each finished chunk, in the splitter's unit."""
        return [self.splitter.measure_length(chunk.text) for chunk in self.chunks]

    @property
    def above_limit(self) -> list[int]:
        """The chunks longer than `chunk_size`."""
        limit = self.splitter.chunk_size
        return [] if limit is None else [at for at, size in enumerate(self.sizes) if size > limit]

    @cached_property
    def shared(self) -> dict[int, Shared | None]:
        """What a chunk, named by its position, shares with the one before; `None` where one of the two has no place.

        A chunk that neither starts nor ends further on than the one before is left out, for no boundary lies between the two: the levels of
        `HierarchicalNodeParser` follow one another in one list, and its first child lies inside the parent before it.
        """
        return {at: self._shared(one, other) for at, (one, other) in enumerate(pairwise(self.chunks), 1) if goes_on(one, other)}

    def _shared(self, one: Chunk, other: Chunk) -> Shared | None:
        if not one.pieces or not other.pieces:
            return None
        spans = intersection(one.pieces, other.pieces)
        return Shared(length(spans), sum(self.splitter.measure_length(self.document.text[start:end]) for start, end in spans))

    @property
    def stored(self) -> int:
        """The characters of all chunks."""
        return sum(len(chunk.text) for chunk in self.chunks)

    @property
    def stored_ratio(self) -> float | None:
        """Characters of all chunks for each of the document; `None` of a document of nothing but blanks."""
        return self.stored / len(self.document.text) if self.document.text.strip() else None

    @cached_property
    def lost(self) -> tuple[Span, ...] | None:
        """The characters other than blanks in no chunk, as runs; `None` where a chunk that has no place may hold them."""
        return lost(self.document.text, self.chunks)

    @property
    def empty(self) -> list[int]:
        """The chunks without a character."""
        return self.those(lambda chunk: not chunk.text)

    @property
    def unplaceable(self) -> list[int]:
        """The chunks that hold something, but nothing that can be found in the document."""
        return self.those(lambda chunk: chunk.match == "unplaceable" and chunk.text != "")

    @property
    def ambiguous(self) -> list[int]:
        """The chunks that fit several places equally well."""
        return self.those(lambda chunk: chunk.match == "ambiguous")

    @property
    def altered(self) -> list[int]:
        """The chunks that have their places, but not character by character."""
        return self.those(lambda chunk: bool(chunk.pieces) and self.source(chunk) != chunk.text)

    def source(self, chunk: Chunk) -> str:
        """What stands in the document at the chunk's pieces."""
        return "".join(self.document.text[start:end] for start, end in chunk.pieces)

    @property
    def adds_nothing(self) -> list[int]:
        """The chunks whose pieces all lie in the chunk before."""
        return [
            at + 1
            for at, (one, other) in enumerate(pairwise(self.chunks))
            if other.pieces and all(covers(one.pieces, piece) for piece in other.pieces)
        ]

    @property
    def crawls(self) -> bool:
        """Whether every chunk starts one character behind the one before and shares text with it: overlap leaves no step."""
        starts = [chunk.pieces[0][0] for chunk in self.chunks if chunk.pieces]
        steps = [after - before for before, after in pairwise(starts)]
        return len(steps) > 1 and set(steps) == {1} and all(shared and shared.characters for shared in self.shared.values())

    @property
    def mid_word(self) -> list[int] | None:
        """The chunks that start amid a word; `None` where the document has no words that blanks end."""
        return self._starting(is_mid_word) if has_words(self.document.text) else None

    @property
    def mid_character(self) -> list[int]:
        """The chunks that start amid what a reader sees as one character."""
        return self._starting(is_mid_character)

    def _starting(self, where: Callable[[str, int], bool]) -> list[int]:
        return self.those(lambda chunk: bool(chunk.pieces) and where(self.document.text, chunk.pieces[0][0]))

    @cached_property
    def _held(self) -> dict[int, tuple[Span, ...]]:
        return {at: bridged(chunk.pieces, self.document.text) for at, chunk in enumerate(self.chunks)}

    @cached_property
    def tables(self) -> list[Held]:
        """What the chunks hold of each table."""
        return [held(table, self.document.text, self._held) for table in self.document.tables]

    @property
    def fences_cut(self) -> list[Span]:
        """The fenced blocks of code that several chunks hold parts of and none the whole."""
        return [span for span in fences(self.document.text) if not self._holds(span) and self._touches(span)]

    def _holds(self, span: Span) -> bool:
        return any(covers(pieces, span) for pieces in self._held.values())

    def _touches(self, span: Span) -> bool:
        return any(overlaps(piece, span) for pieces in self._held.values() for piece in pieces)

    @property
    def ends_with_heading(self) -> list[int]:
        """The chunks, the last apart, whose last line is a Markdown heading: its section begins in the chunk after."""
        return [at for at in self.those(_ends_with_heading) if at < len(self.chunks) - 1]


def goes_on(one: Chunk, other: Chunk) -> bool:
    """Whether the second chunk starts or ends behind the first, or a place is unknown."""
    if not one.pieces or not other.pieces:
        return True
    return other.pieces[0][0] > one.pieces[0][0] or other.pieces[-1][1] > one.pieces[-1][1]


def _ends_with_heading(chunk: Chunk) -> bool:
    return HEADING.match(chunk.text.rstrip().rpartition("\n")[2]) is not None
