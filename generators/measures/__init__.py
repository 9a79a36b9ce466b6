"""What is measured: the MEASURES table, where a closed form and the measurement it stands beside are one entry."""

from __future__ import annotations

from dataclasses import replace

from generators.measures import (
    answers,
    asked,
    cost,
    cuts,
    dilution,
    headings,
    lengths,
    loss,
    overlap,
    retrieval,
    scores,
    seen,
    starts,
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
    **cuts.MEASURES,
    **cost.MEASURES,
    **asked.MEASURES,
    **overlap.MEASURES,
    **answers.MEASURES,
    **headings.MEASURES,
    **loss.MEASURES,
    **dilution.MEASURES,
    **seen.MEASURES,
    **retrieval.MEASURES,
    **scores.MEASURES,
}

MEASURES: dict[str, Measure] = {
    **CLOSED,
    **{name: both(CLOSED[name], measure) if name in CLOSED else measure for name, measure in MEASURED.items()},
}
