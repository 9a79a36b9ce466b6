"""Tests of locate and lost: by hand, against a search through every row of places, and against the independent reference where it lies."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prerequisites import CASES

from generators.chunk import Chunk, locate, lost
from generators.spans import Span


def load_reference() -> ModuleType | None:
    """The reference beside the cases; without it every text is still held against the search below, only shorter ones."""
    path = CASES / "check_offsets.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location("check_offsets", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = load_reference()


def hulls(chunks: Sequence[Chunk]) -> list[Span | None]:
    """From the start of a chunk's first piece to the end of its last."""
    return [(chunk.pieces[0][0], chunk.pieces[-1][1]) if chunk.pieces else None for chunk in chunks]


def matches(chunks: Sequence[Chunk]) -> list[str]:
    """The chunks' matches."""
    return [chunk.match for chunk in chunks]


# ------------------------------------------------------------------------------------------------------ by hand


def test_the_order_tells_equal_chunks_apart() -> None:
    """Each "la" has its own place: the second chunk starts after the first ends, for otherwise a "la" would be lost."""
    assert hulls(locate("la la lo la", ["la", "la", "lo", "la"])) == [(0, 2), (3, 5), (6, 8), (9, 11)]


def test_the_fewest_characters_left_uncovered_decide() -> None:
    """ "no" stands at 0, 7 and 14; only the one at 7 leaves nothing between "yes;" and "maybe" uncovered ("no yes;" ends at 7)."""
    assert hulls(locate("no yes;no maybe no", ["no yes;", "no", "maybe no"])) == [(0, 7), (7, 9), (10, 18)]


def test_starts_and_ends_may_stay() -> None:
    """A last window inside the one before ends where that ends; the same window twice stands where it stood."""
    assert hulls(locate("abcdef", ["abcdef", "def", "def"])) == [(0, 6), (3, 6), (3, 6)]


def test_a_repeated_span_is_the_last_resort() -> None:
    """ "ab" twice in "ab cd ab" loses "cd" if taken apart and "cdab" if taken twice at one place."""
    located = locate("ab cd ab", ["ab", "ab"])
    assert hulls(located) == [(0, 2), (6, 8)]
    assert lost("ab cd ab", located) == ((3, 5),)


def test_no_place_is_taken_twice_in_a_row_where_that_loses_nothing() -> None:
    """Four of the six "aa" would cover both halves of "aaaa|aaaa"; there are six places, 0, 1, 2, 5, 6 and 7, one for each."""
    assert [start for start, _ in hulls(locate("aaaa|aaaa", ["aa"] * 6))] == [0, 1, 2, 5, 6, 7]


def test_of_rows_that_repeat_equally_often_the_leftmost_is_given() -> None:
    """Four "aa" have the three places 0, 1 and 2, the last must be at 2: one of the places is taken twice, leftmost the first."""
    assert [start for start, _ in hulls(locate("aaaa", ["aa"] * 4))] == [0, 0, 1, 2]


def test_neighbours_share_no_more_than_was_asked_for() -> None:
    """In ten "a", windows of 4 that share at most 1 must start at 0, 3, 6; without the bound the second may stand at 2, 3 or 4."""
    located = locate("a" * 10, ["aaaa"] * 3, max_overlap=1)
    assert hulls(located) == [(0, 4), (3, 7), (6, 10)]
    assert matches(located) == ["exact"] * 3
    free = locate("a" * 10, ["aaaa"] * 3)
    assert hulls(free) == [(0, 4), (2, 6), (6, 10)]
    assert matches(free) == ["exact", "ambiguous", "exact"]


def test_a_bound_that_cannot_be_kept_is_given_up_before_the_order() -> None:
    """The chunks share 3 characters though 1 was asked for: there is only one place for each."""
    assert hulls(locate("abcdefg", ["abcde", "cdefg"], max_overlap=1)) == [(0, 5), (2, 7)]


