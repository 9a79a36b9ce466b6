"""A second splitter on the pieces of the first: `then` in a scenario, in the shelf and in what it gives to paste."""

import json

import jsonschema
import pytest
import yaml
from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter
from llama_index.core import Document
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter
from small_project import PLAIN, load, mistakes
from test_splitters_sections import DOCUMENTS, MARKDOWN, MARKS

from generators import cases
from generators.chunk import locate
from generators.corpus import Corpus
from generators.corpus import Document as Text
from generators.mistake import Mistake
from generators.scenario import SplitterRow
from generators.scenario_reference import scenario_schema
from generators.splitters import SPLITTERS, build_alone, run_alone
from generators.splitters.isolation import captured

HEADERS = "langchain.MarkdownHeaderTextSplitter"
RECURSIVE = "langchain.RecursiveCharacterTextSplitter"
NODES = "llamaindex.MarkdownNodeParser"
SENTENCES = "llamaindex.SentenceSplitter"
SMALL = {"chunk_size": 60, "chunk_overlap": 20}
CHAINS = [
    (HEADERS, {"headers_to_split_on": MARKS, "then": {"use": RECURSIVE, **SMALL}}),
    (HEADERS, {"headers_to_split_on": MARKS, "then": {"use": SENTENCES, **SMALL}}),
    (HEADERS, {"headers_to_split_on": MARKS, "then": {"use": SENTENCES, "call": "split_text", **SMALL}}),
    (HEADERS, {"headers_to_split_on": MARKS, "then": {"use": SENTENCES, "metadata": {"file": "a.md"}, **SMALL}}),
    (NODES, {"then": {"use": SENTENCES, **SMALL}}),
    (NODES, {"metadata": {"file": "a.md"}, "then": {"use": "llamaindex.TokenTextSplitter", **SMALL}}),
    (NODES, {"then": {"use": "llamaindex.HierarchicalNodeParser", "chunk_sizes": [90, 60], "chunk_overlap": 9, "level": "leaves"}}),
    (NODES, {"then": {"use": "llamaindex.SentenceWindowNodeParser"}}),
    (NODES, {"then": {"use": RECURSIVE, "length": "cl100k_base", **SMALL}}),
    (RECURSIVE, {**SMALL, "then": {"use": HEADERS, "headers_to_split_on": MARKS}}),
    ("langchain.CharacterTextSplitter", {**SMALL, "then": {"use": RECURSIVE, **SMALL}}),
    ("fixed", {"chunk_size": 90, "then": {"use": "fixed", "chunk_size": 10, "unit": "cl100k_base"}}),
]


def chain(use, keywords):
    """The two splitters in one."""
    built = build_alone(use, keywords)
    assert built.error == ""
    return built.splitter


def test_langchain_s_pieces_are_split_as_split_documents_does():
    """The plain library's own way from a Markdown file to its chunks, on documents of every kind."""
    first, second = MarkdownHeaderTextSplitter([tuple(pair) for pair in MARKS]), RecursiveCharacterTextSplitter(**SMALL)
    ours = chain(*CHAINS[0])
    for name, text in DOCUMENTS.items():
        assert [document.page_content for document in second.split_documents(first.split_text(text))] == ours.split(text), name


@pytest.mark.parametrize(("metadata", "include"), [({}, True), ({"file": "a.md"}, True), ({"file": "a.md"}, False)])
def test_llamaindex_s_pieces_go_through_as_in_a_pipeline(metadata, include):
    """The headings above a piece and the document's metadata are taken off the second splitter's size."""
    first, second = MarkdownNodeParser(include_metadata=include), SentenceSplitter(**SMALL)
    pipeline = IngestionPipeline(transformations=[first, second], disable_cache=True)
    ours = chain(NODES, {"metadata": metadata, "include_metadata": include, "then": {"use": SENTENCES, **SMALL}})
    for name, text in DOCUMENTS.items():
        with captured():
            expected = [node.text for node in pipeline.run(documents=[Document(text=text, metadata=metadata)])]
            assert expected == ours.split(text), name


def test_a_long_heading_leaves_less_room():
    """A path of many tokens above the section: in LlamaIndex its chunks are shorter than those of the same text alone."""
    section = "## Part\n\n" + "Every rule holds for every desk. " * 12
    text = f"# {'very long words ' * 8}\n\n{section}"
    ours = chain(NODES, {"then": {"use": SENTENCES, "chunk_size": 60, "chunk_overlap": 0}})
    alone = SPLITTERS[SENTENCES](chunk_size=60, chunk_overlap=0)
    with captured():
        assert len(ours.split(text)[1:]) > len(alone.split(section))


