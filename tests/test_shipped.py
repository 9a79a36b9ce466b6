"""Defaults on a page: values with their places, the table of all with what they mean and how to set them, and what is missing said."""

import json
import re
from dataclasses import replace

import pytest
from small_project import run, write

from generators import pages, reference, scenario, shipped
from generators.cache import Cache
from generators.catalogue import Catalogue
from generators.mistake import Absent, Mistake
from generators.page import Page
from generators.readings import Reading
from generators.shipped import every
from generators.splitters import SPLITTERS
from generators.splitters.defaults import LIBRARIES

SCENARIO = """\
title: Defaults
assume: {chars_per_token: 4, answer_characters: 150}
corpora:
  one-length: {profile: {documents: 1, tokens_per_document: 8000, tables: [{count: 2, tokens: 400}]}}
splitters:
  sentence: {use: llamaindex.SentenceSplitter}
  token: {use: llamaindex.TokenTextSplitter}
  markdown-nodes: {use: llamaindex.MarkdownNodeParser}
measures: [tables_cut_share, answer_cut]
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Three splitters at their defaults, by closed form."""
    folder = tmp_path_factory.mktemp("defaults")
    return run(scenario.load(write(folder, SCENARIO, "defaults.yaml")), Cache(folder / "cells"))


@pytest.fixture
def page(results):
    """The page of defaults, with one reading from the lock."""
    frozen = Reading(256, "model/config.json:2", "model 1.0", "model is not installed")
    return Page("defaults.md", Catalogue({"defaults": results}, readings={"all-minilm-l6-v2.max_seq_length": frozen}))


def test_the_table_has_every_default_of_every_library_splitter(page):
    """One body a splitter, one row an argument with its file and line, as files of data too."""
    html = shipped.defaults_table(page)
    shown = [use for use in SPLITTERS if use.partition(".")[0] in LIBRARIES]
    assert re.findall(r'<tbody id="(.*?)">', html) == shown
    rows = json.loads(page.files["data/defaults/every-default.json"])
    assert len(rows) == html.count('<th scope="row">') > 100
    assert {"class": "SentenceSplitter", "default": 200, "counts": "tokens"}.items() <= next(
        row for row in rows if (row["class"], row["parameter"]) == ("SentenceSplitter", "chunk_overlap")
    ).items()
    assert {row["library"] for row in rows if not row["line"]} == {"semantic-text-splitter"}  # compiled code has no lines to show
    needed = ["headers_to_split_on"] * 3 + ["chunk_size", "token_counter"] + ["capacity"] * 2
    assert [row["parameter"] for row in rows if row["required"]] == needed
    assert html.count(every.REQUIRED) == len(needed)
    assert "\n" not in html.replace("\\n", "")  # Markdown would find a paragraph in it


def test_a_splitter_is_shown_with_what_its_defaults_mean(page):
    """(400 - 200) / 824 = 24.3% of tables and 37.8% at the smaller overlap, answers (150 - 80) / 4016 = 1.7%; without a window, why not."""
    html = shipped.defaults_table(page)
    bodies = dict(re.findall(r'<tbody id="(.*?)">(.*?)</tbody>', html))
    sentence, token, nodes = (bodies[f"llamaindex.{name}"] for name in ("SentenceSplitter", "TokenTextSplitter", "MarkdownNodeParser"))
    assert re.findall(r">([\d.]+%)<", sentence) == ["24.3%", "0.0%"]
    assert re.findall(r">([\d.]+%)<", token) == ["37.8%", "1.7%"]
    assert "a table of 400 tokens" in token
    assert "an answer of 150 characters" in token
    assert "SentenceSplitter(chunk_size=1024, chunk_overlap=200)" in sentence
    assert '<p class="means">It has no chunk size, so there is no window to compute with.</p>' in nodes
    assert nodes.count("to compute with") == 1


def test_a_closed_form_without_a_window_has_not_failed(results):
    """The fold says that it does not apply; of a splitter that could not be built, which has no call, that it failed."""
    note = '<details class="run-notes not-applicable"><summary><code>markdown-nodes</code> on one-length: not applicable</summary>'
    assert note in reference.run_notes(results)
    pair = ("one-length", "markdown-nodes")
    unbuilt = replace(results, runs={pair: replace(results.runs[pair], code="")})
    assert "on one-length: failed</summary>" in reference.run_notes(unbuilt)


