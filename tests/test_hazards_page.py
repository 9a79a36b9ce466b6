"""The hazard matrix and the pages of its splitters: every outcome with its evidence, and nothing of a probe that is read as markup."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from browser import PATIENCE
from playwright.sync_api import expect
from project import offcut
from small_project import results

from generators.catalogue import Catalogue
from generators.hazards import column_page, columns, matrix
from generators.hazards.known import KNOWN, known
from generators.measures.hazards import MEASURES
from generators.mistake import Mistake
from generators.page import Page
from generators.splitters import SPLITTERS

ROOT = Path(__file__).parent.parent

SCENARIO = """\
title: Hazards in small
corpora:
  headings: {texts: {probe: "# <b>One</b>\\n\\nText & more.\\n"}, measures: [heading_parted]}
  special: {texts: {probe: "A <|endoftext|> and <script>."}, measures: [special_lost]}
splitters:
  fixed: {use: fixed, chunk_size: 8}
  headers: {use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: [["#", h1]]}
  token: {use: langchain.TokenTextSplitter, encoding_name: cl100k_base}
  markdown-headers-kept: {use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: [["#", h1]], strip_headers: false}
  langchain-token-special: {use: langchain.TokenTextSplitter, encoding_name: cl100k_base, disallowed_special: []}
measures: [heading_parted, special_lost]
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """The catalogue of a scenario in small, under the name of the real one."""
    folder = tmp_path_factory.mktemp("hazards")
    found = results(folder, SCENARIO, name="hazards.yaml")
    return Catalogue({"hazards": found})


def test_the_columns_are_the_first_row_of_each_class(catalogue):
    """A later row of the same class shows a way around, and is no splitter at its defaults."""
    assert [column.name for column in columns.columns(catalogue)] == ["fixed", "headers", "token"]


def test_an_outcome_follows_from_the_number_and_the_run(catalogue):
    """Harms, none, an error, and no probe."""
    outcomes = {
        column.name: {found.hazard: found.outcome for found in column.found if found.outcome != "na"}
        for column in columns.columns(catalogue)
    }
    assert outcomes == {
        "fixed": {"heading_parted": "harmed", "special_lost": "harmed"},
        "headers": {"heading_parted": "harmed", "special_lost": "unharmed"},
        "token": {"heading_parted": "unharmed", "special_lost": "refuses"},
    }


def test_the_matrix_has_a_sign_for_each_pair_that_leads_to_its_evidence(catalogue):
    """A link into the splitter's page, a word for who cannot see the sign, and the same as data."""
    page = Page("hazards.md", catalogue)
    shown = matrix.matrix(page)
    assert shown.count("<td ") == 3 * len(MEASURES)
    assert '<a href="../hazards/token/#special_lost" title="TokenTextSplitter: refuses">' in shown
    assert shown.count('<span class="unseen">harmed</span>') == 2 * 3  # in the table and in the list
    assert b'"outcome": "refuses"' in page.files["data/hazards/matrix.json"]


def test_the_counts_are_those_of_the_signs_and_lead_to_where_the_matrix_says_so(catalogue):
    """Of six outcomes on two hazards, three are harm, two are none and one is an error; the rest does not apply."""
    page = Page("hazards.md", catalogue)
    shown = matrix.matrix(page)
    assert matrix.hazard_count(page, "harmed") == '<a class="number" href="#harmed"><data value="3">3</data></a>'
    assert '<li id="harmed" class="harmed"><span class="sign" aria-hidden="true">✕</span> <strong>harmed</strong>, 3: ' in shown
    pairs = 3 * len(MEASURES)
    for what, count in {"judged": 6, "splitters": 3, "hazards": len(MEASURES)}.items():
        assert f'href="#judged"><data value="{count}">' in matrix.hazard_count(page, what)
    said = f"3 splitters under {len(MEASURES)} hazards make {pairs} pairs, of which 6 are cases; the others do not apply:"
    assert f'<p id="judged">{said}' in shown
    with pytest.raises(Mistake, match="harmed"):
        matrix.hazard_count(page, "harmd")


