"""The measures of a case, on texts and chunks small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generators.chunk import Chunk, Match
from generators.corpus import Corpus, Document, Table
from generators.measures import cost, loss, overlap, tables
from generators.measures.measure import Case, Value, Values
from generators.spans import Span
from generators.splitters.headers import repeat_headers
from generators.splitters.splitter import Splitter

MEASURES = cost.MEASURES | loss.MEASURES | overlap.MEASURES | tables.MEASURES

# a line and its line end take 6, 4, 4, 4 and 4 characters, the last line 4: 26 in all
FEES = "Fees.\nh|k\n-|-\n1|2\n3|4\nEnd."
HEADER, DELIMITER, ROW_1, ROW_2 = (6, 9), (10, 13), (14, 17), (18, 21)
FEES_TABLE = Table(header=HEADER, delimiter=DELIMITER, rows=(ROW_1, ROW_2))
ALL = (0, 26)


def words(text: str) -> int:
    """A unit of length that is neither characters nor needs a tokenizer."""
    return len(text.split())


def document(text: str, *its_tables: Table) -> Document:
    return Document("d.md", text, its_tables)


def case(*pairs: tuple[Document, list[tuple[Span, ...]]], size: int | None = 3, asked: int | None = 0, match: Match = "exact") -> Case:
    """Each document with its chunks, a chunk as its pieces; the pieces are joined with line ends."""
    chunks = tuple(
        tuple(Chunk("\n".join(of.text[start:end] for start, end in pieces), pieces, match) for pieces in placed) for of, placed in pairs
    )
    splitter = Splitter("given", {}, "words", size, asked, lambda text: [text], words, "given()")
    return Case(Corpus("c", "0" * 64, tuple(of for of, _ in pairs)), splitter, chunks)


def fees(*chunks: tuple[Span, ...], table: Table = FEES_TABLE) -> Case:
    return case((document(FEES, table), list(chunks)))


def measured(name: str, of: Case) -> Values:
    of_case = MEASURES[name].of_case
    assert of_case is not None
    return of_case(of)


def value(name: str, of: Case) -> int | float | None:
    return measured(name, of)[""].value


COUNTS = ("tables_cut", "tables_detached", "tables_headerless", "rows_cut", "rows_headerless", "chunks_headerless")


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        # one chunk holds all
        pytest.param([(ALL,)], (0, 0, 0, 0, 0, 0), id="whole"),
        # ends after row 1: row 2 stands in the second chunk without the header
        pytest.param([((0, 17),), ((18, 26),)], (1, 1, 1, 0, 1, 1), id="cut-between-rows"),
        # ends inside row 1, which no chunk holds; row 2 is whole and headerless
        pytest.param([((0, 15),), ((15, 26),)], (1, 1, 1, 1, 1, 1), id="cut-inside-a-row"),
        # ends inside row 2; row 1 has its header, and row 2 is cut, not headerless
        pytest.param([((0, 19),), ((19, 26),)], (1, 0, 0, 1, 0, 0), id="cut-inside-the-last-row"),
        # ends inside the header: no chunk holds it, both rows are headerless, in one chunk
        pytest.param([((0, 8),), ((8, 26),)], (1, 1, 1, 0, 2, 1), id="cut-inside-the-header"),
        # ends before the header: the second chunk has header and rows
        pytest.param([((0, 5),), ((6, 26),)], (0, 0, 0, 0, 0, 0), id="cut-before-the-table"),
        # the second chunk repeats header and delimiter row: cut, but every row has its header
        pytest.param([((0, 17),), (HEADER, DELIMITER, (18, 26))], (1, 0, 0, 0, 0, 0), id="repeated-header"),
        # line by line: only line ends part the pieces, so the chunk holds the table whole
        pytest.param([(HEADER, DELIMITER, ROW_1, ROW_2)], (0, 0, 0, 0, 0, 0), id="bridged-pieces"),
        # a hull would hold the table; row 1 is in no piece, so the table is cut and so is row 1
        pytest.param([(HEADER, DELIMITER, ROW_2)], (1, 0, 0, 1, 0, 0), id="a-gap-is-not-bridged"),
        # overlap copies row 2 into the second chunk, headerless although the first chunk holds the table
        pytest.param([(ALL,), ((18, 26),)], (0, 0, 1, 0, 1, 1), id="overlap-copies-a-tail"),
        # both rows stand with the header in one chunk or the other; the third chunk holds row 1 without it
        pytest.param([((0, 17),), (HEADER, (18, 26)), (ROW_1,)], (1, 0, 1, 0, 1, 1), id="headerless-but-not-detached"),
        # both rows headerless, each in its own chunk
        pytest.param([((0, 13),), (ROW_1,), (ROW_2,)], (1, 1, 1, 0, 2, 2), id="a-chunk-for-each-row"),
        # nothing of the table is in any chunk
        pytest.param([((0, 5),)], (1, 0, 0, 2, 0, 0), id="table-lost"),
    ],
)
def test_a_table_is_counted_by_what_its_chunks_hold(chunks, expected):
    """One table of two body rows under every way of cutting it."""
    subject = fees(*chunks)
    assert dict(zip(COUNTS, expected, strict=True)) == {name: value(name, subject) for name in COUNTS}


def test_a_table_without_body_rows_can_be_cut_but_not_detached():
    """Header and delimiter row part at 9; without rows nothing is headerless, and shares of rows are n/a."""
    subject = fees(((0, 9),), ((9, 26),), table=Table(header=HEADER, delimiter=DELIMITER, rows=()))
    assert [value(name, subject) for name in COUNTS] == [1, 0, 0, 0, 0, 0]
    assert measured("rows_headerless_share", subject) == {"": Value(None, {"rows_headerless": 0, "rows": 0})}


def test_blanks_at_the_ends_of_a_table_do_not_count():
    """The corpus gives the last row with its line end (18 to 22); the chunk stops before it."""
    assert value("tables_cut", fees(((0, 21),), ((22, 26),), table=Table(HEADER, (ROW_1, (18, 22)), DELIMITER))) == 0


def test_a_row_of_nothing_but_blanks_is_no_row():
    """The span 13 to 14 is a line end: of three declared rows two count, and none is cut."""
    subject = fees(((0, 17),), (HEADER, DELIMITER, (18, 26)), table=Table(HEADER, ((13, 14), ROW_1, ROW_2), DELIMITER))
    assert measured("rows_cut", subject) == {"": Value(0, {"rows": 2})}


def test_two_tables_share_a_chunk_but_not_a_header():
    """The second chunk holds a row of each table: one headerless chunk, two headerless rows."""
    # lines at 0, 4, 8 (first table), 12 (prose), 14, 18 (second table); the table of 14 has its header row in another chunk
    text = "a|b\n1|2\n3|4\n-\nc|d\n5|6"
    of = document(text, Table((0, 3), ((4, 7), (8, 11))), Table((14, 17), ((18, 21),)))
    subject = case((of, [((0, 7), (14, 17)), ((8, 13), (18, 21))]))
    assert [value(name, subject) for name in COUNTS] == [2, 2, 2, 0, 2, 1]
    assert measured("chunks_headerless", subject)[""].inputs == {"chunks": 2}


def test_tables_are_counted_by_band_too():
    """Band 300 has one table of two cut, band 600 its only one; the table of no band counts in the total alone."""
    cut, whole = [((0, 17),), ((18, 26),)], [(ALL,)]
    subject = case(
        (document(FEES, Table(HEADER, (ROW_1, ROW_2), DELIMITER, "600")), cut),
        (document(FEES, Table(HEADER, (ROW_1, ROW_2), DELIMITER, "300")), cut),
        (document(FEES, Table(HEADER, (ROW_1, ROW_2), DELIMITER, "300")), whole),
        (document(FEES, FEES_TABLE), whole),
    )
    expected = {"": Value(2, {"tables": 4}), "300": Value(1, {"tables": 2}), "600": Value(1, {"tables": 1})}
    for name in ("tables_cut", "tables_detached", "tables_headerless"):
        assert expected == measured(name, subject)
        assert list(measured(name, subject)) == ["", "300", "600"]
    # 2 of 4 tables; 2 of 4 x 2 rows
    assert measured("tables_cut_share", subject)[""] == Value(0.5, {"tables_cut": 2, "tables": 4})
    assert measured("tables_detached_share", subject)[""] == Value(0.5, {"tables_detached": 2, "tables": 4})
    # band 600: its one table
    assert measured("tables_detached_share", subject)["600"] == Value(1.0, {"tables_detached": 1, "tables": 1})
    assert measured("tables_headerless_share", subject)[""] == Value(0.5, {"tables_headerless": 2, "tables": 4})
    assert measured("rows_headerless_share", subject) == {"": Value(0.25, {"rows_headerless": 2, "rows": 8})}
    assert measured("rows_cut_share", subject) == {"": Value(0.0, {"rows_cut": 0, "rows": 8})}


def test_counts_are_numbers_not_truth_values():
    """JSON would write a truth value as `true`."""
    assert {int} == {type(value(name, fees(((0, 17),), ((18, 26),)))) for name in COUNTS}


def test_a_case_is_never_taken_for_another():
    """Two cases over the same corpus, asked in turn, keep their own counts."""
    one, other = fees((ALL,)), fees(((0, 17),), ((18, 26),))
    assert [value("tables_cut", subject) for subject in (one, other, one)] == [0, 1, 0]


def test_what_depends_on_places_is_not_available_where_a_chunk_has_none():
    """An unplaceable chunk makes tables, overlap and loss n/a, by band too, and leaves what needs only the texts."""
    table = Table(HEADER, (ROW_1, ROW_2), DELIMITER, "300")
    placed = case((document(FEES, table), [((0, 17),), ((18, 26),)]), asked=2)
    lone = Chunk("Tees.", (), "unplaceable")
    subject = Case(placed.corpus, placed.splitter, ((*placed.chunks[0], lone),))
    unknown = Value(None, {"chunks_unplaceable": 1})
    assert measured("tables_cut", subject) == {"": unknown, "300": unknown}
    for name in (
        *set(tables.MEASURES) - {"tables"},
        "characters_lost",
        "overlap_delivered",
        "overlap_delivered_characters",
        "overlap_silent_share",
    ):
        assert measured(name, subject)[""] == unknown, name
    assert measured("chunks_unplaceable", subject) == {"": Value(1, {"chunks": 3})}
    assert value("overlap_asked", subject) == 2
    # 17 and 8 characters, and "Tees." 5
    assert value("stored_characters", subject) == 30


def test_an_empty_corpus_has_no_ratios():
    """Documents without a character: counts are 0, every mean and share is n/a."""
    for subject in (case(), case((document(""), [])), case((document(""), [((0, 0),)]))):
        numbers = {name: value(name, subject) for name, measure in MEASURES.items() if measure.of_case}
        absent = {"stored_ratio", "characters_per_token", "overlap_delivered", "overlap_delivered_characters", "overlap_silent_share"}
        absent |= {name for name in MEASURES if name.endswith("_share")} | {"overlap_boundaries", "overlap_literal_boundaries"}
        if not any(subject.chunks):
            absent |= {"chunk_length_mean", "chunk_length_max"}
        assert absent == {name for name, number in numbers.items() if number is None}
        assert {0} == {number for name, number in numbers.items() if name not in absent | {"chunks"}}


def test_delivered_overlap_is_what_two_neighbours_hold_by_span():
    """Chunks `a b c`, `b c d e`, `f g`: the first pair shares `b c`, the second nothing."""
    subject = case((document("a b c d e f g"), [((0, 5),), ((2, 9),), ((10, 13),)]), asked=2)
    # characters 2 to 5 are 3; (3 + 0) / 2 pairs
    assert measured("overlap_delivered_characters", subject) == {"": Value(1.5, {"shared_characters": 3, "pairs": 2})}
    # `b c` is 2 words; (2 + 0) / 2 pairs
    assert measured("overlap_delivered", subject) == {"": Value(1.0, {"shared": 2, "pairs": 2, "overlap_asked": 2, "unit": "words"})}
    assert measured("overlap_silent_share", subject) == {"": Value(0.5, {"silent": 1, "pairs": 2, "overlap_asked": 2})}
    assert measured("overlap_asked", subject) == {"": Value(2, {"unit": "words"})}


def test_touching_chunks_share_nothing():
    """The first chunk ends where the second starts."""
    assert value("overlap_silent_share", case((document("abcd"), [((0, 2),), ((2, 4),)]), asked=1)) == 1.0


def test_chunks_of_two_documents_are_no_neighbours():
    """Two documents of one chunk each have no pair."""
    subject = case((document("abc"), [((0, 3),)]), (document("abc"), [((0, 3),)]), asked=2)
    assert measured("overlap_delivered_characters", subject) == {"": Value(None, {"shared_characters": 0, "pairs": 0})}
    assert value("overlap_silent_share", subject) is None


@pytest.mark.parametrize("asked", [0, None])
def test_neighbours_are_silent_only_where_overlap_was_asked(asked):
    """Without overlap asked for, sharing nothing is what was asked; what is shared is still measured."""
    subject = case((document("abcd"), [((0, 2),), ((2, 4),)]), asked=asked)
    assert value("overlap_silent_share", subject) is None
    assert value("overlap_delivered", subject) == 0
    assert value("overlap_asked", subject) == asked


def test_what_lies_between_a_chunks_pieces_is_not_shared():
    """A splitter that returns the table's first two lines twice shares 3 characters of each; the hull would share row 1 as well."""
    subject = fees(((0, 17),), (HEADER, DELIMITER, (18, 26)))
    assert value("overlap_delivered_characters", subject) == 6


