"""Untrusted text on a page: shown as it is, and never taken for HTML, Markdown or Jinja; and how values are shown."""

import html
import json
import re
from dataclasses import replace

import markdown
import pytest
import yaml
from built import Reading, pages, read
from hypothesis import given
from hypothesis import strategies as st
from project import TINY

from generators.display import display, escaped, inert, visible
from generators.listing import numbers_page
from generators.markup import Grid, as_it_is, cut_text, data_files, number_link, table, unread, with_blanks

HOSTILE = yaml.safe_load((TINY / "scenarios/hostile.yaml").read_text("utf-8"))
MARKUP = HOSTILE["corpora"]["markup"]["texts"]
EXTENSIONS = ["abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"]

# Of the theme and of the pages themselves, as the page of a plain text has them.
PLAIN = "glossary/index.html"


@pytest.fixture(scope="module")
def shown(tiny_site):
    """Every page on which hostile texts stand, and one of plain texts."""
    names = ("hostile/index.html", "reference/numbers/hostile/index.html", "reference/numbers/index.html", "changes/index.html", PLAIN)
    return {name: read(tiny_site / name) for name in names}


def scripts(reading):
    return [attrs.get("src", "").rpartition("/")[2] for attrs in reading.all("script")]


def test_no_hostile_element_is_on_any_page(shown):
    """Pages of hostile texts have the scripts and pictures of a plain page and no more, and no element listens for anything of its own."""
    for name, reading in shown.items():
        assert scripts(reading) == scripts(shown[PLAIN]), name
        for tag in ("img", "iframe", "object", "embed", "base", "style"):
            assert reading.all(tag) == shown[PLAIN].all(tag), (name, tag)
        for tag, attrs in reading.elements:
            assert not [attribute for attribute in attrs if attribute.startswith("on")], (name, tag)
            assert "javascript:" not in attrs.get("href", ""), (name, tag)


def test_no_hostile_text_ends_an_element(shown):
    """What the texts would close is closed as often as it is opened, so the page's frame is whole."""
    frame = ("article", "main", "footer", "header", "html", "body")
    for name, reading in shown.items():
        own = [tag for tag, attrs in reading.elements if tag in frame and attrs.get("class") != "changes"]
        assert own == [tag for tag, _ in shown[PLAIN].elements if tag in frame], name


def test_hostile_texts_are_there_word_for_word(shown):
    """Every line of the texts, the calls, what was raised and the titles can be read on the page; {{ 7*7 }} is no sum."""
    page = shown["hostile/index.html"]
    chunks = page.text
    for text in MARKUP.values():
        for line in filter(None, text.splitlines()):
            words = line.strip()
            assert words[:40] in chunks.replace("·", " "), words
    assert "separators=['</script>', '{{ 7*7 }}', ']]>', '|', '`', '\\n', '']" in chunks
    assert "ValueError: Got a larger chunk overlap (20) than chunk size (10), should be smaller." in chunks
    assert "Metadata length (0) is close to chunk size (40)" in chunks
    title = HOSTILE["title"].replace("\r", "␍")
    assert title in shown["reference/numbers/hostile/index.html"].text
    assert title in shown["reference/numbers/index.html"].text
    assert shown["reference/numbers/hostile/index.html"].titles[0] == f"Numbers of hostile: {title} - Offcut"
    assert "Moved by hand, {{ 7*7 }} <script>alert(7)</script> *and* for a test" in shown["changes/index.html"].text
    assert "llama-index-core <b>0.1</b> became 0.2" in shown["changes/index.html"].text


def test_hostile_titles_stay_a_title(tiny_site):
    """A title that would end the title's element, or the heading, stands in both, escaped."""
    source = (tiny_site / "reference/numbers/hostile/index.html").read_text("utf-8")
    assert "<script>alert" not in source
    assert source.count("</title>") == source.count("<title>") == 1


