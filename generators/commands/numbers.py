"""`list`, `explain` and `run`: numbers on the terminal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from generators import lock as locks
from generators.arguments import EXIT_FINE
from generators.catalogue import Catalogue
from generators.commands.chosen import computed, project, scenarios
from generators.display import display, unit_word
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.results import Measurement
from generators.schema import counted
from generators.terminal import complain, say


def list_numbers(arguments: Namespace) -> int:
    """Scenarios without words, and with words the numbers whose id holds them all."""
    here = project(arguments)
    if not arguments.words:
        for name in here.names():
            say(f"{name}: {counted(len(locks.read(here.published, name).numbers), 'published number')}")
        return EXIT_FINE
    numbers = [one for one in Catalogue(computed(here, here.names())).numbers() if all(word in one.id for word in arguments.words)]
    if not numbers:
        raise Mistake(f"no id holds {' and '.join(map(repr, arguments.words))}: try fewer words")
    for one in numbers:
        say(line_of(one))
    return EXIT_FINE


def line_of(one: Measurement) -> str:
    """A number as one line."""
    unit = MEASURES[one.measure].unit
    spread = f" ({display(one.interval[0], unit)} to {display(one.interval[1], unit)} over the seeds)" if one.interval else ""
    frozen = " [frozen]" if one.status == "frozen" else ""
    return f"{one.id}  {display(one.value, unit)} {unit_word(unit)}".rstrip() + spread + frozen


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
    for label in ("title", "definition", "formula", "call", "corpus_sha256", "source", "command"):
        if record[label]:
            say(f"{label}: {record[label]}")
    for name, value in record["inputs"].items():
        say(f"input {name}: {json.dumps(value)}")
    built = catalogue.built_with()
    versions = {"offcut": "", "Python": built["python"], **built["packages"]}
    say(f"computed with: {', '.join(f'{name} {version}'.rstrip() for name, version in versions.items())}")
    return EXIT_FINE


def run(arguments: Namespace) -> int:
    """Compute one scenario and print its numbers, and what its runs raised."""
    here = project(arguments)
    path = Path(arguments.scenario)
    if path.suffix == ".yaml" and path.resolve().parent != here.scenarios.resolve():
        raise Mistake(f"{path} is not in {here.scenarios}: move it there, or name its project with --root")
    name = path.stem if path.suffix == ".yaml" else arguments.scenario
    results = computed(here, scenarios(here, [name]))[name]
    catalogue = Catalogue({name: results})
    numbers = [catalogue.one(here.renamed().get(arguments.number, arguments.number))] if arguments.number else list(catalogue.numbers())
    if arguments.json:
        data = catalogue.to_json(name)
        data["numbers"] = {one.id: data["numbers"][one.id] for one in numbers}
        sys.stdout.write(json.dumps(data, indent=1, allow_nan=False) + "\n")  # in ASCII, which every encoding can print
        return EXIT_FINE
    for one in numbers:
        say(line_of(one))
    for (corpus, splitter), said in results.runs.items():
        if said.error:
            complain(f"{splitter} on {corpus}: {said.error}")
    return EXIT_FINE
