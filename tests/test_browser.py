"""The built site in a real browser: cards, citations, anchors, colour schemes, the index of numbers, and no call to any other host."""

import json
import re
from pathlib import Path

import pytest
from browser import PATIENCE
from playwright.sync_api import expect

FIRST_NUMBER = "article a.number[data-number] >> nth=0"
CARD = "dialog.card[open]"
SCHEME_BUTTON = "form[data-md-component=palette] label:visible"


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(color_scheme="light", viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


@pytest.fixture(scope="module")
def paths(site):
    """Every page's path under the site's root, the home page first."""
    return sorted(str(file.relative_to(site)).removesuffix("index.html") for file in site.rglob("index.html"))


@pytest.fixture(scope="module")
def numbered(site, paths):
    """The path of the first page, outside the reference, on which a number stands."""
    return next(path for path in paths if not path.startswith("reference/") and 'data-number="' in html(site, path))


@pytest.fixture(scope="module")
def numbers(site):
    return json.loads((site / "numbers.json").read_text(encoding="utf-8"))


def html(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def in_sight(page, number: str) -> bool:
    """Whether the element with this id is marked and wholly in the window, below the sticky header."""
    return page.evaluate(
        """id => {
            const element = document.getElementById(id);
            const box = element.getBoundingClientRect();
            const header = document.querySelector(".md-header").getBoundingClientRect();
            const marked = getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)";
            return element.matches(":target") && marked && box.top >= header.bottom && box.bottom <= innerHeight;
        }""",
        number,
    )


def test_a_card_opens_by_mouse_and_closes_by_a_click_beside_it(page, address, numbered, numbers):
    """Clicking a number opens its card, which says what numbers.json says; a click elsewhere closes it."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    identity = number.get_attribute("data-number")
    record = numbers["numbers"][identity]
    number.click()
    card = page.locator(CARD)
    for text in (record["display"], record["definition"], identity, *numbers["built_with"]["packages"]):
        expect(card).to_contain_text(text)
    assert f"{record['display']}{record['unit_word']}" == "".join(card.locator(".card__value > *").all_text_contents())
    page.mouse.click(4, 400)
    expect(card).to_have_count(0)


def test_the_card_of_a_frozen_number_says_why_and_what_made_it(page, address, numbered):
    """The versions of the lock in place of those of this build, in the citation too; why it is frozen is no input."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    identity = number.get_attribute("data-number")

    def froze(route):
        data = route.fetch().json()
        made = {"python": "3.9", "packages": {"torch": "2.0"}}
        data["numbers"][identity] |= {"status": "frozen", "inputs": {"absent": "it needs a net"}, "built_with": made}
        route.fulfill(json=data)

    page.route("**/data/*.json", froze)
    number.click()
    facts = page.locator(f"{CARD} dl")
    expect(facts).to_contain_text("Why frozenit needs a net")
    expect(facts).to_contain_text("Built withoffcut, Python 3.9, torch 2.0Code")
    expect(page.locator(f"{CARD} .card__inputs")).to_have_count(0)
    page.get_by_role("button", name="Copy citation").click()
    expect(page.locator(CARD).get_by_role("status")).to_have_text("Citation copied.")
    assert ", offcut, Python 3.9, torch 2.0 [permalink]" in page.evaluate("navigator.clipboard.readText()")


def test_a_card_opens_by_keyboard_takes_the_focus_and_gives_it_back(page, address, numbered):
    """Enter opens the card with the focus in it, Tab stays in it, Escape closes it, and the number has the focus again."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    number.focus()
    page.keyboard.press("Enter")
    expect(page.locator(CARD)).to_have_count(1)
    assert page.locator(CARD).get_attribute("aria-labelledby") == page.evaluate("document.activeElement.id")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('dialog.card') !== null")
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    expect(number).to_be_focused()


def test_an_input_opens_the_card_of_its_number_and_is_quieter_than_one(page, address, site, paths):
    """What went into a number leads to it, in the weight of the sentence around it."""
    page.goto(address + next(path for path in paths if '<a class="number input"' in html(site, path)))
    given = page.locator("article a.number.input").first
    weight = "element => [getComputedStyle(element).fontWeight, getComputedStyle(element.parentElement).fontWeight]"
    assert len(set(given.evaluate(weight))) == 1
    given.click()
    expect(page.locator(f"{CARD} .card__id")).to_have_text(given.get_attribute("data-number"))


def test_a_number_without_its_data_file_is_a_plain_link(page, address, numbered):
    """If the data cannot be fetched, the click leads to the number's row in the reference."""
    page.goto(address + numbered)
    page.route("**/data/*.json", lambda route: route.abort())
    number = page.locator(FIRST_NUMBER)
    row = number.evaluate("link => link.href")
    number.click()
    page.wait_for_url(row)


def test_a_click_with_control_opens_a_new_tab(page, address, numbered):
    """Whoever asks for a new tab gets the number's row there, and no card here."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    with page.context.expect_page() as opened:
        number.click(modifiers=["Control"])
    assert opened.value.url == number.evaluate("link => link.href")
    expect(page.locator(CARD)).to_have_count(0)


def test_copying_a_citation_gives_markdown_with_value_id_versions_and_permalink(page, address, numbered, numbers):
    """The copied citation holds all that is needed to find the number again, and the card says that it was copied."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    identity = number.get_attribute("data-number")
    number.click()
    page.get_by_role("button", name="Copy citation").click()
    expect(page.locator(CARD).get_by_role("status")).to_have_text("Citation copied.")
    citation = page.evaluate("navigator.clipboard.readText()")
    assert citation.startswith(f"**{numbers['numbers'][identity]['display']}**")
    assert f"`{identity}`" in citation
    assert f"[permalink]({address}reference/numbers/{identity.split('/')[0]}/#{identity})" in citation
    built = numbers["built_with"]
    offcut, *others = (f"{name} {version}" for name, version in built["packages"].items())
    assert offcut.startswith("offcut ")
    assert f", {', '.join([offcut, 'Python ' + built['python'], *others])} [permalink]" in citation


def test_a_card_shows_the_inputs_of_every_seed(page, address, site, numbers):
    """What the seeds have alike has a row of its own, and each seed one with its value and what differs; no data in brackets."""
    seeded = {number: record for number, record in numbers["numbers"].items() if "by_seed" in record["inputs"] and record["page"]}
    shown = next(number for number, record in seeded.items() if f'data-number="{number}"' in html(site, record["page"]))
    page.goto(address + seeded[shown]["page"])
    page.locator(f'a[data-number="{shown}"]').first.click()
    rows = page.locator(f"{CARD} .card__inputs tr")
    heads = rows.locator("th").all_text_contents()
    alike = {name: value for name, value in seeded[shown]["inputs"].items() if name not in ("by_seed", "another_seed")}
    assert heads == [*alike, *(f"seed {seed}" for seed in seeded[shown]["inputs"]["by_seed"]), "another seed (95%)"]
    assert not [text for text in rows.locator("td").all_text_contents() if "{" in text or "object" in text]


@pytest.mark.parametrize("width", [390, 1440])
def test_the_code_of_a_card_is_a_block(page, address, numbered, width):
    """Each of its lines stands in the same frame, a blank one too, and the frame has the whole width of the card's facts."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    identity = number.get_attribute("data-number")

    def calls(route):
        data = route.fetch().json()
        data["numbers"][identity] |= {"call": "from a import b\n\nb(1)", "command": "offcut run b"}
        route.fulfill(json=data)

    page.route("**/data/*.json", calls)
    number.click()
    codes = page.locator(f"{CARD} dl pre > code")
    expect(codes).to_have_text(["from a import b\n\nb(1)", "offcut run b"])
    assert codes.evaluate_all("all => all.map((code) => code.getClientRects().length)") == [1, 1]
    widths = "all => all.map((code) => code.getBoundingClientRect().width - code.closest('dl').clientWidth)"
    assert codes.evaluate_all(widths) == [0, 0]
    assert page.locator(CARD).evaluate("card => card.scrollWidth - card.clientWidth") == 0


def test_a_numbers_anchor_brings_it_into_sight(page, address, site, numbered):
    """An address that ends in a number's id shows the last such number of the page marked, clear of the header."""
    identity = re.findall(r'<data id="([^"]+)"', html(site, numbered))[-1]
    page.goto(f"{address}{numbered}#{identity}")
    page.wait_for_function("id => document.getElementById(id).matches(':target')", arg=identity)
    assert in_sight(page, identity)


def test_a_permalink_brings_the_numbers_row_into_sight(page, address, numbered):
    """The link behind a number leads to its row among its scenario's numbers."""
    page.goto(address + numbered)
    number = page.locator(FIRST_NUMBER)
    identity, permalink = number.get_attribute("data-number"), number.evaluate("link => link.href")
    page.goto(permalink)
    assert in_sight(page, identity)


def test_the_dark_scheme_is_kept(page, address, numbered):
    """Switching to dark changes the paper, and holds on the next page and after a reload."""
    body = page.locator("body")
    page.goto(address)
    light = body.evaluate("body => getComputedStyle(body).backgroundColor")
    for _ in ("from automatic to light", "from light to dark"):
        page.locator(SCHEME_BUTTON).click()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    assert body.evaluate("body => getComputedStyle(body).backgroundColor") != light
    page.goto(address + numbered)
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    page.reload()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")


def test_the_index_finds_a_number_by_words_and_follows_it_by_keyboard(page, address, numbers):
    """Typing filters, the address keeps what was typed, the count is announced, and Down and Enter lead to the number's row."""
    identity = min(numbers["numbers"])
    words = identity.replace("/", " ").upper()
    page.goto(f"{address}reference/numbers/")
    field = page.locator("#number-search")
    field.fill(words)
    results = page.locator("ol.number-results a.result")
    expect(results.locator("code", has_text=re.compile(f"^{re.escape(identity)}$"))).to_have_count(1)
    matching = [key for key in numbers["numbers"] if all(word in key for word in words.lower().split())]
    assert results.count() >= len(matching[:100])
    expect(page.locator(".number-count")).to_have_text(re.compile(r"^\d+ numbers? match"))
    page.reload()
    expect(field).to_have_value(words)
    expect(results.first).to_be_visible()
    permalink = results.first.evaluate("link => link.href")
    field.press("ArrowDown")
    expect(results.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(permalink)


def test_the_index_shows_first_what_a_page_shows(page, address, numbers):
    """Of the numbers that hold the words, whole ones that stand in a page's prose lead, then other whole ones, then parts."""
    page.goto(f"{address}reference/numbers/?find=tables+cut")
    shown = page.locator("ol.number-results a.result code")
    expect(shown.first).to_be_visible()
    places = [
        (number.count("/") > 3, numbers["numbers"][number]["page"].startswith("reference/"))
        for number in shown.all_text_contents()
        if "tables" in number and "cut" in number
    ]
    assert places == sorted(places)
    assert len(set(places)) > 2


def test_the_index_says_when_nothing_matches(page, address):
    """Words that stand in no number leave an empty list and a sentence."""
    page.goto(f"{address}reference/numbers/?find=no-number-has-this-word")
    expect(page.locator(".number-count")).to_have_text("No number matches.")
    expect(page.locator("ol.number-results li")).to_have_count(0)


def test_a_lost_number_is_offered_in_the_index(page, address, numbers):
    """The 404 page, at any depth, knows a number's id in the address and leads to the index, which finds it."""
    identity = min(numbers["numbers"])
    answer = page.goto(address + identity)
    assert answer.status == 404
    page.locator("#lost-number a").click()
    expect(page.locator("#number-search")).to_have_value(identity)
    expect(page.locator("ol.number-results a.result code").first).to_have_text(identity)


def test_the_404_page_leads_home_from_any_depth(page, address):
    """A lost address that is no number's offers the pages and no lookup; its links lead somewhere."""
    page.goto(f"{address}lost/at/no-page")
    expect(page.locator("#lost-number")).to_be_hidden()
    page.locator(".offcut-wordmark").click()
    page.wait_for_url(address)


def test_no_page_calls_another_host_or_complains(page, address, paths):
    """Opening every page, and a card where there is one, asks nothing of any other host and leaves the console empty."""
    foreign, complaints = [], []
    page.on("request", lambda request: request.url.startswith((address, "data:")) or foreign.append(request.url))
    page.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in paths:
        if path.startswith("reference/source/"):
            continue
        page.goto(address + path)
        number = page.locator("article a.number[data-number]:visible")
        if number.count():
            number.first.click()
            expect(page.locator(CARD)).to_have_count(1)
    assert (foreign, complaints) == ([], [])


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_no_page_scrolls_sideways(page, address, numbered, width):
    """A page fits its window; what is wider, a table or a chart, scrolls within itself."""
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("", numbered, "reference/numbers/"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_what_went_into_a_number_is_never_clipped(page, address, numbers, width):
    """In a scenario's list of numbers every cell of inputs stands wholly within its frame."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}reference/numbers/{min(numbers['numbers']).partition('/')[0]}/")
    beyond = """cells => cells.filter(cell => {
        const frame = cell.closest(".table-wrap").getBoundingClientRect();
        return cell.getBoundingClientRect().right > frame.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
    }).length"""
    cells = page.locator("td.inputs")
    assert (cells.count() > 0, cells.evaluate_all(beyond)) == (True, 0)


def test_every_page_leads_to_how_to_cite(page, address):
    """The foot of any page, that of a lost address too, leads to the section of the home page that says how to cite."""
    for path in ("", "reference/numbers/", "lost/at/no-page"):
        page.goto(address + path)
        page.get_by_role("link", name="How to cite", exact=True).last.click()
        page.wait_for_url(f"{address}#cite")
        expect(page.locator("#cite")).to_be_visible()


def test_print_unfolds_what_is_folded(page, address, site, paths):
    """On paper the data below a chart or an exhibit stands open, and nothing of the site's frame is left."""
    shown = "element => element.checkVisibility({ contentVisibilityAuto: true })"
    folded = next((path for path in paths if '<details class="chart-data"' in html(site, path)), None)
    assert folded is not None, "no page of this site has data folded away"
    page.goto(address + folded)
    data = page.locator("details.chart-data > :not(summary)").first
    assert not data.evaluate(shown)
    page.emulate_media(media="print")
    assert data.evaluate(shown)
    expect(page.locator(".md-header")).to_be_hidden()
