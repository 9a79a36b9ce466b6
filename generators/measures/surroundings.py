"""What a cosine owes to the rest of its chunk: where in it the answer stands, and how many of the question's words stand beside it."""

from __future__ import annotations

import re
from functools import partial

from generators.chunk import Chunk
from generators.encoders.encoder import Encoder, cosine
from generators.measures.dilution import Key, level, mean, nearness
from generators.measures.holders import Holding, contained, end_in_chunk
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.seen import by_encoder

THIRDS = ("first", "middle", "last")
# Shorter ones are mostly articles, prepositions and pronouns.
_WORD = re.compile(r"[^\W\d_]{4,}")


def place(one: Holding, chunk: Chunk) -> tuple[int, int] | None:
    """Where the answer stands in the chunk's text; None where it has several parts, or where that cannot be told."""
    end = end_in_chunk(chunk, one.document.text, one.spans)
    return None if end is None or len(one.spans) > 1 else (end - len(one.answer), end)


def third(one: Holding, chunk: Chunk) -> int | None:
    """Which third of the chunk's characters the middle of the answer stands in, from 0; None where its place cannot be told."""
    found = place(one, chunk)
    return None if found is None else min(3 * sum(found) // (2 * len(chunk.text)), 2)


def shared_words(one: Holding, chunk: Chunk) -> float | None:
    """Of the question's different words of four letters or more, the share that stands in the chunk outside the answer, case left aside."""
    found, asked = place(one, chunk), set(_WORD.findall(one.text.lower()))
    if found is None or not asked:
        return None
    beside = {*_WORD.findall(chunk.text[: found[0]].lower()), *_WORD.findall(chunk.text[found[1] :].lower())}
    return len(asked & beside) / len(asked)


def _at(case: Case, encoder: Encoder, number: int) -> Value:
    def within(at: int) -> dict[Key, float]:
        return nearness(case, encoder, lambda one, chunk: third(one, chunk) == at)

    found = [within(at) for at in range(3)]
    everywhere = sorted(found[0].keys() & found[1].keys() & found[2].keys())
    return level(case, [found[number][key] for key in everywhere], in_each_third=len(everywhere))


def question_cosine_first(case: Case, encoder: Encoder) -> Value:
    """The cosine between a question and chunks that have its answer in their first third."""
    return _at(case, encoder, 0)


def question_cosine_middle(case: Case, encoder: Encoder) -> Value:
    """The same, in their middle third."""
    return _at(case, encoder, 1)


def question_cosine_last(case: Case, encoder: Encoder) -> Value:
    """The same, in their last third."""
    return _at(case, encoder, 2)


def shares(case: Case) -> dict[Key, tuple[float, Holding]]:
    """Each question with the share of its words that stands beside the answer, the mean over the chunks that hold it."""
    found = {(one.document.name, one.name): (mean([shared_words(one, chunk) for chunk in one.chunks]), one) for one in contained(case)}
    return {key: (share, one) for key, (share, one) in found.items() if share is not None}


def filler_shared_words(case: Case) -> Values:
    """The share of a question's words that stands beside its answer, the mean over questions."""
    found = [share for share, _ in shares(case).values()]
    return {"": Value(mean(found), {"questions": len(found), "lowest": min(found, default=None), "highest": max(found, default=None)})}


def _half(case: Case, encoder: Encoder, *, upper: bool) -> Value:
    """What is left of the answer's cosine among the half of the questions with the fewest or the most words shared."""
    near, words = nearness(case, encoder), shares(case)
    ranked = sorted(near.keys() & words.keys(), key=lambda key: (words[key][0], key))
    half = ranked[len(ranked) - len(ranked) // 2 :] if upper else ranked[: len(ranked) // 2]
    chunk = mean([near[key] for key in half])
    alone = mean([cosine(*encoder.encode([words[key][1].text, words[key][1].answer])) for key in half])
    left = chunk / alone if chunk is not None and alone else None
    shared = mean([words[key][0] for key in half])
    return Value(left, {"questions": len(half), "shared_words": shared, "question_cosine": chunk, "answer_cosine": alone})


def question_cosine_share_few(case: Case, encoder: Encoder) -> Value:
    """What is left of the answer's cosine where few of the question's words stand beside the answer."""
    return _half(case, encoder, upper=False)


def question_cosine_share_many(case: Case, encoder: Encoder) -> Value:
    """The same, where many do."""
    return _half(case, encoder, upper=True)


MEASURES = {
    **{
        f"question_cosine_{name}": Measure(
            f"Cosine to a chunk with the answer in its {name} third",
            "cosine",
            "",
            f"Cosine between the vectors of a question and of a chunk in which the middle of its answer stands in the {name} third of the "
            "characters, averaged over such chunks and then over the questions that have one for each third; by encoder.",
            "level",
            of_case=partial(by_encoder, measure),
        )
        for name, measure in zip(THIRDS, (question_cosine_first, question_cosine_middle, question_cosine_last), strict=True)
    },
    "filler_shared_words": Measure(
        "Words of the question beside the answer",
        "share",
        "",
        "Of a question's different words of four letters or more, the share that occurs, case left aside, in the chunk that holds its "
        "answer but outside the answer; averaged over the chunks that hold it and then over questions.",
        "level",
        of_case=filler_shared_words,
    ),
    **{
        f"question_cosine_share_{name}": Measure(
            f"What is left of the answer's cosine where {name} words are shared",
            "share",
            "higher",
            "Cosine between question and chunk, divided by the cosine between question and answer alone, both averaged over the half of "
            f"the questions of which {name} words stand beside the answer: all are ranked by the share of the question's words of four "
            "letters or more that occurs in the chunk outside the answer, and of an odd number the one in the middle is in neither half; "
            "by encoder.",
            "level",
            of_case=partial(by_encoder, measure),
        )
        for name, measure in (("few", question_cosine_share_few), ("many", question_cosine_share_many))
    },
}
