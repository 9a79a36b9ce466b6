"""Answers that chunks hold, cut or part from their table's header, and the interval that a share of questions carries."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_project import load, results, values, write

from generators.catalogue import Catalogue
from generators.cell import Cell, plain
from generators.chunk import Chunk
from generators.cli import main
from generators.commands.numbers import line_of
from generators.corpus import Corpus, Document, Question, Table
from generators.entry import closeness, same
from generators.gather import gather
from generators.listing import numbers_page
from generators.measures import MEASURES as ALL_MEASURES
from generators.measures.answers import MEASURES, asked_of
from generators.measures.measure import Case, Measure, Value
from generators.measures.sample import share, wilson
from generators.numbers_schema import NUMBER
from generators.reference import measures
from generators.results import Measurement
from generators.spans import bridged, trimmed

HOUSE = "Gates shut at nine. Keys go to the desk."
GATES, KEYS = (0, 19), (20, 40)


def document(*answers, text=HOUSE, tables=()):
    """A document with a question for each of the tuples of answer spans, named a, b and so on."""
    questions = tuple(Question(name, "?", spans) for name, spans in zip("abcdefgh", answers, strict=False))
    return Document("d.md", text, tables, questions)


def chunk(*pieces, text=HOUSE):
    """A chunk of these pieces, its text theirs joined with line ends."""
    return Chunk("\n".join(text[start:end] for start, end in pieces), pieces, "exact")


def case(of, *chunks):
    """The document as these chunks."""
    return Case(Corpus("c", "0" * 64, (of,)), None, (chunks,))


def measured(name, of):
    """A measure's values, as value and inputs."""
    return {part: (one.value, dict(one.inputs)) for part, one in MEASURES[name].of_case(of).items()}


def held(of, *chunks):
    """The holders of the document's first question: by span, by span with outer blanks, and by text."""
    asked = asked_of(of, chunks)[0]
    return [sorted(found) for found in (asked.holders, asked.holders_untrimmed, asked.holders_literal)]


def test_touching_is_not_containing():
    """A cut after `shut at nine.` parts nothing; one character before it, the answer is in no chunk, though both chunks touch it."""
    assert held(document((GATES,)), chunk((0, 20)), chunk((20, 40))) == [[0], [0], [0]]
    assert held(document((GATES,)), chunk((0, 18)), chunk((18, 40))) == [[], [], []]
    assert held(document((KEYS,)), chunk((0, 20)), chunk((19, 40)), chunk((20, 40))) == [[1, 2]] * 3


def test_outer_blanks_of_an_answer_do_not_count():
    """The span [19, 40) begins with the blank that the second chunk lacks: held by span and by text, and not untrimmed."""
    assert held(document(((19, 40),)), chunk((0, 19)), chunk((20, 40))) == [[1], [], [1]]


def test_pieces_are_joined_where_only_blanks_part_them():
    """Of `Gates shut at nine. Keys go` the blank at 19 is in no piece; where a word is missing instead, the pieces stay apart."""
    whole = document(((0, 27),))
    assert held(whole, chunk((0, 19), (20, 27))) == [[0], [0], []]  # the text has a line end where the document has a blank
    assert held(whole, chunk((0, 10), (14, 27))) == [[], [], []]


def test_several_answers_are_all_needed_in_one_chunk():
    """Two chunks that hold one each hold no question; a third that has both as two pieces does."""
    both = document((GATES, KEYS))
    assert held(both, chunk((0, 20)), chunk((20, 40))) == [[], [], []]
    assert held(both, chunk((0, 20)), chunk((20, 40)), chunk((0, 19), (20, 40))) == [[2], [2], [2]]


def test_literally_contained_is_another_question():
    """Too high where the text stands twice, for `nine` is asked of at [9, 13) and found at [0, 4); too low where a blank was altered."""
    text = "nine and nine"
    assert held(document(((9, 13),), text=text), chunk((0, 8), text=text), chunk((9, 11), text=text)) == [[], [], [0]]
    altered = Chunk("Gates  shut at nine.", ((0, 19),), "loose")
    assert held(document((GATES,)), altered) == [[0], [0], []]


