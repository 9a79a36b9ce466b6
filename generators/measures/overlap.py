"""Overlap as asked for, what two neighbouring chunks of a document really share, what that saves from the cut and what it costs."""

from __future__ import annotations

from itertools import pairwise

from generators.arithmetic import cut, window
from generators.measures.answers import Asked, contained, questions
from generators.measures.closed.inputs import documents, one
from generators.measures.loss import placed
from generators.measures.measure import JSON, Case, Measure, Model, Value, Values
from generators.measures.once import once
from generators.spans import intersection


@once
def shared_texts(case: Case) -> tuple[tuple[str, ...], ...]:
    """For each pair of neighbouring chunks, the stretches of the document that both hold as they were cut, without heads repeated since."""
    return tuple(
        tuple(document.text[start:end] for start, end in intersection(one.own_pieces, other.own_pieces))
        for document, chunks in zip(case.corpus.documents, case.chunks, strict=True)
        for one, other in pairwise(chunks)
    )


def overlap_asked(case: Case) -> Values:
    """`chunk_overlap` in force, the library's default included."""
    return {"": Value(case.splitter.chunk_overlap, {"unit": case.splitter.unit})}


def overlap_delivered_characters(case: Case) -> Values:
    """Characters that neighbours share, on average."""
    pairs = shared_texts(case)
    shared = sum(len(text) for pair in pairs for text in pair)
    return placed(case, {"": Value(shared / len(pairs) if pairs else None, {"shared_characters": shared, "pairs": len(pairs)})})


def overlap_delivered(case: Case) -> Values:
    """What neighbours share, on average, in the unit that `chunk_overlap` counts."""
    pairs = shared_texts(case)
    shared = sum(case.splitter.measure_length(text) for pair in pairs for text in pair)
    mean = shared / len(pairs) if pairs else None
    inputs = {"shared": shared, "pairs": len(pairs), "overlap_asked": case.splitter.chunk_overlap, "unit": case.splitter.unit}
    return placed(case, {"": Value(mean, inputs)})


def overlap_silent_share(case: Case) -> Values:
    """The share of neighbours that share nothing although overlap was asked for."""
    pairs = shared_texts(case)
    silent = sum(not pair for pair in pairs)
    share = silent / len(pairs) if pairs and case.splitter.chunk_overlap else None
    return placed(case, {"": Value(share, {"silent": silent, "pairs": len(pairs), "overlap_asked": case.splitter.chunk_overlap})})


def overlap_boundaries(case: Case) -> Values:
    """The pairs of neighbours, and how many of them share nothing, less than was asked for, and as much."""
    asked, pairs = case.splitter.chunk_overlap, shared_texts(case)
    if not asked:
        return {"": Value(None, {"pairs": len(pairs), "overlap_asked": asked})}
    shared = [sum(map(case.splitter.measure_length, texts)) for texts in pairs]
    none, full = sum(not texts for texts in pairs), sum(length >= asked for length in shared)
    counts = {"": len(pairs), "none": none, "less": len(pairs) - none - full, "full": full}
    inputs: dict[str, JSON] = {"overlap_asked": asked, "unit": case.splitter.unit, "most": max(shared, default=None)}
    return placed(case, {part: Value(count, inputs) for part, count in counts.items()})


def overlap_literal_boundaries(case: Case) -> Values:
    """The pairs of neighbours of which the first one's text ends with the very characters that the second one's begins with."""
    asked, pairs = case.splitter.chunk_overlap, [pair for chunks in case.chunks for pair in pairwise(chunks)]
    counted = asked if case.splitter.unit == "characters" else None
    literal = sum(one.text[-counted:] == other.text[:counted] for one, other in pairs) if counted else None
    return {"": Value(literal, {"boundaries": len(pairs), "overlap_asked": asked, "unit": case.splitter.unit})}


def _length(case: Case, asked: Asked) -> int:
    """From the start of a question's first answer to the end of its last, in the splitter's unit: one chunk has to hold all of it."""
    starts, ends = zip(*asked.spans, strict=True)
    return case.splitter.measure_length(asked.document.text[min(starts) : max(ends)])


def answers_cut_by_length(case: Case) -> Values:
    """The questions whose answers are cut, those apart whose answers are no longer than the overlap asked for."""
    overlap = case.splitter.chunk_overlap
    if overlap is None:
        return {"": Value(None, {"overlap_asked": None})}
    within = [contained(asked) for asked in questions(case) if _length(case, asked) <= overlap]
    beyond = [contained(asked) for asked in questions(case) if _length(case, asked) > overlap]
    parts = {"": within + beyond, "within": within, "beyond": beyond}
    inputs: dict[str, JSON] = {"overlap_asked": overlap, "unit": case.splitter.unit}
    return placed(case, {part: Value(held.count(False), {**inputs, "questions": len(held)}) for part, held in parts.items()})


