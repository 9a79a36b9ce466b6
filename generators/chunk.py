"""Chunk, and locate(): where a splitter's strings came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generators.spans import Span

Match = Literal["exact", "loose", "pieces", "ambiguous", "unplaceable"]


@dataclass(frozen=True)
class Chunk:
    """A text that a splitter returned and the spans of the document that it came from, in order; none where it cannot be placed."""

    text: str
    pieces: tuple[Span, ...]
    match: Match
