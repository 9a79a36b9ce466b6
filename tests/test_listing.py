"""The list of changes: what it says of a first publication and of a later change."""

import pytest

from generators.listing import changes

ENTRY = {"scenario": "small", "why": "First publication", "cause": ["first publication"], "moved": {}, "new": 1832, "gone": []}


@pytest.mark.parametrize(("new", "words"), [(1832, "1,832 new numbers"), (1, "1 new number"), (0, "no number moved")])
def test_a_first_publication_is_one_sentence(catalogue, new, words):
    """How many numbers are new is said in words, and a cause that only repeats the heading is left out."""
    assert changes([("0001-small", ENTRY | {"new": new})], catalogue, "../") == (
        f'<article class="changes" id="change-0001-small"><h2>First publication</h2><p>In <code>small</code>: {words}.</p></article>'
    )


def test_a_later_change_lists_its_causes(catalogue):
    """Every cause stands on a line of its own, the first publication beside another cause too."""
    html = changes([("0002-small", ENTRY | {"cause": ["first publication", "the text <a>"]})], catalogue, "../")
    assert "<ul><li>first publication</li><li>the text &lt;a&gt;</li></ul>" in html
