"""Overlap: what a boundary delivers, which answers it saves, what it costs, and the texts with questions that this is measured on."""

from dataclasses import replace

import pytest
import yaml
from project import ROOT
from small_project import results, values

from generators import run as runs
from generators import scenario
from generators.cache import Cache
from generators.chunk import Chunk
from generators.corpora.documents import read
from generators.corpora.questions import ask
from generators.corpus import Corpus, Document, Profile, Question
from generators.measures.measure import Assumptions, Case, Model, Value
from generators.measures.overlap import MEASURES
from generators.splitters.fixed import fixed

ABC = "abcdefghij"


def case(*spans, size=6, asked=2, text=ABC, answers=(), match="exact", unit="characters"):
    """A text in chunks of these spans, and a question for each of the tuples of answers."""
    questions = tuple(Question(str(number), "?", spans) for number, spans in enumerate(answers))
    splitter = replace(fixed(chunk_size=6), chunk_size=size, chunk_overlap=asked, unit=unit)
    chunks = tuple(Chunk(text[start:end], ((start, end),), match) for start, end in spans)
    return Case(Corpus("c", "0" * 64, (Document("d.md", text, questions=questions),)), splitter, (chunks,))


def measured(name, of):
    """A measure's values by part."""
    return {part: one.value for part, one in MEASURES[name].of_case(of).items()}


def test_boundaries_are_told_apart_by_what_they_deliver():
    """`abcd` and `defg` share one character of two, `defg` and `fghi` two, `fghi` and `j` none."""
    of = case((0, 4), (3, 7), (5, 9), (9, 10))
    assert measured("overlap_boundaries", of) == {"": 3, "none": 1, "less": 1, "full": 1}
    assert MEASURES["overlap_boundaries"].of_case(of)["full"].inputs["most"] == 2


@pytest.mark.parametrize("asked", [0, None])
def test_boundaries_are_not_judged_where_no_overlap_was_asked_for(asked):
    """Nothing was asked for, so nothing is missing."""
    of = case((0, 4), (4, 10), asked=asked)
    assert measured("overlap_boundaries", of) == {"": None}
    assert measured("overlap_literal_boundaries", of) == {"": None}


def test_a_chunk_without_a_place_leaves_its_boundaries_unknown():
    """What two chunks share by place is not to be had, what their texts say is."""
    of = case((0, 4), (2, 8), match="unplaceable")
    assert set(measured("overlap_boundaries", of).values()) == {None}
    assert set(measured("answers_cut_by_length", of).values()) == {None}
    assert measured("overlap_literal_boundaries", of) == {"": 1}


@pytest.mark.parametrize(
    ("spans", "literal"),
    [
        (((0, 4), (2, 8)), 1),  # `cd` ends the first and begins the second
        (((0, 4), (1, 8)), 0),  # three are shared: the last two are `cd`, the first two `bc`
        (((0, 4), (3, 8)), 0),  # one is shared
        (((0, 4), (4, 8)), 0),
        (((0, 4), (2, 8), (6, 10)), 2),
    ],
)
def test_a_literal_boundary_has_just_the_characters_asked_for(spans, literal):
    """The article's own check: the last characters of a chunk against the first of the next, as many as were asked for."""
    assert measured("overlap_literal_boundaries", case(*spans)) == {"": literal}


def test_tokens_are_not_compared_as_characters():
    """An overlap in tokens says nothing of how many characters should agree."""
    assert measured("overlap_literal_boundaries", case((0, 4), (2, 8), unit="cl100k_base")) == {"": None}


def test_cut_answers_are_told_apart_by_the_overlap():
    """Cut behind `e`: `ef` is as long as the overlap, `def` longer, `c` and `h` reach from one to the other, and `ab` is held."""
    of = case((0, 5), (5, 10), answers=[((4, 6),), ((3, 6),), ((2, 3), (7, 8)), ((0, 2),)])
    found = MEASURES["answers_cut_by_length"].of_case(of)
    assert {part: (one.value, one.inputs["questions"]) for part, one in found.items()} == {"": (3, 4), "within": (1, 2), "beyond": (2, 2)}


def test_without_an_overlap_to_name_nothing_is_told_apart():
    """A splitter that knows no overlap has none to compare with."""
    of = case((0, 5), (5, 10), asked=None, answers=[((4, 6),)])
    assert measured("answers_cut_by_length", of) == {"": None}
    assert measured("answers_cut_expected", of) == {"": None}


def test_the_expected_cuts_are_the_chances_added_up():
    """Windows of 6 that overlap by 2: 2 and 3 characters are never cut, 5 by (5 - 2 - 1) / 4, 7 always."""
    of = case((0, 6), (4, 10), answers=[((0, 2),), ((0, 3),), ((0, 5),), ((0, 7),)])
    assert measured("answers_cut_expected", of) == {"": 1.5}


