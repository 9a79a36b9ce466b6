"""Chunk, and locate(): where a splitter's strings came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generators.spans import Span, union

Match = Literal["exact", "loose", "pieces", "ambiguous", "unplaceable"]


@dataclass(frozen=True)
class Chunk:
    """A text that a splitter returned and the spans of the document that it came from, in order; none where it cannot be placed.

    `repeated` names those of the pieces that were put there since: heads of tables before rows that continue them. `path`
    names the headings of the section that it stands in, the outermost first, where a splitter says so.
    """

    text: str
    pieces: tuple[Span, ...]
    match: Match
    repeated: tuple[Span, ...] = ()
    path: tuple[str, ...] = ()

    @property
    def own_pieces(self) -> tuple[Span, ...]:
        """The pieces as the splitter cut them."""
        return tuple(piece for piece in self.pieces if piece not in self.repeated)


def locate(text: str, chunks: Sequence[str], max_overlap: int | None = None) -> tuple[Chunk, ...]:
    """Where in `text` each of the chunks came from; `max_overlap` is the overlap that was asked for, in characters, where it was.

    A chunk may stand in the text as it is (`exact`); else without the blanks, the unprintable characters and U+FFFD of both
    (`loose`); else line by line, each line in either way (`pieces`); else it is `unplaceable`. Among all its places the one is
    taken that leaves the fewest characters uncovered with all the chunks in order: see `alignment.align`. A chunk is `ambiguous`,
    whatever its strength, when another choice is as good and puts it elsewhere; its pieces are those of the leftmost choice.
    """
    starts = _only_starts(text, chunks, max_overlap)
    if starts is not None:
        return tuple(Chunk(chunk, ((start, start + len(chunk)),), "exact") for chunk, start in zip(chunks, starts, strict=True))
    return _located(text, chunks, max_overlap)


def lost(text: str, chunks: Sequence[Chunk]) -> tuple[Span, ...] | None:
    """The runs of characters other than blanks that are in no chunk's pieces; `None` where a chunk is unplaceable: it may hold them."""
    if any(chunk.match == "unplaceable" for chunk in chunks):
        return None
    covered = union(piece for chunk in chunks for piece in chunk.pieces)
    edges = [0, *(edge for span in covered for edge in span), len(text)]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return tuple(run.span() for start, end in gaps for run in _NONBLANK.finditer(text, start, end))


_NONBLANK = re.compile(r"\S+")

_HEAD = 32  # looking for so many characters and comparing the rest costs far less than looking for a whole chunk


def _only_starts(text: str, chunks: Sequence[str], max_overlap: int | None) -> list[int] | None:
    """Where the chunks start, if all stand in the text as they are and the order leaves each a single place; else `None`.

    This is `align` for ordinary documents, in two short looks at each chunk: the leftmost place after the leftmost of the chunk
    before it, and whether it has another before the rightmost of the chunk after it.
    """
    bound = len(text) if max_overlap is None else max_overlap
    starts: list[int] = []
    start = end = 0
    for chunk in chunks:
        start = text.find(chunk[:_HEAD], max(start, end - bound, end - len(chunk)))
        if start != -1 and not text.startswith(chunk, start):
            start = text.find(chunk, start)
        if start == -1 or not chunk:
            return None
        starts.append(start)
        end = start + len(chunk)
    start = end = len(text)
    for chunk, only in zip(reversed(chunks), reversed(starts), strict=True):
        size = len(chunk)
        latest = min(start, start + bound - size, end - size)
        head_again = latest > only and text.find(chunk[:_HEAD], only + 1, latest + _HEAD) != -1
        if head_again and text.find(chunk, only + 1, latest + size) != -1:
            return None
        start, end = only, only + size
    return starts


def _located(text: str, chunks: Sequence[str], max_overlap: int | None) -> tuple[Chunk, ...]:
    """The chunks at the places that `align` chooses among all that each could have come from."""
    from generators.alignment import align  # noqa: PLC0415 (brings numpy, which ordinary documents do not need)
    from generators.places import Source  # noqa: PLC0415 (see above)

    source = Source(text)
    found = [source.places(chunk) for chunk in chunks]
    settled = iter(align(source, [places for places in found if places], max_overlap))
    located = []
    for chunk, places in zip(chunks, found, strict=True):
        if places:
            where = next(settled)
            located.append(Chunk(chunk, places.pieces(where.place), places.match if where.forced else "ambiguous"))
        else:
            located.append(Chunk(chunk, (), "unplaceable"))
    return tuple(located)
