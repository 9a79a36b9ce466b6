"""The explorer on its page: chosen by mouse and keyboard, restored from the address, told without colour, and there without JavaScript."""

import gzip
import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from browser import PATIENCE
from explorer_project import TEXT, TOWER, add_explorer, listed, rank, read_sheet, setting
from playwright.sync_api import expect

from generators.explorer.ranking import SEARCHES

OUTCOME = "output.explorer-outcome"
LOST = ".explorer-lost[role=status]"
WICK = "The main lamp burns paraffin. Its wick is trimmed every four hours. It must be renewed after ninety hours of burning"
SIGNS = {"answered": "●", "outranked": "◐", "cut": "×", "refused": "–"}


@pytest.fixture(scope="module")
def site(built, tmp_path_factory):
    return add_explorer(Path(shutil.copytree(built, tmp_path_factory.mktemp("explorer") / "project")))


@pytest.fixture(scope="module")
def sheet(site):
    """The data of a document under a splitter, as they lie in the site."""
    return lambda splitter, document="house": read_sheet(site, document, splitter)


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}lottery/")
    expect(page.locator(".explorer-cell").first).to_be_visible()
    yield page
    context.close()


def expected(sheet, question, k, overlap=0, search="wordllama"):
    """What each size's cell has to say, from the data alone."""
    row = sheet.chunks["settings"][sheet.chunks["overlaps"].index(overlap)]
    ranks = [rank(sheet.asked[question], search, at) if at >= 0 else None for at in row]
    return ["refused" if found is None else "cut" if found < 0 else "answered" if 0 < found <= k else "outranked" for found in ranks]


def cells(page):
    """The outcome of every cell, by its attribute and by its sign."""
    return page.locator(".explorer-cell").evaluate_all("all => all.map((one) => [one.dataset.outcome, one.firstChild.data])")


@pytest.mark.parametrize(
    "chosen",
    [
        {"splitter": "fixed", "question": "wick", "overlap": 0, "k": 3, "encoder": "wordllama"},
        {"splitter": "fixed", "question": "visitors", "overlap": 200, "k": 1, "encoder": "bm25"},
        {"splitter": "recursive", "question": "key", "overlap": 150, "k": 3, "encoder": "fused"},
        {"splitter": "sentence", "question": "wick", "overlap": 16, "k": 1, "encoder": "wordllama"},
        {"splitter": "token", "question": "key", "overlap": 40, "k": 10, "encoder": "bm25"},
    ],
    ids=lambda chosen: "-".join(map(str, chosen.values())),
)
def test_the_strip_is_the_data(page, sheet, chosen):
    """Whatever is chosen, each cell has the outcome of its size, in a sign of its own and in words; the address names all of it."""
    choose(page, **chosen)
    question = ["wick", "visitors", "key"].index(chosen["question"])
    names = expected(sheet(chosen["splitter"]), question, chosen["k"], chosen["overlap"], chosen["encoder"])
    assert cells(page) == [[name, SIGNS[name]] for name in names]
    first = page.locator(".explorer-cell").first
    words = {"answered": "contained and retrieved", "outranked": "contained but outranked", "cut": "cut", "refused": "the library refuses"}
    assert first.get_attribute("aria-label") == f"{first.get_attribute('data-size')}: {words[names[0]]}"
    page.wait_for_url(lambda url: all(f"{name}={value}" in url for name, value in chosen.items()))


def choose(page, **values):
    """Choose in the fields, one after another, and wait for what each loads."""
    for name, value in values.items():
        page.locator(f"#explorer-{name}").select_option(str(value))
        page.wait_for_function("() => !document.querySelector('.explorer').hasAttribute('aria-busy')")


