"""The story of the runbook, played in the explorer of the lottery page: what a reader sees at each step is what the numbers say."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from browser import PATIENCE
from explorer_project import build_lottery
from playwright.sync_api import expect
from project import ROOT

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
SIZES = range(80, 801, 20)
OUTCOME = "output.explorer-outcome"
PAGE = '# The lottery\n\n## Explorer {#explorer}\n\n{{ explorer("runbook") }}\n'


@pytest.fixture(scope="module")
def site(request, tmp_path_factory):
    """The site that OFFCUT_SITE names, or the miniature's with the real runbook, its two scenarios and its explorer."""
    named = os.environ.get("OFFCUT_SITE")
    if named:
        return Path(named)
    folder = Path(shutil.copytree(request.getfixturevalue("built"), tmp_path_factory.mktemp("story") / "project"))
    (folder / "scenarios/corpora").mkdir(exist_ok=True)
    for pattern in ("lottery*.yaml", "corpora/runbook.*", "published/lottery*"):
        for source in (ROOT / "scenarios").glob(pattern):
            shutil.copyfile(source, folder / source.relative_to(ROOT))
    return build_lottery(folder, PAGE)


@pytest.fixture(scope="module")
def numbers(site):
    return json.loads((site / "numbers.json").read_text("utf-8"))["numbers"]


@pytest.fixture(scope="module")
def printed():
    """What the article prints, by the claim."""
    claims = yaml.safe_load((ROOT / "scenarios/claims.yaml").read_text("utf-8"))["claims"]
    return {claim["id"]: claim["value"] for claim in claims if "value" in claim}


@pytest.fixture
def page(chromium, address):
    page = chromium.new_page(base_url=address, viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


def visit(page, question, splitter, size, overlap):
    """Open a state by its address, and wait until it is the one on the page."""
    page.goto(f"lottery/#explorer:document=runbook&question={question}&splitter={splitter}&size={size}&overlap={overlap}&k=3")
    expect(page.locator(OUTCOME)).to_contain_text(f"at chunk_size {size}, chunk_overlap {overlap}")
    for name, value in {"question": question, "splitter": splitter, "size": str(size), "overlap": str(overlap)}.items():
        expect(page.locator(f"#explorer-{name}")).to_have_value(value)


def cut_sizes(page):
    """The sizes whose cell says that the answer is cut."""
    return page.locator(".explorer-cell").evaluate_all(
        "all => all.filter((one) => one.dataset.outcome === 'cut').map((one) => Number(one.dataset.size))"
    )


def failing(numbers, setting, question):
    """The sizes at which the scenario counts the answer as cut; the setting has {} for the size."""
    return [size for size in SIZES if numbers[f"lottery/runbook/{setting.format(size)}/answers_cut/{question}"]["value"] == 1]


def readouts(page):
    """What the setting costs, by its name on the page."""
    names, values = (page.locator(f".explorer-readouts {tag}").all_inner_texts() for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


def walk(page, question):
    """The outcome announced at every size, from the smallest to the largest, walked with the arrow key alone."""
    visit(page, question, "fixed", SIZES[0], 0)
    page.locator(".explorer-cell[tabindex='0']").focus()
    cut = []
    for size in SIZES:
        expect(page.locator(OUTCOME)).to_contain_text(f"at chunk_size {size}, chunk_overlap 0")
        assert page.evaluate("document.activeElement.dataset.size") == str(size)
        if page.locator(OUTCOME).locator("strong").inner_text() == "Cut":
            cut.append(size)
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"size={SIZES[-1]}"))
    return cut


@pytest.mark.parametrize(
    ("question", "claim"),
    [("rotation", "B.q1.fixed.0.failing"), ("probe", "B.q2.fixed.0.failing"), ("issuer", None)],
)
def test_arrow_keys_walk_past_every_size_that_fails(page, numbers, printed, question, claim):
    """Without overlap the walk announces a cut at just the sizes of the numbers and of the article, and the strip shows the same."""
    cut = walk(page, question)
    assert cut == cut_sizes(page) == failing(numbers, "fixed-{}-0", question)
    assert len(page.locator(".explorer-cell").all()) == printed["B.sizes"]
    if claim:
        assert cut == printed[claim]
    else:
        assert max(cut) == printed["B.q3.fixed.0.fails_at"]


