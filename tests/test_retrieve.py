"""Retrieval: chunks ranked by vectors, by words and by both, with every tie broken by their order."""

import subprocess
import sys
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.encoders.encoder import Encoder, Reader
from generators.mistake import Absent, Mistake
from generators.retrieve import Ranking, by_cosine, by_words, fused, ranking

NAN = float("nan")


def encoder(embed=None):
    """An encoder whose vectors count a text's letters a and b."""
    counted = embed or (lambda texts: np.array([[text.count("a"), text.count("b")] for text in texts], dtype=float))
    return Encoder("letters", (), lambda: Reader(lambda text: [(at, at + 1) for at in range(len(text))]), counted)


def ranked(*scores):
    """The order of texts with these scores."""
    return ranking(np.array(scores, dtype=float)).order.tolist()


def test_cosines_rank_all_texts():
    """To `a` the text `a` has 1, `ab` 1/sqrt 2, and `b` nought, which is a place in the order as well."""
    (found,) = by_cosine(encoder(), ["b", "ab", "a"], ["a"])
    np.testing.assert_allclose(found.scores, [0, 2**-0.5, 1])
    assert (found.order.tolist(), found.ranks.tolist()) == ([2, 1, 0], [3, 2, 1])


def test_equal_scores_leave_texts_in_their_order():
    """`ab` and `ba` have one vector, and `ab` stands twice: all three tie, before `a` or behind it."""
    rankings = by_cosine(encoder(), ["ab", "a", "ba", "ab"], ["aabb", "a"])
    assert [one.order.tolist() for one in rankings] == [[0, 2, 3, 1], [1, 0, 2, 3]]


def test_what_differs_by_less_than_single_precision_is_a_tie():
    """The second text is ahead by 1e-8, which is noise, and then by 1e-5, which is not."""
    assert ranked(0.5, 0.5 + 1e-8) == [0, 1]
    assert ranked(0.5, 0.5 + 1e-5) == [1, 0]


def test_a_text_without_a_vector_is_not_retrieved():
    """`?` counts nothing, so it has no cosine; as a question it retrieves nothing."""
    first, second = by_cosine(encoder(), ["?", "b", "a"], ["a", "?"])
    assert (first.order.tolist(), first.ranks.tolist()) == ([2, 1], [0, 2, 1])
    assert (second.order.tolist(), second.best([0, 1, 2])) == ([], None)


def test_without_texts_or_questions_nothing_is_encoded():
    """The encoder would complain; there is one empty ranking for each question."""

    def never(texts):
        raise AssertionError(texts)

    (found,) = by_cosine(encoder(never), [], ["a"])
    assert (found.order.tolist(), found.ranks.tolist()) == ([], [])
    assert by_cosine(encoder(never), ["a"], []) == []
    assert [one.order.tolist() for one in by_words([], ["oak"])] == [[]]


def test_a_broken_vector_is_a_mistake_and_an_absent_model_absent():
    """A NaN never reaches a ranking."""
    with pytest.raises(Mistake, match="the encoder letters gives no finite vector for the text that begins 'b'"):
        by_cosine(encoder(lambda texts: np.array([[NAN if text == "b" else 1.0] for text in texts])), ["a", "b"], ["c"])

    def absent(texts):
        raise Absent("no model")

    with pytest.raises(Absent, match="no model"):
        by_cosine(encoder(absent), ["a"], ["b"])


def test_words_rank_by_bm25_in_lucenes_form():
    """`oak` is in one of two texts: idf = ln(1 + 1.5/1.5) = ln 2. Its text has 1 word of 1.5 on average: 1/(1 + 1.5 (0.25 + 0.75/1.5))
    = 1/2.125. The other text shares no word and is not retrieved.
    """
    (found,) = by_words(["elm ash", "oak"], ["Oak?"])
    assert found.scores[1] == pytest.approx(log(2) / 2.125)
    assert np.isnan(found.scores[0])
    assert (found.order.tolist(), found.ranks.tolist()) == ([1], [0, 1])