def test_each_encoder_ranks_in_its_own_way(page, sheet):
    """The list is that of the chosen search, its scores with as many digits as they have, and its heading names it."""
    shown = {}
    for encoder, (words, digits) in SEARCHES.items():
        choose(page, splitter="fixed", overlap=0, encoder=encoder)
        page.locator("[data-size='100']").click()
        found = sheet("fixed")
        scores = page.locator(".explorer-score").all_inner_texts()
        assert scores == [f"{score / 10**digits:.{digits}f}" for _, score in listed(found.asked[0], encoder, setting(found, 0, 1))]
        expect(page.locator(".explorer-detail h3").nth(1)).to_have_text(f"The first chunks for this question, ranked by {words}")
        shown[encoder] = page.locator(".explorer-place").all_inner_texts()
    assert len({tuple(one) for one in shown.values()}) > 1


def test_a_frozen_encoder_is_offered_where_it_ranked(page, site, address):
    """Its outcomes, ranks and scores come from a file of its own; under another splitter it is not to be had, which an address is told."""
    choose(page, splitter="recursive", encoder="minilm")
    expect(page.locator("#explorer-encoder option:checked")).to_have_text("MiniLM, by vectors (frozen)")
    page.locator("[data-size='200']").click()
    house = read_sheet(site, "house", "recursive")
    asked = json.loads((site / "data/lottery/explorer-house-recursive-wick-minilm.json").read_text("utf-8"))
    own = house._replace(asked=[{"minilm": asked}])
    assert [name for name, _ in cells(page)] == expected(own, 0, 3, search="minilm")
    scores = page.locator(".explorer-score").all_inner_texts()
    assert scores == [f"{score / 1000:.3f}" for _, score in listed({"minilm": asked}, "minilm", setting(house, 0, 6))]
    choose(page, splitter="fixed")
    assert page.locator("#explorer-encoder option").count() == len(SEARCHES)
    expect(page.locator("#explorer-encoder")).to_have_value("wordllama")
    page.goto(f"{address}lottery/#explorer:document=house&question=wick&splitter=fixed&size=200&overlap=0&encoder=minilm&k=3")
    expect(page.locator(LOST)).to_contain_text("There is no Ranked by “minilm” here")


def test_a_long_document_is_shown_without_overlap(page, sheet, address):
    """It is chosen like any other or comes with the address; its text is all there, and its strip is the data."""
    page.goto(f"{address}lottery/#explorer:document=tower&question=bell&splitter=recursive&size=400&overlap=60&encoder=bm25&k=3")
    expect(page.locator(OUTCOME)).to_contain_text("at chunk_size 400, chunk_overlap 0")
    assert page.locator("#explorer-overlap option").all_inner_texts() == ["0"]
    assert [name for name, _ in cells(page)] == expected(sheet("recursive", "tower"), 0, 3, search="bm25")
    assert drawn(page) == TOWER
    page.locator(".explorer-document").scroll_into_view_if_needed()
    expect(page.locator(".explorer-document .answer").first).to_be_in_viewport()


def drawn(page):
    """The text that the explorer shows when all of it is drawn, without the marks between its chunks."""
    expect(page.locator(".explorer-document")).to_have_attribute("aria-busy", "false")
    return page.locator(".explorer-document").evaluate(
        "one => { const text = one.cloneNode(true); text.querySelectorAll('.cut').forEach((it) => it.remove()); return text.textContent; }"
    )


def test_what_a_new_setting_leaves_alone_is_not_drawn_again(page):
    """Of a long text's parts only those with another cut, or with the answer, are made anew: with another k none is."""
    choose(page, document="tower", splitter="recursive")
    drawn(page)
    page.evaluate("document.querySelectorAll('.explorer-part').forEach((one) => { one.firstChild.kept = true; })")
    kept = "[...document.querySelectorAll('.explorer-part')].filter((one) => one.firstChild.kept).length"
    parts = page.locator(".explorer-part").count()
    choose(page, k=1)
    drawn(page)
    assert (page.evaluate(kept), parts > 10) == (parts, True)
    page.locator("[data-size='400']").click()
    drawn(page)
    assert 0 < page.evaluate(kept) < parts