@pytest.mark.parametrize(("length", "cut"), [(4, 0), (5, 0), (7, 2), (10, 5), (11, 6)])
def test_every_start_in_a_stride_gives_the_expected_cuts(length, cut):
    """Windows of 10 that overlap by 4: of 6 starts, max(0, length - 5) are cut, and none while the overlap is as long as the answer."""
    text = "x" * 100
    windows = [(start, start + 10) for start in range(0, 91, 6)]
    answers = [((30 + start, 30 + start + length),) for start in range(6)]
    of = case(*windows, size=10, asked=4, text=text, answers=answers)
    assert measured("answers_cut_by_length", of)[""] == cut
    assert measured("answers_cut_expected", of)[""] == pytest.approx(cut)


def test_windows_store_their_overlap_once_more_each():
    """A size named and a default overlap left: 1,050 tokens in windows of 256 at a stride of 56.

    850 / 56 = 15.2, so 16 windows, which repeat 15 x 200 tokens: 4,050 for 1,050; without an end, 256 for every 56.
    """
    found = MEASURES["stored_ratio_modelled"].of_model(Model(Profile(1, 1050, ()), 256, 200, Assumptions()))
    assert {part: one.value for part, one in found.items()} == {"": pytest.approx(4050 / 1050), "limit": pytest.approx(256 / 56)}
    assert found[""].inputs["windows"] == 16


def test_a_document_shorter_than_a_window_is_stored_once():
    """One window repeats nothing."""
    found = MEASURES["stored_ratio_modelled"].of_model(Model(Profile(1, 100, ()), 256, 200, Assumptions()))
    assert found[""] == Value(1, {"window_tokens": 256, "overlap_tokens": 200, "documents": 1, "tokens_per_document": 100, "windows": 1})


def test_a_real_splitter_makes_the_windows_of_the_closed_form(tmp_path):
    """150 times a sentence of 7 tokens are those 1,050: the library's default overlap gives 16 chunks where 0 gives 5.

    It carries 28 sentences over, 196 tokens, so it stores 16 chunks of at most 36 sentences of 31 characters for 4,650.
    """
    text = "Each clause stands alone here. " * 150
    found = values(
        results(
            tmp_path,
            f"title: A size without an overlap\ncorpora: {{one: {{texts: {{one: '{text}'}}}}, lengths: {{profile_of: one}}}}\n"
            "splitters:\n  silent: {use: llamaindex.SentenceSplitter, chunk_size: 256}\n"
            "  none: {use: llamaindex.SentenceSplitter, chunk_size: 256, chunk_overlap: 0}\n"
            "measures: [chunks, chunks_modelled, stored_characters, stored_ratio_modelled, overlap_asked]\n",
        )
    )
    assert found["one/silent/overlap_asked"] == 200
    assert (found["one/silent/chunks"], found["one/none/chunks"]) == (16, 5)
    assert found["one/silent/stored_characters"] == 17654
    assert found["lengths/silent/stored_ratio_modelled/limit"] == pytest.approx(256 / 56)


def test_what_could_be_carried_is_popped_when_it_is_longer_than_the_overlap(tmp_path):
    """The last piece has 132 characters and its 2 line ends: 130 asked for carry nothing, 140 carry it, if room is left for the next."""
    found = scenario.load(ROOT / "scenarios" / "overlap-causes.yaml")
    numbers = values(runs.run([found], Cache(tmp_path), lambda name, done, total: None)[0])
    delivered = {row: numbers[f"prose/{row}/overlap_delivered"] for row in ("fits", "asked-130", "asked-140", "no-room")}
    assert delivered == {"fits": None, "asked-130": 0, "asked-140": 132, "no-room": 0}
    assert numbers["prose/asked-140/overlap_literal_boundaries"] == 0
    assert numbers["prose/sentences/overlap_boundaries/less"] == 1


def test_the_manual_is_of_all_that_manuals_are_made_of():
    """Headings of three levels, numbered steps, tables, code, and questions of every kind with their answers in place."""
    written = yaml.safe_load((ROOT / "scenarios/corpora/manual.questions.yaml").read_text("utf-8"))
    manual = read(ROOT / "scenarios/corpora/manual.md", "manual.md")
    (asked,) = ask([manual], "corpora/manual.questions.yaml", ROOT / "scenarios")
    assert {one["id"].partition("-")[0] for one in written} == {"fact", "table", "procedure", "code", "pronoun"}
    assert len(asked.questions) == len(written) >= 14
    assert not asked.notes
    assert 19_000 < len(manual.text) < 21_000
    assert len(manual.tables) == 5
    for mark in ("\n# ", "\n## ", "\n### ", "\n1. ", "\n> **Warning.**", "\n```yaml\n"):
        assert mark in f"\n{manual.text}"