def test_words_are_lower_cased_and_neither_stemmed_nor_stop_words_nor_single_letters():
    """`oaks` is another word than `oak`; `the`, `is` and `x` are none."""
    texts = ["The oaks", "OAK x", "is x the"]
    assert [one.order.tolist() for one in by_words(texts, ["oak", "oaks", "is the x?", ""])] == [[1], [0], [], []]


def test_texts_without_a_word_retrieve_nothing():
    """No vocabulary, no error."""
    assert [one.order.tolist() for one in by_words(["?", "", "the"], ["oak", "the"])] == [[], []]


def test_equal_texts_rank_by_their_order_among_words():
    """Three times the same text, and one with the word twice before them: 2/(2 + ...) is more than 1/(1 + ...) at near lengths."""
    assert by_words(["oak elm", "oak oak", "oak elm", "oak elm"], ["oak"])[0].order.tolist() == [1, 0, 2, 3]


def test_the_ranking_by_words_does_not_depend_on_the_hash_seed():
    """A fresh process with other seeds gives the same scores, digit for digit."""
    code = (
        "from generators.retrieve import by_words; texts = ['oak elm ash', 'elm fir', 'oak fir yew elm', 'yew'];"
        "print([one.scores.tolist() for one in by_words(texts, ['oak elm yew fir', 'fir yew'])])"
    )
    found = {
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert found.pop().count("nan") == 1  # the first text shares no word with the second question


def test_fusion_adds_the_reciprocal_ranks():
    """Text 1 has 1/62 + 1/61, text 2 has 1/63 + 1/62, and text 0, which the second ranking does not retrieve, 1/61."""
    both = fused([ranking(np.array([3.0, 2.0, 1.0])), ranking(np.array([NAN, 9.0, 8.0]))])
    np.testing.assert_allclose(both.scores, [1 / 61, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62])
    assert both.order.tolist() == [1, 2, 0]


def test_fusion_leaves_ties_in_order_and_what_nothing_retrieves_out():
    """First and second in either ranking: 1/61 + 1/62 both. Text 2 is in neither."""
    both = fused([ranking(np.array([1.0, 2.0, NAN])), ranking(np.array([2.0, 1.0, NAN]))])
    assert (both.order.tolist(), both.ranks.tolist()) == ([0, 1], [1, 2, 0])


def test_fusion_tells_neighbours_apart_far_down():
    """At ranks 2,000 and 2,001 the scores differ by 1/2060 - 1/2061 = 2e-7, less than cosines are told apart by."""
    scores = np.arange(3000).astype(float)
    assert fused([ranking(scores), ranking(scores)]).order.tolist() == list(range(2999, -1, -1))


def test_one_ranking_alone_is_not_fused():
    """Its own scores stand."""
    one = ranking(np.array([0.5, 0.7]))
    assert fused([one]) is one


def test_the_best_of_several_positions():
    """Ranks 3, 1 and 2; position 3 is not retrieved."""
    one = ranking(np.array([0.1, 0.9, 0.5, NAN]))
    assert [one.best(positions) for positions in ([0, 2], [1, 0], [3], [], [3, 0])] == [2, 1, None, None, 3]


@given(st.lists(st.one_of(st.just(NAN), st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(-1, 1)), max_size=30))
def test_an_order_is_total(scores):
    """Each text with a score has its place, none before a better one; of equal ones the earlier comes first."""
    found: Ranking = ranking(np.array(scores, dtype=float))
    order, rounded = found.order.tolist(), np.round(scores, 6).tolist()
    assert sorted(order) == [at for at, score in enumerate(scores) if not np.isnan(score)]
    assert order == sorted(order, key=lambda at: (-rounded[at], at))
    assert [int(found.ranks[at]) for at in order] == list(range(1, len(order) + 1))


def test_importing_it_loads_nothing_heavy():
    """NumPy and bm25s come with the first ranking."""
    code = "import sys; import generators.retrieve; print([name for name in ('numpy', 'bm25s', 'tokenizers') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
