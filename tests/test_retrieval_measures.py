"""Measures of retrieval: answers among the first chunks, shortlists that repeat themselves, and where each question was lost."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import small_project
from hypothesis import given
from hypothesis import strategies as st

from generators.cell import plain
from generators.chunk import Chunk
from generators.corpus import Corpus, Document, Question
from generators.encoders.encoder import Encoder, Reader
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.measures.retrieval import DEPTHS, STAGES
from generators.mistake import Absent, Mistake
from generators.retrieve import BM25, Retriever
from generators.scenario_reference import RETRIEVERS_EXAMPLE, scenario_keys, scenario_schema
from generators.splitters.splitter import Splitter

# `aa` stands at 2 to 4 and `bb` at 7 to 9 of the first document, `cc` at 0 to 2 of the second.
FIRST = Document("first", "c aa c bb", questions=(Question("a", "a", ((2, 4),)), Question("b", "b", ((7, 9),))))
SECOND = Document("second", "cc b", questions=(Question("c", "c", ((0, 2),)),))


def letters(texts):
    return np.array([[text.count(letter) for letter in "abc"] for text in texts], dtype=float)


def characters(text):
    return [(at, at + 1) for at in range(len(text)) if not text[at].isspace()]


def encoder(name="letters", limit=None, embed=letters):
    return Encoder(name, (), lambda: Reader(characters, limit), embed)


def by(*sources, name="r"):
    return (Retriever(name, sources or (encoder(),)),)


def case(*cuts, documents=(FIRST, SECOND), retrievers=None, against=None):
    """The documents in chunks that are stretches of them, given as a list of spans for each."""
    chunks = tuple(
        tuple(Chunk(document.text[start:end], ((start, end),), "exact") for start, end in spans)
        for document, spans in zip(documents, cuts, strict=True)
    )
    splitter = Splitter("given", {}, "characters", None, None, lambda whole: [whole], len, "given()")
    return Case(Corpus("c", "0" * 64, documents), splitter, chunks, (), against, by() if retrievers is None else retrievers)


def measured(name, of):
    return MEASURES[name].of_case(of)


def values(name, of):
    return {part: one.value for part, one in measured(name, of).items()}


def stages(of):
    """How many questions end in each stage."""
    return {part.rsplit(".")[-1]: value for part, value in values("loss_waterfall", of).items()}


# Chunks `c aa`, ` c b` and `b` of the first document, `cc b` of the second: `bb` is cut.
CUT = ([(0, 4), (4, 8), (8, 9)], [(0, 4)])


def test_the_rank_counts_the_chunks_of_all_documents():
    """`c` has cosine 1/sqrt 5 with `c aa`, 1/sqrt 2 with ` c b`, 0 with `b` and 2/sqrt 5 with `cc b`, the fourth chunk and the first in
    rank. To `a`, `c aa` is first. `b` is cut, though `b` alone is nearest to it.
    """
    found = measured("answer_rank", case(*CUT))
    assert {part: one.value for part, one in found.items()} == {"r.a": 1, "r.b": None, "r.c": 1}
    assert found["r.c"].inputs == {"question": "c", "document": "second", "holding": 1, "retrieved": 4, "chunks": 4}
    assert found["r.b"].inputs["holding"] == 0


def test_an_answer_counts_only_in_chunks_of_its_own_document_that_contain_it():
    """`cc` also stands in another document, whose chunk `cc` is nearest to `c`; the answer's own chunk `cc b` comes second."""
    other = Document("other", "cc")
    of = case([(0, 2)], [(0, 4)], documents=(other, SECOND))
    assert values("answer_rank", of) == {"r.c": 2}
    assert values("answerable", of) == {"r.k1": 0, "r.k3": 1, "r.k5": 1, "r.k10": 1}


