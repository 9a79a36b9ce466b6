"""Tests of half-open spans: by hand, and against sets of offsets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from generators.spans import Span, bridged, covers, intersection, length, overlaps, trimmed, union

SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=8)
SPAN = st.tuples(st.integers(0, 30), st.integers(1, 6)).map(lambda pair: (pair[0], pair[0] + pair[1]))
TEXT = st.text(alphabet="ab \n\u00a0\u3000", min_size=40, max_size=40)

many = settings(max_examples=300, database=None, derandomize=True, deadline=None)


def characters(*spans: Span) -> set[int]:
    """The offsets in any of the spans."""
    return {offset for start, end in spans for offset in range(start, end)}


def test_union_joins_what_touches_and_drops_what_is_empty() -> None:
    """[0,2) and [2,5) touch, [9,9) is empty, [6,8) holds [7,8)."""
    assert union([(6, 8), (2, 5), (9, 9), (0, 2), (7, 8)]) == ((0, 5), (6, 8))


def test_touching_is_not_overlapping() -> None:
    """[0,20) and [20,40) share no character; [0,21) and [20,40) share one; an empty span shares none."""
    assert not overlaps((0, 20), (20, 40))
    assert overlaps((0, 21), (20, 40))
    assert not overlaps((5, 5), (0, 20))


def test_length_counts_each_character_once() -> None:
    """[0,10) and [5,12) hold 12 characters together, not 17."""
    assert length([(0, 10), (5, 12)]) == 12


def test_intersection_of_two_neighbours() -> None:
    """[0,10) with [20,30) against [8,22): [8,10) and [20,22)."""
    assert intersection([(0, 10), (20, 30)], [(8, 22)]) == ((8, 10), (20, 22))


def test_covers_needs_the_whole_span_without_a_hole() -> None:
    """[0,5) and [5,9) cover [3,7); [0,5) and [6,9) leave out offset 5."""
    assert covers([(0, 5), (5, 9)], (3, 7))
    assert not covers([(0, 5), (6, 9)], (3, 7))


def test_bridged_joins_over_blanks_only() -> None:
    """Between "ab" and "cd" stands a blank line, between "cd" and "ef" a comma."""
    assert bridged([(0, 2), (4, 6), (7, 9)], "ab\n\ncd,ef") == ((0, 6), (7, 9))


def test_trimmed_takes_the_outer_blanks_off() -> None:
    """Blank, tab and no-break space go, the blank between the letters stays; of nothing but blanks nothing is left."""
    assert trimmed((1, 8), "x \tab c\u00a0x") == (3, 7)
    assert trimmed((1, 3), "x  x") == (1, 1)


@many
@given(SPANS)
def test_union_is_the_same_characters_in_the_fewest_spans(spans: list[Span]) -> None:
    """The offsets stay the same, and between two spans at least one offset is missing."""
    joined = union(spans)
    assert characters(*joined) == characters(*spans)
    assert all(one[1] < other[0] for one, other in pairwise(joined))
    assert all(start < end for start, end in joined)
    assert length(spans) == len(characters(*spans))


@many
@given(SPANS, SPANS)
def test_intersection_is_that_of_the_sets(these: list[Span], those: list[Span]) -> None:
    """As sets of offsets, and the same from either side."""
    assert characters(*intersection(these, those)) == characters(*these) & characters(*those)
    assert intersection(these, those) == intersection(those, these)


@many
@given(SPANS, SPAN)
def test_covering_and_overlapping_are_subset_and_common_member(pieces: list[Span], span: Span) -> None:
    """A span is covered when all its offsets are there, and overlaps a piece when they share one."""
    assert covers(pieces, span) == (characters(span) <= characters(*pieces))
    assert [overlaps(piece, span) for piece in pieces] == [bool(characters(piece) & characters(span)) for piece in pieces]


@many
@given(SPANS, TEXT)
def test_bridged_adds_blanks_only(pieces: list[Span], text: str) -> None:
    """What is added is blank, nothing is taken away, and what still parts two spans holds a character that is not."""
    joined = bridged(pieces, text)
    assert characters(*pieces) <= characters(*joined)
    assert all(text[offset].isspace() for offset in characters(*joined) - characters(*pieces))
    assert all(text[one[1] : other[0]].strip() for one, other in pairwise(joined))


@many
@given(SPAN, TEXT)
def test_trimmed_leaves_what_strip_leaves(span: Span, text: str) -> None:
    """The text of the trimmed span is that of the span, stripped, and lies within it."""
    start, end = trimmed(span, text)
    assert text[start:end] == text[slice(*span)].strip()
    assert span[0] <= start <= end <= span[1]
