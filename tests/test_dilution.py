"""Dilution and what an encoder reads: cosines of questions to chunks that hold their answers, worked out by hand, frozen part by part."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import small_project

from generators import lock, scenario
from generators.cache import Cache
from generators.catalogue import Catalogue
from generators.changes import moved_inputs
from generators.chunk import Chunk
from generators.corpus import Corpus, Document, Question
from generators.encoders.encoder import Encoder, Reader
from generators.listing import numbers_page
from generators.measures import MEASURES
from generators.measures.holders import contained, end_in_chunk
from generators.measures.measure import Case
from generators.mistake import Absent
from generators.numbers_schema import NUMBERS_SCHEMA
from generators.splitters.fixed import fixed
from generators.splitters.splitter import Splitter
from generators.tokens import count

ROOT = Path(__file__).parent.parent

# The answer `aa` stands at 2 to 4, `bb` at 7 to 9; a text's vector counts its letters a, b and c.
TEXT = "c aa c bb"
QUESTIONS = (Question("a", "a", ((2, 4),)), Question("b", "b", ((7, 9),)))


def letters(texts):
    return np.array([[text.count(letter) for letter in "abc"] for text in texts], dtype=float)


def characters(text):
    return [(at, at + 1) for at in range(len(text)) if not text[at].isspace()]


def encoder(name="letters", limit=None, embed=letters):
    return Encoder(name, (), lambda: Reader(characters, limit), embed)


def unread():
    raise Absent("its files are not here")


def case(*spans, encoders=None, against=None, text=TEXT, questions=QUESTIONS):
    """The text in chunks that are stretches of it."""
    chunks = tuple(Chunk(text[start:end], ((start, end),), "exact") for start, end in spans)
    splitter = Splitter("given", {}, "characters", None, None, lambda whole: [whole], len, "given()")
    document = Document("d", text, questions=questions)
    return Case(Corpus("c", "0" * 64, (document,)), splitter, (chunks,), encoders or (encoder(),), against)


def measured(name, of):
    return MEASURES[name].of_case(of)


def value(name, of, part="letters"):
    return measured(name, of)[part].value


def test_the_cosine_is_the_mean_over_chunks_that_hold_the_answer_and_then_over_questions():
    """`a` is held by `c aa` (2, 0, 1) and by `aa` (2, 0, 0), at 2/sqrt 5 and 1; `b` by ` bb`, at 1; the chunk `c` holds nothing."""
    found = measured("question_cosine", case((0, 4), (2, 4), (5, 6), (6, 9)))["letters"]
    of_a = (2 / 5**0.5 + 1) / 2
    assert found.value == pytest.approx((of_a + 1) / 2)
    assert found.inputs == {"questions": 2, "contained": 2, "chunks": 3, "lowest": pytest.approx(of_a), "highest": pytest.approx(1)}


def test_a_question_whose_answer_is_cut_has_no_part_in_it():
    """`bb` is parted, so that only `a` counts, at 2/sqrt 5."""
    found = measured("question_cosine", case((0, 4), (4, 8), (8, 9)))["letters"]
    assert found.value == pytest.approx(2 / 5**0.5)
    assert (found.inputs["questions"], found.inputs["contained"]) == (2, 1)


def test_where_no_answer_is_contained_there_is_no_cosine():
    """No mean of nothing, and no share or fall of it."""
    of = case((0, 3), (3, 8), against=case((0, 9)))
    for name in ("question_cosine", "answer_cosine", "question_cosine_share", "question_cosine_fall", "answers_seen_share"):
        assert value(name, of) is None, name


def test_the_answer_alone_is_encoded_without_what_is_around_it():
    """`aa` and `bb` point exactly the question's way."""
    assert value("answer_cosine", case((0, 9))) == pytest.approx(1)


def test_the_share_is_the_cosine_to_the_chunk_over_that_to_the_answer():
    """`b c` asks for `bb`: alone 1/sqrt 2; in `c bb` (0, 2, 1) 3/sqrt 10; the share is 3/sqrt 5, above one, for the chunk has a c too."""
    of = case((5, 9), questions=(Question("b", "b c", ((7, 9),)),))
    assert value("question_cosine_share", of) == pytest.approx(3 / 5**0.5)


def test_a_text_without_length_counts_for_nothing():
    """The question `?` has no letter, so it has no cosine, and the other one, at 1, is the mean."""
    questions = (Question("x", "?", ((2, 4),)), Question("b", "b", ((7, 9),)))
    found = measured("question_cosine", case((2, 4), (7, 9), questions=questions))["letters"]
    assert (found.value, found.inputs["contained"]) == (pytest.approx(1), 2)
    assert value("question_cosine", case((2, 4), questions=questions[:1])) is None