def answers_cut_expected(case: Case) -> Values:
    """The questions that windows of the size and overlap asked for would cut on average, if each answer could start anywhere."""
    size, overlap = case.splitter.chunk_size, case.splitter.chunk_overlap
    inputs = {"chunk_size": size, "chunk_overlap": overlap, "unit": case.splitter.unit, "questions": len(questions(case))}
    if size is None or overlap is None or overlap >= size:
        return {"": Value(None, inputs)}
    chances = cut.p_cut_whole_token([_length(case, asked) for asked in questions(case)], size, overlap)
    return {"": Value(float(chances.sum()), inputs)}


def stored_ratio_modelled(model: Model) -> Values:
    """What windows store for each token of a document, and what they would of an endless one."""
    tokens, size, overlap = model.profile.tokens_per_document, model.size, model.overlap
    count = window.windows_whole(tokens, size, overlap)
    inputs = {"window_tokens": size, "overlap_tokens": overlap}
    ratio = one((tokens + (count - 1) * overlap) / tokens, **inputs, **documents(model), windows=count)
    return {**ratio, "limit": one(size / window.stride(size, overlap), **inputs)[""]}


MEASURES = {
    "overlap_asked": Measure(
        "Overlap asked for",
        "length units",
        "",
        "The chunk_overlap in force, the library's own default included, in the unit that the splitter counts in.",
        "exact",
        of_case=overlap_asked,
    ),
    "overlap_delivered_characters": Measure(
        "Overlap delivered, in characters",
        "characters",
        "",
        "Characters of the document that two neighbouring chunks both hold, table heads repeated by repeat_header left out, "
        "averaged over all pairs of neighbours within a document.",
        "level",
        of_case=overlap_delivered_characters,
    ),
    "overlap_delivered": Measure(
        "Overlap delivered",
        "length units",
        "",
        "Length of the text that two neighbouring chunks both hold, table heads repeated by repeat_header left out, "
        "in the unit that chunk_overlap counts, "
        "averaged over all pairs of neighbours within a document.",
        "level",
        of_case=overlap_delivered,
    ),
    "overlap_silent_share": Measure(
        "Neighbours that share nothing",
        "share",
        "lower",
        "Share of the pairs of neighbouring chunks within a document that have no character in common, table heads repeated by "
        "repeat_header left out, although overlap was asked for; n/a where none was asked for.",
        "level",
        of_case=overlap_silent_share,
    ),
    "overlap_boundaries": Measure(
        "Boundaries",
        "boundaries",
        "",
        "Pairs of neighbouring chunks within a document; parts: none, those that have no character in common, less, those that share less "
        "than the overlap asked for, and full, those that share as much or more, in the unit that chunk_overlap counts, table heads "
        "repeated by repeat_header left out; n/a where no overlap was asked for.",
        "exact",
        of_case=overlap_boundaries,
    ),
    "overlap_literal_boundaries": Measure(
        "Boundaries with the overlap asked for, literally",
        "boundaries",
        "higher",
        "Pairs of neighbouring chunks within a document of which the last chunk_overlap characters of the first are the first of the "
        "second, sign for sign; n/a where no overlap was asked for, or where it is not asked for in characters.",
        "exact",
        of_case=overlap_literal_boundaries,
    ),
    "answers_cut_by_length": Measure(
        "Answers cut, by length",
        "questions",
        "lower",
        "Questions of which no single chunk holds every answer, by span; parts: within, those whose answers, from the start of the first "
        "to the end of the last, are no longer than the overlap asked for, and beyond, those longer, in the unit that the splitter "
        "counts in.",
        "exact",
        of_case=answers_cut_by_length,
        sample="questions",
    ),
    "answers_cut_expected": Measure(
        "Answers cut, expected",
        "questions",
        "lower",
        "Questions whose answers windows of the size and overlap asked for would cut on average, if each could start anywhere in an "
        "endless text: the chance of each by its length in the unit that the splitter counts in, added up.",
        "closed",
        formula="sum over questions of 1 if length > chunk_size, else max(0, length - chunk_overlap - 1) / (chunk_size - chunk_overlap)",
        of_case=answers_cut_expected,
    ),
    "stored_ratio_modelled": Measure(
        "Stored ratio, modelled",
        "tokens per token",
        "lower",
        "What windows of a document store for each of its tokens; part: limit, the same of an endless document.",
        "closed",
        formula="1 + (windows - 1) * overlap_tokens / tokens_per_document; limit: window_tokens / (window_tokens - overlap_tokens)",
        of_model=stored_ratio_modelled,
    ),
}
