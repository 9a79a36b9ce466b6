"""Summary: what an inspection found, as labelled rows under the list of its chunks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rich.cells import cell_len

from generators.display import display
from generators.inspection import Inspection
from generators.inspection.facts import Facts
from generators.inspection.words import FEW, Quote, chunks, clipped, few, named, span, unit_of
from generators.measures.held import Held, rows_cut, rows_headerless
from generators.provenance import versions
from generators.schema import counted
from generators.spans import bridged, length

PACKAGES = {"langchain": ("langchain-text-splitters", "langchain-core", "tiktoken"), "llamaindex": ("llama-index-core", "nltk", "tiktoken")}
"""The distributions of each library whose release could change a chunk."""

Tone = Literal["fine", "notable", "bad", "quiet"]


@dataclass(frozen=True)
class Row:
    """One line of the summary; an empty label continues the row above."""

    label: str
    text: str
    tone: Tone = "quiet"


def summary(inspection: Inspection, facts: Facts, quote: Quote) -> Iterator[Row]:
    """All rows: the settings, what was asked for beside what came, what was lost or changed, and what is odd about the document."""
    yield from settings(inspection, quote)
    yield from sizes(inspection, facts)
    yield from fidelity(facts, quote)
    yield from edges(facts)
    yield from structure(facts)
    yield from document(inspection)


def settings(inspection: Inspection, quote: Quote) -> Iterator[Row]:
    """Every setting in force: those that were named, as they were, and those that are the library's own."""
    own = flat(inspection.keywords)
    in_force = flat(inspection.splitter.settings) if inspection.splitter else {}
    for label, those in (("settings", own), ("defaults", {name: value for name, value in in_force.items() if name not in own})):
        if those:
            yield Row(label, "; ".join(f"{name} {written(value, quote)}" for name, value in those.items()))
    use = inspection.splitter.use if inspection.splitter else inspection.use
    packages = [name for library, names in PACKAGES.items() if library in use for name in names] or ["tiktoken"]
    yield Row("versions", ", ".join(f"{name} {version}" for name, version in versions().items() if name in packages))


def flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that have a value, those of a chain's second splitter as `then.chunk_size`."""
    then = settings.get("then") or {}
    own = {name: value for name, value in settings.items() if name != "then"}
    return {name: value for name, value in {**own, **{f"then.{key}": value for key, value in then.items()}}.items() if value is not None}


def written(value: object, quote: Quote) -> str:
    """A setting's value as Python has it, in what the terminal can print."""
    shown = quote(value) if isinstance(value, str) else str(value)
    return ascii(value) if quote("é") == ascii("é") else shown


def sizes(inspection: Inspection, facts: Facts) -> Iterator[Row]:
    """How many chunks, what they store, the overlap that came, and the limit."""
    splitter, ratio = facts.splitter, facts.stored_ratio
    empty = f", {len(facts.empty):,} of them empty" if facts.empty else ""
    times = "n/a" if ratio is None else f"{display(ratio, 'ratio', 3)} times"
    held, whole = counted(facts.stored, "character"), len(facts.document.text)
    yield Row("chunks", f"{len(facts.chunks):,}{empty}; {held} stored for a document of {whole:,} ({times})")
    if facts.crawls:
        yield Row("", f"each advances by 1 character: {facts.stored:,} characters stored for {whole:,}", "bad")
    yield overlap(inspection, facts)
    if splitter.chunk_size is None:
        yield Row("above the limit", "n/a: this splitter has no limit")
    else:
        above = facts.above_limit
        largest = f"; the largest is {max(facts.sizes):,} > {splitter.chunk_size:,}" if above else ""
        yield Row("above the limit", chunks(above, len(facts.chunks)) + largest, "bad" if above else "fine")
        effective = splitter.settings.get("effective_chunk_size", splitter.chunk_size)
        if effective != splitter.chunk_size:
            yield Row("effective limit", f"{effective} of {splitter.chunk_size:,}: the library keeps the rest for metadata", "notable")


def overlap(inspection: Inspection, facts: Facts) -> Row:
    """At how many boundaries any overlap was delivered, against what was asked for."""
    asked, known = facts.splitter.chunk_overlap, [shared for shared in facts.shared.values() if shared]
    delivered = sum(shared.characters > 0 for shared in known)
    default = ", the default" if inspection.sized_by.get("chunk_overlap") is None else ""
    wanted = "none asked for" if not asked else f"{unit_of(facts.splitter.unit, asked)} asked for{default}"
    unknown = f"; unknown at {len(facts.shared) - len(known):,}" if len(known) < len(facts.shared) else ""
    boundaries = "boundary" if len(facts.shared) == 1 else "boundaries"
    came = f"delivered at {delivered:,} of {len(facts.shared):,} {boundaries}" if facts.shared else "no boundary"
    return Row("overlap", f"{came}{unknown}; {wanted}", "notable" if asked and delivered < len(known) else "fine")


