"""The significant characters of a text, which a loose match compares, and where in the text each of them stands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate, compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def is_significant(character: str) -> bool:
    """Whether a loose match keeps the character: no blank, no unprintable, no U+FFFD (left where a token splitter cut a character)."""
    return character.isprintable() and not character.isspace() and character != "\ufffd"


def significant(text: str) -> str:
    """The characters of the text that a loose match keeps."""
    bare = text.encode("utf-8", "surrogatepass").translate(None, _ASCII_DROPPED).decode("utf-8", "surrogatepass")
    if bare.isascii() or (bare.isprintable() and "\ufffd" not in bare):
        return bare
    return bare.translate({ord(character): None for character in set(bare) if not is_significant(character)})


_ASCII_DROPPED = bytes(code for code in range(128) if not is_significant(chr(code)))
"""In UTF-8 a byte below 128 is a whole character, and deleting bytes costs far less than a look at each character."""

_BLOCK = 256  # characters, so that an offset among them is a byte


class Skeleton:
    """The significant characters of a text.

    Few of their offsets are ever asked for, so they are counted block by block, and looked at one by one only in the blocks asked about.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = range(0, len(text) + 1, _BLOCK)
        kept = [significant(text[start : start + _BLOCK]) for start in self._starts]
        self.characters = "".join(kept)
        self._counts = list(accumulate(map(len, kept), initial=0))  # of the characters before each block
        self._known: dict[int, bytes] = {}

    def _within(self, block: int) -> bytes:
        """Where in the block its characters stand."""
        if block not in self._known:
            start = self._starts[block]
            self._known[block] = bytes(compress(range(_BLOCK), map(is_significant, self._text[start : start + _BLOCK])))
        return self._known[block]

    def offset(self, index: int) -> int:
        """Where in the text the character `index` stands."""
        block = bisect_right(self._counts, index) - 1
        return self._starts[block] + self._within(block)[index - self._counts[block]]

    def before(self, offset: int) -> int:
        """How many of the characters stand before the offset of the text."""
        block = min(max(offset // _BLOCK, 0), len(self._starts) - 1)
        return self._counts[block] + bisect_left(self._within(block), offset - self._starts[block])

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where in the text each of the characters stands."""
        import numpy as np  # noqa: PLC0415 (heavy, and few need it)

        within = np.frombuffer(b"".join(map(self._within, range(len(self._starts)))), dtype=np.uint8).astype(np.int64)
        return within + np.repeat(np.array(self._starts, dtype=np.int64), np.diff(self._counts))