def test_control_characters_are_shown_as_their_signs(shown, tiny_site):
    """NUL, bell, escape and a lone CR are seen on the page, and no file of the site holds a NUL or another control character."""
    text = shown["hostile/index.html"].text
    assert all(sign in text for sign in "␀␇␛␡␌␋␍")
    for path in (*pages(tiny_site), *tiny_site.glob("**/*.json"), *tiny_site.glob("data/**/*.csv")):
        found = {byte for byte in path.read_bytes() if byte < 32 or byte == 127} - {9, 10, 13}
        assert not found, path.relative_to(tiny_site)


def test_hostile_data_are_whole(tiny_site):
    """What a run raised, by the name that this Python has for it, and the call with hostile separators come out of numbers.json whole."""
    numbers = json.loads((tiny_site / "numbers.json").read_text("utf-8"))["numbers"]
    assert numbers["hostile/markup/pattern/chunks"]["inputs"]["error"].startswith(f"{re.error.__name__}: missing ), unterminated")
    assert "separators=['</script>', '{{ 7*7 }}', ']]>', '|', '`', '\\n', '']" in numbers["hostile/markup/inserted/chunks"]["call"]


def test_runs_that_said_something_are_folded_with_their_kind(shown):
    """A run that failed, one that printed and one of odd texts have a fold each, and equal words stand once."""
    text = " ".join(shown["hostile/index.html"].text.split())
    for summary in (
        "failing on markup, empty: failed",
        "printing on markup: printed",
        "recursive on controls: noted",
        "standing on markup: failed",
    ):
        assert text.count(summary) == 1


def test_nothing_is_shown_of_nothing(shown):
    """Of empty documents there are no chunks, shares are n/a and counts nought."""
    rows = {attrs["id"]: attrs["value"] for tag, attrs in shown["hostile/index.html"].elements if tag == "data" and attrs.get("id")}
    assert rows["hostile/empty/recursive/chunks"] == "0"
    assert rows["hostile/empty/recursive/tables_cut_share"] == ""


TEXTS = st.text(st.characters(blacklist_categories=[]) | st.sampled_from("\0\r\n\t\x02\x03`*_{}[]()<>|#&;:!~^=\\\"'$@/ "))


