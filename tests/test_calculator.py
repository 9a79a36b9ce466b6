"""The calculator on the Tables page: its answers are Python's, its fields can be reached and heard, and its state stands in the address."""

import itertools
import json
import re
from types import SimpleNamespace

import pytest
from browser import PATIENCE, served
from playwright.sync_api import expect

from generators.arithmetic import cut
from generators.arithmetic.window import windows_whole
from generators.calculator import calculator
from generators.corpus import Band
from generators.mistake import Absent, Mistake
from generators.results import Run

SIZES = (1, 2, 100, 256, 1000, 1024, 4000)
OVERLAPS = (0, 1, 20, 64, 200, 999)
LENGTHS = (1, 2, 19, 20, 21, 22, 100, 200, 201, 255, 256, 257, 300, 600, 1000, 1001, 1023, 1024, 1025, 1800, 4000, 7999)
DOCUMENTS = (8000, 8192)
GRID = [
    (length, size, overlap, DOCUMENTS[(length + size) % 2])
    for size, overlap, length in itertools.product(SIZES, OVERLAPS, LENGTHS)
    if overlap < size
]
LISTS = (
    [(930, 300), (200, 600), (50, 900), (20, 1800)],
    [(1, 200), (1, 201), (1, 1023), (1, 1024), (1, 1025)],
    [(count, 7 * count % 1500 + 1) for count in range(1, 900)],
    [(10**12, 500), (3, 10**9)],
)
SWEEP = """async ([module, grid, lists]) => {
    const form = await import(module);
    return [
        grid.map(([length, size, overlap, document]) => [
            form.chanceContinuous(length, size, overlap), form.chanceWhole(length, size, overlap),
            form.chanceFinite(length, size, overlap, document), form.windowsWhole(document, size, overlap),
        ]),
        lists.map((bands) => [
            form.expectedCut(bands, (length) => form.chanceContinuous(length, 1024, 200)),
            form.cutFromMean(bands, 1024, 200), form.meanLength(bands), form.countOf(bands),
        ]),
    ];
}"""
ANSWER = "output.calculator-answer"


@pytest.fixture(scope="module")
def address(calculator_site):
    with served(calculator_site) as url:
        yield url


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}tables/")
    expect(page.locator(ANSWER)).to_be_visible()
    yield page
    context.close()


def values(page, place=ANSWER):
    """The full values behind what is shown."""
    return page.locator(f"{place} data").evaluate_all("all => all.map((one) => Number(one.value))")


def answer(page, **fields):
    """Fill fields in, as if by typing."""
    for name, text in fields.items():
        page.locator(f"#calculator-{name}").fill(text)


def test_every_closed_form_is_pythons(page, address):
    """Over a grid with every edge (no longer than the overlap, as long as the window, longer, no overlap, a window of 1) and over lists."""
    points, lists = page.evaluate(SWEEP, [f"{address}assets/js/calculator-formula.js", GRID, LISTS])
    assert len(points) == len(GRID) > 500
    for (length, size, overlap, document), found in zip(GRID, points, strict=True):
        expected = [
            float(cut.p_cut_continuous(length, size, overlap)),
            float(cut.p_cut_whole_token(length, size, overlap)),
            float(cut.p_cut_finite(length, size, overlap, document)),
            windows_whole(document, size, overlap),
        ]
        assert found == pytest.approx(expected, rel=1e-12, abs=0), (length, size, overlap, document)
    for pairs, found in zip(LISTS, lists, strict=True):
        bands = [Band(*pair) for pair in pairs]
        expected = [cut.expected_cut(bands, 1024, 200), cut.cut_from_mean(bands, 1024, 200), cut.mean_tokens(bands), cut.count(bands)]
        assert found == pytest.approx(expected, rel=1e-12, abs=0)


def test_it_begins_with_the_pages_own_answer(page, address):
    """Before anything is typed it shows the first splitter's sizes and the archive's tables, and the published number."""
    published = json.loads(page.request.get(f"{address}numbers.json").text())["numbers"]["tables/lamplighter/llamaindex-default/tables_cut"]
    expect(page.locator(ANSWER)).to_contain_text(f"{published['display']} of 1,200 tables cut, by arithmetic")
    assert values(page) == pytest.approx([published["value"]], rel=1e-12)
    assert "#" not in page.url


