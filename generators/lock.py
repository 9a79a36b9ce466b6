"""Lock: the published numbers in scenarios/published, compared with computed ones, rewritten, and every move of one recorded."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generators import provenance
from generators.cache import write
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.results import Measurement, Number, Results

FORMAT = 1
Entry = Number | list[Number]
"""A number as the lock holds it: the value, or `[value, lowest, highest]` where seeds have a spread."""

CLOSE = {"exact": 0.0, "closed": 1e-9, "level": 1e-3}
"""How far a computed value may lie from the published one, relative to it."""


@dataclass(frozen=True)
class Lock:
    """The published numbers of one scenario, and what they were computed with."""

    versions: Mapping[str, str] = field(default_factory=dict)
    scenario: str = ""
    corpora: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True)
class Difference:
    """One number whose published and computed values differ; `None` in `published` or `computed` and not in `has` is n/a."""

    id: str
    published: Entry
    computed: Entry
    kind: str

    def __str__(self) -> str:
        if self.kind == "new":
            return f"{self.id}: computed {shown(self.computed)}, not yet published"
        if self.kind == "gone":
            return f"{self.id}: published {shown(self.published)}, no longer computed"
        return f"{self.id}: published {shown(self.published)}, computed {shown(self.computed)}"


def shown(entry: Entry) -> str:
    """A lock entry in a sentence."""
    if isinstance(entry, list):
        return f"{shown(entry[0])} (seeds {shown(entry[1])} to {shown(entry[2])})"
    return "n/a" if entry is None else f"{entry:.12g}"


def entry_of(one: Measurement) -> Entry:
    """A number rounded to the digits that the lock keeps."""
    value = digits(one.value)
    return [value, digits(one.interval[0]), digits(one.interval[1])] if one.interval else value


def digits(value: Number) -> Number:
    """Twelve significant digits; counts stay whole."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


def read(folder: Path, scenario: str) -> Lock:
    """The lock of a scenario, empty where none is published; raises `Mistake` where it cannot be read or is of a newer format."""
    path = folder / f"{scenario}.json"
    name = f"{folder.name}/{path.name}"
    if not path.exists():
        return Lock()
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["format"] != FORMAT:
            raise Mistake(f"{name}: format {data['format']!r} is not {FORMAT}, the one that this version reads: update offcut, or run `offcut lock {scenario}`")
        numbers = dict(data["numbers"])
        for series in data["series"]:
            numbers.update(read_series((folder / series).read_text("utf-8")))
        return Lock(data["versions"], data["scenario"], data["corpora"], numbers)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Mistake(f"{name}: the lock cannot be read ({type(error).__name__}: {error}): restore it from version control, or run `offcut lock {scenario}`") from None


def read_series(text: str) -> dict[str, Number]:
    """The numbers of one CSV of a long series."""
    return {row["id"]: json.loads(row["value"]) for row in csv.DictReader(io.StringIO(text))}


def differences(results: Results, lock: Lock) -> list[Difference]:
    """Every live number that differs from the published one by more than its measure allows, in order of id."""
    found = []
    computed = {one.id: one for one in results.numbers.values() if one.status == "live"}
    for number in sorted({*computed, *(set(lock.numbers) - set(results.numbers))}):
        if number not in lock.numbers:
            found.append(Difference(number, None, entry_of(computed[number]), "new"))
        elif number not in computed:
            found.append(Difference(number, lock.numbers[number], None, "gone"))
        elif not same(lock.numbers[number], entry_of(computed[number]), closeness(computed[number], results)):
            found.append(Difference(number, lock.numbers[number], entry_of(computed[number]), "moved"))
    return found


def closeness(one: Measurement, results: Results) -> float:
    """How far a number may lie from its published value, relative to it; a closed form's count is no count."""
    return CLOSE["closed" if one.corpus in results.profiles else MEASURES[one.measure].compare]


def same(published: Entry, computed: Entry, close: float) -> bool:
    """Whether two entries agree in form, and each of their values to the relative tolerance."""
    these, those = (entry if isinstance(entry, list) else [entry] for entry in (published, computed))
    return len(these) == len(those) and all(
        a is b if a is None or b is None else abs(a - b) <= close * abs(a) for a, b in zip(these, those, strict=True)
    )


