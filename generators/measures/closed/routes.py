"""The same count by a second route, and the estimate from the mean alone that misses the clamps."""

from __future__ import annotations

from typing import Any

from generators.arithmetic import cut
from generators.measures.closed.inputs import bands, one, pairs, window
from generators.measures.measure import Measure, Model, Values


def tables_cut_from_mean(model: Model) -> Values:
    """Cut tables as if every table had the mean length."""
    tables = bands(model.profile)
    return one(
        cut.cut_from_mean(tables, model.size, model.overlap),
        **window(model),
        tables=cut.count(tables),
        mean_table_tokens=cut.mean_tokens(tables),
    )


def route(model: Model) -> tuple[cut.RouteB, dict[str, Any]]:
    """Route B and the inputs that all its values share."""
    return cut.route_b(bands(model.profile), model.size, model.overlap), window(model)


def route_b_mean(model: Model) -> Values:
    """Mean length of the tables between overlap and size."""
    return one(route(model)[0].mean, **window(model), bands=pairs(bands(model.profile)))


def route_b_probability(model: Model) -> Values:
    """Probability at that mean."""
    found, inputs = route(model)
    return one(found.probability, **inputs, route_b_mean=found.mean)


def route_b_unclamped(model: Model) -> Values:
    """Cut tables of those between overlap and size."""
    found, inputs = route(model)
    return one(found.unclamped if found.tables else None, **inputs, tables_between=found.tables, route_b_mean=found.mean)


def tables_cut_route_b(model: Model) -> Values:
    """Cut tables by route B."""
    found, _ = route(model)
    return one(found.unclamped + found.clamped, route_b_unclamped=found.unclamped, tables_clamped=found.clamped)


ROUTES: dict[str, Measure] = {
    "tables_cut_from_mean": Measure(
        title="Cut tables from the mean length",
        unit="tables",
        better="lower",
        definition="Cut tables as if every table had the mean length, which hides the tables that are always cut and those that never are.",
        compare="closed",
        formula="tables * min(max((mean_table_tokens - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1)",
        of_model=tables_cut_from_mean,
    ),
    "route_b_mean": Measure(
        title="Mean length between the clamps",
        unit="tokens",
        better="",
        definition="Mean length of the tables longer than the overlap and shorter than the window.",
        compare="closed",
        formula="sum(count * tokens for count, tokens in bands if chunk_overlap < tokens < chunk_size)"
        " / sum(count for count, tokens in bands if chunk_overlap < tokens < chunk_size)",
        of_model=route_b_mean,
    ),
    "route_b_probability": Measure(
        title="Cut probability at that mean",
        unit="share",
        better="lower",
        definition="Share cut of the tables longer than the overlap and shorter than the window, from their mean length.",
        compare="closed",
        formula="(route_b_mean - chunk_overlap) / (chunk_size - chunk_overlap)",
        of_model=route_b_probability,
    ),
    "route_b_unclamped": Measure(
        title="Cut tables between the clamps",
        unit="tables",
        better="lower",
        definition="Cut tables of those longer than the overlap and shorter than the window, from their mean length.",
        compare="closed",
        formula="tables_between * (route_b_mean - chunk_overlap) / (chunk_size - chunk_overlap)",
        of_model=route_b_unclamped,
    ),
    "tables_cut_route_b": Measure(
        title="Cut tables, second route",
        unit="tables",
        better="lower",
        definition="Cut tables by the second route: those between the clamps by their mean, and all as long as the window or longer.",
        compare="closed",
        formula="route_b_unclamped + tables_clamped",
        of_model=tables_cut_route_b,
    ),
}