def test_a_tie_is_ambiguous_and_gives_the_leftmost() -> None:
    """The one "ha" given may be either; each choice loses the other one's two characters. "ho" has one place and keeps it."""
    located = locate("ho ha ha", ["ho", "ha"])
    assert hulls(located) == [(0, 2), (3, 5)]
    assert matches(located) == ["exact", "ambiguous"]


def test_ambiguity_wins_over_strength() -> None:
    """ "b  c" was stored with one blank and stands twice, with two: loose, but above all in either place."""
    assert matches(locate("b  c b  c", ["b c"])) == ["ambiguous"]


def test_loose_ignores_blanks_unprintables_and_replacement_characters() -> None:
    """A collapsed blank run, a dropped zero-width joiner and no-break space, half a character: all at their whole source."""
    assert locate("one\n\n  two", ["one two"]) == (Chunk("one two", ((0, 10),), "loose"),)
    assert locate("a\u200db\u00a0c", ["abc"]) == (Chunk("abc", ((0, 5),), "loose"),)
    assert locate("猫が好き", ["猫が\ufffd", "\ufffdき"]) == (
        Chunk("猫が\ufffd", ((0, 2),), "loose"),
        Chunk("\ufffdき", ((3, 4),), "loose"),
    )


def test_exact_wins_over_loose() -> None:
    """ "a b" stands as it is at 5 and with two blanks at 0: only the exact place counts."""
    assert locate("a  b a b", ["a b"]) == (Chunk("a b", ((5, 8),), "exact"),)


def test_lines_are_placed_in_order_one_by_one() -> None:
    """A header repeated over the second row: its own span and the row's, not all that stands between."""
    text = "name,age\nAda,36\nBob,41"
    located = locate(text, ["name,age\nAda,36", "name,age\nBob,41"])
    assert located[1] == Chunk("name,age\nBob,41", ((0, 8), (16, 22)), "pieces")
    assert lost(text, located) == ()


def test_lines_do_not_overlap_and_may_each_be_loose() -> None:
    """The second "x" cannot be the first once more, and "y z" was two blanks apart; the text between belongs to no piece."""
    assert locate("x\nq\nx\nq\ny  z", ["x\nx\ny z"])[0] == Chunk("x\nx\ny z", ((0, 1), (4, 5), (8, 12)), "pieces")


def test_text_that_was_added_is_not_placeable() -> None:
    """A separator pasted in, an empty chunk, blanks that stand nowhere: no piece, and nothing said of what is lost."""
    located = locate("one, two", ["one|two", "", "\n\n", "two"])
    assert located == (
        Chunk("one|two", (), "unplaceable"),
        Chunk("", (), "unplaceable"),
        Chunk("\n\n", (), "unplaceable"),
        Chunk("two", ((5, 8),), "exact"),
    )
    assert lost("one, two", located) is None


def test_lines_in_another_order_are_not_placeable() -> None:
    """Both lines stand in the text, but the second before the first."""
    assert matches(locate("first\nsecond", ["second\nfirst"])) == ["unplaceable"]


def test_a_chunk_of_blanks_has_a_place() -> None:
    """Some splitters do not strip: the two blanks stand exactly between the words."""
    assert hulls(locate("a  b", ["a", "  ", "b"])) == [(0, 1), (1, 3), (3, 4)]


def test_lost_text_is_what_no_piece_holds_separators_included() -> None:
    """The two semicolons were dropped at the cuts (offsets 2 and 6), the blank after the first is no loss."""
    text = "ab; cd;ef"
    assert lost(text, locate(text, ["ab", "cd", "ef"])) == ((2, 3), (6, 7))


def test_everything_is_lost_without_chunks() -> None:
    """No chunk, no place; the words are lost, the blank between them is not."""
    assert locate("ab cd", []) == ()
    assert lost("ab cd", ()) == ((0, 2), (3, 5))
    assert lost("", ()) == ()


