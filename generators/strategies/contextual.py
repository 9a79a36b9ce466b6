"""Contextual retrieval: a chunk is embedded behind some tokens that say where it belongs, given or made without a language model."""

from __future__ import annotations

from collections.abc import Sequence

from generators.chunk import Chunk
from generators.corpus import Document
from generators.mistake import Mistake
from generators.schema import Positive
from generators.splitters.splitter import Splitter
from generators.strategies.chunk_headers import title_and_path
from generators.strategies.strategy import Passage, Returned
from generators.tokens import COMMON, tokenizer


def contextual_retrieval(
    document: Document, chunks: Sequence[Chunk], splitter: Splitter, *, tokens: Positive = 100, context: dict[str, str] | None = None
) -> tuple[Passage, ...]:
    """The chunk is returned; what is embedded begins with the first `tokens` tokens (cl100k_base) of a context.

    `context` gives one by the name of a document. Where it is left out the context is the title, the path of headings above the chunk and,
    as far as there is room, the text of the document from its beginning.
    """
    del splitter
    if context is not None and document.name not in context:
        raise Mistake(f"strategy.context: there is none for {document.name}: give one, or leave the key out")
    found = []
    for chunk in chunks:
        words = context[document.name] if context else "\n\n".join([" > ".join(title_and_path(document, chunk)), document.text])
        found.append(Passage(chunk, Returned(document, chunk), f"{_first(words, tokens)}\n\n"))
    return tuple(found)


def _first(text: str, tokens: int) -> str:
    """The text up to where the token after so many starts."""
    # A token of these tokenizers has 128 characters at the most.
    starts = tokenizer(COMMON).offsets(text[: 128 * (tokens + 1)])
    return text[: starts[tokens]] if tokens < len(starts) else text