@pytest.mark.parametrize(("use", "keywords"), CHAINS)
def test_sizes_unit_and_length_are_the_second_s(use, keywords):
    """Settings show both, as the file does, and are plain JSON."""
    then = dict(keywords["then"])
    second = SPLITTERS[then.pop("use")](**then)
    splitter = chain(use, keywords)
    assert (second.unit, second.chunk_size, second.chunk_overlap) == (splitter.unit, splitter.chunk_size, splitter.chunk_overlap)
    assert [splitter.measure_length(text) for text in ("日本語", MARKDOWN)] == [
        second.measure_length(text) for text in ("日本語", MARKDOWN)
    ]
    assert f"{use} then {second.use}" == splitter.use
    assert (second.use, second.unit) == (splitter.settings["then"]["use"], splitter.settings["then"]["unit"])
    assert dict(splitter.settings) == json.loads(json.dumps(splitter.settings))


@pytest.mark.parametrize(("use", "keywords"), CHAINS)
def test_the_calls_to_paste_split_as_the_chain_does(use, keywords):
    """The lines are run as Python; the last one gives the chunks, as texts, documents or nodes."""
    splitter = chain(use, keywords)
    *lines, last = splitter.code.split("\n")
    scope = {"text": MARKDOWN}
    with captured():
        exec("\n".join(lines), scope)
        chunks = eval(last, scope)
        assert splitter.split(MARKDOWN) == [getattr(one, "page_content", None) or getattr(one, "text", one) for one in chunks]
    assert "import Document\n" not in splitter.code or "Document(" in splitter.code


@pytest.mark.parametrize(("use", "keywords"), CHAINS)
def test_hostile_documents_are_split_or_fail_with_a_word(use, keywords):
    """No document of them makes an exception pass; every chunk gets a place or is said to have none."""
    for name, text in DOCUMENTS.items():
        outcome = run_alone(chain(use, keywords), [text])
        assert outcome.error == "", name
        assert len(locate(text, outcome.chunks[0])) == len(outcome.chunks[0])


def test_no_overlap_crosses_a_section():
    """20 characters are asked for: none is shared where a section ends, at 17, and 14 within one: "five nine ten." from 29 to 43."""
    text = "# A\n\nOne two six.\n\n# B\n\nFour five nine ten. Four five nine ten."
    keywords = {"headers_to_split_on": MARKS, "strip_headers": False, "then": {"use": RECURSIVE, "chunk_size": 24, "chunk_overlap": 20}}
    chunks = run_alone(chain(HEADERS, keywords), [text]).chunks[0]
    placed = locate(text, chunks, 20)
    assert chunks[0] == "# A  \nOne two six."
    assert placed[0].pieces == ((0, 17),)
    assert placed[1].pieces[0][0] == text.index("# B") == 19
    assert [chunk.pieces for chunk in placed[2:4]] == [((24, 43),), ((29, 48),)]


def test_an_error_of_either_is_the_run_s():
    """Of the first or the second, when it is built or when it splits."""
    assert build_alone(HEADERS, {"then": {"use": RECURSIVE}}).error.startswith("TypeError: MarkdownHeaderTextSplitter.__init__()")
    headers = {"headers_to_split_on": MARKS}
    assert (
        build_alone(HEADERS, {**headers, "then": {"use": RECURSIVE, "chunk_size": 0}}).error == "ValueError: chunk_size must be > 0, got 0"
    )
    splitter = chain(HEADERS, {**headers, "then": {"use": SENTENCES, "chunk_size": 2, "chunk_overlap": 0}})
    assert run_alone(splitter, ["go 🚀 now"]).error == "ValueError: Single token exceeded chunk size"


def test_a_first_splitter_that_gives_no_list_has_failed(monkeypatch):
    """A text would otherwise pass as a list of its letters."""
    made = SPLITTERS["fixed"](chunk_size=9)
    monkeypatch.setitem(SPLITTERS, "broken", lambda: made.__class__(**{**vars(made), "split": str.strip}))
    splitter = chain("broken", {"then": {"use": "fixed", "chunk_size": 4}})
    assert run_alone(splitter, ["abc"]).error == "TypeError: the splitter gave no list of chunks but str"


def test_metadata_belong_to_the_first_of_two_that_hand_nodes_on():
    """The second's would be passed over."""
    with pytest.raises(Mistake, match=r"then.metadata: .*: name them beside the first"):
        build_alone(NODES, {"then": {"use": SENTENCES, "metadata": {"file": "a.md"}}})


def scenario(row):
    """The plain scenario with another splitter in place of `whole` (line 5)."""
    return PLAIN.replace("whole: {use: fixed, chunk_size: 100}", f"whole: {row}")