IN_SIGHT = ".explorer-part[data-in-sight='true']"
CUTS = f'[...document.querySelectorAll("{IN_SIGHT}")].map((one) => [...one.querySelectorAll(".cut")].map((it) => it.textContent))'


def test_what_is_in_sight_is_drawn_at_once_and_stays_where_it_is(page, sheet):
    """In the same turn of the script as the click the text in sight has its new cuts, the rest follows, and no line moves."""
    choose(page, document="tower", splitter="fixed")
    drawn(page)
    expect(page.locator(f"{IN_SIGHT} .answer").first).to_have_count(1)
    place = "[document.querySelector('.explorer-document').scrollTop, document.querySelector('.explorer-document').scrollHeight]"
    before, cuts = page.evaluate(place), page.evaluate(CUTS)
    now, busy = page.evaluate(
        f"(document.querySelector(\"[data-size='80']\").click(), [{CUTS}, !!document.querySelector('.explorer-document[aria-busy=true]')])"
    )
    assert (now != cuts, busy) == (True, True)
    assert drawn(page) == TOWER
    assert (page.evaluate(place), page.evaluate(CUTS)) == (before, now)
    assert page.locator(".explorer-document .cut").count() == len(setting(sheet("fixed", "tower"), 0, 0).numbers)


@pytest.mark.parametrize("width", [390, 1440])
def test_the_text_in_its_frame_is_there_before_the_frame_comes_into_sight(page, width):
    """A page that is captured as a whole, above the explorer, has the answer in the document's frame and no blank."""
    page.set_viewport_size({"width": width, "height": 600})
    choose(page, document="tower", encoder="fused")
    drawn(page)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".explorer-document")).not_to_be_in_viewport()
    assert page.locator(".explorer-document .answer").first.evaluate("(one) => one.checkVisibility({ contentVisibilityAuto: true })")


def test_a_state_shows_its_own_numbers_and_no_others(page, address, sheet):
    """Each number of a state stands in the data for it: readouts, ranks, scores and places; and the chunks' text is the document's."""
    page.goto(f"{address}lottery/#explorer:document=house&question=wick&splitter=fixed&size=100&overlap=60&k=3")
    expect(page.locator(OUTCOME)).to_contain_text("at chunk_size 100, chunk_overlap 60")
    told = sheet("fixed")
    grid, asked, here = told.chunks, told.asked[0], setting(told, 60, 1)
    at, count = here.chunking, len(here.numbers)
    shown = page.locator(".explorer-readouts").inner_text()
    for value in (count, grid["stored"][at], f"{grid['ratio'][at]:.2f}", f"{grid['delivered'][at]:.1f}"):
        assert f"{value:,}" if isinstance(value, int) else value in shown
    rows, ranked = page.locator(".explorer-ranks li"), listed(asked, "wordllama", here)
    scores = [f"{score / 1000:.3f}" for _, score in ranked]
    assert rows.locator(".explorer-score").all_inner_texts() == scores
    places = [f"chunk {one + 1}, [{here.pieces[one][0][0]}, {here.pieces[one][0][1]})" for one, _ in ranked]
    assert rows.locator(".explorer-place").all_inner_texts() == places
    assert (drawn(page), page.locator(".explorer-document .cut").count()) == (TEXT, count)
    known = {*re.findall(r"\d+", json.dumps([scores, rank(asked, "wordllama", at), grid["stored"][at], here.pieces]))}
    known |= {str(number) for number in range(count + 1)} | {"60", "100", "3", str(len(TEXT))}
    known |= {part for value in (grid["ratio"][at], grid["delivered"][at]) for part in f"{value:.2f} {value:.1f}".replace(".", " ").split()}
    for place in (OUTCOME, ".explorer-readouts", ".explorer-score", ".explorer-place", ".explorer-holds"):
        for found in page.locator(place).all_inner_texts():
            assert set(re.findall(r"\d+", found.replace(",", "").replace(")", " "))) <= known


