"""The libraries' defaults are read where they stand: value in force, file and line, in the form in which article A's claims quote them."""

import inspect
import json
import linecache
import py_compile
from pathlib import Path

import langchain_text_splitters
import pytest
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.settings import Settings

from generators import installed
from generators.installed import Code
from generators.mistake import Absent
from generators.splitters import SPLITTERS
from generators.splitters import defaults as reader
from generators.splitters.defaults import defaults, plain, required
from generators.splitters.stated import STATED

LIBRARIES = Path(inspect.getfile(langchain_text_splitters)).parents[1]
OURS = {"length", "language", "call", "metadata", "level"}
"""Keywords of the shelf that no library's constructor has."""


def line(default):
    """The line at which a default stands."""
    return linecache.getline(str(LIBRARIES / default.file), default.line)


OF_A_CALL = {"semchunk.Chunker": {"overlap"}}
"""Keywords of the shelf that the library takes when it is called."""


@pytest.mark.parametrize("use", [use for use in SPLITTERS if use.partition(".")[0] in reader.MODULES])
def test_each_default_stands_on_the_line_that_is_named(use):
    """The named line of the named file holds the parameter's name, and every setting of the shelf has a default or is required."""
    found, needed = defaults(use), required(use)
    known = {other for key, name in reader.OTHER_NAMES.items() for other in (key, name)}
    assert set(inspect.signature(SPLITTERS[use]).parameters) - OURS - OF_A_CALL.get(use, set()) <= {*found, *needed}
    assert not set(found) & set(needed)
    for default in {**found, **needed}.values():
        if use.startswith("semantic_text_splitter."):  # compiled code, which has no lines
            assert default.line is None
            assert default.reason
            continue
        assert default.name in line(default) or (default.name in known and any(name in line(default) for name in known))


def test_a_splitter_of_our_own_has_no_library_to_read():
    """`fixed` is not installed from anywhere."""
    assert defaults("fixed") == {}
    assert required("fixed") == {}


def test_what_is_required_is_told_from_what_has_a_default():
    """LangChain's header splitters want their headers; the experimental one has some of its own."""
    assert list(required("langchain.MarkdownHeaderTextSplitter")) == ["headers_to_split_on"]
    assert list(required("langchain.HTMLHeaderTextSplitter")) == ["headers_to_split_on"]
    assert required("langchain.ExperimentalMarkdownSyntaxTextSplitter") == {}


@pytest.mark.parametrize(
    ("use", "name", "value", "on_the_line"),
    [
        ("langchain.RecursiveCharacterTextSplitter", "separators", ["\n\n", "\n", " ", ""], "separators or"),
        ("langchain.ExperimentalMarkdownSyntaxTextSplitter", "headers_to_split_on", {"#": "Header 1"}, "self.splittable_headers"),
        ("llamaindex.HierarchicalNodeParser", "chunk_sizes", [2048, 512, 128], "[2048, 512, 128]"),
        ("llamaindex.HierarchicalNodeParser", "chunk_overlap", 20, "chunk_overlap: int = 20"),
        ("llamaindex.TokenTextSplitter", "backup_separators", ["\n"], '= ["\\n"]'),
        ("llamaindex.SentenceWindowNodeParser", "window_size", 3, "window_size: int = Field("),
        ("llamaindex.SentenceSplitter", "tokenizer", Code("get_tokenizer()"), "get_tokenizer()"),
    ],
)
def test_the_value_in_force_is_shown_with_the_line_that_sets_it(use, name, value, on_the_line):
    """Where the signature says None, the object that is built says more; a pydantic model's field gives way to its constructor."""
    default = defaults(use)[name]
    assert value == (default.value if not isinstance(value, dict) else {key: default.value[key] for key in value})
    assert type(value) is type(default.value)
    assert on_the_line in line(default)


def test_an_object_is_told_in_the_same_words_in_every_process():
    """No address of memory, no order of a set; and everything can be written as JSON."""
    assert plain({"b", "a", "c"}) == ["a", "b", "c"]
    assert plain(len) == "len"
    assert plain(object()) == "object(...)"
    assert plain((1, {"k": [None, True]})) == [1, {"k": [None, True]}]
    for use in SPLITTERS:
        assert "0x" not in json.dumps({name: default.value for name, default in defaults(use).items()})


