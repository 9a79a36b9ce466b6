"""The splitters by heading, sentence, separator and level: the plain libraries' chunks, and what each does to small hostile documents."""

import inspect
import json
import re

import pytest
from langchain_text_splitters import (
    CharacterTextSplitter,
    ExperimentalMarkdownSyntaxTextSplitter,
    HTMLHeaderTextSplitter,
    HTMLSemanticPreservingSplitter,
    LatexTextSplitter,
    MarkdownHeaderTextSplitter,
    MarkdownTextSplitter,
    NLTKTextSplitter,
)
from langchain_text_splitters.base import TextSplitter
from llama_index.core import Document
from llama_index.core.node_parser import (
    HierarchicalNodeParser,
    HTMLNodeParser,
    MarkdownNodeParser,
    SentenceSplitter,
    SentenceWindowNodeParser,
    TokenTextSplitter,
    get_leaf_nodes,
    get_root_nodes,
)
from test_splitters import CELLS, FIGURES, PROSE, chunks_or_error

from generators.chunk import locate, lost
from generators.mistake import Mistake
from generators.splitters import SPLITTERS, build_alone, run_alone
from generators.splitters.isolation import captured
from generators.splitters.splitter import Splitter

MARKS = [["#", "h1"], ["##", "h2"]]
TAGS = [["h1", "Title"], ["h2", "Part"]]
MARKDOWN = f"# Terms\n\n{PROSE[:300]}\n\n## Fees\n\n{FIGURES[:400]}\n\n### Notes\n\n{CELLS[:400]}\n\n## Term\n\nTwo years.\n"
HTML = "<body><h1>Fees</h1><p>Nine euro &amp; more.</p><ul><li>One</li><li>Two</li></ul><h2>Late</h2><div>Ten <b>euro</b>.</div></body>"
DOCUMENTS = {
    "markdown": MARKDOWN,
    "prose": PROSE,
    "html": HTML,
    "unclosed html": "<h1>Open<p>never closed <b>bold",
    "empty": "",
    "blanks": " \n\t\n\u00a0\n",
    "crlf": "# A\r\n\r\nOne line.\r\n\r\n## B\r\n\r\nAnother one.\r\n",
    "bom": "\ufeff# A\n\nOne.\n\n# B\n\nTwo.\n",
    "cjk": "# 料金\n\n本契約は発効する。当事者は、通知を要する！\n\n## 期間\n\n二年。\n",
    "emoji": "# 🚀\n\nGo 👩\u200d👩\u200d👧 now. e\u0301 🇫🇷!\n",
    "unclosed fence": "# A\n\nBefore.\n\n```sh\nrun\n\n# B\n\nAfter.\n",
    "tilde fence": "# A\n\n~~~\n# no heading\n~~~\n\nAfter.\n",
    "no headings": "Only a line.\n\nAnd one more.",
    "only a heading": "# A",
    "setext": "A\n=\n\nOne.\n\nB\n-\n\nTwo.\n",
    "invisible": "# A\n\n\tsoft\u00adhyphen, no\u00a0break, right\u200f to left\x00\n",
    "lines": "One.\u2028Two.\x85Three.\x0bFour.\n---\nFive.\n",
}


def nodes(parser, keep=list, metadata=None):
    """The texts of the nodes that LlamaIndex's own object makes of a document."""
    return lambda text: [node.text for node in keep(parser.get_nodes_from_documents([Document(text=text, metadata=metadata or {})]))]


def pages(splitter):
    """The texts of the documents that LangChain's own object makes."""
    return lambda text: [document.page_content for document in splitter.split_text(text)]


def pairs(headers):
    """The headers of a file as the library wants them."""
    return [tuple(pair) for pair in headers]


