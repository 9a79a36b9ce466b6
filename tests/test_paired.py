"""Two rows asked the same questions: which only one answers, and the family in which a difference is told from chance."""

import small_project
from test_handed_on import case, measured, values

from generators.corpus import Document, Question
from generators.gather import in_families
from generators.results import Measurement

DOCUMENT = Document("d", "aa bb cc", questions=(Question("a", "a", ((0, 2),), "fact"), Question("bc", "b", ((3, 8),), "code")))


def test_questions_that_only_one_row_answers():
    """The row holds `bb cc` and cuts `aa`; the other the other way round: one won, one lost, and a chance of 1."""
    other = case([DOCUMENT], [(0, 2), (3, 5), (6, 8)])
    of = case([DOCUMENT], [(0, 1), (1, 2), (3, 8)], against=other)
    assert values("questions_won", of) == {
        "r.k3": 1,
        "r.k3.fact": 0,
        "r.k3.code": 1,
        "r.t2000": 1,
        "r.t2000.fact": 0,
        "r.t2000.code": 1,
    }
    assert values("questions_lost", of)["r.k3.fact"] == 1
    assert values("chance", of) == {"r.k3": 1, "r.t2000": 1}
    assert values("questions_to_decide", of) == {"r.k3": None, "r.t2000": None}
    assert measured("chance", of)["r.k3"].inputs == {"won": 1, "lost": 1, "questions": 2}


def test_a_row_that_is_compared_with_none_has_none_of_these():
    """Nothing is published of it."""
    for name in ("questions_won", "questions_lost", "chance", "chance_in_family", "questions_to_decide"):
        assert measured(name, case([DOCUMENT], [(0, 8)])) == {}


LETTERS = "abcdefghij"
TEXT = " ".join(f"{letter * 4} {letter * 6}." for letter in LETTERS)
QUESTIONS = ", ".join(f'{{id: {letter}, text: "{letter * 4}?", answer: "{letter * 4} {letter * 6}"}}' for letter in LETTERS)

FAMILY = f"""\
title: A family of comparisons
corpora:
  notes: {{texts: {{one: "{TEXT}"}}, questions: [{QUESTIONS}]}}
retrievers: {{words: [bm25]}}
splitters:
  whole: {{use: fixed, chunk_size: 1000, against: cut}}
  half: {{use: fixed, chunk_size: 78, against: cut}}
  cut: {{use: fixed, chunk_size: 8}}
measures: [chance, chance_in_family]
"""


def test_a_family_has_all_rows_of_a_scenario(tmp_path):
    """Ten answers of eleven characters, which chunks of eight tokens may cut; each p value is doubled for the smaller, and kept beside."""
    numbers = small_project.results(tmp_path, FAMILY).numbers
    raw = {row: numbers[f"small/notes/{row}/chance/words.t2000"].value for row in ("whole", "half")}
    adjusted = {row: numbers[f"small/notes/{row}/chance_in_family/words.t2000"] for row in ("whole", "half")}
    low, high = sorted(raw, key=raw.__getitem__)
    assert adjusted[low].value == min(1, 2 * raw[low])
    assert adjusted[high].value == max(adjusted[low].value, raw[high])
    assert (adjusted[low].inputs["unadjusted"], adjusted[low].inputs["family"]) == (raw[low], 2)
    assert raw[low] < 0.05


def adjusted(*members):
    """Numbers of one measure that is adjusted in families, each a row, a part, a value and a status."""
    numbers = [Measurement("s", "c", row, "chance_in_family", part, value, {}, status=status) for row, part, value, status in members]
    return {(one.splitter, one.part): (one.value, one.status) for one in in_families(numbers)}


def test_each_part_is_a_family_and_what_is_na_stays_so():
    """Two values are adjusted to each other, a third has a part of its own, and a run that failed has none to adjust."""
    found = adjusted(("a", "r.k3", 0.02, "live"), ("b", "r.k3", 0.5, "live"), ("a", "r.t2000", 0.02, "live"), ("c", "", None, "live"))
    assert found == {("a", "r.k3"): (0.04, "live"), ("b", "r.k3"): (0.5, "live"), ("a", "r.t2000"): (0.02, "live")}


def test_a_family_with_a_frozen_number_is_frozen():
    """What is absent would have been counted with the others, so all of its family come from the lock; a whole run may belong to any."""
    part = adjusted(("a", "r.k3", 0.02, "live"), ("b", "r.k3", None, "frozen"), ("a", "q.k3", 0.02, "live"))
    assert part == {("a", "r.k3"): (None, "frozen"), ("b", "r.k3"): (None, "frozen"), ("a", "q.k3"): (0.02, "live")}
    run = adjusted(("a", "r.k3", 0.02, "live"), ("b", "", None, "frozen"))
    assert run == {("a", "r.k3"): (None, "frozen"), ("b", ""): (None, "frozen")}