def test_constants_and_docstrings_are_found_in_the_source():
    """The line of an assignment holds it; a name that is nowhere is absent and not an empty answer."""
    module = "llama_index.core.constants"
    default = installed.constant(module, "DEFAULT_CHUNK_OVERLAP")
    assert f"DEFAULT_CHUNK_OVERLAP = {default.value}" in line(default)
    with pytest.raises(Absent, match="assigns no NOT_THERE"):
        installed.constant(module, "NOT_THERE")
    with pytest.raises(Absent, match="has no line on not_there"):
        installed.documented("langchain_text_splitters.base", "TextSplitter", "not_there")


def test_the_statements_follow_the_installed_library(monkeypatch):
    """With other defaults in the signature the statements on them change; LlamaIndex's global settings stay as they were."""
    before = {name: read() for name, read in STATED.items()}
    assert [before["sentence_splitter.chunk_size"].value, before["sentence_splitter.chunk_overlap"].value] == before["settings_path"].value
    parameters = [p for p in inspect.signature(SentenceSplitter.__init__).parameters.values() if p.default is not p.empty]
    changed = {"chunk_size": 777, "separator": "_"}
    monkeypatch.setattr(SentenceSplitter.__init__, "__defaults__", tuple(changed.get(p.name, p.default) for p in parameters))
    after = {name: read() for name, read in STATED.items()}
    assert {"sentence_splitter.chunk_size", "sentence_splitter.separator", "settings_path"} == {
        key for key in before if before[key] != after[key]
    }
    assert [777, before["sentence_splitter.chunk_overlap"].value] == after["settings_path"].value
    assert Settings._node_parser is None


def test_the_statements_have_the_types_that_the_article_quotes():
    """Whole numbers, texts, lists, true or false, and a mapping of a name to file and line; each has its place."""
    found = {name: read() for name, read in STATED.items()}
    types = {name: type(one.value) for name, one in found.items()}
    assert {int} == {types[name] for name in types if name.endswith(("chunk_size", "chunk_overlap"))}
    assert {str} == {types[name] for name in types if name.endswith(("regex", "separator", "docstring"))}
    assert {list} == {types["settings_path"], types["langchain.recursive_separators"]}
    assert {bool} == {types[name] for name in types if "markdown_header" in name}
    assert all(isinstance(file, str) and isinstance(number, int) for file, number in found["constants"].value.values())
    assert all((LIBRARIES / one.file).is_file() and one.line for one in found.values())
    assert "SentenceSplitter()" in line(found["settings_path"])
    assert len(types) == 14


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library of a given source, installed as it is told: a function that writes it and gives the folder."""

    def write(source, name="pretended"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(source, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setitem(reader.MODULES, name, name)
        return folder

    return write


def test_a_library_without_source_has_values_and_no_lines(library):
    """A wheel may hold compiled code alone: the place is n/a, with the reason."""
    folder = library("class Cut:\n    def __init__(self, size=7, *, text, apart=None):\n        self.apart = apart or 'x'\n", "bare")
    py_compile.compile(str(folder / "__init__.py"), cfile=str(folder / "__init__.pyc"))
    (folder / "__init__.py").unlink()
    found = defaults("bare.Cut")
    assert {name: one.value for name, one in found.items()} == {"size": 7, "apart": None}
    assert (found["size"].line, found["size"].reason) == (None, "the installed bare has no file bare/__init__.py")
    assert found["size"].place == "bare (line n/a: the installed bare has no file bare/__init__.py)"
    assert required("bare.Cut")["text"].line is None


@pytest.mark.parametrize(
    ("source", "use", "said"),
    [
        ("", "gone.Cut", "gone has no Cut as it is installed here"),
        ("raise RuntimeError('broken wheel')\n", "broken.Cut", r"broken cannot be imported \(RuntimeError: broken wheel\)"),
        ("Cut = dict\n", "builtin.Cut", "the signature of dict cannot be read"),
    ],
)
def test_what_cannot_be_read_is_absent(library, source, use, said):
    """A class that is gone, a library that raises when it is imported, a class without a signature: no traceback, but why."""
    library(source, use.partition(".")[0])
    for read in (defaults, required):
        with pytest.raises(Absent, match=said):
            read(use)


def test_source_that_is_no_python_of_this_version_is_absent(tmp_path, monkeypatch):
    """The parser's complaint is the reason."""
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/__init__.py").write_text("def (:\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Absent, match=r"torn/__init__\.py cannot be read as Python"):
        installed.constant("torn", "SIZE")
    with pytest.raises(Absent, match="nowhere_at_all is not installed"):
        installed.constant("nowhere_at_all.core", "SIZE")
