"""The prose of the pages: no number is typed in it, and the glossary's words are linked where a page first uses them."""

import re

import pytest
from project import ROOT
from prose import prose, typed_numbers, unlinked_terms

from generators import pages
from generators.entry import CLOSE

PAGES = sorted((ROOT / "docs").rglob("*.md"))
GLOSSARY = ROOT / "docs/glossary.md"
TERMS = pages.terms(GLOSSARY.read_text("utf-8"))


def name_of(path):
    return path.relative_to(ROOT / "docs").as_posix()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_number_is_typed(path):
    """Every digit of a sentence is computed, or belongs to code, a date, a version, a proper name or a marked quotation."""
    assert typed_numbers(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", [path for path in PAGES if path != GLOSSARY], ids=name_of)
def test_the_words_of_the_glossary_are_linked_where_a_page_first_uses_them(path):
    """Whoever meets a word for the first time is one click from its meaning."""
    assert unlinked_terms(path.read_text("utf-8"), TERMS) == []


def test_every_page_is_read():
    """The pages of the site are among those that are read."""
    assert {"index.md", "tables.md", "contributing.md", "reference/scenario.md"} <= {name_of(path) for path in PAGES}


def test_the_glossary_has_the_words_that_everything_else_is_said_with():
    """What a number is taken of and by has an entry, and the entries are in the order of the alphabet."""
    assert {"chunk", "claim", "corpus", "document", "measure", "number", "question", "span", "table", "verdict"} <= set(TERMS)
    assert list(TERMS) == sorted(TERMS)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_a_table_of_numbers_is_no_table_of_markdown(path):
    """Only `table(...)` puts the data beside a table, so no row of Markdown holds a number."""
    assert re.findall(r"^\|.*\{\{ *number\(.*$", path.read_text("utf-8"), re.MULTILINE) == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_tolerance_of_the_lock_is_typed(path):
    """How closely the lock compares stands in one place of the code, and a page asks for it."""
    written = {float(word) for word in re.findall(r"`(\d[\d.]*e-\d+)`", path.read_text("utf-8"))}
    assert written & set(CLOSE.values()) == set()


@pytest.mark.parametrize(
    "typed",
    [
        "There are 272 of them.",
        "- first, 20 of them",
        "> quoted\n\nand 5% not",
        "Since 2026 it is so.",
        "Between {{ number('a') }} and 1,200.",
        "| a | b |\n|---|---|\n| 3 | `4` |",
        "## Heading 2 {#heading-2}",
        '<p class="c1">7 words</p>',
        "`code` 8 `code`",
        "[nine 9](page-9.md)",
        "1. one\n2. two 2",
        "Version 1.2 of it",
        "The seed was 3.",
        "```\n1\n```\n\n4 more",
        "--- \n5\n---\n",
        "BM26 is no name",
        "<div class='formula'>x</div> 6",
        "a ` alone\n\n10\n\nand ` another",
    ],
)
def test_a_typed_number_is_found(typed):
    """Each of these has one digit or number that somebody typed into a sentence."""
    assert len(typed_numbers(typed)) == 1


@pytest.mark.parametrize(
    "fine",
    [
        "Two of three, half of it, and the first.",
        "---\ntitle: 1\n---\nWords.",
        "{{ number('a/1') }} and {% set b = 2 %}{// 3 //}",
        "{{ chart('line', x='1',\n  y='2') }}",
        "`chunk_size=4000`, ``a ` 1`` and\n\n```python\nx = 1\n```\n\n~~~~\n2\n~~~\n3\n~~~~\n",
        "    words, and `1,204.50`",
        '<a class="c1" href="x1">words</a> <svg viewBox="0 0 2 2"><text>3</text></svg> <pre>4\n5</pre>',
        '<div class="formula">p = 1 − 2 ÷ 3</div>',
        "[words](tables.md#h1) and [words][1]\n\n[1]: https://a.example/2",
        "## Words {#words-1}",
        "1. one\n2. two\n\n  3) three",
        "On 2026-11-29, in 1.2.3, with UTF-8, BM25, cl100k_base, SHA-256 and Python 3.11.",
        'He says <q>272 tables</q>.\n\n> and 425\n\n<blockquote markdown="1">\n338\n</blockquote>',
        "&#8211; &frac12;",
    ],
)
def test_what_is_no_typed_number_is_let_through(fine):
    """Number words, expressions, code, markup, formulas, targets, markers, dates, versions, proper names and quotations."""
    assert typed_numbers(fine) == []


def test_a_typed_number_is_found_on_its_line():
    """What is taken out leaves the lines where they were."""
    assert typed_numbers("---\na: 1\n---\n{{ number(\n'a') }}\n```\n2\n```\nand 4711 more\n") == ["9: and 4711 more"]
    assert prose("a `b` c\n") == "a · c\n"


@pytest.mark.parametrize(
    ("page", "unlinked"),
    [
        ("A {{ term('x') }} stride.", ["1: stride"]),
        ('# Stride\n\nThe {{ term("stride") }}, and the stride again.', []),
        ('The {{ term("cut table", "cut") }}, and cut tables.', []),
        ('Strides first,\nthen {{ term("stride") }}.', ["1: Strides"]),
        ('One line: stride, {{ term("stride") }}.', ["1: stride"]),
        ("Astride, stride-long, `stride`, {{ number('stride') }} and [x](stride.md).", []),
        ("\n\nA cut\ntable and two cut tables.", ["4: cut tables"]),
        ("See [the stride](stride.md) and [strides](#b).", []),
        ("No question mark in lock files.", []),
        ("Some corpora.", ["1: corpora"]),
    ],
)
def test_a_word_that_is_not_linked_at_its_first_use_is_found(page, unlinked):
    """The first whole word counts, in any case and with a plural's s; headings, code and targets are no sentences."""
    assert unlinked_terms(page, ("stride", "cut table", "corpus", "question", "lock")) == unlinked