HELD = {"holds the whole answer", "holds the start of the answer", "holds the end of the answer", "holds only the middle", "holds nothing"}


def test_the_list_says_what_each_chunk_holds_and_repeats(page, address, sheet):
    """For every size, of the first chunks, what stands in the list about the answer and about repeats follows from their places."""
    page.goto(f"{address}lottery/#explorer:document=house&question=wick&splitter=fixed&size=80&overlap=60&k=3")
    expect(page.locator(OUTCOME)).to_contain_text("at chunk_size 80, chunk_overlap 60")
    start, end = TEXT.index(WICK), TEXT.index(WICK) + len(WICK)
    told, seen = sheet("fixed"), set()
    for at, size in enumerate(range(80, 401, 20)):
        page.locator(f"[data-size='{size}']").click()
        here = setting(told, 60, at)
        spans = [here.pieces[one][0] for one, _ in listed(told.asked[0], "wordllama", here)]
        lines = page.locator(".explorer-holds").all_inner_texts()
        for place, ((first, last), line) in enumerate(zip(spans, lines, strict=True)):
            kinds = {
                "holds the whole answer": first <= start and end <= last,
                "holds the start of the answer": first <= start < last < end,
                "holds the end of the answer": start < first < end <= last,
                "holds only the middle": start < first and last < end,
                "holds nothing": last <= start or end <= first,
            }
            (kind,) = [name for name, yes in kinds.items() if yes]
            assert kind in line
            seen.add(kind)
            above = {point for other in spans[:place] for point in range(*other)}
            assert ("more than half" in line) == (2 * len(above & {*range(first, last)}) > last - first)
    assert seen == HELD


