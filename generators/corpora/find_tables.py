"""Finding the tables of a text: GFM tables, and adjacent lines with the same number of pipes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from generators.corpora.markdown import block_tokens, line_range, line_spans
from generators.corpus import Table
from generators.spans import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

DELIMITER_ROW = re.compile(r"[ \t|:]*-[ \t|:-]*")


def find_tables(text: str) -> tuple[Table, ...]:
    """The tables of `text`, in order; header, delimiter row and body rows are spans of whole lines without their line ends.

    A table is a GFM table (https://github.github.com/gfm/#tables-extension-), which may have no body row, or else two or more
    adjacent lines with the same number of `|`, the first of which is the header. Nothing inside a code fence is a table.
    """
    if "|" not in text:
        return ()
    lines = tuple(line_spans(text))
    tokens = block_tokens(text, tables=True)
    tables = list(_gfm_tables(tokens, lines))
    taken = {line for token in tokens if token.type in ("table_open", "fence") for line in range(*line_range(token))}
    pipes = [0 if number in taken else text.count("|", *line) for number, line in enumerate(lines)]
    for count, run in groupby(range(len(lines)), key=pipes.__getitem__):
        rows = [lines[number] for number in run]
        if count and len(rows) > 1:
            tables.append(_pipe_table(rows, text))
    return tuple(sorted(tables, key=lambda table: table.span))


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
