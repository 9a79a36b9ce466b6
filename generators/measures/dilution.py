"""How near a question's vector lies to that of the chunk that holds its answer, by each encoder of the scenario."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean

from generators.arithmetic.dilution import fall
from generators.chunk import Chunk
from generators.encoders.encoder import Encoder, cosine
from generators.measures.answers import questions
from generators.measures.holders import Holding, contained
from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.measures.seen import answer_seen, by_encoder

Key = tuple[str, str]
"""A question: the names of its document and its own."""


def nearness(case: Case, encoder: Encoder, wanted: Callable[[Holding, Chunk], bool] = lambda one, chunk: True) -> dict[Key, float]:
    """The cosine of each question to the chunks that hold its answer and are wanted, their mean; where a vector has no length, none."""
    found = contained(case)
    holding = {one: [chunk.text for chunk in one.chunks if wanted(one, chunk)] for one in found}
    # One call for all of them: a model is fastest on many texts at once, and remembers each.
    encoder.encode([text for one, texts in holding.items() for text in (one.text, *texts)])
    means = {(one.document.name, one.name): mean([_cosine(encoder, one.text, text) for text in texts]) for one, texts in holding.items()}
    return {key: mean for key, mean in means.items() if mean is not None}


def _cosine(encoder: Encoder, one: str, other: str) -> float | None:
    return cosine(*encoder.encode([one, other]))


def mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def level(case: Case, each: Sequence[float], **counts: JSON) -> Value:
    """The mean over questions, with how many were asked and contained, and the lowest and the highest."""
    asked: dict[str, JSON] = {"questions": len(questions(case)), "contained": len(contained(case)), **counts}
    return Value(mean(each), {**asked, "lowest": min(each, default=None), "highest": max(each, default=None)})


def _chunks(case: Case) -> int:
    return sum(len(one.chunks) for one in contained(case))


def question_cosine(case: Case, encoder: Encoder) -> Value:
    """The cosine between a question and the chunk that holds its answer."""
    return level(case, list(nearness(case, encoder).values()), chunks=_chunks(case))


def question_cosine_seen(case: Case, encoder: Encoder) -> Value:
    """The same, where the encoder reads to the end of the answer."""
    each = list(nearness(case, encoder, lambda one, chunk: answer_seen(encoder, one, chunk) is True).values())
    return level(case, each, seen=len(each))


def question_cosine_unseen(case: Case, encoder: Encoder) -> Value:
    """The same, where it does not."""
    each = list(nearness(case, encoder, lambda one, chunk: answer_seen(encoder, one, chunk) is False).values())
    return level(case, each, unseen=len(each))


def answer_cosine(case: Case, encoder: Encoder) -> Value:
    """The cosine between a question and its answer alone."""
    each = [_cosine(encoder, one.text, one.answer) for one in contained(case)]
    return level(case, [value for value in each if value is not None])


def question_cosine_share(case: Case, encoder: Encoder) -> Value:
    """What is left of the cosine to the answer alone once the answer stands in its chunk."""
    chunk, alone = question_cosine(case, encoder).value, answer_cosine(case, encoder).value
    left = chunk / alone if chunk is not None and alone else None
    counts: dict[str, JSON] = {"contained": len(contained(case)), "chunks": _chunks(case)}
    return Value(left, {**counts, "question_cosine": chunk, "answer_cosine": alone})


def question_cosine_fall(case: Case, encoder: Encoder) -> Value:
    """The share by which the cosine falls from this splitter to the one that it is compared with, over the questions that both contain."""
    before, after = (nearness(one, encoder) if one else {} for one in (case, case.against))
    both = sorted(before.keys() & after.keys())
    first, second = (mean([found[key] for key in both]) for found in (before, after))
    number = fall(first, second) if first is not None and second is not None else None
    return Value(number, {"in_both": len(both), "cosine_before": first, "cosine_after": second})


def falls(case: Case) -> Values:
    """The fall by each encoder; of a splitter that is compared with none, no value."""
    return by_encoder(question_cosine_fall, case) if case.against else {}


MEASURES = {
    "question_cosine": Measure(
        "Cosine between question and chunk",
        "cosine",
        "higher",
        "Cosine between the vectors of a question and of a chunk that holds its whole answer, averaged over the chunks that hold it and "
        "then over the questions whose answer some chunk holds; by encoder.",
        "level",
        of_case=partial(by_encoder, question_cosine),
    ),
    "question_cosine_seen": Measure(
        "Cosine to a chunk whose answer is read",
        "cosine",
        "higher",
        "Cosine between the vectors of a question and of a chunk that holds its whole answer before the encoder's input limit, averaged "
        "over such chunks and then over the questions that have one; by encoder.",
        "level",
        of_case=partial(by_encoder, question_cosine_seen),
    ),
    "question_cosine_unseen": Measure(
        "Cosine to a chunk whose answer is not read",
        "cosine",
        "",
        "Cosine between the vectors of a question and of a chunk that holds its whole answer, but not before the encoder's input limit, "
        "averaged over such chunks and then over the questions that have one; by encoder.",
        "level",
        of_case=partial(by_encoder, question_cosine_unseen),
    ),
    "answer_cosine": Measure(
        "Cosine between question and answer alone",
        "cosine",
        "higher",
        "Cosine between the vectors of a question and of its answer's own words, averaged over the questions whose answer some chunk "
        "holds; by encoder.",
        "level",
        of_case=partial(by_encoder, answer_cosine),
    ),
    "question_cosine_share": Measure(
        "What is left of the answer's cosine",
        "share",
        "higher",
        "Cosine between question and chunk, divided by the cosine between question and answer alone, both averaged over the questions "
        "whose answer some chunk holds; by encoder.",
        "level",
        of_case=partial(by_encoder, question_cosine_share),
    ),
    "question_cosine_fall": Measure(
        "Fall of the cosine",
        "share",
        "lower",
        "Share by which the cosine between question and chunk is lower under the splitter that the row is compared with, both averaged "
        "over the questions whose answer both hold; by encoder.",
        "level",
        of_case=falls,
    ),
}