def test_a_chunk_inside_an_earlier_one_is_found_when_the_order_of_ends_cannot_be_kept() -> None:
    """ "bc" comes after "abcd" and ends before it; starts still grow."""
    assert hulls(locate("abcdef", ["abcd", "bc", "ef"])) == [(0, 4), (1, 3), (4, 6)]


def test_without_any_order_each_chunk_stands_alone() -> None:
    """Given back to front, "b" keeps its one place; of the two places of "a" nothing chooses one, so it is ambiguous at the left."""
    located = locate("a a b", ["b", "a"])
    assert hulls(located) == [(4, 5), (0, 1)]
    assert matches(located) == ["exact", "ambiguous"]


def test_what_cannot_be_placed_does_not_disturb_its_neighbours() -> None:
    """The summary in the middle was added; the two "so" still keep their order."""
    assert hulls(locate("so it so", ["so", "(a summary)", "it", "so"])) == [(0, 2), None, (3, 5), (6, 8)]


def test_offsets_count_code_points_whatever_they_are() -> None:
    """A BOM, CRLF, NUL, a lone surrogate and a character beyond 16 bits count one each (CRLF two)."""
    text = "\ufeffa\r\nb\x00\ud83d😀c"
    assert hulls(locate(text, ["a", "b\x00", "😀c"])) == [(1, 2), (4, 6), (7, 9)]
    assert locate(text, ["b 😀c"]) == (Chunk("b 😀c", ((4, 9),), "loose"),)  # NUL and surrogate are unprintable


def test_a_line_of_equal_characters_is_cut_where_it_was() -> None:
    """200,000 equal characters at 1000/200: 250 chunks of 199,001 places each, and the bound alone gives 800 * i."""
    text = "x" * 200_000
    chunks = [text[start : start + 1000] for start in range(0, 199_201, 800)]
    located = locate(text, chunks, max_overlap=200)
    assert [chunk.pieces for chunk in located] == [((800 * at, min(800 * at + 1000, 200_000)),) for at in range(250)]
    assert set(matches(located)) == {"exact"}


def test_a_line_of_equal_characters_without_a_bound_is_ambiguous_but_at_its_ends() -> None:
    """The first and the last chunk must reach the ends; those between are as far left as they can be: at 0, 1, 2, no place twice.

    From the right the last starts at 199,200, so chunk i must reach 199,200 - 1000 * (248 - i); its start is that less 1000 as soon as
    that is more than i.
    """
    text = "x" * 200_000
    chunks = [text[start : start + 1000] for start in range(0, 199_201, 800)]
    located = locate(text, chunks)
    assert [start for start, _ in hulls(located)] == [max(at, 199_200 - 1000 * (249 - at)) for at in range(250)]
    assert matches(located) == ["exact", *["ambiguous"] * 248, "exact"]


def test_equal_words_with_a_lost_separator_are_searched_in_full() -> None:
    """30,000 "x", a bar, 30,000 "x" in windows of 1000/200: the bar is lost, and the windows of each half stay in it.

    In each half the first and the last of the 38 windows must reach its ends, so only those four are sure.
    """
    half = "x" * 30_000
    windows = [half[start : start + 1000] for start in range(0, 29_801, 800)]
    located = locate(half + "|" + half, windows * 2)
    assert lost(half + "|" + half, located) == ((30_000, 30_001),)
    sure = [at for at, match in enumerate(matches(located)) if match == "exact"]
    assert sure == [0, 75]
    assert hulls(located)[75] == (60_001 - len(windows[-1]), 60_001)


def test_repeated_lines_are_cut_where_they_were() -> None:
    """5,000 equal lines of 12 characters, 60 lines a chunk with the last line end stripped: chunk i starts at 720 * i."""
    text = "equal lines\n" * 5_000
    chunks = [("equal lines\n" * 60).strip() for _ in range(83)] + [("equal lines\n" * 20).strip()]
    located = locate(text, chunks, max_overlap=0)
    assert [start for start, _ in hulls(located)] == [720 * at for at in range(84)]
    assert set(matches(located)) == {"exact"}