def test_a_chunk_without_a_place_holds_text_and_no_span():
    """Its text can be searched, and its place is not known."""
    assert held(document((GATES,)), Chunk(f"## {HOUSE}", (), "unplaceable")) == [[], [], [0]]


# Header [0, 4), delimiter row [5, 8), rows [9, 12) and [13, 16).
FEES = "k|ft\n-|-\na|1\nb|2\nEnd."
FEES_TABLE = Table(header=(0, 4), delimiter=(5, 8), rows=((9, 12), (13, 16)))


@pytest.mark.parametrize(
    ("spans", "chunks", "headerless"),
    [
        (((13, 16),), [((0, 12),), ((13, 21),)], 1),  # the row without its header
        (((15, 16),), [((0, 12),), ((13, 21),)], 1),  # a cell of it
        (((13, 16),), [((0, 12),), ((13, 21),), ((0, 16),)], 0),  # another chunk holds both
        (((13, 16),), [((0, 12),), ((0, 8), (13, 16))], 0),  # the header was repeated
        (((13, 16),), [((0, 14),), ((14, 21),)], 0),  # the answer itself is cut: counted as that
        (((0, 4),), [((0, 4),), ((5, 21),)], 0),  # the header is the answer
        (((17, 21),), [((0, 16),), ((17, 21),)], 0),  # the answer is in no table
        (((9, 12), (17, 21)), [((0, 8),), ((9, 21),)], 1),  # one of two answers is in a row
    ],
)
def test_an_answer_without_its_header(spans, chunks, headerless):
    """It is contained, and every chunk that holds it lacks the header row."""
    of = case(document(spans, text=FEES, tables=(FEES_TABLE,)), *(chunk(*pieces, text=FEES) for pieces in chunks))
    assert measured("answers_headerless", of) == {
        "": (headerless, {"headerless": headerless, "questions": 1, "by_question": str(headerless)})
    }


def test_answers_of_two_tables_need_both_headers():
    """A chunk with the rows of two tables and the header of one does not say what the other's row is."""
    text, second = FEES + "\n" + FEES, Table(header=(22, 26), delimiter=(27, 30), rows=((31, 34), (35, 38)))
    of = document(((9, 12), (31, 34)), text=text, tables=(FEES_TABLE, second))
    assert measured("answers_headerless", case(of, chunk((0, 21), (31, 34), text=text)))[""][0] == 1
    assert measured("answers_headerless", case(of, chunk((0, 34), text=text)))[""][0] == 0


def test_shares_and_counts():
    """Of three questions one is held by the first chunk, one is cut, one is held only without its outer blank."""
    of = case(document((GATES,), ((14, 24),), ((19, 40),)), chunk((0, 19)), chunk((20, 40)))
    assert measured("answers_contained", of) == {"": (2 / 3, {"contained": 2, "questions": 3, "by_question": "101"})}
    assert measured("answers_contained_untrimmed", of) == {"": (1 / 3, {"contained_untrimmed": 1, "questions": 3, "by_question": "100"})}
    assert measured("answers_contained_literally", of) == {"": (2 / 3, {"contained_literally": 2, "questions": 3, "by_question": "101"})}
    said = {"question": "?", "document": "d.md"}
    assert measured("answers_cut", of) == {"": (1, {"questions": 3}), "a": (0, said), "b": (1, said), "c": (0, said)}


def test_questions_of_several_documents_are_counted_together():
    """Each is looked for in the chunks of its own document."""
    one, other = document((GATES,)), replace(document(), questions=(Question("z", "?", (KEYS,)),))
    of = Case(Corpus("c", "0" * 64, (one, other)), None, ((chunk((0, 40)),), (chunk((0, 30)),)))
    said = {"question": "?", "document": "d.md"}
    assert measured("answers_cut", of) == {"": (1, {"questions": 2}), "a": (0, said), "z": (1, said)}