@pytest.mark.parametrize(
    ("source", "name", "value", "stands"),
    [
        ("llamaindex.SentenceSplitter", "chunk_overlap", "200", r"sentence<wbr>&#46;py</code> line&nbsp;\d+"),
        ("llama_index.core.constants", "DEFAULT_CHUNK_OVERLAP", "20", r"constants<wbr>&#46;py</code> line&nbsp;\d+"),
        ("A.defaults", "langchain.overlap_docstring", "Overlap in characters", r"base<wbr>&#46;py</code> line&nbsp;\d+"),
        ("langchain.RecursiveCharacterTextSplitter", "length_function", "<code>len</code>", r"base<wbr>&#46;py</code> line&nbsp;\d+"),
        ("all-minilm-l6-v2", "max_seq_length", '256</data> <span class="frozen-mark">frozen</span>', r"line&nbsp;2"),
    ],
)
def test_a_default_in_a_sentence_has_its_value_and_its_place(page, source, name, value, stands):
    """Of a splitter, a constant, a statement, a function and a frozen reading."""
    assert value in shipped.default(page, source, name)
    assert re.search(stands, shipped.stands(page, source, name))


def test_defaults_beside_each_other_have_their_data(page):
    """A row for each with its value and its place, on the page and as files; what is missing has its reason in place of one."""
    rows = {
        "`SentenceSplitter`": ["llamaindex.SentenceSplitter", "chunk_overlap"],
        "MiniLM": ["all-minilm-l6-v2", "max_seq_length"],
        "gone": ["llamaindex.SentenceSplitter", "chunk_colour"],
    }
    html = shipped.defaults_beside(page, "beside", "Overlaps & more", rows=rows, corner="Built")
    assert html.startswith('<div class="table-block" id="table-beside"><div class="table-wrap"')
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["<code>Sentence<wbr>Splitter</code>", "Mini<wbr>LM", "gone"]
    expression = (
        "{{ defaults_beside('again', 'Overlaps', rows={'gone': ['llamaindex.SentenceSplitter', 'chunk_colour']}, corner='Built') }}"
    )
    assert 'id="table-again"' in pages.render(page, expression, {"defaults_beside": shipped.defaults_beside})
    told = json.loads(page.files["data/defaults/beside.json"])
    assert [(one["row"], one["value"]) for one in told] == [("SentenceSplitter", 200), ("MiniLM", 256), ("gone", None)]
    assert told[1]["stands"] == "model/config.json:2"
    assert "has no chunk_colour" in told[2]["stands"]
    assert html.count("has no chunk_colour") == 2


def test_a_splitters_default_leads_to_its_row(page):
    """From another page too; the anchor is there."""
    link = re.search(r'href="(.*?)"', shipped.default(page, "llamaindex.SentenceSplitter", "chunk_overlap"))[1]
    assert link == "../defaults/#llamaindex.SentenceSplitter.chunk_overlap"
    assert f'<tr id="{link.partition("#")[2]}">' in shipped.defaults_table(page)


def test_what_is_missing_is_said_and_breaks_nothing(page, monkeypatch):
    """A class that is gone, a setting that has gone, a reading that is nowhere: n/a with the reason. A name of nothing is a mistake."""

    def gone(use):
        raise Absent(f"{use} is <gone>")

    assert "has no chunk_colour" in shipped.default(page, "llamaindex.SentenceSplitter", "chunk_colour")
    assert "the lock does not hold it" in shipped.stands(page, "all-minilm-l6-v2", "truncation")
    assert shipped.stands(page, "llama_index.core.constants", "NOWHERE").startswith("n/a (")
    with pytest.raises(Mistake, match="'wherever' names no splitter"):
        shipped.default(page, "wherever", "x")
    monkeypatch.setattr(every, "defaults", gone)
    html = shipped.defaults_table(page)
    assert "n/a: llamaindex.SentenceSplitter is &lt;gone&gt;" in html
    assert json.loads(page.files["data/defaults/every-default.json"]) == []


def test_a_value_is_inert(page, monkeypatch):
    """Whatever a library writes into its defaults is shown and never means anything to the page."""
    bad = Reading("<script>*x*</script>{{ y }}", "<b>/c:1", "<i> 1")
    page.catalogue.readings["all-minilm-l6-v2.truncation"] = bad
    shown = "".join(
        [
            shipped.default(page, "all-minilm-l6-v2", "truncation"),
            shipped.stands(page, "all-minilm-l6-v2", "truncation"),
            shipped.releases(page),
        ]
    )
    assert not re.search(r"<script|\*x|\{\{|<b>|<i>", shown)
