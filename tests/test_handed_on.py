"""What a search hands on: budgets of tokens, answers put together from several texts, their words, their kinds, and fragments."""

import numpy as np
import pytest

from generators.chunk import Chunk
from generators.corpus import Corpus, Document, Question, Table
from generators.encoders.encoder import Encoder, Reader
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.retrieve import Retriever
from generators.splitters.splitter import Splitter


def letters(texts):
    return np.array([[text.count(letter) for letter in "abc"] for text in texts], dtype=float)


RETRIEVERS = (Retriever("r", (Encoder("letters", (), lambda: Reader(lambda text: [], None), letters),)),)


def case(documents, *cuts, against=None):
    """Documents in chunks that are stretches of them, given as a list of spans for each."""
    chunks = tuple(
        tuple(Chunk(document.text[start:end], ((start, end),), "exact") for start, end in spans)
        for document, spans in zip(documents, cuts, strict=True)
    )
    splitter = Splitter("given", {}, "characters", None, None, lambda whole: [whole], len, "given()")
    return Case(Corpus("c", "0" * 64, tuple(documents)), splitter, chunks, (), against, RETRIEVERS)


def measured(name, of):
    return MEASURES[name].of_case(of)


def values(name, of):
    return {part: one.value for part, one in measured(name, of).items()}


# `aa bb` is asked for by `ab`, and the chunks are `aa `, `bb `, `cc`: `aa ` and `bb ` tie, and the first of them comes first.
TORN = Document("d", "aa bb cc", questions=(Question("q", "ab", ((0, 5),), "fact"), Question("c", "c", ((6, 8),), "code")))
PIECES = [(0, 3), (3, 6), (6, 8)]


def test_an_answer_can_be_put_together_from_two_texts():
    """No chunk holds `aa bb`, and the first two do between them; `cc` takes one. In the mean 1.5, and each brings a part."""
    of = case([TORN], PIECES)
    found = measured("chunks_per_answer", of)
    assert {part: one.value for part, one in found.items()} == {"r.k10": 1.5, "r.k10.with_part": 1.5}
    assert found["r.k10"].inputs["covered"] == 2
    assert values("answers_covered", of) == {"r.k10": 1}
    assert values("covered_in_budget", of) == {"r.t500": 1, "r.t1000": 1, "r.t2000": 1}
    assert values("answered_in_budget", of) == {"r.t500": 0.5, "r.t1000": 0.5, "r.t2000": 0.5}


def test_texts_before_the_answer_are_counted_and_bring_nothing():
    """`a` asks for the second `a`, in the third of three texts that tie: three have to be read, and one brings something."""
    document = Document("d", "a a a", questions=(Question("q", "a", ((4, 5),)),))
    assert values("chunks_per_answer", case([document], [(0, 1), (2, 3), (4, 5)])) == {"r.k10": 3, "r.k10.with_part": 1}


def test_what_is_never_covered_has_no_number_of_texts():
    """The chunk with `cc` is not there: n/a, and a share of nought."""
    of = case([Document("d", "aa cc", questions=(Question("q", "a", ((3, 5),)),))], [(0, 2)])
    assert values("chunks_per_answer", of) == {"r.k10": None, "r.k10.with_part": None}
    assert values("answers_covered", of) == {"r.k10": 0}


def test_tokens_of_what_is_handed_on():
    """By cl100k_base `aa ` and `bb ` have two tokens each and `cc` one, counted by themselves.

    Either question ranks the three: `ab` the first two before the third, `c` the third alone with a cosine, then the others at nought.
    """
    found = measured("tokens_retrieved", case([TORN], PIECES))
    assert {part: one.value for part, one in found.items()} == {"r.k1": 1.5, "r.k3": 5, "r.k5": 5, "r.k10": 5}
    assert found["r.k1"].inputs == {"k": 1, "tokens": 3, "most": 2, "questions": 2}


def test_a_text_too_long_for_the_budget_is_not_handed_on():
    """A chunk of 600 words `a ` has over 500 tokens and fits a budget of 1,000."""
    document = Document("d", "a " * 600, questions=(Question("q", "a", ((0, 1),)),))
    assert values("answered_in_budget", case([document], [(0, 1200)])) == {"r.t500": 0, "r.t1000": 1, "r.t2000": 1}


