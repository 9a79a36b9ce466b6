"""The profile itself and its windows: stride, windows, chunks, tables and their tokens."""

from __future__ import annotations

from generators.arithmetic import cut, header
from generators.arithmetic.window import stride as advance
from generators.arithmetic.window import windows as continuous
from generators.arithmetic.window import windows_whole as rounded_up
from generators.measures.closed.inputs import bands, by_band, documents, one, pairs, window
from generators.measures.measure import Measure, Model, Values


def stride(model: Model) -> Values:
    """Tokens from one window's start to the next one's."""
    return one(advance(model.size, model.overlap), **window(model))


def windows(model: Model) -> Values:
    """Windows per document, continuous."""
    tokens = model.profile.tokens_per_document
    return one(continuous(tokens, model.size, model.overlap), **window(model), tokens_per_document=tokens)


def windows_whole(model: Model) -> Values:
    """Windows per document, rounded up."""
    tokens = model.profile.tokens_per_document
    return one(rounded_up(tokens, model.size, model.overlap), **window(model), tokens_per_document=tokens)


def chunks_modelled(model: Model) -> Values:
    """Windows of all documents."""
    return one(header.chunks(model.profile, model.size, model.overlap), **window(model), **documents(model))


def corpus_tokens(model: Model) -> Values:
    """Tokens of all documents."""
    return one(model.profile.documents * model.profile.tokens_per_document, **documents(model))


def table_tokens(model: Model) -> Values:
    """Tokens that stand in tables, by band."""
    return by_band(model, lambda tables: [band.count * band.tokens for band in tables])


def tables(model: Model) -> Values:
    """Tables of the profile."""
    return one(cut.count(model.profile.tables), bands=pairs(bands(model.profile)))


def mean_table_tokens(model: Model) -> Values:
    """Mean length of a table."""
    return one(cut.mean_tokens(model.profile.tables), bands=pairs(bands(model.profile)))


WINDOWS: dict[str, Measure] = {
    "stride": Measure(
        title="Stride",
        unit="tokens",
        better="",
        definition="Tokens from the start of one window to the start of the next.",
        compare="closed",
        formula="chunk_size - chunk_overlap",
        of_model=stride,
    ),
    "windows": Measure(
        title="Windows per document, continuous",
        unit="windows",
        better="",
        definition="How often the window goes into a document, fractions counted; at least one.",
        compare="closed",
        formula="max(1, (tokens_per_document - chunk_overlap) / (chunk_size - chunk_overlap))",
        of_model=windows,
    ),
    "windows_whole": Measure(
        title="Windows per document",
        unit="windows",
        better="",
        definition="Windows that a document is cut into; the last one ends with the document.",
        compare="closed",
        formula="ceil(max(1, (tokens_per_document - chunk_overlap) / (chunk_size - chunk_overlap)))",
        of_model=windows_whole,
    ),
    "chunks_modelled": Measure(
        title="Chunks by arithmetic",
        unit="chunks",
        better="",
        definition="Windows of all documents together, rounded up for each document.",
        compare="closed",
        formula="documents * ceil(max(1, (tokens_per_document - chunk_overlap) / (chunk_size - chunk_overlap)))",
        of_model=chunks_modelled,
    ),
    "corpus_tokens": Measure(
        title="Tokens in the corpus",
        unit="tokens",
        better="",
        definition="Tokens of all documents, each counted once.",
        compare="closed",
        formula="documents * tokens_per_document",
        of_model=corpus_tokens,
    ),
    "table_tokens": Measure(
        title="Tokens in tables",
        unit="tokens",
        better="",
        definition="Tokens that stand in a table; parts are bands.",
        compare="closed",
        formula="sum(count * tokens for count, tokens in bands)",
        of_model=table_tokens,
    ),
    "tables": Measure(
        title="Tables",
        unit="tables",
        better="",
        definition="Tables of the corpus.",
        compare="closed",
        formula="sum(count for count, tokens in bands)",
        of_model=tables,
    ),
    "mean_table_tokens": Measure(
        title="Mean length of a table",
        unit="tokens",
        better="",
        definition="Tokens in tables over the number of tables.",
        compare="closed",
        formula="sum(count * tokens for count, tokens in bands) / sum(count for count, tokens in bands)",
        of_model=mean_table_tokens,
    ),
}
