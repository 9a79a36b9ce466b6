"""Tables are found where GFM or equal numbers of pipes make one, with offsets into the text as it was given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.corpora.find_tables import find_tables
from generators.corpus import Table


def parts(text: str) -> list[tuple[str, list[str], str | None]]:
    """Each table as the texts of its header, body rows and delimiter row."""
    return [
        (
            text[slice(*table.header)],
            [text[slice(*row)] for row in table.rows],
            text[slice(*table.delimiter)] if table.delimiter else None,
        )
        for table in find_tables(text)
    ]


def test_a_gfm_table_has_a_header_a_delimiter_and_body_rows():
    """The spans are those of the lines, without their line ends."""
    text = "Fees.\n\n| a |b|\n|---|-|\n| 1 |2|\n| 3 |4|\n\nEnd."
    # "Fees." and its line end are 6 characters, the blank line 1, each row 7 and its line end: lines start at 0, 6, 7, 15, 23, 31
    assert find_tables(text) == (Table(header=(7, 14), delimiter=(15, 22), rows=((23, 30), (31, 38))),)


def test_lines_without_outer_pipes_or_delimiter_are_a_table():
    """Chroma's finance tables look so, and a Markdown parser finds none of them."""
    text = "In millions:\n- | 2013 | 2012\ntotal | 5 | 6\nless | 7 | 8\nDone."
    assert parts(text) == [("- | 2013 | 2012", ["total | 5 | 6", "less | 7 | 8"], None)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_no_part_of_a_row_and_move_the_offsets(end):
    """Whatever ends the lines, the row texts are the same and the offsets count in the text as given."""
    text = end.join(["x", "| a |", "|---|", "| 1 |", "", "b | c", "2 | 3"])
    assert parts(text) == [("| a |", ["| 1 |"], "|---|"), ("b | c", ["2 | 3"], None)]
    # "x" and its line end
    assert find_tables(text)[0].header[0] == 1 + len(end)


@pytest.mark.parametrize("other", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\x00"])
def test_only_markdowns_line_ends_end_a_row(other):
    """Characters that str.splitlines takes for line ends, and NUL, are text like any other."""
    text = f"p{other}q\n\n| a{other} |\n|---|\n| 1{other} |\n\n{other}b | c\n2 | {other}3"
    assert parts(text) == [(f"| a{other} |", [f"| 1{other} |"], "|---|"), (f"{other}b | c", [f"2 | {other}3"], None)]


def test_nothing_inside_a_code_fence_is_a_table():
    """Neither a GFM table nor lines of equal pipes, also where the fence is never closed."""
    inside = "| a |\n|---|\n| 1 |\nx | y\nz | w\n"
    assert find_tables(f"```\n{inside}```\n") == ()
    assert find_tables(f"~~~ text\n{inside}~~~\n") == ()
    assert find_tables(f"```\n{inside}") == ()


def test_a_fence_parts_two_runs_of_pipe_lines():
    """One line before the fence and one after it are not adjacent."""
    assert find_tables("a | b\n```\nc | d\n```\ne | f\n") == ()


def test_a_gfm_table_may_have_no_body_row_but_one_pipe_line_is_no_table():
    """A header with its delimiter row is a table; a single line with a pipe is prose."""
    assert parts("| a |\n|---|\n") == [("| a |", [], "|---|")]
    assert find_tables("either | or\nand then\n") == ()


def test_a_change_in_the_number_of_pipes_starts_a_new_table():
    """2, 2, 1, 1 pipes are two tables; the lone line with 3 pipes after them is none."""
    text = "a | b | c\n1 | 2 | 3\nd | e\n4 | 5\nx | y | z | w"
    assert parts(text) == [("a | b | c", ["1 | 2 | 3"], None), ("d | e", ["4 | 5"], None)]


def test_gfm_rows_may_differ_in_pipes_and_end_at_a_blank_line():
    """An escaped pipe and a missing cell are in the table; the paragraph after the blank line is not."""
    text = "| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| 4\n\n| 5 | 6 |"
    assert parts(text) == [("| a | b |", ["| 1 \\| 2 | 3 |", "| 4"], "|---|---|")]


def test_tables_in_quotes_and_lists_are_whole_lines():
    """The marks of the quote and the indent of the list stand inside the lines."""
    text = "> | a |\n> |---|\n> | 1 |\n\n- item\n\n  b | c\n  --|--\n  2 | 3\n"
    assert parts(text) == [("> | a |", ["> | 1 |"], "> |---|"), ("  b | c", ["  2 | 3"], "  --|--")]


def test_an_indented_table_keeps_its_delimiter_row_out_of_the_body():
    """Markdown reads it as code; in a plain text it is a table, and its delimiter row is no body row."""
    assert parts("    | a |\n    |---|\n    | 1 |\n") == [("    | a |", ["    | 1 |"], "    |---|")]


def test_tables_come_in_the_order_of_the_text():
    """A pipe table before a GFM table comes before it although it is found after it."""
    text = "a | b\n1 | 2\n\n| c |\n|---|\n| 3 |\n"
    assert [header for header, _, _ in parts(text)] == ["a | b", "| c |"]


@given(st.text(alphabet="a|-:` \n\r>#\u2028", max_size=60))
def test_rows_never_overlap_and_hold_no_line_end(text):
    """For any text: the rows of all tables are in order, apart from each other, and single lines with no line end."""
    reached = -1
    for table in find_tables(text):
        for start, end in (table.header, *((table.delimiter,) if table.delimiter else ()), *table.rows):
            assert reached < start <= end <= len(text)
            assert not {"\n", "\r"} & set(text[start:end])
            reached = end
