"""YAML read safely and strictly, with the line of every value: duplicate keys, aliases, tags and lone surrogates are refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generators import schema
from generators.mistake import Mistake, raise_all


@dataclass(frozen=True)
class Marked:
    """The data of one YAML file; `lines` gives the 1-based line of each path, `written` the scalar as it stands in the file."""

    path: str
    data: Any
    lines: dict[schema.Path, int]
    written: dict[schema.Path, str]

    def fault(self, fault: schema.Fault) -> str:
        """A mistake as a sentence that begins with the file, the line and the dotted path."""
        at, problem = fault
        return f"{self.path}:{self.line(at)}: {'.'.join(map(str, at)) or 'the file'}: {problem}"

    def line(self, at: schema.Path) -> int:
        """The line of a path, or of the nearest part above it that stands in the file."""
        while at not in self.lines:
            at = at[:-1]
        return self.lines[at]


def read(path: Path, shown_as: str) -> Marked:
    """Read one YAML file; raises `Mistake` with everything that is wrong with its form."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Mistake(f"{shown_as}: there is no such file") from None
    except UnicodeDecodeError as error:
        raise Mistake(f"{shown_as}: byte {error.start} is {error.object[error.start]:#04x}, which is not UTF-8: save the file as UTF-8") from None
    return parse(text, shown_as)


def parse(text: str, shown_as: str) -> Marked:
    """Read YAML from a text; `shown_as` names it in mistakes."""
    try:
        root = _Composer(text).get_single_node()
    except RecursionError:
        raise Mistake(f"{shown_as}: the file is nested too deeply to be read") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise Mistake(f"{shown_as}:{line}: this is not YAML that can be read: {problem}") from None
    if root is None:
        raise Mistake(f"{shown_as}: the file is empty")
    lines: dict[schema.Path, int] = {}
    written: dict[schema.Path, str] = {}
    faults: list[str] = []
    data = _value(root, (), lines, written, faults, shown_as)
    raise_all(faults)
    return Marked(shown_as, data, lines, written)


class _Composer(yaml.SafeLoader):
    """PyYAML's safe loader without aliases, which let a small file stand for a huge one."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):  # type: ignore[no-untyped-call]  # PyYAML's stubs leave it untyped
            event = self.peek_event()  # type: ignore[no-untyped-call]  # the same
            raise yaml.composer.ComposerError(None, None, f"*{event.anchor} repeats a value: write it out", event.start_mark)
        return super().compose_node(parent, index)


def _value(
    node: yaml.Node, at: schema.Path, lines: dict[schema.Path, int], written: dict[schema.Path, str], faults: list[str], path: str
) -> Any:
    """The plain value of a node, its places noted and its faults collected."""
    line = node.start_mark.line + 1
    lines[at] = line
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        first: dict[str, int] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            key_line = key_node.start_mark.line + 1
            if key is None:
                faults.append(f"{path}:{key_line}: a key must be a plain word")
            elif key in mapping:
                faults.append(f"{path}:{key_line}: the key {key!r} stands twice, first on line {first[key]}: keep one")
            else:
                first[key] = key_line
                mapping[key] = _value(value_node, (*at, key), lines, written, faults, path)
                lines[(*at, key)] = key_line
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*at, index), lines, written, faults, path) for index, item in enumerate(node.value)]
    written[at] = node.value
    return _scalar(node, line, faults, path)


def _scalar(node: yaml.Node, line: int, faults: list[str], path: str) -> Any:
    """A text, a number, true, false or nothing; dates stay texts, since nothing here is a date."""
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    if kind == "str" and any("\ud800" <= character <= "\udfff" for character in node.value):
        faults.append(f"{path}:{line}: {node.value!r} holds half of a surrogate pair: write the character itself, in UTF-8")
    if kind in ("str", "timestamp"):
        return node.value
    if kind not in ("int", "float", "bool", "null"):
        faults.append(f"{path}:{line}: the tag !{kind} is not read: write a plain value")
        return None
    try:
        return yaml.SafeLoader("").construct_object(node, deep=True)
    except (ValueError, yaml.YAMLError):
        faults.append(f"{path}:{line}: {node.value!r} cannot be read as {kind}: put it in quotes if it is a text")
        return None
