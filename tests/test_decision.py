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
from generators.decision.judged import UNCUT
from generators.decision.outcome import named
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


def test_the_family_is_every_comparison_with_the_best():
    """Six questions that only the best answers: p 2 / 64 = 0.03125, which of two settings decides, and times two, of three, does not."""
    best, other, third = setting("best", "111111", 9), setting("other", "000000", 5), setting("third", "111111", 10)
    assert choose([best, other]).decided
    choice = choose([best, other, third])
    assert {one.setting.name: round(one.chance, 5) for one in choice.standings} == {"best": 1.0, "third": 1.0, "other": 0.0625}


@pytest.mark.parametrize(("settings", "least"), [(1, 0), (2, 6), (3, 7), (185, 13)])
def test_so_many_settings_take_so_many_questions(settings, least):
    """The least n with 2 (settings - 1) / 2^n below 0.05: 2^n above 40, 80 and 7,360; with no other setting none."""
    assert choose([setting(str(number), "1", 1) for number in range(settings)]).least == least


def test_where_no_cost_is_measured_the_best_is_taken():
    """Nothing tells the cheaper then."""
    unknown = [Setting(name, tuple(bit == "1" for bit in bits), None, None, None) for name, bits in (("a", "100"), ("b", "110"))]
    choice = choose(unknown)
    assert (choice.chosen.name, choice.decided) == ("b", False)


def test_one_setting_is_its_own_choice():
    """There is nothing to compare, and nothing decided."""
    choice = choose([setting("only", "10", 3)])
    assert (choice.chosen.name, choice.decided) == ("only", False)


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


def found_in(results, part=PART, corpora=()):
    return evidence(results, named(results, part), corpora)


def frozen(results, *texts):
    """The results as a build gives them that lacks the texts: their numbers are those of the lock, which has a value and no inputs."""
    absent = {number: replace(one, inputs={"absent": "it is away"}) for number, one in results.numbers.items() if one.corpus in texts}
    return replace(results, numbers={**results.numbers, **absent})


def test_texts_are_added_up_and_those_that_are_not_cut_left_out(results):
    """Ten questions and one; the text `short` is one chunk for one of the two settings, half of them, and is named."""
    found = found_in(results)
    assert (found.whole.questions, found.judged.left_out, found.judged.absent) == (11, {UNCUT: ("short",)}, "")
    assert {text: choice.questions for text, choice in found.texts.items()} == {"notes": 10, "letters": 1}
    assert {kind: choice.questions for kind, choice in found.kinds.items()} == {"fact": 11}


def test_the_setting_that_keeps_sentences_is_taken(results):
    """It answers all eleven and the other none: p 2 / 2048. Of the text with one question nothing can be said."""
    found = found_in(results)
    assert (found.whole.chosen.name, found.whole.decided) == ("sentences", True)
    assert (found.texts["letters"].decided, found.texts["letters"].chosen.name) == (False, "sentences")
    assert found.whole.standings[1].chance == pytest.approx(2 / 2048)


def test_only_the_texts_that_are_named_count(results):
    """What is named is taken, and what is not measured is a mistake."""
    assert found_in(results, corpora=["letters"]).whole.questions == 1
    with pytest.raises(Mistake, match=r"small has no answered_in_budget/words\.t2000 of elsewhere: add that measure"):
        found_in(results, corpora=["elsewhere"])
    with pytest.raises(Mistake, match=r"small says of no question whether it is answered by 'words\.t9': did you mean words\.t"):
        found_in(results, "words.t9")


def test_frozen_numbers_decide_nothing(results):
    """The lock does not say which questions were answered: a text whose numbers come from it is named, and no text is no decision."""
    found = found_in(frozen(results, "notes"))
    assert (found.whole.questions, found.judged.left_out["Not in this build: it is away"]) == (1, ("notes",))
    found = found_in(frozen(results, "notes"), corpora=["notes"])
    assert (found.whole, found.judged.absent) == (None, "it is away")


def test_the_summary_can_be_taken_along_as_markdown(results):
    """What to take, what it is worth, what it costs, what is left out, and the tables."""
    page = Page("choosing.md", Catalogue({"small": results}))
    html = decision(page, "small", PART)
    assert "<b>setting</b>" not in html
    markdown = unescape(re.search("<pre>(.*)</pre>", html)[1])
    first, *lines = markdown.splitlines()
    assert first == "**Take `sentences`: it answers more questions than any other setting, and not by chance.**"
    assert "- Whether a model that reads these texts then answers is left open." in lines
    assert "- Left out: short. Most documents there are not cut at all, so that every setting holds every answer." in lines
    assert any(line.startswith("| `torn` | 0.0% (0–26%) | worse |") and line.endswith("| 0:11 | 0.00098 |  |") for line in lines)
    assert lines[-1] == "Source: `small, words.t2000`: Which \\<b\\>setting\\</b\\>"
    assert set(page.files) == {
        f"data/choosing/decision-small-{table}.{suffix}" for table in ("settings", "texts", "kinds") for suffix in ("csv", "json")
    }


def test_without_a_search_being_named_the_strongest_outcome_decides(results):
    """And what the other budgets say stands beside it."""
    html = decision(Page("choosing.md", Catalogue({"small": results})), "small")
    assert "Take <code>sentences</code>" in html
    assert "Source: `small, words.t2000`" in unescape(html)
    assert "| `words`, 500 tokens | 11 | `sentences` |" in unescape(html)


def test_without_any_text_the_page_says_so(results):
    """A build that asks nothing has no decision and names what it lacks, without an empty table."""
    page = Page("choosing.md", Catalogue({"small": frozen(results, "notes", "letters", "short")}))
    html = decision(page, "small", PART)
    assert "Not in this build." in html
    assert "Left out: notes, letters, short. Not in this build: it is away." in unescape(html)
    assert page.files == {}
