"""The lengths of a text corpus and of its own tables, in every unit that a splitter may count in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from generators.corpus import Band, Document, Lengths, Profile
from generators.mistake import Mistake
from generators.tokens import OFFLINE, tokenizer

TOKENIZER = "cl100k_base"
"""Whose tokens characters are turned into."""


def lengths_of(documents: Sequence[Document]) -> Lengths:
    """A profile for each unit, with the tables of one length as a band; a table is counted by itself, from its header to its last row.

    In characters, lengths are divided by the characters that the corpus has for each token. So a splitter that counts characters, with its
    sizes divided likewise, is modelled by lengths in characters whatever the tables' own rate: only the quotients matter.

    Raises:
        Mistake: there is no text.
    """
    characters, tokens = sum(len(document.text) for document in documents), sum(tokenizer(TOKENIZER).count(d.text) for d in documents)
    if not tokens:
        raise Mistake("profile_of: the corpus holds no text, so there are no lengths to take: name another")
    rate = characters / tokens
    counted = {name: _profile(documents, tokenizer(name).count) for name in OFFLINE}
    return Lengths({**counted, "characters": _profile(documents, lambda text: round(len(text) / rate))}, rate)


def _profile(documents: Sequence[Document], count: Callable[[str], int]) -> Profile:
    """Documents of their mean length, and the tables of each length."""
    tables = Counter(count(document.text[slice(*table.span)]) for document in documents for table in document.tables)
    mean = round(sum(count(document.text) for document in documents) / len(documents))
    return Profile(len(documents), mean, tuple(Band(tables[tokens], tokens) for tokens in sorted(tables)))
