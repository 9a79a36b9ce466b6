"""Finding the tables of a text: GFM tables, and adjacent lines with the same number of pipes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generators.corpus import Table
from generators.spans import Span

LINE_END = re.compile(r"\r\n?|\n")  # the line ends of CommonMark, and so those that the parser's line numbers count
DELIMITER_ROW = re.compile(r"[ \t|:]*-[ \t|:-]*")


def find_tables(text: str) -> tuple[Table, ...]:
    """The tables of `text`, in order; header, delimiter row and body rows are spans of whole lines without their line ends.

    A table is a GFM table (https://github.github.com/gfm/#tables-extension-), which may have no body row, or else two or more
    adjacent lines with the same number of `|`, the first of which is the header. Nothing inside a code fence is a table.
    """
    if "|" not in text:
        return ()
    lines = tuple(line_spans(text))
    tokens = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"]).parse(text)
    tables = list(_gfm_tables(tokens, lines))
    taken = {line for token in tokens if token.type in ("table_open", "fence") for line in range(*line_range(token))}
    pipes = [0 if number in taken else text.count("|", *line) for number, line in enumerate(lines)]
    for count, run in groupby(range(len(lines)), key=pipes.__getitem__):
        rows = [lines[number] for number in run]
        if count and len(rows) > 1:
            tables.append(_pipe_table(rows, text))
    return tuple(sorted(tables, key=lambda table: table.span))


def line_spans(text: str) -> Iterator[Span]:
    """The spans of a text's lines as CommonMark counts them, without their ends."""
    start = 0
    for end in LINE_END.finditer(text):
        yield (start, end.start())
        start = end.end()
    yield (start, len(text))


def line_range(token: Token) -> tuple[int, int]:
    """The first line of a block and the line behind it, from 0."""
    if token.map is None:
        raise ValueError(f"the Markdown parser gave no lines for {token.type}")
    return (token.map[0], token.map[1])


def _gfm_tables(tokens: list[Token], lines: tuple[Span, ...]) -> Iterator[Table]:
    for token in tokens:
        if token.type == "table_open":
            header, delimiter, *rows = lines[slice(*line_range(token))]  # GFM: one header row, the delimiter row, then the body
            yield Table(header, tuple(rows), delimiter)


def _pipe_table(rows: list[Span], text: str) -> Table:
    header, second, *rest = rows
    if DELIMITER_ROW.fullmatch(text, *second):  # a table that Markdown reads as indented code has one too
        return Table(header, tuple(rest), second)
    return Table(header, (second, *rest))
