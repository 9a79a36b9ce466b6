"""Header repetition: a chunk that continues a table gets the table's head, and the head's span among its pieces."""

import pytest

from generators.chunk import Chunk
from generators.corpus import Document, Table
from generators.splitters.headers import repeat_headers

HEAD = "| A | B |\n|---|---|"
TEXT = f"Intro.\n\n{HEAD}\n| 1 | 2 |\n| 3 | 4 |\n\nBetween.\n\n| C | D |\n| 5 | 6 |\n| 7 | 8 |\n\nEnd."
# Intro.\n\n is 8 characters, each table line 9: header [8, 17), delimiter [18, 27), rows [28, 37) and [38, 47);
# \n\nBetween.\n\n is 12, so the second table, which has no delimiter row, has its header at [59, 68), rows [69, 78) and [79, 88).
FIRST = Table(header=(8, 17), delimiter=(18, 27), rows=((28, 37), (38, 47)))
SECOND = Table(header=(59, 68), rows=((69, 78), (79, 88)))
DOCUMENT = Document("two tables", TEXT, (FIRST, SECOND))


def exact(start, end):
    return Chunk(TEXT[start:end], ((start, end),), "exact")


def repeated(chunk, document=DOCUMENT):
    (found,) = repeat_headers(document, [chunk])
    return found


def test_the_hand_made_spans_are_those_of_the_lines():
    """The tests below stand on these."""
    assert (TEXT[8:27], TEXT[38:47]) == (HEAD, "| 3 | 4 |")
    assert tuple(TEXT[start:end] for start, end in (SECOND.header, *SECOND.rows)) == ("| C | D |", "| 5 | 6 |", "| 7 | 8 |")


@pytest.mark.parametrize(
    "span",
    [
        (0, 7),  # no table
        (0, 37),  # the header with its first row
        (8, 17),  # nothing but the header
        (18, 27),  # nothing but the delimiter row
        (47, 69),  # the text between the tables, with the second one's header and the line end behind it
        (8, 88),  # both tables
        (37, 38),  # a line end: no part of a row
    ],
)
def test_a_chunk_with_its_headers_or_without_rows_is_left_as_it_is(span):
    """Nothing continues a table there."""
    assert exact(*span) == repeated(exact(*span))


def test_a_row_without_its_header_gets_the_head_before_it():
    """Header and delimiter rows as lines of their own, and their span [8, 27) before the row's."""
    assert Chunk(f"{HEAD}\n| 3 | 4 |\n\nBetween.", ((8, 27), (38, 57)), "exact", ((8, 27),)) == repeated(exact(38, 57))


def test_half_a_row_is_a_part_of_a_row():
    """A chunk that starts inside a row: the head stands before the half row, which is kept as it is."""
    assert Chunk(f"{HEAD}\n 2 |\n| 3 | 4 |", ((8, 27), (33, 47)), "exact", ((8, 27),)) == repeated(exact(33, 47))


def test_a_header_that_is_there_only_in_part_is_repeated_whole():
    """The chunk starts inside the header row: the head goes to the front, the rest of the header row stays behind it."""
    assert f"{HEAD}\nB |\n|---|---|\n| 1 | 2 |" == repeated(exact(14, 37)).text
    assert f"{HEAD}\n|---|---|\n| 1 | 2 |" == repeated(exact(18, 37)).text


def test_a_line_end_at_the_front_is_not_doubled():
    """A blank line between head and row would end the table for a Markdown reader."""
    assert Chunk(f"{HEAD}\n| 3 | 4 |", ((8, 27), (37, 47)), "exact", ((8, 27),)) == repeated(exact(37, 47))


def test_only_the_table_that_lacks_its_header_gets_it():
    """The tail of the first table and the whole second one: one head, at the front."""
    assert Chunk(HEAD + "\n" + TEXT[38:88], ((8, 27), (38, 88)), "exact", ((8, 27),)) == repeated(exact(38, 88))


def test_a_table_without_a_delimiter_row_repeats_its_header_row():
    """Its head is the header row alone, [59, 68)."""
    assert Chunk("| C | D |\n| 7 | 8 |\n\nEnd.", ((59, 68), (79, 94)), "exact", ((59, 68),)) == repeated(exact(79, 94))


@pytest.mark.parametrize(("between", "parted"), [("\n", "\n"), (" ", " \n")])
def test_several_tables_without_headers_each_get_their_own(between, parted):
    """A chunk of two pieces, a row of each table: each row follows its own head, which starts a line even after a blank."""
    found = repeated(Chunk(f"| 3 | 4 |{between}| 7 | 8 |", ((38, 47), (79, 88)), "pieces"))
    assert f"{HEAD}\n| 3 | 4 |{parted}| C | D |\n| 7 | 8 |" == found.text
    assert found.pieces == ((8, 27), (38, 47), (59, 68), (79, 88))
    assert [found.repeated, found.own_pieces] == [((8, 27), (59, 68)), ((38, 47), (79, 88))]
    assert found.match == "pieces"


def test_text_before_the_continued_rows_stays_before_them():
    """Pieces out of the introduction and of the second row: the head stands between them."""
    found = repeated(Chunk("Intro.\n| 3 | 4 |", ((0, 6), (38, 47)), "pieces"))
    assert Chunk(f"Intro.\n{HEAD}\n| 3 | 4 |", ((0, 6), (8, 27), (38, 47)), "pieces", ((8, 27),)) == found


def test_where_the_piece_is_not_literally_in_the_text_the_head_goes_to_the_front():
    """A splitter that rewrote the row: its place in the chunk is unknown."""
    found = repeated(Chunk("Intro.\n|3|4|", ((0, 6), (38, 47)), "loose"))
    assert f"{HEAD}\nIntro.\n|3|4|" == found.text
    assert found.pieces == ((0, 6), (8, 27), (38, 47))


def test_pieces_parted_only_by_blanks_hold_a_header_together():
    """Header and row as two pieces, the header row without its outer blanks: it is there."""
    document = Document("padded", "  | A |  \n| 1 |\n", (Table(header=(0, 9), rows=((10, 15),)),))
    chunk = Chunk("| A |\n| 1 |", ((2, 7), (10, 15)), "pieces")
    assert chunk == repeated(chunk, document)


def test_an_unplaceable_chunk_is_left_as_it_is():
    """Without pieces nothing is known of it."""
    chunk = Chunk("| 3 | 4 |", (), "unplaceable")
    assert chunk == repeated(chunk)


def test_repeating_twice_changes_nothing_more():
    """The head's span is among the pieces, so the header is there; chunks keep their order and number."""
    chunks = [exact(start, min(start + 13, len(TEXT))) for start in range(0, len(TEXT), 13)]
    once = repeat_headers(DOCUMENT, chunks)
    assert once == repeat_headers(DOCUMENT, once)
    assert len(chunks) == len(once)
    # [26, 39) and [39, 52) hold parts of the first table's rows, [78, 91) of the second's; [65, 78) starts inside the second's header row.
    changed = [index for index, (before, after) in enumerate(zip(chunks, once, strict=True)) if before != after]
    assert changed == [2, 3, 5, 6]
    assert all(after.text.endswith(before.text.lstrip("\n")) for before, after in zip(chunks, once, strict=True))
