"""`list`, `explain` and `run`: numbers on the terminal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generators import lock as locks
from generators.arguments import EXIT_FINE
from generators.catalogue import Catalogue
from generators.commands.chosen import computed, project, scenarios, tell_absences, tell_oddities
from generators.display import display, unit_word
from generators.measures import MEASURES
from generators.mistake import Absent, Mistake
from generators.project import Project
from generators.results import Measurement, Results, Run
from generators.scenario import SplitterRow
from generators.schema import counted
from generators.splitters.defaults import defaults, required
from generators.terminal import complain, say

HEADERS = "headers_to_split_on"


def list_numbers(arguments: Namespace) -> int:
    """Scenarios without words, and with words the numbers whose id holds them all; a scenario that is named is the only one computed."""
    here = project(arguments)
    if not arguments.words:
        for name in here.names():
            say(f"{name}: {counted(len(locks.read(here.published, name).numbers), 'published number')}")
        return EXIT_FINE
    names = here.names()
    named = [name for name in names if any(word.partition("/")[0] == name for word in arguments.words)]
    numbers = [one for one in Catalogue(computed(here, named or names)).numbers() if all(word in one.id for word in arguments.words)]
    if not numbers:
        raise Mistake(f"no id holds {' and '.join(map(repr, arguments.words))}: try fewer words")
    for one in numbers:
        say(line_of(one))
    return EXIT_FINE


def line_of(one: Measurement) -> str:
    """A number as one line."""
    unit = MEASURES[one.measure].unit
    low, high = (display(bound, unit) for bound in one.interval) if one.interval else ("", "")
    bounds = f"95% interval {low} to {high}" if one.interval_of == "sample" else f"{low} to {high} over the seeds"
    spread = f" ({bounds})" if low != high else ""
    frozen = " [frozen]" if one.status == "frozen" else ""
    return f"{one.id}  {display(one.value, unit)} {unit_word(unit, one.value)}".rstrip() + spread + frozen


def explain(arguments: Namespace) -> int:
    """Everything that a number's card says; an old id is followed to the new one."""
    here = project(arguments)
    number = here.renamed().get(arguments.id, arguments.id)
    catalogue = Catalogue(computed(here, scenarios(here, [number.split("/", 1)[0]])))
    one = catalogue.one(number)
    record = catalogue.record(one)
    if number != arguments.id:
        say(f"{arguments.id} is now {number}")
    say(line_of(one))
    for label in ("title", "definition", "interval_of", "formula", "call", "corpus_sha256", "source", "command"):
        if record[label]:
            say(f"{'source, on the site' if label == 'source' else label}: {record[label]}")
    for name, value in record["inputs"].items():
        say(f"why frozen: {value}" if name == "absent" else f"input {name}: {json.dumps(value)}")
    built = record["built_with"] or catalogue.built_with()
    versions = {"offcut": "", "Python": built["python"], **built["packages"]}
    say(f"computed with: {', '.join(f'{name} {version}'.rstrip() for name, version in versions.items())}")
    return EXIT_FINE


def run(arguments: Namespace) -> int:
    """Compute one scenario and print its numbers, with what is odd in its documents and what its runs raised."""
    here = project(arguments)
    path = Path(arguments.scenario)
    if path.suffix == ".yaml" and path.resolve().parent != here.scenarios.resolve():
        raise Mistake(f"{path} is not in {here.scenarios}: move it there, or name its project with --root")
    name = path.stem if path.suffix == ".yaml" else arguments.scenario
    number = here.renamed().get(arguments.number, arguments.number)
    if number is not None and number.partition("/")[0] != name:
        raise Mistake(f"--number {number} is of another scenario than {name}: name one of its numbers (offcut list {name})")
    results = computed(here, scenarios(here, [name]))[name]
    tell_absences([results])
    tell_oddities([results])
    catalogue = Catalogue({name: results})
    numbers = list(catalogue.numbers()) if number is None else [catalogue.one(number)]
    if arguments.json:
        data = catalogue.to_json(name)
        data["numbers"] = {one.id: data["numbers"][one.id] for one in numbers}
        sys.stdout.write(json.dumps(data, indent=1, allow_nan=False) + "\n")  # in ASCII, which every encoding can print
        return EXIT_FINE
    for one in numbers:
        say(line_of(one))
    tell_failures(here, results, failed_runs(results))
    return EXIT_FINE


def failed_runs(results: Results) -> list[Run]:
    """The runs of a scenario that raised something."""
    return [said for said in results.runs.values() if said.error]


def tell_failures(here: Project, results: Results, failed: Sequence[Run], place: str = "") -> None:
    """Say beside the answer what runs raised, the scenario's place first, and what to do about it where that is known."""
    rows = {row.name: row for scenario in (here.load([results.scenario]) if failed else ()) for row in scenario.splitters}
    for said in failed:
        complain(f"{place}{said.splitter} on {said.corpus}: {said.error}{remedy(rows[said.splitter])}")


def headers_lacking(use: str, keywords: Mapping[str, Any]) -> str:
    """The value to give as `headers_to_split_on`, as JSON, where the library demands one and none is named; otherwise nothing."""
    try:
        if keywords.get(HEADERS) is not None or HEADERS not in required(use):
            return ""
    except Absent:
        return ""
    return '[["h1","h1"],["h2","h2"]]' if ".HTML" in use else '[["#","h1"],["##","h2"]]'


def remedy(row: SplitterRow) -> str:
    """What to do about a run that failed for want of headers, or where only a size is named and the library's own overlap is larger."""
    if headers := headers_lacking(row.use, row.keywords):
        return f" (the library has no default for it: name {HEADERS}: {headers})"
    size = row.keywords.get("chunk_size")
    if size is None or "chunk_overlap" in row.keywords:
        return ""
    try:
        overlap = defaults(row.use).get("chunk_overlap")
    except Absent:
        return ""
    if overlap is None or overlap.value <= size:
        return ""
    return f" (the library's default chunk_overlap {overlap.value} is in force: name chunk_overlap)"