def test_recall_has_two_bases():
    """Of three questions `b` is cut, and the other two are found first: 2 of 3, and 2 of the 2 whose answer is contained."""
    unconditional, conditional = (measured(name, case(*CUT))["r.k3"] for name in ("recall_unconditional", "recall_conditional"))
    assert (unconditional.value, conditional.value) == (pytest.approx(2 / 3), 1)
    assert conditional.inputs == {"k": 3, "questions": 3, "contained": 2, "chunks": 4, "answerable": 2}
    assert unconditional.inputs == {**conditional.inputs, "by_question": "101"}
    assert measured("answerable", case(*CUT))["r.k3"].inputs["by_question"] == "101"
    # Wilson, for n of n: low = n / (n + z^2), here 2 / (2 + 3.8415).
    assert conditional.interval == pytest.approx((0.34238, 1), abs=1e-5)
    assert unconditional.interval[0] < 2 / 3 < unconditional.interval[1]


def test_a_share_of_no_question_is_not_nought():
    """Nothing contained leaves the conditional share n/a and the other nought; no questions leave both n/a."""
    nothing = case([(0, 3), (3, 8), (8, 9)], [(0, 1), (1, 4)])
    assert set(values("recall_conditional", nothing).values()) == {None}
    assert set(values("recall_unconditional", nothing).values()) == {0}
    silent = case([(0, 9)], documents=(replace(FIRST, questions=()),))
    assert set(values("recall_unconditional", silent).values()) == set(values("shortlist_repeated_share", silent).values()) == {None}
    assert values("answer_rank", silent) == {}
    assert set(stages(silent).values()) == {0}


def test_a_shortlist_longer_than_the_chunks_takes_what_there_is():
    """Two chunks for k of 10: both are looked at, and the inputs say how many there were."""
    found = measured("answerable", case([(0, 9)], [(0, 4)]))["r.k10"]
    assert (found.value, found.inputs["k"], found.inputs["chunks"]) == (3, 10, 2)


def test_a_corpus_without_chunks_loses_every_question_to_the_cut():
    """An empty list of chunks is searched without an error, by vectors and by words."""
    for source in (encoder(), BM25):
        assert stages(case([], [], retrievers=by(source))) == {
            "lost_to_cut": 3,
            "lost_beyond_encoder": 0,
            "outranked": 0,
            "answered": 0,
        }


def test_text_without_tokens_is_found_by_nothing():
    """The answer `??` has no letter and no word: it is contained and never retrieved."""
    document = Document("d", "?? a", questions=(Question("q", "a", ((0, 2),)), Question("none", "?", ((3, 4),))))
    for source in (encoder(), BM25):
        of = case([(0, 2), (3, 4)], documents=(document,), retrievers=by(source))
        assert values("answer_rank", of) == {"r.q": None, "r.none": None}
        assert stages(of) == {"lost_to_cut": 0, "lost_beyond_encoder": 0, "outranked": 2, "answered": 0}


# Five chunks, and `z` asks for the last; each other is nearer to it.
LINE = "a a a a b"
DOWN = Document("d", LINE, questions=(Question("z", "a", ((8, 9),)),))
FIVE = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]


def test_what_ranks_below_the_shortlist_is_outranked():
    """Four chunks `a` come before `b`, which is fifth: not among three, but among five."""
    of = case(FIVE, documents=(DOWN,))
    assert values("answerable", of) == {"r.k1": 0, "r.k3": 0, "r.k5": 1, "r.k10": 1}
    assert stages(of) == {"lost_to_cut": 0, "lost_beyond_encoder": 0, "outranked": 1, "answered": 0}


def test_an_answer_behind_the_limit_is_lost_beyond_the_encoder():
    """The last chunk is `b b`, whose second `b` is the answer; a limit of one token does not reach it, one of two does."""
    document = Document("d", "a a a a b b", questions=(Question("z", "a", ((10, 11),)),))
    cuts = [*FIVE[:4], (8, 11)]
    unread = case(cuts, documents=(document,), retrievers=by(encoder(limit=1)))
    assert stages(unread) == {"lost_to_cut": 0, "lost_beyond_encoder": 1, "outranked": 0, "answered": 0}
    assert stages(case(cuts, documents=(document,), retrievers=by(encoder(limit=2))))["outranked"] == 1
    # Another chunk that holds it and is read to the end is enough; and so is a second source, which reads words to the end.
    assert stages(case([*cuts, (10, 11)], documents=(document,), retrievers=by(encoder(limit=1))))["outranked"] == 1
    assert stages(case(cuts, documents=(document,), retrievers=by(encoder(limit=1), BM25)))["outranked"] == 1