# ---------------------------------------------------------------------------------- against every row of places


def skeleton(text: str) -> str:
    """The characters that a loose match keeps."""
    return "".join(character for character in text if character.isprintable() and not character.isspace() and character != "\ufffd")


def spans_of(text: str, wanted: str) -> tuple[str, list[Span]]:
    """All spans with the wanted text, by looking at every span: as it is, else by its skeleton, from one kept character to another."""
    every = [(start, end) for start in range(len(text)) for end in range(start + 1, len(text) + 1)]
    exact = [span for span in every if text[slice(*span)] == wanted]
    if exact:
        return "exact", exact
    bare = skeleton(wanted)
    return "loose", [
        (start, end)
        for start, end in every
        if bare and skeleton(text[start:end]) == bare and skeleton(text[start]) and skeleton(text[end - 1])
    ]


def places_of(text: str, chunk: str) -> tuple[str, list[tuple[Span, ...]]]:
    """The strength and all places of a chunk; of those line by line that start alike, the one with the leftmost lines."""
    strength, spans = spans_of(text, chunk)
    if spans:
        return strength, [(span,) for span in spans]
    lines = [line.strip() for line in chunk.split("\n") if line.strip()]
    if len(lines) < 2:
        return "unplaceable", []
    rows = [row for row in product(*(spans_of(text, line)[1] for line in lines)) if all(a[1] <= b[0] for a, b in pairwise(row))]
    return ("pieces" if rows else "unplaceable"), [
        min(row for row in rows if row[0] == first) for first in sorted({row[0] for row in rows})
    ]


def every_row(places: Sequence[list[tuple[Span, ...]]], ordered: bool, bound: int | None, row: list[Span]) -> Iterator[list[Span]]:
    """All rows of hulls that keep to the rule."""
    if len(row) == len(places):
        yield row
        return
    for pieces in places[len(row)]:
        start, end = pieces[0][0], pieces[-1][1]
        if row:
            before = row[-1]
            if start < before[0] or (ordered and end < before[1]) or (bound is not None and before[1] - start > bound):
                continue
        yield from every_row(places, ordered, bound, [*row, (start, end)])


def loss(text: str, row: Sequence[Span]) -> int:
    """The characters other than blanks between one span's end and the next one's start."""
    edges = [(0, 0), *row, (len(text), len(text))]
    return sum(1 for a, b in pairwise(edges) for character in text[a[1] : b[0]] if not character.isspace())


def expected(text: str, chunks: Sequence[str], bound: int | None) -> tuple[Chunk, ...]:
    """What locate must give, by the definition: of every row that keeps to the first rule that can be kept, the best."""
    strengths, places = zip(*(places_of(text, chunk) for chunk in chunks), strict=True) if chunks else ((), ())
    live = [place for place in places if place]
    chosen, sure = [(place[0][0][0], place[0][-1][1]) for place in live], [len(place) == 1 for place in live]
    for ordered, shared in ((True, bound), (True, None), (False, bound), (False, None)):
        rows = list(every_row(live, ordered, shared, []))
        if rows:
            least = min(loss(text, row) for row in rows)
            tied = [row for row in rows if loss(text, row) == least]
            chosen = min(tied, key=lambda row: (sum(a == b for a, b in pairwise(row)), row))
            sure = [len({row[at] for row in tied}) == 1 for at in range(len(live))]
            break
    settled = iter(zip(chosen, sure, strict=True))
    located = []
    for chunk, strength, place in zip(chunks, strengths, places, strict=True):
        hull, forced = next(settled) if place else (None, True)
        pieces = next((row for row in place if (row[0][0], row[-1][1]) == hull), ())
        located.append(Chunk(chunk, pieces, strength if forced else "ambiguous"))
    return tuple(located)


