"""The splitters and settings that the explorer walks: each size with each overlap, in the unit that the splitter counts in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generators.splitters import SPLITTERS, Splitter
from generators.splitters.isolation import captured, name_of

CHARACTERS = range(80, 801, 20), range(0, 201, 10)
"""Sizes and overlaps as the article on the lottery has them."""

TOKENS = range(16, 161, 4), range(0, 41, 8)
"""About the same stretches of text, at five characters a token."""

LONGEST = 25_000
"""Characters of the longest document that is shown with overlaps; a longer one is shown at every size without."""


@dataclass(frozen=True)
class Shelf:
    """A splitter under the name that the explorer's address gives it, with what is named besides its sizes."""

    name: str
    use: str
    unit: str
    keywords: Mapping[str, Any] = field(default_factory=dict)

    @property
    def grid(self) -> tuple[range, range]:
        """The sizes and the overlaps in the unit of this splitter."""
        return CHARACTERS if self.unit == "characters" else TOKENS

    @property
    def sizes(self) -> Sequence[int]:
        """Every `chunk_size`."""
        return self.grid[0]

    def overlaps(self, text: str) -> Sequence[int]:
        """Every `chunk_overlap` for this text."""
        return self.grid[1] if len(text) <= LONGEST else self.grid[1][:1]

    @property
    def call(self) -> str:
        """The call to paste, with `{size}` and `{overlap}` where the sizes go."""
        size, overlap = 987_654, 321
        return self.build(size, overlap).code.replace(str(size), "{size}").replace(str(overlap), "{overlap}")

    def split(self, text: str, size: int, overlap: int) -> tuple[Splitter, list[str]] | str:
        """The splitter at a setting with its chunks of the text, or the words in which the library refuses that setting."""
        with captured():
            try:
                splitter = self.build(size, overlap)
                return splitter, splitter.split(text)
            except ValueError as refused:
                return name_of(refused)

    def build(self, size: int, overlap: int) -> Splitter:
        """The splitter at a setting; its library may raise `ValueError`."""
        return SPLITTERS[self.use](chunk_size=size, chunk_overlap=overlap, **self.keywords)


@dataclass(frozen=True)
class EverySize(Shelf):
    """A splitter at every whole size between the least and the greatest of its grid, with one overlap."""

    overlap: int = 0

    @property
    def sizes(self) -> Sequence[int]:
        """Every `chunk_size`, one after the other."""
        return range(self.grid[0][0], self.grid[0][-1] + 1)

    def overlaps(self, text: str) -> Sequence[int]:
        """The one that was asked for, whatever the text."""
        del text
        return (self.overlap,)


SHELVES = {
    shelf.name: shelf
    for shelf in (
        Shelf("fixed", "fixed", "characters", {"clamp_overlap": "half"}),
        Shelf("recursive", "langchain.RecursiveCharacterTextSplitter", "characters"),
        Shelf("sentence", "llamaindex.SentenceSplitter", "cl100k_base"),
        Shelf("token", "llamaindex.TokenTextSplitter", "cl100k_base"),
    )
}
