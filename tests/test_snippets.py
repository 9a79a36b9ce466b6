"""The code that pages give to paste: it parses, it runs with the installed libraries, and it does what the page says of it."""

import ast
import re
from functools import cache
from types import SimpleNamespace

import pytest
from project import ROOT
from test_invariants import VARIANTS, documents, split

from generators import scenario
from generators.chunk import Chunk
from generators.corpora.find_tables import find_tables
from generators.corpus import Document
from generators.splitters import build_alone
from generators.splitters.headers import repeat_headers
from generators.tokens import word_pieces

PAGES = {path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}
BLOCKS = [(name, block) for name, text in PAGES.items() for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]
CALLS = sorted({pair for text in PAGES.values() for pair in re.findall(r'\{\{ call\("([^"]+)"\) \}\}', text)})


@cache
def splitters(name):
    """The splitters of a scenario of the site by the names of their rows."""
    return {row.name: row for row in scenario.load(ROOT / f"scenarios/{name}.yaml").splitters}


def named(word, **given):
    """What a block leaves behind, run with what it takes for given: of the one block of the pages in which the word stands."""
    (block,) = [block for _, block in BLOCKS if word in block]
    left = dict(given)
    exec(block, left)
    return left


def test_there_are_blocks_and_calls_to_run():
    """The pages are searched in the way in which they are written."""
    assert {name for name, _ in BLOCKS} >= {"tables.md", "model.md"}
    assert "tables/sentences/paragraphs" in CALLS
    assert sum(text.count("{{ call(") for text in PAGES.values()) >= len(CALLS)
    assert all(text.count("```python") == sum(page == name for page, _ in BLOCKS) for name, text in PAGES.items())


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}-{index}" for index, (name, _) in enumerate(BLOCKS)])
def test_a_block_of_python_runs(name, block):
    """It is Python, and needs nothing but the standard library and, at the most, a `text`."""
    tree = ast.parse(block, name)
    assert [node for node in tree.body if not isinstance(node, ast.Expr)], "a block that only computes shows nothing"
    exec(compile(tree, name, "exec"), {"text": "Some text."})


@pytest.mark.parametrize("pair", CALLS)
def test_a_call_to_paste_builds_the_splitter_that_was_run(pair):
    """The lines that the page gives are those of the scenario's row, and the installed library takes them and cuts with them."""
    name, _, splitter = pair.split("/")
    row = splitters(name)[splitter]
    built = build_alone(row.use, row.keywords).splitter
    tree = ast.parse(built.code, mode="exec")
    assert isinstance(tree.body[-1], ast.Expr)
    left = {}
    exec(compile(ast.Module(tree.body[:-1], []), pair, "exec"), left)
    pasted = eval(compile(ast.Expression(tree.body[-1].value), pair, "eval"), left)
    text = documents("sentences")[0].text
    assert [getattr(chunk, "page_content", chunk) for chunk in pasted.split_text(text)] == built.split(text)


def test_runs_of_blanks_are_squeezed():
    """A table aligned with blanks keeps its lines and their beginnings, and one blank on either side of what its cells hold."""
    squeezed = named("{2,}", text="  - in\n\n| Month    |    Rate |\n|----------|--------:|\n| May      | 1,204.50 |")["text"]
    assert squeezed == "  - in\n\n| Month | Rate |\n|----------|--------:|\n| May | 1,204.50 |"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("splitter", ["fixed", "llamaindex-default"])
def test_the_lines_that_repeat_headers_do_what_was_measured(variant, splitter):
    """On contracts of every kind of table they give the texts that the measured header repetition gives, and mend every row."""
    with_headers = named("def with_headers(")["with_headers"]
    mended = 0
    for document, placed in zip(documents(variant), split(variant, splitter)[1], strict=True):
        spans = [chunk.pieces[0] for chunk in placed]
        pasted = with_headers(document.text, spans)
        plain = [Chunk(document.text[start:end], ((start, end),), "exact") for start, end in spans]
        assert pasted == [chunk.text for chunk in repeat_headers(document, plain)]
        mended += sum(text != chunk.text for text, chunk in zip(pasted, plain, strict=True))
        assert all(
            header_of(document, row) in text for text, span in zip(pasted, spans, strict=True) for row in rows_within(document, span)
        )
    assert mended > 0


def test_the_lines_that_repeat_headers_hold_for_every_span_of_a_document():
    """Wherever a chunk may start and end, they give what the measured header repetition gives, blanks apart."""
    text = "In.\n\n| A |\n|---|\n| 1 |\n| 2 |\n\nSo.\n\n| B | C |\n|---|---|\n| 3 | 4 |\n\nEnd.\n"
    document = Document("two tables", text, find_tables(text))
    assert len(document.tables) == 2
    with_headers = named("def with_headers(")["with_headers"]
    spans = [(start, end) for start in range(len(text)) for end in range(start + 1, len(text) + 1) if text[start:end].strip()]
    plain = [Chunk(text[start:end], ((start, end),), "exact") for start, end in spans]
    measured = repeat_headers(document, plain)
    assert list(map(lines_of, with_headers(text, spans))) == [lines_of(chunk.text) for chunk in measured]


def test_the_lines_that_pair_short_chunks_with_long_ones_cut_as_the_strategy_that_was_measured():
    """What is embedded is what the row of the scenario embeds, and what is handed on what the row that it is compared with does."""
    text = documents("sentences")[0].text
    row, whole = (splitters("strategies")[name] for name in ("parent-400", "plain-1600"))
    assert row.strategy == {"use": "parent_document"}
    short, long = zip(*named("short.split_text", text=text)["pairs"], strict=True)
    assert list(short) == build_alone(row.use, row.keywords).splitter.split(text)
    assert list(dict.fromkeys(long)) == build_alone(whole.use, whole.keywords).splitter.split(text)


def test_the_lines_that_count_in_word_pieces_cut_as_was_measured():
    """Given a model that reads 256 of MiniLM's word pieces, its two marks among them, they make the splitter of the scenario's row."""
    text, row = documents("sentences")[0].text, splitters("encoders")["pieces-256"]
    model = SimpleNamespace(max_seq_length=256, tokenizer=SimpleNamespace(encode=lambda text: range(word_pieces()(text))))
    built = build_alone(row.use, row.keywords).splitter
    assert named("def read_whole(")["read_whole"](model).split_text(text) == built.split(text)


def lines_of(text):
    """The lines of a text that are not empty."""
    return [line for line in text.split("\n") if line]


def rows_within(document, span):
    """The body rows of the document's tables that a span holds whole."""
    return [row for table in document.tables for row in table.rows if span[0] <= row[0] and row[1] <= span[1]]


def header_of(document, row):
    """The text of the header row of the table that a row belongs to."""
    (table,) = [table for table in document.tables if row in table.rows]
    return document.text[slice(*table.header)]