def test_a_single_length_gets_a_chance_and_documents_their_own_row(page):
    """One table of 300: (300 - 200) / 824 of the places cut it, on whole tokens (300 - 200 - 1) / 824, in documents as Python has it."""
    answer(page, lengths="300", document="8000")
    expect(page.locator(ANSWER)).to_contain_text("12.1% chance that the table is cut")
    expect(page.locator(".calculator-detail caption")).to_contain_text("a chunk starts every 824 tokens")
    expect(page.locator(".calculator-detail")).to_contain_text("in documents of 8,000 tokens, each cut into 10 chunks")
    expected = [100 / 824, 99 / 824, float(cut.p_cut_finite(300, 1024, 200, 8000))]
    assert values(page, ".calculator-detail") == pytest.approx(expected, rel=1e-12)


def test_a_list_gets_a_row_for_each_length_and_the_wrong_shortcut(page):
    """Lengths may be parted by commas, blanks or lines and counted with x; equal ones are one row, shortest first."""
    bands = [Band(1, 100), Band(3, 300), Band(2, 1800)]
    answer(page, lengths="1800\n300 x 2; 100 1800,300")
    expect(page.locator(".calculator-detail")).to_contain_text("wrongly, if all had the mean length of 766.67")
    assert values(page) == pytest.approx([cut.expected_cut(bands, 1024, 200)], rel=1e-12)
    rows = page.locator(".calculator-more tbody tr").evaluate_all("all => all.map((row) => [...row.cells].map((cell) => cell.textContent))")
    # (300 - 200) / 824 is 12.1%, of three tables 0.36
    assert rows == [["100", "1", "0.0%", "0"], ["300", "3", "12.1%", "0.36"], ["1,800", "2", "100.0%", "2"]]
    assert cut.cut_from_mean(bands, 1024, 200) in [pytest.approx(value, rel=1e-12) for value in values(page, ".calculator-detail")]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("size", "", "Write a number."),
        ("size", "0", "It must be at least 1."),
        ("size", "12.5", "“12.5” is no whole number."),
        ("size", "99999999999999999999", "It is too large."),
        ("overlap", "-3", "It cannot be negative."),
        ("overlap", "many", "“many” is no whole number."),
        ("overlap", "1024", "Choose less than the chunk size."),
        ("overlap", "2000", "Got a larger chunk overlap (2000) than chunk size (1024), should be smaller."),
        ("lengths", "", "Write at least one length."),
        ("lengths", "300, abc", "Entry 2: “abc” is no length."),
        ("lengths", "1e9", "“1e9” is no length."),
        ("lengths", "1,200, 300", "“1,200” may be one number or several. Put a blank after the comma between lengths"),
        ("lengths", "300 x 1,024", "“1,024” may be one number or several."),
        ("lengths", "7,1,024,600", "“1,024,600” may be one number or several."),
        ("lengths", "300, 024", "Entry 2: “024” begins with a zero."),
        ("lengths", "300 x 0", "is no table"),
        ("lengths", "300 x 9007199254740991, 1", "More tables than can be counted exactly."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(page, name, text, says):
    """The message is tied to the field and announced, and there is no answer until it is put right."""
    field = page.locator(f"#calculator-{name}")
    answer(page, **{name: text})
    expect(field).to_have_attribute("aria-invalid", "true")
    message = page.locator(f"#{field.get_attribute('aria-describedby').split()[-1]}")
    expect(message).to_contain_text(says)
    expect(message).to_have_attribute("aria-live", "polite")
    expect(page.locator(ANSWER)).to_contain_text("no answer")
    expect(page.locator(".calculator-detail")).to_be_hidden()
    answer(page, size="1024", overlap="200", lengths="300")
    expect(page.locator(ANSWER)).to_contain_text("12.1%")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_document_too_short_for_a_table_leaves_the_other_answers(page):
    """Only the row for documents is gone, and its field says why."""
    answer(page, lengths="300, 600", document="599")
    expect(page.locator("#calculator-document-error")).to_have_text("A table of 600 does not fit into such a document.")
    expect(page.locator(ANSWER)).to_contain_text("of 2 tables cut")
    expect(page.locator(".calculator-detail")).not_to_contain_text("in documents of")


def test_the_libraries_refuse_what_the_page_says_they_refuse():
    """Both raise in just these words when the overlap is the larger."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from llama_index.core.node_parser import SentenceSplitter

    for splitter in (RecursiveCharacterTextSplitter, SentenceSplitter):
        with pytest.raises(ValueError, match=re.escape("Got a larger chunk overlap (2000) than chunk size (1024), should be smaller.")):
            splitter(chunk_size=1024, chunk_overlap=2000)


def test_sizes_of_a_library_fill_the_fields_and_a_changed_unit_is_told(page):
    """LangChain counts characters: the lengths are read as such from then on, and the page says that it converted none."""
    page.locator("#calculator-preset").select_option(label="langchain.RecursiveCharacterTextSplitter")
    for name, value in {"size": "4000", "overlap": "200", "unit": "characters"}.items():
        expect(page.locator(f"#calculator-{name}")).to_have_value(value)
    expect(page.locator(".calculator-found")).to_have_text("The lengths are now read as characters. They were not converted.")
    expect(page.locator(ANSWER)).to_contain_text("chunks of 4,000 characters with an overlap of 200")
    answer(page, size="3000")
    expect(page.locator("#calculator-preset")).to_have_value("")


def test_the_address_keeps_the_state_and_back_is_one_step(page, address):
    """What was typed can be cited, opened and left by Back; typing adds no steps to the history, and other anchors stay as they were."""
    before = page.evaluate("history.length")
    answer(page, size="512", overlap="50", lengths="300 x 12, 600", document="9000")
    page.wait_for_url("**/tables/#calculator:size=512&overlap=50&unit=tokens&document=9000&lengths=300x12,+600")
    assert page.evaluate("history.length") == before
    shown, kept = page.locator(ANSWER).text_content(), page.url
    page.get_by_role("button", name="Copy link to this answer").click()
    expect(page.locator(".calculator-actions [role=status]")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == kept
    page.evaluate("location.hash = 'calculator'")
    page.go_back()
    expect(page).to_have_url(kept)
    expect(page.locator(ANSWER)).to_have_text(shown)
    other = page.context.new_page()
    other.goto(kept)
    expect(other.locator(ANSWER)).to_have_text(shown)
    expect(other.locator("#calculator")).to_be_in_viewport()
    other.evaluate("location.hash = 'calculator:size=100&overlap=0&unit=characters&lengths=50'")
    expect(other.locator(ANSWER)).to_contain_text("50.0% chance")


TOP = (
    "(id) => document.getElementById(id).getBoundingClientRect().top - document.querySelector('.md-header').getBoundingClientRect().bottom"
)
"""How far below the header the element with an id begins."""


@pytest.mark.parametrize("height", [700, 1000])
def test_a_link_to_the_calculator_lands_on_its_heading(page, address, height):
    """The page has room to bring the heading to the top only when the fields are there: whoever has not moved is brought there then."""
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto(address)
    page.goto(f"{address}tables/#calculator")
    expect(page.locator(ANSWER)).to_be_visible()
    page.wait_for_function(f"0 <= ({TOP})('calculator') && ({TOP})('calculator') < 32")
    page.reload()
    expect(page.locator(ANSWER)).to_be_visible()
    page.wait_for_function(f"0 <= ({TOP})('calculator') && ({TOP})('calculator') < 32")


def test_a_list_that_may_mean_two_things_is_none_in_the_address_either(page):
    """What was typed comes back as it was typed, and is asked about again; a comma that no three digits follow parts lengths as it did."""
    answer(page, lengths="1,200")
    page.wait_for_url("**&lengths=1,200")
    page.evaluate("location.hash = 'calculator:size=1024&overlap=200&unit=tokens&lengths=100,1800,20'")
    expect(page.locator(ANSWER)).to_contain_text("of 3 tables cut")
    page.go_back()
    expect(page.locator("#calculator-lengths")).to_have_value("1,200")
    expect(page.locator(ANSWER)).to_contain_text("no answer")


def test_it_works_by_keyboard_and_is_announced(page):
    """Tab walks through the named fields in order, each with a visible focus, and the answer is a polite live region."""
    page.locator("#calculator-preset").focus()
    names = []
    for _ in range(6):
        names.append(page.evaluate("document.activeElement.labels[0].textContent"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Tab")
    assert names == ["Defaults of", "Unit", "Chunk size", "Overlap", "Document length", "Lengths of the tables"]
    page.keyboard.press("Enter")
    expect(page.get_by_label("Paste it")).to_be_visible()
    page.locator("#calculator-overlap").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("20")
    # (930 * 280 + 200 * 580 + 50 * 880) / 1004 + 20
    expect(page.get_by_role("status").filter(has_text="by arithmetic")).to_contain_text("438.73 of 1,200")
    expect(page.locator(ANSWER)).to_have_attribute("aria-live", "polite")
    assert page.locator(".calculator fieldset > legend").count() == page.locator(".calculator fieldset").count()


def test_without_javascript_a_sentence_gives_the_formula(chromium, address):
    """Whoever runs no scripts reads where the formula is derived and what to run."""
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{address}tables/#calculator")
    for text in ("needs JavaScript", "the method page", "offcut run", "p = (table − overlap) ÷ (chunk size − overlap)"):
        expect(plain.locator("#calculator-plain")).to_contain_text(text)
    context.close()


def test_on_paper_stands_the_answer(page):
    """The fields and the button are left out, the answer and its tables are printed, on a narrow page as well."""
    page.emulate_media(media="print")
    expect(page.locator(".calculator-form")).to_be_hidden()
    expect(page.locator(ANSWER)).to_be_visible()
    expect(page.locator(".calculator-more table")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_it_fits_its_window(page, width):
    """With the widest answer and an error in sight, nothing scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 800})
    answer(page, lengths="300 x 900000000000, 123456789012345", document="5")
    expect(page.locator("#calculator-document-error")).to_contain_text("does not fit")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def stub(settings, bands=((1, 300),), **errors):
    """A page that knows one run and its number."""
    number = SimpleNamespace(inputs={"bands": bands})
    catalogue = SimpleNamespace(one=lambda _: number, run=lambda pair: Run("b", pair, settings, "", error=errors.get(pair, "")))
    return SimpleNamespace(catalogue=catalogue, keep=lambda files: None)