def test_an_answer_that_is_not_read_and_found_nonetheless_is_answered():
    """The chunk `b b` is second of two; its answer is not read, and it is in the shortlist, which the inputs tell."""
    document = Document("d", "a b b", questions=(Question("z", "a", ((4, 5),)),))
    of = case([(0, 1), (2, 5)], documents=(document,), retrievers=by(encoder(limit=1)))
    assert stages(of)["answered"] == 1
    assert {one.inputs["answered_unread"] for one in measured("loss_waterfall", of).values()} == {1}
    assert {one.inputs["answered_unread"] for one in measured("loss_waterfall", case(*CUT)).values()} == {0}


def test_where_it_cannot_be_told_whether_an_answer_is_read_nothing_is_blamed_on_the_limit():
    """The chunk has a character more than its piece, so that the end of the answer has no known place in it: it is outranked."""
    document = Document("d", "a a a a b b", questions=(Question("z", "a", ((10, 11),)),))
    of = case(FIVE[:4], documents=(document,), retrievers=by(encoder(limit=1)))
    altered = replace(of, chunks=((*of.chunks[0], Chunk("b x b", ((8, 11),), "loose")),))
    assert stages(altered) == {"lost_to_cut": 0, "lost_beyond_encoder": 0, "outranked": 1, "answered": 0}


def test_a_shortlist_repeats_what_stands_in_two_of_its_chunks():
    """`aab`, `aba` and `cc` are [0, 3), [1, 4) and [4, 6): 8 characters, of which [1, 3) twice: 2/8. The same letters elsewhere are no
    repetition, for only the place counts: [0, 2) and [2, 4) of `abab` share nothing.
    """
    document = Document("d", "aabacc", questions=(Question("q", "a", ((0, 1),)),))
    found = measured("shortlist_repeated_share", case([(0, 3), (1, 4), (4, 6)], documents=(document,)))["r.k3"]
    assert (found.value, found.inputs["repeated"], found.inputs["characters"]) == (0.25, 2, 8)
    twice = Document("d", "abab", questions=(Question("q", "a", ((0, 1),)),))
    assert values("shortlist_repeated_share", case([(0, 2), (2, 4)], documents=(twice,))) == {"r.k3": 0}


def test_places_of_two_documents_are_not_the_same_text():
    """[0, 4) of one and [2, 4) of the other: nothing is repeated."""
    of = case([(0, 4)], [(2, 4)])
    assert values("shortlist_repeated_share", of) == {"r.k3": 0}


def test_only_the_first_three_chunks_make_the_shortlist():
    """The fourth and fifth chunk repeat the first, and do not count, for they come later."""
    document = Document("d", "a a a", questions=(Question("q", "a", ((0, 1),)),))
    found = measured("shortlist_repeated_share", case([(0, 1), (2, 3), (4, 5), (0, 1), (0, 1)], documents=(document,)))["r.k3"]
    assert (found.value, found.inputs["characters"]) == (0, 3)


def test_retrievers_are_measured_one_by_one():
    """By vectors `b` is found fifth; by words not at all; fused as by vectors, a reciprocal rank of its own being enough for a place."""
    vectors = encoder()
    retrievers = (Retriever("v", (vectors,)), Retriever("w", (BM25,)), Retriever("both", (vectors, BM25)))
    of = case(FIVE, documents=(DOWN,), retrievers=retrievers)
    assert values("answer_rank", of) == {"v.z": 5, "w.z": None, "both.z": 5}


def test_where_a_model_is_absent_its_parts_say_so_and_others_are_live():
    """Each part that a search would have is named, so that the lock can be read for it; a fused retriever needs all its sources."""

    def absent(texts):
        raise Absent("torch is missing")

    gone = encoder("gone", embed=absent)
    retrievers = (Retriever("gone", (gone,)), Retriever("words", (BM25,)), Retriever("both", (BM25, gone)))
    of = case(*CUT, retrievers=retrievers)
    for name in ("answerable", "recall_conditional", "answer_rank", "loss_waterfall", "shortlist_repeated_share"):
        found = measured(name, of)
        parts = {part.partition(".")[2] for part in found if part.startswith("words.")}
        assert set(found) == {f"{retriever}.{part}" for retriever in ("gone", "words", "both") for part in parts}, name
        for part, one in found.items():
            assert (one.inputs == {"absent": "torch is missing"}) == (not part.startswith("words.")), part


