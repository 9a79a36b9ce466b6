"""Harms: where a splitter harmed a probe, counted, with the little of the probe and of the chunks that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from generators.chunk import Chunk
from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.spans import Span, bridged, covers, overlaps

AROUND = 40
"""Characters of the probe that are shown on either side of a harm."""

LONG = 150
"""A text with more characters is shown as its start and its end."""

SHOWN = 3
"""So many chunks are shown at most."""


@dataclass(frozen=True)
class Harm:
    """One harm: its place in one of the probe's documents, the chunks there that show it, by their position, and a note on it."""

    at: Span
    chunks: tuple[int, ...]
    document: int = 0
    note: str = ""


Judge = Callable[[Case], Iterable[Harm] | None]
"""Every harm that was done to a probe; `None` where the splitter cannot do it: it has no size, or gives no offsets."""


def judged(title: str, definition: str, judge: Judge) -> Measure:
    """The measure that counts what a judge finds."""
    return Measure(title, "harms", "lower", definition, "exact", of_case=partial(harms, judge))


def harms(judge: Judge, case: Case) -> Values:
    """How many harms, with the evidence of the first; "n/a" where there can be none."""
    found = judge(case)
    if found is None:
        return {"": Value(None)}
    listed = list(found)
    return {"": Value(len(listed), evidence(case, listed[0] if listed else untouched(case)))}


def untouched(case: Case) -> Harm:
    """What is shown where nothing was harmed: the first cut, or the only chunk."""
    chunks = case.chunks[0]
    at = start_of(chunks[1]) if len(chunks) > 1 else 0
    return Harm((at, at), tuple(range(min(2, len(chunks)))))


def evidence(case: Case, harm: Harm) -> dict[str, JSON]:
    """The probe around a harm and the chunks there, as Python writes them, with their spans."""
    text, chunks = case.corpus.documents[harm.document].text, case.chunks[harm.document]
    start, end = max(0, harm.at[0] - AROUND), min(len(text), harm.at[1] + AROUND)
    return {
        "probe": f"[{start}, {end}) of {len(text):,} characters: {clipped(text[start:end])}",
        "chunks": len(chunks),
        "evidence": [f"chunk {at + 1}, {places(chunks[at])}: {clipped(chunks[at].text)}" for at in harm.chunks[:SHOWN]],
        **({"note": harm.note} if harm.note else {}),
    }


def clipped(text: str) -> str:
    """The text as Python writes it, a long one as its start and its end."""
    if len(text) <= LONG:
        return repr(text)
    return f"{text[: LONG // 2]!r} ... {text[-LONG // 2 :]!r}"


def places(chunk: Chunk) -> str:
    """The spans of a chunk: `[0, 80)`."""
    more = f" and {len(chunk.pieces) - SHOWN} more" if len(chunk.pieces) > SHOWN else ""
    return ", ".join(f"[{start}, {end})" for start, end in chunk.pieces[:SHOWN]) + more or "no place"


def parted(spans: Callable[[str], Iterable[Span]]) -> Callable[[Case], Iterable[Harm]]:
    """A judge of spans that chunks hold parts of, and no single chunk the whole, blanks between its pieces apart."""

    def judge(case: Case) -> Iterable[Harm]:
        for number, (document, chunks) in enumerate(zip(case.corpus.documents, case.chunks, strict=True)):
            held = [bridged(chunk.pieces, document.text) for chunk in chunks]
            for span in spans(document.text):
                touching = tuple(at for at, pieces in enumerate(held) if any(overlaps(piece, span) for piece in pieces))
                if touching and not any(covers(held[at], span) for at in touching):
                    yield Harm(span, touching, number)

    return judge


def of_chunks(holds: Callable[[Case, str, Chunk], bool]) -> Callable[[Case], Iterable[Harm]]:
    """A judge of chunks of which something holds; what shows a harm is the chunk with its neighbours."""

    def judge(case: Case) -> Iterable[Harm]:
        for number, (document, chunks) in enumerate(zip(case.corpus.documents, case.chunks, strict=True)):
            for at, chunk in enumerate(chunks):
                if holds(case, document.text, chunk):
                    yield Harm((start_of(chunk),) * 2, tuple(range(max(0, at - 1), min(at + 2, len(chunks)))), number)

    return judge


def start_of(chunk: Chunk) -> int:
    """Where a chunk starts in its document, or the document's own start where it has no place."""
    return chunk.pieces[0][0] if chunk.pieces else 0