def test_a_run_without_sizes_is_refused():
    """A splitter that has no chunk size cannot be chosen, and the mistake names it."""
    with pytest.raises(Mistake, match="the run a/b/c has no chunk_size and no chunk_overlap for the calculator"):
        calculator(stub({"use": "markdown", "unit": "characters"}), "a/b/c")


def test_a_run_that_failed_is_left_out():
    """The calculator starts from the runs that did not fail; where none is left, what they raised stands in its place."""
    sizes = {"use": "fixed", "unit": "cl100k_base", "chunk_size": 9, "chunk_overlap": 1}
    assert calculator(stub(sizes, one="ValueError: <9>"), "one", "other").count("&quot;name&quot;") == 1
    html = calculator(stub(sizes, one="ValueError: <9>"), "one")
    assert ("calculator" in html, "ValueError: &lt;9&gt;" in html) == (False, True)


def test_without_the_list_of_tokens_there_is_still_a_calculator(monkeypatch):
    """Where LlamaIndex is not installed, the page names no file of tokens, and the script says so when it needs it."""

    def absent(name):
        raise Absent(name)

    monkeypatch.setattr("generators.tokens.tokenizer", absent)
    html = calculator(stub({"use": "fixed", "unit": "cl100k_base", "chunk_size": 9, "chunk_overlap": 1}), "a/b/c")
    assert "&quot;ranks&quot;: null" in html
    assert "&quot;name&quot;: &quot;fixed&quot;, &quot;size&quot;: 9, &quot;overlap&quot;: 1, &quot;unit&quot;: &quot;tokens&quot;" in html