def test_the_fall_is_taken_of_the_questions_that_both_contain():
    """From `aa`, at 1, to `c aa`, at 2/sqrt 5; `b` is contained before alone and does not count."""
    found = measured("question_cosine_fall", case((2, 4), (7, 9), against=case((0, 4))))["letters"]
    assert found.value == pytest.approx(1 - 2 / 5**0.5)
    assert found.inputs == {"in_both": 1, "cosine_before": pytest.approx(1), "cosine_after": pytest.approx(2 / 5**0.5)}


def test_a_splitter_that_is_compared_with_none_has_no_fall():
    """There is no number, not an empty one."""
    assert measured("question_cosine_fall", case((0, 9))) == {}


def test_what_the_encoder_reads_is_counted_in_characters_of_all_chunks():
    """Two letters of `c aa` end at 3, of ` c bb` at 4: 7 of 9 characters, and both chunks are cut off."""
    found = measured("seen_share", case((0, 4), (4, 9), encoders=(encoder(limit=2),)))["letters"]
    assert found.value == pytest.approx((3 + 4) / 9)
    assert found.inputs == {"limit": 2, "seen": 7, "characters": 9, "chunks": 2, "chunks_cut_off": 2}


def test_an_answer_is_seen_where_the_encoder_reads_to_its_end():
    """With 3 letters the whole text is read to the end of `aa`; `bb` is seen where it begins a chunk."""
    of = case((0, 9), (7, 9), encoders=(encoder(limit=3),))
    found = measured("answers_seen_share", of)["letters"]
    assert (found.value, found.inputs["seen"], found.inputs["holding"]) == (pytest.approx(2 / 3), 2, 3)
    assert value("question_cosine_seen", of) == pytest.approx((2 / 12**0.5 + 1) / 2)  # whole (2, 2, 2), of length root 12
    assert value("question_cosine_unseen", of) == pytest.approx(2 / 12**0.5)


def test_without_a_limit_every_answer_is_seen():
    """And none is unseen."""
    assert value("answers_seen_share", case((0, 9))) == 1
    assert value("question_cosine_unseen", case((0, 9))) is None


@pytest.mark.parametrize(
    ("text", "pieces", "end"),
    [
        ("aa  bb", ((0, 6),), 6),  # as it stands
        ("aa bb", ((0, 6),), 5),  # a blank less
        ("h\nbb", ((0, 1), (4, 6)), None),  # one character put in
        ("a\nbb", ((0, 1), (4, 6)), 4),  # two pieces
        ("a", ((0, 1),), None),  # the answer is not in it
    ],
)
def test_an_answer_is_placed_in_the_text_of_its_chunk(text, pieces, end):
    """In `aa  bb` the answer `bb` ends at 6; a chunk has it where its own characters, blanks apart, are those of its pieces."""
    source = "aa  bb" if text != "h\nbb" else "aax bb"
    spans = ((4, 6),)
    chunk = Chunk(text, pieces if text != "h\nbb" else ((0, 2), (4, 6)), "loose")
    assert end_in_chunk(chunk, source, spans) == end


def test_limits_are_given_with_what_each_file_says():
    """The limit in force under the encoder's name, each file's behind it."""
    one = replace(encoder(), read=lambda: Reader(characters, 6, 2, {"b": 9, "a": 6}))
    found = measured("encoder_limit", case((0, 9), encoders=(one, encoder("all"))))
    assert {part: number.value for part, number in found.items()} == {"letters": 6, "letters.a": 6, "letters.b": 9, "all": None}
    assert found["letters"].inputs == {"marks": 2}


def test_an_absent_encoder_leaves_the_others_alone():
    """Its own part says what is missing; where parts of one are unknown, the whole measure is read from the lock."""

    def nowhere(texts):
        raise Absent("install it")

    of = case((0, 9), encoders=(encoder(), encoder("gone", embed=nowhere)))
    assert value("question_cosine", of) is not None
    assert measured("question_cosine", of)["gone"].inputs == {"absent": "install it"}
    assert measured("encoder_limit", case((0, 9), encoders=(encoder(), replace(encoder("x"), read=unread))))[""].inputs == {
        "absent": "its files are not here"
    }


SMALL = """\
title: Dilution in small
corpora:
  note:
    texts: {one: "Trains leave at nine. Cheese ripens for six weeks in a cellar. The cellar is cold."}
    questions: [{id: leave, text: "When do trains leave?", answer: Trains leave at nine.}]
encoders:
  w: {use: wordllama}
  gone: {use: sentence-transformers, model: no_such_model}
splitters:
  short: {use: fixed, chunk_size: 30, against: whole}
  whole: {use: fixed, chunk_size: 100}
measures: [question_cosine, question_cosine_fall, encoder_limit]
"""
OURS, THEIRS = "small/note/short/question_cosine/w", "small/note/short/question_cosine/gone"


