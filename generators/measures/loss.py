"""What of a text stands in no chunk, and how surely the chunks could be placed."""

from __future__ import annotations

from generators.chunk import Match, lost
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import length


def chunks_matched(case: Case, *matches: Match) -> int:
    """How many chunks of the case were placed in one of the given ways."""
    return sum(chunk.match in matches for chunks in case.chunks for chunk in chunks)


def placed(case: Case, values: Values) -> Values:
    """The values, or "n/a" for each where a chunk has no known place: what cannot be placed is neither lost nor 0."""
    unplaceable = chunks_matched(case, "unplaceable")
    return dict.fromkeys(values, Value(None, {"chunks_unplaceable": unplaceable})) if unplaceable else values


def characters_lost(case: Case) -> Values:
    """The non-blank characters that no chunk's pieces hold."""
    documents = case.corpus.documents
    missing = sum(length(lost(document.text, chunks) or ()) for document, chunks in zip(documents, case.chunks, strict=True))
    return placed(case, {"": Value(missing, {"corpus_characters": sum(len(document.text) for document in documents)})})


def _of_chunks(case: Case, *matches: Match) -> Values:
    return {"": Value(chunks_matched(case, *matches), {"chunks": sum(map(len, case.chunks))})}


def chunks_unplaceable(case: Case) -> Values:
    """The chunks whose text cannot be found in the document."""
    return _of_chunks(case, "unplaceable")


def chunks_altered(case: Case) -> Values:
    """The chunks whose text is no single stretch of the document, character by character."""
    return _of_chunks(case, "loose", "pieces")


def chunks_ambiguous(case: Case) -> Values:
    """The chunks that fit several places equally well."""
    return _of_chunks(case, "ambiguous")


MEASURES = {
    "characters_lost": Measure(
        "Characters lost",
        "characters",
        "lower",
        "Characters of the documents, blanks apart, that stand in no chunk; separators that the splitter drops are among them.",
        "exact",
        of_case=characters_lost,
    ),
    "chunks_unplaceable": Measure(
        "Chunks that cannot be placed",
        "chunks",
        "lower",
        "Chunks whose text cannot be traced to the document, so that every number that depends on their place is n/a.",
        "exact",
        of_case=chunks_unplaceable,
    ),
    "chunks_altered": Measure(
        "Altered chunks",
        "chunks",
        "",
        "Chunks whose text is found in the document only with blanks or unprintable characters ignored, or only as several pieces.",
        "exact",
        of_case=chunks_altered,
    ),
    "chunks_ambiguous": Measure(
        "Ambiguous chunks",
        "chunks",
        "",
        "Chunks whose text fits several places of the document equally well; the leftmost of them is taken.",
        "exact",
        of_case=chunks_ambiguous,
    ),
}
