"""Commands: what each `offcut` command does; each gives its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generators import lock as locks
from generators.catalogue import Catalogue
from generators.cli import EXIT_DIFFERENT, EXIT_FINE
from generators.display import display, visible
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.results import Measurement, Results
from generators.schema import nearest
from generators.site import Project

out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


def project(arguments: Namespace) -> Project:
    """The named folder, or the nearest one upwards that has scenarios; raises `Mistake` where there is none."""
    start = Path(arguments.root or ".").resolve()
    for folder in [start] if arguments.root else [start, *start.parents]:
        if (folder / "scenarios").is_dir():
            return Project(folder)
    raise Mistake(f"there is no folder scenarios/ in {start} or above it: change to a project's folder, or name it with --root")


def computed(here: Project, names: Sequence[str]) -> dict[str, Results]:
    """The results of scenarios, with a bar on a terminal and plain lines elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        tasks: dict[str, Any] = {}

        def tell(name: str, done: int, total: int) -> None:
            if not err.is_terminal:
                err.print(f"{name}: {done} of {total} corpora")
            elif name not in tasks:
                tasks[name] = bar.add_task(name, total=total, completed=done)
            else:
                bar.update(tasks[name], completed=done)

        return {name: here.results(name, tell) for name in names}


def chosen(here: Project, names: Sequence[str]) -> list[str]:
    """The named scenarios, or all; raises `Mistake` for every unknown one."""
    known = here.names()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Mistake(*(f"there is no scenario {name!r}: {nearest(name, known)}" for name in unknown))
    return list(names) or known


def check(arguments: Namespace) -> int:
    """Compare every number with the lock; print each difference and the command that accepts it."""
    here = project(arguments)
    results = computed(here, chosen(here, arguments.scenarios))
    return report(here, results, live=arguments.live)


def report(here: Project, results: dict[str, Results], *, live: bool = False) -> int:
    """Print how the results compare with the lock."""
    failed = False
    for name, found in results.items():
        differences = locks.differences(found, locks.read(here.published, name))
        for difference in differences:
            out.print(str(difference))
        if differences:
            out.print(f"{name}: {len(differences)} numbers differ; accept them with: offcut lock {name}")
            failed = True
        frozen = [one.id for one in found.numbers.values() if one.status == "frozen"]
        if live and frozen:
            out.print(f"{name}: {len(frozen)} numbers are frozen, the first of them {frozen[0]}")
            failed = True
        if not differences:
            out.print(f"{name}: {len(found.numbers):,} numbers, all as published")
    return EXIT_DIFFERENT if failed else EXIT_FINE


def lock(arguments: Namespace) -> int:
    """Rewrite the lock and write a change entry for each scenario whose numbers differ from it."""
    here = project(arguments)
    for name, results in computed(here, chosen(here, arguments.scenarios)).items():
        old = locks.read(here.published, name)
        moves = locks.differences(results, old)
        digest = here.digest(name)
        cause = locks.causes(old, results, digest) if old.numbers else ["first publication"]
        locks.publish(here.published, results, digest)
        if moves:
            why = arguments.why or ("First publication" if not old.numbers else "; ".join(cause).capitalize())
            path = locks.record(here.changes, name, why, cause, moves)
            out.print(f"{name}: {len(moves)} numbers accepted, written down in {path.relative_to(here.root)}")
        else:
            out.print(f"{name}: nothing moved")
    return EXIT_FINE


def build(arguments: Namespace) -> int:
    """Check, then have MkDocs write the site; nothing is built where numbers differ."""
    here = project(arguments)
    results = computed(here, here.names())
    if any(locks.differences(found, locks.read(here.published, name)) for name, found in results.items()):
        return report(here, results)
    return mkdocs(here, "build", "--strict", "--quiet")


def serve(arguments: Namespace) -> int:
    """Preview the site with pending numbers."""
    here = project(arguments)
    computed(here, here.names())
    watched = [word for folder in ("scenarios", "generators") for word in ("--watch", folder) if (here.root / folder).is_dir()]
    return mkdocs(here, "serve", "--dev-addr", f"127.0.0.1:{arguments.port}", *watched, pending=True)


def mkdocs(here: Project, *words: str, pending: bool = False) -> int:
    """Run MkDocs in the project's folder, without its notices and with the date of nothing; gives its exit code."""
    if not (here.root / "mkdocs.yml").exists():
        raise Mistake(f"there is no mkdocs.yml in {here.root}: a site needs one (numbers alone come from `offcut run`)")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0", **({"OFFCUT_PENDING": "1"} if pending else {})}
    done = subprocess.run([sys.executable, "-m", "mkdocs", *words], cwd=here.root, env=environment, check=False)  # noqa: S603 our own words
    return done.returncode


