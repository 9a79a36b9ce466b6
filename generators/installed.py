"""Installed: what stands in the files of installed packages, read without importing them, each value with its file and line."""

from __future__ import annotations

import ast
import importlib.util
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from generators.mistake import Absent


class Code(str):
    """The text that stands for what is no plain data: `len`, `get_tokenizer()`."""

    __slots__ = ()


Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Default:
    """A value that an installed package has, and where it stands.

    `value` is plain data; for what is none, such as a function, it is `Code`. `file` is relative to the folder that holds the
    package, `line` counts from 1; where no source is installed `line` is None and `reason` says why.
    """

    value: Any
    name: str
    file: str
    line: int | None
    reason: str = ""

    @property
    def place(self) -> str:
        """`llama_index/core/constants.py:11`, or n/a with the reason."""
        return f"{self.file}:{self.line}" if self.line is not None else f"{self.file} (line n/a: {self.reason})"


def folders(package: str) -> list[Path]:
    """The folders of an installed top-level package, found without running any of its code; raises `Absent` where it is not installed."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise Absent(f"{package} is not installed")
    return [Path(folder) for folder in found.submodule_search_locations]


def text(path: str) -> str:
    """A file of a package, `llama_index/core/constants.py`; raises `Absent` where the package, or the file in it, is not there."""
    package, _, rest = path.partition("/")
    for folder in folders(package):
        if (folder / rest).is_file():
            return (folder / rest).read_text("utf-8")
    raise Absent(f"the installed {package} has no file {path}")


def source_file(module: str) -> str:
    """The source file of a module, relative to the folder that holds its package: `a.b` is `a/b.py`, or `a/b/__init__.py`."""
    package, *rest = module.split(".")
    stem = "/".join((package, *rest))
    is_package = not rest or any((folder.joinpath(*rest) / "__init__.py").is_file() for folder in folders(package))
    return f"{stem}/__init__.py" if is_package else f"{stem}.py"


@cache
def tree(module: str) -> ast.Module:
    """The source of a module, parsed; raises `Absent` where a package holds none (only compiled code, say) or none that can be read."""
    path = source_file(module)
    try:
        return ast.parse(text(path))
    except (SyntaxError, ValueError) as error:
        raise Absent(f"{path} cannot be read as Python ({error})") from None


def classes(module: str, name: str) -> ast.ClassDef:
    """The definition of a class; raises `Absent` where the module defines none of that name."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node
    raise Absent(f"{source_file(module)} defines no class {name}")


def method(module: str, class_name: str, name: str) -> Function:
    """The definition of a class's own method; raises `Absent` where there is none."""
    for node in classes(module, class_name).body:
        if isinstance(node, Function) and node.name == name:
            return node
    raise Absent(f"{class_name} in {source_file(module)} defines no {name}")


def parameters(function: Function) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters of a function, each with the expression of its default, or None where it has none."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    without: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    yield from zip(plain, [*without, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def parameter(module: str, class_name: str, name: str) -> Default:
    """The default of a parameter of a class, as its signature is written; raises `Absent` where there is none."""
    for argument, default in parameters(method(module, class_name, "__init__")):
        if argument.arg == name and default is not None:
            return Default(literal(default), name, source_file(module), argument.lineno)
    raise Absent(f"{class_name} in {source_file(module)} has no default for {name}")


def constant(module: str, name: str) -> Default:
    """A constant of a module, as its assignment is written; raises `Absent` where the module assigns none."""
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in node.targets):
            return Default(literal(node.value), name, source_file(module), node.lineno)
    raise Absent(f"{source_file(module)} assigns no {name}")


def literal(expression: ast.expr) -> Any:  # noqa: ANN401 whatever stands in the source
    """The value of an expression that is written out, and otherwise its text."""
    try:
        return ast.literal_eval(expression)
    except ValueError:
        return Code(ast.unparse(expression))


def documented(module: str, class_name: str, name: str) -> Default:
    """What the docstring of a class's `__init__` says of one argument, on the line that begins with its name.

    Raises `Absent` where no line does.
    """
    first = method(module, class_name, "__init__").body[0]
    lines = text(source_file(module)).splitlines()
    for number in range(first.lineno, (first.end_lineno or first.lineno) + 1):
        said = lines[number - 1].strip()
        if isinstance(first, ast.Expr) and said.startswith(f"{name}:"):
            return Default(said.partition(":")[2].strip(), name, source_file(module), number)
    raise Absent(f"the docstring of {class_name} in {source_file(module)} has no line on {name}")


def setting(path: str, *keys: str) -> Default:
    """A value in a JSON file of a package, by the keys that lead to it, and the first line that holds the last of them.

    Raises `Absent` where the file is not there, is no JSON, or has no such key.
    """
    content = text(path)
    try:
        value: Any = json.loads(content)
        for key in keys:
            value = value[key]
    except (ValueError, LookupError, TypeError) as error:
        raise Absent(f"{path} has no {'.'.join(keys)} ({type(error).__name__}: {error})") from None
    line = next(number for number, line in enumerate(content.splitlines(), 1) if json.dumps(keys[-1]) in line)
    return Default(value, ".".join(keys), path, line)
