"""What is split: Document, Table, Question, Profile, and the Corpus that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from generators.spans import Span


@dataclass(frozen=True)
class Table:
    """A table of a document: its header row(s), its delimiter row where it has one, its body rows, as spans of lines.

    `band` names the group of lengths that the table was written for (`"300"`), or is empty.
    """

    header: Span
    rows: tuple[Span, ...]
    delimiter: Span | None = None
    band: str = ""

    @cached_property
    def span(self) -> Span:
        """From the start of the header row to the end of the last row."""
        return (self.header[0], max(self.header[1], *(end for _, end in (self.delimiter or self.header, *self.rows))))

    @property
    def head(self) -> Span:
        """The header row(s) with the delimiter row: what must be repeated for a reader to see a table."""
        return (self.header[0], self.delimiter[1] if self.delimiter else self.header[1])


KINDS = {
    "fact": "a sentence or two that say it by themselves",
    "table": "a row of a table, with its header row where the row cannot be read without it",
    "procedure": "steps, all of them and in their order",
    "exception": "a rule together with the cases in which it does not hold",
    "pronoun": "a sentence that calls its subject only *it* or the like, for the noun stands before it",
    "code": "lines of code, of settings, or of commands",
}
"""What answers a question, by the kind of question."""


@dataclass(frozen=True)
class Question:
    """A question of one document and the answer spans that are all needed to answer it; `kind` is one of `KINDS`, or empty."""

    name: str
    text: str
    answers: tuple[Span, ...]
    kind: str = ""


@dataclass(frozen=True)
class Document:
    """A text with a name; offsets are Python string offsets (code points).

    `notes` names what a reader should know of the bytes (a BOM, CRLF line ends, NUL, control characters): nothing is changed.
    """

    name: str
    text: str
    tables: tuple[Table, ...] = ()
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """`count` tables of `tokens` tokens each."""

    count: int
    tokens: int


@dataclass(frozen=True)
class Profile:
    """A corpus as counts and lengths only: all that a closed form needs."""

    documents: int
    tokens_per_document: int
    tables: tuple[Band, ...]


@dataclass(frozen=True)
class Lengths:
    """A text corpus as its own lengths: a profile by each unit that a splitter may count in, and its characters for each token.

    In characters, lengths are in tokens as well, at `chars_per_token`.
    """

    profiles: Mapping[str, Profile]
    chars_per_token: float


@dataclass(frozen=True)
class Corpus:
    """A named set of documents, or a profile or lengths; `sha256` is that of its content and names it in every provenance record."""

    name: str
    sha256: str
    documents: tuple[Document, ...] = ()
    profile: Profile | Lengths | None = None

    @property
    def blank(self) -> bool:
        """Whether its documents hold nothing but blanks."""
        return not any(document.text.strip() for document in self.documents)
