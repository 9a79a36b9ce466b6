"""McNemar's test, Holm's procedure, what they say of two settings, and how many questions would tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.measures.mcnemar import holm, mcnemar, questions_needed


def test_the_p_value_is_that_of_a_coin():
    """Of 6 questions 1 is lost: 2 (1 + 6) / 64 = 0.21875; of 5 none: 2 / 32; equally many, or none at all: 1."""
    assert mcnemar(5, 1) == mcnemar(1, 5) == pytest.approx(0.21875)
    assert mcnemar(5, 0) == pytest.approx(0.0625)
    assert mcnemar(3, 3) == pytest.approx(1)
    assert mcnemar(0, 0) == 1


def test_holm_multiplies_the_smallest_most():
    """0.01 x 4, then 0.015 x 3 = 0.045, then 0.03 x 2 = 0.06, and 0.02 below that would not stand: 0.04 x 1 is lifted to 0.06."""
    assert holm([0.03, 0.01, 0.04, 0.015]) == pytest.approx([0.06, 0.04, 0.06, 0.045])
    assert holm([0.6, 0.9]) == [1, 1]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_keeps_the_order_and_never_helps(values):
    """An adjusted value is no smaller than its own, no larger than by Bonferroni's rule, and of two the smaller stays so."""
    adjusted = holm(values)
    for own, after in zip(values, adjusted, strict=True):
        assert own <= after <= min(1, len(values) * own) or after == own == 0
    pairs = sorted(zip(values, adjusted, strict=True))
    assert [after for _, after in pairs] == sorted(adjusted)


def test_how_many_questions_would_tell():
    """20 won and 10 lost of 100: d = 0.3, e = 0.1; (1.959964 sqrt(0.3) + 0.841621 sqrt(0.29))^2 / 0.01.

    1.073515 + 0.453224 = 1.526739, squared 2.330932, over 0.01 is 233.09: 234. Without a difference no number would.
    """
    assert questions_needed(20, 10, 100) == questions_needed(10, 20, 100) == 234
    assert questions_needed(200, 100, 1000) == 234
    assert questions_needed(4, 4, 100) is None
