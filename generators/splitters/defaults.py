"""Defaults: what the installed libraries do when nothing is named, each value in force with the file and line where it stands."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from generators import installed
from generators.installed import Code, Default
from generators.mistake import Absent
from generators.splitters.isolation import captured, name_of
from generators.tokens import OFFLINE

LIBRARIES = {
    "llamaindex": "llama_index.core.node_parser",
    "langchain": "langchain_text_splitters",
    "chonkie": "chonkie",
    "semchunk": "semchunk",
    "semantic_text_splitter": "semantic_text_splitter",
}
"""The module from which each library's splitters are imported."""

EXTRA_LIBRARIES = {"haystack": "haystack.components.preprocessors"}
"""The same of libraries that a build can do without: releases are followed, and no page shows what only some builds could read."""

MODULES = {**LIBRARIES, **EXTRA_LIBRARIES}

OTHER_NAMES = {"headers_to_split_on": "splittable_headers"}
"""Parameters whose value an instance keeps under a name of its own."""


def defaults(use: str) -> dict[str, Default]:
    """The default in force of every setting of the library class that the shelf's `use` names; empty for a splitter of our own.

    It is the value that an object built without arguments has, where one can be built, and otherwise the one in the signature. A setting
    that the class hands on to its base class (`**kwargs`) is read from there. Raises `Absent` where the library or the class is gone.
    """
    cls = library_class(use)
    if cls is None:
        return {}
    declared = {name: default for name, (default, required) in _declared(cls).items() if not required}
    unknown = [name for name, default in declared.items() if default.value is None]
    instance = _built(cls, declared) if unknown else None
    return {name: _in_force(cls, instance, default) if name in unknown else default for name, default in declared.items()}


def required(use: str) -> dict[str, Default]:
    """The arguments that the class has no default for, each with its place and the value None; raises `Absent` as `defaults` does."""
    cls = library_class(use)
    return {name: default for name, (default, needed) in _declared(cls).items() if needed} if cls else {}


def library_class(use: str) -> type | None:
    """The library class that the shelf's `use` names, None for a splitter of our own; raises `Absent` where it cannot be imported."""
    library, _, name = use.partition(".")
    if library not in MODULES:
        return None
    try:
        with captured():
            return getattr(import_module(MODULES[library]), name)  # type: ignore[no-any-return]  # a class, by the shelf's own names
    except AttributeError:
        raise Absent(f"{MODULES[library]} has no {name} as it is installed here") from None
    except Exception as error:  # noqa: BLE001 whatever a broken library raises when it is imported, it is not here
        raise Absent(f"{MODULES[library]} cannot be imported ({name_of(error)})") from None


def _declared(cls: type) -> dict[str, tuple[Default, bool]]:
    """Every argument as the class declares it, with whether it is required."""
    found: dict[str, tuple[Default, bool]] = {}
    for owner, function in _constructors(cls):
        lines = _lines(owner, function)
        given = [one for name, one in _signature(function).items() if name not in found and name != "self"]
        for one in given:
            if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
                needed = one.default is one.empty
                value = None if needed else _made(owner, one) if inspect.isclass(function) else plain(one.default)
                found[one.name] = (_placed(value, one.name, owner, lines), needed)
        if not any(one.kind is one.VAR_KEYWORD for one in given):
            break
    return found


