"""WikiText as Markdown: its headings between equals signs, and its paragraphs of one line each."""

from __future__ import annotations

import re

HEADING = re.compile(r" ((?:= )+)(.+?) \1")


def as_markdown(text: str) -> str:
    """The articles with `= = Plot = =` written as `## Plot` and a blank line between paragraphs; the words are left as they are."""
    return "\n\n".join(filter(None, map(_block, text.split("\n")))) + "\n"


def _block(line: str) -> str:
    heading = HEADING.fullmatch(line)
    return f"{'#' * heading[1].count('=')} {heading[2]}" if heading else line.strip()