@pytest.mark.parametrize(
    ("splitter", "overlap"),
    [("fixed", 0), ("fixed", 60), ("fixed", 110), ("fixed", 200), ("recursive", 0)],
)
def test_overlap_helps_up_to_a_point(page, numbers, printed, splitter, overlap):
    """The sentence under the strip counts the sizes that hold the answer, the crosses are the others, and both are the numbers'."""
    visit(page, "rotation", splitter, 400, overlap)
    lost = failing(numbers, f"fixed-{{}}-{overlap}" if splitter == "fixed" else "recursive-{}", "rotation")
    assert cut_sizes(page) == lost
    working = len(SIZES) - len(lost)
    assert working == printed[f"B.q1.{splitter}.{overlap}.working"]
    expect(page.locator(".explorer-counted")).to_contain_text(f"{working} of {len(SIZES)} sizes hold the whole answer")


def test_the_chunk_that_ranks_first_does_not_say_what_expires(page, numbers):
    """At 280 the first chunk opens with "It" and never names the certificate, because the answer is cut."""
    visit(page, "rotation", "fixed", 280, 0)
    setting = "lottery-steps/runbook/fixed-280-0"
    assert numbers[f"{setting}/answers_cut/rotation"]["value"] == 1
    expect(page.locator(f"{OUTCOME} strong")).to_have_text("Cut")
    first = page.locator(".explorer-ranks li").first
    assert first.locator("q").inner_text().startswith("It ")
    assert "certificate" not in first.locator("q").inner_text()
    start = numbers[f"{setting}/first_start/wordllama.rotation"]["value"]
    expect(first.locator(".explorer-place")).to_contain_text(f"[{start}, {start + 280})")
    expect(first.locator(".explorer-score")).to_have_text(f"{numbers[f'{setting}/first_score/wordllama.rotation']['value']:.3f}")
    assert page.locator(".explorer-ranks li.whole").count() == 0


def test_near_copies_outrank_the_chunk_that_holds_the_answer(page, numbers, printed):
    """At 260 with an overlap of 200 a chunk holds the answer, and its rank lies one behind what is retrieved."""
    visit(page, "rotation", "fixed", 260, 200)
    setting = "lottery-steps/runbook/fixed-260-200"
    rank = numbers[f"{setting}/answer_rank/wordllama.rotation"]["value"]
    assert (numbers[f"{setting}/answers_cut/rotation"]["value"], rank) == (0, printed["B.q1.fixed.260.200.rank"])
    expect(page.locator(f"{OUTCOME} strong")).to_have_text("Contained but outranked")
    expect(page.locator(OUTCOME)).to_contain_text(f"has rank {rank}, but only the first 3 are retrieved")
    whole = page.locator(".explorer-ranks li.whole").first
    expect(whole.locator(".explorer-rank")).to_have_text(str(rank))
    expect(whole.locator(".explorer-score")).to_have_text(f"{numbers[f'{setting}/answer_score/wordllama.rotation']['value']:.3f}")
    expect(whole).to_have_class(re.compile(r"\bleft\b"))
    page.locator("#explorer-k").select_option("5")
    expect(page.locator(f"{OUTCOME} strong")).to_have_text("Contained and retrieved")


def test_a_longer_chunk_with_the_third_answer_scores_lower(page, numbers, printed):
    """At the article's four sizes the chunk that comes first holds the answer, and its score falls from one to the next."""
    scores = []
    for size, _ in printed["B.q3.scores_fall_with_size"]:
        visit(page, "issuer", "fixed", size, 0)
        whole = page.locator(".explorer-ranks li.whole").first
        score = numbers[f"lottery-steps/runbook/fixed-{size}-0/answer_score/wordllama.issuer"]["value"]
        expect(whole.locator(".explorer-score")).to_have_text(f"{score:.3f}")
        scores.append(score)
    assert len(scores) == 4
    assert scores == sorted(set(scores), reverse=True)


def test_at_the_largest_size_the_answer_has_company(page, numbers):
    """The chunk of 800 characters that holds the third answer holds those on tokens and on logs as well."""
    visit(page, "issuer", "fixed", 800, 0)
    told = page.locator(".explorer-ranks li.whole .explorer-place").first.inner_text()
    first, last = map(int, re.search(r"\[(\d+), (\d+)\)", told).groups())
    assert last - first == 800
    for answer in ("issuer", "token", "logs"):
        length = f"lottery-steps/runbook/fixed-100-0/answer_length/{answer}"
        start = numbers[f"{length}.start"]["value"]
        assert first <= start
        assert start + numbers[length]["value"] <= last


def test_the_smallest_fragments_score_highest_and_hold_nothing(page, numbers):
    """At 100 the first chunk for the third question scores higher than at the larger sizes of the steps, and no chunk holds the answer."""
    first = {}
    for size in (100, 200, 300, 400, 800):
        visit(page, "issuer", "fixed", size, 0)
        first[size] = float(page.locator(".explorer-score").first.inner_text())
        number = numbers[f"lottery-steps/runbook/fixed-{size}-0/first_score/wordllama.issuer"]["value"]
        assert f"{first[size]:.3f}" == f"{number:.3f}"
        expect(page.locator(f"{OUTCOME} strong")).to_have_text("Cut" if size == 100 else "Contained and retrieved")
    assert all(first[100] > score for size, score in first.items() if size > 100)