def test_a_splitters_page_shows_the_evidence_and_the_way_around(catalogue):
    """The chunks as Python writes them, the call that avoids the harm, what that does, and the public threads; all of it escaped."""
    pages = dict(column_page.column_pages(catalogue))
    assert sorted(pages) == ["hazards/fixed.md", "hazards/headers.md", "hazards/token.md"]
    headers, token = pages["hazards/headers.md"], pages["hazards/token.md"]
    assert "### Heading parted from its text {#heading_parted}" in headers
    assert "chunk 1, [14, 26): &#x27;Text &amp; more.&#x27;" in headers
    assert "strip_headers=False" in headers
    assert 'data-number="hazards/headings/markdown-headers-kept/heading_parted"' in headers
    assert "<b>raised</b> ValueError: Encountered text corresponding to disallowed special token" in token
    assert "disallowed_special=[]" in token
    assert "https://github.com/langchain-ai/langchain/issues/923" in token
    assert "<script>" not in "".join(pages.values())
    assert "&lt;b&gt;One" in headers


def test_only_a_library_that_the_page_of_defaults_shows_is_linked_to_it(catalogue):
    """LangChain's classes have a place there; our own have none, and neither has an extra."""
    pages = dict(column_page.column_pages(catalogue))
    assert 'href="../../defaults/#langchain.TokenTextSplitter"' in pages["hazards/token.md"]
    assert "defaults/#" not in pages["hazards/fixed.md"]
    extra = replace(next(columns.columns(catalogue)), use="haystack.DocumentSplitter")
    assert "defaults/#" not in column_page.settings(Page("hazards/haystack.md", catalogue), extra)


def test_each_splitter_of_the_shelf_has_a_column():
    """A splitter that comes to the shelf gets its row in the scenario of its kind."""
    files = [yaml.safe_load((ROOT / f"scenarios/{name}.yaml").read_text("utf-8")) for name in columns.SCENARIOS]
    assert set(SPLITTERS) == {row["use"] for file in files for row in file["splitters"].values()}


def test_each_hazard_has_a_probe_and_what_is_known_names_hazards_and_rows():
    """Nothing is said of a hazard or a way around that is not in the scenario."""
    file = yaml.safe_load((ROOT / "scenarios/hazards.yaml").read_text("utf-8"))
    assert file["measures"] == list(MEASURES)
    assert {measure for row in file["corpora"].values() for measure in row["measures"]} == set(MEASURES)
    for one in KNOWN:
        assert set(one.hazards) <= set(MEASURES)
        assert any(use.startswith(one.use) for use in SPLITTERS)
        assert one.around in ("", *file["splitters"])


def test_what_is_said_of_a_class_goes_before_what_is_said_of_all():
    """The longest name wins, and there is nothing where nothing is known."""
    assert known("heading_parted", "langchain.MarkdownHeaderTextSplitter").around == "markdown-headers-kept"
    assert known("heading_parted", "fixed").use == ""
    assert known("own_offsets_wrong", "fixed") is None


