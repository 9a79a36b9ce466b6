"""The shelf of splitters: chunks as the plain libraries give them, defaults read from them, and our own windows at their stride."""

import inspect
import json
import socket
import subprocess
import sys
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_text_splitters import Language
from langchain_text_splitters import RecursiveCharacterTextSplitter as Recursive
from langchain_text_splitters import TokenTextSplitter as LangChainToken
from langchain_text_splitters.base import TextSplitter
from llama_index.core import Document
from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter

from generators.mistake import Mistake
from generators.splitters import SPLITTERS, build_alone, run_alone
from generators.splitters.isolation import captured
from generators.splitters.memo import LONG, Memo
from generators.tokens import OFFLINE, tokenizer

PROSE = (
    "The Supplier shall keep records, e.g. of Mr. Hale's visits, for 3.5 years. It may not! Or may it? “It may.” (See Clause 4.2.)\n\n"
    "Each party bears its own costs; neither may assign this Agreement without consent. Notice runs from receipt...\n\n\n"
) * 6
FIGURES = "| Item | Fee |\n| --- | ---: |\n" + "".join(f"| S-{n} | {n * 37},{n:03}.50 |\n" for n in range(90))
CELLS = "| Item | Note |\n| --- | --- |\n" + "".join(f"| S-{n} | Paid in full. Reviewed by A. Noor, yearly. |\n" for n in range(40))
TEXTS = {
    "prose": PROSE,
    "figures": PROSE + FIGURES + "\nAfter the table. It ends.",
    "sentences in cells": PROSE + CELLS,
    "aligned": "\n".join(f"{'S-' + str(n):<24}{n * 1.5:>24.2f}" for n in range(60)),
    "cjk": "本契約は二〇二四年に発効する。当事者は、通知を要する！よろしいか？" * 30,
    "emoji": "go 🚀 now 👩‍👩‍👧 and e\u0301 🇫🇷. " * 25,
    "blanks": "one.   \n\n\n\n   two.\t\t\n \n three.\u00a0\u3000four.  " * 20,
    "special": "An <|endoftext|> in a text. " * 20,
    "no separator": "x" * 900,
    "crlf": "One line.\r\nAnother, longer line.\r\n\r\n\r\nThe last.\r\n" * 15,
    "empty": "",
    "only blanks": " \n\t \n\n\n ",
}
SIZES = [(2, 0), (5, 5), (16, 4), (60, 20), (256, 0), (1024, 200)]


def nodes(library):
    return lambda text: [node.text for node in library.get_nodes_from_documents([Document(text=text)])]


def plain(use, keywords):
    """The `split` of the library itself, built without the shelf."""
    rest = dict(keywords)
    match use:
        case "llamaindex.SentenceSplitter" | "llamaindex.TokenTextSplitter":
            call = rest.pop("call", "nodes")
            library = {"SentenceSplitter": SentenceSplitter, "TokenTextSplitter": TokenTextSplitter}[use.split(".")[1]](**rest)
            return nodes(library) if call == "nodes" else library.split_text
        case "langchain.TokenTextSplitter":
            return LangChainToken(**rest).split_text
        case "langchain.RecursiveCharacterTextSplitter":
            length = rest.pop("length", "characters")
            if "language" in rest:
                return Recursive.from_language(Language(rest.pop("language")), **rest).split_text
            return (Recursive(**rest) if length == "characters" else Recursive.from_tiktoken_encoder(length, **rest)).split_text


def chunks_or_error(split, text):
    with captured():
        try:
            return split(text)
        except ValueError as error:
            return str(error)


VARIANTS = [
    ("llamaindex.SentenceSplitter", {}),
    ("llamaindex.SentenceSplitter", {"call": "split_text", "paragraph_separator": "\n", "secondary_chunking_regex": ""}),
    ("llamaindex.TokenTextSplitter", {}),
    ("llamaindex.TokenTextSplitter", {"call": "split_text", "keep_whitespaces": True, "separator": ".", "backup_separators": []}),
    ("langchain.RecursiveCharacterTextSplitter", {}),
    ("langchain.RecursiveCharacterTextSplitter", {"length": "cl100k_base", "keep_separator": "end", "strip_whitespace": False}),
    ("langchain.RecursiveCharacterTextSplitter", {"language": "markdown"}),
    ("langchain.TokenTextSplitter", {"encoding_name": "cl100k_base"}),
    ("langchain.TokenTextSplitter", {"encoding_name": "o200k_base", "disallowed_special": []}),
]


