"""YAML read strictly, with the line of every value: duplicate keys, tags and lone surrogates are refused."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from generators import schema, strict_yaml, utf8
from generators.mistake import Mistake, raise_all

DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)")
EXPONENT = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+")
SURROGATE = re.compile("[\ud800-\udfff]")
TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True)
class Marked:
    """The data of one YAML file; `lines` gives the 1-based line of each path, `written` the scalar as it stands in the file.

    `faults` holds what is wrong with its form, such as duplicate keys, and `unread` the paths of which no value could be read for that.
    """

    path: str
    data: Any = None
    lines: dict[schema.Path, int] = field(default_factory=dict)
    written: dict[schema.Path, str] = field(default_factory=dict)
    faults: list[schema.Fault] = field(default_factory=list)
    unread: set[schema.Path] = field(default_factory=set)

    def unreadable(self, at: schema.Path, problem: str) -> None:
        """Note what is wrong with a value, and that whatever else is said of it only follows."""
        self.faults.append((at, problem))
        self.unread.add(at)

    def fault(self, fault: schema.Fault) -> str:
        """A mistake as a sentence that begins with the file, the line and the dotted path."""
        at, problem = fault
        return f"{self.place(at)}: {problem}"

    def place(self, at: schema.Path) -> str:
        """`scenarios/tables.yaml:12: splitters.fixed.unit`."""
        dotted = ".".join(schema.inline(str(key)) for key in at)
        return f"{self.path}:{self.line(at)}: {dotted or 'the file'}"

    def line(self, at: schema.Path) -> int:
        """The line of a path, or of the nearest part above it that stands in the file."""
        return self.lines[self.nearest(at)]

    def nearest(self, at: schema.Path) -> schema.Path:
        """The path, or the nearest part above it that stands in the file."""
        while at not in self.lines:
            at = at[:-1]
        return at

    def sentences(self, faults: Iterable[schema.Fault]) -> Iterator[str]:
        """Mistakes as sentences in the order of the file; what follows only from a value that could not be read is left out."""
        order = {path: number for number, path in enumerate(self.lines)}
        kept = [fault for fault in faults if fault in self.faults or not any(fault[0][: len(at)] == at for at in self.unread)]
        yield from map(self.fault, sorted(kept, key=lambda fault: order[self.nearest(fault[0])]))


def read(path: Path, shown_as: str) -> Marked:
    """Read one YAML file; raises `Mistake` with everything that is wrong with its form."""
    file = parse(utf8.read(path, shown_as), shown_as)
    raise_all(file.sentences(file.faults))
    return file


@lru_cache(maxsize=64)
def parse(text: str, shown_as: str) -> Marked:
    """Read YAML from a text that `shown_as` names, the same text once; raises `Mistake` where it cannot be read at all."""
    root = strict_yaml.compose(text, shown_as)
    if root is None:
        raise Mistake(f"{shown_as}: the file is empty: write it, or delete it")
    file = Marked(shown_as)
    return replace(file, data=_value(file, root, ()))


def _value(file: Marked, node: yaml.Node, at: schema.Path) -> Any:  # noqa: ANN401 whatever stands in a file
    """The plain value of a node, its place noted and its faults collected."""
    file.lines.setdefault(at, node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        file.written[at] = node.value
        return _scalar(file, node, at)
    if node.tag not in (f"{TAG}map", f"{TAG}seq"):
        file.unreadable(at, f"the tag {schema.shown(node.tag)} is not read: write a plain value")
    if isinstance(node, yaml.SequenceNode):
        return [_value(file, item, (*at, index)) for index, item in enumerate(node.value)]
    return _mapping(file, node, at)


def _mapping(file: Marked, node: yaml.Node, at: schema.Path) -> dict[str, Any]:
    """The values of a mapping by key; of a key that stands twice the first is kept."""
    mapping: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key, line = key_node.value, key_node.start_mark.line + 1
        if not isinstance(key, str) or SURROGATE.search(key):
            file.faults.append((at, f"the key on line {line} is no plain word: write one"))
            continue
        if key_node.tag != f"{TAG}str" and key_node.tag != strict_yaml.tag_of(key):
            file.faults.append(((*at, key), f"the tag {schema.shown(key_node.tag)} of the key is not read: write a plain word"))
        if key in mapping:
            file.unreadable((*at, key), f"the key stands twice, again on line {line}: keep one")
        else:
            file.lines[*at, key] = line
            mapping[key] = _value(file, value_node, (*at, key))
    if node.value and not mapping:  # to say that it is empty would be untrue
        file.unread.add(at)
    return mapping


def _scalar(file: Marked, node: yaml.ScalarNode, at: schema.Path) -> bool | int | float | str | None:
    """A text, a number, true, false or nothing; dates stay texts, since nothing here is a date.

    YAML 1.1, which PyYAML follows, reads 010 as 8, 1:30 as 90 and 1e-3 as a text: the first two are refused, the last is a number here.
    """
    kind, text = node.tag.removeprefix(TAG), str(node.value)
    if SURROGATE.search(text):
        file.unreadable(at, f"{schema.shown(text)} holds half of a surrogate pair: write the character itself, in UTF-8")
    if kind == "str" and node.style is None and EXPONENT.fullmatch(text):
        kind = "float"
    if kind in ("str", "timestamp"):
        return text
    if kind not in ("int", "float", "bool", "null"):
        file.unreadable(at, f"the tag {schema.shown(node.tag)} is not read: write a plain value")
        return None
    try:
        value = float(text) if EXPONENT.fullmatch(text) else yaml.SafeLoader("").construct_object(node, deep=True)
    except (ValueError, KeyError, IndexError, OverflowError):
        value = math.nan
    odd = isinstance(value, float) and (":" in text or "_" in text or not math.isfinite(value))
    if odd or (kind == "int" and not DECIMAL.fullmatch(text)):
        file.unreadable(at, f"{schema.shown(text)} is no plain {kind}: write it in decimal digits, or in quotes if it is a text")
        return None
    return value
