"""What an encoder's input limit lets through of the chunks and of the answers in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generators.chunk import Chunk
from generators.encoders.encoder import Encoder
from generators.measures.holders import Holding, contained, end_in_chunk
from generators.measures.measure import Case, Measure, Value, Values
from generators.mistake import Absent, Mistake
from generators.strategies.strategy import Passage

OfEncoder = Callable[[Case, Encoder], Value]


def by_encoder(measure: OfEncoder, case: Case) -> Values:
    """The measure by each encoder of the scenario, a part each; where one is absent, its part says so and is read from the lock.

    Raises `Mistake` where the scenario names no encoder.
    """
    if not case.encoders:
        raise Mistake(f"encoders: none is given, and the measure {measure.__name__} needs one: name it under `encoders:`")
    values: Values = {}
    for encoder in case.encoders:
        try:
            values[encoder.name] = measure(case, encoder)
        except Absent as absent:
            values[encoder.name] = Value(None, {"absent": str(absent)})
    return values


def seen_share(case: Case, encoder: Encoder) -> Value:
    """The share of the characters of what is embedded that the encoder reads."""
    lengths = [(encoder.seen(passage.embedded), len(passage.embedded)) for passage in case.passages]
    seen, whole = sum(seen for seen, _ in lengths), sum(length for _, length in lengths)
    counts = {"chunks": len(lengths), "chunks_cut_off": sum(seen < length for seen, length in lengths)}
    return Value(seen / whole if whole else None, {"limit": encoder.limit, "seen": seen, "characters": whole, **counts})


def answer_seen(encoder: Encoder, one: Holding, chunk: Chunk) -> bool | None:
    """Whether the encoder reads to the end of the answer in a chunk that holds it; None where its place in the chunk cannot be told."""
    if encoder.limit is None:
        return True
    end = end_in_chunk(chunk, one.document.text, one.spans)
    return None if end is None else end <= encoder.seen(chunk.text)


def answer_read(encoder: Encoder, one: Holding, passage: Passage) -> bool | None:
    """Whether the encoder reads to the end of the answer in a passage that leads to it; None where its place in it cannot be told, as where
    the answer stands only in what is returned.
    """
    if encoder.limit is None or passage.late:
        return True
    end = end_in_chunk(passage.chunk, one.document.text, one.spans)
    return None if end is None else len(passage.prefix) + end <= encoder.seen(passage.embedded)


def answers_seen_share(case: Case, encoder: Encoder) -> Value:
    """The share of the passages that lead to an answer in which the encoder reads to the answer's end."""
    pairs = [answer_read(encoder, one, case.passages[position]) for one in contained(case) for position in one.positions]
    known = [seen for seen in pairs if seen is not None]
    share = sum(known) / len(known) if known else None
    return Value(share, {"limit": encoder.limit, "seen": sum(known), "holding": len(known), "contained": len(contained(case))})


def encoder_limit(case: Case) -> Values:
    """The limit of each encoder, and beside it what each of its files says; where one is absent, all of them are read from the lock."""
    values: Values = {}
    try:
        for encoder in case.encoders:
            reader = encoder.reader
            values[encoder.name] = Value(reader.limit, {"marks": reader.marks})
            values |= {f"{encoder.name}.{file}": Value(limit) for file, limit in sorted(reader.limits.items())}
    except Absent as absent:
        return {"": Value(None, {"absent": str(absent)})}
    return values


MEASURES = {
    "seen_share": Measure(
        "Characters that the encoder reads",
        "share",
        "higher",
        "Share of the characters of all chunks that stand before the encoder's input limit, which its own marks count against; by encoder.",
        "level",
        of_case=partial(by_encoder, seen_share),
    ),
    "answers_seen_share": Measure(
        "Answers that the encoder reads",
        "share",
        "higher",
        "Of the chunks that hold a question's whole answer, the share in which the answer ends before the encoder's input limit; "
        "by encoder.",
        "level",
        of_case=partial(by_encoder, answers_seen_share),
    ),
    "encoder_limit": Measure(
        "Input limit of an encoder",
        "tokens",
        "",
        "Tokens of a text that the encoder reads, its own marks among them, n/a where it reads all; by encoder, and by what each of its "
        "files says.",
        "exact",
        of_case=encoder_limit,
    ),
}
