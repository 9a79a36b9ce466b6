"""Tests of locate and lost on known cases: chunks that real splitters gave, and where they came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from known_cases import document, found, given

from generators.chunk import locate

OWN = {
    # Two equal sentences, the second chunk found by `find` at the first one.
    "repeated sentence": {
        "document": "We agree. They do not. We agree.",
        "runs": [{"chunks": ["We agree. They do not.", "We agree."], "max_overlap_chars": 0}],
        "right": {"spans": [[0, 22], [23, 32]], "how": ["exact", "exact"], "ways": 1, "overlap_real": [0], "lost_nonspace": 0},
    },
    # Overlap in tokens: no bound in characters; 7 - 4 = 3 shared.
    "overlap in tokens": {
        "document": "one two six",
        "runs": [{"chunks": ["one two", "two six"]}],
        "right": {"spans": [[0, 7], [4, 11]], "ways": 1, "overlap_real": [3], "lost_runs": []},
    },
    # A blank line run became one line end: the answer "b\n\n\nc" (4 to 9) lies within the span but not in the chunk's text.
    "collapsed blank lines": {
        "document": "a a b\n\n\nc",
        "runs": [{"chunks": ["a a b\nc"]}],
        "right": {
            "spans": [[0, 9]],
            "how": ["loose"],
            "altered": [0],
            "lost_nonspace": 0,
            "holders": {"q": [0]},
            "holders_literal": {"q": []},
        },
        "questions": [{"id": "q", "answer": "b\n\n\nc", "answer_span": [4, 9]}],
    },
    # The separators were dropped at both cuts: two commas lost.
    "dropped separators": {
        "document": "red, green, blue",
        "runs": [{"chunks": ["red", "green", "blue"], "max_overlap_chars": 0}],
        "right": {"spans": [[0, 3], [5, 10], [12, 16]], "lost_nonspace": 2, "lost_runs": [[3, 4], [10, 11]]},
    },
    # The splitter's own pattern was pasted between two parts.
    "pasted separator": {
        "document": "red; green",
        "runs": [{"chunks": [r"red;\s+green"]}],
        "right": {"spans": [None], "unmapped": [0], "altered": [0]},
    },
    # A token splitter cut 漢 in two: it is in no chunk as itself, its half chunks still stand at 0 to 1 and 2 to 3.
    "cut character": {
        "document": "か漢字",
        "runs": [{"chunks": ["か\ufffd", "\ufffd字"]}],
        "right": {"spans": [[0, 1], [2, 3]], "how": ["loose", "loose"], "lost_runs": [[1, 2]], "lost_nonspace": 1},
    },
    # The header row repeated: its 3 characters are what the two chunks share.
    "repeated header": {
        "document": "k v\na 1\nb 2",
        "runs": [{"chunks": ["k v\na 1", "k v\nb 2"]}],
        "right": {"spans": [[0, 7], [0, 11]], "pieces": [[[0, 7]], [[0, 3], [8, 11]]], "overlap_real": [3], "holders": {"q": [0]}},
        "questions": [{"id": "q", "answer": "k v\na 1", "answer_span": [0, 7]}],
    },
    # The one "no" given may be either.
    "ambiguous": {"document": "no no", "runs": [{"chunks": ["no"]}], "right": {"spans": [[0, 2]], "how": ["exact"], "ways": 2}},
}
"""Small cases in the shape of the known ones, so that the rules are checked where those are absent, too."""


def runs() -> Iterator[Any]:
    """Every run with chunks of which the case states where they came from or what they lost: document, run, what is right, questions."""
    for name, case in OWN.items():
        yield pytest.param(case["document"], case["runs"][0], case["right"], case.get("questions", []), id=name)
    for number, case in given().items():
        for run in case["observed_today"]["runs"]:
            right = case["right"].get(run["name"], {})
            if case.get("reference") is not False and "chunks" in run and ("spans" in right or "lost_nonspace" in right):
                yield pytest.param(document(case), run, right, case.get("questions", []), id=f"{number}-{run['name']}")


@pytest.mark.parametrize(("text", "run", "right", "questions"), list(runs()))
def test_known_case(text: str, run: dict[str, Any], right: dict[str, Any], questions: list[dict[str, Any]]) -> None:
    """What the case states of its chunks is what locate and lost give; some chunk is ambiguous just where several ways are right."""
    located = locate(text, run["chunks"], run.get("max_overlap_chars"))
    got = found(text, located, questions)
    ambiguous = any(chunk.match == "ambiguous" for chunk in located)
    assert ambiguous == (right.get("ways", 1 + ambiguous) > 1)
    stated = {name: value for name, value in right.items() if name in got and not (ambiguous and name in ("how", "altered"))}
    assert "spans" in stated or "chunks_n" in stated
    assert {name: got[name] for name in stated} == stated


def test_a_huge_single_line() -> None:
    """Given only by its first and last spans: 250 windows of 1000/200 in 200,000 equal characters; 249,800 are stored."""
    right = {"chunks_n": 250, "first_spans": [[0, 1000], [800, 1800], [1600, 2600]], "last_span": [199200, 200000], "stored_chars": 249800}
    text = "a" * 200_000
    got = found(text, locate(text, [text[start : start + 1000] for start in range(0, len(text) - 200, 800)], 200), [])
    assert {name: got[name] for name in right} == right