def test_without_questions_a_share_is_no_number():
    """A share of nothing is n/a, and none are cut."""
    of = case(document(), chunk((0, 40)))
    for name in ("answers_contained", "answers_contained_untrimmed", "answers_contained_literally", "answers_headerless"):
        assert MEASURES[name].of_case(of)[""].value is None
        assert MEASURES[name].of_case(of)[""].interval is None
    assert measured("answers_cut", of) == {"": (0, {"questions": 0})}


def test_a_chunk_that_cannot_be_placed_makes_places_unknown():
    """Whatever hangs on places is n/a, each question's part too; the text of chunks is known all the same."""
    of = case(document((GATES,)), Chunk("# Gates shut at nine.", (), "unplaceable"), chunk((20, 40)))
    for name in ("answers_contained", "answers_contained_untrimmed", "answers_headerless"):
        assert measured(name, of) == {"": (None, {"chunks_unplaceable": 1})}
        assert MEASURES[name].of_case(of)[""].interval is None
    assert measured("answers_cut", of) == {"": (None, {"chunks_unplaceable": 1}), "a": (None, {"chunks_unplaceable": 1})}
    assert measured("answers_contained_literally", of) == {"": (1, {"contained_literally": 1, "questions": 1, "by_question": "1"})}


TEXT = st.text(alphabet="ab \n", min_size=1, max_size=24)
SPANS = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)).map(lambda ends: tuple(sorted(ends))), min_size=1, max_size=3)


@given(text=TEXT, answers=SPANS, pieces=st.lists(SPANS, max_size=5))
def test_holders_are_those_that_a_look_at_every_chunk_finds(text, answers, pieces):
    """By span: each answer, trimmed or not, lies in one of the chunk's joined pieces. By text: it is in the chunk's text."""

    def within(spans):
        return tuple((min(start, len(text)), min(end, len(text))) for start, end in spans)

    spans = tuple(span for span in within(answers) if text[slice(*span)].strip())
    if not spans:
        return
    of = document(spans, text=text)
    chunks = [
        Chunk(text[slice(*found[0])], found[:1], "exact") if len(found) == 1 else chunk(*found, text=text) for found in map(within, pieces)
    ]

    def holds(one, span):
        return any(start <= span[0] and span[1] <= end for start, end in bridged(one.pieces, text))

    plain = [trimmed(span, text) for span in spans]
    numbered = list(enumerate(chunks))
    assert held(of, *chunks) == [
        [index for index, one in numbered if all(holds(one, span) for span in plain)],
        [index for index, one in numbered if all(holds(one, span) for span in spans)],
        [index for index, one in numbered if all(text[slice(*span)] in one.text for span in plain)],
    ]


def test_the_interval_is_wilsons():
    """2 of 3: with z = 1.959964 and z^2 = 3.841459 the middle is (2/3 + z^2/6) / (1 + z^2/3) = 1.306910 / 2.280486 = 0.573084, and the
    half width z sqrt((2/9)/3 + z^2/36) / 2.280486 = 1.959964 x 0.425184 / 2.280486 = 0.365424.

    Of 0 of n it begins at 0 and ends at z^2 / (n + z^2) = 3.841459 / 13.841459 = 0.277533 for ten; of n of n it is the mirror image.
    """
    assert wilson(2, 3) == pytest.approx((0.207660, 0.938508), abs=2e-6)
    assert wilson(0, 10) == pytest.approx((0, 0.277533), abs=2e-6)
    assert wilson(10, 10) == pytest.approx((0.722467, 1), abs=2e-6)
    assert share("held", 2, "questions", 3) == Value(2 / 3, {"held": 2, "questions": 3}, wilson(2, 3))
    assert share("held", 0, "questions", 0) == Value(None, {"held": 0, "questions": 0})