def test_the_recursive_splitter_ignores_what_is_asked_for(page, numbers, printed):
    """At 400, up to an overlap of 100, neither the chunks nor what neighbours share change with what is asked for; at 150 they do."""
    asked = {int(overlap): chunks for overlap, chunks in printed["B.recursive.400.overlap_ignored"].items()}
    offered = [overlap for overlap in asked if overlap % 10 == 0]
    assert offered == [0, 50, 100, 150]
    for overlap in offered:
        visit(page, "rotation", "recursive", 400, overlap)
        cost = readouts(page)
        delivered = float(cost["overlap delivered"].split()[0])
        assert (cost["chunks"], delivered > 0) == (str(asked[overlap]), overlap == 150)
    shared = numbers["lottery-steps/runbook/recursive-400-100/overlap_literal_boundaries"]["value"]
    assert shared == printed["B.recursive.400.boundary_check"]


@pytest.mark.parametrize("encoder", ["wordllama", "bm25", "fused"])
@pytest.mark.parametrize(("size", "overlap"), [(260, 200), (280, 0), (400, 0)])
def test_each_encoder_shows_the_numbers_of_its_search(page, numbers, size, overlap, encoder):
    """The chunk that comes first and the rank of the one that holds the answer are those of the scenario, whatever ranks the chunks."""
    visit(page, "rotation", "fixed", size, overlap)
    page.locator("#explorer-encoder").select_option(encoder)
    page.wait_for_function("() => !document.querySelector('.explorer').hasAttribute('aria-busy')")
    number = {
        name: numbers[f"lottery-steps/runbook/fixed-{size}-{overlap}/{name}/{encoder}.rotation"]["value"]
        for name in ("first_start", "answer_rank")
    }
    expect(page.locator(".explorer-place").first).to_contain_text(f"[{number['first_start']}, ")
    rank = number["answer_rank"]
    expect(page.locator(f"{OUTCOME} strong")).to_contain_text("Cut" if rank is None else "Contained")
    if rank is not None:
        expect(page.locator(".explorer-ranks li.whole .explorer-rank").first).to_have_text(str(rank))
    expect(page).to_have_url(re.compile(f"encoder={encoder}"))


@pytest.mark.parametrize(
    ("setting", "claims"),
    [
        ("fixed-400-200", {"stored": "B.fixed.400.200.stored", "ratio": "B.fixed.400.200.stored_ratio"}),
        ("fixed-260-200", {"chunks": "B.fixed.260.200.chunks", "ratio": "B.fixed.260.200.stored_ratio"}),
        ("fixed-800-0", {"chunks": "B.fixed.800.chunks"}),
        ("recursive-400-100", {}),
        ("recursive-400-150", {}),
    ],
)
def test_the_readouts_are_what_the_setting_costs(page, numbers, printed, setting, claims):
    """Chunks, stored characters and stored ratio on the page are the numbers of the steps, and the article's where it prints them."""
    splitter, size, overlap = setting.split("-")
    visit(page, "rotation", splitter, size, overlap)
    cost = readouts(page)
    number = {name: numbers[f"lottery-steps/runbook/{setting}/{name}"]["value"] for name in ("chunks", "stored_characters", "stored_ratio")}
    assert cost["chunks"] == str(number["chunks"])
    assert cost["characters stored"] == f"{number['stored_characters']:,} for a document of {printed['B.document.characters']:,}"
    assert cost["stored ratio"] == f"{number['stored_ratio']:.2f}"
    shown = {"chunks": cost["chunks"], "stored": cost["characters stored"].split()[0].replace(",", ""), "ratio": cost["stored ratio"]}
    assert {name: float(shown[name]) for name in claims} == {name: printed[claim] for name, claim in claims.items()}
    if splitter == "recursive":
        assert int(cost["chunks"]) == printed["B.recursive.400.overlap_ignored"][overlap]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("size", "overlap"), [(280, 0), (260, 200)], ids=["cut", "outranked"])
def test_the_lottery_page_has_no_barrier(page, scheme, size, overlap):
    """With a cut answer and with an outranked one, axe-core finds nothing on the whole page, in the light and in the dark."""
    page.emulate_media(color_scheme=scheme)
    visit(page, "rotation", "fixed", size, overlap)
    found = Axe().run(page, options=RULES).response["violations"]
    assert [f"{one['id']}: {node['target']}: {node['failureSummary']}" for one in found for node in one["nodes"]] == []
