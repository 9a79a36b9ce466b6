"""Tests of the skeleton: by hand, and against a look at every character, in texts of several blocks."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generators.skeleton import Skeleton, is_significant, significant

PARTS = ["a", " ", "\n", "xy" * 40, " " * 300, "漢", "😀", "\u00a0", "\u200b", "\ufffd", "\ud83d", "\x00"]
TEXTS = st.builds(lambda parts, times: "".join(parts) * times, st.lists(st.sampled_from(PARTS), max_size=9), st.integers(1, 60))


def test_a_blank_an_unprintable_and_half_a_character_are_dropped() -> None:
    """Of "a b", a no-break space, a zero-width joiner, NUL, half a surrogate pair, U+FFFD and a Chinese character three are kept."""
    assert significant("a b\u00a0\u200d\x00\ud83d\ufffd漢") == "ab漢"


def test_characters_of_later_blocks_have_their_offsets() -> None:
    """After 300 blanks and "ab", 300 more and "c": characters at 300, 301 and 602; blocks are shorter than either run of blanks."""
    skeleton = Skeleton(" " * 300 + "ab" + " " * 300 + "c")
    assert skeleton.characters == "abc"
    assert [skeleton.offset(index) for index in range(3)] == [300, 301, 602]
    assert [skeleton.before(offset) for offset in (-1, 0, 300, 301, 302, 602, 603, 9999)] == [0, 0, 0, 1, 2, 2, 3, 3]
    assert skeleton.offsets.tolist() == [300, 301, 602]


def test_nothing_has_an_empty_skeleton() -> None:
    """Neither an empty text nor one of blanks alone keeps a character."""
    for text in ("", " " * 256, " " * 1000):
        assert Skeleton(text).characters == ""
        assert Skeleton(text).before(len(text)) == 0
        assert Skeleton(text).offsets.tolist() == []


@settings(max_examples=200, database=None, derandomize=True, deadline=None)
@given(TEXTS)
def test_the_skeleton_is_what_a_look_at_every_character_gives(text: str) -> None:
    """The characters kept, the offset of each, and how many stand before every offset."""
    kept = [at for at, character in enumerate(text) if is_significant(character)]
    skeleton = Skeleton(text)
    assert skeleton.characters == "".join(text[at] for at in kept) == significant(text)
    assert [skeleton.offset(index) for index in range(len(kept))] == kept
    assert [skeleton.before(offset) for offset in range(len(text) + 2)] == np.searchsorted(kept, np.arange(len(text) + 2)).tolist()
    assert skeleton.offsets.dtype == np.int64
    assert skeleton.offsets.tolist() == kept
