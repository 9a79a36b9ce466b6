"""The page of all decisions in a browser: its list leads to each summary, and its button takes a summary along as Markdown."""

import shutil
from pathlib import Path

import pytest
from browser import PATIENCE, served
from playwright.sync_api import expect
from project import offcut

OWN = """\
title: Our own notes
corpora:
  notes:
    texts: {one: "Gates shut at nine. Keys go to the desk of the warden, who signs for them."}
    questions: [{id: keys, text: "Keys?", answer: Keys go to the desk}]
splitters:
  large: {use: fixed, chunk_size: 50}
  small: {use: fixed, chunk_size: 15}
measures: [answers_contained, chunks, stored_ratio]
"""


@pytest.fixture(scope="module")
def address(built, tmp_path_factory):
    """The miniature with a scenario of a team's own, of which no page says anything, and the page of all decisions."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("decisions") / "project"))
    (folder / "scenarios/own.yaml").write_text(OWN, "utf-8")
    (folder / "docs/decisions.md").write_text("# Decisions\n\n{{ decisions() }}\n", "utf-8")
    settings = folder / "mkdocs.yml"
    settings.write_text(
        settings.read_text("utf-8").replace("  - Tiny: tiny.md\n", "  - Tiny: tiny.md\n  - Decisions: decisions.md\n"), "utf-8"
    )
    for command in (("lock", "own"), ("build",)):
        done = offcut(folder, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    with served(folder / "site") as url:
        yield url


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/decisions/")
    yield page
    context.close()


def test_the_list_leads_to_the_summary(page):
    """By its title, and the numbers behind it are one link away."""
    item = page.locator(".decision-list li").filter(has_text="Our own notes")
    expect(item).to_contain_text("Undecided between 2 settings.")
    item.get_by_role("link").click()
    expect(page.locator("h2#own")).to_be_in_viewport()
    page.get_by_role("link", name="all its numbers").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Numbers of own")


def test_a_summary_is_copied_as_markdown(page):
    """The button says so, and what was copied is what is folded below it."""
    place = page.locator("#decision-own .decision-copy")
    place.get_by_role("button", name="Copy as Markdown").click()
    expect(place.get_by_role("status")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == place.locator("pre").text_content()
    assert copied.startswith(
        "**Undecided between 2 settings. `large` is the cheapest of them.**\n\n- `large` (fixed 50/0 characters) keeps whole"
    )
    assert "| `small` | 0.0% (0–79%) | undecided | 5 | 1.00 | n/a | 0:1 | 1 | 4 |" in copied.splitlines()
    assert copied.endswith("Source: `own`: Our own notes")


def test_a_phone_scrolls_tables_and_not_the_page(page):
    """Nothing of it is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
