"""What each library's code does with an overlap, as the page on overlap tells it."""

from inspect import signature
from itertools import pairwise

import pytest
from project import ROOT

from generators import scenario
from generators.splitters import SPLITTERS, build_alone

CLAUSES = [f"Clause {letter} stands here." for letter in "abcdefgh"]  # 21 characters each
HEADINGS = {"TextSplitter": "## Part two", "MarkdownSplitter": ""}


def test_every_splitter_that_knows_an_overlap_is_measured():
    """What is new on the shelf comes onto the page, but for the one that reads HTML."""
    knows = {use for use, one in SPLITTERS.items() if {"chunk_overlap", "overlap", "split_overlap"} & set(signature(one).parameters)}
    knows.add("llamaindex.HierarchicalNodeParser")  # has an overlap of its own, whatever is asked for
    rows = scenario.load(ROOT / "scenarios/overlap.yaml").splitters
    assert knows - {row.use for row in rows} == {"langchain.HTMLSemanticPreservingSplitter"}


def carried(use, text, **keywords):
    """The chunks that a splitter makes of a text that never repeats itself, and what each has in common with the start of the next."""
    chunks = build_alone(use, keywords).splitter.split(text)
    return chunks, [next(one[at:] for at in range(len(one) + 1) if other.startswith(one[at:])) for one, other in pairwise(chunks)]


def test_semchunk_makes_room_by_shorter_pieces():
    """A piece of 40 at the most holds one clause; two pieces are sure to fit 100, and one the 60 that an overlap of 40 leaves."""
    text = " ".join(CLAUSES)
    chunks, shared = carried("semchunk.Chunker", text, chunk_size=100, overlap=40)
    assert chunks == [f"{one} {other}" for one, other in pairwise(CLAUSES)]
    assert shared == CLAUSES[1:-1]
    assert carried("semchunk.Chunker", text, chunk_size=100)[0] == [" ".join(CLAUSES[:4]), " ".join(CLAUSES[4:])]  # 4 x 21 + 3 = 87


def test_chonkie_may_make_a_chunk_of_nothing_but_what_it_carries():
    """Two clauses with a blank, and one more for each, are 2 x 23 of 50; the long sentence of 79 does not fit beside either in 90."""
    a, b, c, d = (f"{clause} " for clause in CLAUSES[:4])
    long = "x" * 77 + ". "
    chunks, shared = carried("chonkie.SentenceChunker", a + b + c + d + long, chunk_size=90, chunk_overlap=50)
    assert chunks == [a + b + c + d, c + d, d, long]
    assert shared == [c + d, d, ""]


@pytest.mark.parametrize("name", HEADINGS)
def test_semantic_text_splitter_carries_whole_units(name):
    """Two paragraphs of 21 fit 50, and the second is carried from 21 on; a heading is carried by the splitter that ends a chunk with it."""
    use, text = f"semantic_text_splitter.{name}", "\n\n".join(CLAUSES[:4])
    assert carried(use, text, capacity=50, overlap=20)[1] == [""]
    assert carried(use, text, capacity=50, overlap=21)[1] == CLAUSES[1:3]
    assert carried(use, f"{CLAUSES[0]}\n\n## Part two\n\n{CLAUSES[1]}", capacity=40, overlap=15)[1] == [HEADINGS[name]]


def test_the_structure_splitter_carries_nothing_over_a_heading():
    """Two clauses fit the 60 that an overlap of 40 leaves of 100; one is carried within the section, and none into the next."""
    text = f"# One\n\n{' '.join(CLAUSES[:4])}\n\n# Two\n\n{CLAUSES[4]}"
    _, shared = carried("offcut.StructureSplitter", text, chunk_size=100, chunk_overlap=40, unit="characters")
    assert shared == [CLAUSES[1], ""]


def test_html_is_left_without_paragraphs_to_cut_at():
    """All blanks become single ones, so the recursive splitter cuts between words, and carries all but less than the longest of them."""
    html = f"<h1>A</h1>{''.join(f'<p>{clause}</p>' for clause in CLAUSES)}"
    keywords = {"headers_to_split_on": [["h1", "h"]], "max_chunk_size": 60, "chunk_overlap": 30}
    _, shared = carried("langchain.HTMLSemanticPreservingSplitter", html, **keywords)
    assert len(shared) >= 2
    assert all(30 - len(" Clause") <= len(text) <= 30 for text in shared), shared