def frozen(results: Results, lock: Lock) -> Results:
    """The results with every number whose prerequisite is absent, and its parts, read from the lock."""
    numbers = dict(results.numbers)
    for one in results.numbers.values():
        if one.status == "frozen":
            for number, entry in lock.numbers.items():
                if number == one.id or number.startswith(f"{one.id}/"):
                    numbers[number] = replace(one, part=number.removeprefix(one.id).removeprefix("/"), value=first(entry))
    return replace(results, numbers=numbers)


def digest(path: Path) -> str:
    """The sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def first(entry: Entry) -> Number:
    """The value of an entry without its spread."""
    return entry[0] if isinstance(entry, list) else entry


def publish(folder: Path, results: Results, scenario_digest: str) -> None:
    """Rewrite the lock of a scenario: one sorted line a number, each long series of a sweep in a CSV of its own."""
    plain: dict[str, Entry] = {}
    series: dict[str, list[Measurement]] = {}
    for number, one in sorted(results.numbers.items()):
        if one.sweep and one.interval is None:
            series.setdefault(f"{results.scenario}.{one.sweep}.csv", []).append(one)
        else:
            plain[number] = entry_of(one)
    for name, rows in series.items():
        lines = ["id,value", *(f"{one.id},{json.dumps(digits(one.value))}" for one in rows)]
        write(folder / name, ("\n".join(lines) + "\n").encode())
    head = {
        "format": FORMAT,
        "versions": provenance.versions(),
        "scenario": scenario_digest,
        "corpora": dict(sorted(results.corpora.items())),
        "series": sorted(series),
    }
    body = ",\n".join(f"  {json.dumps(number)}: {json.dumps(entry)}" for number, entry in plain.items())
    text = json.dumps(head, indent=1)[:-2] + ',\n "numbers": {\n' + body + "\n }\n}\n"
    write(folder / f"{results.scenario}.json", text.encode())
    for stale in folder.glob(f"{results.scenario}.*.csv"):
        if stale.name not in series:
            stale.unlink()


def causes(old: Lock, results: Results, scenario_digest: str) -> list[str]:
    """What changed since the lock was written, as far as the inputs tell: versions, scenario, corpora, and otherwise the code."""
    found = []
    for name, version in sorted(provenance.versions().items()):
        before = old.versions.get(name)
        if before != version:
            found.append(f"{name} {before} became {version}" if before else f"{name} {version} came in")
    if old.scenario != scenario_digest:
        found.append(f"the scenario file {results.scenario}.yaml changed")
    moved = sorted(name for name, sha in results.corpora.items() if old.corpora.get(name, sha) != sha)
    if moved:
        found.append(f"the text of {', '.join(moved)} changed")
    return found or ["the code that computes it changed"]


def record(folder: Path, scenario: str, why: str, cause: Iterable[str], moves: Iterable[Difference]) -> Path:
    """Write the change entry of a rewritten lock, the next in number, and give its path."""
    numbers = [int(match[1]) for path in folder.glob("*.json") if (match := re.match(r"(\d+)-", path.name))]
    path = folder / f"{max(numbers, default=0) + 1:04d}-{scenario}.json"
    write(path, (json.dumps(entry(scenario, why, cause, moves), indent=1, ensure_ascii=False) + "\n").encode())
    return path


def entry(scenario: str, why: str, cause: Iterable[str], moves: Iterable[Difference]) -> dict[str, Any]:
    """A change entry: why in a person's words, the causes that the inputs show, and each number that moved, came or went."""
    kinds: dict[str, dict[str, Any]] = {"moved": {}, "new": {}, "gone": {}}
    for move in moves:
        kinds[move.kind][move.id] = [move.published, move.computed]
    return {
        "scenario": scenario,
        "why": why,
        "cause": list(cause),
        "moved": kinds["moved"],
        "new": len(kinds["new"]),
        "gone": sorted(kinds["gone"]),
    }


def entries(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The change entries with their names, the newest first."""
    for path in sorted(folder.glob("*.json"), reverse=True):
        yield path.stem, json.loads(path.read_text("utf-8"))
