"""The list of changes: what it says of a first publication and of a later change."""

import re

import pytest

from generators.change_list import changes

ENTRY = {"scenario": "small", "why": "First publication", "cause": ["first publication"], "moved": {}, "new": 1832, "gone": []}


@pytest.mark.parametrize(("new", "words"), [(1832, "1,832 new numbers"), (1, "1 new number"), (0, "no number moved")])
def test_a_first_publication_is_one_sentence(catalogue, new, words):
    """How many numbers are new is said in words, and a cause that only repeats the heading is left out."""
    assert changes([("0001-small", ENTRY | {"new": new})], catalogue, "../") == (
        '<article class="changes"><h2>First publication</h2>'
        f'<div id="change-0001-small"><p>In <code>small</code>: {words}.</p></div></article>'
    )


def test_changes_for_one_reason_stand_under_one_heading(catalogue):
    """Those that follow one another; each keeps its place, and a reason that comes again after another has a heading again."""
    told = [("4-d", "Again"), ("3-c", "Again"), ("2-b", "Between"), ("1-a", "Again")]
    html = changes([(name, ENTRY | {"why": why}) for name, why in told], catalogue, "../")
    assert re.findall(r"<h2>(.*?)</h2>|id=\"change-(.*?)\"", html) == [
        ("Again", ""),
        ("", "4-d"),
        ("", "3-c"),
        ("Between", ""),
        ("", "2-b"),
        ("Again", ""),
        ("", "1-a"),
    ]


def test_a_later_change_lists_its_causes(catalogue):
    """Every cause stands on a line of its own, the first publication beside another cause too."""
    html = changes([("0002-small", ENTRY | {"cause": ["first publication", "the text <a>"]})], catalogue, "../")
    assert "<ul><li>first publication</li><li>the text &lt;a&gt;</li></ul>" in html
