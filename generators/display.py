"""Display: a value as a reader sees it, and untrusted text made inert for a page."""

from __future__ import annotations

import html
import re

from generators.results import Number

PLURAL = {"share": "", "ratio": "times"}
"""Units whose word on the page differs from their name."""


def display(value: Number, unit: str, digits: int | None = None) -> str:
    """The value with a sensible number of digits: whole where it is whole, shares in per cent, levels with two or four decimals.

    `digits` asks for that many decimals instead.
    """
    if value is None:
        return "n/a"
    if unit == "share":
        return f"{100 * value:.{1 if digits is None else digits}f}%"
    if digits is not None:
        return f"{value:,.{digits}f}"
    if isinstance(value, int) or value.is_integer():
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) >= 1 else f"{value:.4f}" if abs(value) >= 0.001 else f"{value:.2g}"


def unit_word(unit: str, value: Number = None) -> str:
    """The word that follows a value of this unit: in the singular behind a whole 1, if the value is given."""
    if value == 1 and unit not in PLURAL:
        return re.sub("s(?= per |$)", "", unit)
    return PLURAL.get(unit, unit)


MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+\-.!|~^=:<>&\"'$@/]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
C1 = re.compile(r"[\x80-\x9f]")
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Controls that let what follows be seen in another order, words of a page or of a terminal as well."""


def visible(text: str) -> str:
    """The text with control characters as their symbols or numbers, and halves of surrogate pairs as U+FFFD, so that a page can hold it.

    The marks of right-to-left text, which reorder nothing beside them, are left as they are.
    """
    shown = CONTROL.sub(lambda match: chr(0x2421 if match[0] == "\x7f" else 0x2400 + ord(match[0])), text)
    shown = C1.sub(lambda match: rf"\x{ord(match[0]):02x}", shown)  # these have no symbols
    shown = BIDI.sub(lambda match: f"<U+{ord(match[0]):04X}>", shown)
    return re.sub("[\ud800-\udfff]", "\ufffd", shown)


def inert(text: str) -> str:
    """Untrusted text for a Markdown page: no sign of it means anything to Markdown, HTML or Jinja."""
    return MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", visible(text)).replace("\n", " ")


def escaped(text: str) -> str:
    """Untrusted text for a block of HTML within a Markdown page: escaped, on one line without tabs, so that Markdown leaves it alone."""
    return html.escape(visible(text)).replace("\n", "&#10;").replace("\t", "&#9;")


def in_markdown(text: str) -> str:
    """A text as Markdown that shows it as it is: on one line, and none of it taken for markup."""
    return re.sub(r"[\\`*_\[\]<>&|~#]", r"\\\g<0>", " ".join(visible(text).split()))