@given(TEXTS)
def test_inert_text_comes_through_markdown_as_it_is(text):
    """In a paragraph, a heading and a cell of a table, Markdown shows the visible text and makes nothing of it."""
    source = f"x{inert(text)}x"
    expected = " ".join(f"x{visible(text)}x".split())
    for template in ("{}", "# {}", "| a |\n|---|\n| {} |"):
        reading = Reading(markdown.markdown(template.format(source), extensions=EXTENSIONS))
        assert expected in " ".join(reading.text.split())
        assert {tag for tag, _ in reading.elements} <= {"p", "h1", "table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize("control", ["\u202a", "\u202e", "\u2066", "\u2069"])
def test_what_reorders_is_seen_by_its_number(control):
    """An override would show the words after it, the page's own too, in another order; a right-to-left mark stays in its text."""
    assert visible(f"a{control}b\u200fc") == f"a<U+{ord(control):04X}>b\u200fc"
    assert control not in inert(control) + escaped(control)


@given(TEXTS)
def test_escaped_text_comes_through_a_block_of_html_as_it_is(text):
    """Within a block of HTML in Markdown, in a block read as Markdown too, the text stands to the letter."""
    for template in ("<pre><code>{}</code></pre>", '<div markdown="1">\n\n<pre><code>{}</code></pre>\n\n</div>'):
        reading = Reading(markdown.markdown(template.format(escaped(f"x{text}x")), extensions=EXTENSIONS))
        assert f"x{visible(text)}x" in reading.text
        assert [tag for tag, _ in reading.elements if tag != "div"] == ["pre", "code"]


@pytest.mark.parametrize(
    ("value", "unit", "digits", "shown"),
    [
        (None, "tables", None, "n/a"),
        (1200, "tables", None, "1,200"),
        (272.434, "tables", None, "272.43"),
        (272.434, "tables", 0, "272"),
        (338.0, "tables", None, "338"),
        (0.0, "ratio", None, "0"),
        (0, "share", None, "0.0%"),
        (0.22703, "share", None, "22.7%"),
        (0.22703, "share", 2, "22.70%"),
        (0.31623, "cosine", None, "0.3162"),
        (0.00042, "cosine", None, "0.00042"),
        (-0.5, "cosine", None, "-0.5000"),
    ],
)
def test_a_value_is_shown_with_a_sensible_number_of_digits(value, unit, digits, shown):
    """Whole values whole, shares in per cent, levels with two or four decimals, and what is small never as nought."""
    assert display(value, unit, digits) == shown


def test_blanks_are_shown_where_they_matter():
    """A single blank between words stays one; runs, line ends and tabs are signs, and a line end still ends the line."""
    assert html.unescape(Reading(with_blanks("a b  c\td\n")).text) == "a b··c→d↵\n"


def test_a_document_is_shown_with_its_cuts():
    """Chunks are tinted in turn, what two share is marked with both, what none holds is set apart, and every start has its number."""
    shown = cut_text("abcdef", [("abc", [(0, 3)]), ("cd", [(2, 4)]), ("f", [(5, 6)])])
    assert shown == (
        '<span class="cut" title="chunk 1 starts here">▏1</span><span class="chunk c0">ab</span>'
        '<span class="cut" title="chunk 2 starts here">▏2</span><mark class="overlap" title="in chunks 1, 2">c</mark>'
        '<span class="chunk c1">d</span><span class="uncut">e</span>'
        '<span class="cut" title="chunk 3 starts here">▏3</span><span class="chunk c0">f</span>'
    )


def test_a_frozen_number_is_marked(catalogue):
    """A number read from the lock has a class of its own where it stands, and the word in its row."""
    one = replace(catalogue.one("tiny/rates/small/chunks"), status="frozen")
    assert '<a class="number frozen"' in number_link(catalogue, one, "../", anchor=False)
    results = replace(catalogue.scenario("tiny"), numbers={one.id: one})
    assert '<span class="frozen-mark">frozen</span>' in numbers_page(catalogue, results, "", {})
    assert "frozen" not in numbers_page(catalogue, catalogue.scenario("tiny"), "", {})


@pytest.mark.parametrize("status", ["live", "frozen"])
def test_a_table_explains_the_sign_of_its_frozen_numbers(catalogue, status):
    """The key stands below the table, once, and only where it explains something; a cell of words is no number."""
    one = replace(catalogue.one("tiny/rates/small/chunks"), status=status)
    found = table(Grid("Chunks", ["here", "elsewhere"], [("small", [one, "frozen"])]), lambda cell: cell.id)
    key = "frozen: read from the lock, not recomputed in this build"
    assert (found.partition("</table>")[2].count(key), 'class="numbers keyed"' in found) == (status == "frozen",) * 2


def test_data_files_keep_what_a_spreadsheet_needs():
    """CSV quotes commas and quotes, n/a is empty there and null in JSON, and letters beyond ASCII stay letters."""
    files = data_files("data/x", [{"row": 'a, "b"', "value": None}, {"row": "ü", "value": 0.5}])
    assert files["data/x.csv"].decode() == 'row,value\n"a, ""b""",\nü,0.5\n'
    assert json.loads(files["data/x.json"]) == [{"row": 'a, "b"', "value": None}, {"row": "ü", "value": 0.5}]
    assert "ü" in files["data/x.json"].decode()
    assert data_files("data/x", [{"a": ["ü", 1]}, {"b": {"c": None}}])["data/x.csv"].decode() == ('a,b\n"[""ü"", 1]",\n,"{""c"": null}"\n')


def test_an_unread_block_stands_on_the_page_to_the_byte():
    """What looks like Markdown within it is left alone, by the fence that mkdocs.yml has under this name."""
    block = '<table><tr id="a/b_c_"><td>*not* `code` &amp; [x](y) {{ z }}</td></tr></table>'
    fences = {"custom_fences": [{"name": "as-is", "class": "as-is", "format": as_it_is}]}
    settings = {"extensions": ["pymdownx.superfences"], "extension_configs": {"pymdownx.superfences": fences}}
    assert markdown.markdown(f"# Head\n\n{unread(block)}", **settings) == f"<h1>Head</h1>\n{block}"
