"""Where a text may be cut, and how strong each boundary is: sections before blocks, blocks before what is in them, words last of all."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generators.corpora.markdown import LINE_END
from generators.spans import Span
from generators.structure.outline import Outline, body, without

SECTION, BLOCK, TABLE, PART, WORD = 0, 1, 1000, 2000, 3000
"""The ranks of boundaries, the strongest first: a block has one more for each around it; a part is a row, a line or a sentence."""

WORD_START = re.compile(r"(?<=\s)\S")


@dataclass(frozen=True)
class Keep:
    """What is kept in one piece, each by a switch of its own.

    `sections`: a chunk never holds text of two sections. `headings`: a heading stays with the start of its text, and the head of a table
    with its caption and its first row below. `code`, `rows`, `sentences`: none is cut, however long it is. `exceptions`: neither is a
    clause together with its exception.
    """

    sections: bool = True
    headings: bool = True
    code: bool = True
    rows: bool = True
    sentences: bool = True
    exceptions: bool = True


def boundaries(outline: Outline, keep: Keep) -> dict[int, int]:
    """Where the text may be cut, in order: offsets and their ranks."""
    blocks = list(outside(_of_blocks(outline), [table.span for table in outline.tables]))
    found = [*blocks, *_of_tables(outline, keep), *_of_prose(outline, keep), *_of_lines(outline, keep)]
    ranks = dict(sorted(found, key=lambda one: (one[0], -one[1])))  # the strongest of an offset comes last and is the one that stays
    for offset in [*_after_headings(outline, ranks), *_after_captions(outline)] if keep.headings else ():
        ranks.pop(offset, None)
    return dict(outside(ranks.items(), outline.clauses)) if keep.exceptions else ranks


def outside(found: Iterable[tuple[int, int]], spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Those of the boundaries that stand within none of the spans, which are sorted; at the edge of one is not within it."""
    following, until = 0, 0
    for offset, rank in sorted(found):
        while following < len(spans) and spans[following][0] < offset:
            until = max(until, spans[following][1])
            following += 1
        if offset >= until:
            yield offset, rank


def _of_blocks(outline: Outline) -> Iterator[tuple[int, int]]:
    for block in outline.blocks:
        yield block.span[0], SECTION if block.kind == "heading" and block.depth == 0 else BLOCK + block.depth


def _of_tables(outline: Outline, keep: Keep) -> Iterator[tuple[int, int]]:
    for table in outline.tables:
        yield table.span[0], TABLE
        for row in body(outline.text, table)[1:] if keep.headings else table.rows:
            yield row[0], PART
        for row in table.rows if not keep.rows else ():
            yield from _words(outline.text, row)


def _of_prose(outline: Outline, keep: Keep) -> Iterator[tuple[int, int]]:
    for paragraph in outline.paragraphs:
        yield paragraph.span[0], TABLE  # a table stands before it, or it is a block and its rank is stronger
        for start, _ in paragraph.sentences[1:]:
            yield start, PART
        for sentence in paragraph.sentences if not keep.sentences else ():
            yield from _words(outline.text, sentence)


def _of_lines(outline: Outline, keep: Keep) -> Iterator[tuple[int, int]]:
    tables = [table.span for table in outline.tables]
    lines = [block.span for block in outline.blocks if block.kind == "lines"] + ([] if keep.code else list(outline.code))
    for part in (part for span in lines for part in without(span, tables)):
        for end in LINE_END.finditer(outline.text, *part):
            yield end.end(), PART
        yield from _words(outline.text, part)


def _words(text: str, span: Span) -> Iterator[tuple[int, int]]:
    return ((word.start(), WORD) for word in WORD_START.finditer(text, *span))


def _after_headings(outline: Outline, ranks: Mapping[int, int]) -> Iterator[int]:
    """The start of what follows each heading, unless that is the heading of another section and not of one within its own."""
    offsets = list(ranks)
    levels = {block.span[0]: block.level for block in outline.blocks if block.kind == "heading"}
    for start, level in levels.items():
        following = bisect_right(offsets, start)
        if following < len(offsets) and levels.get(offsets[following], level + 1) > level:
            yield offsets[following]


def _after_captions(outline: Outline) -> Iterator[int]:
    return (table.span[0] for table, caption in zip(outline.tables, outline.captions, strict=True) if caption)
