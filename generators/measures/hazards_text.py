"""Hazards of the characters, places and sizes of chunks: what is lost, added or altered, and what was asked for and not delivered."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from generators.chunk import Chunk, lost
from generators.measures.cost import chunk_lengths
from generators.measures.edges import is_mid_character
from generators.measures.harms import Harm, Judge, clipped, judged, of_chunks, start_of
from generators.measures.measure import Case, Measure
from generators.spans import bridged, intersection, overlaps

TAG = re.compile(r"</?\w[^<>]*>")
"""A tag of HTML, which is no text that a chunk would have to hold."""

SPECIAL = re.compile(r"<\|\w+\|>")
"""What a tokenizer may take for a sign of its own."""


MARK = "\ufeff"
"""The byte order mark."""


def line_ends_altered(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether a chunk parts CR from LF, lacks a CR of its source, or is over the limit for want of a blank line."""
    edges = (edge for piece in chunk.pieces for edge in piece)
    source = "".join(text[slice(*piece)] for piece in chunk.pieces)
    return any(is_mid_character(text, edge) for edge in edges) or source.count("\r") != chunk.text.count("\r") or over_limit(case, chunk)


def over_limit(case: Case, chunk: Chunk) -> bool:
    """Whether a chunk is longer than `chunk_size`."""
    limit = case.splitter.chunk_size
    return limit is not None and case.splitter.measure_length(chunk.text) > limit


def limit_broken(case: Case) -> Iterable[Harm] | None:
    """The chunks longer than `chunk_size`; `None` where there is no limit."""
    limit = case.splitter.chunk_size
    if limit is None:
        return None
    chunks = [(number, at) for number, found in enumerate(case.chunks) for at in range(len(found))]
    return [
        Harm((start_of(case.chunks[number][at]),) * 2, (at,), number, f"{size:,} {case.splitter.unit}, and the limit is {limit:,}")
        for (number, at), size in zip(chunks, chunk_lengths(case), strict=True)
        if size > limit
    ]


def mark_changes_chunks(case: Case) -> Iterator[Harm]:
    """What a byte order mark changes: it is deleted, or chunks differ from those of the same text without it."""
    for number, (document, chunks) in enumerate(zip(case.corpus.documents, case.chunks, strict=True)):
        held = [chunk for chunk in chunks if chunk.pieces and chunk.pieces[0][0] <= 1]
        deleted = [chunk for chunk in held if not chunk.text.startswith(MARK)]
        plain = case.splitter.split(document.text.removeprefix(MARK))
        if deleted or [chunk.text.removeprefix(MARK) for chunk in chunks] != plain:
            note = "the mark is deleted" if deleted else f"without the mark: {clipped(plain[0]) if plain else 'no chunk'}"
            yield Harm((0, 1), tuple(range(len(chunks))), number, note)


def invisible(character: str) -> bool:
    """Whether a character is seen by nobody: a joiner, a mark of direction, a soft hyphen, a special blank, a control character."""
    return unicodedata.category(character) in ("Cf", "Cc", "Zs", "Zl", "Zp") and character not in " \n\r\t"


def invisibles_deleted(case: Case) -> Iterator[Harm]:
    """The invisible characters of the document that no chunk has, one harm each."""
    text, chunks = case.corpus.documents[0].text, case.chunks[0]
    have = Counter("".join(chunk.text for chunk in chunks))
    for character, count in Counter(filter(invisible, text)).items():
        missing = max(0, count - have[character])
        yield from (Harm((text.index(character),) * 2, tuple(range(len(chunks)))) for _ in range(missing))


def without_blanks(text: str) -> str:
    """The text without its blanks."""
    return "".join(text.split())