def _signature(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (ValueError, TypeError) as error:
        raise Absent(f"the signature of {function.__qualname__} cannot be read ({error})") from None


def _made(model: Any, parameter: inspect.Parameter) -> Any:  # noqa: ANN401 a pydantic model's field may be anything
    """The default of a field of a pydantic model: what its factory makes, or the factory's call where that is a function.

    A class of compiled code has no such fields, and its signature says all.
    """
    fields = getattr(model, "model_fields", {})
    factory = fields[parameter.name].default_factory if fields else None
    if factory is None:
        return plain(parameter.default)
    value = factory()
    return Code(f"{factory.__name__}()") if callable(value) else plain(value)


def _constructors(cls: type) -> Iterator[tuple[type, Callable[..., Any]]]:
    """The functions that a caller's arguments go through, outermost first, each with the class that defines it.

    A pydantic model without an `__init__` of its own takes its fields, unless it needs one that only its `from_defaults` makes.
    """
    inits = [owner for owner in _own(cls) if inspect.isfunction(vars(owner).get("__init__"))]
    if inits:
        yield from ((owner, vars(owner)["__init__"]) for owner in inits)
    elif hasattr(cls, "from_defaults") and any(one.default is one.empty for one in _signature(cls).values()):
        yield cls, cls.from_defaults
    else:
        yield cls, cls


def _own(cls: type) -> list[type]:
    """The class and those of its bases that the same library defines."""
    return [owner for owner in cls.__mro__ if module_of(owner).partition(".")[0] == module_of(cls).partition(".")[0]]


def module_of(cls: type) -> str:
    """The module that defines a class; where compiled code does not say, the one that it is imported from."""
    if cls.__module__ != "builtins":
        return cls.__module__
    imported = (module for module in MODULES.values() if getattr(sys.modules.get(module), cls.__name__, None) is cls)
    return next(imported, cls.__module__)


def _lines(owner: type, function: Callable[..., Any]) -> dict[str, tuple[str, int]] | str:
    """The file and line of every parameter of a function, or of every field of a class and its bases; without source, the reason."""
    try:
        if inspect.isclass(function):
            return {
                node.target.id: (installed.source_file(module_of(base)), node.lineno)
                for base in reversed(_own(owner))
                for node in installed.classes(module_of(base), base.__name__).body
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            }
        definition = installed.method(owner.__module__, owner.__name__, function.__name__)
        return {
            argument.arg: (installed.source_file(owner.__module__), argument.lineno) for argument, _ in installed.parameters(definition)
        }
    except Absent as absent:
        return str(absent)


def _placed(value: Any, name: str, owner: type, lines: dict[str, tuple[str, int]] | str) -> Default:  # noqa: ANN401 whatever a default is
    if isinstance(lines, str):
        return Default(value, name, module_of(owner), None, lines)
    if name not in lines:
        return Default(value, name, module_of(owner), None, f"the source of {owner.__name__} does not name it")
    return Default(value, name, *lines[name])


def _built(cls: type, declared: dict[str, Default]) -> object | None:
    """An object of the class built without arguments, None where that cannot be done: some need arguments, and one asks the network."""
    if "encoding_name" in declared and declared["encoding_name"].value not in OFFLINE:
        return None
    _, function = next(_constructors(cls))
    build = cls if function.__name__ == "__init__" else function
    try:
        with captured():
            return build()  # type: ignore[no-any-return]  # whatever the class gives
    except Exception:  # noqa: BLE001 a class that wants arguments may complain in any way
        return None


def _in_force(cls: type, instance: object | None, declared: Default) -> Default:
    """The value that an object has where the signature says None, and the line that puts it there; the declared one where it has none."""
    name = declared.name
    names = (f"_{name}", name, OTHER_NAMES.get(name, name))
    value = next((value for own in names if (value := getattr(instance, own, None)) is not None), None)
    if value is None:
        return declared
    for owner in _own(cls):
        for function in ("__init__", "from_defaults"):
            try:
                definition = installed.method(owner.__module__, owner.__name__, function)
            except Absent:
                continue
            for target, expression, line in _assignments(definition):
                if target in names and (isinstance(expression, ast.BoolOp) or name not in _names(expression)):
                    shown = ast.unparse(expression.values[-1] if isinstance(expression, ast.BoolOp) else expression)
                    return Default(Code(shown) if callable(value) else plain(value), name, installed.source_file(owner.__module__), line)
    return Default(plain(value), name, declared.file, declared.line, declared.reason)


def _assignments(function: installed.Function) -> Iterator[tuple[str, ast.expr, int]]:
    """The plain assignments in a function, in order: the name or attribute, what it is given, and the line."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name | ast.Attribute):
                    yield target.id if isinstance(target, ast.Name) else target.attr, node.value, node.lineno


def _names(expression: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def plain(value: Any) -> Any:  # noqa: ANN401 whatever a default is
    """A default as plain data: a function or object as its name, a set in order, so that it is the same in every process."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=repr)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return Code(getattr(value, "__name__", f"{type(value).__name__}(...)"))
