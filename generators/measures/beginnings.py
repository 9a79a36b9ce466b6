"""How chunks begin: amid a word, or with a word that stands for what the chunk before had named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.edges import UNSPACED, is_mid_word
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values

REFERENCES = ("he", "her", "his", "it", "its", "she", "such", "their", "them", "these", "they", "this", "those")
"""The English words that refer to what was named before them; *that* is left out, for it most often does something else."""

_LETTERS = re.compile(r"[^\W\d_]+")
_REFERENCE = re.compile(rf"\b(?:{'|'.join(REFERENCES)})\b", re.IGNORECASE)


def _chunks(case: Case) -> Iterator[tuple[Document, int, Chunk]]:
    """Every chunk that has a place, with its document and its position there."""
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        yield from ((document, position, chunk) for position, chunk in enumerate(chunks) if chunk.own_pieces)


def _amid_word(document: Document, chunk: Chunk) -> bool:
    return is_mid_word(document.text, chunk.own_pieces[0][0])


def _share(name: str, count: int, total: int) -> Value:
    return Value(count / total if total else None, {name: count, "chunks": total})


def chunks_mid_word_share(case: Case) -> Values:
    """The share of the chunks that begin amid a word, of those that begin in a script with blanks between words."""
    spaced = [(document, chunk) for document, _, chunk in _chunks(case) if not UNSPACED.match(document.text, chunk.own_pieces[0][0])]
    return placed(case, {"": _share("chunks_mid_word", sum(_amid_word(*one) for one in spaced), len(spaced))})


def chunks_dangling_share(case: Case) -> Values:
    """The share of the chunks that begin with a word that refers to what was named before; n/a of texts without such words."""
    dangling = total = 0
    for document, position, chunk in _chunks(case):
        word = _LETTERS.search(chunk.text)
        total += 1
        dangling += bool(position and word and word[0].lower() in REFERENCES and not _amid_word(document, chunk))
    if not any(_REFERENCE.search(document.text) for document in case.corpus.documents):
        return {"": Value(None, {"references": 0, "chunks": total})}
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
        f"{', '.join(REFERENCES)}: what it stands for was named before. A document's first chunk is none of them. Words are counted, not "
        "meanings; n/a of texts without such words.",
        "closed",
        of_case=chunks_dangling_share,
    ),
}