# Chunks of twenty characters: [0, 20) holds the gates, [20, 40) the keys, and `nine. Keys` is cut.
SMALL = """\
title: Answers in small
corpora:
  house:
    texts: {d.md: "Gates shut at nine. Keys go to the desk."}
    questions:
      - {id: gates, text: "When?", answer: Gates shut at nine.}
      - {id: keys, text: "Where?", answer: Keys go to the desk.}
      - {id: both, text: "Both?", answer: nine. Keys}
splitters:
  twenty: {use: fixed, chunk_size: 20}
measures: [answers_contained, answers_cut, chunks]
"""
SHARE = "small/house/twenty/answers_contained"


def test_a_scenario_measures_its_questions(tmp_path):
    """Two of three are contained; each question has a part, and the share its interval."""
    found = results(tmp_path, SMALL)
    assert values(found) == {
        "house/twenty/answers_contained": 2 / 3,
        "house/twenty/answers_cut": 1,
        "house/twenty/answers_cut/gates": 0,
        "house/twenty/answers_cut/keys": 0,
        "house/twenty/answers_cut/both": 1,
        "house/twenty/chunks": 2,
    }
    assert found.one(SHARE).interval == wilson(2, 3)
    assert [one.interval for one in found.numbers.values()].count(None) == 5
    assert results(tmp_path, SMALL).one(SHARE) == found.one(SHARE)  # from the cache


def test_the_interval_is_named_wherever_it_is_shown(tmp_path):
    """In numbers.json, in a list and on the page of measures: it is no spread of seeds."""
    found = results(tmp_path, SMALL)
    record = Catalogue({"small": found}).record(found.one(SHARE))
    assert (record["interval"], record["interval_of"]) == (list(wilson(2, 3)), "Wilson 95% interval of a share of questions")
    assert Catalogue({"small": found}).record(found.one("small/house/twenty/answers_cut"))["interval_of"] is None
    assert set(record) == set(NUMBER)
    assert line_of(found.one(SHARE)) == f"{SHARE}  66.7% (95% interval 20.8% to 93.9%)"
    described = measures()
    assert described.count("A share of questions: it carries a Wilson 95% interval.") == sum(
        one.sample == "questions" and one.unit == "share" for one in ALL_MEASURES.values()
    )
    assert "A share of questions" not in described.partition("## `answers_cut` {#answers_cut}")[2].partition("\n## ")[0]


def test_a_question_s_words_are_data_on_its_card(tmp_path):
    """They stand among the inputs of its part, and mean nothing to the page that lists them."""
    found = results(tmp_path, SMALL.replace('"Both?"', '"<script>alert(1)</script> {{ x }} | *y*"'))
    one = found.one("small/house/twenty/answers_cut/both")
    assert one.inputs == {"question": "<script>alert(1)</script> {{ x }} | *y*", "document": "d.md"}
    listed = numbers_page(Catalogue({"small": found}), found, "", {})
    assert "<script>" not in listed
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in listed


def test_seeds_come_before_questions(tmp_path, monkeypatch):
    """Of a corpus drawn from several seeds the spread is shown, which says more: 0.2, 0.4 and 0.3 are 0.3 from 0.2 to 0.4."""
    text = """\
title: x
corpora:
  p: {profile: {documents: 1, tokens_per_document: 9, tables: []}}
  g: {generate: contracts, like: p, seed: [1, 2, 3]}
splitters:
  f: {use: fixed, chunk_size: 9, corpora: [g]}
measures: [tables_cut_share]
"""
    scenario = load(tmp_path, text)
    sampled = replace(ALL_MEASURES["tables_cut_share"], sample="questions")
    monkeypatch.setattr("generators.gather.MEASURES", {**ALL_MEASURES, "tables_cut_share": sampled})
    cells = [Cell(str(count), values={"tables_cut_share": plain({"": share("held", count, "questions", 10)})}) for count in (2, 4, 3)]
    found = gather(scenario, {(f"g.seed-{seed}", "f"): cell for seed, cell in enumerate(cells, 1)}).one("small/g/f/tables_cut_share")
    assert (found.value, found.interval, found.interval_of) == (0.3, (0.2, 0.4), "seeds")
    one = load(tmp_path, text.replace("[1, 2, 3]", "[1]"))
    single = gather(one, {("g.seed-1", "f"): cells[0]}).one("small/g/f/tables_cut_share")
    assert (single.value, single.interval, single.interval_of) == (0.2, wilson(2, 10), "sample")


