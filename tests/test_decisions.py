"""The decision of every scenario: by which outcome it is judged, which texts and settings are left out, and the page of them all."""

import json
import re
from html import unescape

import pytest
import small_project

from generators.catalogue import Catalogue
from generators.decision import decisions
from generators.decision.evidence import strongest
from generators.decision.judged import UNCUT
from generators.decision.outcome import outcomes
from generators.decision.page import as_markdown
from generators.decision.sheet import sheet
from generators.page import Page
from generators.results import Measurement, Results, Run

BITS = {"a": "1110", "b": "0001"}
"""Two settings, and which of four questions they answer."""


def number(row, measure, part="", *, bits=None, corpus="notes", value=1, sweep="", **inputs):
    """A number; with `bits`, one that says which questions were answered."""
    inputs = inputs if bits is None else {**inputs, "by_question": bits}
    return Measurement("made", corpus, row, measure, part, value, inputs, sweep=sweep)


def made(*numbers, shas=None):
    """Results of these numbers; each text has a hash of its own unless they are given."""
    runs = {(one.corpus, one.splitter): Run(one.corpus, one.splitter, {"use": "fixed"}, "") for one in numbers}
    corpora = shas or {one.corpus: f"sha of {one.corpus}" for one in numbers}
    return Results("made", "A <i>title</i>", {one.id: one for one in numbers}, runs, corpora)


def measured(measure, *parts, bits=BITS, **more):
    """A measure of each setting in these parts."""
    return [number(row, measure, part, bits=of, **more) for part in parts for row, of in bits.items()]


def absent(measure, *parts, corpus="notes", value=0.5, why="it is away"):
    return [number(row, measure, part, corpus=corpus, value=value, absent=why) for part in parts for row in BITS]


def judged_by(results):
    found = strongest(results).judged.outcome
    return found.measure, found.part


def words(results):
    """A decision as Markdown."""
    return as_markdown(sheet(results, strongest(results)))


def test_the_strongest_outcome_comes_first():
    """As much to read before as many texts, and what is found before what there is to find; of each the limit that settings are compared
    by, the retrievers in their order, and then the other limits.
    """
    every = made(
        *measured("answers_contained", ""),
        *measured("answerable", "words.k3"),
        *measured("recall_unconditional", "words.k1", "words.k3", "bm25.k3"),
        *measured("answered_in_budget", "words.t500", "words.t2000", "bm25.t500", "bm25.t2000"),
    )
    assert [f"{one.measure}/{one.part}".rstrip("/") for one in outcomes(every)] == [
        "answered_in_budget/words.t2000",
        "answered_in_budget/bm25.t2000",
        "answered_in_budget/words.t500",
        "answered_in_budget/bm25.t500",
        "recall_unconditional/words.k3",
        "recall_unconditional/bm25.k3",
        "recall_unconditional/words.k1",
        "answerable/words.k3",
        "answers_contained",
    ]
    assert judged_by(every) == ("answered_in_budget", "words.t2000")


def test_other_searches_of_the_same_measure_stand_beside():
    """With the other retriever the other setting answers more."""
    turned = {"a": BITS["b"], "b": BITS["a"]}
    found = strongest(made(*measured("answerable", "words.k3"), *measured("answerable", "bm25.k3", bits=turned)))
    assert {how: choice.best.name for how, choice in found.searches.items()} == {
        "`words`, 3 texts": "a",
        "`bm25`, 3 texts": "b",
    }


def test_what_nothing_searched_says_it_is_a_ceiling():
    """Three of four, without any cost being measured; of four questions none is told, for 2 / 16 is above 5%. To decide,
    d = 1 and e = 1/2: (1.96 + 0.84 sqrt(3/4))^2 / (1/4) = 28.9.
    """
    lines = words(made(*measured("answers_contained", ""))).splitlines()
    assert lines[0] == "**Undecided between 2 settings. `a` is the one of them that does best.**"
    assert "- `a` (fixed) keeps whole the answers to 75.0% (30–95%) of 4 questions, each in one chunk, nothing searched." in lines
    assert "- What it stores is not measured. What it costs in tokens is not measured." in lines
    assert any(line.startswith("- So few questions could not have told: among 2 settings it takes 6 or more") for line in lines)
    assert any(line.startswith("- No search was run: this is the ceiling of what one could answer") for line in lines)
    assert "| `b` | 25.0% (5–70%) | undecided | n/a | n/a | n/a | 1:3 | 0.6250 | 29 |" in lines


