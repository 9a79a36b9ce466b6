"""What a strategy makes models read: the tokens that are embedded, those put before chunks, and whole documents for their contexts."""

from __future__ import annotations

from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.tokens import COMMON, count_common


def tokens_embedded(case: Case) -> Values:
    """The tokens of all texts that are embedded, and those that a strategy puts before chunks."""
    texts = sum(count_common(passage.embedded) for passage in case.passages)
    chunks = sum(count_common(passage.chunk.text) for passage in case.passages)
    inputs: dict[str, JSON] = {"passages": len(case.passages), "tokenizer": COMMON}
    return {"": Value(texts, inputs), "prefixed": Value(texts - chunks, inputs)}


def context_tokens_read(case: Case) -> Values:
    """The tokens that a language model reads to write a context for every chunk: for each, its whole document."""
    lengths = {id(document): count_common(document.text) for document in case.corpus.documents}
    read = sum(lengths[id(passage.returned.document)] for passage in case.passages)
    return {"": Value(read, {"passages": len(case.passages), "corpus_tokens": sum(lengths.values()), "tokenizer": COMMON})}


MEASURES = {
    "tokens_embedded": Measure(
        "Tokens embedded",
        "tokens",
        "lower",
        "Tokens by cl100k_base of all texts that are embedded, each counted by itself; under `.prefixed` those of them that a strategy "
        "puts before the chunks.",
        "exact",
        of_case=tokens_embedded,
    ),
    "context_tokens_read": Measure(
        "Tokens read to write contexts",
        "tokens",
        "lower",
        "Tokens by cl100k_base that a language model would read if it wrote a context for every chunk, as in Anthropic's Contextual "
        "Retrieval: the whole document once for each of its chunks, nothing kept between two calls. The prompt's own words, the chunk and "
        "what the model writes come on top.",
        "exact",
        of_case=context_tokens_read,
    ),
}
