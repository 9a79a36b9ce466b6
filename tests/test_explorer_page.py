"""The explorer on its page: chosen by mouse and keyboard, restored from the address, told without colour, and there without JavaScript."""

import json
import re
import shutil
from pathlib import Path

import pytest
from browser import served
from explorer_project import TEXT, add_explorer
from playwright.sync_api import expect

OUTCOME = "output.explorer-outcome"
SIGNS = {"answered": "●", "outranked": "◐", "cut": "×", "refused": "–"}


@pytest.fixture(scope="module")
def site(built, tmp_path_factory):
    return add_explorer(Path(shutil.copytree(built, tmp_path_factory.mktemp("explorer") / "project")))


@pytest.fixture(scope="module")
def address(site):
    with served(site) as url:
        yield url


@pytest.fixture(scope="module")
def grids(site):
    names = ("fixed", "recursive", "sentence", "token")
    return {name: json.loads((site / f"data/lottery/explorer-house-{name}.json").read_text("utf-8")) for name in names}


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(f"{address}lottery/")
    expect(page.locator(".explorer-cell").first).to_be_visible()
    yield page
    context.close()


def expected(grid, question, overlap, k):
    """What each size's cell has to say, from the data alone."""
    asked, column = grid["asked"][question], [row[grid["overlaps"].index(overlap)] for row in grid["settings"]]
    held = [at >= 0 and bool(asked["holders"][at]) for at in column]
    found = [at >= 0 and asked["rank"][at] is not None and asked["rank"][at] <= k for at in column]
    return [
        "refused" if at < 0 else "answered" if yes else "outranked" if whole else "cut"
        for at, whole, yes in zip(column, held, found, strict=True)
    ]


def cells(page):
    """The outcome of every cell, by its attribute and by its sign."""
    return page.locator(".explorer-cell").evaluate_all("all => all.map((one) => [one.dataset.outcome, one.firstChild.data])")


@pytest.mark.parametrize(
    "chosen",
    [
        ("fixed", "wick", 0, 3),
        ("fixed", "visitors", 200, 1),
        ("recursive", "key", 150, 3),
        ("sentence", "wick", 10, 1),
        ("token", "key", 40, 10),
    ],
)
def test_the_strip_is_the_data(page, grids, chosen):
    """Whatever is chosen, each cell has the outcome of its size, in a sign of its own and in words."""
    splitter, question, overlap, k = chosen
    for name, value in {"splitter": splitter, "question": question, "overlap": str(overlap), "k": str(k)}.items():
        page.locator(f"#explorer-{name}").select_option(value)
        page.wait_for_function("() => !document.querySelector('.explorer').hasAttribute('aria-busy')")
    names = expected(grids[splitter], ["wick", "visitors", "key"].index(question), overlap, k)
    assert cells(page) == [[name, SIGNS[name]] for name in names]
    first = page.locator(".explorer-cell").first
    words = {"answered": "contained and retrieved", "outranked": "contained but outranked", "cut": "cut", "refused": "the library refuses"}
    assert first.get_attribute("aria-label") == f"{grids[splitter]['sizes'][0]}: {words[names[0]]}"


def test_a_state_shows_its_own_numbers_and_no_others(page, address, grids):
    """Each number of a state stands in the data for it: readouts, ranks, scores and places; and the chunks' text is the document's."""
    page.goto(f"{address}lottery/#explorer:document=house&question=wick&splitter=fixed&size=100&overlap=60&k=3")
    expect(page.locator(OUTCOME)).to_contain_text("at chunk_size 100, chunk_overlap 60")
    grid = grids["fixed"]
    at, asked = grid["settings"][1][6], grid["asked"][0]
    shown = page.locator(".explorer-readouts").inner_text()
    for value in (grid["count"][at], grid["stored"][at], f"{grid['ratio'][at]:.2f}", f"{grid['delivered'][at]:.1f}"):
        assert f"{value:,}" if isinstance(value, int) else value in shown
    rows = page.locator(".explorer-ranks li")
    assert rows.locator(".explorer-score").all_inner_texts() == [f"{score:.3f}" for score in asked["scores"][at]]
    places = [f"chunk {one + 1}, [{grid['starts'][at][one]}, {grid['ends'][at][one]})" for one in asked["first"][at]]
    assert rows.locator(".explorer-place").all_inner_texts() == places
    marks = page.locator(".explorer-document .cut").count()
    text = page.locator(".explorer-document").evaluate(
        "one => [...one.children].filter((it) => !it.matches('.cut')).map((it) => it.textContent).join('')"
    )
    assert (text, marks) == (TEXT, grid["count"][at])
    known = {
        *re.findall(r"\d+", json.dumps([asked["scores"][at], asked["rank"][at], grid["stored"][at], grid["starts"][at], grid["ends"][at]]))
    }
    known |= {str(number) for number in range(grid["count"][at] + 1)} | {"60", "100", "3", str(len(TEXT))}
    known |= {part for value in (grid["ratio"][at], grid["delivered"][at]) for part in f"{value:.2f} {value:.1f}".replace(".", " ").split()}
    known |= {part for score in asked["scores"][at] for part in f"{score:.3f}".split(".")}
    for place in (OUTCOME, ".explorer-readouts", ".explorer-score", ".explorer-place", ".explorer-holds"):
        for found in page.locator(place).all_inner_texts():
            assert set(re.findall(r"\d+", found.replace(",", "").replace(")", " "))) <= known


