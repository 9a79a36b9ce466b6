"""Outcome: what the settings of a scenario are judged by, the strongest that it measures first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generators.measures import MEASURES
from generators.measures.handed_on import COMPARED
from generators.mistake import Mistake
from generators.results import Results
from generators.schema import counted, nearest


@dataclass(frozen=True)
class Outcome:
    """A measure that says of each question whether a setting answers it; where it searches, by a retriever and a limit such as `t2000`.

    `by_kind` is the measure of the same by kind of question, `does` what a setting then does with a question, `done` the head of the
    column with the share of which it does, and `leaves` what is left open.
    """

    measure: str
    by_kind: str
    does: str
    done: str
    leaves: str
    retriever: str = ""
    limit: str = ""

    @property
    def part(self) -> str:
        """The part of the measure, such as `wordllama.t2000`; empty where nothing is searched."""
        return ".".join(filter(None, (self.retriever, self.limit)))

    @property
    def compared(self) -> bool:
        """Whether it is by this limit that settings are compared wherever the site compares them."""
        return self.limit in ("", *COMPARED)

    @property
    def how(self) -> str:
        """What a question is answered from, in words."""
        if not self.retriever:
            return "each in one chunk, nothing searched"
        number = int(self.limit[1:])
        texts = "the first text" if number == 1 else f"the first {number} texts"
        return f"from {f'what fits {number:,} tokens' if self.limit.startswith('t') else texts}, ranked by `{self.retriever}`"

    @property
    def search(self) -> str:
        """The same in short, for the head of a row."""
        return f"`{self.retriever}`, {counted(int(self.limit[1:]), 'token' if self.limit.startswith('t') else 'text')}"


FIRST_TEXTS = (
    "answered_by_kind",
    "answers",
    "answered",
    "What equally many tokens would answer is left open, for so many texts of a large setting are more to read than of a small one; "
    "and whether a model then answers.",
)

STRONGEST_FIRST = (
    Outcome(
        "answered_in_budget",
        "answered_by_kind",
        "answers",
        "answered",
        "Whether a model that reads these texts then answers is left open.",
    ),
    Outcome("recall_unconditional", *FIRST_TEXTS),
    Outcome("answerable", *FIRST_TEXTS),
    Outcome(
        "answers_contained",
        "contained_by_kind",
        "keeps whole the answers to",
        "kept whole",
        "No search was run: this is the ceiling of what one could answer, and whether it finds these chunks is left open.",
    ),
)
"""What settings are judged by: as much to read is fairer than as many texts, and what is found says more than what there is to find."""


def outcomes(results: Results) -> list[Outcome]:
    """All that a scenario measures: the strongest measure first; of each the limit to compare by first, and retrievers in their order."""
    found: list[Outcome] = []
    for outcome in STRONGEST_FIRST:
        parts = dict.fromkeys(one.part for one in results.numbers.values() if one.measure == outcome.measure)
        own = [replace(outcome, retriever=part.rpartition(".")[0], limit=part.rpartition(".")[2]) for part in parts]
        # Of what needs a search, a run that failed has a number without a part.
        own = [one for one in own if one.retriever or one.measure == "answers_contained"]
        found += sorted(own, key=lambda one: not one.compared)
    return found


def named(results: Results, part: str) -> Outcome:
    """The strongest with this part, such as `wordllama.t2000`; raises `Mistake` where there is none."""
    found = {one.part: one for one in reversed(outcomes(results))}
    if part not in found:
        raise Mistake(f"{results.scenario} says of no question whether it is answered by {part!r}: {nearest(part, sorted(found))}")
    return found[part]


def asks(results: Results) -> bool:
    """Whether a scenario asks questions of its texts."""
    numbers = results.numbers.values()
    return any(one.inputs.get("questions") or (MEASURES[one.measure].sample == "questions" and one.value is not None) for one in numbers)