@pytest.mark.parametrize(("use", "more"), VARIANTS)
def test_chunks_are_byte_for_byte_those_of_the_plain_library(use, more):
    """Whatever the memos hold from other texts and sizes, the chunks, or the error, are the library's own, cold and warm."""
    keywords = {sizes: {**more, "chunk_size": sizes[0], "chunk_overlap": sizes[1]} for sizes in SIZES}
    plain_splits = {sizes: plain(use, keywords[sizes]) for sizes in SIZES}
    expected = {(sizes, name): chunks_or_error(plain_splits[sizes], text) for sizes in SIZES for name, text in TEXTS.items()}
    for sizes in SIZES + SIZES[::-1]:
        ours = SPLITTERS[use](**keywords[sizes]).split
        for name, text in TEXTS.items():
            assert expected[sizes, name] == chunks_or_error(ours, text), (name, sizes)


PIECES = st.sampled_from(
    ["The ", "clause ", "4.2", ". ", "! ", "e.g. ", "\n", "\n\n\n", "| 1,200.50 |", "語", "🚀", "  ", ",", ") ", "A.", "word" * 9]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=120).map("".join), st.integers(1, 40), st.integers(0, 40), st.sampled_from(["nodes", "split_text"]))
def test_llamaindex_chunks_of_any_text_are_those_of_the_plain_library(text, size, more, call):
    """Random texts of words, figures, blanks and sentence ends, at random sizes and overlaps."""
    keywords = {"chunk_size": size + more, "chunk_overlap": more, "call": call}
    for use in ("llamaindex.SentenceSplitter", "llamaindex.TokenTextSplitter"):
        assert chunks_or_error(plain(use, keywords), text) == chunks_or_error(SPLITTERS[use](**keywords).split, text)


@pytest.mark.parametrize(
    ("use", "library", "fields"),
    [
        ("llamaindex.SentenceSplitter", SentenceSplitter, "separator paragraph_separator secondary_chunking_regex"),
        ("llamaindex.TokenTextSplitter", TokenTextSplitter, "separator backup_separators keep_whitespaces"),
        ("langchain.RecursiveCharacterTextSplitter", Recursive, "_separators _keep_separator _is_separator_regex _strip_whitespace"),
        ("langchain.TokenTextSplitter", lambda: LangChainToken(encoding_name="cl100k_base"), "_disallowed_special"),
    ],
)
def test_what_is_not_named_is_the_library_s_default(use, library, fields):
    """Sizes and settings in force equal those of the library's own object built without arguments."""
    splitter = SPLITTERS[use](**({"encoding_name": "cl100k_base"} if use == "langchain.TokenTextSplitter" else {}))
    own = library()
    mark = "_" if use.startswith("langchain") else ""
    assert (getattr(own, f"{mark}chunk_size"), getattr(own, f"{mark}chunk_overlap")) == (splitter.chunk_size, splitter.chunk_overlap)
    for field in [*fields.split(), f"{mark}chunk_size", f"{mark}chunk_overlap"]:
        assert getattr(own, field) == splitter.settings[field.removeprefix("_")]


@pytest.mark.parametrize(
    ("use", "owner", "named"),
    [
        ("llamaindex.SentenceSplitter", SentenceSplitter, {}),
        ("llamaindex.TokenTextSplitter", TokenTextSplitter, {}),
        ("langchain.RecursiveCharacterTextSplitter", TextSplitter, {}),
        ("langchain.TokenTextSplitter", TextSplitter, {"encoding_name": "cl100k_base"}),
    ],
)
def test_no_default_is_typed(monkeypatch, use, owner, named):
    """When the library's signature changes, the settings in force change with it."""
    function = owner.__init__
    changed = {"chunk_size": 777, "chunk_overlap": 33}
    defaults = [p for p in inspect.signature(function).parameters.values() if p.default is not p.empty]
    monkeypatch.setattr(function, "__defaults__", tuple(changed.get(p.name, p.default) for p in defaults))
    splitter = SPLITTERS[use](**named)
    assert (splitter.chunk_size, splitter.chunk_overlap) == (777, 33)
    assert "chunk_size=777, chunk_overlap=33" in splitter.code


def test_langchain_s_token_splitter_fails_without_a_network_and_says_what_to_name(monkeypatch):
    """Its default encoding, read from its signature, is refused before a socket is opened; a bundled one in its place is taken."""

    def refuse(*_, **__):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    default = inspect.signature(LangChainToken).parameters["encoding_name"].default
    built = build_alone("langchain.TokenTextSplitter", {})
    assert built.splitter is None
    assert built.error.startswith(f"ValueError: TokenTextSplitter's default encoding {default} is not among those available offline")
    assert built.error.endswith("name encoding_name: cl100k_base")
    monkeypatch.setattr(LangChainToken.__init__, "__defaults__", ("o200k_base", None, None, "all"))
    assert build_alone("langchain.TokenTextSplitter", {}).splitter.unit == "o200k_base"


