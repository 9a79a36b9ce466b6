"""Words for an inspection: texts made safe for a terminal, and what became of a chunk's text on its way from the document."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from generators.schema import counted
from generators.spans import Span

Quote = Callable[[str], str]
"""Writes a text as a Python literal: with quotes, and every character that is not printable as an escape."""

FEW = 8
"""How many of a list are named before the rest is only counted."""


def quote_for(encoding: str | None) -> Quote:
    """`repr` where its characters can be written in the encoding, and `ascii` for a text that has others."""

    def quote(text: str) -> str:
        shown = repr(text)
        try:
            shown.encode(encoding or "ascii")
        except UnicodeEncodeError:
            return ascii(text)
        if text and unicodedata.category(text[0]).startswith("M"):  # it would sit on the quotation mark
            return shown[0] + ascii(text[0])[1:-1] + shown[2:]
        return shown

    return quote


def safe(text: str) -> str:
    """A text on one line without quotes, every character that is not printable as an escape."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def clipped(text: str, width: int, quote: Quote, measure: Callable[[str], int]) -> str:
    """The text quoted in at most `width` cells, as its start and its end where all of it does not fit."""
    if len(text) <= width and measure(whole := quote(text)) <= width:
        return whole
    half = max(width - 5, 2) // 2
    start, end = text[:half], text[-half:]
    while start and measure(quote(start)) > half:
        start = start[:-1]
    while end and measure(quote(end)) > half:
        end = end[1:]
    return f"{quote(start)} ... {quote(end)}"


def span(place: Span) -> str:
    """`[17, 85)`."""
    return f"[{place[0]}, {place[1]})"


def unit_of(unit: str, number: int) -> str:
    """`30 characters`, `1 cl100k_base token`."""
    return counted(number, units_of(unit).removesuffix("s"))


def units_of(unit: str) -> str:
    """`characters`, `cl100k_base tokens`."""
    return unit if unit == "characters" else f"{unit} tokens"


def few(things: Sequence[object]) -> str:
    """The first of them, and how many more there are."""
    more = f" and {len(things) - FEW:,} more" if len(things) > FEW else ""
    return ", ".join(map(str, things[:FEW])) + more


def chunks(positions: Sequence[int], total: int) -> str:
    """`none`, or how many of all chunks and which: `2 of 6: chunks 1, 4`."""
    if not positions:
        return "none"
    return f"{len(positions):,} of {total:,}: {named(positions)}"


def named(positions: Sequence[int]) -> str:
    """`chunk 3`, `chunks 1, 4 to 9`."""
    runs: list[list[int]] = []
    for at in positions:
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    words = [word for run in runs for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return f"chunk{'s' if len(positions) > 1 else ''} {few(words)}"


def character(one: str) -> str:
    """A character as itself where it can be seen, else by its number and name: `U+200D (zero width joiner)`."""
    if one.isprintable() and not one.isspace():
        return repr(one)
    name = unicodedata.name(one, "").lower() or {"\t": "tab", "\n": "line feed", "\r": "carriage return", "\0": "NUL"}.get(one, "")
    return f"U+{ord(one):04X}" + (f" ({name})" if name else "")


def alteration(source: str, text: str) -> str:
    """What a chunk's text has less or more than its source: characters other than common blanks by name, blanks only as such."""
    lacks, adds = Counter(source), Counter(text)
    common = lacks & adds
    lacks, adds = lacks - common, adds - common
    parts = [_named("without", lacks), _named("with added", adds), "blanks altered" if _blank(lacks) or _blank(adds) else ""]
    return "; ".join(filter(None, parts)) or "its characters in another order"


def _blank(counts: Iterable[str]) -> bool:
    return any(one in " \n\r" for one in counts)


def _named(verb: str, counts: Counter[str]) -> str:
    named = [character(one) + (f" x {count}" if count > 1 else "") for one, count in sorted(counts.items()) if one not in " \n\r"]
    return f"{verb} {few(named)}" if named else ""