KNOWN = {"file": "rules.md", "part": 3}
PLAIN = [
    (
        "langchain.CharacterTextSplitter",
        {"chunk_size": 60, "chunk_overlap": 20},
        lambda: CharacterTextSplitter(chunk_size=60, chunk_overlap=20).split_text,
    ),
    (
        "langchain.CharacterTextSplitter",
        {
            "chunk_size": 9,
            "chunk_overlap": 4,
            "separator": r"\s+",
            "is_separator_regex": True,
            "keep_separator": "end",
            "length": "cl100k_base",
        },
        lambda: (
            CharacterTextSplitter.from_tiktoken_encoder(
                "cl100k_base", chunk_size=9, chunk_overlap=4, separator=r"\s+", is_separator_regex=True, keep_separator="end"
            ).split_text
        ),
    ),
    (
        "langchain.MarkdownTextSplitter",
        {"chunk_size": 60, "chunk_overlap": 20},
        lambda: MarkdownTextSplitter(chunk_size=60, chunk_overlap=20).split_text,
    ),
    (
        "langchain.MarkdownTextSplitter",
        {"chunk_size": 20, "chunk_overlap": 0, "is_separator_regex": True, "length": "o200k_base"},
        lambda: (
            MarkdownTextSplitter.from_tiktoken_encoder("o200k_base", chunk_size=20, chunk_overlap=0, is_separator_regex=True).split_text
        ),
    ),
    (
        "langchain.LatexTextSplitter",
        {"chunk_size": 60, "chunk_overlap": 20, "strip_whitespace": False},
        lambda: LatexTextSplitter(chunk_size=60, chunk_overlap=20, strip_whitespace=False).split_text,
    ),
    ("langchain.MarkdownHeaderTextSplitter", {"headers_to_split_on": MARKS}, lambda: pages(MarkdownHeaderTextSplitter(pairs(MARKS)))),
    (
        "langchain.MarkdownHeaderTextSplitter",
        {"headers_to_split_on": [["**", "bold"]], "strip_headers": False, "custom_header_patterns": {"**": 1}},
        lambda: pages(MarkdownHeaderTextSplitter([("**", "bold")], strip_headers=False, custom_header_patterns={"**": 1})),
    ),
    (
        "langchain.MarkdownHeaderTextSplitter",
        {"headers_to_split_on": MARKS, "return_each_line": True},
        lambda: pages(MarkdownHeaderTextSplitter(pairs(MARKS), return_each_line=True)),
    ),
    ("langchain.ExperimentalMarkdownSyntaxTextSplitter", {}, lambda: pages(ExperimentalMarkdownSyntaxTextSplitter())),
    (
        "langchain.ExperimentalMarkdownSyntaxTextSplitter",
        {"headers_to_split_on": MARKS, "return_each_line": True, "strip_headers": False},
        lambda: pages(ExperimentalMarkdownSyntaxTextSplitter(pairs(MARKS), return_each_line=True, strip_headers=False)),
    ),
    ("langchain.HTMLHeaderTextSplitter", {"headers_to_split_on": TAGS}, lambda: pages(HTMLHeaderTextSplitter(pairs(TAGS)))),
    (
        "langchain.HTMLHeaderTextSplitter",
        {"headers_to_split_on": TAGS, "return_each_element": True},
        lambda: pages(HTMLHeaderTextSplitter(pairs(TAGS), return_each_element=True)),
    ),
    ("llamaindex.MarkdownNodeParser", {}, lambda: nodes(MarkdownNodeParser())),
    ("llamaindex.HTMLNodeParser", {}, lambda: nodes(HTMLNodeParser())),
    ("llamaindex.HTMLNodeParser", {"tags": ["div", "li"]}, lambda: nodes(HTMLNodeParser(tags=["div", "li"]))),
    ("llamaindex.SentenceWindowNodeParser", {"window_size": 1}, lambda: nodes(SentenceWindowNodeParser(window_size=1))),
    (
        "llamaindex.HierarchicalNodeParser",
        {"chunk_sizes": [200, 60, 30], "chunk_overlap": 10},
        lambda: nodes(HierarchicalNodeParser.from_defaults(chunk_sizes=[200, 60, 30], chunk_overlap=10)),
    ),
    (
        "llamaindex.HierarchicalNodeParser",
        {"chunk_sizes": [90, 40], "level": "leaves", "metadata": KNOWN},
        lambda: nodes(HierarchicalNodeParser.from_defaults(chunk_sizes=[90, 40]), get_leaf_nodes, KNOWN),
    ),
    ("llamaindex.HierarchicalNodeParser", {"level": "roots"}, lambda: nodes(HierarchicalNodeParser.from_defaults(), get_root_nodes)),
    (
        "llamaindex.SentenceSplitter",
        {"chunk_size": 60, "chunk_overlap": 9, "metadata": KNOWN, "include_metadata": False},
        lambda: nodes(SentenceSplitter(chunk_size=60, chunk_overlap=9, include_metadata=False), metadata=KNOWN),
    ),
    (
        "llamaindex.TokenTextSplitter",
        {"chunk_size": 40, "chunk_overlap": 9, "metadata": KNOWN},
        lambda: nodes(TokenTextSplitter(chunk_size=40, chunk_overlap=9), metadata=KNOWN),
    ),
]


