"""Memo: what a tokenizer said of a text, remembered so that a sweep of settings asks it once."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

LONG = 400
"""Above so many characters a text is remembered by its digest: a memo must not keep whole documents in memory."""


class Memo(dict[str | bytes, T]):
    """`memo[text]` is `ask(text)`, asked once while it is remembered; `memo.__getitem__` is the fast way to call it.

    It holds at most `most` answers and forgets all of them when it is full, so its memory is bounded however long a build runs.
    What `ask` raises is raised and not remembered.
    """

    def __init__(self, ask: Callable[[str], T], most: int = 1 << 17) -> None:
        super().__init__()
        self._ask = ask
        self._most = most

    def __missing__(self, text: str) -> T:
        """The answer for a text that is not remembered under its own words."""
        key = text if len(text) <= LONG else blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key in self:
            return self[key]
        answer = self._ask(text)
        if len(self) >= self._most:
            self.clear()
        self[key] = answer
        return answer