def test_names_that_only_the_user_can_put_right_are_mistakes():
    """An unknown tokenizer or language, or two sources of separators, name the value and the remedy."""
    recursive = SPLITTERS["langchain.RecursiveCharacterTextSplitter"]
    with pytest.raises(Mistake, match="'gpt2' is not available offline"):
        recursive(length="gpt2")
    with pytest.raises(Mistake, match="'markdwon' is none that LangChain knows: name one of c, cobol"):
        recursive(language="markdwon")
    with pytest.raises(Mistake, match="brings its own separators: leave out separators"):
        recursive(language="markdown", separators=["\n"])


def test_a_language_measured_in_tokens_has_the_separators_of_from_language():
    """`language` and `length` together: the separators of the one, the length of the other."""
    splitter = SPLITTERS["langchain.RecursiveCharacterTextSplitter"](
        language="markdown", length="cl100k_base", chunk_size=40, chunk_overlap=0
    )
    by_language = Recursive.from_language(Language.MARKDOWN)
    assert by_language._separators == splitter.settings["separators"]
    text = "# A\n\n" + PROSE[:400] + "\n## B\n\n" + PROSE[:400]
    assert max(tokenizer("cl100k_base").count(chunk) for chunk in splitter.split(text)) <= 40
    assert any(chunk.startswith("## B") for chunk in splitter.split(text))


CONFIGURED = [
    ("fixed", {"chunk_size": 40, "chunk_overlap": 10}),
    ("fixed", {"chunk_size": 20, "unit": "cl100k_base"}),
    ("fixed", {"chunk_size": 8, "chunk_overlap": 9, "unit": "o200k_base", "clamp_overlap": "half"}),
    *((use, {**more, "chunk_size": 60, "chunk_overlap": 20}) for use, more in VARIANTS),
]


@pytest.mark.parametrize(("use", "keywords"), CONFIGURED)
def test_every_splitter_gives_strings_and_says_how_it_counts(use, keywords):
    """Chunks are strings, `measure_length` counts them in the splitter's unit, settings are plain JSON and name the sizes in force."""
    splitter = SPLITTERS[use](**keywords)
    count = len if splitter.unit == "characters" else tokenizer(splitter.unit).count
    outcome = run_alone(splitter, [text for name, text in TEXTS.items() if name != "special"])
    assert outcome.error == ""
    chunks = [chunk for found in outcome.chunks for chunk in found]
    assert len(chunks) > len(TEXTS)
    assert all(isinstance(chunk, str) for chunk in chunks)
    assert [count(chunk) for chunk in chunks] == [splitter.measure_length(chunk) for chunk in chunks]
    assert use == splitter.use
    assert (splitter.chunk_size, splitter.chunk_overlap) == (splitter.settings["chunk_size"], splitter.settings["chunk_overlap"])
    assert dict(splitter.settings) == json.loads(json.dumps(splitter.settings))
    assert splitter.unit in ("characters", *OFFLINE)


@pytest.mark.parametrize(("use", "keywords"), CONFIGURED)
def test_the_call_to_paste_splits_as_the_splitter_does(use, keywords):
    """`code` is run as Python: what it builds gives the same chunks."""
    splitter = SPLITTERS[use](**keywords)
    imports, call = splitter.code.split("\n\n", 1)
    scope = {"text": PROSE}
    exec(imports, scope)
    built = eval(call, scope)
    if keywords.get("call") == "split_text":
        assert splitter.split(PROSE) == built
    elif use.startswith("llamaindex"):
        assert splitter.split(PROSE) == nodes(built)(PROSE)
    else:
        assert splitter.split(PROSE) == (built.split if use == "fixed" else built.split_text)(PROSE)


def test_a_set_of_special_tokens_is_written_in_one_order():
    """Python's own order of a set of strings changes from process to process; the call to paste must not."""
    splitter = SPLITTERS["langchain.TokenTextSplitter"](encoding_name="cl100k_base", allowed_special=["<|fim_suffix|>", "<|endoftext|>"])
    assert "allowed_special={'<|endoftext|>', '<|fim_suffix|>'}" in splitter.code
    assert splitter.settings["allowed_special"] == ["<|endoftext|>", "<|fim_suffix|>"]


def test_fixed_windows_of_ten_letters():
    """Size 4, overlap 1, stride 3: windows at 0, 3, 6; the one at 6 reaches the end (6 + 4 = 10), so none starts at 9."""
    assert SPLITTERS["fixed"](chunk_size=4, chunk_overlap=1).split("abcdefghij") == ["abcd", "defg", "ghij"]
    assert SPLITTERS["fixed"](chunk_size=4).split("abcdefghij") == ["abcd", "efgh", "ij"]
    assert SPLITTERS["fixed"](chunk_size=4).split("") == []


