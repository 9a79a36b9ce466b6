"""Headings and the chunks of the text under them: which chunks still say what they are about."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from generators.measures.in_chunks import Places
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import bridged, overlaps

if TYPE_CHECKING:
    from generators.corpora.find_headings import Heading


@lru_cache(maxsize=64)
def headings_of(text: str) -> tuple[Heading, ...]:
    """The headings of a text, found once for all the measures and splitters."""
    from generators.corpora.find_headings import find_headings  # noqa: PLC0415 the Markdown parser is heavy

    return find_headings(text)


def _headings(case: Case) -> list[tuple[Heading, ...]]:
    return [headings_of(document.text) for document in case.corpus.documents]


def headings(case: Case) -> Values:
    """The headings of the documents."""
    found = _headings(case)
    return {"": Value(sum(map(len, found)), {"documents": len(found)})}


def headings_lost(case: Case) -> Values:
    """The headings whose words no chunk holds."""
    lost = total = 0
    for document, chunks, found in zip(case.corpus.documents, case.chunks, _headings(case), strict=True):
        places = Places(document.text, dict(enumerate(chunks)))
        lost += sum(not places.holding(heading.words) for heading in found)
        total += len(found)
    return placed(case, {"": Value(lost, {"headings": total})})


def chunks_unheaded(case: Case) -> Values:
    """The chunks that hold text under a heading and not that heading."""
    unheaded = under = 0
    for document, chunks, found in zip(case.corpus.documents, case.chunks, _headings(case), strict=True):
        places = Places(document.text, dict(enumerate(chunks)))
        headed = [(heading.section, places.holding(heading.words)) for heading in found if heading.section[0] < heading.section[1]]
        for position, chunk in enumerate(chunks):
            pieces = bridged(chunk.pieces, document.text)
            own = [holders for section, holders in headed if any(overlaps(piece, section) for piece in pieces)]
            under += bool(own)
            unheaded += any(position not in holders for holders in own)
    return placed(case, {"": Value(unheaded, {"chunks_under_headings": under, "chunks": sum(map(len, case.chunks))})})


def chunks_unheaded_share(case: Case) -> Values:
    """The share of the chunks of text under headings."""
    value = chunks_unheaded(case)[""]
    under = value.inputs.get("chunks_under_headings")
    share = value.value / under if value.value is not None and isinstance(under, int) and under else None
    return {"": Value(share, {**value.inputs, **({} if value.value is None else {"chunks_unheaded": value.value})})}


MEASURES = {
    "headings": Measure("Headings", "headings", "", "Headings of the documents, as Markdown has them.", "exact", of_case=headings),
    "headings_lost": Measure(
        "Headings that no chunk holds",
        "headings",
        "lower",
        "Headings whose words stand in no chunk, so that neither an encoder nor a reader of chunks sees them.",
        "exact",
        of_case=headings_lost,
    ),
    "chunks_unheaded": Measure(
        "Chunks without their heading",
        "chunks",
        "lower",
        "Chunks with text from under a heading whose words are not in that chunk; of several sections in a chunk, one such is enough.",
        "exact",
        of_case=chunks_unheaded,
    ),
    "chunks_unheaded_share": Measure(
        "Share of chunks without their heading",
        "share",
        "lower",
        "Of the chunks with text from under a heading, those in which the words of that heading are missing.",
        "level",
        of_case=chunks_unheaded_share,
    ),
}
