"""The libraries' defaults are read where they stand: value, file and line, in the form in which article A's claims quote them."""

import inspect
import linecache
from pathlib import Path

import langchain_text_splitters
import llama_index.core
import pytest
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.settings import Settings

from generators.splitters import SPLITTERS
from generators.splitters.defaults import argument_line, claimed, constant, defaults

LIBRARIES = Path(inspect.getfile(langchain_text_splitters)).parents[1]


@pytest.mark.parametrize("use", [use for use in SPLITTERS if use != "fixed"])
def test_each_default_stands_on_the_line_that_is_named(use):
    """The named line of the named file holds the parameter's name, and every setting of the shelf that has a default is there."""
    found = defaults(use)
    own = {"length", "language", "call"}
    assert set(inspect.signature(SPLITTERS[use]).parameters) - own <= set(found)
    for default in found.values():
        assert default.name in linecache.getline(str(LIBRARIES / default.file), default.line)


def test_a_splitter_of_our_own_has_no_library_to_read():
    """`fixed` is not installed from anywhere."""
    assert defaults("fixed") == {}


def test_constants_and_docstrings_are_found_in_the_source():
    """The line of an assignment holds it; a name that is nowhere is an error and not an empty answer."""
    module = llama_index.core.constants
    default = constant(module, "DEFAULT_CHUNK_OVERLAP")
    assert f"DEFAULT_CHUNK_OVERLAP = {default.value}" in linecache.getline(str(LIBRARIES / default.file), default.line)
    with pytest.raises(AttributeError, match="assigns no NOT_THERE"):
        constant(module, "NOT_THERE")
    with pytest.raises(AttributeError, match="has no line on not_there"):
        argument_line(argument_line, "not_there")


def test_the_statements_follow_the_installed_library(monkeypatch):
    """With other defaults in the signature the statements on them change; LlamaIndex's global settings stay as they were."""
    before = claimed()
    assert [before["sentence_splitter.chunk_size"], before["sentence_splitter.chunk_overlap"]] == before["settings_path"]
    assert before["token_splitter.stride"] < before["sentence_splitter.chunk_size"]
    parameters = [p for p in inspect.signature(SentenceSplitter.__init__).parameters.values() if p.default is not p.empty]
    changed = {"chunk_size": 777, "separator": "_"}
    monkeypatch.setattr(SentenceSplitter.__init__, "__defaults__", tuple(changed.get(p.name, p.default) for p in parameters))
    after = claimed()
    assert {"sentence_splitter.chunk_size", "sentence_splitter.separator", "settings_path"} == {
        key for key in before if before[key] != after[key]
    }
    assert [777, before["sentence_splitter.chunk_overlap"]] == after["settings_path"]
    assert Settings._node_parser is None


def test_the_statements_have_the_types_that_the_article_quotes():
    """Whole numbers, texts, lists, true or false, and a mapping of a name to file and line."""
    types = {name: type(value) for name, value in claimed().items()}
    assert {int} == {types[name] for name in types if name.endswith(("chunk_size", "chunk_overlap", "stride"))}
    assert {str} == {types[name] for name in types if name.endswith(("regex", "separator", "docstring"))}
    assert {list} == {types["settings_path"], types["langchain.recursive_separators"]}
    assert {bool} == {types[name] for name in types if "markdown_header" in name}
    assert all(isinstance(file, str) and isinstance(line, int) for file, line in claimed()["constants"].values())
    assert len(types) == 15
