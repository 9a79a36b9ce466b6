"""Markdown's blocks as CommonMark has them, and the lines that they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generators.spans import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

LINE_END = re.compile(r"\r\n?|\n")  # the line ends of CommonMark, and so those that the parser's line numbers count


def block_tokens(text: str, *, tables: bool = False, deepest: int | None = None) -> list[Token]:
    """The parser's tokens of the blocks in `text`, in order, and nothing of what stands within a line.

    With `tables` those of GFM are among them; blocks within more than `deepest` others are passed over.
    """
    from markdown_it import MarkdownIt  # noqa: PLC0415 a warm run parses nothing

    parser = MarkdownIt("commonmark", {"maxNesting": deepest} if deepest else None).disable(["inline", "text_join"])
    return (parser.enable("table") if tables else parser).parse(text)


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