def test_a_row_of_a_scenario(tmp_path):
    """What stands under `then` is handed on as it is."""
    row = "{use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: [['#', a]], then: {use: fixed, chunk_size: 40}}"
    (first, *_) = load(tmp_path, scenario(row)).splitters
    assert (first.name, first.use) == ("whole", HEADERS)
    assert first.keywords == {"headers_to_split_on": [["#", "a"]], "then": {"use": "fixed", "chunk_size": 40}}


def test_sweeps_of_both_are_written_out(tmp_path):
    """Two sizes of the first times two overlaps of the second; the names have the first's value first."""
    row = "{use: fixed, chunk_size: [80, 90], then: {use: fixed, chunk_size: 40, chunk_overlap: {from: 0, to: 5, step: 5}}}"
    rows = [row for row in load(tmp_path, scenario(row)).splitters if row.group == "whole"]
    assert [row.name for row in rows] == ["whole-80-0", "whole-80-5", "whole-90-0", "whole-90-5"]
    assert rows[1].keywords == {"chunk_size": 80, "then": {"use": "fixed", "chunk_size": 40, "chunk_overlap": 5}}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{use: fixed, chunk_size: 9, then: fixed}", "then: 'fixed' is a text: give a mapping of names, each a value"),
        ("{use: fixed, chunk_size: 9, then: {}}", "then.use: the key 'use' is missing: name a splitter: known here: "),
        ("{use: fixed, chunk_size: 9, then: {use: fixd}}", "then.use: there is no splitter 'fixd': did you mean fixed?"),
        ("{use: fixed, chunk_size: 9, then: {use: fixed}}", "then: the key 'chunk_size' is missing: give a whole number from 1"),
        (
            "{use: fixed, chunk_size: 9, then: {use: fixed, chunk_size: 5, corpora: [notes]}}",
            "then.corpora: unknown key 'corpora': known here: chunk_overlap, chunk_size, clamp_overlap, unit, use",
        ),
        (
            "{use: fixed, chunk_size: 9, then: {use: fixed, chunk_size: 5, then: {use: fixed}}}",
            "then.then: unknown key 'then': known here: chunk_overlap, chunk_size, clamp_overlap, unit, use",
        ),
        (
            "{use: fixed, chunk_size: 9, then: {use: fixed, chunk_size: [5, 0]}}",
            "then.chunk_size.1: 0 is out of range: give a whole number from 1",
        ),
        (
            "{use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: ['#']}",
            "headers_to_split_on.0: '#' is a text: give [a text, a text]",
        ),
        (
            "{use: llamaindex.SentenceSplitter, metadata: {file: [a]}}",
            "metadata.file: ['a'] is a list: give a text or a whole number or a number or a yes or no",
        ),
        (
            "{use: fixed, chunk_size: {from: 1, to: 50, step: 1}, then: {use: fixed, chunk_size: {from: 1, to: 50, step: 1}}}",
            "its sweeps stand for more than 1,000 rows: name fewer values",
        ),
    ],
)
def test_a_mistake_has_its_line_and_place(tmp_path, row, said):
    """As in any other part of the file, and only one."""
    (found,) = mistakes(tmp_path, scenario(row))
    assert found.startswith(f"5: splitters.whole.{said}" if "sweeps" not in said else f"5: splitters.whole: {said}")


def test_the_schema_for_editors_knows_it():
    """It accepts a chain with headers and a sweep, and refuses what the loader refuses."""
    validator = jsonschema.Draft202012Validator(scenario_schema())
    validator.check_schema(scenario_schema())
    good = "{use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: [['#', a]], then: {use: fixed, chunk_size: [40, 50]}}"
    validator.validate(yaml.safe_load(scenario(good)))
    for row in (
        "{use: langchain.MarkdownHeaderTextSplitter, headers_to_split_on: [['#']]}",
        "{use: fixed, chunk_size: 9, then: {use: fixed}}",
        "{use: fixed, chunk_size: 9, then: {use: fixed, chunk_size: 5, corpora: [notes]}}",
        "{use: llamaindex.SentenceSplitter, metadata: {file: [a]}}",
    ):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(yaml.safe_load(scenario(row)))


def test_a_chain_is_run_and_located_like_any_splitter():
    """Its chunks have their places in the document, and none of them stands in two sections."""
    use, keywords = CHAINS[0]
    keywords = {**keywords, "strip_headers": False}
    ran = cases.split(Corpus("notes", "", (Text("a.md", MARKDOWN),)), SplitterRow("chain", "chain", use, keywords))
    assert ran.error == ""
    borders = [MARKDOWN.index(heading) for heading in ("## Fees", "## Term\n")]
    for chunk in ran.chunks[0]:
        assert chunk.match in ("exact", "loose")
        assert not any(start < border < end for start, end in chunk.pieces for border in borders)
