"""Splitter: one configured splitter, whoever wrote it, with its settings in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Splitter:
    """A splitter ready to run.

    `settings` holds every setting in force, the library's own defaults included; `unit` says what `chunk_size` and
    `chunk_overlap` count: `"characters"` or the name of a tokenizer (`"cl100k_base"`); `measure_length` counts a finished chunk in that unit.
    `split` gives the chunks' texts in the library's order. `code` is the text of the call that a reader can paste.
    """

    use: str
    settings: Mapping[str, object]
    unit: str
    chunk_size: int | None
    chunk_overlap: int | None
    split: Callable[[str], list[str]]
    measure_length: Callable[[str], int]
    code: str
    repeat_header: bool = False
