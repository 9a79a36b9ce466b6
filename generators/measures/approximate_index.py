"""What an approximate index finds of the exact answer, over all chunks and over every so many-th of them."""

from __future__ import annotations

from collections.abc import Callable

from generators.approximate import EF_CONSTRUCTION, LINKS, recalls
from generators.encoders.encoder import Encoder
from generators.measures.answers import questions
from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.mistake import Absent, Mistake

DEPTH = 10
"""How many neighbours are looked for, the k of recall@k."""

FIXED: dict[str, JSON] = {"k": DEPTH, "M": LINKS, "ef_construction": EF_CONSTRUCTION}
"""How every index is built and asked: inputs of each number, in words that faiss has for them."""

WIDTHS = (16, 32, 64, 128)
"""The `ef_search` that are tried, from just above the depth up."""

SAMPLES = (1_000, 5_000, 20_000, 40_000)
"""How many chunks are kept of a long text, evenly: such indexes differ in the number of their vectors and in nothing else."""


def index_recall(case: Case) -> Values:
    """Of the nearest chunks of each question, the share that the index over all chunks finds."""
    return _by_encoder(case, lambda encoder, texts: _recalls(case, encoder, texts))


def index_recall_sampled(case: Case) -> Values:
    """The same of indexes over so many of the chunks."""

    def of(encoder: Encoder, texts: list[str]) -> Values:
        values: Values = {}
        for kept in (kept for kept in SAMPLES if kept <= len(texts)):
            sample = [texts[place * len(texts) // kept] for place in range(kept)]
            values |= {f"n{kept}.{part}": value for part, value in _recalls(case, encoder, sample).items()}
        return values

    return _by_encoder(case, of)


def _by_encoder(case: Case, measure: Callable[[Encoder, list[str]], Values]) -> Values:
    """The measure by each encoder of the scenario, whose name begins the parts; raises `Mistake` where there is none."""
    if not case.encoders:
        raise Mistake("encoders: none is given, and an index needs vectors: name one under `encoders:`")
    texts = [chunk.text for chunks in case.chunks for chunk in chunks]
    return {f"{encoder.name}.{part}": value for encoder in case.encoders for part, value in measure(encoder, texts).items()}


def _recalls(case: Case, encoder: Encoder, texts: list[str]) -> Values:
    asked = [one.question.text for one in questions(case)]
    inputs = {"vectors": len(texts), "questions": len(asked), **FIXED}
    try:
        found = recalls(encoder.encode(texts), encoder.encode(asked), DEPTH, WIDTHS) if texts and asked else {}
    except Absent as absent:
        return {f"ef{width}": Value(None, {"absent": str(absent)}) for width in WIDTHS}
    return {f"ef{width}": Value(found.get(width), {**inputs, "ef_search": width}) for width in WIDTHS}


MEASURES = {
    "index_recall": Measure(
        "Recall of an approximate index",
        "share",
        "higher",
        "Of the k chunks nearest to a question by cosine, the share that an HNSW index over all chunks of the corpus finds, on average "
        "over the questions; a chunk that ties with the last of the nearest is as good as it. Vectors are rounded to whole numbers of a "
        "scale of 4,000 first, so that every machine builds the same graph; parts: by encoder and ef_search, the candidates kept while "
        "it searches.",
        "closed",
        of_case=index_recall,
    ),
    "index_recall_sampled": Measure(
        "Recall of an approximate index over fewer chunks",
        "share",
        "higher",
        "The same of an index over n of the chunks, taken evenly from first to last: such indexes differ in the number of their vectors "
        "and in nothing else; parts: by encoder, n and ef_search.",
        "closed",
        of_case=index_recall_sampled,
    ),
}
