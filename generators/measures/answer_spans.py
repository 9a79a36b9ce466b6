"""Answers one by one: each span of an answer that some chunk holds, whatever the other answers of its question need."""

from __future__ import annotations

from generators.measures.answers import questions
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Values
from generators.measures.sample import share


def answer_spans_contained(case: Case) -> Values:
    """Of all answer spans, the share that some chunk holds."""
    held = [bool(asked.places.holding(span)) for asked in questions(case) for span in asked.spans]
    return placed(case, {"": share("contained", sum(held), "answers", len(held))})


def answers_contained_apart(case: Case) -> Values:
    """Of all questions, the share of which each answer is in some chunk, not always the same one."""
    asked = questions(case)
    held = sum(all(one.places.holding(span) for span in one.spans) for one in asked)
    return placed(case, {"": share("contained_apart", held, "questions", len(asked))})


MEASURES = {
    "answer_spans_contained": Measure(
        "Answer spans contained",
        "share",
        "higher",
        "Share of all answer spans, whatever question they belong to, that some single chunk holds, by span, blanks at their ends apart.",
        "closed",
        of_case=answer_spans_contained,
        sample="questions",
    ),
    "answers_contained_apart": Measure(
        "Answers contained, one chunk for each",
        "share",
        "higher",
        "Share of the questions of which every answer is held by some chunk, by span, blanks at its ends apart; a question with several "
        "answers may need several chunks.",
        "closed",
        of_case=answers_contained_apart,
        sample="questions",
    ),
}
