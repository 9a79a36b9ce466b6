"""What a splitter does to answers: held whole by some chunk, cut, or held without the header of the table that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from generators.chunk import Chunk
from generators.corpus import Document, Question
from generators.measures.in_chunks import Places, Texts
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.once import once
from generators.measures.sample import share_of
from generators.spans import Span, overlaps, trimmed


@dataclass(frozen=True)
class Asked:
    """A question of a document, and where the chunks that a search may return of it, and their texts, can be looked up."""

    document: Document
    question: Question
    places: Places
    texts: Texts

    @cached_property
    def spans(self) -> list[Span]:
        """The answers without the blanks at their ends."""
        return [trimmed(span, self.document.text) for span in self.question.answers]

    @property
    def holders(self) -> set[int]:
        """The chunks, by their position, that each hold every answer, by span, blanks at the ends of an answer apart."""
        return set.intersection(*map(self.places.holding, self.spans))

    @property
    def holders_untrimmed(self) -> set[int]:
        """The chunks that each hold every answer with the blanks at its ends, by span."""
        return set.intersection(*map(self.places.holding, self.question.answers))

    @property
    def holders_literal(self) -> set[int]:
        """The chunks that each have the text of every answer in theirs, wherever it came from, outer blanks apart."""
        return set.intersection(*(self.texts.holding(self.document.text[start:end]) for start, end in self.spans))


def asked_of(document: Document, chunks: Iterable[Chunk]) -> list[Asked]:
    """The questions of a document, with the chunks that may be returned of it."""
    if not document.questions:
        return []
    numbered = dict(enumerate(chunks))
    places, texts = Places(document.text, numbered), Texts(document.text, numbered)
    return [Asked(document, question, places, texts) for question in document.questions]


def contained(asked: Asked) -> bool:
    """Whether some single chunk holds every answer, by span."""
    return bool(asked.holders)


def contained_untrimmed(asked: Asked) -> bool:
    """Whether some single chunk holds every answer with the blanks at its ends, by span."""
    return bool(asked.holders_untrimmed)


def contained_literally(asked: Asked) -> bool:
    """Whether some single chunk's text has every answer's text in it."""
    return bool(asked.holders_literal)


def cut(asked: Asked) -> bool:
    """Whether no single chunk holds every answer."""
    return not contained(asked)


def headerless(asked: Asked) -> bool:
    """Whether an answer stands in body rows of tables, and every chunk that holds the answers lacks the header row of one of these."""
    found = asked.holders
    near = [(table, span) for span in asked.spans for table in asked.document.tables if found and overlaps(table.span, span)]
    tables = [table for table, span in near if any(overlaps(row, span) for row in table.rows)]
    headers = [asked.places.holding(trimmed(table.header, asked.document.text)) for table in tables]
    return bool(found) and not found.intersection(*headers)


@once
def questions(case: Case) -> tuple[Asked, ...]:
    """The questions of the case, with the chunks that may be returned of their documents."""
    pairs = zip(case.corpus.documents, case.returned, strict=True)
    return tuple(asked for document, returned in pairs for asked in asked_of(document, (one.chunk for one in returned)))


Judge = Callable[[Asked], bool]
"""What decides whether a question counts; its name is what it is counted under."""


def _share(judge: Judge, case: Case) -> Values:
    return {"": share_of(judge.__name__, [judge(asked) for asked in questions(case)])}


def _placed_share(judge: Judge, case: Case) -> Values:
    return placed(case, _share(judge, case))


def _each(judge: Judge, case: Case) -> Values:
    """How many questions count, and of each, as a part under its name, whether it does."""
    each = {
        asked.question.name: Value(int(judge(asked)), {"question": asked.question.text, "document": asked.document.name})
        for asked in questions(case)
    }
    return placed(case, {"": Value(sum(one.value or 0 for one in each.values()), {"questions": len(each)}), **each})


MEASURES = {
    "answers_contained": Measure(
        "Answers contained",
        "share",
        "higher",
        "Share of the questions of which some single chunk holds every answer, by span: the chunk's pieces, joined where only blanks part "
        "them, cover each answer, and blanks at the ends of an answer do not count.",
        "closed",
        of_case=partial(_placed_share, contained),
        sample="questions",
    ),
    "answers_contained_untrimmed": Measure(
        "Answers contained, untrimmed",
        "share",
        "higher",
        "Share of the questions of which some single chunk holds every answer, by span, with the blanks that an answer's span begins or "
        "ends with; it differs from the share contained only where a span has such blanks and chunks are stripped of them.",
        "closed",
        of_case=partial(_placed_share, contained_untrimmed),
        sample="questions",
    ),
    "answers_contained_literally": Measure(
        "Answers contained literally",
        "share",
        "higher",
        "Share of the questions of which the text of some single chunk has the text of every answer in it, blanks at its ends apart. It is "
        "too high where that text also stands elsewhere, and too low where a splitter altered blanks or signs within it.",
        "closed",
        of_case=partial(_share, contained_literally),
        sample="questions",
    ),
    "answers_headerless": Measure(
        "Answers without their table's header",
        "share",
        "lower",
        "Share of the questions whose answers are contained and stand in body rows of a table, but only in chunks without that table's "
        "header row: such a chunk holds the answer and does not say what it is.",
        "closed",
        of_case=partial(_placed_share, headerless),
        sample="questions",
    ),
    "answers_cut": Measure(
        "Answers cut",
        "questions",
        "lower",
        "Questions of which no single chunk holds every answer, by span, blanks at the ends of an answer apart; parts: each question by "
        "its id, 1 where its answers are cut.",
        "exact",
        of_case=partial(_each, cut),
        sample="questions",
    ),
}
