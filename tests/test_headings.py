"""Tests of the headings of a text, and of the measures on chunks that lost theirs."""

from __future__ import annotations

import pytest

from generators.chunk import locate
from generators.corpora.find_headings import find_headings
from generators.corpora.wikitext import as_markdown
from generators.corpus import Corpus, Document
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.splitters import SPLITTERS, build_alone, run_alone

TEXT = "# Ferry\n\nTwo boats.\n\n## Fares\n\nFive coins. Paid on board.\n\n## Notes\n"


def words(text: str) -> list[tuple[str, str]]:
    """Each heading's words and the text of its section."""
    return [(text[slice(*heading.words)], text[slice(*heading.section)]) for heading in find_headings(text)]


def values(*chunks: str, text: str = TEXT) -> dict[str, float | None]:
    """Every measure on headings, of a document cut into these chunks."""
    corpus = Corpus("c", "0" * 64, (Document("d", text),))
    case = Case(corpus, SPLITTERS["fixed"](chunk_size=9), (locate(text, chunks),))
    names = ("headings", "headings_lost", "chunks_unheaded", "chunks_unheaded_share")
    return {name: MEASURES[name].of_case(case)[""].value for name in names}


def test_a_heading_owns_the_text_up_to_the_next_one():
    """Sections end at the next heading, whatever its level, and are given without their outer blanks."""
    assert words(TEXT) == [("Ferry", "Two boats."), ("Fares", "Five coins. Paid on board."), ("Notes", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ferry\n=====\n\nTwo boats.", [("Ferry", "Two boats.")]),
        ("```\n# no heading\n```\n", []),
        ("#\n\n# One #\r\n\r\nx", [("One", "x")]),
        ("\ufeff# A\n\nb", []),  # a BOM before the mark: CommonMark sees a paragraph
        ("- # in a list\n\n  text", [("in a list", "text")]),
        ("no heading at all", []),
    ],
)
def test_headings_are_those_of_commonmark(text: str, expected: list[tuple[str, str]]):
    """Both kinds of heading count, those in code and those without words do not."""
    assert words(text) == expected


def test_a_heading_that_no_chunk_holds_is_lost():
    """Without its headings the text has 3 lost; both chunks stand under one that they do not hold: 2 of 2."""
    assert values("Two boats.", "Five coins. Paid on board.") == {
        "headings": 3,
        "headings_lost": 3,
        "chunks_unheaded": 2,
        "chunks_unheaded_share": 1.0,
    }


def test_a_chunk_with_its_heading_is_headed_and_the_rest_of_its_section_is_not():
    """Of 3 chunks under headings only the one that continues "Fares" is without; the chunk "## Notes" holds no section: 1 of 3."""
    found = values("# Ferry\n\nTwo boats.", "## Fares\n\nFive coins.", "Paid on board.", "## Notes")
    assert found == {"headings": 3, "headings_lost": 0, "chunks_unheaded": 1, "chunks_unheaded_share": 1 / 3}


def test_a_chunk_under_two_headings_needs_both():
    """The chunk holds text of both sections and only the second heading."""
    assert values("Two boats.\n\n## Fares\n\nFive coins. Paid on board.")["chunks_unheaded"] == 1


def test_without_a_known_place_nothing_is_said():
    """An unplaceable chunk may hold any heading, so the measures are n/a; without sections a share is too."""
    found = values("something else")
    assert (found["headings_lost"], found["chunks_unheaded"], found["chunks_unheaded_share"]) == (None, None, None)
    assert values("plain", text="plain")["chunks_unheaded_share"] is None


@pytest.mark.parametrize(("strip", "lost"), [(None, 3), (False, 0)])
def test_the_header_splitter_embeds_headings_only_when_told_to(strip: bool | None, lost: int):
    """At its default LangChain's splitter takes the headings out of the text that is embedded."""
    named = {} if strip is None else {"strip_headers": strip}
    built = build_alone("langchain.MarkdownHeaderTextSplitter", {"headers_to_split_on": [["#", "one"], ["##", "two"]], **named})
    chunks = run_alone(built.splitter, [TEXT]).chunks[0]
    assert values(*chunks)["headings_lost"] == lost


def test_wikitext_becomes_markdown():
    """Equals signs become the marks of as many levels, lines become paragraphs, and the words stay."""
    assert as_markdown(" = Ferry = \n A boat . \n = = Fares = = \n\n Five = 5 . \n") == "# Ferry\n\nA boat .\n\n## Fares\n\nFive = 5 .\n"