@pytest.mark.parametrize(("cut", "start", "shared"), [(17, 18, 0), (17, 16, 1), (13, 14, 0)])
def test_a_head_put_before_rows_is_no_overlap(cut, start, shared):
    """The second chunk starts behind row 1, before its last character, and right behind the head: repeated, the head adds nothing."""
    plain = fees(((0, cut),), ((start, 26),))
    (documents,) = plain.corpus.documents
    with_heads = replace(plain, chunks=(repeat_headers(documents, plain.chunks[0]),))
    assert with_heads.chunks[0][1].pieces == ((6, 13), (start, 26))
    for subject in (plain, with_heads):
        assert value("overlap_delivered_characters", subject) == shared
        assert value("overlap_silent_share", replace(subject, splitter=replace(subject.splitter, chunk_overlap=1))) == 1 - shared


def test_stored_ratio_counts_repeated_text_each_time():
    """Chunks of 17 and 12 characters from 26."""
    subject = fees(((0, 17),), ((14, 26),))
    assert value("chunks", subject) == 2
    assert value("stored_characters", subject) == 29
    assert value("corpus_characters", subject) == 26
    assert measured("stored_ratio", subject) == {"": Value(29 / 26, {"stored_characters": 29, "corpus_characters": 26})}


def test_chunk_lengths_are_those_of_finished_chunks_in_the_splitters_unit():
    """Chunks of 4, 3 and 1 words against a chunk_size of 3."""
    subject = case((document("a b c d"), [((0, 7),), ((0, 5),)]), (document("e"), [((0, 1),)]), size=3)
    assert measured("chunks_over_limit", subject) == {"": Value(1, {"chunks": 3, "chunk_size": 3, "unit": "words"})}
    # (4 + 3 + 1) / 3
    assert measured("chunk_length_mean", subject) == {"": Value(8 / 3, {"length": 8, "chunks": 3, "unit": "words"})}
    assert measured("chunk_length_max", subject) == {"": Value(4, {"chunk_size": 3, "unit": "words"})}


