"""View: an inspection as styled text for a terminal, one line a chunk and the summary under them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len

from generators.chunk import Chunk
from generators.inspection import Inspection
from generators.inspection.facts import Facts
from generators.inspection.summary import Row, document, settings, summary
from generators.inspection.words import Quote, alteration, clipped, few, safe, span, units_of
from generators.schema import counted
from generators.splitters.isolation import once

Line = list[tuple[str, str]]
"""The parts of a line, each a text with the name of its style in rich's words (`"bold red"`), or none."""

LABEL = 21
"""The cells of a summary's label."""

LEAST = 24
"""A chunk's text gets so many cells, however narrow the terminal is."""

STYLES = {"fine": "green", "notable": "yellow", "bad": "bold red", "quiet": ""}


@dataclass(frozen=True)
class Page:
    """How wide the lines may be, how texts are quoted, and whether they are shown whole."""

    width: int
    quote: Quote
    whole: bool = False


def view(inspection: Inspection, page: Page, hint: str = "") -> Iterator[Line]:
    """The lines: what was split by what, its chunks, or its error with a hint, the summary, and what the library printed."""
    count = counted(len(inspection.document.text), "character")
    use = inspection.splitter.use if inspection.splitter else inspection.use
    yield [(safe(inspection.document.name), "bold"), (f": {count}, split by ", ""), (use, "bold")]
    yield []
    if inspection.splitter is None or inspection.error:
        raised = [line for line in (*inspection.error.splitlines(), *hint.splitlines()) if line]
        rows = [Row("" if number else "raised", safe(line), "bad") for number, line in enumerate(raised)]
        rows += [*settings(inspection, page.quote), *document(inspection)]
    else:
        facts = Facts(inspection.document, inspection.splitter, inspection.chunks)
        yield from chunk_lines(facts, page)
        rows = list(summary(inspection, facts, page.quote))
    for row in rows:
        yield from row_lines(row, page)
    for number, line in enumerate(once(inspection.printed).splitlines()):
        yield from row_lines(Row("" if number else "printed", safe(line)), page)


def plain(line: Line) -> str:
    """The line without its styles."""
    return "".join(text for text, _ in line)


def row_lines(row: Row, page: Page) -> Iterator[Line]:
    """A row of the summary, wrapped under its label."""
    room = max(page.width - LABEL, LEAST)
    for number, line in enumerate([row.text] if page.whole else wrap(row.text, room, break_on_hyphens=False) or [""]):
        label = "" if number else row.label
        yield [(label.ljust(LABEL), "bold"), (line, STYLES[row.tone])]


def chunk_lines(facts: Facts, page: Page) -> Iterator[Line]:
    """The table of chunks: number, offsets, size, overlap with the chunk before, text; what is special about one on lines of its own."""
    if not facts.chunks:
        return
    splitter = facts.splitter
    places = [place_of(chunk) for chunk in facts.chunks]
    sizes = [f"{size:,}" for size in facts.sizes]
    for at in facts.above_limit:
        sizes[at] += f" > {splitter.chunk_size:,}"
    shares = [overlap_of(facts, at) for at in range(len(places))]
    heads = ("#", "offsets", "size", "overlap")
    columns = ([str(at) for at in range(len(places))], places, sizes, shares)
    widths = [max(map(len, (head, *column))) for head, column in zip(heads, columns, strict=True)]
    if page.width - sum(widths) - 8 < LEAST:  # rather no column of offsets aligned than no text
        widths = [min(width, most) for width, most in zip(widths, (6, 16, 12, 9), strict=True)]
    room = max(page.width - sum(widths) - 8, LEAST)
    aligned = [head.ljust(width) if head == "offsets" else head.rjust(width) for head, width in zip(heads, widths, strict=True)]
    yield [(f"sizes and overlaps in {units_of(splitter.unit)}", "")]
    yield [("  ".join([*aligned, "text"]), "bold")]
    above, short = set(facts.above_limit), set(short_boundaries(facts))
    for at, chunk in enumerate(facts.chunks):
        text = page.quote(chunk.text) if page.whole else clipped(chunk.text, room, page.quote, cell_len)
        yield [
            (columns[0][at].rjust(widths[0]) + "  ", "dim"),
            (places[at].ljust(widths[1]) + "  ", "cyan"),
            (sizes[at].rjust(widths[2]) + "  ", "bold red" if at in above else ""),
            (shares[at].rjust(widths[3]) + "  ", "yellow" if at in short else "green"),
            (text, ""),
        ]
        for remark in remarks(facts, chunk):
            indent = " " * (widths[0] + 2)
            yield from ([(line, "yellow")] for line in wrap(remark, page.width, initial_indent=indent, subsequent_indent=indent))
    yield []


def place_of(chunk: Chunk) -> str:
    """The chunk's offsets, or how many pieces it came from, or that it has no place; `?` where there are others as good."""
    if not chunk.pieces:
        return "no place"
    place = span(chunk.pieces[0]) if len(chunk.pieces) == 1 else counted(len(chunk.pieces), "piece")
    return place + "?" * (chunk.match == "ambiguous")


def overlap_of(facts: Facts, at: int) -> str:
    """What a chunk got of the one before, of what was asked for where anything was; nothing where no boundary lies between the two."""
    if at not in facts.shared:
        return ""
    shared, asked = facts.shared[at], facts.splitter.chunk_overlap
    if shared is None:
        return "?"
    if not asked:
        return f"{shared.size:,}" if shared.characters else ""
    return f"{shared.size:,}/{asked:,}"


def short_boundaries(facts: Facts) -> Iterator[int]:
    """The chunks that got nothing of the overlap asked for, or less than half of it."""
    asked = facts.splitter.chunk_overlap or 0
    yield from (at for at, shared in facts.shared.items() if shared is None or 2 * shared.size < asked)


def remarks(facts: Facts, chunk: Chunk) -> Iterator[str]:
    """What is special about a chunk: how it was matched where that is not exactly, its pieces, and what became of its text."""
    if not chunk.text:
        yield "empty: it holds nothing"
    elif chunk.match == "unplaceable":
        yield "unplaceable: its text is not in the document, not even line by line"
    if len(chunk.pieces) > 1:
        yield f"pieces {few([span(piece) for piece in chunk.pieces])}"
    source = facts.source(chunk)
    if len(chunk.pieces) == 1 and source != chunk.text:
        kind = "loose: " if chunk.match == "loose" else ""
        yield f"{kind}{len(chunk.text):,} characters for {len(source):,}; {alteration(source, chunk.text)}"