def test_the_first_view_is_light_and_later_ones_load_what_they_lack(page, address):
    """What the page loads at first has at most 150 kB compressed, a new size or overlap loads nothing, and a question one file."""
    loaded = []
    page.on("response", lambda response: loaded.append(response) if "/data/" in response.url else None)
    page.goto(f"{address}tiny/")
    page.goto(f"{address}lottery/")
    expect(page.locator(".explorer-cell").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(loaded) >= 3
    assert sum(len(gzip.compress(response.body())) for response in loaded) <= 150_000
    loaded.clear()
    page.locator("[data-size='100']").click()
    choose(page, overlap=60, encoder="bm25", k=1)
    assert loaded == []
    choose(page, question="key")
    assert [response.url.rsplit("/", 1)[1] for response in loaded] == ["explorer-house-fixed-key.json"]


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
    page.wait_for_url(lambda url: "size=800" in url)
    expect(page.locator(OUTCOME)).to_have_attribute("aria-live", "polite")
    expect(page.locator("[role=radiogroup]")).to_have_attribute("aria-label", "chunk_size, in characters")


def test_an_address_restores_its_state_and_what_is_unknown_in_it_is_put_right(page, address):
    """A cited state opens as it was, and one that names nothing known falls back to the first of each."""
    other = page.context.new_page()
    other.goto(f"{address}lottery/#explorer:document=house&question=key&splitter=recursive&size=80&overlap=200&encoder=fused&k=1")
    expect(other.locator(OUTCOME)).to_contain_text("ValueError: Got a larger chunk overlap (200) than chunk size (80), should be smaller.")
    expect(other.locator(".explorer-ranks")).to_have_text(REFUSED)
    expect(other.locator("#explorer-encoder")).to_have_value("fused")
    expect(other.locator("#explorer")).to_be_in_viewport()
    expect(other.locator("pre.call")).to_contain_text("RecursiveCharacterTextSplitter(chunk_size=80, chunk_overlap=200)")
    expect(other.locator(LOST)).to_have_text("")
    other.evaluate("location.hash = 'explorer:question=no&splitter=none&size=81&encoder=none&k=<b>'")
    expect(other.locator(OUTCOME)).to_contain_text("at chunk_size 280, chunk_overlap 0")
    expect(other.locator("#explorer-question")).to_have_value("wick")
    expect(other.locator("#explorer-encoder")).to_have_value("wordllama")
    told = "There is no Question “no”, no Splitter “none”, no chunk_size “81”, no Ranked by “none”, no Retrieved (k) “<b>” here"
    expect(other.locator(LOST)).to_contain_text(told)
    other.wait_for_url(lambda url: "size=280" in url)
    other.locator("#explorer-k").select_option("1")
    expect(other.locator(LOST)).to_have_text("")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("name", ["document", "splitter"])
def test_an_unknown_document_or_splitter_of_an_address_is_told_in_sight(page, address, name, width):
    """Whoever opens such an address sees the line above the fields, in a low window too, and not another text without a word."""
    page.set_viewport_size({"width": width, "height": 600})
    page.goto(address)
    page.goto(f"{address}lottery/#explorer:{name}=nope&size=200&overlap=0&encoder=bm25&k=3")
    expect(page.locator(LOST)).to_contain_text(f"There is no {name.title()} “nope” here: what is shown stands in for it.")
    expect(page.locator(LOST)).to_be_in_viewport(ratio=1)
    header = page.locator(".md-header").bounding_box()
    assert page.locator(LOST).bounding_box()["y"] >= header["y"] + header["height"]
    page.wait_for_url(lambda url: "document=house" in url and "splitter=fixed" in url)
    expect(page.locator(LOST)).to_have_text(re.compile("nope"))


@pytest.mark.parametrize("moves", [False, True])
def test_what_stands_below_the_explorer_is_where_its_link_leads_unless_the_reader_moves(page, address, moves):
    """Where the browser keeps no place by itself the heading is at the top again once the explorer has grown; who scrolled stays."""
    page.add_init_script(
        "const held = new Promise((go) => { window.release = go; }), get = fetch; window.fetch = (it) => held.then(() => get(it));"
    )
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto(address)
    page.goto(f"{address}lottery/#below")
    page.add_style_tag(content="html { overflow-anchor: none }")
    expect(page.locator("#explorer-question")).to_be_attached()
    top = "document.getElementById('below').getBoundingClientRect().top"
    page.evaluate("document.getElementById('below').scrollIntoView()")
    if moves:
        page.mouse.wheel(0, -150)
        page.wait_for_function(f"{top} > 200")
    page.evaluate("release()")
    expect(page.locator(".explorer-cell").first).to_be_attached()
    page.wait_for_function(f"{top} > 500" if moves else f"0 < {top} && {top} < 100")


def test_one_and_all_are_put_into_words(page):
    """Of a single chunk that is retrieved nobody says the first 1, nor the first 10 where there are fewer."""
    choose(page, question="key", splitter="recursive", overlap=0, k=1)
    page.locator("[data-size='800']").click()
    expect(page.locator(".explorer-counted")).to_contain_text("bring one first of all")
    expect(page.locator(OUTCOME)).to_contain_text(re.compile(r"(and|but only) the first is retrieved"))
    choose(page, k=10)
    chunks = page.locator(".explorer-readouts dd").first.inner_text()
    expect(page.locator(OUTCOME)).to_contain_text(f"and all {chunks} are retrieved")


REFUSED = "n/a: the library refuses this setting"


def test_a_refused_setting_shows_the_bare_document_and_the_next_one_is_whole(page, sheet):
    """Nothing of another setting stays: the document has no cuts, only the answer, and there is no list and no number."""
    choose(page, splitter="recursive", overlap=200, question="wick")
    frame = page.locator(".explorer-document")
    drawn(page)
    assert frame.locator(".cut").count() > 0
    height = frame.bounding_box()["height"]
    page.locator("[data-size='80']").click()
    assert drawn(page) == TEXT
    assert "".join(frame.locator("mark").all_text_contents()) == WICK
    assert frame.locator(".cut, .overlap, .chunk").count() == 0
    expect(frame.locator(".uncut").first).to_have_css("text-decoration-line", "none")
    assert frame.bounding_box()["height"] == height
    expect(page.locator(".explorer-ranks")).to_have_text(REFUSED)
    assert {*page.locator(".explorer-readouts dd").all_inner_texts()} == {REFUSED}
    page.locator("[data-size='400']").click()
    assert drawn(page) == TEXT
    told = setting(sheet("recursive"), 200, list(range(80, 801, 20)).index(400))
    assert frame.locator(".cut").count() == len(told.numbers)
    assert page.locator(".explorer-ranks li").count() == len(listed(sheet("recursive").asked[0], "wordllama", told))
    assert REFUSED not in page.locator(".explorer-detail").inner_text()


def test_settings_passed_by_leave_nothing_behind(page, sheet):
    """Whoever walks the strip faster than the text out of sight is drawn has at last the cuts of the last setting everywhere."""
    choose(page, document="tower", splitter="fixed")
    page.evaluate("document.querySelectorAll('.explorer-cell').forEach((one) => one.click())")
    assert drawn(page) == TOWER
    told = setting(sheet("fixed", "tower"), 0, page.locator(".explorer-cell").count() - 1)
    assert page.locator(".explorer-document .cut").all_text_contents() == [str(at + 1) for at in range(len(told.numbers))]


MARKS = """[...document.querySelectorAll(".explorer-document .cut")].map((one) => {
  const { left, right, top } = one.getBoundingClientRect();
  return [one.textContent, left, right, top];
})"""


def test_no_number_of_a_chunk_covers_the_next(page):
    """Where chunks start closer together than their numbers are wide, a tick stands for those without room."""
    choose(page, splitter="token", overlap=40, question="key")
    page.locator(".explorer-cell:not([data-outcome='refused'])").first.click()
    drawn(page)
    marks = page.evaluate(MARKS)
    numbers = [text for text, *_ in marks]
    assert {text or str(at + 1) for at, text in enumerate(numbers)} == {str(at + 1) for at in range(len(marks))}
    assert "" in numbers
    assert len(set(numbers)) > 10
    for (text, _, right, top), (_, left, _, below) in pairwise(marks):
        assert not text or right <= left + 0.5 or top != below


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
    choose(page, document="tower", encoder="fused")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_stands_the_state(page):
    """The fields say what is shown, with the strip, the outcome and the document; what is there to be pressed is left out."""
    page.emulate_media(media="print")
    expect(page.locator(".explorer-actions")).to_be_hidden()
    for place in ("#explorer-question", OUTCOME, ".explorer-strip", ".explorer-document"):
        expect(page.locator(place)).to_be_visible()


def test_on_paper_a_folded_figure_is_named_once_and_stays_in_one_piece(page):
    """What opens it is not printed, for its caption says the same, and no page ends between the caption and the drawing or in it."""
    summary, figure = (page.locator(f"details:has(> figure) > {part}") for part in ("summary", "figure"))
    expect(summary).to_be_visible()
    page.emulate_media(media="print")
    expect(summary).to_be_hidden()
    expect(figure.locator("figcaption")).to_be_visible()
    assert figure.locator("figcaption").inner_text() == summary.text_content()
    kept = figure.locator("> :is(figcaption, .every-size-head, svg, .every-size-axis)")
    assert {*kept.evaluate_all("all => all.map((one) => getComputedStyle(one).breakAfter)")} == {"avoid"}


def test_without_javascript_there_are_strips_with_the_same_outcomes(chromium, address, sheet):
    """Every question is a row of signs with words for those who hear it, and a sentence says what the script would add."""
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{address}lottery/")
    expect(plain.locator("#explorer-plain")).to_contain_text("needs JavaScript")
    rows = plain.locator("#matrix-house-fixed-0 tbody")
    for question in range(3):
        signs = rows.nth(question).locator("td span[aria-hidden]").all_text_contents()
        assert signs == [SIGNS[name] for name in expected(sheet("fixed"), question, 3)]
    context.close()
