"""Judged: the texts and settings of a scenario that an outcome compares, and those that are left out, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generators.decision.outcome import Outcome
from generators.mistake import Mistake
from generators.results import Measurement, Results

MOST = 0.5
"""The share of documents that are not cut above which a text says nothing of settings."""

UNCUT = "Most documents there are not cut at all, so that every setting holds every answer"
NEVER_PLACED = "No setting has chunks there that can all be traced to the text"

Pairs = Mapping[tuple[str, str], Measurement]
"""One number of each text and row."""


@dataclass(frozen=True)
class Judged:
    """What an outcome compares: `numbers` that say which questions were answered, the `texts` that ask, and the `rows` measured on all.

    `left_out` gives each reason with the texts or rows that it holds for, and `absent` says what is not in this build, where that is a
    reason for some text.
    """

    outcome: Outcome
    numbers: Pairs
    texts: tuple[str, ...]
    rows: tuple[str, ...]
    left_out: Mapping[str, tuple[str, ...]]
    absent: str = ""


def judged(results: Results, outcome: Outcome, corpora: Sequence[str] = ()) -> Judged:
    """Of `corpora`, or of all of the scenario; one with the texts and questions of another is left out. Raises `Mistake` where one that is
    named does not measure the outcome.
    """
    numbers = by_pair(results, outcome.measure, outcome.part)
    every = dict.fromkeys(text for text, _ in numbers)
    if lacking := [text for text in corpora if text not in every]:
        raise Mistake(f"{results.scenario} has no {outcome.measure}/{outcome.part} of {lacking[0]}: add that measure, and a retriever")
    texts: dict[str, str] = {}
    left_out: dict[str, list[str]] = {}
    absent = ""
    for text in corpora or every:
        own = [one for (of, _), one in numbers.items() if of == text]
        if not _asks(own):
            continue
        if why := _why_not(results, text, own, texts):
            left_out.setdefault(why, []).append(text)
            absent = absent or _missing(own)
        else:
            texts[text] = results.corpora.get(text, text)
    ran = dict.fromkeys(row for text, row in (*numbers, *results.runs) if text in texts)
    rows = measured_on(numbers, texts, ran)
    for row in ran:
        if row not in rows:
            left_out.setdefault(_reason(results, numbers, texts, row), []).append(f"`{row}`")
    return Judged(outcome, numbers, tuple(texts), rows, {why: tuple(names) for why, names in left_out.items()}, absent)


def by_pair(results: Results, measure: str, part: str) -> Pairs:
    """The number of each text and row that is this part of a measure."""
    return {(one.corpus, one.splitter): one for one in results.numbers.values() if (one.measure, one.part) == (measure, part)}


def measured_on(numbers: Pairs, texts: Iterable[str], rows: Iterable[str]) -> tuple[str, ...]:
    """Those of the rows of which it is known on all the texts which questions were answered."""
    return tuple(row for row in rows if all((text, row) in numbers and _known(numbers[text, row]) for text in texts))


def _known(one: Measurement) -> bool:
    return "by_question" in one.inputs


def _asks(own: Sequence[Measurement]) -> bool:
    """Whether a text asks anything, by the numbers of its rows; of those that are read from the lock some have a value then."""
    outcomes = [one.inputs["by_question"] for one in own if _known(one)]
    return any(outcomes) if outcomes else any(one.value is not None or "absent" not in one.inputs for one in own)


def _missing(own: Sequence[Measurement]) -> str:
    """What is not in this build, where no row of a text says which questions it answers."""
    return "" if any(map(_known, own)) else next((str(one.inputs["absent"]) for one in own if "absent" in one.inputs), "")


def _why_not(results: Results, text: str, own: Sequence[Measurement], texts: Mapping[str, str]) -> str:
    """Why a text is left out beside those before it, which are given with their hashes; empty where it is not."""
    if missing := _missing(own):
        return f"Not in this build: {missing}"
    if not any(map(_known, own)):
        return NEVER_PLACED
    if twin := next((other for other, sha in texts.items() if sha == results.corpora.get(text)), ""):
        return f"The same texts and questions as {twin}"
    return UNCUT if _uncut(results, text) else ""


def _uncut(results: Results, text: str) -> bool:
    """Whether half of the rows or more leave most of the documents of a text whole; where that is not measured, whether they return no more
    chunks than there are documents.
    """
    own = [one for one in results.numbers.values() if one.corpus == text]
    shares = [(one.value or 0) > MOST for one in own if one.measure == "documents_uncut"]
    shares = shares or [one.value == one.inputs.get("documents") for one in own if one.measure == "chunks" and one.value is not None]
    return 2 * sum(shares) >= len(shares) > 0


def _reason(results: Results, numbers: Pairs, texts: Iterable[str], row: str) -> str:
    """Why a row was not measured on all the texts."""
    runs = [results.runs[text, row] for text in texts if (text, row) in results.runs]
    if missing := next((run.absent for run in runs if run.absent), ""):
        return f"Not in this build: {missing}"
    if any(run.error for run in runs):
        return "Splitting failed"
    if any("chunks_unplaceable" in numbers[text, row].inputs for text in texts if (text, row) in numbers):
        return "Some chunks cannot be traced to the text"
    return "Not measured on every text"
