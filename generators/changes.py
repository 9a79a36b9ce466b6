"""Changes: one entry in docs/changes for each time that numbers were accepted: which moved, and by which input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypedDict

from generators import checks, provenance, utf8
from generators.cache import create, listed
from generators.lock import Difference, Lock
from generators.mistake import Mistake, raise_all
from generators.results import Results


class Entry(TypedDict):
    """A change entry: `why` in a person's words, the causes that the inputs show, each number that moved with both values, how many came
    in, and which are gone.
    """

    scenario: str
    why: str
    cause: list[str]
    moved: dict[str, list[object]]
    new: int
    gone: list[str]


def causes(old: Lock, results: Results, scenario_digest: str) -> list[str]:
    """What changed since the lock was written, as far as the inputs tell: versions, scenario, corpora, and otherwise the code."""
    if not old.numbers:
        return ["first publication"]
    found = moved_inputs(old, results)
    if old.scenario != scenario_digest:
        found.append(f"the scenario file {results.scenario}.yaml changed")
    return found or ["the code that computes it changed"]


def moved_inputs(old: Lock, results: Results) -> list[str]:
    """Each version that differs from the one in the lock, and the corpora that do; nothing where nothing is published yet."""
    if not old.numbers:
        return []
    versions = {"python": provenance.python(), **provenance.versions(), **results.packages}
    found = [
        _moved(name, old.versions.get(name, ""), versions.get(name, ""))
        for name in sorted({*versions, *old.versions})
        if old.versions.get(name) != versions.get(name) and results.packages.get(name) != ""  # its numbers are those of the lock
    ]
    moved = sorted(name for name, sha in results.corpora.items() if old.corpora.get(name, sha) != sha)
    return [*found, f"the text of {', '.join(moved)} changed"] if moved else found


def _moved(name: str, before: str, after: str) -> str:
    if before and after:
        return f"{name} {before} became {after}"
    return f"{name} is new, at {after}" if after else f"{name} is gone, it was at {before}"


def record(folder: Path, scenario: str, why: str, cause: Iterable[str], moves: Iterable[Difference]) -> Path:
    """Write the change entry of a lock that is to be rewritten, the next in number, and give its path."""
    kinds: dict[str, list[Difference]] = {"moved": [], "new": [], "gone": []}
    for move in moves:
        kinds[move.kind].append(move)
    entry: Entry = {
        "scenario": scenario,
        "why": why,
        "cause": list(cause),
        "moved": {move.id: [move.published, move.computed] for move in kinds["moved"]},
        "new": len(kinds["new"]),
        "gone": [move.id for move in kinds["gone"]],
    }
    numbers = [int(match[1]) for path in listed(folder, ".json") if (match := re.match(r"(\d+)-", path.name))]
    path = folder / f"{max(numbers, default=0) + 1:04d}-{scenario}.json"
    create(path, (json.dumps(entry, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode())
    return path


def entries(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The change entries with their names, the newest first; raises `Mistake` where one cannot be read."""
    for path in reversed(listed(folder, ".json")):
        name = f"{folder.name}/{path.name}"
        try:
            entry = json.loads(utf8.read(path, name))
        except (ValueError, RecursionError) as error:
            remedy = "restore it from version control, or delete it if it is not there"
            raise Mistake(f"{name}: is no JSON that can be read ({error}): {remedy}") from None
        raise_all(f"{name}: {'.'.join(map(str, at))}: {problem}" for at, problem in checks.faults(entry, Entry))
        odd = [number for number, pair in entry["moved"].items() if len(pair) != 2]
        raise_all(f"{name}: moved.{number}: is no pair of the value before and the value after: restore it" for number in odd)
        yield path.stem, entry