def test_costs_are_read_from_what_is_measured():
    """Chunks by their own measure where nothing is searched, the ratio and tokens over both texts: (30 + 10) / (20 + 20), 7 + 5."""
    numbers = [*measured("answers_contained", ""), *measured("answers_contained", "", corpus="more")]
    for corpus, stored, tokens in (("notes", 30, 7), ("more", 10, 5)):
        for row in BITS:
            numbers += [
                number(row, "chunks", corpus=corpus, value=3, documents=1),
                number(row, "stored_ratio", corpus=corpus, stored_characters=stored, corpus_characters=20),
                number(row, "tokens_embedded", corpus=corpus, value=tokens),
            ]
    found = strongest(made(*numbers))
    assert {(one.setting.vectors, one.setting.stored, one.setting.tokens) for one in found.whole.standings} == {(6, 1.0, 12)}
    assert set(found.texts) == {"notes", "more"}


def test_a_stronger_outcome_that_is_not_in_this_build_is_named():
    """What the lock gives of MiniLM does not decide, and the summary says what is missing."""
    results = made(*absent("recall_unconditional", "minilm.k1", "minilm.k3"), *measured("answers_contained", ""))
    assert judged_by(results) == ("answers_contained", "")
    assert "- Not in this build is what is answered from the first 3 texts, ranked by `minilm`: it is away." in words(results).splitlines()


def test_where_everything_is_absent_the_summary_says_what():
    """There is a headline and a reason, and no table."""
    assert words(made(*absent("answerable", "words.k3"))).splitlines() == [
        "**Not in this build.**",
        "",
        "- Left out: notes. Not in this build: it is away.",
        "",
        "Source: `made, words.k3`: A \\<i\\>title\\</i\\>",
    ]


def test_texts_that_ask_nothing_are_no_part_of_it():
    """One without questions, whether it is here or read from the lock."""
    nothing = dict.fromkeys(BITS, "")
    results = made(
        *measured("answers_contained", ""),
        *measured("answers_contained", "", bits=nothing, corpus="silent", value=None),
        *absent("answers_contained", "", corpus="away", value=None),
    )
    found = strongest(results)
    assert (found.judged.texts, found.judged.left_out, found.texts) == (("notes",), {}, {})


def test_texts_that_are_the_same_count_once():
    """Questions that were asked twice would make chance look like knowledge."""
    both = [*measured("answers_contained", ""), *measured("answers_contained", "", corpus="copy")]
    found = strongest(made(*both, shas={"notes": "1", "copy": "1"}))
    assert (found.whole.questions, found.judged.left_out) == (4, {"The same texts and questions as notes": ("copy",)})
    assert strongest(made(*both)).whole.questions == 8


def test_settings_that_were_not_measured_everywhere_are_named():
    """One that ran on one text alone, and one whose chunks could not be traced."""
    results = made(
        *measured("answers_contained", ""),
        *measured("answers_contained", "", corpus="more"),
        number("here", "answers_contained", bits="1111"),
        number("untraced", "answers_contained", value=None, chunks_unplaceable=2),
        number("untraced", "answers_contained", corpus="more", bits="1111"),
    )
    assert strongest(results).judged.left_out == {
        "Not measured on every text": ("`here`",),
        "Some chunks cannot be traced to the text": ("`untraced`",),
    }


def test_without_a_setting_in_common_each_text_is_judged_by_itself():
    """Each has its own best."""
    results = made(number("a", "answers_contained", bits="11"), number("b", "answers_contained", bits="11", corpus="more"))
    found = strongest(results)
    assert {text: choice.best.name for text, choice in found.texts.items()} == {"notes": "a", "more": "b"}
    assert words(results).startswith("**No setting was measured on every text, so that each text is judged by itself.**")


def test_one_setting_is_nothing_to_compare():
    """Its share is said, and no table of one row is shown."""
    lines = words(made(number("only", "answers_contained", bits="10"))).splitlines()
    assert lines[0] == "**Nothing to compare: `only` is the only setting.**"
    assert lines[2].startswith("- `only` (fixed) keeps whole the answers to 50.0%")
    assert not any(line.startswith("|") for line in lines)


