"""Cuts within a table's rows, counted by hand on one small table."""

from generators.chunk import Chunk
from generators.corpus import Corpus, Document, Table
from generators.measures.cuts import cuts_in_figures, cuts_in_rows
from generators.measures.measure import Case
from generators.splitters.splitter import Splitter

HEADER, FIRST, SECOND = "| Fee | Place |\n", "| 1,204.50 | Linz, Graz |\n", "| 7.5 | Wels |\n"
TEXT = HEADER + FIRST + SECOND
TABLE = Table((0, len(HEADER)), ((len(HEADER), len(HEADER + FIRST)), (len(HEADER + FIRST), len(TEXT))))
SPLITTER = Splitter("given", {}, "characters", 30, 0, lambda text: [], len, "given()")


def case(*pieces):
    """The table with one chunk for each of these spans."""
    chunks = tuple(Chunk(TEXT[start:end], ((start, end),), "exact") for start, end in pieces)
    return Case(Corpus("one", "0", (Document("one", TEXT, (TABLE,)),)), SPLITTER, (chunks,))


def at(mark):
    """The offset just after a piece of the text."""
    return TEXT.index(mark) + len(mark)


def counts(*pieces):
    """Cuts within rows, and within figures."""
    return cuts_in_rows(case(*pieces))[""].value, cuts_in_figures(case(*pieces))[""].value


def test_a_cut_between_rows_is_none_within_a_row():
    """Chunks that end with a line, with or without its line end, cut no row."""
    assert counts((0, len(HEADER)), (len(HEADER), len(TEXT))) == (0, 0)
    assert counts((0, len(HEADER) - 1), (len(HEADER), len(TEXT) - 1)) == (0, 0)


def test_a_cut_at_the_point_or_comma_of_a_figure_is_within_it():
    """After `1,` and after `1,204.` the figure goes on; the end of one chunk and the start of the next are one cut."""
    for mark in ("| 1,", "| 1,204."):
        assert counts((0, at(mark)), (at(mark), len(TEXT))) == (1, 1)


def test_a_cut_beside_a_figure_or_after_a_word_is_within_the_row_alone():
    """Before and after `1,204.50`, and after the comma between two places."""
    for mark in ("Place |\n| ", "204.50", "Linz,"):
        assert counts((0, at(mark)), (at(mark), len(TEXT))) == (1, 0)


def test_two_edges_are_two_cuts_where_chunks_overlap():
    """One chunk ends within 7.5, the next starts within 1,204.50."""
    assert counts((0, at("| 7.")), (at("| 1,"), len(TEXT))) == (2, 2)


def test_without_a_place_there_is_no_count():
    """A chunk that cannot be placed may hold anything."""
    unknown = Case(Corpus("one", "0", (Document("one", TEXT, (TABLE,)),)), SPLITTER, ((Chunk("x", (), "unplaceable"),),))
    assert (cuts_in_rows(unknown)[""].value, cuts_in_figures(unknown)[""].value) == (None, None)