@pytest.mark.parametrize(("use", "keywords", "plain"), PLAIN)
def test_chunks_are_byte_for_byte_those_of_the_plain_library(use, keywords, plain):
    """On documents of every kind, one after the other and again: what the memos hold changes nothing."""
    ours, theirs = SPLITTERS[use](**keywords).split, plain()
    for name, text in [*DOCUMENTS.items(), *DOCUMENTS.items()]:
        assert chunks_or_error(theirs, text) == chunks_or_error(ours, text), name
    assert len(ours(HTML + MARKDOWN)) > 0


@pytest.mark.parametrize("spans", [False, True])
def test_nltk_s_splitter_finds_its_sentence_ends_offline(monkeypatch, spans):
    """With no folder of the machine in NLTK's path; the plain library, given the bundled files, cuts as ours does."""
    from llama_index.core.utils import globals_helper

    monkeypatch.setattr("nltk.data.path", [])
    keywords = {"chunk_size": 80, "chunk_overlap": 30, "separator": "" if spans else "\n", "use_span_tokenize": spans}
    ours = SPLITTERS["langchain.NLTKTextSplitter"](**keywords)
    globals_helper.wait_for_nltk_check()
    plain = NLTKTextSplitter(**keywords)
    for name, text in DOCUMENTS.items():
        assert chunks_or_error(plain.split_text, text) == chunks_or_error(ours.split, text), name
    assert ours.settings["language"] == "english"
    with pytest.raises(Mistake, match="'klingon' is none whose sentence ends are available offline: name one of czech, danish"):
        SPLITTERS["langchain.NLTKTextSplitter"](language="klingon")


def test_the_semantic_html_splitter_is_the_plain_library_s():
    """It announces itself as a beta with one warning a process, which belongs to no run; a list kept whole may exceed the size."""
    keywords = {"headers_to_split_on": TAGS, "max_chunk_size": 20, "elements_to_preserve": ["ul"], "denylist_tags": ["b"]}
    with captured():
        plain = HTMLSemanticPreservingSplitter(**{**keywords, "headers_to_split_on": pairs(TAGS)})
    built = build_alone("langchain.HTMLSemanticPreservingSplitter", keywords)
    assert (built.printed, built.splitter.chunk_size, built.splitter.chunk_overlap) == ("", 20, 0)
    for name, text in DOCUMENTS.items():
        assert chunks_or_error(pages(plain), text) == chunks_or_error(built.splitter.split, text), name


ALL = [
    *[(use, keywords) for use, keywords, _ in PLAIN],
    ("langchain.NLTKTextSplitter", {"chunk_size": 80, "chunk_overlap": 30, "separator": ""}),
]


