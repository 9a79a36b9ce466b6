"""Tables that no window holds, by the three stages of the formula, and what follows from them for one table's length."""

from __future__ import annotations

from generators.arithmetic import cut
from generators.arithmetic.window import stride, windows_whole
from generators.measures.closed import inputs
from generators.measures.closed.inputs import assumed, bands, by_band, one, pairs, parts, share, window
from generators.measures.measure import Measure, Model, Values

WHOLE = "n/a where the window is not a whole number of tokens."


def tables_cut(model: Model) -> Values:
    """Expected cut tables, continuous, by band."""
    return by_band(
        model,
        lambda tables: cut.cut_by_band(tables, lambda tokens: cut.p_cut_continuous(tokens, model.size, model.overlap)),
        **window(model),
    )


def tables_cut_share(model: Model) -> Values:
    """Expected cut tables, continuous, as a share of all tables, and of each band's own."""
    tables = bands(model.profile)
    values = one(share(inputs.tables_cut(model), cut.count(tables)), **window(model), bands=pairs(tables))
    for band in parts(model):
        probability = float(cut.p_cut_continuous(band.tokens, model.size, model.overlap)) if band.count else None
        values[str(band.tokens)] = one(probability, **window(model), bands=pairs([band]))[""]
    return values


def whole(model: Model) -> tuple[int, int] | None:
    """The window's size and overlap as whole tokens, or None where they are not."""
    if float(model.size).is_integer() and float(model.overlap).is_integer():
        return int(model.size), int(model.overlap)
    return None


def tables_cut_whole_token(model: Model) -> Values:
    """Expected cut tables over whole-token starts in an endless document, by band."""
    fixed = whole(model)
    return by_band(
        model,
        lambda tables: cut.cut_by_band(tables, lambda tokens: cut.p_cut_whole_token(tokens, *fixed)) if fixed else [None for _ in tables],
        **window(model),
    )


def tables_cut_finite(model: Model) -> Values:
    """Expected cut tables over every whole-token start in a document of the profile's length, by band."""
    fixed, document = whole(model), model.profile.tokens_per_document
    return by_band(
        model,
        lambda tables: (
            cut.cut_by_band(tables, lambda tokens: cut.p_cut_finite(tokens, *fixed, document)) if fixed else [None for _ in tables]
        ),
        **window(model),
        tokens_per_document=document,
        windows=windows_whole(document, model.size, model.overlap),
    )


def safe_offsets(model: Model) -> Values:
    """Starts within one stride at which a table is whole, continuous: the mean over the tables, and by band."""
    tables, step = bands(model.profile), stride(model.size, model.overlap)
    mean = share(step * (cut.count(tables) - inputs.tables_cut(model)), cut.count(tables))
    values = one(mean, **window(model), bands=pairs(tables))
    for band in parts(model):
        held = step * (1 - float(cut.p_cut_continuous(band.tokens, model.size, model.overlap)))
        values[str(band.tokens)] = one(held, **window(model), bands=pairs([band]))[""]
    return values


def safe_offsets_whole_token(model: Model) -> Values:
    """Whole-token starts within one stride at which a table is whole: the mean over the tables, and by band."""
    tables, fixed = bands(model.profile), whole(model)

    def held(tokens: int) -> int | None:
        return min(fixed[0] - fixed[1], max(0, fixed[0] - tokens + 1)) if fixed else None

    mean = share(sum(band.count * (held(band.tokens) or 0) for band in tables), cut.count(tables)) if fixed else None
    values = one(mean, **window(model), bands=pairs(tables))
    for band in parts(model):
        values[str(band.tokens)] = one(held(band.tokens), **window(model), bands=pairs([band]))[""]
    return values


def excess_tokens(model: Model) -> Values:
    """Tokens of the tables beyond the overlap, at most a stride of each."""
    tables = bands(model.profile)
    return one(cut.excess_tokens(tables, model.size, model.overlap), **window(model), bands=pairs(tables))


def floor_tokens(model: Model) -> Values:
    """Length of equal tables at which just the tolerated share is cut."""
    tolerance = assumed(model, "tolerance", "floor_tokens")
    return one(cut.floor_tokens(model.size, model.overlap, tolerance), **window(model), tolerance=tolerance)


