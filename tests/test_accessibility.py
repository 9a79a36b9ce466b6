"""The built pages as axe-core judges them: nothing that breaks WCAG 2 at level A or AA, in the light and in the dark scheme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PATIENCE, served
from playwright.sync_api import expect

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}


@pytest.fixture(scope="module")
def address(calculator_site):
    with served(calculator_site) as url:
        yield url


@pytest.fixture(params=[("light", 1280), ("dark", 390)], ids=["light and wide", "dark and narrow"])
def page(chromium, request):
    scheme, width = request.param
    page = chromium.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


def barriers(page):
    """What axe-core finds, one line for each element."""
    return [
        f"{found['id']}: {node['target']}: {' '.join(node['failureSummary'].split())}"
        for found in Axe().run(page, options=RULES).response["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("path", ["", "reference/numbers/", "reference/numbers/tables/", "glossary/"])
def test_a_page_has_no_barrier(page, address, path):
    """Home, the index of numbers, a scenario's list of numbers, and a page of prose."""
    page.goto(address + path)
    assert barriers(page) == []


def test_charts_and_exhibits_have_no_barrier(page, address, calculator_site):
    """A page that shows pictures and cut texts, with what is folded away unfolded."""
    shown = next(path for path in sorted(calculator_site.glob("*/index.html")) if 'class="chart' in path.read_text("utf-8"))
    page.goto(f"{address}{shown.parent.name}/")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert barriers(page) == []


def test_a_card_has_no_barrier(page, address, calculator_site):
    """The card of a number, opened over the home page."""
    page.goto(address)
    page.locator("article a.number[data-number]").first.click()
    expect(page.locator("dialog.card[open]")).to_be_visible()
    assert barriers(page) == []


def test_the_calculator_has_no_barrier(page, address):
    """With an answer, with a text measured, and with an error beside a field."""
    page.goto(f"{address}tables/")
    page.locator(".calculator-markdown summary").click()
    page.get_by_label("Paste it").fill("| a | b |\n|---|---|\n| 1 | 2 |\n\nc | d\n3 | 4\n")
    expect(page.locator(".calculator-found")).to_contain_text("2 tables found")
    assert barriers(page) == []
    page.get_by_label("Overlap").fill("5000")
    expect(page.locator("#calculator-overlap-error")).not_to_be_empty()
    assert barriers(page) == []


def test_a_barrier_is_found(page, address):
    """A picture without words and a text too faint to read are both reported."""
    page.goto(address)
    spoilt = '<img src="data:,"><p style="color: #888; background: #777">Too faint to read.</p>'
    page.evaluate("html => document.querySelector('article').insertAdjacentHTML('afterbegin', html)", spoilt)
    assert {line.partition(":")[0] for line in barriers(page)} == {"image-alt", "color-contrast"}