@pytest.mark.parametrize(("use", "keywords"), ALL)
def test_the_splitter_says_how_it_counts_and_what_is_in_force(use, keywords):
    """Settings are plain JSON that hold what was named; sizes are among them; a splitter without a size counts characters."""
    splitter = SPLITTERS[use](**keywords)
    assert use == splitter.use
    assert dict(splitter.settings) == json.loads(json.dumps(splitter.settings))
    for name, value in keywords.items():
        assert (sorted(value) if isinstance(value, list) else value) == (
            sorted(splitter.settings[name]) if isinstance(value, list) else splitter.settings[name]
        )
    if splitter.chunk_size is None:
        assert (splitter.unit, splitter.chunk_overlap, splitter.measure_length("日本")) == ("characters", None, 2)
    else:
        assert (splitter.chunk_size, splitter.chunk_overlap) == (splitter.settings["chunk_size"], splitter.settings["chunk_overlap"])


@pytest.mark.parametrize(("use", "keywords"), ALL)
def test_the_call_to_paste_splits_as_the_splitter_does(use, keywords):
    """`code` is run as Python: it is the whole call on `text` where it says so, else it builds what is called."""
    splitter = SPLITTERS[use](**keywords)
    imports, call = splitter.code.split("\n\n", 1)
    scope = {"text": MARKDOWN, "Document": Document}
    exec(imports, scope)
    built = eval(call, scope)
    if not splitter.complete:
        built = built.get_nodes_from_documents([Document(text=MARKDOWN)]) if splitter.gives == "nodes" else built.split_text(MARKDOWN)
    assert splitter.split(MARKDOWN) == [getattr(one, "page_content", None) or getattr(one, "text", one) for one in built]


@pytest.mark.parametrize(
    ("use", "function", "changed"),
    [
        ("langchain.CharacterTextSplitter", CharacterTextSplitter.__init__, {"separator": "~"}),
        ("langchain.MarkdownTextSplitter", TextSplitter.__init__, {"chunk_size": 777}),
        ("langchain.NLTKTextSplitter", NLTKTextSplitter.__init__, {"separator": "~", "language": "german"}),
        ("langchain.MarkdownHeaderTextSplitter", MarkdownHeaderTextSplitter.__init__, {"strip_headers": False}),
        ("langchain.HTMLHeaderTextSplitter", HTMLHeaderTextSplitter.__init__, {"return_each_element": True}),
        ("llamaindex.HierarchicalNodeParser", HierarchicalNodeParser.from_defaults.__func__, {"chunk_overlap": 7}),
    ],
)
def test_no_default_is_typed(monkeypatch, use, function, changed):
    """When the library's signature changes, the settings in force change with it."""
    defaults = [p for p in inspect.signature(function).parameters.values() if p.default is not p.empty and p.kind is not p.KEYWORD_ONLY]
    monkeypatch.setattr(function, "__defaults__", tuple(changed.get(p.name, p.default) for p in defaults))
    splitter = SPLITTERS[use](**({"headers_to_split_on": TAGS} if "Header" in use else {}))
    assert changed == {name: splitter.settings[name] for name in changed}


def split(use, text, **keywords):
    """The chunks of one text."""
    outcome = run_alone(SPLITTERS[use](**keywords), [text])
    assert outcome.error == ""
    return outcome.chunks[0]


@pytest.mark.parametrize(
    "use", ["langchain.MarkdownHeaderTextSplitter", "langchain.HTMLHeaderTextSplitter", "langchain.HTMLSemanticPreservingSplitter"]
)
def test_headers_are_required_as_the_library_says(use):
    """A run without them ends with the library's own words."""
    built = build_alone(use, {})
    assert built.splitter is None
    assert re.fullmatch(r"TypeError: \w+\.__init__\(\) missing 1 required positional argument: 'headers_to_split_on'", built.error)


def test_a_document_without_headings_is_one_chunk():
    """By every splitter that cuts at headings; what stands before the first one is a chunk of its own."""
    text = "Only a line.\n\nAnd one more."
    assert split("langchain.MarkdownHeaderTextSplitter", text, headers_to_split_on=MARKS) == ["Only a line.  \nAnd one more."]
    assert split("langchain.ExperimentalMarkdownSyntaxTextSplitter", text) == [text]
    assert split("langchain.HTMLHeaderTextSplitter", text, headers_to_split_on=TAGS) == [text]
    assert split("llamaindex.MarkdownNodeParser", text) == [text]
    assert split("llamaindex.HTMLNodeParser", text) == []
    assert split("llamaindex.MarkdownNodeParser", "Before.\n# A\n") == ["Before.", "# A"]


