"""TAT-QA as a document: its contexts one after another, each a table in Markdown within its paragraphs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any


def as_markdown(source: str) -> str:
    """The contexts of a file of TAT-QA in their order, blocks parted by a blank line; questions are left out.

    The file has a context's paragraphs in order, but not where the table stood among them. It stands here after the first paragraph that
    ends in a colon, which most often announces it, or else after the first.
    """
    return "\n\n".join(block for context in json.loads(source) for block in _blocks(context)) + "\n"


def _blocks(context: dict[str, Any]) -> Iterator[str]:
    texts = [paragraph["text"].strip() for paragraph in sorted(context["paragraphs"], key=lambda paragraph: paragraph["order"])]
    announced = next((place for place, text in enumerate(texts) if text.endswith(":")), 0)
    yield from texts[: announced + 1]
    yield gfm_table(context["table"]["table"])
    yield from texts[announced + 1 :]


def gfm_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a table of GitHub Flavored Markdown; the first row is the header, as a pipe table has just one."""
    header, *body = rows
    return "\n".join([_row(header), _row(["---"] * len(header)), *map(_row, body)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"
