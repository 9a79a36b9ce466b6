"""Where a chunk starts within its document: amid a word, or amid a character as its reader sees it."""

from __future__ import annotations

import re
import unicodedata

# Scripts written without blanks between words: Thai, Lao, Tibetan, Myanmar, Khmer, Tai Le to New Tai Lue, kana, and Han.
UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff]"
)
JOINER = "\u200d"
NON_JOINER = "\u200c"
SKIN_TONES = range(0x1F3FB, 0x1F400)
FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def in_word(character: str) -> bool:
    """Whether the character is part of a word that blanks end: a letter, a digit or `_` of a script that is written with them."""
    return (character.isalnum() or character == "_") and not UNSPACED.match(character)


def has_words(text: str) -> bool:
    """Whether the text has any word that blanks end; where it has none, "amid a word" says nothing."""
    return any(map(in_word, text))


def is_mid_word(text: str, at: int) -> bool:
    """Whether both sides of the offset belong to a word."""
    return 0 < at < len(text) and in_word(text[at - 1]) and in_word(text[at])


def is_mid_character(text: str, at: int) -> bool:
    """Whether the offset parts what a reader sees as one character.

    That is a letter from its marks, an emoji from what is joined to it, a flag in two, CR from LF: the commonest of the rules of
    https://unicode.org/reports/tr29/ on grapheme clusters.
    """
    if not 0 < at < len(text):
        return False
    before, here = text[at - 1], text[at]
    extends = unicodedata.category(here).startswith("M") or here in (JOINER, NON_JOINER) or ord(here) in SKIN_TONES
    return extends or before == JOINER or before + here == "\r\n" or _parts_flag(text, at)


def _parts_flag(text: str, at: int) -> bool:
    """A flag is two letters of a kind of their own: between them the number of such letters just before is odd."""
    if ord(text[at]) not in FLAG_LETTERS:
        return False
    first = at
    while first and ord(text[first - 1]) in FLAG_LETTERS:
        first -= 1
    return (at - first) % 2 == 1
