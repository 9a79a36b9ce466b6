"""What is measured: the MEASURES table, where a closed form and the measurement it stands beside are one entry."""

from __future__ import annotations

from dataclasses import replace

from generators.measures import (
    answer_spans,
    answer_text,
    answers,
    approximate_index,
    asked,
    beginnings,
    complete,
    cost,
    cuts,
    dilution,
    embedded,
    guard,
    hazards,
    headings,
    kinds,
    lengths,
    loss,
    omega,
    overlap,
    paired,
    retrieval,
    retrieved,
    scores,
    seen,
    starts,
    structure,
    surroundings,
    tables,
)
from generators.measures.closed import CLOSED
from generators.measures.measure import Measure


def both(modelled: Measure, measured: Measure) -> Measure:
    """One measure of two kinds of corpus; it is locked as the measured one, whose counts are exact, or as closely as the closed form."""
    return replace(measured, of_model=modelled.of_model, formula=modelled.formula)


MEASURED = {
    **tables.MEASURES,
    **lengths.MEASURES,
    **starts.MEASURES,
    **beginnings.MEASURES,
    **cuts.MEASURES,
    **cost.MEASURES,
    **embedded.MEASURES,
    **asked.MEASURES,
    **overlap.MEASURES,
    **answers.MEASURES,
    **answer_spans.MEASURES,
    **headings.MEASURES,
    **structure.MEASURES,
    **loss.MEASURES,
    **dilution.MEASURES,
    **surroundings.MEASURES,
    **seen.MEASURES,
    **retrieval.MEASURES,
    **scores.MEASURES,
    **approximate_index.MEASURES,
    **retrieved.MEASURES,
    **answer_text.MEASURES,
    **omega.MEASURES,
    **kinds.MEASURES,
    **complete.MEASURES,
    **paired.MEASURES,
    **guard.MEASURES,
    **hazards.MEASURES,
}

MEASURES: dict[str, Measure] = {
    **CLOSED,
    **{name: both(CLOSED[name], measure) if name in CLOSED else measure for name, measure in MEASURED.items()},
}
