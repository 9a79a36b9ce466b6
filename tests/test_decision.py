"""What to choose: the best of several settings, which others are not told from it, their cost, and how a page says so."""

import re
from dataclasses import replace
from html import unescape

import pytest
import small_project

from generators.catalogue import Catalogue
from generators.decision import decision
from generators.decision.choice import Setting, choose
from generators.decision.evidence import evidence
from generators.mistake import Mistake
from generators.page import Page


def setting(name, answered, vectors, stored=1.0):
    """A setting by the questions that it answers, written as 1 and 0."""
    return Setting(name, tuple(bit == "1" for bit in answered), vectors, stored, 100.0)


def test_the_best_is_taken_where_it_is_told_from_all_others():
    """Ten questions only the large one answers: p 2 / 1024, alone in its family."""
    choice = choose([setting("small", "0" * 10, 5), setting("large", "1" * 10, 50)])
    assert (choice.chosen.name, choice.decided, choice.questions) == ("large", True, 10)
    other = choice.standings[1]
    assert (other.won, other.lost, other.worse) == (0, 10, True)
    assert other.chance == pytest.approx(2 / 1024)


def test_where_it_is_undecided_the_cheaper_is_taken():
    """Five questions only the large one answers: p 2 / 32, which is above 5%."""
    choice = choose([setting("large", "1" * 5, 50), setting("small", "0" * 5, 5)])
    assert (choice.best.name, choice.chosen.name, choice.decided) == ("large", "small", False)
    assert choice.standings[1].needed == 4  # d = e = 1: (1.96 + 0)^2 = 3.84


def test_of_settings_that_answer_the_same_the_cheapest_is_best():
    """By vectors, then by what is stored, then by name."""
    alike = [setting("b", "11", 5), setting("a", "11", 5), setting("c", "11", 5, 0.9), setting("d", "11", 6, 0.1)]
    assert [one.setting.name for one in choose(alike).standings] == ["c", "a", "b", "d"]


def test_the_family_is_every_pair():
    """Six questions that only the best answers: p 2 / 64 = 0.03125, which of two settings decides, and of three does not."""
    best, other, third = setting("best", "111111", 9), setting("other", "000000", 5), setting("third", "111111", 10)
    assert choose([best, other]).decided
    choice = choose([best, other, third])
    assert {one.setting.name: round(one.chance, 5) for one in choice.standings} == {"best": 1.0, "third": 1.0, "other": 0.09375}


def test_one_setting_is_its_own_choice():
    """There is nothing to compare, and nothing undecided."""
    assert choose([setting("only", "10", 3)]).chosen.name == "only"


# Ten sentences of some twenty characters; `whole` keeps each, `torn` cuts each of them in the middle.
LETTERS = "bcdfghjklm"
LINES = [f"{letter * 4} {letter * 8} {letter * 6}." for letter in LETTERS]
ASKED = [f'{{id: {letter}, text: "{letter * 4}?", kind: fact, answer: "{line}"}}' for letter, line in zip(LETTERS, LINES, strict=True)]
FILLER = "x. " * 40

SCENARIO = f"""\
title: Which <b>setting</b>
corpora:
  notes: {{texts: {{one: "{" ".join(LINES)} {FILLER}"}}, questions: [{", ".join(ASKED)}]}}
  letters: {{texts: {{one: "{LINES[0]} {FILLER}"}}, questions: [{ASKED[0]}]}}
  short: {{texts: {{one: "{LINES[0]}"}}, questions: [{ASKED[0]}]}}
retrievers: {{words: [bm25]}}
splitters:
  sentences: {{use: langchain.RecursiveCharacterTextSplitter, chunk_size: 22, chunk_overlap: 0, separators: ["."], keep_separator: end}}
  torn: {{use: langchain.RecursiveCharacterTextSplitter, chunk_size: 12, chunk_overlap: 0}}
measures: [answered_in_budget, answered_by_kind, tokens_retrieved, stored_ratio, documents_uncut]
"""
PART = "words.t2000"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The scenario, run."""
    return small_project.results(tmp_path_factory.mktemp("decision"), SCENARIO)


def test_texts_are_added_up_and_those_that_are_not_cut_left_out(results):
    """Ten questions and one; the text `short` is one chunk for one of the two settings, half of them, and is named."""
    found = evidence(results, PART)
    assert (found.whole.questions, found.uncut, found.absent) == (11, ("short",), ())
    assert {text: choice.questions for text, choice in found.texts.items()} == {"notes": 10, "letters": 1}
    assert {kind: choice.questions for kind, choice in found.kinds.items()} == {"fact": 11}


def test_the_setting_that_keeps_sentences_is_taken(results):
    """It answers all eleven and the other none: p 2 / 2048. Of the text with one question nothing can be said."""
    found = evidence(results, PART)
    assert (found.whole.chosen.name, found.whole.decided) == ("sentences", True)
    assert (found.texts["letters"].decided, found.texts["letters"].chosen.name) == (False, "sentences")
    assert found.whole.standings[1].chance == pytest.approx(2 / 2048)


def test_only_the_texts_that_are_named_count(results):
    """What is named is taken, and what is not measured is a mistake."""
    assert evidence(results, PART, ["letters"]).whole.questions == 1
    with pytest.raises(Mistake, match=r"small has no answered_in_budget/words\.t2000 of elsewhere: add that measure"):
        evidence(results, PART, ["elsewhere"])
    with pytest.raises(Mistake, match=r"small has no answered_in_budget/words\.t9 of any text"):
        evidence(results, "words.t9")


def test_frozen_numbers_decide_nothing(results):
    """The lock does not say which questions were answered: a text whose numbers come from it is named, and no text is no decision."""
    frozen = {number: replace(one, inputs={"absent": "away"}) if one.corpus == "notes" else one for number, one in results.numbers.items()}
    assert evidence(replace(results, numbers=frozen), PART).absent == ("notes",)
    assert evidence(replace(results, numbers=frozen), PART, ["notes"]) is None


def test_the_summary_can_be_taken_along_as_markdown(results):
    """What to take, what it is worth, what it costs, what is left out, and the tables."""
    page = Page("choosing.md", Catalogue({"small": results}))
    html = decision(page, "small", PART)
    assert "<b>setting</b>" not in html
    markdown = unescape(re.search("<pre>(.*)</pre>", html)[1])
    first, *lines = markdown.splitlines()
    assert first == "**Take `sentences`: it answers more questions than any other setting, and not by chance.**"
    assert "- Left out: short. Most documents there are not cut at all, so every setting holds every answer." in lines
    assert any(line.startswith("| `torn` | 0.0% (0–26%) | worse |") and line.endswith("| 0:11 | 0.00098 |  |") for line in lines)
    assert lines[-1] == "Source: `small`, words.t2000: Which <b>setting</b>"
    assert set(page.files) == {
        f"data/choosing/decision-small-{table}.{suffix}" for table in ("settings", "texts", "kinds") for suffix in ("csv", "json")
    }


def test_without_any_text_the_page_says_so(results):
    """A build that asks nothing has no decision, and no empty table either."""
    frozen = {number: replace(one, inputs={"absent": "away"}) for number, one in results.numbers.items()}
    page = Page("choosing.md", Catalogue({"small": replace(results, numbers=frozen)}))
    assert "Not in this build" in decision(page, "small", PART)
    assert page.files == {}
