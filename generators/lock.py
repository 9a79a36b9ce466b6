"""Lock: the published numbers in scenarios/published, compared with computed ones and rewritten."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generators import provenance, utf8
from generators.cache import listed, write_all, writing
from generators.entry import Entry, bounds_of, checked, closeness, entry_of, measure_of, same, shown, told_apart
from generators.marked_yaml import SURROGATE
from generators.measures import MEASURES
from generators.mistake import Mistake, raise_all
from generators.results import Results

FORMAT = 1


@dataclass(frozen=True)
class Lock:
    """The published numbers of one scenario, and what they were computed with."""

    versions: Mapping[str, str] = field(default_factory=dict)
    scenario: str = ""
    corpora: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True)
class Difference:
    """One number whose published and computed values differ, that is not published yet, or that is not computed any more."""

    id: str
    published: Entry
    computed: Entry
    kind: str

    def __str__(self) -> str:
        measure = MEASURES.get(measure_of(self.id))
        unit, bounds = measure.unit if measure else None, bounds_of(self.id)
        if self.kind == "new":
            return f"{self.id}: computed {shown(self.computed, unit, bounds)}, not yet published"
        if self.kind == "gone":
            return f"{self.id}: published {shown(self.published, unit, bounds)}, no longer computed"
        published, computed = told_apart(self.published, self.computed, unit, bounds)
        return f"{self.id}: published {published}, computed {computed}"


def read(folder: Path, scenario: str) -> Lock:
    """The lock of a scenario, empty where none is published; raises `Mistake` where it cannot be read or is of another format."""
    path = folder / f"{scenario}.json"
    if not utf8.is_there(path):
        return Lock()
    name = f"{folder.name}/{path.name}"
    remedy = f"restore it from version control, or delete {name} and run `offcut lock {scenario}`"
    with damaged(name, remedy):
        data = json.loads(utf8.read(path, name, remedy), object_pairs_hook=unique, parse_constant=float)
        if data["format"] != FORMAT:
            other = f"its format is {data['format']!r}, and this version of offcut reads {FORMAT}"
            raise Mistake(f"{name}: {other}: install the version that wrote it")
        pairs = [(number, checked(entry)) for number, entry in data["numbers"].items()]
        for series in data["series"]:
            of_series = f"{folder.name}/{series_file(series, scenario)}"
            with damaged(of_series, remedy):
                pairs += unique(read_series(utf8.read(folder / series, of_series, remedy))).items()
        (scenario_digest,) = texts({"scenario": data["scenario"]}).values()
        return Lock(texts(data["versions"]), scenario_digest, texts(data["corpora"]), unique(pairs))


@contextmanager
def damaged(name: str, remedy: str) -> Iterator[None]:
    """Make a `Mistake` that names the file of whatever its form may raise."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise Mistake(f"{name}: the lock is damaged ({type(error).__name__}: {error}): {remedy}") from None


def series_file(name: str, scenario: str) -> str:
    """The name if it is that of a series beside the scenario's lock; raises `ValueError` where it leads elsewhere."""
    if Path(name).name != name or not (name.startswith(f"{scenario}.") and name.endswith(".csv")):
        raise ValueError(f"{name!r} is no series {scenario}.NAME.csv")
    return name


def series_there(folder: Path, scenario: str) -> list[Path]:
    """What stands where a scenario has its series; raises `Mistake` for each folder there, which no file can replace."""
    found = [path for path in listed(folder, ".csv") if path.name.startswith(f"{scenario}.")]
    raise_all(f"{path}: is a folder in the place of a series: move it away" for path in found if utf8.is_folder(path))
    return found


def read_series(text: str) -> Iterator[tuple[str, Entry]]:
    """The numbers of one CSV of a long series; raises `ValueError` where it is none."""
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        header = next(rows, [])
        if header != ["id", "value"]:
            raise ValueError(f"a series begins with {','.join(header) or 'nothing'} and not with id,value")
        for row in rows:
            yield numbered(row, rows.line_num)
    except csv.Error as error:
        raise ValueError(f"line {rows.line_num}: {error}") from None


def numbered(row: list[str], line: int) -> tuple[str, Entry]:
    """The id and the number of a line of a series; raises `ValueError` where it has others."""
    try:
        number, value = row
        return number, checked(json.loads(value))
    except ValueError:
        raise ValueError(f"line {line}: {','.join(row)!r} is no id with a published number") from None


