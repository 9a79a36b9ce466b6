"""Defaults: what the installed libraries do when nothing is named, each value with the file and line where it stands."""

# ruff: noqa: PLC0415 the libraries are heavy: they are imported when a default is read
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Default:
    """A value read from an installed library; `file` is relative to the folder that holds the library, `line` counts from 1."""

    value: Any
    name: str
    file: str
    line: int


def defaults(use: str) -> dict[str, Default]:
    """The defaults of every setting of the library class that the shelf's `use` names; empty for a splitter of our own.

    A setting that the class hands on to its base class (`**kwargs`) is read from there; one without a default is left out.
    """
    module = {"llamaindex": "llama_index.core.node_parser", "langchain": "langchain_text_splitters"}.get(use.partition(".")[0])
    return _of_class(getattr(import_module(module), use.partition(".")[2])) if module else {}


def claimed() -> dict[str, Any]:
    """Article A's statements on shipped defaults, by the claim's id behind `A.defaults.`, as the installed libraries have them."""
    import langchain_text_splitters as langchain
    from langchain_text_splitters.base import TextSplitter
    from llama_index.core import constants
    from llama_index.core import settings as llamaindex
    from llama_index.core.node_parser.text import sentence

    by_sentence = defaults("llamaindex.SentenceSplitter")
    by_token = defaults("llamaindex.TokenTextSplitter")
    of_langchain = _of_class(TextSplitter)
    of_headers = _of_class(langchain.MarkdownHeaderTextSplitter)
    shared = constant(constants, "DEFAULT_CHUNK_OVERLAP")
    # A fresh instance: the module's own would keep the splitter that it builds for everybody else in the process.
    settings = llamaindex._Settings()
    return {
        "sentence_splitter.chunk_size": by_sentence["chunk_size"].value,
        "sentence_splitter.chunk_overlap": by_sentence["chunk_overlap"].value,
        "guidance_page.chunk_overlap": shared.value,
        "token_splitter.chunk_overlap": by_token["chunk_overlap"].value,
        "token_splitter.stride": by_token["chunk_size"].value - by_token["chunk_overlap"].value,
        "constants": {
            default.name: [Path(default.file).name, default.line] for default in (shared, constant(sentence, "SENTENCE_CHUNK_OVERLAP"))
        },
        "sentence_splitter.secondary_regex": by_sentence["secondary_chunking_regex"].value,
        "sentence_splitter.separator": by_sentence["separator"].value,
        "settings_path": [settings.chunk_size, settings.chunk_overlap],
        "langchain.chunk_size": of_langchain["chunk_size"].value,
        "langchain.chunk_overlap": of_langchain["chunk_overlap"].value,
        "langchain.overlap_docstring": argument_line(TextSplitter.__init__, "chunk_overlap"),
        "langchain.recursive_separators": langchain.RecursiveCharacterTextSplitter()._separators,
        "langchain.markdown_header.headers_required": "headers_to_split_on" not in of_headers,
        "langchain.markdown_header.strip_headers": of_headers["strip_headers"].value,
    }


def constant(module: ModuleType, name: str) -> Default:
    """A constant of a module, with the line of its assignment."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in node.targets):
            return Default(getattr(module, name), name, _file(module.__name__), node.lineno)
    raise AttributeError(f"{module.__name__} assigns no {name}")


def argument_line(function: Callable[..., Any], name: str) -> str:
    """What a function's docstring says of one argument, on the line that begins with its name."""
    for line in inspect.cleandoc(function.__doc__ or "").splitlines():
        if line.strip().startswith(f"{name}:"):
            return line.partition(":")[2].strip()
    raise AttributeError(f"the docstring of {function.__qualname__} has no line on {name}")


def _of_class(cls: type) -> dict[str, Default]:
    found: dict[str, Default] = {}
    for owner in cls.__mro__:
        initialize: Any = vars(owner).get("__init__")
        if not inspect.isfunction(initialize) or owner.__module__.partition(".")[0] != cls.__module__.partition(".")[0]:
            continue
        lines = _parameter_lines(initialize)
        parameters = inspect.signature(initialize).parameters.values()
        for parameter in parameters:
            if parameter.default is not parameter.empty and parameter.name not in found:
                found[parameter.name] = Default(parameter.default, parameter.name, _file(owner.__module__), lines[parameter.name])
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            break
    return found


def _parameter_lines(function: Callable[..., Any]) -> dict[str, int]:
    """The line of every parameter in the function's source file."""
    source, first = inspect.getsourcelines(function)
    definition = ast.parse(dedent("".join(source))).body[0]
    return {node.arg: first + node.lineno - 1 for node in ast.walk(definition) if isinstance(node, ast.arg)}


def _file(module: str) -> str:
    """The source file of a module, relative to the folder that holds the library."""
    return module.replace(".", "/") + ".py"
