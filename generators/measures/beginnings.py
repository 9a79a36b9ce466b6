"""How chunks begin: amid a word, or with a word that stands for what the chunk before had named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.edges import UNSPACED, is_mid_word
from generators.measures.in_chunks import Places
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import Span, trimmed
from generators.structure.outline import outline

REFERENCES = ("he", "her", "his", "it", "its", "she", "such", "their", "them", "these", "they", "this", "those")
"""The English words that refer to what was named before them; *that* is left out, for it most often does something else."""

_LETTERS = re.compile(r"[^\W\d_]+")
_REFERENCE = re.compile(rf"\b(?:{'|'.join(REFERENCES)})\b", re.IGNORECASE)


def _chunks(case: Case) -> Iterator[tuple[Document, Chunk]]:
    """Every chunk that has a place, with its document."""
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        yield from ((document, chunk) for chunk in chunks if chunk.own_pieces)


def _amid_word(document: Document, chunk: Chunk) -> bool:
    return is_mid_word(document.text, chunk.own_pieces[0][0])


def _share(name: str, count: int, total: int) -> Value:
    return Value(count / total if total else None, {name: count, "chunks": total})


def chunks_mid_word_share(case: Case) -> Values:
    """The share of the chunks that begin amid a word, of those that begin in a script with blanks between words."""
    spaced = [(document, chunk) for document, chunk in _chunks(case) if not UNSPACED.match(document.text, chunk.own_pieces[0][0])]
    return placed(case, {"": _share("chunks_mid_word", sum(_amid_word(*one) for one in spaced), len(spaced))})


def _reference(document: Document, chunk: Chunk) -> int | None:
    """Where the first word of a chunk stands, if it is whole and refers to what was named before."""
    word = next(filter(None, (_LETTERS.search(document.text, *piece) for piece in chunk.own_pieces)), None)
    return word.start() if word and word[0].lower() in REFERENCES and not _amid_word(document, chunk) else None


def _named_in(text: str, start: int, word: int) -> Span | None:
    """Where the noun of a chunk's first word stands, as far as places tell: in the last sentence that begins before the chunk, up to the
    chunk's start; None where there is none under the same heading.
    """
    found = outline(text)
    sentence = max((one for one in found.sentences if one[0] < start), default=None)
    if sentence is None or any(sentence[0] < heading.span[0] <= word for heading in found.headings):
        return None
    return trimmed((sentence[0], min(sentence[1], start)), text)


def _dangling(document: Document, chunks: tuple[Chunk, ...]) -> int:
    """How many chunks of a document begin with a word whose noun an earlier one of them holds."""
    places, dangling = Places(document.text, dict(enumerate(chunks))), 0
    for position, chunk in enumerate(chunks):
        word = _reference(document, chunk)
        noun = None if word is None else _named_in(document.text, chunk.own_pieces[0][0], word)
        dangling += noun is not None and min(places.holding(noun), default=position) < position
    return dangling


def chunks_dangling_share(case: Case) -> Values:
    """The share of the chunks that begin with a word whose noun an earlier chunk holds; n/a of texts without such words."""
    total = sum(1 for _ in _chunks(case))
    if not any(_REFERENCE.search(document.text) for document in case.corpus.documents):
        return {"": Value(None, {"references": 0, "chunks": total})}
    dangling = sum(_dangling(*one) for one in zip(case.corpus.documents, case.chunks, strict=True))
    return placed(case, {"": _share("chunks_dangling", dangling, total)})


MEASURES = {
    "chunks_mid_word_share": Measure(
        "Chunks that begin amid a word",
        "share",
        "lower",
        "Share of the chunks whose first character and the one before it in the text are both letters, digits or _. Chunks that begin in a "
        "script without blanks between words, such as Chinese, Japanese or Thai, do not count; n/a where none is left.",
        "closed",
        of_case=chunks_mid_word_share,
    ),
    "chunks_dangling_share": Measure(
        "Chunks that begin with a dangling reference",
        "share",
        "lower",
        "Share of the chunks whose first whole word, behind any figures and signs, is one of "
        f"{', '.join(REFERENCES)}, and what it stands for was left in a chunk before, as far as places tell: the last sentence before the "
        "chunk, or what was cut off before it of its own first sentence, is held whole by an earlier chunk, and no heading stands between. "
        "Words are counted, not meanings; n/a of texts without such words.",
        "closed",
        of_case=chunks_dangling_share,
    ),
}
