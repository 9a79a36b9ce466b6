"""Commands: what each `offcut` command does; each gives its exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from generators import changes, provenance, stamp
from generators import lock as locks
from generators.arguments import EXIT_DIFFERENT, EXIT_FINE, EXIT_MISTAKE
from generators.builds import compare, read
from generators.catalogue import Catalogue
from generators.display import display, unit_word
from generators.measures import MEASURES
from generators.mistake import Mistake, raise_all
from generators.project import Project
from generators.results import Measurement, Results
from generators.schema import counted, nearest
from generators.terminal import complain, progress, say


def project(arguments: Namespace) -> Project:
    """The named folder, or the nearest one upwards that has scenarios; raises `Mistake` where there is none."""
    start = Path(arguments.root or ".").resolve()
    for folder in [start] if arguments.root else [start, *start.parents]:
        if (folder / "scenarios").is_dir():
            return Project(folder)
    above = "" if arguments.root else " or above it"
    raise Mistake(f"there is no folder scenarios/ in {start}{above}: change to a project's folder, or name it with --root")


def chosen(here: Project, names: Sequence[str]) -> list[str]:
    """The named scenarios, or all; raises `Mistake` for every unknown one."""
    known = here.names()
    raise_all(f"there is no scenario {name!r}: {nearest(name, known)}" for name in names if name not in known)
    return list(dict.fromkeys(names)) or known


def computed(here: Project, names: Sequence[str]) -> dict[str, Results]:
    """The results of scenarios, with progress."""
    with progress() as tell:
        return here.results(names, tell)


def check(arguments: Namespace) -> int:
    """Compare every number with the lock; print each difference and the command that accepts it."""
    here = project(arguments)
    names = chosen(here, arguments.scenarios)
    same = report(here, computed(here, names), live=arguments.live)
    left = [] if arguments.scenarios else sorted({path.stem for path in here.published.glob("*.json")} - set(names))
    for name in left:
        say(f"{name}: published, but there is no scenarios/{name}.yaml; put it back, or delete its files in scenarios/published/")
    return EXIT_FINE if same and not left else EXIT_DIFFERENT


def report(here: Project, results: dict[str, Results], *, live: bool = False) -> bool:
    """Print how the results compare with the lock, and whether they are the same."""
    same = True
    for name, found in results.items():
        published = locks.read(here.published, name)
        differences = locks.differences(found, published)
        frozen = [one.id for one in found.numbers.values() if one.status == "frozen"] if live else []
        for difference in differences if published.numbers else ():
            say(str(difference))
        if differences and published.numbers:
            say(f"{name}: {counted(len(differences), 'difference')}; accept with: offcut lock {name}")
        elif differences:
            say(f"{name}: {counted(len(differences), 'number')} not published yet; publish with: offcut lock {name}")
        else:
            say(f"{name}: {counted(len(found.numbers), 'number')}, all as published")
        for number in frozen:
            say(f"{number}: frozen, that is, read from the lock and not computed here")
        same = same and not differences and not frozen
    return same


def lock(arguments: Namespace) -> int:
    """Rewrite the lock and write a change entry for each scenario whose numbers differ from it."""
    here = project(arguments)
    for name, results in computed(here, chosen(here, arguments.scenarios)).items():
        old = locks.read(here.published, name)
        moves = locks.differences(results, old)
        digest = here.digest(name)
        cause = changes.causes(old, results, digest)
        if moves:
            # Before the lock: if what follows is interrupted, the numbers still differ and the next `lock` tells of them again.
            why = arguments.why or "; ".join(cause)
            path = changes.record(here.changes, name, why[0].upper() + why[1:], cause, moves)
            say(f"{name}: {counted(len(moves), 'difference')} accepted, written down in {path.relative_to(here.root).as_posix()}")
        else:
            say(f"{name}: nothing moved")
        locks.publish(here.published, results, digest, old)
    return EXIT_FINE


def build(arguments: Namespace) -> int:
    """Check, then have MkDocs write the site; nothing is built where numbers differ, or where the site is as it would become."""
    here = project(arguments)
    results = computed(here, here.names())
    if not report(here, results):
        return EXIT_DIFFERENT
    mark, made_of = here.root / ".cache" / "site.stamp", stamp.inputs(here.root, results)
    if stamp.is_current(mark, made_of, here.root / "site"):
        say("site/ is up to date")
        return EXIT_FINE
    # MkDocs empties the folder that it writes to before it reads a page, so the old site stays until the new one is whole.
    beside, site = here.root / ".cache" / "site", here.root / "site"
    code = mkdocs(here, "build", "--strict", "--quiet", "--site-dir", str(beside))
    if code == EXIT_FINE:
        shutil.rmtree(site, ignore_errors=True)
        beside.rename(site)
        stamp.put(mark, made_of, site)
    return code


def serve(arguments: Namespace) -> int:
    """Preview the site with pending numbers, until Ctrl-C."""
    here = project(arguments)
    computed(here, here.names())
    watched = [word for folder in ("scenarios", "generators") for word in ("--watch", folder) if (here.root / folder).is_dir()]
    try:
        return mkdocs(here, "serve", "--dev-addr", f"127.0.0.1:{arguments.port}", *watched, pending=True)
    except KeyboardInterrupt:
        return EXIT_FINE


def mkdocs(here: Project, *words: str, pending: bool = False) -> int:
    """Run MkDocs in the project's folder, without its notices and with the date of nothing; gives the exit code.

    MkDocs ends with 1 for a page that it cannot accept, such as one with a broken link.
    """
    if not (here.root / "mkdocs.yml").exists():
        raise Mistake(f"there is no mkdocs.yml in {here.root}: a site needs one (numbers alone come from `offcut run`)")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0", **({"OFFCUT_PENDING": "1"} if pending else {})}
    done = subprocess.run([sys.executable, "-m", "mkdocs", *words], cwd=here.root, env=environment, check=False)  # noqa: S603 our own words
    return EXIT_MISTAKE if done.returncode == 1 else done.returncode


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
    catalogue = Catalogue(computed(here, chosen(here, [number.split("/", 1)[0]])))
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
    packages = [f"{name} {version}" for name, version in provenance.versions().items()]
    say(f"computed with: {', '.join([f'Python {provenance.python()}', *packages])}")
    return EXIT_FINE


def run(arguments: Namespace) -> int:
    """Compute one scenario and print its numbers, and what its runs raised."""
    here = project(arguments)
    path = Path(arguments.scenario)
    if path.suffix == ".yaml" and path.resolve().parent != here.scenarios.resolve():
        raise Mistake(f"{path} is not in {here.scenarios}: move it there, or name its project with --root")
    name = path.stem if path.suffix == ".yaml" else arguments.scenario
    results = computed(here, chosen(here, [name]))[name]
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


def diff(arguments: Namespace) -> int:
    """What moved between two builds, a sentence each; 1 if anything did."""
    old, new = read(Path(arguments.old)), read(Path(arguments.new))
    moved = compare(old, new)
    for sentence in moved:
        say(sentence)
    say(f"{counted(len(moved), 'difference')} in {counted(len({*old, *new}), 'number')}")
    return EXIT_DIFFERENT if moved else EXIT_FINE


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