def offcut(folder, *words):
    """The command in this process."""
    return main(["--root", str(folder), *words])


def test_the_lock_holds_the_interval(tmp_path, capsys):
    """It is published with its share and compared with it; a difference names it, and `explain` says what it is."""
    write(tmp_path, SMALL)
    assert offcut(tmp_path, "lock") == 0
    published = tmp_path / "scenarios/published/small.json"
    low, high = (float(f"{bound:.12g}") for bound in wilson(2, 3))
    assert json.loads(published.read_text())["numbers"][SHARE] == [0.666666666667, low, high]
    assert offcut(tmp_path, "check") == 0
    capsys.readouterr()
    published.write_text(published.read_text().replace(f"[0.666666666667, {low}, {high}]", "[0.333333333333, 0.0615, 0.7923]"))
    assert offcut(tmp_path, "check") == 1
    assert f"{SHARE}: published 33.3% (interval 6.2% to 79.2%), computed 66.7% (interval 20.8% to 93.9%)" in capsys.readouterr().out
    assert offcut(tmp_path, "explain", SHARE) == 0
    said = capsys.readouterr().out
    assert f"{SHARE}  66.7% (95% interval 20.8% to 93.9%)\n" in said
    assert "interval_of: Wilson 95% interval of a share of questions\n" in said
    assert "input contained: 2\n" in said


def test_one_question_of_thousands_moves_the_lock():
    """A share is compared as closely as a closed form: 1,999 of 2,000 is not 2,000 of 2,000, which a thousandth would let through."""
    assert {MEASURES[name].compare for name in MEASURES if MEASURES[name].unit == "share"} == {"closed"}
    published, computed = [1.0, *wilson(2000, 2000)], [0.9995, *wilson(1999, 2000)]
    assert not same(published, computed, closeness("answers_contained", modelled=False))
    assert same(published, computed, closeness("tables_cut_share", modelled=False))


def test_two_builds_differ_by_an_interval_s_name(tmp_path, capsys):
    """`diff` of two numbers.json says interval, not seeds."""
    write(tmp_path, SMALL)
    assert offcut(tmp_path, "run", "small", "--json") == 0
    old = capsys.readouterr().out
    new = json.loads(old)
    new["numbers"][SHARE].update(value=1.0, interval=list(wilson(3, 3)))
    (tmp_path / "old.json").write_text(old)
    (tmp_path / "new.json").write_text(json.dumps(new))
    assert offcut(tmp_path, "diff", str(tmp_path / "old.json"), str(tmp_path / "new.json")) == 1
    assert f"{SHARE}: 66.7% (interval 20.8% to 93.9%) became 100.0% (interval 43.9% to 100.0%)\n" in capsys.readouterr().out


def test_a_measurement_s_interval_is_that_of_seeds_unless_it_says_otherwise():
    """A list names seeds only where there are any."""
    one = Measurement("s", "c", "f", "answers_contained", "", 0.5, interval=(0.25, 0.75))
    assert line_of(one) == "s/c/f/answers_contained  50.0% (25.0% to 75.0% over the seeds)"
    assert line_of(replace(one, interval_of="sample")) == "s/c/f/answers_contained  50.0% (95% interval 25.0% to 75.0%)"
    assert Measure("", "share", "", "", "closed").sample == ""
