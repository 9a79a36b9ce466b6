"""Finding the headings of a Markdown text, and the text that stands under each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from generators.corpora.markdown import block_tokens, line_range, line_spans
from generators.spans import Span, trimmed


@dataclass(frozen=True)
class Heading:
    """The words of a heading, without its marks, and its section: what stands between it and the next heading, if that is not blank."""

    words: Span
    section: Span


def find_headings(text: str) -> tuple[Heading, ...]:
    """The headings of CommonMark in `text` (https://spec.commonmark.org/0.31.2/#atx-headings and setext), in order; none inside code.

    A heading without words is left out: there is nothing of it to find in a chunk.
    """
    if "#" not in text and "\n=" not in text and "\n-" not in text:
        return ()
    lines = tuple(line_spans(text))
    tokens = block_tokens(text)
    blocks = [(token, inline.content) for token, inline in pairwise(tokens) if token.type == "heading_open"]
    starts = [lines[line_range(token)[0]][0] for token, _ in blocks] + [len(text)]
    found = []
    for (token, content), next_start in zip(blocks, starts[1:], strict=True):
        first, behind = line_range(token)
        start, end = lines[first][0], lines[behind - 1][1]
        words = content.split("\n", 1)[0]
        place = text.find(words, start, end)
        if words and place >= 0:
            found.append(Heading((place, place + len(words)), trimmed((end, next_start), text)))
    return tuple(found)
