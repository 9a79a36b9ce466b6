"""Hazards: what a splitter may do to a text, each a count of harms on a probe of its own; here those of structure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from generators.chunk import Chunk
from generators.corpus import Table
from generators.measures import blocks, hazards_text
from generators.measures.edges import is_mid_character, is_mid_word
from generators.measures.harms import Harm, judged, of_chunks, parted, start_of
from generators.measures.held import Held, held
from generators.measures.measure import Case, Measure
from generators.spans import bridged, trimmed


def _tables(case: Case) -> Iterable[tuple[Table, Held]]:
    document, chunks = case.corpus.documents[0], case.chunks[0]
    pieces = {at: bridged(chunk.pieces, document.text) for at, chunk in enumerate(chunks)}
    return [(table, held(table, document.text, pieces)) for table in document.tables]


def rows_parted_from_header(case: Case) -> Iterable[Harm]:
    """The whole rows that stand in no chunk together with their header row."""
    for _, table in _tables(case):
        with_header = frozenset[tuple[int, int]]().union(*table.with_header.values())
        without = {row: at for at, rows in sorted(table.without_header.items(), reverse=True) for row in rows}
        yield from (Harm(row, (0, without[row])) for row in sorted(without.keys() - with_header))


def rows_cut(case: Case) -> Iterable[Harm]:
    """The rows that chunks hold parts of, and none the whole."""
    text = case.corpus.documents[0].text
    rows = [trimmed(row, text) for table in case.corpus.documents[0].tables for row in table.rows]
    return parted(lambda _: rows)(case)


def headers_not_repeated(case: Case) -> Iterable[Harm] | None:
    """The chunks that go on with a table without its header row's words; `None` where every table is whole in some chunk."""
    tables = [(table, found) for table, found in _tables(case) if not found.whole]
    if not tables:
        return None
    return [
        Harm(min(rows), (at,))
        for table, found in tables
        for at, rows in sorted(found.without_header.items())
        if rows and case.corpus.documents[0].text[slice(*table.header)].strip() not in case.chunks[0][at].text
    ]


def amid_word(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether the chunk starts within a word."""
    return is_mid_word(text, start_of(chunk))


def amid_character(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether the chunk starts within what a reader sees as one character, or holds a broken one as U+FFFD."""
    return "\ufffd" in chunk.text or is_mid_character(text, start_of(chunk))


def amid_sentence(case: Case, text: str, chunk: Chunk) -> bool:
    """Whether the chunk starts within a sentence."""
    return any(start < start_of(chunk) < end for start, end in sentences(text))


sentences = lru_cache(maxsize=4)(blocks.sentences)  # one probe is asked about chunk by chunk


NO_CHUNK = "that chunks hold parts of and no single chunk the whole"

MEASURES: dict[str, Measure] = {
    "table_header_parted": judged(
        "Table cut from its header", "Whole rows of a table that stand in no chunk together with the header row.", rows_parted_from_header
    ),
    "table_row_cut": judged("Row cut", f"Rows of a table {NO_CHUNK}.", rows_cut),
    "table_header_not_repeated": judged(
        "Header not repeated",
        "Chunks that go on with a cut table and do not say its header row; n/a where every table is whole in some chunk.",
        headers_not_repeated,
    ),
    "fence_backticks_cut": judged("Code fence of backticks cut", f"Fenced blocks of code {NO_CHUNK}.", parted(blocks.fences)),
    "fence_tildes_cut": judged("Code fence of tildes cut", f"Fenced blocks of code {NO_CHUNK}.", parted(blocks.fences)),
    "fence_nested_cut": judged(
        "Nested code fence cut", f"Fenced blocks that show a shorter fence in their code, {NO_CHUNK}.", parted(blocks.fences)
    ),
    "list_item_cut": judged("List item cut", f"Items of a list, with the lines that continue them, {NO_CHUNK}.", parted(blocks.items)),
    "heading_parted": judged(
        "Heading parted from its text",
        f"Headings with the first line of the text under them {NO_CHUNK}.",
        parted(blocks.headings_with_text),
    ),
    "sentence_cut": judged("Sentence cut", f"Sentences {NO_CHUNK}.", parted(blocks.sentences)),
    "clause_parted": judged(
        "Clause parted from its exception",
        f"Clauses with the paragraph behind them that begins with except, unless or the like, {NO_CHUNK}.",
        parted(blocks.clauses_with_exception),
    ),
    "word_cut": judged("Cut within a word", "Chunks that start amid a word.", of_chunks(amid_word)),
    "character_cut": judged(
        "Cut within a character",
        "Chunks that start amid what a reader sees as one character, such as an emoji joined of several, or hold a broken one.",
        of_chunks(amid_character),
    ),
    "unspaced_cut": judged(
        "Chinese cut within a sentence", "Chunks that start amid a sentence of a text without blanks.", of_chunks(amid_sentence)
    ),
    **hazards_text.MEASURES,
}
"""Every hazard, in the order in which the matrix shows them."""
