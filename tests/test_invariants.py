"""What holds of every splitter on every kind of corpus, whatever its numbers are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from generators import cases, scenario
from generators.chunk import Chunk, lost
from generators.corpora.contracts import contracts
from generators.corpus import Band, Corpus, Document, Profile
from generators.scenario import SplitterRow
from generators.spans import length, union
from generators.splitters import SPLITTERS, Splitter

SCENARIOS = Path(__file__).parent.parent / "scenarios"
SMALL = Profile(3, 4000, (Band(5, 300), Band(2, 600), Band(1, 1800)))
VARIANTS = {
    "figures": {"cells": "figures", "layout": "pipes"},
    "sentences": {"cells": "sentences", "layout": "pipes"},
    "aligned": {"cells": "figures", "layout": "aligned"},
    "spaced": {"cells": "sentences", "layout": "pipes", "blank_lines": 2},
    "after-prose": {"cells": "figures", "layout": "pipes", "table_after_prose": True},
}
HEADERS = {"headers_to_split_on": [["#", "h1"], ["##", "h2"]], "strip_headers": False}
TAGS = {"headers_to_split_on": [["h1", "h1"]]}
SIZED = {row.name: row for row in scenario.load(SCENARIOS / "tables.yaml").splitters}
OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "character": ("langchain.CharacterTextSplitter", {}),
    "markdown": ("langchain.MarkdownTextSplitter", {}),
    "latex": ("langchain.LatexTextSplitter", {}),
    "nltk": ("langchain.NLTKTextSplitter", {}),
    "headers": ("langchain.MarkdownHeaderTextSplitter", HEADERS),
    "syntax": ("langchain.ExperimentalMarkdownSyntaxTextSplitter", {"strip_headers": False}),
    "html": ("langchain.HTMLHeaderTextSplitter", TAGS),
    "sections": ("llamaindex.MarkdownNodeParser", {}),
    "sentences": ("llamaindex.SentenceWindowNodeParser", {}),
    "leaves": ("llamaindex.HierarchicalNodeParser", {"level": "leaves"}),
    "roots": ("llamaindex.HierarchicalNodeParser", {"level": "roots"}),
    "with-metadata": ("llamaindex.SentenceSplitter", {"metadata": {"file": "contracts/first/agreement.md"}}),
    "chonkie-token": ("chonkie.TokenChunker", {}),
    "chonkie-sentence": ("chonkie.SentenceChunker", {"tokenizer": "cl100k_base", "chunk_size": 512, "chunk_overlap": 64}),
    "chonkie-recursive": ("chonkie.RecursiveChunker", {}),
    "chonkie-fast": ("chonkie.FastChunker", {}),
    "semchunk": ("semchunk.Chunker", {"chunk_size": 512, "length": "cl100k_base", "overlap": 64}),
    "text-splitter": ("semantic_text_splitter.TextSplitter", {"capacity": 2000}),
    "markdown-splitter": ("semantic_text_splitter.MarkdownSplitter", {"capacity": 512, "length": "cl100k_base"}),
    "words": ("haystack.DocumentSplitter", {}),
    "structure": ("offcut.StructureSplitter", {"repeat_header": False}),
    "headers-then-recursive": (
        "langchain.MarkdownHeaderTextSplitter",
        {**HEADERS, "then": {"use": "langchain.RecursiveCharacterTextSplitter", "chunk_size": 2000, "chunk_overlap": 200}},
    ),
    "sections-then-sentences": ("llamaindex.MarkdownNodeParser", {"then": {"use": "llamaindex.SentenceSplitter", "chunk_size": 512}}),
}
ROWS = SIZED | {name: SplitterRow(name, name, use, keywords) for name, (use, keywords) in OTHERS.items()}
OF_HTML = {"langchain.HTMLSemanticPreservingSplitter", "llamaindex.HTMLNodeParser"}
"""They drop whatever stands in no tag, and contracts have none."""
OF_TABLES = {"chonkie.TableChunker"}
"""It takes its whole text for one table, and a contract is none."""


@cache
def documents(variant: str) -> tuple[Document, ...]:
    """Three contracts of a variant."""
    return contracts(SMALL, seed=7, **VARIANTS[variant])


@cache
def split(variant: str, name: str) -> tuple[Splitter, tuple[tuple[Chunk, ...], ...]]:
    """A splitter of the scenario on the contracts of a variant."""
    ran = cases.split(Corpus(variant, "", documents(variant)), ROWS[name])
    assert ran.splitter is not None, ran.error
    assert not ran.error
    return ran.splitter, ran.chunks


pairs = pytest.mark.parametrize(("variant", "name"), [(variant, name) for variant in VARIANTS for name in ROWS])


def test_every_splitter_of_the_shelf_is_held_to_this() -> None:
    """No splitter stands on the shelf without being run on contracts."""
    assert {row.use for row in ROWS.values()} == set(SPLITTERS) - OF_HTML - OF_TABLES


@pairs
def test_every_chunk_has_its_one_place(variant: str, name: str) -> None:
    """Contracts do not repeat themselves so much that a chunk could not be placed, or placed in two ways."""
    _, chunks = split(variant, name)
    assert {chunk.match for placed in chunks for chunk in placed} <= {"exact", "loose"}


@pairs
def test_pieces_carry_the_chunks_text_in_order(variant: str, name: str) -> None:
    """A piece holds the chunk's own characters, blanks apart, and neither starts nor ends of chunks go back."""
    _, chunks = split(variant, name)
    for document, placed in zip(documents(variant), chunks, strict=True):
        for chunk in placed:
            ((start, end),) = chunk.pieces
            assert "".join(document.text[start:end].split()) == "".join(chunk.text.split())
        spans = [chunk.pieces[0] for chunk in placed]
        assert spans == sorted(spans)
        assert [end for _, end in spans] == sorted(end for _, end in spans)


@pairs
def test_no_splitter_loses_a_word_of_a_contract(variant: str, name: str) -> None:
    """Every character but blanks is in some chunk, and only blanks are in none."""
    _, chunks = split(variant, name)
    for document, placed in zip(documents(variant), chunks, strict=True):
        assert lost(document.text, placed) == ()
        assert length(piece for chunk in placed for piece in chunk.pieces) <= len(document.text)
        assert "".join(document.text[start:end] for start, end in union(p for c in placed for p in c.pieces)).split() != []


@pytest.mark.parametrize(("variant", "name"), [(variant, name) for variant in VARIANTS for name in SIZED])
def test_chunks_keep_roughly_to_the_size_asked_for(variant: str, name: str) -> None:
    """No finished chunk is more than a tenth longer than the size in the splitter's own unit, and most are at least half as long."""
    splitter, chunks = split(variant, name)
    assert splitter.chunk_size is not None
    sizes = [splitter.measure_length(chunk.text) for placed in chunks for chunk in placed]
    assert max(sizes) <= 1.1 * splitter.chunk_size
    assert max(sizes) >= splitter.chunk_size / 4
