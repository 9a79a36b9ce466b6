"""Sheet: what the explorer has to look up of one document under one splitter: its chunks, and what the searches make of each question."""

from __future__ import annotations

from typing import NamedTuple

from generators.corpus import Document
from generators.encoders import Encoder
from generators.explorer.cut import Told, cut
from generators.explorer.ranking import Asked, asked
from generators.explorer.settings import Shelf


class Sheet(NamedTuple):
    """What is told of a document's chunks, and what the searches make of each of its questions."""

    chunks: Told
    asked: list[Asked]


def sheet(document: Document, shelf: Shelf, encoder: Encoder) -> Sheet:
    """Split the document at every size with every overlap, place the chunks, and rank them for every question."""
    own = cut(document, shelf)
    return Sheet(own.told, asked(document, own, encoder))
