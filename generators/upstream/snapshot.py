"""Snapshot: the surfaces of the library classes that a project measures, kept in one file of the lock."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generators import cache, checks, marked_yaml, utf8
from generators.mistake import raise_all
from generators.scenario import Scenario
from generators.splitters import packages
from generators.splitters.defaults import MODULES
from generators.upstream.moves import moves
from generators.upstream.surface import CLAIMS, Probe, Surface, claimed, place, surface

FILE = "libraries.yaml"
"""The file of the lock, in YAML and not in JSON like the others, for no scenario's lock can have its name."""

HEAD = """\
# What the measured classes of the libraries took, set, counted and cut when `offcut lock` was last run; `offcut upstream check` compares.
"""

MOST = 12


def measured(scenarios: Iterable[Scenario]) -> list[str]:
    """The library classes that the scenarios run, by their names on the shelf, sorted."""
    rows = [row for scenario in scenarios for row in scenario.splitters]
    uses = {row.use for row in rows} | {row.keywords["then"]["use"] for row in rows if "then" in row.keywords}
    return sorted(use for use in uses if use.partition(".")[0] in MODULES)


def lacking(scenarios: Iterable[Scenario]) -> dict[str, str]:
    """Those of the classes whose package a build can do without and this one has not, each with the package."""
    return {use: package for use in measured(scenarios) for package, version in packages(use).items() if not version}


def surfaces(scenarios: Collection[Scenario], kept: Mapping[str, Surface], *, claims: bool) -> dict[str, Surface]:
    """The surfaces of what the scenarios run as it is installed here, and with `claims` what the article states of the libraries.

    A class that is lacking here stays as it is kept: it can neither be compared nor be written anew.
    """
    absent = lacking(scenarios)
    found = {use: surface(use) for use in measured(scenarios) if use not in absent}
    frozen = {use: kept[use] for use in absent if use in kept}
    return {**found, **frozen, **({CLAIMS: claimed()} if claims else {})}


def reasons(old: Mapping[str, Surface], new: Mapping[str, Surface], scenario: Scenario) -> list[str]:
    """What moved in the classes that a scenario runs, for its change entry: at most so many sentences that they are read."""
    uses = [use for use in measured([scenario]) if use in old and use in new]
    found = moves({use: old[use] for use in uses}, {use: new[use] for use in uses}, place)
    return [sentence for sentences in found.values() for sentence in sentences][:MOST]


def read(folder: Path) -> dict[str, Surface]:
    """The surfaces in the folder of a lock, none where they were never written; raises `Mistake` where the file is damaged."""
    if not utf8.is_there(folder / FILE):
        return {}
    file = marked_yaml.read(folder / FILE, f"{folder.name}/{FILE}")
    raise_all(file.sentences(checks.faults(file.data, dict[str, Surface])))
    return {
        use: Surface(**{**kept, "probes": {name: Probe(**probe) for name, probe in kept.get("probes", {}).items()}})
        for use, kept in file.data.items()
    }


def write(folder: Path, found: Mapping[str, Surface]) -> None:
    """Keep the surfaces in the folder of a lock, one line a value; where there are none, no file."""
    if found:
        data = {use: asdict(one) for use, one in sorted(found.items())}
        cache.write(folder / FILE, (HEAD + "\n".join(_lines(data, "")) + "\n").encode())
    else:
        (folder / FILE).unlink(missing_ok=True)


def _lines(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    """A mapping of mappings and texts as YAML; what is empty is left out."""
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield f"{indent}{json.dumps(key, ensure_ascii=False)}:"
            yield from _lines(value, indent + "  ")
        elif value:
            yield f"{indent}{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