def list_numbers(arguments: Namespace) -> int:
    """Scenarios without words, and with words the numbers whose id holds them all."""
    here = project(arguments)
    if not arguments.words:
        for name in here.names():
            numbers = locks.read(here.published, name).numbers
            out.print(f"{name}: {len(numbers):,} published numbers")
        return EXIT_FINE
    found = 0
    for results in computed(here, here.names()).values():
        for one in sorted(results.numbers.values(), key=lambda one: one.id):
            if all(word in one.id for word in arguments.words):
                out.print(line_of(one))
                found += 1
    if not found:
        raise Mistake(f"no id holds {' and '.join(map(repr, arguments.words))}: try fewer words")
    return EXIT_FINE


def line_of(one: Measurement) -> str:
    """A number as one line."""
    unit = MEASURES[one.measure].unit
    spread = f" ({display(one.interval[0], unit)} to {display(one.interval[1], unit)} over the seeds)" if one.interval else ""
    frozen = " [frozen]" if one.status == "frozen" else ""
    return f"{one.id}  {display(one.value, unit)}{'' if unit == 'share' else ' ' + unit}{spread}{frozen}"


def explain(arguments: Namespace) -> int:
    """Everything that a number's card says."""
    here = project(arguments)
    scenario = arguments.id.split("/", 1)[0]
    catalogue = Catalogue(computed(here, chosen(here, [scenario])))
    one = catalogue.one(arguments.id)
    record = catalogue.record(one)
    out.print(line_of(one))
    for label in ("title", "definition", "formula", "call", "corpus_sha256", "source", "command"):
        if record[label]:
            out.print(f"{label}: {visible(str(record[label]))}")
    for name, value in record["inputs"].items():
        out.print(f"input {name}: {json.dumps(value)}")
    packages = ", ".join(f"{name} {version}" for name, version in catalogue.built_with()["packages"].items())
    out.print(f"computed with: Python {catalogue.built_with()['python']}, {packages}")
    return EXIT_FINE


def run(arguments: Namespace) -> int:
    """Compute one scenario and print its numbers, and what its runs raised."""
    here = project(arguments)
    path = Path(arguments.scenario)
    name = path.stem if path.suffix == ".yaml" else arguments.scenario
    results = computed(here, chosen(here, [name]))[name]
    catalogue = Catalogue({name: results})
    numbers = [catalogue.one(arguments.number)] if arguments.number else sorted(results.numbers.values(), key=lambda one: one.id)
    if arguments.json:
        data = catalogue.to_json(name)
        data["numbers"] = {one.id: data["numbers"][one.id] for one in numbers}
        sys.stdout.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        return EXIT_FINE
    for one in numbers:
        out.print(line_of(one))
    for (corpus, splitter), said in results.runs.items():
        if said.error:
            err.print(f"{splitter} on {corpus}: {visible(said.error)}")
    return EXIT_FINE


def diff(arguments: Namespace) -> int:
    """What moved between two builds, a sentence each; 1 if anything did."""
    old, new = (load_numbers(Path(name)) for name in (arguments.old, arguments.new))
    moved = 0
    for number in sorted({*old, *new}):
        before, after = old.get(number, {}), new.get(number, {})
        if not before or not after:
            out.print(f"{number}: {'is new' if after else 'is gone'}, {(after or before)['display']}")
        elif (before["value"], before["interval"]) != (after["value"], after["interval"]):
            out.print(f"{number}: {locks.shown(before['value'])} became {locks.shown(after['value'])} {after['unit']}")
        else:
            continue
        moved += 1
    out.print(f"{moved} of {len({*old, *new})} numbers differ")
    return EXIT_DIFFERENT if moved else EXIT_FINE


def load_numbers(path: Path) -> dict[str, Any]:
    """The numbers of a numbers.json or of the built site that holds it; raises `Mistake` where they cannot be read."""
    file = path / "numbers.json" if path.is_dir() else path
    try:
        data = json.loads(file.read_text("utf-8"))
        if data["format"] != 1:
            raise Mistake(f"{file}: format {data['format']!r} is not 1, the one that this version reads: update offcut")
        return dict(data["numbers"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Mistake(f"{file}: is no numbers.json that can be read ({type(error).__name__}): name one, or a built site") from None


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "check": check,
    "lock": lock,
    "build": build,
    "serve": serve,
    "list": list_numbers,
    "explain": explain,
    "run": run,
    "diff": diff,
}
