"""Costs: what a setting stores and what is read of it, from whatever its scenario measures of that; None for what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generators.decision.choice import Setting
from generators.decision.outcome import Outcome
from generators.measures.retrieval import SHORTLIST
from generators.results import Measurement, Results


def setting(results: Results, outcome: Outcome, whole: Sequence[Measurement], answered: Sequence[Measurement]) -> Setting:
    """A row over some texts: `whole` are its numbers of the outcome on them, and `answered` those that say which questions it answers, all
    of them or those of a kind.
    """
    stored = [_beside(results, one, "stored_ratio") for one in whole]
    return Setting(
        whole[0].splitter,
        tuple(bit == "1" for one in answered for bit in str(one.inputs["by_question"]).replace(" ", "")),
        _sum(one.inputs.get("chunks", _value(_beside(results, one, "chunks"))) for one in whole),
        _ratio(_inputs(stored, "stored_characters"), _inputs(stored, "corpus_characters")),
        _tokens(results, outcome, whole),
        whole[0].sweep,
    )


def _tokens(results: Results, outcome: Outcome, whole: Sequence[Measurement]) -> float | None:
    """The tokens of a shortlist, in the mean over the questions; where nothing is searched, those of all that is embedded."""
    if not outcome.retriever:
        return _sum(_value(_beside(results, one, "tokens_embedded")) for one in whole)
    handed_on = [_beside(results, one, "tokens_retrieved", f"{outcome.retriever}.k{SHORTLIST}") for one in whole]
    return _ratio(_inputs(handed_on, "tokens"), _inputs(handed_on, "questions"))


def _beside(results: Results, one: Measurement, measure: str, part: str = "") -> Measurement | None:
    """Another measure of the same text and row."""
    return results.numbers.get("/".join(filter(None, (one.scenario, one.corpus, one.splitter, measure, part))))


def _value(one: Measurement | None) -> object:
    return one.value if one else None


def _inputs(numbers: Sequence[Measurement | None], name: str) -> int | None:
    return _sum(one.inputs.get(name) if one else None for one in numbers)


def _sum(counts: Iterable[object]) -> int | None:
    """The sum of counts; None where one of them is not known."""
    known = list(counts)
    whole = [count for count in known if isinstance(count, int)]
    return sum(whole) if len(whole) == len(known) else None


def _ratio(part: int | None, whole: int | None) -> float | None:
    return part / whole if part is not None and whole else None