def fidelity(facts: Facts, quote: Quote) -> Iterator[Row]:
    """What is in no chunk, and how surely the chunks have their places."""
    yield from lost_text(facts, quote)
    total = len(facts.chunks)
    marked = "; the leftmost of their places is taken and marked ?" if facts.ambiguous else ""
    yield Row("ambiguous", chunks(facts.ambiguous, total) + marked, "notable" if facts.ambiguous else "fine")
    for label, found in (("altered", facts.altered), ("adds nothing", facts.adds_nothing)):
        yield Row(label, chunks(found, total), "notable" if found else "fine")
    added = ": they hold text that the document has not" if facts.unplaceable else ""
    yield Row("unplaceable", chunks(facts.unplaceable, total) + added, "bad" if facts.unplaceable else "fine")


def lost_text(facts: Facts, quote: Quote) -> Iterator[Row]:
    """The text in no chunk, equal runs together."""
    if facts.lost is None:
        problem = counted(len(facts.unplaceable), "chunk") + " could not be placed" if facts.unplaceable else "an empty chunk has no place"
        yield Row("text lost", f"unknown: {problem}", "bad" if facts.unplaceable else "quiet")
        return
    text = facts.document.text
    runs = bridged(facts.lost, text)
    starts: dict[str, list[int]] = {}
    for start, end in runs:
        starts.setdefault(text[start:end], []).append(start)
    dropped = {part.strip() for part in separators_of(facts.splitter.settings)}
    separators = " (all of it separators)" if starts and dropped >= starts.keys() else ""
    found = f"{counted(length(facts.lost), 'character')} other than blanks{separators}" if runs else "none"
    yield Row("text lost", found, "bad" if runs and not separators else "notable" if runs else "fine")
    for lost, places in list(starts.items())[:FEW]:
        yield Row("", f"{clipped(lost, 48, quote, cell_len)} at {few(places)}", "notable")
    if len(starts) > FEW:
        yield Row("", f"and {counted(len(starts) - FEW, 'other run')}", "notable")


def separators_of(settings: Mapping[str, object]) -> list[str]:
    """The texts that a splitter cuts at, as its settings name them."""
    named = [settings.get(key) for key in ("separator", "separators", "paragraph_separator", "backup_separators")]
    return [part for value in named for part in ([value] if isinstance(value, str) else value if isinstance(value, list) else [])]


def edges(facts: Facts) -> Iterator[Row]:
    """Starts amid a word or a character."""
    mid_word = facts.mid_word
    found = "n/a: the document has no words between blanks" if mid_word is None else chunks(mid_word, len(facts.chunks))
    yield Row("starts mid-word", found, "notable" if mid_word else "quiet" if mid_word is None else "fine")
    torn = facts.mid_character
    yield Row("starts mid-character", chunks(torn, len(facts.chunks)), "bad" if torn else "fine")


def structure(facts: Facts) -> Iterator[Row]:
    """Tables, fences of code and headings that the cuts part."""
    tables = facts.tables
    if tables:
        rows, cut = sum(len(one.rows) for one in tables), sum(not one.whole for one in tables)
        yield Row("tables", f"{len(tables):,}, {cut:,} of them cut; {table_rows(tables, rows)}", "notable" if cut else "fine")
    parted = [(table, one) for table, one in zip(facts.document.tables, tables, strict=True) if rows_cut(one) or rows_headerless(one)]
    for table, one in parted[:FEW]:
        headerless = sorted(at for at, held in one.without_header.items() if held)
        where = f" in {named(headerless)}" if headerless else ""
        yield Row("", f"{span(table.span)}: {table_rows([one], len(one.rows))}{where}", "notable")
    if len(parted) > FEW:
        yield Row("", f"and {counted(len(parted) - FEW, 'other table')}", "notable")
    if facts.fences_cut:
        yield Row("code cut", few([span(fence) for fence in facts.fences_cut]), "notable")
    if facts.ends_with_heading:
        yield Row("ends with a heading", chunks(facts.ends_with_heading, len(facts.chunks)), "notable")


def table_rows(tables: Sequence[Held], rows: int) -> str:
    """`2 of 8 rows cut, 4 without their header row`."""
    return f"{sum(map(rows_cut, tables)):,} of {counted(rows, 'row')} cut, {sum(map(rows_headerless, tables)):,} without the header row"


def document(inspection: Inspection) -> Iterator[Row]:
    """What is unusual about the document's characters."""
    text, label = inspection.document.text, "document"
    controls = [f"U+{ord(one):04X} at {at:,}" for at, one in enumerate(text) if one not in "\t\n\r" and unicodedata.category(one) == "Cc"]
    places = [f"these stand there: {few(controls)}"] if controls else []
    for note in [*inspection.document.notes, *places, *unseen(inspection)]:
        yield Row(label, note, "notable")
        label = ""


def unseen(inspection: Inspection) -> Iterator[str]:
    """Separators of the splitter that the document does not have, where that explains what became of it."""
    text, named = inspection.document.text, inspection.splitter.settings if inspection.splitter else {}
    only = named.get("separator")
    if text and isinstance(only, str) and only not in text and not named.get("is_separator_regex"):
        yield f"the separator {only!r} never occurs in it"
    elif "\r\n\r\n" in text and "\n\n" not in text and "\n\n" in separators_of(named):
        yield r"its blank lines are '\r\n\r\n', and the separator '\n\n' never finds them"