def test_no_chunk_is_over_a_limit_that_the_splitter_does_not_have():
    """A splitter without chunk_size has lengths but no limit."""
    subject = case((document("a b"), [((0, 3),)]), size=None)
    assert value("chunks_over_limit", subject) is None
    assert value("chunk_length_max", subject) == 2


def test_each_chunk_is_counted_once_for_all_measures_of_length():
    """Counting tokens takes most of a run, so three measures share one pass."""
    counted: list[str] = []
    made = case((document("a b"), [((0, 1),), ((2, 3),)]))
    splitter = Splitter("given", {}, "words", 3, 0, lambda text: [text], lambda text: counted.append(text) or 1, "given()")
    subject = Case(made.corpus, splitter, made.chunks)
    for name in ("chunks_over_limit", "chunk_length_mean", "chunk_length_max"):
        value(name, subject)
    assert counted == ["a", "b"]


def test_characters_per_token_tells_tables_from_prose():
    """cl100k_base: `hello`, ` world`, line end are 3 tokens of 12 characters; `1|2`, line end, `3|4` are 7 tokens of 7."""
    text = "hello world\n1|2\n3|4"
    subject = case((document(text, Table((12, 15), ((16, 19),))), [((0, 19),)]))
    assert measured("characters_per_token", subject) == {
        "": Value(1.9, {"characters": 19, "tokens": 10, "tokenizer": "cl100k_base"}),
        "tables": Value(1.0, {"characters": 7, "tokens": 7, "tokenizer": "cl100k_base"}),
        "prose": Value(4.0, {"characters": 12, "tokens": 3, "tokenizer": "cl100k_base"}),
    }


