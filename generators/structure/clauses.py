"""Clauses and their exceptions: the stretches of prose that say a rule and where it does not hold."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generators.spans import Span
from generators.structure.blocks import Block

WORDS = r"(?:except(?:ions?|ing)?|unless|provided,?\s+(?:however,?\s+)?that|subject\s+to|save\s+(?:that|as|for|where))\b"
"""What an exception begins with, and no more than that: a rule of words, which knows nothing of the law."""

SIGNS = r"[\s>*_+#()\d.-]*"
MARKS = SIGNS + r"(?:[a-z]{1,4}[.)]\s" + SIGNS + ")?"
"""What may stand between two sentences that follow one another: blanks, and the marks of quotes, items and clauses."""

EXCEPTION = re.compile(WORDS, re.IGNORECASE)
OPENS = re.compile(MARKS + WORDS, re.IGNORECASE)
ONLY_MARKS = re.compile(MARKS, re.IGNORECASE)


def clauses(text: str, sentences: Sequence[Span], blocks: Sequence[Block]) -> list[Span]:
    """Every clause together with its exception, in order; they may overlap, but none is part of another.

    An exception may stand in the sentence of its clause; or be the next sentence, paragraph or item, where that begins with one of the
    words; or be all of the next block, where the clause has such a word and ends with a colon.
    """
    found = {*_within(text, sentences), *_following(text, sentences), *_announced(text, sentences, blocks)}
    widest: list[Span] = []
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if not widest or end > widest[-1][1]:
            widest.append((start, end))
    return widest


def _within(text: str, sentences: Sequence[Span]) -> Iterator[Span]:
    return (sentence for sentence in sentences if EXCEPTION.search(text, *sentence))


def _following(text: str, sentences: Sequence[Span]) -> Iterator[Span]:
    for (start, end), (next_start, next_end) in pairwise(sentences):
        if OPENS.match(text, next_start, next_end) and ONLY_MARKS.fullmatch(text, end, next_start):
            yield (start, next_end)


def _announced(text: str, sentences: Sequence[Span], blocks: Sequence[Block]) -> Iterator[Span]:
    starts = [block.span[0] for block in blocks]
    for start, end in sentences:
        if text[end - 1] == ":" and EXCEPTION.search(text, start, end):
            following = next(iter(blocks[bisect_left(starts, end) :]), None)
            if following and following.kind in ("paragraph", "group") and not text[end : following.span[0]].strip():
                yield (start, following.span[1])
