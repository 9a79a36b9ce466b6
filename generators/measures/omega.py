"""The scores of Chroma's chunking evaluation, by its own rules: precision, recall and IoU in characters, and PrecisionOmega.

The rules are those of `chunking_evaluation`: ranges that only touch count as intersecting; what two retrieved chunks share counts twice in
the denominators of precision and IoU; a chunk's place is that of the first occurrence of its text. The same scores with that last rule
replaced by the chunk's true place stand beside them. A deviation is that of the population, as `numpy.std` has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from statistics import fmean, pstdev

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.handed_on import pairs
from generators.measures.loss import placed
from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.measures.search import Search, by_retriever, returned
from generators.spans import Span, length

DEPTH = 5
"""How many chunks Chroma retrieves for a question."""


def _true(document: Document, chunk: Chunk) -> Span:
    """From the start of the chunk's first piece to the end of its last."""
    del document
    return min(start for start, _ in chunk.pieces), max(end for _, end in chunk.pieces)


@lru_cache(maxsize=1 << 16)
def _found(text: str, words: str) -> int:
    return text.find(words)


def _first(document: Document, chunk: Chunk) -> Span:
    """Where the chunk's text occurs first; where it is not a stretch of the document, its true place."""
    start = _found(document.text, chunk.text)
    return _true(document, chunk) if start == -1 else (start, start + len(chunk.text))


PLACES = {"spans": _true, "first_occurrence": _first}
"""Where a chunk is said to be, by the part of the id that says so."""


def touching(place: Span, answer_spans: Iterable[Span]) -> list[Span]:
    """What a chunk shares with each of the answers that it overlaps or only touches."""
    shared = [(max(place[0], start), min(place[1], end)) for start, end in answer_spans]
    return [(start, end) for start, end in shared if start <= end]


def omega(places: Iterable[Span], answer_spans: Sequence[Span]) -> float:
    """The characters of the answers that chunks hold, for each character of the chunks that touch them and of what of the answers no
    chunk holds.
    """
    first, last = min(start for start, _ in answer_spans), max(end for _, end in answer_spans)
    # Most chunks are far from all answers.
    near = [(place, shared) for place in places if place[0] <= last and first <= place[1] and (shared := touching(place, answer_spans))]
    held = length(piece for _, shared in near for piece in shared)
    return held / length([*(place for place, _ in near), *answer_spans]) if near else 0.0


def scores(chunks: Sequence[tuple[Span, bool]], answer_spans: Sequence[Span]) -> dict[str, float]:
    """Recall, precision and IoU of retrieved chunks, each given as its place and whether that is in the document of the answers.

    A character of chunks counts once for each chunk that has it, and one of answers once for each answer.
    """
    own = [place for place, same in chunks if same]
    held = length(piece for place in own for piece in touching(place, answer_spans))
    wanted = sum(end - start for start, end in answer_spans)
    missing = wanted - sum(length(piece for place in own for piece in touching(place, [span])) for span in answer_spans)
    retrieved = sum(end - start for (start, end), _ in chunks)
    return {"recall": _ratio(held, wanted), "precision": _ratio(held, retrieved), "iou": _ratio(held, retrieved + missing)}


def _ratio(count: int, of: int) -> float:
    return count / of if of else 0.0


def precision_omega(case: Case) -> Values:
    """PrecisionOmega of all questions, in the mean and with its deviation, by either rule for the places of chunks."""
    values: Values = {}
    for rule, place in PLACES.items():
        found: list[float] = []
        for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
            places = [place(document, chunk) for chunk in chunks if chunk.pieces]
            found += [omega(places, question.answers) for question in document.questions]
        values |= _summary(rule, found, {"questions": len(found)})
    return placed(case, values)


def _summary(part: str, found: Sequence[float], inputs: dict[str, JSON]) -> Values:
    """The mean of the questions' scores, and how far they lie from it."""
    return {
        part: Value(fmean(found) if found else None, inputs),
        f"{part}.deviation": Value(pstdev(found) if found else None, inputs),
    }


def of_retrieved(score: str, found: Search) -> Values:
    """One of the scores of the first chunks for each question, in the mean and with its deviation, by either rule."""
    values: Values = {}
    inputs: dict[str, JSON] = {"k": DEPTH, **found.counts}
    for rule, place in PLACES.items():
        each = []
        for question, asked in pairs(found):
            units = [unit for unit in returned(found, asked, DEPTH) if unit.chunk.pieces]
            places = [(place(unit.document, unit.chunk), unit.document.name == question.document.name) for unit in units]
            each.append(scores(places, question.question.answers)[score])
        values |= _summary(f"k{DEPTH}.{rule}", each, inputs)
    return values


def recall_of_characters(found: Search) -> Values:
    """Of the characters of the answers, the share that the first chunks hold."""
    return of_retrieved("recall", found)


def precision_of_characters(found: Search) -> Values:
    """Of the characters of the first chunks, the share that is of answers."""
    return of_retrieved("precision", found)


def iou_of_characters(found: Search) -> Values:
    """The characters of the answers that the first chunks hold, for each of these chunks and of what of the answers they lack."""
    return of_retrieved("iou", found)


_PARTS = (
    "parts: by retriever and k, by the rule for the places of chunks (`spans`: their own; `first_occurrence`: where their text first "
    "occurs, as Chroma's code has it), and under `.deviation` the standard deviation of the questions' scores."
)

MEASURES = {
    "precision_omega": Measure(
        "PrecisionOmega",
        "share",
        "higher",
        "Of each question, the characters of the answers that chunks hold, divided by those of all chunks that overlap or touch an "
        "answer and of what no chunk holds of the answers, each once; in the mean over the questions. No search is needed: it is the "
        "precision of one that finds just those chunks; parts: by the rule for the places of chunks (`spans`: their own; "
        "`first_occurrence`: where their text first occurs, as Chroma's code has it), and under `.deviation` the standard deviation of "
        "the questions' scores.",
        "level",
        of_case=precision_omega,
    ),
    "token_recall": Measure(
        "Recall by characters",
        "share",
        "higher",
        "Of each question, the share of the answers' characters that the first k texts hold, in the mean over the questions: a part of "
        f"an answer counts for a part; {_PARTS}",
        "level",
        of_case=partial(by_retriever, recall_of_characters),
    ),
    "token_precision": Measure(
        "Precision by characters",
        "share",
        "higher",
        "Of each question, the answers' characters that the first k texts hold, divided by those of these texts, which count once for "
        f"each text; in the mean over the questions; {_PARTS}",
        "level",
        of_case=partial(by_retriever, precision_of_characters),
    ),
    "token_iou": Measure(
        "Token IoU",
        "share",
        "higher",
        "Of each question, the answers' characters that the first k texts hold, divided by those of these texts, which count once for "
        "each text, and of what they lack of the answers; in the mean over the questions. Chroma's name for it: it counts characters; "
        f"{_PARTS}",
        "level",
        of_case=partial(by_retriever, iou_of_characters),
    ),
}
