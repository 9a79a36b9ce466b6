"""Evidence: the settings of a scenario and the questions that each answers, over all texts, text by text and by kind of question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generators.corpus import KINDS
from generators.decision.choice import Choice, Setting, choose
from generators.measures.retrieval import SHORTLIST
from generators.mistake import Mistake
from generators.results import Measurement, Results

MOST = 0.5
"""The share of documents that are not cut above which a text says nothing of settings."""


@dataclass(frozen=True)
class Evidence:
    """The choice over all texts, for each of them and for each kind of question.

    `uncut` names the texts that are left out because most of their documents are not cut at all, and `absent` those whose numbers are read
    from the lock, which does not have the answer to each question.
    """

    whole: Choice
    texts: dict[str, Choice]
    kinds: dict[str, Choice]
    uncut: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def evidence(results: Results, part: str, corpora: Sequence[str] = ()) -> Evidence | None:
    """What the questions of a scenario say of its rows, by a retriever and a budget such as `wordllama.t2000`; None where none is here.

    Of `corpora`, or of all of the scenario, which must not share questions. Rows are compared that ran on every one that is left. Raises
    `Mistake` where one of them does not measure what it takes.
    """
    answers = _by_pair(results, "answered_in_budget", part)
    asked = list(dict.fromkeys(corpora or (corpus for corpus, _ in answers)))
    if lacking := [corpus for corpus in asked or ["any text"] if corpus not in {of for of, _ in answers}]:
        raise Mistake(
            f"{results.scenario} has no answered_in_budget/{part} of {lacking[0]}: add that measure, and name a retriever and a budget"
        )
    absent = [text for text in asked if not any("by_question" in one.inputs for (of, _), one in answers.items() if of == text)]
    uncut = [text for text in asked if text not in absent and _uncut(results, text)]
    texts = [text for text in asked if text not in (*absent, *uncut)]
    rows = [row for row in dict.fromkeys(row for _, row in answers) if all(_known(answers, text, row) for text in texts)]
    if not texts or not rows:
        return None

    def choice(texts: Sequence[str], outcomes: Pairs) -> Choice:
        return choose([_setting(results, row, [(outcomes[text, row], answers[text, row]) for text in texts]) for row in rows])

    kinds = {kind: _by_pair(results, "answered_by_kind", f"{part}.{kind}") for kind in KINDS}
    having = {kind: [text for text in texts if all(_known(of_kind, text, row) for row in rows)] for kind, of_kind in kinds.items()}
    return Evidence(
        choice(texts, answers),
        {text: choice([text], answers) for text in texts},
        {kind: choice(having[kind], of_kind) for kind, of_kind in kinds.items() if having[kind]},
        tuple(uncut),
        tuple(absent),
    )


Pairs = Mapping[tuple[str, str], Measurement]
"""One number of each text and row."""


def _by_pair(results: Results, measure: str, part: str) -> Pairs:
    return {(one.corpus, one.splitter): one for one in results.numbers.values() if (one.measure, one.part) == (measure, part)}


def _known(numbers: Pairs, text: str, row: str) -> bool:
    return (text, row) in numbers and "by_question" in numbers[text, row].inputs


def _uncut(results: Results, text: str) -> bool:
    """Whether half of the rows or more leave most of the documents of a text whole."""
    shares = [one.value or 0 for one in results.numbers.values() if (one.corpus, one.measure) == (text, "documents_uncut")]
    return 2 * sum(share > MOST for share in shares) >= len(shares) > 0


def _setting(results: Results, row: str, numbers: Sequence[tuple[Measurement, Measurement]]) -> Setting:
    """A row over some texts: of each the number that says which questions it answers, and the one that says how many vectors it stores."""
    runs = [f"{results.scenario}/{whole.corpus}/{row}" for _, whole in numbers]
    retriever = numbers[0][1].part.rpartition(".")[0]
    stored = [results.one(f"{run}/stored_ratio") for run in runs]
    tokens = [results.one(f"{run}/tokens_retrieved/{retriever}.k{SHORTLIST}") for run in runs]
    return Setting(
        row,
        tuple(bit == "1" for one, _ in numbers for bit in str(one.inputs["by_question"]).replace(" ", "")),
        _sum([whole for _, whole in numbers], "chunks"),
        _sum(stored, "stored_characters") / _sum(stored, "corpus_characters"),
        _sum(tokens, "tokens") / _sum(tokens, "questions"),
    )


def _sum(numbers: Sequence[Measurement], name: str) -> int:
    """The sum of an input of several numbers, which is a count."""
    return sum(count for one in numbers if isinstance(count := one.inputs[name], int))
