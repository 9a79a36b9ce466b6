"""TAT-QA as a document: its contexts one after another, each a table in Markdown within its paragraphs, and questions of the tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generators.corpus import Question
from generators.spans import Span

Rows = Sequence[Sequence[str]]
"""A table's cells, row by row."""

BETWEEN = "\n\n"


def as_markdown(source: str) -> str:
    """The contexts of a file of TAT-QA in their order, blocks parted by a blank line, without the questions.

    The file has a context's paragraphs in order, but not where the table stood among them. It stands here after the first paragraph that
    ends in a colon, which most often announces it, or else after the first.
    """
    return BETWEEN.join(block for context in json.loads(source) for block in _blocks(context)) + "\n"


def questions(source: str) -> tuple[Question, ...]:
    """The questions that cells answer: each answer is just one cell of the table's body, and a cell needs its row's label and its header.

    A cell is the answer if it is the same but for blanks and dollar signs. The body begins with the first row that has a label in its
    first cell, and never before the second; the header of a cell is what stands above the body in its column. Questions of which an
    answer is no such cell, or has no label or no header, are left out, as are those that are answered by counting or arithmetic.
    """
    found: list[Question] = []
    at = 0
    for context in json.loads(source):
        before, rows, _ = _parts(context)
        cells = list(_cells(rows, at + _length(before)))
        for asked in context["questions"]:
            if "table" in asked["answer_from"] and asked["answer_type"] in ("span", "multi-span"):
                needed = [_needed(answer, rows, cells) for answer in asked["answer"]]
                if all(needed):
                    spans = sorted({span for spans in needed for span in spans})
                    found.append(Question(asked["uid"], asked["question"], tuple(spans), "table"))
        at += _length(_blocks(context))
    return tuple(found)


def _blocks(context: dict[str, Any]) -> list[str]:
    before, rows, after = _parts(context)
    return [*before, gfm_table(rows), *after]


def _parts(context: dict[str, Any]) -> tuple[list[str], Rows, list[str]]:
    """The paragraphs before the table, the table, and the paragraphs after it."""
    texts = [paragraph["text"].strip() for paragraph in sorted(context["paragraphs"], key=lambda paragraph: paragraph["order"])]
    announced = next((place for place, text in enumerate(texts) if text.endswith(":")), 0)
    return texts[: announced + 1], context["table"]["table"], texts[announced + 1 :]


def _length(blocks: Iterable[str]) -> int:
    """The characters of blocks, each with what parts it from the next."""
    return sum(len(block) + len(BETWEEN) for block in blocks)


def gfm_table(rows: Rows) -> str:
    """Rows of cells as a table of GitHub Flavored Markdown; the first row is the header, as a pipe table has just one."""
    header, *body = rows
    return "\n".join([_row(header), _row(["---"] * len(header)), *map(_row, body)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _cells(rows: Rows, start: int) -> Iterator[list[Span]]:
    """Where the cells of each row stand in a document in which the table starts at an offset."""
    for index, row in enumerate(rows):
        at, spans = start + len("| "), []
        for cell in map(_cell, row):
            spans.append((at, at + len(cell)))
            at += len(cell) + len(" | ")
        yield spans
        start += len(_row(row)) + 1
        if index == 0:
            start += len(_row(["---"] * len(row))) + 1


def _needed(answer: str, rows: Rows, cells: Sequence[Sequence[Span]]) -> list[Span]:
    """The cell that is the answer with its label and header, or nothing where any of these is missing or several cells are the answer."""
    body = max(1, next((index for index, row in enumerate(rows) if row[0].strip()), len(rows)))
    places = [
        (row, column)
        for row in range(body, len(rows))
        for column in range(1, len(rows[row]))
        if _bare(rows[row][column]) == _bare(answer) != ""
    ]
    if len(places) != 1:
        return []
    ((row, column),) = places
    header = [cells[above][column] for above in range(body) if column < len(rows[above]) and rows[above][column].strip()]
    return [*header, cells[row][0], cells[row][column]] if header and rows[row][0].strip() else []


def _bare(text: str) -> str:
    return "".join(text.replace("$", "").split())