def test_the_heading_leaves_the_text_that_is_embedded():
    """ "# Fees" is 2 + 4 letters and a mark: without it the mark at 0 and the word at 2 to 6 are in no chunk; kept, nothing is lost."""
    text = "# Fees\n\nNine euro.\n"
    stripped = split("langchain.MarkdownHeaderTextSplitter", text, headers_to_split_on=MARKS)
    assert stripped == ["Nine euro."]
    assert lost(text, locate(text, stripped)) == ((0, 1), (2, 6))
    kept = split("langchain.MarkdownHeaderTextSplitter", text, headers_to_split_on=MARKS, strip_headers=False)
    assert kept == ["# Fees  \nNine euro."]
    assert lost(text, locate(text, kept)) == ()


def test_the_header_splitter_deletes_what_cannot_be_printed():
    """Tab, soft hyphen, no-break space and joiner go, and the chunk is still found, loosely, from "a" at 5 to "d" at 11."""
    text = "# A\n\ta\u00adb\u00a0\u200dcd \n"
    chunks = split("langchain.MarkdownHeaderTextSplitter", text, headers_to_split_on=MARKS)
    assert chunks == ["abcd"]
    (found,) = locate(text, chunks)
    assert (found.match, found.pieces) == ("loose", ((5, 12),))


def test_an_unclosed_fence_takes_the_rest_with_it():
    """The experimental splitter drops it without a word; the two others keep it in one chunk."""
    text = DOCUMENTS["unclosed fence"]
    chunks = split("langchain.ExperimentalMarkdownSyntaxTextSplitter", text)
    assert chunks == ["\nBefore.\n\n"]
    # "# A" at 0 and 2, and all that stands behind "Before.", which ends at 12
    assert lost(text, locate(text, chunks))[:2] == ((0, 1), (2, 3))
    assert lost(text, locate(text, chunks))[-1] == (text.index("After."), len(text) - 1)
    assert split("llamaindex.MarkdownNodeParser", text) == [text.strip()]
    assert len(split("langchain.MarkdownHeaderTextSplitter", text, headers_to_split_on=MARKS)) == 1


def test_html_is_placed_by_its_text():
    """Elements stand where their text does, without their tags; a character that was written as an entity makes a chunk unplaceable."""
    chunks = split("langchain.HTMLHeaderTextSplitter", HTML, headers_to_split_on=TAGS)
    assert chunks == ["Fees", "Nine euro & more.  \nOne  \nTwo", "Late", "Ten .  \neuro"]
    assert [chunk.match for chunk in locate(HTML, chunks)] == ["exact", "unplaceable", "exact", "unplaceable"]
    listed = split("llamaindex.HTMLNodeParser", HTML, tags=["h1", "h2", "li"])
    assert listed == ["Fees", "One\nTwo", "Late"]
    assert [HTML[start:end] for chunk in locate(HTML, listed) for start, end in chunk.pieces] == ["Fees", "One", "Two", "Late"]


def test_llamaindex_knows_no_tilde_fence_and_rewrites_a_heading():
    """The comment in the fence becomes a heading; a tab behind the mark becomes a blank, which is still found from 0 on."""
    assert split("llamaindex.MarkdownNodeParser", DOCUMENTS["tilde fence"]) == ["# A\n\n~~~", "# no heading\n~~~\n\nAfter."]
    assert split("langchain.MarkdownHeaderTextSplitter", DOCUMENTS["tilde fence"], headers_to_split_on=MARKS) == [
        "~~~\n# no heading\n~~~  \nAfter."
    ]
    chunks = split("llamaindex.MarkdownNodeParser", "#\tFees\n\nNine.")
    assert chunks == ["# Fees\n\nNine."]
    (found,) = locate("#\tFees\n\nNine.", chunks)
    assert (found.match, found.pieces) == ("loose", ((0, 13),))


