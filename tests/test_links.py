"""Every link, anchor, script, style and picture of a built site leads somewhere within it, and nothing is asked of another host."""

import json

import pytest
from built import broken, foreign, pages, read, style_addresses
from project import ROOT

REAL = ROOT / "site"
SITES = ["tiny", *(["real"] if (REAL / "index.html").exists() else [])]


@pytest.fixture(params=SITES)
def any_site(request):
    """The miniature's site, and the real one where it has been built."""
    return REAL if request.param == "real" else request.getfixturevalue("tiny_site")


def test_every_link_and_anchor_leads_somewhere(any_site):
    """Each address on each page is a file of the site, and what follows its # is an id in that file."""
    found = {
        broken(any_site, page, address)
        for page in pages(any_site)
        for _, address in read(page).links
        if not foreign(address)
    }  # fmt: skip
    assert found - {""} == set()


@pytest.mark.parametrize(("page", "anchor", "target"), [("dilution.md", "limits", "encoders.md#limits")])
def test_an_address_of_a_section_that_moved_leads_to_the_link_to_it(page, anchor, target):
    """Whoever cited the old address lands on the sentence that leads to the new one, without any script."""
    assert f"]({target}){{#{anchor}}}" in (ROOT / "docs" / page).read_text("utf-8")


def test_nothing_is_asked_of_another_host(any_site):
    """Only links that a reader may follow lead to other hosts: to packages, texts of others, reports that are quoted or tell of harm."""
    found = {
        (page.relative_to(any_site).as_posix(), tag)
        for page in pages(any_site)
        for tag, address in read(page).links
        if foreign(address)
    }  # fmt: skip
    of_hazards = {page.relative_to(any_site).parent.as_posix() for page in any_site.glob("hazards/*/index.html")}
    quoting = {"licences", "overlap", "real-tables", "replication", "strategies", *of_hazards}
    assert found <= {(f"{page}/index.html", "a") for page in quoting}
    for sheet in any_site.rglob("*.css"):
        for address in style_addresses(sheet.read_text("utf-8")):
            assert not foreign(address), f"{sheet.relative_to(any_site)} fetches {address}"
            assert address.startswith("data:") or broken(any_site, sheet, address) == ""


def test_no_id_stands_twice_on_a_page(any_site):
    """An anchor names one place: that of charts, tables, headings and numbers alike."""
    for page in pages(any_site):
        ids = read(page).ids
        assert sorted(ids) == sorted(set(ids)), page.relative_to(any_site)


def test_numbers_lead_to_their_page_and_their_code(any_site):
    """Each number's page shows it, its row stands among its scenario's numbers, and its source is a line of code of this site."""
    numbers = json.loads((any_site / "numbers.json").read_text("utf-8"))["numbers"]
    for number, record in numbers.items():
        page = read(any_site / record["page"] / "index.html")
        assert number in page.ids, f"{number} is not on {record['page']}"
        assert broken(any_site, any_site / "numbers.json", f"reference/numbers/{record['scenario']}/#{number}") == ""
        assert broken(any_site, any_site / "numbers.json", record["source"]) == ""


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tiny/", ""),
        ("tiny/#charts", ""),
        ("#pages", ""),
        ("/tiny/", ""),
        ("tiny/#nowhere", "there is no such anchor"),
        ("nowhere/", "there is no such file"),
        ("../tiny/", "there is no such file"),
    ],
)
def test_the_search_for_broken_links_finds_them(tiny_site, address, why):
    """A link to a page, an anchor or a root is whole; one to nothing, or out of the site, is not."""
    assert broken(tiny_site, tiny_site / "404.html", address).rpartition(": ")[2] == why


@pytest.mark.parametrize(
    ("address", "is_foreign"),
    [
        ("https://a.example/b", True),
        ("//a.example/b", True),
        ("mailto:a@b.example", True),
        ("a/b#c", False),
        ("data:image/svg+xml,x", False),
    ],
)
def test_an_address_with_a_host_is_foreign(address, is_foreign):
    """What names a host, with or without a scheme, is another's; a path and a `data:` address are the page's own."""
    assert foreign(address) is is_foreign