def floor_times_tolerance(model: Model) -> Values:
    """The share of cut tables in multiples of the tolerance."""
    tolerance = assumed(model, "tolerance", "floor_times_tolerance")
    found, tables = inputs.tables_cut(model), cut.count(model.profile.tables)
    return one(share(found, tables * tolerance), tables_cut=found, tables=tables, tolerance=tolerance)


CUT: dict[str, Measure] = {
    "tables_cut": Measure(
        title="Cut tables",
        unit="tables",
        better="lower",
        definition="Tables that no single window holds, expected where a table may start anywhere, even within a token; parts are bands.",
        compare="closed",
        formula="sum(count * min(max((tokens - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1) for count, tokens in bands)",
        of_model=tables_cut,
    ),
    "tables_cut_share": Measure(
        title="Share of tables cut",
        unit="share",
        better="lower",
        definition="Cut tables over all tables, expected where a table may start anywhere.",
        compare="closed",
        formula="sum(count * min(max((tokens - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1) for count, tokens in bands)"
        " / sum(count for count, tokens in bands)",
        of_model=tables_cut_share,
    ),
    "tables_cut_whole_token": Measure(
        title="Cut tables, whole-token starts",
        unit="tables",
        better="lower",
        definition=f"Tables that no single window of an endless document holds, expected over whole-token starts; parts are bands. {WHOLE}",
        compare="closed",
        formula="sum(count * (1 if tokens > chunk_size else max(0, tokens - chunk_overlap - 1) / (chunk_size - chunk_overlap))"
        " for count, tokens in bands)",
        of_model=tables_cut_whole_token,
    ),
    "tables_cut_finite": Measure(
        title="Cut tables, finite documents",
        unit="tables",
        better="lower",
        definition="Tables that no window holds, expected over every whole-token start in a document, with which the last window ends; "
        f"parts are bands. {WHOLE}",
        compare="closed",
        formula="sum(count * (1 - ((windows - 1) * min(max(chunk_size - tokens + 1, 0), chunk_size - chunk_overlap)"
        " + max(tokens_per_document - (windows - 1) * (chunk_size - chunk_overlap) - tokens + 1, 0))"
        " / (tokens_per_document - tokens + 1)) for count, tokens in bands)",
        of_model=tables_cut_finite,
    ),
    "safe_offsets": Measure(
        title="Safe starts in a stride",
        unit="tokens",
        better="higher",
        definition="Length of that part of a stride in which a table may start and be whole in a window; the mean over the tables; parts "
        "are bands.",
        compare="closed",
        formula="sum(count * min(max(chunk_size - tokens, 0), chunk_size - chunk_overlap) for count, tokens in bands)"
        " / sum(count for count, tokens in bands)",
        of_model=safe_offsets,
    ),
    "safe_offsets_whole_token": Measure(
        title="Safe whole-token starts in a stride",
        unit="offsets",
        better="higher",
        definition="Whole-token starts within a stride at which a window holds the table; the mean over the tables; parts are bands. "
        f"{WHOLE}",
        compare="closed",
        formula="sum(count * min(max(chunk_size - tokens + 1, 0), chunk_size - chunk_overlap) for count, tokens in bands)"
        " / sum(count for count, tokens in bands)",
        of_model=safe_offsets_whole_token,
    ),
    "excess_tokens": Measure(
        title="Table tokens beyond the overlap",
        unit="tokens",
        better="",
        definition="Tokens of the tables beyond the overlap, at most a stride of each table: divided by the stride, the cut tables.",
        compare="closed",
        formula="sum(count * min(max(tokens - chunk_overlap, 0), chunk_size - chunk_overlap) for count, tokens in bands)",
        of_model=excess_tokens,
    ),
    "floor_tokens": Measure(
        title="Table length that just meets the tolerance",
        unit="tokens",
        better="",
        definition="Were all tables of this length, just the tolerated share of them would be cut.",
        compare="closed",
        formula="chunk_overlap + tolerance * (chunk_size - chunk_overlap)",
        of_model=floor_tokens,
    ),
    "floor_times_tolerance": Measure(
        title="Cut share against the tolerance",
        unit="ratio",
        better="lower",
        definition="How many times the tolerated share of tables is cut.",
        compare="closed",
        formula="tables_cut / tables / tolerance",
        of_model=floor_times_tolerance,
    ),
}