def test_a_byte_order_mark_hides_the_first_heading_from_one_library():
    """LlamaIndex leaves it in the chunk; LangChain deletes it, finds the heading and takes it out."""
    assert split("llamaindex.MarkdownNodeParser", DOCUMENTS["bom"]) == ["\ufeff# A\n\nOne.", "# B\n\nTwo."]
    assert split("langchain.MarkdownHeaderTextSplitter", DOCUMENTS["bom"], headers_to_split_on=MARKS) == ["One.", "Two."]


def test_one_separator_cuts_nowhere_else():
    """Three Japanese sentences without a blank line stay whole, above the size; CRLF hides the blank line, too."""
    assert split("langchain.CharacterTextSplitter", "一つ目。二つ目。三つ目。", chunk_size=5, chunk_overlap=2) == [
        "一つ目。二つ目。三つ目。"
    ]
    assert split("langchain.CharacterTextSplitter", "One.\r\n\r\nTwo.", chunk_size=5, chunk_overlap=0) == ["One.\r\n\r\nTwo."]
    assert split("langchain.CharacterTextSplitter", "One.\n\n\n\nTwo.", chunk_size=50, chunk_overlap=0) == ["One.\n\nTwo."]


def test_a_pattern_that_is_not_kept_is_pasted_as_its_own_text():
    """The chunks say what no document says, so they have no place, and nothing is known to be lost."""
    text = "red; green ;blue"
    chunks = split("langchain.CharacterTextSplitter", text, separator=r"\s*;\s*", is_separator_regex=True, chunk_size=30, chunk_overlap=0)
    assert chunks == [r"red\s*;\s*green\s*;\s*blue"]
    assert [chunk.match for chunk in locate(text, chunks)] == ["unplaceable"]
    assert lost(text, locate(text, chunks)) is None


def test_the_markdown_splitter_cuts_at_no_heading_unless_told():
    """Its patterns are taken literally: the heading ends the chunk before its section; as patterns they open it."""
    text = "# A\n\naa aa aa\n## B\nbb bb\n"
    assert split("langchain.MarkdownTextSplitter", text, chunk_size=16, chunk_overlap=0) == ["# A", "aa aa aa\n## B", "bb bb"]
    assert split("langchain.MarkdownTextSplitter", text, chunk_size=16, chunk_overlap=0, is_separator_regex=True) == [
        "# A\n\naa aa aa",
        "## B\nbb bb",
    ]


def test_the_window_is_no_part_of_the_chunk():
    """Each chunk is one sentence, whatever the window holds."""
    text = "One is here. Two is there. Three is gone."
    expected = ["One is here. ", "Two is there. ", "Three is gone."]
    assert [split("llamaindex.SentenceWindowNodeParser", text, window_size=size) for size in (1, 3)] == [expected, expected]


def test_a_hierarchy_by_levels():
    """Four sentences of 9 tokens: 36 and more fit in no 20, so the one root has four leaves; all levels are root and leaves."""
    text = " ".join(f"Rule {word} holds for every desk here." for word in ("one", "two", "six", "ten"))
    levels = {
        level: split("llamaindex.HierarchicalNodeParser", text, chunk_sizes=[60, 12], chunk_overlap=0, level=level)
        for level in ("roots", "leaves", "all")
    }
    assert levels["roots"] == [text]
    assert levels["leaves"] == re.findall(r"Rule .*?\.", text)
    assert levels["all"] == levels["roots"] + levels["leaves"]
    # Out of order in the document, each chunk still has its own place.
    assert [chunk.pieces for chunk in locate(text, levels["all"])] == [
        ((text.index(chunk), text.index(chunk) + len(chunk)),) for chunk in levels["all"]
    ]
    sizes = [
        SPLITTERS["llamaindex.HierarchicalNodeParser"](chunk_sizes=[60, 12], chunk_overlap=0, level=level).chunk_size
        for level in ("all", "roots", "leaves")
    ]
    assert sizes == [60, 60, 12]
    assert (
        build_alone("llamaindex.HierarchicalNodeParser", {"chunk_sizes": []}).error == "ValueError: chunk_sizes is empty: name at least one"
    )


