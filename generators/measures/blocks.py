"""Blocks: the stretches of a document that a cut should spare, found without any splitter's own reading of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from generators.corpora.find_headings import find_headings
from generators.spans import Span, trimmed

# The opening fence takes all its signs, so that a shorter one cannot close it; one of backticks has none behind it on its line.
FENCE = re.compile(
    r"^ {0,3}(?P<fence>`{3,}+(?=[^`\n]*$)|~{3,}+)[^\n]*(?:\n.*?)??(?:\n {0,3}(?P=fence)[`~]*[ \t]*\r?$|\Z)", re.MULTILINE | re.DOTALL
)

ITEM = re.compile(r"^ *(?:[-*+]|\d+[.)]) .*(?:\n(?! *(?:[-*+]|\d+[.)]) )[^\n]*\S[^\n]*)*", re.MULTILINE)

SENTENCE = re.compile(r"[^\s.!?。！？<>](?:[^.!?。！？<>]|[.!?](?=\S))*[.!?。！？]+")

EXCEPTION = re.compile(r"^(?:[-*+] |\d+[.)] )?(?:except|unless|provided that|subject to)\b", re.IGNORECASE)

PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")


def fences(text: str) -> list[Span]:
    """The fenced blocks of code, from fence to fence; one that is not closed reaches to the end."""
    return [trimmed(match.span(), text) for match in FENCE.finditer(text)]


def items(text: str) -> list[Span]:
    """The items of lists, each with the lines that continue it."""
    return [trimmed(match.span(), text) for match in ITEM.finditer(text)]


def sentences(text: str) -> list[Span]:
    """The sentences, each up to a full stop, a question mark or an exclamation mark, of Chinese and Japanese too."""
    return [match.span() for match in SENTENCE.finditer(text)]


def headings_with_text(text: str) -> list[Span]:
    """The words of each heading with the first line of the text that follows it."""
    return [
        (heading.words[0], heading.section[0] + len(text[slice(*heading.section)].split("\n", 1)[0]))
        for heading in find_headings(text)
        if heading.section[0] < heading.section[1]
    ]


def clauses_with_exception(text: str) -> Iterator[Span]:
    """Each paragraph, with the one behind it that says when it does not hold."""
    paragraphs = [match.span() for match in PARAGRAPH.finditer(text)]
    for clause, exception in pairwise(paragraphs):
        if EXCEPTION.match(text[slice(*exception)]):
            yield (clause[0], exception[1])