def locked(folder, results):
    """A lock of the results in which the absent encoder has numbers, as it would on a machine that has it."""
    frozen = {THEIRS: 0.5, "small/note/whole/question_cosine/gone": 0.25, "small/note/short/question_cosine_fall/gone": 0.5}
    frozen |= {f"small/note/{row}/encoder_limit/{part}": 7 for row in ("short", "whole") for part in ("gone", "gone.config", "w")}
    live = {one.id: one.value for one in results.numbers.values() if one.status == "live"}
    return lock.Lock({"no-such-model": "1.2"}, "x", dict(results.corpora), {**live, **frozen})


def test_numbers_of_an_absent_encoder_are_frozen_one_by_one(tmp_path):
    """Those of the other are live; each frozen one keeps its id and takes the lock's value, also where its parts are not known here."""
    results = small_project.results(tmp_path, SMALL)
    assert (results.numbers[OURS].status, results.numbers[THEIRS].status) == ("live", "frozen")
    before = locked(tmp_path, results)
    found = lock.frozen(results, before)
    assert {number for number, one in found.numbers.items() if one.status == "frozen"} == {
        number for number in before.numbers if "gone" in number or "encoder_limit" in number
    }
    assert (found.numbers[THEIRS].value, found.numbers[THEIRS].id, found.numbers[THEIRS].part) == (0.5, THEIRS, "gone")
    assert found.numbers["small/note/short/encoder_limit/gone.config"].value == 7
    assert lock.differences(found, before) == []


def test_the_lock_keeps_the_versions_of_what_is_absent(tmp_path):
    """Written anew without the package, it says with what the frozen numbers were made, and nobody is told that it moved."""
    results = small_project.results(tmp_path, SMALL)
    before = locked(tmp_path, results)
    lock.publish(tmp_path / "published", lock.frozen(results, before), "x", before)
    after = lock.read(tmp_path / "published", "small")
    assert (after.versions["no-such-model"], after.versions["wordllama"]) == ("1.2", results.packages["wordllama"])
    assert after.numbers == before.numbers
    assert moved_inputs(after, results) == []
    assert moved_inputs(after, replace(results, packages={**results.packages, "no-such-model": "1.3"})) == ["no-such-model 1.2 became 1.3"]


def test_a_page_is_told_what_a_frozen_number_waits_for(tmp_path):
    """The run notes it, and the packages of the encoders stand among those that the numbers were built with."""
    results = small_project.results(tmp_path, SMALL)
    (note,) = {note for one in results.runs.values() for note in one.notes}
    assert note.startswith("read from the lock: the model no_such_model needs a package")
    packages = Catalogue({"small": results}).built_with()["packages"]
    assert "wordllama" in packages
    assert "no-such-model" not in packages


def test_a_frozen_number_names_what_made_it(tmp_path):
    """Its record has the lock's versions and not those of this build, which a live number leaves to the whole; and so has its list."""
    results = small_project.results(tmp_path, SMALL)
    before = locked(tmp_path, results)
    found = lock.frozen(results, replace(before, versions={"python": "3.12", **before.versions}))
    catalogue = Catalogue({"small": found})
    made = {"python": "3.12", "packages": {"no-such-model": "1.2"}}
    assert [catalogue.record(found.numbers[number])["built_with"] for number in (OURS, THEIRS)] == [None, made]
    jsonschema.validate({**catalogue.to_json(), "claims": {}}, NUMBERS_SCHEMA)
    frozen = "Those that are frozen were made with Python 3.12, no-such-model 1.2."
    assert frozen in numbers_page(catalogue, found, "../", {})
    live = replace(found, numbers={OURS: found.numbers[OURS]})
    assert "frozen were made" not in numbers_page(Catalogue({"small": live}), live, "../", {})


def test_explain_names_what_made_a_frozen_number(tmp_path):
    """And why it is frozen, in words."""
    results = small_project.results(tmp_path, SMALL)
    before = locked(tmp_path, results)
    lock.publish(tmp_path / "scenarios/published", lock.frozen(results, before), "x", before)
    path = tmp_path / "scenarios/published/small.json"
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(data | {"versions": {"python": "3.12", "no-such-model": "1.2"}, "numbers": {THEIRS: 0.5}}), "utf-8")
    code, said, complaints = small_project.offcut(tmp_path, "explain", THEIRS)
    assert (code, complaints) == (0, "")
    assert said.endswith("computed with: offcut, Python 3.12, no-such-model 1.2\n")
    assert "\nwhy frozen: the model no_such_model needs a package" in said
    assert "input absent" not in said