def test_metadata_are_taken_off_the_size():
    """ "file: rules.md\\npart: 3" is 9 tokens: 60 - 9 = 51 and, with the two that are always kept back, 40 - 2 - 9 = 29."""
    from generators.tokens import count

    assert count("file: rules.md\npart: 3", "cl100k_base") == 9
    sentence, token = SPLITTERS["llamaindex.SentenceSplitter"], SPLITTERS["llamaindex.TokenTextSplitter"]
    assert sentence(chunk_size=60, chunk_overlap=0, metadata=KNOWN).settings["effective_chunk_size"] == 51
    assert sentence(chunk_size=60, chunk_overlap=0, metadata=KNOWN, include_metadata=False).settings["effective_chunk_size"] == 51
    assert sentence(chunk_size=60, chunk_overlap=0, metadata=KNOWN, call="split_text").settings["effective_chunk_size"] == 60
    assert token(chunk_size=40, chunk_overlap=0, metadata=KNOWN).settings["effective_chunk_size"] == 29
    assert token(chunk_size=40, chunk_overlap=0).settings["effective_chunk_size"] == 38
    assert token(chunk_size=40, chunk_overlap=0, call="split_text").settings["effective_chunk_size"] == 40
    assert SPLITTERS["llamaindex.HierarchicalNodeParser"](chunk_sizes=[60, 30], metadata=KNOWN).settings["effective_chunk_size"] == 51


def test_metadata_longer_than_the_chunk_are_an_error_of_the_run():
    """It can be built, and splitting fails with the library's words; asking for the effective size says nothing."""
    built = build_alone("llamaindex.SentenceSplitter", {"chunk_size": 9, "chunk_overlap": 0, "metadata": KNOWN})
    assert (built.error, built.printed, built.splitter.settings["effective_chunk_size"]) == ("", "", None)
    assert run_alone(built.splitter, ["One."]).error.startswith("ValueError: Metadata length (9) is longer than chunk size (9).")


def misbehaving(split):
    """A splitter that does as it likes."""
    return Splitter("own", {}, "characters", None, None, split, len, "own()")


def test_chunks_in_another_order_stand_each_at_its_own_place():
    """The last first: no order is kept, so every chunk is looked for alone; one that stands twice is ambiguous."""
    text = "one two one six"
    chunks = run_alone(misbehaving(lambda text: text.split()[::-1]), [text]).chunks[0]
    assert [(chunk.pieces, chunk.match) for chunk in locate(text, chunks)] == [
        (((12, 15),), "exact"),
        (((0, 3),), "ambiguous"),
        (((4, 7),), "exact"),
        (((0, 3),), "ambiguous"),
    ]


def test_empty_chunks_have_no_place_and_break_nothing():
    """Before, between and behind chunks that have one."""
    chunks = run_alone(misbehaving(lambda text: ["", text[:3], " ", text[4:], ""]), ["one two"]).chunks[0]
    assert [chunk.match for chunk in locate("one two", chunks)] == ["unplaceable", "exact", "exact", "exact", "unplaceable"]


def test_a_splitter_that_prints_and_fails_after_some_documents():
    """The run has no chunks, names the document at fault, and keeps what was said on the way."""

    def split(text):
        print(f"at {text}")  # noqa: T201
        return [text] if text != "c" else [b"c"]

    outcome = run_alone(misbehaving(split), ["a", "b", "c", "d"], ["a.md", "b.md", "c.md", "d.md"])
    assert (outcome.chunks, outcome.error) == (None, "TypeError: chunk 0 is no string but bytes (in c.md)")
    assert outcome.printed == "at a\nat b\nat c\n"