# ------------------------------------------------------------------------------------------- documents and splitters

WORDS = st.sampled_from(
    [
        ("a",),
        ("a", "b"),
        ("ab", "a b"),
        ("yes", "no", "yes."),
        ("漢", "字", "漢字"),
        ("👩‍👩‍👧", "👩", "👍🏽"),
        ("e\u0301", "e"),
        ("a\u200db", "ab"),
        ("x\x00", "x\ufffd"),
    ]
)
BLANKS = st.sampled_from([" ", " ", "\n", "\n\n", "  ", "\t", "\u00a0", ""])


@st.composite
def documents(draw: st.DrawFn, words: int) -> str:
    """Repeated words of one or two kinds, with any blanks between."""
    vocabulary = draw(WORDS) + draw(WORDS)
    return "".join(word + blank for word, blank in draw(st.lists(st.tuples(st.sampled_from(vocabulary), BLANKS), max_size=words)))


def windows(text: str, size: int, overlap: int) -> list[Span]:
    """Windows of `size` that share `overlap` characters, to the end of the text."""
    return [(start, min(start + size, len(text))) for start in range(0, max(len(text) - overlap, min(len(text), 1)), size - overlap)]


ALTERATIONS = {
    "strip": str.strip,
    "collapse blanks": lambda chunk: " ".join(chunk.split()),
    "drop blanks": lambda chunk: "".join(chunk.split()),
    "cut a character": lambda chunk: "\ufffd" + chunk[1:],
    "drop invisibles": lambda chunk: "".join(character for character in chunk if character.isprintable()),
    "add text": lambda chunk: chunk + "+",
    "keep": lambda chunk: chunk,
}


@st.composite
def splits(draw: st.DrawFn, words: int, most: int) -> tuple[str, list[str], int | None]:
    """A document, the chunks of some splitter (at most `most`), and the overlap it was asked for or none."""
    text = draw(documents(words))
    size = draw(st.integers(1, 9))
    overlap = draw(st.integers(0, size - 1))
    way = draw(st.sampled_from(["windows", "windows", "separator", "tails", "repeated header", "anything"]))
    if way == "separator":
        chunks = text.split(draw(st.sampled_from([" ", "\n", "a", "no", "字"])))
    elif way == "repeated header":
        lines = text.split("\n")
        chunks = ["\n".join([lines[0], *lines[at : at + 2]]) for at in range(1, len(lines), 2)]
    elif way == "anything":
        spans = draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, 8)), max_size=5))
        chunks = [text[start : start + length] for start, length in spans]
    else:
        chunks = [text[slice(*span)] for span in windows(text, size, overlap)]
        if way == "tails":  # after a chunk its own tail once more
            chunks = [part for chunk in chunks for part in ((chunk, chunk[1:3]) if len(chunk) > 3 else (chunk,))]
    chunks = chunks[:most]
    if draw(st.booleans()):
        altering = draw(st.lists(st.sampled_from(sorted(ALTERATIONS)), min_size=len(chunks), max_size=len(chunks)))
        chunks = [ALTERATIONS[name](chunk) for name, chunk in zip(altering, chunks, strict=True)]
    return text, chunks, draw(st.sampled_from([None, overlap, overlap, 0, 2]))


def thousands(examples: int) -> settings:
    """The same examples on every machine, without a database of failures beside the tests."""
    return settings(max_examples=examples, database=None, derandomize=True, deadline=None)


@thousands(1000)
@given(splits(words=7, most=5))
def test_locate_gives_the_best_of_all_rows_of_places(split: tuple[str, list[str], int | None]) -> None:
    """On short documents every row is tried: places, pieces, strength and ambiguity are those of the definition."""
    assert locate(*split) == expected(*split)


