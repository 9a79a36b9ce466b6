"""Nearby: where a text stands in a document in another spelling (Unicode form, quotation marks, blanks, case), and how the two differ."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from generators.spans import Span, occurrences

LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
QUOTES = dict.fromkeys(map(ord, "“”„‟«»″"), '"') | dict.fromkeys(map(ord, "‘’‚‛′`´"), "'")
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
CLUSTER = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]*", re.DOTALL)
"""A character with the signs that combine with it."""

KINDS = ("Unicode form", "quotation marks", "dashes", "line breaks", "kinds of blanks", "runs of blanks", "invisible characters", "case")
"""What two spellings of one text may differ in."""


@dataclass(frozen=True)
class Nearby:
    """A place of a document where a text stands in another spelling, and the kinds of difference between the two."""

    span: Span
    why: tuple[str, ...]


def nearby(words: str, text: str, start: int = 0) -> Nearby | None:
    """The place nearest to `start` where `words` stand in `text` in another spelling, if there is one."""
    wanted, (plain, spans) = folded(words.strip())[0], _document(text)
    found = [(spans[first][0], spans[last - 1][1]) for first, last in occurrences(wanted, plain)] if wanted else []
    if not found:
        return None
    span = min(found, key=lambda span: (abs(span[0] - start), span))
    return Nearby(span, differences(words, text[slice(*span)]))


def beginning(words: str, text: str) -> Span | None:
    """Where the longest beginning of `words` that stands in `text` in any spelling stands first; None if it is only a few letters."""
    wanted, (plain, spans) = folded(words.strip())[0], _document(text)
    least, most = 0, len(wanted)
    while least < most:  # a longer beginning stands nowhere that a shorter one does not
        middle = (least + most + 1) // 2
        least, most = (middle, most) if wanted[:middle] in plain else (least, middle - 1)
    if least < min(8, len(wanted)):
        return None
    at = plain.find(wanted[:least])
    return (spans[at][0], spans[at + least - 1][1])


def differences(one: str, other: str) -> tuple[str, ...]:
    """The kinds in which two spellings of one text differ: those without which they are not alike."""
    return tuple(kind for kind in KINDS if folded(one, kind)[0] != folded(other, kind)[0])


@lru_cache(maxsize=8)
def _document(text: str) -> tuple[str, list[Span]]:
    return folded(text)


def folded(text: str, kept: str = "") -> tuple[str, list[Span]]:
    """The text with all of `KINDS` made alike but the one that is kept, and the span of the text that each character came from."""
    plain: list[str] = []
    spans: list[Span] = []
    for match in CLUSTER.finditer(text):
        shown = _folded(match[0], kept)
        if shown == " " and plain and plain[-1] == " " and kept != "runs of blanks":
            continue
        plain += shown
        spans += [match.span()] * len(shown)
    return "".join(plain), spans


def _folded(cluster: str, kept: str) -> str:
    """A character with its combining signs, made alike."""
    if cluster.isspace():
        return cluster if kept == ("line breaks" if cluster in LINE_ENDS else "kinds of blanks") else " "
    if unicodedata.category(cluster[0]) in ("Cf", "Cc"):
        return cluster if kept == "invisible characters" else cluster[1:]
    for kind, alike in (("quotation marks", QUOTES), ("dashes", DASHES)):
        cluster = cluster if kept == kind else cluster.translate(alike)
    cluster = cluster if kept == "Unicode form" else unicodedata.normalize("NFKD", cluster)
    return cluster if kept == "case" else cluster.casefold()