def unique(pairs: Any) -> dict[str, Any]:  # noqa: ANN401 pairs of whatever stands in the file
    """The pairs as a mapping; raises `ValueError` where a name stands twice or cannot be written in UTF-8."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} stands twice")
        if SURROGATE.search(name):
            raise ValueError(f"{name!r} holds half of a surrogate pair")
        found[name] = value
    return found


def texts(named: Any) -> dict[str, str]:  # noqa: ANN401 whatever stands in the file
    """The mapping if it is one of names to texts; raises `TypeError` or `ValueError` where it is not."""
    if not isinstance(named, dict):
        raise TypeError(f"{named!r} is no mapping")
    for name, text in named.items():
        if not name or not isinstance(text, str):
            raise ValueError(f"{name!r}: {text!r} is no name with a text")
        if SURROGATE.search(text):
            raise ValueError(f"{name!r}: {text!r} holds half of a surrogate pair")
    return named


def differences(results: Results, lock: Lock) -> list[Difference]:
    """Every live number that differs from the published one by more than its measure allows, in order of id."""
    found = []
    computed = {one.id: one for one in results.numbers.values() if one.status == "live"}
    for number in sorted({*computed, *(set(lock.numbers) - set(results.numbers))}):
        if number not in lock.numbers:
            found.append(Difference(number, None, entry_of(computed[number]), "new"))
        elif number not in computed:
            found.append(Difference(number, lock.numbers[number], None, "gone"))
        else:
            one, before = computed[number], lock.numbers[number]
            if not same(before, entry_of(one), closeness(one.measure, modelled=results.modelled(one))):
                found.append(Difference(number, before, entry_of(one), "moved"))
    return found


def frozen(results: Results, lock: Lock) -> Results:
    """The results with every number whose prerequisite is absent read from the lock, the hashes of corpora that are, and its versions.

    A number that is neither computed here nor in the lock is left out.
    """
    numbers = {number: one for number, one in results.numbers.items() if one.status == "live"}
    by_measure: dict[str, list[str]] = {}
    for number in lock.numbers:
        by_measure.setdefault("/".join(number.split("/", 4)[:4]), []).append(number)
    for one in results.numbers.values():
        if one.status == "frozen":
            # Of a run that is absent as a whole, it is not known which parts its measures have.
            for number in [one.id] if one.part else by_measure.get(one.id, ()):
                if number in lock.numbers:
                    entry = lock.numbers[number]
                    value, *spread = entry if isinstance(entry, list) else [entry]
                    interval = (spread[0], spread[1]) if spread and None not in spread else None
                    part = one.part or number[len(one.id) + 1 :]
                    numbers[number] = replace(one, part=part, value=value, interval=interval)  # type: ignore[arg-type]
    corpora = {name: sha or lock.corpora.get(name, "") for name, sha in results.corpora.items()}
    return replace(results, numbers=numbers, corpora=corpora, locked_with=lock.versions)


def digest(path: Path) -> str:
    """The sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def publish(folder: Path, results: Results, scenario_digest: str, old: Lock) -> None:
    """Rewrite the lock of a scenario: one sorted line a number, each long series of a sweep in a CSV of its own.

    What agrees with the old lock keeps its digits, so that values within their tolerance do not drift.
    """
    before = series_there(folder, results.scenario)
    moved = {difference.id for difference in differences(results, old)}
    plain: dict[str, Entry] = {}
    series: dict[str, list[str]] = {}
    for number, one in sorted(results.numbers.items()):
        entry = entry_of(one) if number in moved else old.numbers[number]
        if one.sweep and one.interval is None:
            series.setdefault(f"{results.scenario}.{one.sweep}.csv", ["id,value"]).append(f"{number},{json.dumps(entry)}")
        else:
            plain[number] = entry
    # What is not installed here has given the numbers that are read from the old lock.
    packages = {name: version or old.versions.get(name, "") for name, version in results.packages.items()}
    head = {
        "format": FORMAT,
        "versions": {"python": provenance.python(), **provenance.versions(), **{name: found for name, found in packages.items() if found}},
        "scenario": scenario_digest,
        "corpora": dict(sorted(results.corpora.items())),
        "series": sorted(series),
    }
    body = ",\n".join(f"  {json.dumps(number)}: {json.dumps(entry)}" for number, entry in plain.items())
    text = json.dumps(head, indent=1)[:-2] + ',\n "numbers": {\n' + body + "\n }\n}\n"
    files = {folder / name: "\n".join(lines) + "\n" for name, lines in series.items()} | {folder / f"{results.scenario}.json": text}
    write_all({path: content.encode() for path, content in files.items()})
    for stale in (path for path in before if path.name not in series):
        with writing(stale):
            stale.unlink(missing_ok=True)