def blanks_altered(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether a chunk has the characters of the stretch that it comes from, but other blanks between them."""
    if not chunk.pieces:
        return False
    source = text[chunk.pieces[0][0] : chunk.pieces[-1][1]]
    return source.strip() != chunk.text.strip() and without_blanks(source) == without_blanks(chunk.text)


def text_lost(case: Case) -> Iterable[Harm]:
    """The lines of the document, tags of HTML apart, of which some word is in no chunk; by the word alone where a chunk has no place."""
    text, chunks = case.corpus.documents[0].text, case.chunks[0]
    tags = [match.span() for match in TAG.finditer(text)]
    runs = lost(text, chunks)
    if runs is None:
        words = [match.span() for match in re.finditer(r"[^\s<>]+", text)]
        runs = tuple(word for word in words if not any(text[slice(*word)] in chunk.text for chunk in chunks))
    missing = [run for run in runs if not any(overlaps(run, tag) for tag in tags)]
    lines = {text.rfind("\n", 0, run[0]): run for run in reversed(missing)}
    return [Harm(run, _beside(chunks, run[0]), note=f"in no chunk: {clipped(text[slice(*run)])}") for _, run in sorted(lines.items())]


def _beside(chunks: tuple[Chunk, ...], place: int) -> tuple[int, ...]:
    """The last chunk that starts before a place, and the one behind it."""
    before = [at for at, chunk in enumerate(chunks) if chunk.pieces and chunk.pieces[0][0] <= place]
    last = before[-1] if before else 0
    return tuple(range(last, min(last + 2, len(chunks))))


def text_added(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether a chunk has a character other than a blank that its source has not."""
    source = "".join(text[slice(*piece)] for piece in chunk.pieces) or text
    return bool(Counter(without_blanks(chunk.text)) - Counter(without_blanks(source)))


def overlap_missing(case: Case) -> Iterable[Harm] | None:
    """The boundaries at which neighbours share nothing; `None` where no overlap was asked for or there is no boundary."""
    chunks = case.chunks[0]
    if not case.splitter.chunk_overlap or len(chunks) < 2:
        return None
    return [
        Harm((other.pieces[0][0],) * 2, (at, at + 1))
        for at, (one, other) in enumerate(pairwise(chunks))
        if one.pieces and other.pieces and other.pieces[-1][1] > one.pieces[-1][1] and not intersection(one.pieces, other.pieces)
    ]


def own_offsets_wrong(case: Case) -> Iterable[Harm] | None:
    """The chunks whose own offset is missing or gives another text, and the text that the own offsets leave out."""
    if case.splitter.own_starts is None:
        return None
    text, chunks = case.corpus.documents[0].text, case.chunks[0]
    starts = case.splitter.own_starts(text)
    given = [start if start is not None and start >= 0 else None for start in starts]
    wrong = [
        Harm(chunk.pieces[0] if chunk.pieces else (0, 0), (at,))
        for at, (start, chunk) in enumerate(zip(given, chunks, strict=True))
        if start is None or not text.startswith(chunk.text, start)
    ]
    claimed = [
        Chunk(chunk.text, ((start, start + len(chunk.text)),), "exact")
        for start, chunk in zip(given, chunks, strict=True)
        if start is not None
    ]
    left_out = () if wrong else bridged(sorted(set(lost(text, claimed) or ()) - set(lost(text, chunks) or ())), text)
    note = f"by the library's offsets chunks start at {few(starts)}; they are placed at {few([start_of(chunk) for chunk in chunks])}"
    return [replace(harm, note=note) for harm in [*wrong, *(Harm(run, _beside(chunks, run[0])) for run in left_out)]]


def few(starts: Sequence[int | None]) -> str:
    """The first of some places."""
    return ", ".join(map(str, starts[:5])) + (" and so on" if len(starts) > 5 else "")


def special_lost(case: Case) -> Iterator[Harm]:
    """The texts that look like a token of a tokenizer's own and stand in no chunk."""
    for number, (document, chunks) in enumerate(zip(case.corpus.documents, case.chunks, strict=True)):
        for match in SPECIAL.finditer(document.text):
            if not any(match[0] in chunk.text for chunk in chunks):
                yield Harm(match.span(), _beside(chunks, match.start()), number)


def nothing_in_it(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether a chunk is empty or holds nothing but blanks."""
    return not chunk.text.strip()


LIMIT: Judge = limit_broken

MEASURES: dict[str, Measure] = {
    "crlf_altered": judged(
        "CRLF line ends",
        "Chunks of a text with CRLF line ends that part CR from LF, have lost a CR, or are over the limit as no blank line was found.",
        of_chunks(line_ends_altered),
    ),
    "bom_changes": judged(
        "Byte order mark", "What a byte order mark at the start changes: it is deleted, or other chunks come of it.", mark_changes_chunks
    ),
    "invisibles_deleted": judged(
        "Invisible characters deleted",
        "Joiners, marks of direction, soft hyphens, special blanks and control characters of the text that are in no chunk.",
        invisibles_deleted,
    ),
    "blanks_collapsed": judged(
        "Whitespace altered",
        "Chunks that have the characters of the stretch that they come from, but other blanks or line ends between them.",
        of_chunks(blanks_altered),
    ),
    "text_lost": judged("Text lost", "Lines of which some word, tags of HTML apart, is in no chunk.", text_lost),
    "text_added": judged("Text added", "Chunks with characters, blanks apart, that their source has not.", of_chunks(text_added)),
    "overlap_missing": judged(
        "Overlap not delivered",
        "Neighbours that share nothing although overlap is in force; n/a without overlap, or where there is a single chunk.",
        overlap_missing,
    ),
    "own_offsets_wrong": judged(
        "Own offsets wrong",
        "Chunks whose offset, as the library itself gives it, is missing or gives another text, and stretches that these offsets leave in "
        "no chunk; n/a where the library gives none.",
        own_offsets_wrong,
    ),
    "limit_broken": judged("Limit not kept", "Chunks longer than chunk_size, in its unit; n/a where there is no size.", LIMIT),
    "special_lost": judged(
        "Special tokens", "Texts that look like a tokenizer's own tokens, such as <|endoftext|>, that are in no chunk.", special_lost
    ),
    "empty_chunks": judged(
        "Empty document", "Chunks without anything but blanks, made of an empty document and of one of blanks.", of_chunks(nothing_in_it)
    ),
    "giant_line": judged(
        "One giant line", "Chunks longer than chunk_size of a line without a single blank; n/a where there is no size.", LIMIT
    ),
}
