"""Overlap as asked for, and what two neighbouring chunks of a document really share."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import intersection


@lru_cache(maxsize=1)
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
}
