"""Annotations as rules: what breaks one is named with its place, the value and what to give instead."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import jsonschema
import pytest

from generators.checks import faults
from generators.schema import (
    InWords,
    NotNegative,
    OneOf,
    Positive,
    Range,
    Sweep,
    counted,
    describe,
    fields_of,
    inline,
    json_schema,
    nearest,
    shown,
)

SHARE = Annotated[float, Range(0, 1)]
RATIO = Annotated[float, Range(0, above=True)]
UNIT = Annotated[str, OneOf(("characters", "cl100k_base"), "what is here")]


@dataclass(frozen=True)
class Row:
    """A row of a file."""

    use: str
    size: Positive | None = None
    names: list[str] = field(default_factory=list)


def said(value, rule):
    return [problem for _, problem in faults(value, rule)]


@pytest.mark.parametrize(
    ("value", "rule", "problem"),
    [
        ("80", int, "'80' is a text: give a whole number"),
        (80.5, int, "80.5 is a number: give a whole number"),
        (True, int, "true is a yes or no: give a whole number"),
        (False, float, "false is a yes or no: give a number"),
        (1, bool, "1 is a whole number: give a yes or no"),
        (5, str, "5 is a whole number: give a text"),
        (None, str, "is empty: give a text"),
        (["a"], str, "['a'] is a list: give a text"),
        ({"a": 1}, list[int], "{'a': 1} is a mapping: give a list, each a whole number"),
        (7, dict[str, str], "7 is a whole number: give a mapping of names, each a text"),
        (7, Row, "7 is a whole number: give a mapping with `use`, `size`, `names`"),
        (0, Positive, "0 is out of range: give a whole number from 1"),
        (0, Positive | None, "0 is out of range: give a whole number from 1"),
        (-1, NotNegative, "-1 is out of range: give a whole number from 0"),
        (1.01, SHARE, "1.01 is out of range: give a number from 0 to 1"),
        (0, RATIO, "0 is out of range: give a number above 0"),
        ("x", Positive | list[Positive], "'x' is a text: give a whole number from 1 or a list, each a whole number from 1"),
        ("ends", bool | Literal["start", "end"], "'ends' is none of `start`, `end`: did you mean end?"),
        ("zzz", Literal["pipes", "aligned"], "'zzz' is none of `pipes`, `aligned`: name one of them"),
        ("gpt2", UNIT, "'gpt2' is none of `characters`, `cl100k_base` (what is here): name one of them"),
        ("cl100k", UNIT, "'cl100k' is none of `characters`, `cl100k_base` (what is here): did you mean cl100k_base?"),
        (True, Literal[1, 2], "true is a yes or no: give one of `1`, `2`"),
    ],
)
def test_a_value_that_breaks_its_rule(value, rule, problem):
    """The value, what it is or what is wrong with it, and what to give."""
    assert said(value, rule) == [problem]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (1, float),
        (0.5, SHARE),
        (0, SHARE),
        (1, SHARE),
        (1e-09, RATIO),
        (None, Positive | None),
        (1, Positive | None),
        ("characters", UNIT),
        ([1, 2], Positive | list[Positive] | Sweep),
        ({"from": 1, "to": 2, "step": 1}, Positive | Sweep),
        ({"use": "x"}, Row),
        ([], list[int]),
        ([["#", "h1"], ["##", "h2"]], list[tuple[str, str]] | None),
        (["a", 1], tuple[str, Positive]),
        ([1, 2, 3], tuple[int, ...]),
        ({"file": "a.md", "part": 3, "draft": True}, dict[str, str | int | float | bool]),
    ],
)
def test_a_value_that_keeps_its_rule(value, rule):
    """No fault, and the JSON Schema accepts it, but for null, which an editor need not offer."""
    assert said(value, rule) == []
    if value is not None:
        jsonschema.validate(value, json_schema(rule))


def test_every_fault_of_a_mapping_is_found_with_its_path():
    """An unknown key, a wrong type inside a list, a wrong range and a missing key, all at once."""
    assert list(faults({"sise": 1, "names": ["a", 2], "size": 0}, Row)) == [
        (("sise",), "unknown key 'sise': did you mean size?"),
        (("names", 1), "2 is a whole number: give a text"),
        (("size",), "0 is out of range: give a whole number from 1"),
        ((), "the key 'use' is missing: give a text"),
    ]


def test_a_union_reports_inside_the_choice_that_was_meant():
    """A mapping in place of a sweep is read as one, and a list item by item."""
    assert list(faults({"from": 1, "to": "9", "step": 0}, Positive | list[Positive] | Sweep)) == [
        (("to",), "'9' is a text: give a whole number"),
        (("step",), "0 is out of range: give a whole number from 1"),
    ]
    assert list(faults([1, 0], Positive | list[Positive])) == [((1,), "0 is out of range: give a whole number from 1")]


def test_a_list_of_a_fixed_length_is_checked_place_by_place():
    """Too long or too short, or a wrong value at one place."""
    rule = list[tuple[str, Positive]]
    assert list(faults([["a"], ["b", 0], ["c", 1, 2]], rule)) == [
        ((0,), "holds 1 value: give [a text, a whole number from 1]"),
        ((1, 1), "0 is out of range: give a whole number from 1"),
        ((2,), "holds 3 values: give [a text, a whole number from 1]"),
    ]


def test_a_long_value_is_shortened():
    """5,000 letters and two quotation marks are 5,002 characters, of which 60 are shown; a line end stays on the line."""
    assert shown("a" * 5000) == f"'{'a' * 59}... (5,002 characters)"
    assert shown("a\nb") == r"'a\nb'"
    assert [shown(None), shown(True), shown(1.5)] == ["nothing", "true", "1.5"]


def test_a_name_stays_on_the_line():
    """It is shown as it is where that can be, and otherwise inert."""
    assert [inline("scenarios/größe.yaml"), inline("a\nb"), inline("a\u2028b")] == ["scenarios/größe.yaml", r"'a\nb'", r"'a\u2028b'"]


def test_the_nearest_word_or_all_of_them():
    """A misspelt word gets one, any other all, each once."""
    assert nearest("chunk_sise", ["chunk_overlap", "chunk_size"]) == "did you mean chunk_size?"
    assert nearest("zzz", ["a", "b"]) == "known here: a, b"
    assert nearest("zzz", ["a", "b", "b"]) == "known here: a, b"
    assert nearest("zzz", []) == "known here: none"


def test_a_count_has_its_noun():
    """One line end, and more."""
    assert [counted(1, "line end"), counted(0, "line end"), counted(2000, "line end")] == ["1 line end", "0 line ends", "2,000 line ends"]


def test_the_keys_of_a_function_are_its_keyword_only_parameters():
    """What stands before the star is no key; required keys have no default."""

    def shelf(context: str, *, size: Positive, overlap: int = 3) -> None:
        del context, size, overlap

    fields = fields_of(shelf)
    assert list(fields) == ["size", "overlap"]
    assert [fields["size"][0], fields["overlap"]] == [Positive, (int, 3)]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (Positive, 0),
        (SHARE, 2),
        (RATIO, 0),
        (UNIT, "gpt2"),
        (Row, {"use": "x", "zzz": 1}),
        (Row, {}),
        (list[int], ["a"]),
        (dict[str, str], {"a": 1}),
        (list[tuple[str, str]], [["#"]]),
        (list[tuple[str, str]], [["#", 1]]),
        (tuple[str, Positive], ["a", 0]),
        (dict[str, str | int], {"a": None}),
    ],
)
def test_the_json_schema_refuses_what_the_rule_refuses(rule, value):
    """Limits, choices, closed mappings, required keys, items."""
    assert said(value, rule)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, json_schema(rule))


def test_words_of_its_own_change_nothing_of_a_rule():
    """They are what is asked for where a value is of another kind, and what an editor shows."""
    rule = Annotated[list[Positive], InWords("a list of sizes")]
    assert said([1, 2], rule) == []
    assert said(["a"], rule) == ["'a' is a text: give a whole number from 1"]
    assert said("a", rule) == ["'a' is a text: give a list of sizes"]
    assert json_schema(rule) == {"type": "array", "items": {"type": "integer", "minimum": 1}, "description": "a list of sizes"}


def test_a_rule_in_words():
    """What a page of reference says of a key."""
    assert describe(Positive | list[Positive] | None) == "a whole number from 1 or a list, each a whole number from 1"
    assert describe(UNIT) == "one of `characters`, `cl100k_base` (what is here)"
    assert describe(Annotated[str, InWords("a file's name")] | list[str] | None) == "a file's name or a list, each a text"
    assert describe(list[tuple[str, Positive]]) == "a list, each [a text, a whole number from 1]"


def test_of_very_many_known_words_the_first_are_listed():
    """A number that is not there is one of thousands: 200 of 250 are named, and the 50 that are left are counted."""
    words = [f"word-{number}" for number in range(250)]
    assert nearest("x", words) == f"known here: {', '.join(words[:200])} and 50 more"
    assert nearest("x", ["a", "a"]) == "known here: a"
