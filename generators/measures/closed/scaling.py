"""What changes when the chunk is doubled, when the tables are half as long, and when the corpus is twice as big."""

from __future__ import annotations

from generators.arithmetic import cut, dilution
from generators.arithmetic.window import stride
from generators.measures.closed import inputs
from generators.measures.closed.inputs import bands, by_band, one, pairs, share, window
from generators.measures.measure import Measure, Model, Values


def doubled_reduction(model: Model) -> Values:
    """Share of the cut tables that are whole when the chunk is doubled at the same overlap."""
    before = inputs.tables_cut(model)
    after = cut.expected_cut(bands(model.profile), 2 * model.size, model.overlap)
    return one(dilution.fall(before, after), tables_cut=before, tables_cut_doubled=after)


def doubled_stride_ratio_reduction(model: Model) -> Values:
    """The same from the two strides alone, as if no table were clamped."""
    after = stride(2 * model.size, model.overlap)
    return one(dilution.fall(after, stride(model.size, model.overlap)), **window(model))


def tables_cut_halved_lengths(model: Model) -> Values:
    """Expected cut tables, continuous, of tables half as long, by band of the full length."""
    return by_band(
        model,
        lambda tables: cut.cut_by_band(tables, lambda tokens: cut.p_cut_continuous(tokens / 2, model.size, model.overlap)),
        **window(model),
    )


def tables_cut_halved_share(model: Model) -> Values:
    """The same as a share of all tables."""
    tables = bands(model.profile)
    return one(share(float(tables_cut_halved_lengths(model)[""].value or 0), cut.count(tables)), **window(model), bands=pairs(tables))


def halved_probability(model: Model) -> float | None:
    """Cut probability of a table of half the mean length."""
    mean = cut.mean_tokens(model.profile.tables)
    return None if mean is None else float(cut.p_cut_continuous(mean / 2, model.size, model.overlap))


def halved_mean_probability(model: Model) -> Values:
    """Cut probability of a table of half the mean length."""
    return one(halved_probability(model), **window(model), mean_table_tokens=cut.mean_tokens(model.profile.tables))


def tables_cut_halved_from_mean(model: Model) -> Values:
    """Cut tables as if every table had half the mean length."""
    probability, tables = halved_probability(model), cut.count(model.profile.tables)
    number = None if probability is None else tables * probability
    return one(number, tables=tables, halved_mean_probability=probability)


def tables_cut_doubled_corpus(model: Model) -> Values:
    """Expected cut tables when there are twice as many tables of each band."""
    return one(2 * inputs.tables_cut(model), tables_cut=inputs.tables_cut(model))


SCALING: dict[str, Measure] = {
    "doubled_reduction": Measure(
        title="Cut tables saved by doubling the chunk",
        unit="share",
        better="higher",
        definition="Share of the cut tables that are whole when the chunk is twice as long at the same overlap.",
        compare="closed",
        formula="1 - tables_cut_doubled / tables_cut",
        of_model=doubled_reduction,
    ),
    "doubled_stride_ratio_reduction": Measure(
        title="The same from the strides alone",
        unit="share",
        better="higher",
        definition="What doubling the chunk would save if no table were as long as the window: one less the ratio of the two strides.",
        compare="closed",
        formula="1 - (chunk_size - chunk_overlap) / (2 * chunk_size - chunk_overlap)",
        of_model=doubled_stride_ratio_reduction,
    ),
    "tables_cut_halved_lengths": Measure(
        title="Cut tables, tables half as long",
        unit="tables",
        better="lower",
        definition="Cut tables if every table were half as long; parts are bands, named by their full length.",
        compare="closed",
        formula="sum(count * min(max((tokens / 2 - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1) for count, tokens in bands)",
        of_model=tables_cut_halved_lengths,
    ),
    "tables_cut_halved_share": Measure(
        title="Share of tables cut, tables half as long",
        unit="share",
        better="lower",
        definition="Cut tables over all tables if every table were half as long.",
        compare="closed",
        formula="sum(count * min(max((tokens / 2 - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1) for count, tokens in bands)"
        " / sum(count for count, tokens in bands)",
        of_model=tables_cut_halved_share,
    ),
    "halved_mean_probability": Measure(
        title="Cut probability at half the mean length",
        unit="share",
        better="lower",
        definition="Probability that one table of half the mean length is cut.",
        compare="closed",
        formula="min(max((mean_table_tokens / 2 - chunk_overlap) / (chunk_size - chunk_overlap), 0), 1)",
        of_model=halved_mean_probability,
    ),
    "tables_cut_halved_from_mean": Measure(
        title="Cut tables from half the mean length",
        unit="tables",
        better="lower",
        definition="Cut tables as if every table had half the mean length.",
        compare="closed",
        formula="tables * halved_mean_probability",
        of_model=tables_cut_halved_from_mean,
    ),
    "tables_cut_doubled_corpus": Measure(
        title="Cut tables, corpus twice as big",
        unit="tables",
        better="lower",
        definition="Cut tables if the corpus held twice as many documents and tables of the same lengths; the share stays.",
        compare="closed",
        formula="2 * tables_cut",
        of_model=tables_cut_doubled_corpus,
    ),
}