def test_a_text_that_no_setting_cuts_is_nothing_to_compare():
    """One document, and one chunk of it by every setting."""
    whole = [number(row, "chunks", documents=1) for row in BITS]
    assert words(made(*measured("answers_contained", ""), *whole)).splitlines()[:3] == [
        "**No comparison means anything here.**",
        "",
        f"- Left out: notes. {UNCUT}.",
    ]


def sweep():
    """Twenty-five settings of two sweeps; the first five answer all four questions, and the last is the cheapest."""
    for at in range(25):
        name, bits = f"s{at:02}", "1111" if at < 5 else "0000"
        yield number(name, "answers_contained", bits=bits, sweep="even" if at % 2 == 0 else "odd")
        yield number(name, "chunks", value=50 - at, documents=1)


def test_a_long_table_is_capped_and_its_data_are_not():
    """Of 25 the ten best are s04 to s00 and then, of those that answer none, the cheapest, s24 to s20; the ten cheapest are s24 to s15.
    That makes fifteen, and ten more in the data.
    """
    one = sheet(results := made(*sweep()), strongest(results)).tables[0]
    names = [line[0].strip("`") for line in one.shown]
    assert names == ["s04", "s03", "s02", "s01", "s00", "s24", "s23", "s22", "s21", "s20", "s19", "s18", "s17", "s16", "s15"]
    assert one.caption == "The 10 settings that do best, and the 10 cheapest that are not told from the best; 10 more are in the data"
    assert len(one.rows) == 25


def test_each_sweep_is_a_family_of_its_own():
    """Thirteen even ones, of which s04 is the cheapest that answers all, and twelve odd ones; undecided, the cheapest of all is taken."""
    found = strongest(made(*sweep()))
    assert {name: (len(choice.standings), choice.best.name, choice.chosen.name) for name, choice in found.sweeps.items()} == {
        "even": (13, "s04", "s24"),
        "odd": (12, "s03", "s23"),
    }


def test_the_first_texts_may_be_all_that_there_is():
    """Three vectors, and three texts handed on: nothing was found, for nothing was left out."""
    assert "nothing had to be found" in words(made(*measured("answerable", "words.k3", chunks=3)))
    assert "nothing had to be found" not in words(made(*measured("answerable", "words.k3", chunks=4)))


OWN = """\
title: "Our *notes* <script>"
corpora:
  notes:
    texts: {one: "Gates shut at nine. Keys go to the desk of the warden, who signs for them."}
    questions: [{id: keys, text: "Keys?", answer: Keys go to the desk}]
splitters:
  large: {use: fixed, chunk_size: 50}
  small: {use: fixed, chunk_size: 15}
measures: [%s]
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The same scenario of a team with three lists of measures."""
    lists = {"ours": "answers_contained, chunks, stored_ratio", "theirs": "answers_cut", "sizes": "chunks"}
    return {
        name: small_project.run(
            small_project.scenario.load(small_project.write(tmp_path_factory.mktemp(name), OWN % measures, f"{name}.yaml")),
            small_project.Cache(tmp_path_factory.mktemp("cells")),
        )
        for name, measures in lists.items()
    }


def test_a_teams_own_scenario_has_its_summary_by_itself(own):
    """It is listed with its headline, which leads to its heading; one that does not say which questions are answered is told how, and one
    that asks nothing of its settings is not there.
    """
    page = Page("decisions.md", Catalogue(own))
    text = decisions(page)
    headline = "Undecided between 2 settings. <code>large</code> is the cheapest of them."
    assert re.findall('<li><a href="#([^"]+)">', text) == ["ours", "theirs"]
    assert headline in unescape(text)
    assert "## Our &#42;notes&#42; &#60;script&#62; {#ours}" in text
    assert "<script>" not in text
    assert "Nothing to decide by." in unescape(text)
    rows = json.loads(page.files["data/decisions/decision-ours-settings.json"])
    assert [(row["Setting"], row["kept whole"], row["vectors"]) for row in rows] == [
        ("large", "100.0% (21–100%)", "2"),
        ("small", "0.0% (0–79%)", "5"),
    ]
