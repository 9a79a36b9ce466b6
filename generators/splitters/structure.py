"""The structure-first splitter: cuts where the document is divided already, and lets the limit act only where that fails."""

from __future__ import annotations

from functools import lru_cache
from inspect import signature

from generators.chunk import Chunk
from generators.schema import NotNegative, Positive
from generators.splitters.fixed import token_starts
from generators.splitters.splitter import Splitter, Unit, call
from generators.structure.boundaries import Keep
from generators.structure.cut import Cutter, Limit
from generators.structure.outline import outline
from generators.tokens import tokenizer


def structure_splitter(
    *,
    chunk_size: Positive = 512,
    chunk_overlap: NotNegative = 0,
    unit: Unit = "cl100k_base",
    repeat_header: bool = True,
    keep_sections: bool = True,
    keep_headings: bool = True,
    keep_code: bool = True,
    keep_rows: bool = True,
    keep_sentences: bool = True,
    keep_exceptions: bool = True,
) -> Splitter:
    """Markdown cut at its own boundaries: sections, then the blocks of a section, then what is in a block that does not fit by itself.

    Neighbours of one section are packed together up to `chunk_size`. Each further keyword is one behaviour that can be left out:
    a table's header and caption stand again in every chunk that continues it (`repeat_header`, unless the header is longer than a chunk);
    a chunk holds text of one section only (`keep_sections`); a heading stays with the start of its text (`keep_headings`); no block of
    code, table row or sentence is ever cut (`keep_code`, `keep_rows`, `keep_sentences`), nor a clause parted from its exception
    (`keep_exceptions`): such a chunk is longer than the limit. `chunks` also gives the path of headings above each chunk. An overlap
    begins at a boundary as well, so that it is often shorter than asked for; one that is not smaller than the chunk raises `ValueError`.
    """
    given = locals().copy()  # its keywords: nothing else is local yet
    if chunk_size <= 0:
        raise ValueError(f"chunk_size must be at least 1, got {chunk_size}")
    if not 0 <= chunk_overlap < chunk_size:
        raise ValueError(f"chunk_overlap must be at least 0 and smaller than chunk_size {chunk_size}, got {chunk_overlap}")
    counter = None if unit == "characters" else tokenizer(unit)
    keep = Keep(keep_sections, keep_headings, keep_code, keep_rows, keep_sentences, keep_exceptions)

    @lru_cache(maxsize=512)
    def chunks(text: str) -> tuple[Chunk, ...]:
        starts = range(len(text)) if counter is None else token_starts(unit)[text]
        return tuple(Cutter(outline(text), keep, repeat_header, Limit(chunk_size, chunk_overlap, measure, starts)).chunks())

    measure = len if counter is None else counter.count
    usual = signature(structure_splitter).parameters
    named = {name: value for name, value in given.items() if value != usual[name].default}
    return Splitter(
        use="offcut.StructureSplitter",
        settings=given,
        unit=unit,
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        split=lambda text: [chunk.text for chunk in chunks(text)],
        measure_length=measure,
        code=call(__name__, "structure_splitter", "structure_splitter", named),
        gives="chunks",
        own_starts=lambda text: [chunk.pieces[0][0] for chunk in chunks(text)],
        chunks=chunks,
    )
