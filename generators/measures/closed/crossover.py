"""The chunk size at which a bigger window alone meets the tolerance, and what it costs in cosine."""

from __future__ import annotations

from generators.arithmetic import crossover, cut, dilution
from generators.measures.closed.inputs import assumed, bands, one
from generators.measures.measure import Measure, Model, Values


def allowed(model: Model, measure: str) -> float:
    """Tables that may be cut."""
    return assumed(model, "tolerance", measure) * cut.count(model.profile.tables)


def size(model: Model, measure: str) -> tuple[crossover.Crossover | None, int | None]:
    """The crossover's stride and chunk size, or None where there is none."""
    found = crossover.crossover(bands(model.profile), model.overlap, allowed(model, measure))
    return found, crossover.chunk_size(found.stride, model.overlap) if found else None


def tables_allowed(model: Model) -> Values:
    """Tables that may be cut."""
    tolerance = assumed(model, "tolerance", "tables_allowed")
    return one(allowed(model, "tables_allowed"), tolerance=tolerance, tables=cut.count(model.profile.tables))


def crossover_stride(model: Model) -> Values:
    """The stride that leaves that many."""
    found, _ = size(model, "crossover_stride")
    return one(
        found.stride if found else None,
        tables_allowed=allowed(model, "crossover_stride"),
        excess_tokens=found.excess_tokens if found else None,
        tables_clamped=found.clamped if found else None,
    )


def crossover_chunk_size(model: Model) -> Values:
    """Its chunk size in whole tokens."""
    found, tokens = size(model, "crossover_chunk_size")
    return one(tokens, crossover_stride=found.stride if found else None, chunk_overlap=model.overlap)


def crossover_cosine(model: Model) -> Values:
    """The dilution model's cosine there."""
    _, tokens = size(model, "crossover_cosine")
    answer = assumed(model, "answer_tokens", "crossover_cosine")
    return one(float(dilution.cosine(tokens, answer)) if tokens else None, crossover_chunk_size=tokens, answer_tokens=answer)


def crossover_fall(model: Model) -> Values:
    """The share by which the cosine is lower there than at the model's own size."""
    _, tokens = size(model, "crossover_fall")
    answer = assumed(model, "answer_tokens", "crossover_fall")
    before = float(dilution.cosine(model.size, answer))
    after = float(dilution.cosine(tokens, answer)) if tokens else None
    return one(None if after is None else dilution.fall(before, after), cosine=before, crossover_cosine=after)


NONE = "n/a where every chunk size or none meets the tolerance."

CROSSOVER: dict[str, Measure] = {
    "tables_allowed": Measure(
        title="Cut tables allowed",
        unit="tables",
        better="",
        definition="The tolerated share of all tables.",
        compare="closed",
        formula="tolerance * tables",
        of_model=tables_allowed,
    ),
    "crossover_stride": Measure(
        title="Stride that meets the tolerance",
        unit="tokens",
        better="",
        definition="Stride at which just the allowed tables are cut. excess_tokens: what the tables have beyond the overlap, without the "
        f"tables_clamped that are cut wherever they start. {NONE}",
        compare="closed",
        formula="excess_tokens / (tables_allowed - tables_clamped)",
        of_model=crossover_stride,
    ),
    "crossover_chunk_size": Measure(
        title="Chunk size that meets the tolerance",
        unit="tokens",
        better="",
        definition=f"That stride and the overlap together, rounded up to whole tokens. {NONE}",
        compare="closed",
        formula="ceil(crossover_stride + chunk_overlap)",
        of_model=crossover_chunk_size,
    ),
    "crossover_cosine": Measure(
        title="Cosine at that chunk size",
        unit="cosine",
        better="higher",
        definition=f"The dilution model's cosine at the chunk size that meets the tolerance. {NONE}",
        compare="closed",
        formula="answer_tokens / sqrt(answer_tokens ** 2 + crossover_chunk_size - answer_tokens)",
        of_model=crossover_cosine,
    ),
    "crossover_fall": Measure(
        title="Signal lost at that chunk size",
        unit="share",
        better="lower",
        definition=f"Share by which the dilution model's cosine falls from this chunk size to that; negative where it rises. {NONE}",
        compare="closed",
        formula="1 - crossover_cosine / cosine",
        of_model=crossover_fall,
    ),
}
