"""The cosine that the dilution model gives a chunk, by two routes, and what doubling the chunk takes from it."""

from __future__ import annotations

from generators.arithmetic import dilution
from generators.measures.closed.inputs import assumed, one, plain
from generators.measures.measure import Measure, Model, Values


def answer(model: Model, measure: str) -> float:
    """Tokens of the chunk that point the query's way: the assumed ones, at most all."""
    return min(assumed(model, "answer_tokens", measure), model.size)


def cosine(model: Model) -> Values:
    """Cosine between the query and the chunk's mean vector."""
    tokens = answer(model, "cosine")
    return one(float(dilution.cosine(model.size, tokens)), chunk_size=plain(model.size), answer_tokens=tokens)


def cosine_signal(model: Model) -> Values:
    """Length of the mean vector's part along the query."""
    tokens = answer(model, "cosine_signal")
    return one(dilution.mean_vector(model.size, tokens).signal, chunk_size=plain(model.size), answer_tokens=tokens)


def cosine_filler_norm(model: Model) -> Values:
    """Length of the mean vector's part at right angles to the query."""
    tokens = answer(model, "cosine_filler_norm")
    return one(dilution.mean_vector(model.size, tokens).filler_norm, chunk_size=plain(model.size), answer_tokens=tokens)


def cosine_vector_norm(model: Model) -> Values:
    """Length of the mean vector."""
    found = dilution.mean_vector(model.size, answer(model, "cosine_vector_norm"))
    return one(found.vector_norm, cosine_signal=found.signal, cosine_filler_norm=found.filler_norm)


def cosine_route_b(model: Model) -> Values:
    """The cosine as signal over length."""
    found = dilution.mean_vector(model.size, answer(model, "cosine_route_b"))
    return one(found.cosine, cosine_signal=found.signal, cosine_vector_norm=found.vector_norm)


def doubled_fall(model: Model, measure: str) -> tuple[float, float, float]:
    """The share by which the cosine falls when the chunk is doubled, and the two cosines."""
    tokens = assumed(model, "answer_tokens", measure)
    before, after = float(dilution.cosine(model.size, tokens)), float(dilution.cosine(2 * model.size, tokens))
    return dilution.fall(before, after) or 0.0, before, after


def doubled_cosine_fall(model: Model) -> Values:
    """The share by which the cosine falls when the chunk is doubled."""
    number, before, after = doubled_fall(model, "doubled_cosine_fall")
    return one(number, cosine=before, cosine_doubled=after)


def dilution_wrong_share(model: Model) -> Values:
    """The fall if the cosine were the answer's share of the chunk."""
    return one(dilution.wrong_share(model.size, 2 * model.size), chunk_size=plain(model.size))


def dilution_wrong_quadrature(model: Model) -> Values:
    """The fall if the cosine went with one over the root of the chunk's length."""
    return one(dilution.wrong_quadrature(model.size, 2 * model.size), chunk_size=plain(model.size))


DILUTION: dict[str, Measure] = {
    "cosine": Measure(
        title="Cosine by the dilution model",
        unit="cosine",
        better="higher",
        definition="Cosine between a query and the mean of a chunk's token vectors, if the answer's tokens point the query's way and all "
        "others at right angles to it and to each other.",
        compare="closed",
        formula="answer_tokens / sqrt(answer_tokens ** 2 + chunk_size - answer_tokens)",
        of_model=cosine,
    ),
    "cosine_signal": Measure(
        title="Signal in the mean vector",
        unit="token lengths",
        better="higher",
        definition="Length of the mean vector's part along the query, in lengths of one token's vector.",
        compare="closed",
        formula="answer_tokens / chunk_size",
        of_model=cosine_signal,
    ),
    "cosine_filler_norm": Measure(
        title="Filler in the mean vector",
        unit="token lengths",
        better="",
        definition="Length of the mean vector's part at right angles to the query, in lengths of one token's vector.",
        compare="closed",
        formula="sqrt(chunk_size - answer_tokens) / chunk_size",
        of_model=cosine_filler_norm,
    ),
    "cosine_vector_norm": Measure(
        title="Length of the mean vector",
        unit="token lengths",
        better="",
        definition="Signal and filler together, at right angles, in lengths of one token's vector.",
        compare="closed",
        formula="sqrt(cosine_signal ** 2 + cosine_filler_norm ** 2)",
        of_model=cosine_vector_norm,
    ),
    "cosine_route_b": Measure(
        title="Cosine, second route",
        unit="cosine",
        better="higher",
        definition="The dilution model's cosine as signal over the mean vector's length.",
        compare="closed",
        formula="cosine_signal / cosine_vector_norm",
        of_model=cosine_route_b,
    ),
    "doubled_cosine_fall": Measure(
        title="Signal lost by doubling the chunk",
        unit="share",
        better="lower",
        definition="Share by which the dilution model's cosine falls when the chunk is twice as long.",
        compare="closed",
        formula="1 - cosine_doubled / cosine",
        of_model=doubled_cosine_fall,
    ),
    "dilution_wrong_share": Measure(
        title="Wrong estimate: the answer's share",
        unit="share",
        better="",
        definition="The fall under doubling if the cosine were the answer's share of the chunk; but filler at right angles partly cancels.",
        compare="closed",
        formula="1 - chunk_size / (2 * chunk_size)",
        of_model=dilution_wrong_share,
    ),
    "dilution_wrong_quadrature": Measure(
        title="Wrong estimate: the root of the length",
        unit="share",
        better="",
        definition="The fall under doubling if the cosine went with one over the root of the length; but the answer, too, makes the vector "
        "longer.",
        compare="closed",
        formula="1 - sqrt(chunk_size / (2 * chunk_size))",
        of_model=dilution_wrong_quadrature,
    ),
}
