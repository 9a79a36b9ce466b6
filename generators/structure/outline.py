"""Outline: what a Markdown text is made of, found once: blocks, tables with their captions, sentences, clauses with their exceptions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter

from generators.corpora.find_tables import find_tables
from generators.corpora.markdown import LINE_END
from generators.corpus import Table
from generators.spans import Span, trimmed
from generators.structure.blocks import Block, find_blocks
from generators.structure.clauses import clauses
from generators.structure.sentences import sentences

CAPTION = re.compile(r"\W*table\b", re.IGNORECASE)
NO_WORDS = re.compile(r"[\s>]*")
NO_LABEL = re.compile(r"[ \t>]*\|[ \t]*\|")

HEADER_ROWS = 4
"""A header has at most so many rows; where more of them have no label, rows without one are the table's own way."""


@dataclass(frozen=True)
class Paragraph:
    """A stretch of prose as a span of whole lines, a paragraph or what a table leaves of one, and its sentences."""

    span: Span
    sentences: tuple[Span, ...]


@dataclass(frozen=True, eq=False)
class Outline:
    """A text and what it is made of, each in order.

    `captions[i]` is the paragraph directly before `tables[i]`, where that begins with "Table" or ends with a colon. `clauses` are clauses
    with their exceptions. `code` are the blocks of code in which there is no table: one that is indented is still a table.
    """

    text: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    captions: tuple[Span | None, ...]
    paragraphs: tuple[Paragraph, ...]
    clauses: tuple[Span, ...]
    code: tuple[Span, ...]

    @cached_property
    def headings(self) -> tuple[Block, ...]:
        """The headings that divide the text; those within lists and quotes do not."""
        return tuple(block for block in self.blocks if block.kind == "heading" and block.depth == 0)

    @cached_property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The words of each heading behind those of the headings around it."""
        above: list[Block] = []
        paths = []
        for heading in self.headings:
            above = [*(one for one in above if one.level < heading.level), heading]
            paths.append(tuple(one.words for one in above))
        return tuple(paths)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences of its paragraphs: headings, code and tables have none."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph.sentences)


@lru_cache(maxsize=512)
def outline(text: str) -> Outline:
    """The outline of a text, remembered for the splitters and measures that ask next; raises `Absent` where sentences cannot be told."""
    blocks, tables = find_blocks(text), find_tables(text)
    rows = [whole_lines(table.span, text) for table in tables]
    prose = [part for block in blocks if block.kind == "paragraph" for part in without(block.span, rows)]
    paragraphs = tuple(Paragraph(part, tuple(sentences(text, part))) for part in prose if text[slice(*part)].strip())
    found = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    return Outline(
        text,
        blocks,
        tables,
        tuple(_captions(text, tables, paragraphs)),
        paragraphs,
        tuple(clauses(text, found, blocks)),
        tuple(block.span for block in blocks if block.kind == "code" and without(block.span, rows) == [block.span]),
    )


def body(text: str, table: Table) -> tuple[Span, ...]:
    """The rows of a table below its header, which goes on in rows whose first cell is blank, up to `HEADER_ROWS` of them in all."""
    further = next((at for at, row in enumerate(table.rows[:HEADER_ROWS]) if not NO_LABEL.match(text, *row)), HEADER_ROWS)
    return table.rows[further:] if further < HEADER_ROWS else table.rows


def whole_lines(span: Span, text: str) -> Span:
    """The span with the end of its last line."""
    end = LINE_END.match(text, span[1])
    return (span[0], end.end() if end else span[1])


def without(span: Span, taken: Sequence[Span]) -> list[Span]:
    """What is left of the span beside the taken ones, which are in order and do not overlap."""
    left, reached = [], span[0]
    for start, end in taken[bisect_left(taken, span[0], key=itemgetter(1)) :]:
        if start >= span[1]:
            break
        left.append((reached, start))
        reached = max(reached, end)
    left.append((reached, span[1]))
    return [(start, end) for start, end in left if start < end]


def _captions(text: str, tables: Iterable[Table], paragraphs: Sequence[Paragraph]) -> Iterator[Span | None]:
    for table in tables:
        before = bisect_left(paragraphs, table.span, key=lambda paragraph: paragraph.span) - 1
        start, end = trimmed(paragraphs[before].span, text) if before >= 0 else (0, 0)
        near = start < end <= table.span[0] and NO_WORDS.fullmatch(text, end, table.span[0])
        yield (start, end) if near and (text[end - 1] == ":" or CAPTION.match(text, start, end)) else None
