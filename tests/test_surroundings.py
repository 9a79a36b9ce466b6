"""What a cosine owes to the rest of the chunk: thirds and shared words, worked out by hand."""

import pytest
from test_dilution import QUESTIONS, case, measured, value

from generators.chunk import Chunk
from generators.corpus import Question
from generators.measures.holders import contained
from generators.measures.surroundings import shared_words, third


@pytest.mark.parametrize(
    ("span", "which"),
    [
        ((2, 9), 0),  # `aa c bb`: the middle of `aa` is at 1 of 7, below a third
        ((0, 6), 1),  # `c aa c`: at 3 of 6
        ((0, 5), 1),  # at 3 of 5, below two thirds
        ((0, 4), 2),  # at 3 of 4
        ((2, 4), 1),  # alone it is its own middle
    ],
)
def test_an_answer_stands_in_the_third_that_its_middle_is_in(span, which):
    """`aa` is [2, 4) of `c aa c bb`."""
    (one,) = contained(case(span, questions=QUESTIONS[:1]))
    assert third(one, *one.chunks) == which


def test_an_answer_in_two_parts_has_no_third():
    """Nor has one in a chunk into which something was put."""
    (one,) = contained(case((0, 9), questions=(Question("x", "a", ((2, 4), (7, 9))),)))
    assert (third(one, *one.chunks), shared_words(one, *one.chunks)) == (None, None)
    (one,) = contained(case((0, 9), questions=QUESTIONS[:1]))
    assert third(one, Chunk("x c aa c bb", ((0, 9),), "loose")) is None


def test_thirds_are_compared_over_questions_that_have_all_of_them():
    """`aa` in the three chunks above at 2/sqrt(4 + 4 + 1) = 2/3 first, 2/sqrt(4 + 4) middle, 2/sqrt(4 + 1) last; `bb` is never first."""
    of = case((2, 9), (0, 6), (0, 4))
    expected = {"first": 2 / 3, "middle": 2 / 8**0.5, "last": 2 / 5**0.5}
    for name, cosine in expected.items():
        found = measured(f"question_cosine_{name}", of)["letters"]
        assert found.value == pytest.approx(cosine)
        assert (found.inputs["questions"], found.inputs["in_each_third"]) == (2, 1)
    assert value("question_cosine_first", case((0, 6), (0, 4))) is None


FLEET = "The ferry sails at noon. A ferry needs harbour water. Cabbage grows inland."
NOON = Question("noon", "When does the ferry sail from the harbour?", ((0, 24),))
GROWS = Question("grows", "Where does cabbage grow?", ((54, 75),))


def test_shared_words_are_those_outside_the_answer():
    """Of `when does ferry sail from harbour` the filler has `ferry` and `harbour`, 2 of 6; of `where does cabbage grow` nothing."""
    found = measured("filler_shared_words", case((0, 75), text=FLEET, questions=(NOON, GROWS)))[""]
    assert found.value == pytest.approx((2 / 6 + 0) / 2)
    assert found.inputs == {"questions": 2, "lowest": 0, "highest": pytest.approx(2 / 6)}


def test_a_question_of_short_words_has_no_share():
    """`a` has no word of four letters."""
    assert measured("filler_shared_words", case((0, 9)))[""].value is None


def test_the_halves_are_those_with_few_and_many_words_shared():
    """One question each: `grows` shares none, `noon` two. What is left is chunk over answer, counted in a, b and c."""
    of = case((0, 75), text=FLEET, questions=(NOON, GROWS))
    for name, question in (("few", GROWS), ("many", NOON)):
        alone = case((0, 75), text=FLEET, questions=(question,))
        found = measured(f"question_cosine_share_{name}", of)["letters"]
        assert found.value == pytest.approx(value("question_cosine_share", alone))
        assert found.inputs["questions"] == 1
    assert measured("question_cosine_share_few", of)["letters"].inputs["shared_words"] == 0


def test_of_an_odd_number_one_is_in_neither_half():
    """And of one question there is no half."""
    of = case((0, 75), text=FLEET, questions=(NOON, GROWS, Question("tie", "When does cabbage grow?", ((54, 75),))))
    assert [measured(f"question_cosine_share_{name}", of)["letters"].inputs["questions"] for name in ("few", "many")] == [1, 1]
    assert value("question_cosine_share_few", case((0, 75), text=FLEET, questions=(NOON,))) is None