def test_a_corpus_without_tables_has_no_characters_per_token_of_tables():
    """2 tokens of 11 characters, all of them prose."""
    values = measured("characters_per_token", case((document("hello world"), [])))
    assert {part: found.value for part, found in values.items()} == {"": 5.5, "tables": None, "prose": 5.5}


def test_lost_characters_are_those_in_no_piece_without_blanks():
    """Of `ab cd; ef` the chunks hold `ab` and `ef`: `cd;` is lost, the two blanks are not."""
    subject = case((document("ab cd; ef"), [((0, 2),), ((7, 9),)]))
    assert measured("characters_lost", subject) == {"": Value(3, {"corpus_characters": 9})}


def test_characters_between_the_pieces_of_a_chunk_are_lost():
    """The hull of the only chunk is the whole document; its pieces leave out `b`."""
    assert value("characters_lost", case((document("a\nb\nc"), [((0, 1), (4, 5))]))) == 1


@pytest.mark.parametrize(
    ("match", "expected"),
    [("exact", (0, 0, 0)), ("loose", (0, 2, 0)), ("pieces", (0, 2, 0)), ("ambiguous", (0, 0, 2)), ("unplaceable", (2, 0, 0))],
)
def test_chunks_are_counted_by_how_they_were_placed(match, expected):
    """Two chunks, both placed in the same way."""
    subject = case((document("abcd"), [((0, 2),), ((2, 4),)]), match=match)
    names = ("chunks_unplaceable", "chunks_altered", "chunks_ambiguous")
    assert [Value(count, {"chunks": 2}) for count in expected] == [measured(name, subject)[""] for name in names]


def test_every_measure_says_what_it_is():
    """A page shows title and definition, which is one sentence; counts are compared exactly, means as levels, formulas as closed forms."""
    levels = {"overlap_delivered", "overlap_delivered_characters", "stored_ratio", "chunk_length_mean", "characters_per_token"}
    for name, measure in MEASURES.items():
        assert measure.title, name
        assert measure.definition.endswith("."), name
        assert ". " not in measure.definition, name
        measured = "level" if name in levels or measure.unit == "share" else "exact"
        assert measure.compare == ("closed" if measure.formula else measured), name
        assert name.endswith("_share") == (measure.unit == "share"), name