def test_each_question_is_told_by_tens():
    """Eleven questions of which the last is cut: a group of ten, then one."""
    asked = tuple(Question(f"q{at}", "a", ((0, 1),)) for at in range(10))
    document = Document("d", "a bb", questions=(*asked, Question("cut", "b", ((2, 4),))))
    found = measured("answered_in_budget", case([document], [(0, 3), (3, 4)]))["r.t500"]
    assert found.inputs["by_question"] == "1111111111 0"
    assert found.interval is not None


def test_the_words_of_an_answer_count_wherever_they_stand():
    """`aa` is asked for at its second place, which is cut; the first chunk has the words all the same, from its first place."""
    document = Document("d", "aa b aa", questions=(Question("q", "a", ((5, 7),)),))
    of = case([document], [(0, 2), (3, 6), (6, 7)])
    assert values("answer_in_top_k", of) == {"r.k1": 1, "r.k3": 1, "r.k5": 1, "r.k10": 1}
    assert values("answerable", of)["r.k10"] == 0


def test_kinds_are_counted_apart_and_only_those_that_are_asked():
    """`fact` is cut and `code` is not; a question without a kind is in none."""
    asked = Document("d", TORN.text, questions=(*TORN.questions, Question("none", "c", ((6, 8),))))
    of = case([asked], PIECES)
    assert values("contained_by_kind", of) == {"fact": 0, "code": 1}
    assert values("answered_by_kind", of) == {"r.k3.fact": 0, "r.k3.code": 1, "r.t2000.fact": 0, "r.t2000.code": 1}
    assert measured("contained_by_kind", of)["code"].inputs == {"contained": 1, "questions": 1, "by_question": "1"}


ROWS = "a | b\n1 | c\n2 | c\n"
TABLE = Document("t", ROWS, (Table((0, 6), ((6, 12), (12, 18))),), (Question("q", "c", ((12, 17),)), Question("all", "b", ((0, 17),))))


def test_a_row_without_its_header_reads_as_complete():
    """The second chunk has a whole row and no header: it is first for `c`, and second for `b`, which only the first chunk has."""
    found = measured("reads_complete", case([TABLE], [(0, 12), (12, 18)]))
    assert (found["r.k3.rows"].value, found["r.k3.rows"].inputs["fragments"], found["r.k3.clauses"].value) == (1, 2, 0)
    whole = measured("reads_complete", case([TABLE], [(0, 18)]))
    assert whole["r.k3.rows"].value == 0


def test_half_a_row_does_not_read_as_complete():
    """A chunk that begins within a row and holds no other has none whole."""
    assert values("reads_complete", case([TABLE], [(0, 12), (14, 18)]))["r.k3.rows"] == 0


RULE = "The lamp is lit at dusk unless the fog has lifted. The log is kept."


@pytest.mark.parametrize(
    ("cut", "fragment"),
    [
        (RULE.index(" unless"), True),  # all of the clause and nothing of the exception
        (RULE.index(" the fog"), False),  # it ends in the middle of the exception, and one sees it
        (RULE.index(" dusk"), False),  # it ends in the middle of the clause
        (RULE.index(" The log"), False),  # both are there
    ],
)
def test_a_clause_without_its_exception_reads_as_complete(cut, fragment):
    """The clause is what stands before the word that begins the exception."""
    document = Document("d", RULE, questions=(Question("q", "a", ((0, 3),)),))
    assert values("reads_complete", case([document], [(0, cut), (cut, len(RULE))]))["r.k3.clauses"] == fragment


def test_documents_that_are_not_cut_are_named():
    """Of two documents that are asked about one is in one chunk, blanks at its ends apart; a third is not asked about."""
    one = Document("one", "aa bb\n", questions=(Question("a", "a", ((0, 2),)), Question("b", "b", ((3, 5),))))
    other, silent = Document("other", "cc c", questions=(Question("c", "c", ((0, 2),)),)), Document("silent", "a")
    found = measured("documents_uncut", case([one, other, silent], [(0, 5)], [(0, 2), (3, 4)], [(0, 1)]))[""]
    assert found.value == 0.5
    assert found.inputs == {"documents_uncut": 1, "documents_asked": 2, "questions_uncut": 2, "questions": 3}