@pytest.fixture(scope="module")
def site(built, tmp_path_factory):
    """The miniature's site with the matrix of the scenario in small."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("matrix") / "project"))
    (folder / "scenarios/hazards.yaml").write_text(SCENARIO, "utf-8")
    (folder / "docs/hazards.md").write_text("# Hazard matrix\n\n{{ hazards() }}\n", "utf-8")
    settings = folder / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8").replace("  - Tiny: tiny.md\n", "  - Tiny: tiny.md\n  - Hazards: hazards.md\n"), "utf-8")
    for words in (("lock", "hazards"), ("build",)):
        done = offcut(folder, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}hazards/")
    expect(page.locator(SAID)).to_be_visible()
    yield page
    context.close()


SPLITTER, HAZARD = (f".hazards-filter select >> nth={at}" for at in (0, 1))
HARM = ".hazards-filter [type=checkbox]"
SAID = ".hazards-filter [role=status]"
ONLY = "only rows with harm"


def test_where_no_row_matches_a_line_says_what_to_untick(page):
    """There is no empty table then, and a caption says what is shown of the matrix."""
    page.locator(SPLITTER).select_option("MarkdownHeaderTextSplitter")
    page.locator(HAZARD).select_option(MEASURES["special_lost"].title)
    frame, caption = page.locator(".hazards .table-wrap"), page.locator("table.hazards-matrix caption")
    expect(page.locator(SAID)).to_have_text("0 of 1 cases harmed, 0 refused")
    expect(caption).to_contain_text(f"{MEASURES['special_lost'].title} under MarkdownHeaderTextSplitter (LangChain ")
    page.locator(HARM).check()
    expect(page.locator(SAID)).to_have_text(f"No row matches: untick “{ONLY}”.")
    expect(frame).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(SAID)).to_be_visible()
    expect(page.locator(SPLITTER)).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator(SPLITTER).select_option("all")
    expect(page.locator(SAID)).to_have_text("1 of 3 cases harmed, 1 refused")
    expect(frame).to_be_visible()
    expect(caption).to_have_text(f"{MEASURES['special_lost'].title} under every splitter at its defaults, {ONLY}")
    assert frame.get_attribute("aria-label") == caption.text_content()


def test_on_a_phone_a_splitters_counts_are_those_of_the_filter(page):
    """What is filtered out is not counted beside a splitter's name, and one that is unharmed is no row with harm."""
    page.set_viewport_size({"width": 390, "height": 800})
    counts = page.locator(".hazards-list > li:visible .hazards-counts")
    absent = len(MEASURES) - 2
    expect(counts).to_have_text([f"2 harmed, {absent} n/a", f"1 harmed, 1 unharmed, {absent} n/a", f"1 unharmed, 1 refuses, {absent} n/a"])
    page.locator(HAZARD).select_option(MEASURES["special_lost"].title)
    expect(counts).to_have_text(["1 harmed", "1 unharmed", "1 refuses"])
    page.locator(HARM).check()
    expect(counts).to_have_text(["1 harmed", "1 refuses"])


ROOM = """(select) => {
    const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontSize} ${style.fontFamily}`;
    const [{ text }] = select.selectedOptions;
    return select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - pen.measureText(text).width;
}"""


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_the_name_of_a_chosen_splitter_has_room(page, width):
    """The longest name that any splitter has fits into the field, beside its arrow."""
    page.set_viewport_size({"width": width, "height": 800})
    longest = max((use.rpartition(".")[2] for use in SPLITTERS), key=len)
    field = page.locator(SPLITTER)
    field.evaluate("(select, name) => { select.options[1].text = name; }", longest)
    field.select_option(longest)
    assert field.evaluate(ROOM) >= 16
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_filter_stands_in_the_address(page, address):
    """What is chosen can be sent, is there again after a look at the evidence, and leaves no trace once all is shown."""
    page.locator(SPLITTER).select_option("TokenTextSplitter")
    page.locator(HARM).check()
    kept = f"{address}hazards/#hazards:splitter=token&harm=only"
    expect(page).to_have_url(kept)
    page.locator("td.refuses:visible a").click()
    page.wait_for_url("**/hazards/token/#special_lost")
    page.go_back()
    expect(page).to_have_url(kept)
    other = page.context.new_page()
    other.goto(kept)
    for one in (page, other):
        expect(one.locator(SPLITTER)).to_have_value("token")
        expect(one.locator(HARM)).to_be_checked()
        expect(one.locator(SAID)).to_have_text("0 of 1 cases harmed, 1 refused")
        expect(one.locator("table.hazards-matrix tbody tr:visible")).to_have_count(1)
    other.evaluate("location.hash = 'hazards:splitter=<b>&hazard=special_lost&harm=no'")
    expect(other.locator(SAID)).to_contain_text("There is no Splitter “<b>”, no only rows with harm “no” here.")
    expect(other.locator(HAZARD)).to_have_value("special_lost")
    page.locator(SPLITTER).select_option("all")
    page.locator(HARM).uncheck()
    expect(page).to_have_url(f"{address}hazards/")


def test_the_soft_edge_of_the_matrix_begins_where_its_rows_do(page):
    """Its caption covers the edge, which would stand beside it as a box of its own."""
    colours = page.locator("table.hazards-matrix").evaluate(
        "(table) => [table.caption, document.body].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(colours)) == 1
