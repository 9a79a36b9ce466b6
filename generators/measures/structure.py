"""What a splitter does to the structure of a Markdown text: code, sentences and clauses that no chunk holds whole, and sections mixed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial

from generators.measures.headings import headings_of
from generators.measures.in_chunks import Places
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.spans import Span, overlaps, trimmed
from generators.structure.outline import Outline, outline


def code_blocks(found: Outline) -> Sequence[Span]:
    """The blocks of code."""
    return found.code


def sentences(found: Outline) -> Sequence[Span]:
    """The sentences of paragraphs."""
    return found.sentences


def clauses(found: Outline) -> Sequence[Span]:
    """The clauses with their exceptions."""
    return found.clauses


def _cut(of: Callable[[Outline], Sequence[Span]], case: Case) -> Values:
    """How many of them no chunk holds whole."""
    cut = total = 0
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        places = Places(document.text, dict(enumerate(chunks)))
        spans = [trimmed(span, document.text) for span in of(outline(document.text))]
        cut += sum(not places.holding(span) for span in spans)
        total += len(spans)
    return placed(case, {"": Value(cut, {of.__name__: total})})


def chunks_mixed(case: Case) -> Values:
    """The chunks with text of several sections."""
    mixed = 0
    for document, chunks in zip(case.corpus.documents, case.chunks, strict=True):
        sections = [heading.section for heading in headings_of(document.text) if heading.section[0] < heading.section[1]]
        starts = [start for start, _ in sections]
        for chunk in chunks:
            within = {
                at
                for piece in chunk.own_pieces
                for at in range(max(bisect_right(starts, piece[0]) - 1, 0), bisect_left(starts, piece[1]))
                if overlaps(piece, sections[at])
            }
            mixed += len(within) > 1
    return placed(case, {"": Value(mixed, {"chunks": sum(map(len, case.chunks))})})


PUNKT = "Sentences are those of paragraphs, as Punkt's English model ends them, which is taught a few abbreviations more."

MEASURES = {
    "code_blocks_cut": Measure(
        "Blocks of code cut",
        "blocks",
        "lower",
        "Blocks of code, fenced or indented, that no single chunk holds whole.",
        "exact",
        of_case=partial(_cut, code_blocks),
    ),
    "sentences_cut": Measure(
        "Sentences cut",
        "sentences",
        "lower",
        f"Sentences that no single chunk holds whole. {PUNKT}",
        "exact",
        of_case=partial(_cut, sentences),
    ),
    "clauses_parted": Measure(
        "Clauses parted from their exception",
        "clauses",
        "lower",
        "Clauses that no single chunk holds together with their exception, which is known by its words only: except, unless, provided "
        "that, subject to, save. It stands in the sentence of its clause, or begins the next sentence, paragraph or item; or the clause "
        "ends with a colon and the next block is its exception.",
        "exact",
        of_case=partial(_cut, clauses),
    ),
    "chunks_mixed": Measure(
        "Chunks of several sections",
        "chunks",
        "lower",
        "Chunks that hold text from under more than one heading.",
        "exact",
        of_case=chunks_mixed,
    ),
}