def test_unplaceable_chunks_make_every_number_na():
    """What has no known place may hold the answer."""
    of = case(*CUT)
    lost = replace(of, chunks=((*of.chunks[0], Chunk("zz", (), "unplaceable")), of.chunks[1]))
    for name in ("answerable", "answer_rank", "loss_waterfall", "shortlist_repeated_share"):
        assert {one.value for one in measured(name, lost).values()} == {None}, name


def test_a_broken_vector_stops_the_run():
    """It is a mistake with the encoder's name, and never a NaN on a page."""
    broken = encoder("broken", embed=lambda texts: np.full((len(texts), 2), np.nan))
    with pytest.raises(Mistake, match="the encoder broken gives no finite vector"):
        measured("answerable", case(*CUT, retrievers=by(broken)))


def test_a_measure_of_retrieval_needs_a_retriever():
    """The key to add is named."""
    with pytest.raises(Mistake, match="retrievers: none is given, and the measure answerable needs one: name it under `retrievers:`"):
        measured("answerable", case(*CUT, retrievers=()))


def test_vectors_are_counted_against_the_splitter_that_the_row_is_compared_with():
    """Four chunks for two are 2; compared with none there is no number, and with no chunks no share."""
    assert values("vectors_ratio", case(*CUT, against=case([(0, 9)], [(0, 4)]))) == {"": 2}
    assert values("vectors_ratio", case(*CUT)) == {}
    assert values("vectors_ratio", case(*CUT, against=case([], []))) == {"": None}


TEXT = "ab ba cab. bca abc, aab bbc cca. abca b"


@st.composite
def cases(draw):
    """Any windows over a text, any answers in it, any limit, by vectors, by words or by both."""
    place = st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).filter(lambda pair: pair[0] < pair[1]).map(tuple)
    spans = draw(st.lists(place, max_size=8))
    answers = [(start, end) for start, end in draw(st.lists(place, max_size=5)) if TEXT[start:end].strip()]
    questions = tuple(Question(f"q{at}", draw(st.sampled_from(["a", "ab c", "bca", "?"])), (span,)) for at, span in enumerate(answers))
    limited = encoder(limit=draw(st.sampled_from([None, 1, 3, 9])))
    sources = draw(st.sampled_from([(limited,), (BM25,), (limited, BM25)]))
    return case(spans, documents=(Document("d", TEXT, questions=questions),), retrievers=by(*sources))


@given(cases())
def test_each_question_ends_in_one_stage_and_more_depth_never_answers_fewer(of):
    """The stages add up to all questions; lost to the cut is what answers_cut counts, answered what is answerable at the same k; ranks,
    depths and recalls agree; and whatever comes out can be published.
    """
    asked = len(of.corpus.documents[0].questions)
    found = stages(of)
    assert tuple(found) == STAGES
    assert sum(found.values()) == asked
    assert found["lost_to_cut"] == values("answers_cut", of)[""]
    answerable = values("answerable", of)
    assert found["answered"] == answerable["r.k3"]
    ranks = [rank for rank in values("answer_rank", of).values() if rank is not None]
    assert [answerable[f"r.k{depth}"] for depth in DEPTHS] == [sum(rank <= depth for rank in ranks) for depth in DEPTHS]
    for depth in DEPTHS:
        for name, base in (("recall_unconditional", asked), ("recall_conditional", asked - found["lost_to_cut"])):
            assert values(name, of)[f"r.k{depth}"] == (answerable[f"r.k{depth}"] / base if base else None)
    for name in ("recall_conditional", "shortlist_repeated_share", "loss_waterfall", "answer_rank"):
        plain(measured(name, of))


# The scenario's key.

