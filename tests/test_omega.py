"""The scores of Chroma's evaluation by its own rules, by hand and against what it published."""

import pytest
from prerequisites import ROOT, need_data
from test_handed_on import case, measured, values

from generators.corpora import datasets
from generators.corpus import Corpus, Document, Question
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.measures.omega import omega, scores
from generators.splitters.langchain import recursive_character_text_splitter, token_text_splitter
from generators.splitters.splitter import located


def test_omega_is_what_is_held_of_all_that_is_touched():
    """Answer 5 to 15, chunks 0 to 10 and 10 to 20: 10 held of 20. With a third from 30 it stays so, for that touches nothing."""
    assert omega([(0, 10), (10, 20), (30, 40)], [(5, 15)]) == 0.5


def test_a_chunk_that_only_touches_an_answer_counts():
    """Answer 10 to 20, chunks 0 to 10 and 10 to 20: the first holds nothing and costs 10: 10 of 20."""
    assert omega([(0, 10), (10, 20)], [(10, 20)]) == 0.5
    assert omega([(0, 9), (10, 20)], [(10, 20)]) == 1


def test_omega_counts_what_no_chunk_holds():
    """Answer 0 to 10, and the only chunk is 0 to 4: 4 of 10. Where nothing touches it is nought."""
    assert omega([(0, 4)], [(0, 10)]) == 0.4
    assert omega([(20, 24)], [(0, 10)]) == 0


def test_overlapped_text_counts_twice_in_denominators():
    """Answer 0 to 10; chunks 0 to 8 and 4 to 12, and one of 16 from elsewhere.

    8 and 8 and 16 are retrieved: precision 10 / 32; all is held: recall 1; IoU 10 / 32. Without the second chunk 2 are missing:
    recall 0.8, precision 8 / 24, IoU 8 / 26.
    """
    first, second, other = ((0, 8), True), ((4, 12), True), ((0, 16), False)
    assert scores([first, second, other], [(0, 10)]) == {"recall": 1, "precision": 10 / 32, "iou": 10 / 32}
    assert scores([first, other], [(0, 10)]) == {"recall": 0.8, "precision": 8 / 24, "iou": 8 / 26}


# `aa` stands twice, and the chunks are `aa`, ` b `, `aa`; the second `aa` is asked for.
TWICE = Document("d", "aa b aa", questions=(Question("q", "a", ((5, 7),)),))
CUTS = [(0, 2), (2, 5), (5, 7)]


def test_the_first_occurrence_is_another_place():
    """By their places ` b ` touches the answer and `aa` holds it: 2 of 5. By first occurrence both `aa` stand at 0: nothing is held, of
    ` b ` and what is missing.
    """
    assert values("precision_omega", case([TWICE], CUTS)) == {
        "spans": 0.4,
        "spans.deviation": 0,
        "first_occurrence": 0,
        "first_occurrence.deviation": 0,
    }


def test_what_is_retrieved_is_scored_by_either_place():
    """All three are retrieved, 7 characters: recall 1 and precision 2 / 7 by their places, and nought by first occurrence."""
    of = case([TWICE], CUTS)
    assert values("token_recall", of) == {
        "r.k5.spans": 1,
        "r.k5.spans.deviation": 0,
        "r.k5.first_occurrence": 0,
        "r.k5.first_occurrence.deviation": 0,
    }
    assert measured("token_precision", of)["r.k5.spans"].value == pytest.approx(2 / 7)
    assert measured("token_iou", of)["r.k5.first_occurrence"].value == 0


def test_the_deviation_is_that_of_the_population():
    """Two questions with 1 and 0.5: a mean of 0.75 and a deviation of 0.25, where a sample's would be 0.354."""
    document = Document("d", "aa bb cc", questions=(Question("a", "a", ((0, 2),)), Question("b", "b", ((3, 5),))))
    found = values("precision_omega", case([document], [(0, 2), (3, 7)]))
    assert (found["spans"], found["spans.deviation"]) == (0.75, 0.25)


PUBLISHED = {
    ("recursive", 800, 400): (6.7, 5.2),
    ("token", 800, 400): (4.7, 3.1),
    ("recursive", 400, 200): (13.9, 10.4),
    ("token", 400, 200): (8.4, 5.1),
    ("recursive", 400, 0): (17.7, 14.0),
    ("token", 400, 0): (12.5, 8.1),
    ("recursive", 200, 0): (29.9, 18.4),
    ("token", 200, 0): (21.0, 11.9),
}
"""PrecisionOmega in per cent, mean and deviation, in Chroma's report of July 2024."""

SEPARATORS = ["\n\n", "\n", ".", "?", "!", " ", ""]


@pytest.fixture(scope="module")
def asked():
    """The five documents of Chroma's evaluation with their questions."""
    names = [f"chroma-{name}" for name in ("chatlogs", "finance", "pubmed", "state-of-the-union", "wikitexts")]
    need_data(*names, "chroma-questions")
    return tuple(Document(*datasets.read(name, ROOT), questions=datasets.questions(name, ROOT)) for name in names)


@pytest.mark.parametrize(("kind", "size", "overlap"), sorted(PUBLISHED))
def test_the_published_figures_come_out(asked, kind, size, overlap):
    """By first occurrence, each of the eight rows, mean and deviation, to the digit that was published."""
    sizes = {"chunk_size": size, "chunk_overlap": overlap}
    if kind == "recursive":
        splitter = recursive_character_text_splitter(separators=SEPARATORS, length="cl100k_base", **sizes)
    else:
        splitter = token_text_splitter(encoding_name="cl100k_base", **sizes)
    chunks = tuple(located(document.text, splitter.split(document.text), splitter) for document in asked)
    found = MEASURES["precision_omega"].of_case(Case(Corpus("chroma", "0" * 64, asked), splitter, chunks))
    shown = [round(100 * found[part].value, 1) for part in ("first_occurrence", "first_occurrence.deviation")]
    assert tuple(shown) == PUBLISHED[kind, size, overlap]
