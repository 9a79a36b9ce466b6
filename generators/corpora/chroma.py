"""The questions of Chroma's chunking evaluation, each with the spans of its references in one of the five texts."""

from __future__ import annotations

import csv
import io
import json

from generators.corpus import Question


def questions(text: str, source: str) -> tuple[Question, ...]:
    """Those of the file's questions that ask the text of that name, each named by its number in the file, from 1.

    The spans are as published, with the blanks that some begin or end with.
    """
    rows = enumerate(csv.DictReader(io.StringIO(source, newline="")), 1)
    return tuple(
        Question(f"q{number:03}", row["question"], tuple((one["start_index"], one["end_index"]) for one in json.loads(row["references"])))
        for number, row in rows
        if row["corpus_id"] == text
    )
