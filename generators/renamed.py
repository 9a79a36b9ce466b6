"""Renamed: ids that have a new name, each leading to the one that took its place."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from generators import checks, marked_yaml, schema, utf8
from generators.marked_yaml import Marked
from generators.mistake import raise_all

FILE = "renamed.yaml"


def read(folder: Path) -> dict[str, str]:
    """Old ids and those that took their place, from renamed.yaml where there is one; raises `Mistake` where it is no such list."""
    return dict(_read(folder).data) if utf8.is_there(folder / FILE) else {}


def check(folder: Path, known: Mapping[str, Container[str]]) -> None:
    """Raise `Mistake` for every old id that still is one, and for every new one that is none; `known` holds the ids of some scenarios."""
    if utf8.is_there(folder / FILE):
        file = _read(folder)
        raise_all(file.sentences(_faults(file.data, known)))


def _read(folder: Path) -> Marked:
    file = marked_yaml.read(folder / FILE, f"{folder.name}/{FILE}")
    raise_all(file.sentences(checks.faults(file.data, dict[str, str])))
    return file


def _faults(data: Mapping[str, str], known: Mapping[str, Container[str]]) -> Iterator[schema.Fault]:
    for old, new in data.items():
        if old in known.get(old.partition("/")[0], ()):
            yield (old,), "is still the id of a number: an id that is in use cannot lead elsewhere"
        if new in data:
            yield (old,), f"leads to {schema.shown(new)}, which was renamed itself: name the id that it has now"
        elif new.partition("/")[0] in known and new not in known[new.partition("/")[0]]:
            yield (old,), f"leads to {schema.shown(new)}, which is no number: correct it"