@pytest.mark.parametrize("name", TEXTS)
def test_fixed_windows_start_at_every_stride_and_end_with_the_text(name):
    """In characters and in tokens: without overlap they are the text; with it each is the text from one unit's start to another's."""
    text = TEXTS[name]
    for unit, (size, overlap) in product(["characters", *OFFLINE], [(1, 0), (7, 0), (7, 3), (50, 49)]):
        chunks = SPLITTERS["fixed"](chunk_size=size, chunk_overlap=overlap, unit=unit).split(text)
        starts = list(range(len(text))) if unit == "characters" else tokenizer(unit).offsets(text)
        edges = [*starts, len(text)]
        firsts = [first for first in range(0, len(starts), size - overlap) if first == 0 or first + overlap < len(starts)]
        expected = [text[edges[first] : edges[min(first + size, len(starts))]] for first in firsts]
        assert [chunk for chunk in expected if chunk] == chunks
        if overlap == 0:
            assert text == "".join(chunks)


def test_fixed_never_cuts_inside_a_character():
    """The rocket's four bytes lie in the tokens " F0 9F", "9A" and "80": the windows are "go", " ", "", the rocket, " now"."""
    assert tokenizer("cl100k_base").offsets("go 🚀 now") == [0, 2, 3, 3, 4]
    assert SPLITTERS["fixed"](chunk_size=1, unit="cl100k_base").split("go 🚀 now") == ["go", " ", "🚀", " now"]


def test_fixed_refuses_an_overlap_that_leaves_no_stride_or_halves_it_when_told():
    """80 characters with an overlap of 110 cannot advance; clamped it is 80 // 2 = 40, and the stride 40."""
    assert "is not smaller than chunk_size 80" in build_alone("fixed", {"chunk_size": 80, "chunk_overlap": 110}).error
    assert "is not smaller than chunk_size 80" in build_alone("fixed", {"chunk_size": 80, "chunk_overlap": 80}).error
    assert build_alone("fixed", {"chunk_size": 0}).error == "ValueError: chunk_size must be at least 1, got 0"
    assert build_alone("fixed", {"chunk_size": 5, "chunk_overlap": -1}).error == "ValueError: chunk_overlap must be at least 0, got -1"
    clamped = SPLITTERS["fixed"](chunk_size=80, chunk_overlap=110, clamp_overlap="half")
    assert 40 == clamped.chunk_overlap == clamped.settings["chunk_overlap"]
    chunks = clamped.split("".join(map(str, range(200))))
    assert all(one[40:] == other[:40] for one, other in pairwise(chunks))
    small = SPLITTERS["fixed"](chunk_size=80, chunk_overlap=30, clamp_overlap="half")
    assert small.chunk_overlap == 30


def test_llamaindex_keeps_two_tokens_back_only_where_nodes_are_made():
    """`TokenTextSplitter` of 10 tokens on 20 one-token words: as text 2 chunks of 10, as nodes 3, of 8, 8 and 4."""
    text = "a" + " a" * 19
    use = SPLITTERS["llamaindex.TokenTextSplitter"]
    by_call = {call: run_alone(use(chunk_size=10, chunk_overlap=0, call=call), [text]).chunks[0] for call in ("nodes", "split_text")}
    assert [len(chunk.split()) for chunk in by_call["split_text"]] == [10, 10]
    assert [len(chunk.split()) for chunk in by_call["nodes"]] == [8, 8, 4]


def test_a_memo_asks_once_and_forgets_when_it_is_full():
    """Three answers fit: a fourth text empties the memo; a long text is known by its digest; an error is asked again."""
    asked = []

    def ask(text):
        asked.append(text)
        return 10 // len(text)

    memo = Memo(ask, most=3)
    long = "x" * (LONG + 1)
    assert [memo[text] for text in ("a", "bb", long, "x" * (LONG + 1), "a")] == [10, 5, 0, 0, 10]
    assert ["a", "bb", long] == asked
    assert long not in memo
    assert [memo[text] for text in ("ccc", "a")] == [3, 10]
    assert ["a", "bb", long, "ccc", "a"] == asked
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            memo[""]
    assert asked[5:] == ["", ""]


def test_the_table_of_splitters_costs_no_library():
    """Names and keywords are known without importing a measured library, and every keyword is named and has a type."""
    heavy = "('langchain', 'llama_index', 'tiktoken', 'nltk', 'numpy')"
    code = f"import sys, generators.splitters; print(sorted(m for m in sys.modules if m.split('.')[0].startswith({heavy})))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    for function in SPLITTERS.values():
        for parameter in inspect.signature(function).parameters.values():
            assert parameter.KEYWORD_ONLY is parameter.kind
            assert parameter.annotation is not parameter.empty