ASKED = """\
title: x
corpora: {c: {texts: {d: "Oak and elm. Ash and fir."}, questions: [{id: q, text: "Where is an elm?", answer: Oak and elm.}]}}
encoders: {w: {use: wordllama}}
retrievers: RETRIEVERS
splitters: {s: {use: fixed, chunk_size: 13}}
measures: [answerable, loss_waterfall]
"""
asked = partial(ASKED.replace, "RETRIEVERS")


def test_a_scenario_names_its_retrievers_and_what_each_fuses(tmp_path):
    """Of `Oak and elm. ` and `Ash and fir.` the first is found by each of them; the parts begin with the names that the file gives."""
    found = small_project.results(tmp_path, asked("{w: [w], words: [bm25], both: [w, bm25]}"))
    numbers = small_project.values(found)
    assert {numbers[f"c/s/answerable/{name}.k1"] for name in ("w", "words", "both")} == {1}
    assert numbers["c/s/loss_waterfall/both.k3.answered"] == 1
    assert found.packages["bm25s"]


def test_only_a_retriever_by_words_stands_on_its_package(tmp_path):
    """Without `bm25` among the sources a release of its package moves nothing."""
    assert "bm25s" not in small_project.load(tmp_path, asked("{w: [w]}")).packages


def test_another_retriever_is_another_cell(tmp_path):
    """The same names for other sources are computed anew, not read from the cache."""
    small_project.results(tmp_path, asked("{r: [w], s: [bm25]}"))
    small_project.results(tmp_path, asked("{r: [bm25], s: [w]}"))
    assert len(list((tmp_path / "cells").iterdir())) == 2


@pytest.mark.parametrize(
    ("retrievers", "said"),
    [
        ("{}", "4: retrievers: is empty: name at least one"),
        ("[w]", "4: retrievers: ['w'] is a list: give a mapping"),
        ("{r: w}", "4: retrievers.r: 'w' is a text: give a list"),
        ("{r: []}", "4: retrievers.r: is an empty list: name at least one value"),
        ("{r: [w, w]}", "4: retrievers.r.1: 'w' stands twice: keep one"),
        ("{r: [w, bm52]}", "4: retrievers.r.1: 'bm52' is no encoder of this file, nor bm25: did you mean bm25?"),
        ("{r: [1]}", "4: retrievers.r.0: 1 is a whole number: give a text"),
        ("{a.b: [w]}", "4: retrievers.a.b: a part follows its name and a dot in ids: name it without a dot"),
        ("{R: [w]}", "4: retrievers.R: the name becomes part of ids: use at most 80 lower-case letters"),
    ],
)
def test_a_mistake_in_a_retriever_is_named_with_its_line(tmp_path, retrievers, said):
    """Line 4 of the file, the dotted path, and the remedy."""
    found = small_project.mistakes(tmp_path, asked(retrievers))
    assert len(found) == 1
    assert found[0].startswith(said)


def test_an_encoder_may_not_take_the_name_of_the_ranking_by_words(tmp_path):
    """`bm25` would then be two things."""
    found = small_project.mistakes(tmp_path, asked("{r: [bm25]}").replace("{w:", "{bm25:"))
    assert found == ["4: retrievers.r.0: bm25 is the ranking by words, and an encoder of this file has its name: rename the encoder"]


def test_measures_of_retrieval_ask_for_questions(tmp_path):
    """A corpus without any has nothing to search for, and the file says so before it is run."""
    text = asked("{r: [bm25]}").replace(', questions: [{id: q, text: "Where is an elm?", answer: Oak and elm.}]', "")
    assert small_project.mistakes(tmp_path, text)[0].startswith("6: measures.0: answerable is taken of questions, which no corpus here has")


def test_the_reference_shows_the_key_with_an_example_that_loads(tmp_path):
    """The schema for editors knows it too."""
    assert f"```yaml\n{RETRIEVERS_EXAMPLE}```" in scenario_keys()
    whole = ASKED.replace("encoders: {w: {use: wordllama}}\nretrievers: RETRIEVERS\n", RETRIEVERS_EXAMPLE)
    assert small_project.load(tmp_path, whole).retrievers["fused"] == ("wordllama", "bm25")
    key = scenario_schema()["properties"]["retrievers"]
    assert json.loads(json.dumps(key)) == {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