@thousands(1200)
@given(splits(words=20, most=30))
def test_locate_keeps_its_word_on_longer_documents(split: tuple[str, list[str], int | None]) -> None:
    """The pieces hold the chunk's characters; where the independent reference lies, it agrees on each place and on what is ambiguous."""
    text, chunks, bound = split
    located = locate(text, chunks, bound)
    assert [chunk.text for chunk in located] == chunks
    for chunk in located:
        assert (chunk.match == "unplaceable") == (chunk.pieces == ())
        assert all(one[1] <= other[0] for one, other in pairwise(chunk.pieces))
        source = "".join(text[start:end] for start, end in chunk.pieces)
        assert not chunk.pieces or source == chunk.text or skeleton(source) == skeleton(chunk.text)
        assert chunk.match != "exact" or source == chunk.text
    runs = lost(text, located)
    covered = {offset for chunk in located for start, end in chunk.pieces for offset in range(start, end)}
    if runs is None:
        assert "unplaceable" in matches(located)
    else:
        uncovered = [offset for offset in range(len(text)) if offset not in covered and not text[offset].isspace()]
        assert [offset for start, end in runs for offset in range(start, end)] == uncovered
        assert all(one[1] < other[0] for one, other in pairwise(runs))
    if REFERENCE:
        assert REFERENCE.accepts(text, chunks, hulls(located), bound) == []
        best = REFERENCE.map_chunks(text, chunks, bound)
        assert [[list(piece) for piece in chunk.pieces] or None for chunk in located] == best["pieces"]
        assert runs is None or [list(run) for run in runs] == best["lost_runs"]
        if best["order"] != "none":
            tied = [bool(places) and len(places) > 1 for places in best["possible"]]
            strengths = ["ambiguous" if tie else how or "unplaceable" for tie, how in zip(tied, best["how"], strict=True)]
            assert matches(located) == strengths


@thousands(500)
@given(documents(40), st.integers(1, 12), st.data())
def test_windows_are_found_where_they_were_cut(text: str, size: int, data: st.DataObject) -> None:
    """Windows lose nothing, so nothing is lost, order and bound are kept, and a place that is not ambiguous is the true one."""
    overlap = data.draw(st.integers(0, size - 1))
    true = windows(text, size, overlap)
    located = locate(text, [text[slice(*span)] for span in true], overlap)
    assert lost(text, located) == ()
    assert [here for here, chunk in zip(hulls(located), located, strict=True) if chunk.match == "exact"] == [
        span for span, chunk in zip(true, located, strict=True) if chunk.match == "exact"
    ]
    for one, other in pairwise(hulls(located)):
        assert one[0] <= other[0]
        assert one[1] <= other[1]
        assert one[1] - other[0] <= overlap


@thousands(150)
@given(st.sampled_from(["x", "ab ", "aab", "row\n"]), st.integers(4, 16), st.integers(3, 12), st.data())
def test_periodic_text_is_searched_as_every_text(unit: str, times: int, size: int, data: st.DataObject) -> None:
    """With one sign in the middle that every chunk leaves out, something is lost, and places are compared in full."""
    overlap = data.draw(st.integers(0, size - 1))
    before, after = unit * times, unit * data.draw(st.integers(1, times))
    chunks = [half[slice(*span)] for half in (before, after) for span in windows(half, size, overlap)]
    located = locate(before + "|" + after, chunks)
    assert loss(before + "|" + after, hulls(located)) == 1
    assert all(one <= other and one[1] <= other[1] for one, other in pairwise(hulls(located)))
    if REFERENCE:
        possible = REFERENCE.map_chunks(before + "|" + after, chunks)["possible"]
        assert matches(located) == ["ambiguous" if len(places) > 1 else "exact" for places in possible]


@pytest.mark.parametrize("character", ["\x1c", "\x85", "\u200b", "\u3000", "\u00a0", "\ufeff"])
def test_blank_means_the_same_in_every_part(character: str) -> None:
    """What counts as a loss for the choice of places counts as a loss in the report: all but str.isspace."""
    runs = lost(character, ())
    assert runs == (() if character.isspace() else ((0, 1),))