def test_arrow_keys_walk_the_strip_and_the_outcome_is_announced(page):
    """One cell can be reached by Tab; the arrows move to the next, Home and End to the ends, and the address keeps up."""
    assert page.locator(".explorer-cell[tabindex='0']").count() == 1
    page.locator(".explorer-cell[tabindex='0']").focus()
    for key, size in (
        ("ArrowRight", "300"),
        ("ArrowDown", "320"),
        ("ArrowLeft", "300"),
        ("Home", "80"),
        ("ArrowLeft", "80"),
        ("End", "800"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.size") == size
        expect(page.locator("[role=radio][aria-checked=true]")).to_have_attribute("data-size", size)
        expect(page.locator(OUTCOME)).to_contain_text(f"at chunk_size {size}")
    assert "size=800" in page.url
    expect(page.locator(OUTCOME)).to_have_attribute("aria-live", "polite")
    expect(page.locator("[role=radiogroup]")).to_have_attribute("aria-label", "chunk_size, in characters")


def test_an_address_restores_its_state_and_what_is_unknown_in_it_is_put_right(page, address):
    """A cited state opens as it was, and one that names nothing known falls back to the first of each."""
    other = page.context.new_page()
    other.goto(f"{address}lottery/#explorer:document=house&question=key&splitter=recursive&size=80&overlap=200&k=1")
    expect(other.locator(OUTCOME)).to_contain_text("ValueError: Got a larger chunk overlap (200) than chunk size (80), should be smaller.")
    expect(other.locator(".explorer-detail")).to_be_hidden()
    expect(other.locator("#explorer")).to_be_in_viewport()
    expect(other.locator("pre.call")).to_contain_text("RecursiveCharacterTextSplitter(chunk_size=80, chunk_overlap=200)")
    other.evaluate("location.hash = 'explorer:question=no&splitter=none&size=81&k=<b>'")
    expect(other.locator(OUTCOME)).to_contain_text("at chunk_size 280, chunk_overlap 0")
    expect(other.locator("#explorer-question")).to_have_value("wick")


def test_markup_of_the_document_and_of_a_question_stays_text(page):
    """Nothing of what is shown becomes an element."""
    page.locator("#explorer-question").select_option("visitors")
    expect(page.locator(".explorer-document")).to_contain_text("Sundays <b>only</b> & by day")
    assert page.locator(".explorer b, .explorer i").count() == 0


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_it_fits_its_window(page, width):
    """Nothing scrolls sideways, and on a phone a cell is wide enough for a finger."""
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".explorer-cell").first.bounding_box()["width"] >= 24


def test_on_paper_stands_the_state(page):
    """The fields are left out, the strip, the outcome and the document are printed."""
    page.emulate_media(media="print")
    expect(page.locator(".explorer-form")).to_be_hidden()
    for place in (OUTCOME, ".explorer-strip", ".explorer-document"):
        expect(page.locator(place)).to_be_visible()


def test_without_javascript_there_are_strips_with_the_same_outcomes(chromium, address, grids):
    """Every question is a row of signs with words for those who hear it, and a sentence says what the script would add."""
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{address}lottery/")
    expect(plain.locator("#explorer-plain")).to_contain_text("needs JavaScript")
    rows = plain.locator("#matrix-house-fixed-0 tbody")
    for question in range(3):
        signs = rows.nth(question).locator("td span[aria-hidden]").all_text_contents()
        assert signs == [SIGNS[name] for name in expected(grids["fixed"], question, 0, 3)]
    context.close()
