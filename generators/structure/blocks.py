"""The blocks of a Markdown text with their places: headings, paragraphs, lists, quotes, code, HTML and front matter, tables apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from generators.corpora.markdown import block_tokens, line_range, line_spans
from generators.spans import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

Kind = Literal["heading", "paragraph", "code", "lines", "group"]

KINDS: dict[str, Kind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "fence": "code",
    "code_block": "code",
    "html_block": "lines",
    "hr": "group",
    "bullet_list_open": "group",
    "ordered_list_open": "group",
    "list_item_open": "group",
    "blockquote_open": "group",
}
"""What each block of the parser is here; a group is only the blocks in it, and `lines` may be cut between lines as a last resort."""

FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*(\r\n?|\n)(?=[\w-]+[ \t]*:)(?:.*?\1)??(?:---|\.\.\.)[ \t]*(?=[\r\n]|\Z)", re.DOTALL)
"""YAML between two lines of dashes at the very start; its first line must name a key, for a text may also begin with a rule."""

DEEPEST = 100
"""The parser stops at so many blocks within blocks, so that a hostile text does not exhaust the stack."""


@dataclass(frozen=True)
class Block:
    """A block as a span of whole lines; `depth` counts the blocks around it. A heading has its `level` from 1 and its `words`."""

    kind: Kind
    span: Span
    depth: int
    level: int = 0
    words: str = ""


def find_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of CommonMark in `text`, in order, those around others first; tables are left to `find_tables`.

    Front matter is one block of lines. So is a fence that is never closed: it runs to the end of what it stands in, and nobody meant that.
    """
    front = FRONT_MATTER.match(text)
    start = front.end() if front else len(text) - len(text.removeprefix("\ufeff"))
    lines = [(first + start, end + start) for first, end in line_spans(text[start:])]
    tokens = block_tokens(text[start:], deepest=DEEPEST)
    return (*([Block("lines", front.span(), 0)] if front else ()), *_blocks(text, tokens, lines))


def _blocks(text: str, tokens: list[Token], lines: list[Span]) -> Iterator[Block]:
    for index, token in enumerate(tokens):
        kind = KINDS.get(token.type)
        if kind is None:
            continue
        first, behind = line_range(token)
        span = (lines[first][0], lines[behind - 1][1])
        if kind == "heading":
            yield Block(kind, span, token.level, int(token.tag[1:]), " ".join(tokens[index + 1].content.split()))
        elif token.type == "fence" and not _is_closed(token.markup, text[slice(*span)]):
            yield Block("lines", span, token.level)
        else:
            yield Block(kind, span, token.level)


def _is_closed(mark: str, fence: str) -> bool:
    """Whether the last line of a fence is a mark as long as the one that opened it; in a quote, `>` stands before it."""
    _, *rest = fence.rstrip().splitlines()
    last = rest[-1].lstrip(" \t>") if rest else ""
    return len(last) >= len(mark) and not last.strip(mark[0] + " \t")