def test_a_cell_with_an_absent_part_is_kept_until_the_encoder_comes(tmp_path, monkeypatch):
    """What is installed is part of the key, so that a warm run need not wait for those that are here."""
    small_project.results(tmp_path, SMALL)
    one, cache = small_project.load(tmp_path, SMALL), Cache(tmp_path / "cells")
    (corpus, splitter), *_ = one.pairs()
    assert cache.get(cache.key(corpus, splitter, one)) is not None
    monkeypatch.setattr(scenario.Scenario, "packages", {"no-such-model": "1.0"})
    assert cache.get(cache.key(corpus, splitter, small_project.load(tmp_path, SMALL))) is None


@pytest.mark.parametrize(("row", "other"), [("short", "hole"), ("whole", "whole")])
def test_a_row_is_compared_with_another_that_is_there(tmp_path, row, other):
    """A name that is none, and the row's own, are told with the place."""
    text = SMALL.replace(", against: whole", "").replace(f"  {row}: {{use: fixed", f"  {row}: {{use: fixed, against: {other}")
    (found,) = small_project.mistakes(tmp_path, text)
    assert f"splitters.{row}.against: there is no other row '{other}'" in found


def test_what_a_row_is_compared_with_is_part_of_its_key(tmp_path):
    """Its numbers move when the other row does."""
    cache = Cache(tmp_path / "cells")
    one, other = (small_project.load(tmp_path, text) for text in (SMALL, SMALL.replace("chunk_size: 100", "chunk_size: 90")))
    keys = [cache.key(next(iter(each.pairs()))[0], each.splitter("short"), each) for each in (one, other)]
    assert keys[0] != keys[1]


def asked():
    """The two texts of the scenario, each with its questions as the loader gives them."""
    return [row.load().documents[0] for row in scenario.load(ROOT / "scenarios/dilution.yaml").corpora if row.source == "files"]


def test_every_answer_of_the_scenario_fits_its_shortest_chunk():
    """An answer is 26 to 32 tokens long, about as long as the model's, and a text has room for windows of 2,048."""
    for document in asked():
        assert len(document.questions) >= 8
        assert count(document.text, "cl100k_base") >= 4096
        for question in document.questions:
            ((start, end),) = question.answers
            assert 26 <= count(document.text[start:end], "cl100k_base") <= 32, question.name


def test_every_answer_of_the_scenario_is_contained_at_every_length():
    """So all lengths are compared over the same questions, and what the lock says of it was so."""
    numbers = lock.read(ROOT / "scenarios/published", "dilution").numbers
    rows = {row.name for row in scenario.load(ROOT / "scenarios/dilution.yaml").splitters}
    assert {number.split("/")[2] for number in numbers} == rows
    for document in asked():
        for size, overlap in ((32, 31), (64, 48), (2048, 1536)):
            one = scenario.load(ROOT / "scenarios/dilution.yaml").splitter(f"window-{size}")
            assert (one.keywords["chunk_size"], one.keywords["chunk_overlap"]) == (size, overlap)
            pieces, at = [], 0
            for chunk in fixed(**one.keywords).split(document.text):
                at = document.text.index(chunk, max(at, 0))
                pieces.append((at, at + len(chunk)))
            assert len(contained(case(*pieces, text=document.text, questions=document.questions))) == len(document.questions)


def test_the_published_fall_is_that_of_the_published_cosines():
    """All answers are contained at both lengths, so the fall is one minus the ratio of the means, to the lock's closeness."""
    numbers = lock.read(ROOT / "scenarios/published", "dilution").numbers
    for text in ("finance", "contract"):
        for name in ("wordllama", "minilm"):
            before, after = (numbers[f"dilution/{text}/window-{size}/question_cosine/{name}"] for size in (1024, 2048))
            assert numbers[f"dilution/{text}/window-1024/question_cosine_fall/{name}"] == pytest.approx(1 - after / before, abs=2e-3)


def test_lock_and_scenario_are_json_and_yaml_of_the_same_encoders():
    """No number of an encoder is published that the scenario does not name."""
    data = json.loads((ROOT / "scenarios/published/dilution.json").read_text("utf-8"))
    names = {row.name for row in scenario.load(ROOT / "scenarios/dilution.yaml").encoders}
    parts = {tuple(number.split("/")[3:]) for number in data["numbers"] if number.count("/") == 4}
    assert {part for measure, part in parts if measure != "tokens_embedded"} == names
    assert {"torch", "wordllama"} <= set(data["versions"])
