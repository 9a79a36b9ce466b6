"""What it costs to repeat a header in every chunk, beside what doubling the chunk costs."""

from __future__ import annotations

from generators.arithmetic import dilution, header
from generators.measures.closed.dilution import doubled_fall
from generators.measures.closed.inputs import assumed, documents, one, plain, share, window
from generators.measures.measure import Measure, Model, Values


def header_extra_tokens(model: Model) -> Values:
    """Tokens that the context adds to the index."""
    context = assumed(model, "context_tokens", "header_extra_tokens")
    return one(
        header.extra_tokens(model.profile, model.size, model.overlap, context),
        chunks_modelled=header.chunks(model.profile, model.size, model.overlap),
        context_tokens=context,
    )


def header_index_tokens(model: Model) -> Values:
    """Tokens in the index before that."""
    return one(header.index_tokens(model.profile, model.size, model.overlap), **window(model), **documents(model))


def header_extra_share(model: Model) -> Values:
    """The added tokens as a share of the index before."""
    extra = header.extra_tokens(model.profile, model.size, model.overlap, assumed(model, "context_tokens", "header_extra_share"))
    index = header.index_tokens(model.profile, model.size, model.overlap)
    return one(share(extra, index), header_extra_tokens=extra, header_index_tokens=index)


def longer(model: Model, measure: str) -> tuple[float, float, float]:
    """The share by which the context lowers the cosine, and the cosines without and with it."""
    tokens = assumed(model, "answer_tokens", measure)
    before = float(dilution.cosine(model.size, tokens))
    after = float(dilution.cosine(model.size + assumed(model, "context_tokens", measure), tokens))
    return dilution.fall(before, after) or 0.0, before, after


def header_cosine(model: Model) -> Values:
    """The dilution model's cosine of a chunk that is longer by the context."""
    return one(
        longer(model, "header_cosine")[2],
        chunk_size=plain(model.size),
        context_tokens=model.assume.context_tokens,
        answer_tokens=model.assume.answer_tokens,
    )


def header_fall(model: Model) -> Values:
    """The share by which the context lowers the cosine."""
    number, before, after = longer(model, "header_fall")
    return one(number, cosine=before, header_cosine=after)


def header_tables_detached(_: Model) -> Values:
    """Detached tables when every chunk carries the header: none, by definition."""
    return one(0)


def header_cost_ratio(model: Model) -> Values:
    """Signal lost by doubling over signal lost by the context."""
    doubled, added = doubled_fall(model, "header_cost_ratio")[0], longer(model, "header_cost_ratio")[0]
    return one(share(doubled, added), doubled_cosine_fall=doubled, header_fall=added)


HEADER: dict[str, Measure] = {
    "header_extra_tokens": Measure(
        title="Tokens added by a header in every chunk",
        unit="tokens",
        better="lower",
        definition="Tokens that the index gains when every chunk carries the assumed context.",
        compare="closed",
        formula="chunks_modelled * context_tokens",
        of_model=header_extra_tokens,
    ),
    "header_index_tokens": Measure(
        title="Tokens in the index without headers",
        unit="tokens",
        better="lower",
        definition="The corpus, and the overlap once for each window but the first of a document.",
        compare="closed",
        formula="documents * tokens_per_document + documents * chunk_overlap"
        " * (ceil(max(1, (tokens_per_document - chunk_overlap) / (chunk_size - chunk_overlap))) - 1)",
        of_model=header_index_tokens,
    ),
    "header_extra_share": Measure(
        title="Growth of the index by headers",
        unit="share",
        better="lower",
        definition="The tokens that headers add, over the tokens in the index without them.",
        compare="closed",
        formula="header_extra_tokens / header_index_tokens",
        of_model=header_extra_share,
    ),
    "header_cosine": Measure(
        title="Cosine with a header in every chunk",
        unit="cosine",
        better="higher",
        definition="The dilution model's cosine of a chunk that is longer by the assumed context.",
        compare="closed",
        formula="answer_tokens / sqrt(answer_tokens ** 2 + chunk_size + context_tokens - answer_tokens)",
        of_model=header_cosine,
    ),
    "header_fall": Measure(
        title="Signal lost by a header in every chunk",
        unit="share",
        better="lower",
        definition="Share by which the assumed context lowers the dilution model's cosine.",
        compare="closed",
        formula="1 - header_cosine / cosine",
        of_model=header_fall,
    ),
    "header_tables_detached": Measure(
        title="Detached tables with a header in every chunk",
        unit="tables",
        better="lower",
        definition="None: the tables stay cut, and no row is without its header.",
        compare="closed",
        formula="0",
        of_model=header_tables_detached,
    ),
    "header_cost_ratio": Measure(
        title="Doubling against headers",
        unit="ratio",
        better="",
        definition="Signal lost by doubling the chunk, over signal lost by a header in every chunk.",
        compare="closed",
        formula="doubled_cosine_fall / header_fall",
        of_model=header_cost_ratio,
    ),
}
