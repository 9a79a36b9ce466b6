"""Where a comparison of settings means nothing: documents that are not cut at all hold every answer, whatever was chosen."""

from __future__ import annotations

from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import bridged, covers, trimmed


def documents_uncut(case: Case) -> Values:
    """Of the documents that are asked about, the share that some chunk holds whole."""
    asked = [(document, chunks) for document, chunks in zip(case.corpus.documents, case.chunks, strict=True) if document.questions]
    uncut = [
        document
        for document, chunks in asked
        if any(covers(bridged(chunk.pieces, document.text), trimmed((0, len(document.text)), document.text)) for chunk in chunks)
    ]
    inputs = {
        "documents_uncut": len(uncut),
        "documents_asked": len(asked),
        "questions_uncut": sum(len(document.questions) for document in uncut),
        "questions": sum(len(document.questions) for document, _ in asked),
    }
    return {"": Value(len(uncut) / len(asked) if asked else None, inputs)}


MEASURES = {
    "documents_uncut": Measure(
        "Documents that are not cut",
        "share",
        "",
        "Of the documents that questions ask about, the share that some single chunk holds whole. Where it is most of them, answers are "
        "contained because nothing was cut, and comparing splitters there means nothing.",
        "level",
        of_case=documents_uncut,
    ),
}
