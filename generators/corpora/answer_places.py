"""Where an answer stands in its document, as its author gives it, and what to tell an author whose answer does not stand there."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generators.corpora.nearby import beginning, nearby
from generators.schema import NotNegative, shown
from generators.spans import Span, occurrences


@dataclass(frozen=True)
class AnswerKeys:
    """One answer: its text with the place where it starts, its span, or both; offsets count characters of the document as it is read."""

    text: str | None = None
    start: NotNegative | None = None
    span: list[NotNegative] | None = None


def place(answer: str | Mapping[str, Any], name: str, text: str) -> Span | str:
    """Where an answer stands in the text of the document of that name, or what is wrong with it; a place is never guessed.

    `answer` is its text alone, which must then stand in just one place, or has the keys of `AnswerKeys`.
    """
    if problem := next(form_faults(answer), None):
        return problem
    given = _keys(answer)
    words: Any = given.get("text")  # a text wherever there is no span
    if given.get("span") is None and given.get("start") is None:
        return _only_place(words, name, text)
    start, end = given.get("span") or (given["start"], given["start"] + len(words))
    return _at_its_place(words, (start, end), name, text)


def form_faults(answer: str | Mapping[str, Any], told: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with an answer whatever its document says; of the keys in `told` it is known already that they have a wrong value."""
    given = _keys(answer)
    words, span = (None if key in told else given.get(key) for key in ("text", "span"))
    if words is not None and not words.strip():
        yield f"{shown(words)} is no answer: give at least one character that is no blank"
    if given.get("start") is not None and given.get("span") is not None:
        yield "has both `start` and `span`: keep one"
    if words is None and span is None and not told:
        yield "has no text: give its `text`, or its `span: [start, end]`"
    if span is not None and (len(span) != 2 or span[0] >= span[1]):
        yield f"{shown(span)} is no span: give [start, end], the end after the start"


def _keys(answer: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer as a mapping, where its text may stand alone."""
    return {"text": answer} if isinstance(answer, str) else answer


def _at_its_place(words: str | None, span: Span, name: str, text: str) -> Span | str:
    """The span, if it lies within the text and holds the words."""
    if span[1] > len(text):
        end = f" and ends in {quoted(text[-20:])}" if text else ""
        outside = f"{at(span)} is outside {shown(name)}, which has {len(text):,} characters{end}"
        return f"{outside}{_elsewhere(words, text, span[0])}: correct the place"
    there = text[slice(*span)]
    if words is not None and words != there:
        here, stands = _told_apart(words, there)
        other = f"{here} is not what stands {at(span)} of {shown(name)}, {stands}"
        return f"{other}{_elsewhere(words, text, span[0])}: correct the text or the place"
    return span if there.strip() else f"only blanks stand {at(span)} of {shown(name)}, {quoted(there)}: correct the place"


def _only_place(words: str, name: str, text: str) -> Span | str:
    """Where an answer without a place stands, if it stands in just one."""
    places = occurrences(words, text)
    if len(places) == 1:
        return places[0]
    if places:
        first = ", ".join(map(at, places[:3])) + (f" and {len(places) - 3:,} more" if len(places) > 3 else "")
        return f"{quoted(words)} stands in {shown(name)} {len(places):,} times, {first}: give the `start` of the one that is meant"
    return f"{quoted(words)} does not stand in {shown(name)}{_elsewhere(words, text, 0)}: write it just as it stands there"


def _elsewhere(words: str | None, text: str, start: int) -> str:
    """Where in the text the words stand instead: as they are, else in another spelling, else their beginning."""
    if words is None:
        return ""
    if exact := occurrences(words, text):
        return f"; the text stands {at(min(exact, key=lambda span: (abs(span[0] - start), span)))}"
    if near := nearby(words, text, start):
        there = text[slice(*near.span)]
        forms = f" ({_form(words)} for {_form(there)})" if "Unicode form" in near.why else ""
        return f"; the nearest is {_told_apart(there, words)[0]} {at(near.span)}, which differs in {', '.join(near.why)}{forms}"
    if begun := beginning(words, text):
        return f"; only its beginning does, {at(begun)}, where {quoted(text[begun[0] : begun[1] + 20])} stands"
    return f"; nothing like it does, and the text as it was read begins {quoted(text[:60])}" if text else "; the document is empty"


def _form(text: str) -> str:
    """A text with the normal form that it is in, its signs as escapes."""
    form = next((form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text)), "mixed forms")
    return f"{ascii(text)[:60]} in {form}"


def at(span: Span) -> str:
    """`at [20, 40)`."""
    return f"at [{span[0]}, {span[1]})"


WIDE = 120
"""The characters of a text that a message shows at most."""


def quoted(text: str) -> str:
    """A text as Python writes it, a long one cut."""
    return repr(text) if len(text) <= WIDE else f"{text[:WIDE]!r}... ({len(text):,} characters)"


def _told_apart(one: str, other: str) -> tuple[str, str]:
    """Two texts that differ as Python writes them, of long ones what stands around their first difference."""
    if max(len(one), len(other)) <= WIDE:
        return repr(one), repr(other)
    first = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, first - WIDE // 2)
    cut = [f"{'...' * (start > 0)}{text[start : start + WIDE]!r}{'...' * (start + WIDE < len(text))}" for text in (one, other)]
    return cut[0], cut[1]
