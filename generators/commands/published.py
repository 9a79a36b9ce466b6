"""`check` and `lock`: the numbers as they are against the published ones."""

from __future__ import annotations

import os
from argparse import Namespace

from generators import changes, readings
from generators import lock as locks
from generators.arguments import EXIT_DIFFERENT, EXIT_FINE
from generators.cache import listed
from generators.commands.chosen import computed, project, scenarios, tell_absences
from generators.commands.numbers import failed_runs, tell_failures
from generators.encoders import LIVE
from generators.marked_yaml import SURROGATE
from generators.mistake import Mistake
from generators.project import Project
from generators.results import Results
from generators.schema import counted
from generators.terminal import complain, say
from generators.upstream import snapshot


def check(arguments: Namespace) -> int:
    """Compare every number with the lock; print each difference and the command that accepts it."""
    ask_for_all(arguments)
    here = project(arguments)
    names = scenarios(here, arguments.scenarios)
    results = computed(here, names)
    tell_absences(results.values())
    tell_new_failures(here, results)
    same = report(here, results, live=arguments.live)
    if not arguments.scenarios:
        same = all([same, report_readings(here, live=arguments.live), report_explorers(here, live=arguments.live)])
    left = [] if arguments.scenarios else sorted({path.stem for path in listed(here.published, ".json")} - set(names))
    for name in left:
        say(f"{name}: published, but there is no scenarios/{name}.yaml; put it back, or delete its files in scenarios/published/")
    return EXIT_FINE if same and not left else EXIT_DIFFERENT


def ask_for_all(arguments: Namespace) -> None:
    """With `--live`, have slow encoders run as well, in this process and in those that it starts."""
    if arguments.live:
        os.environ[LIVE] = "1"


def tell_new_failures(here: Project, results: dict[str, Results]) -> None:
    """Say beside the answer what runs raised whose numbers are others in the lock; those published as n/a may be findings: how many."""
    known: list[str] = []
    for name, found in results.items():
        if failed := failed_runs(found):
            moved = {tuple(one.id.split("/")[1:3]) for one in locks.differences(found, locks.read(here.published, name))}
            tell_failures(here, found, [said for said in failed if (said.corpus, said.splitter) in moved], f"{name}: ")
            known += [name for said in failed if (said.corpus, said.splitter) not in moved]
    if known:
        runs, commands = counted(len(known), "run"), ", ".join(f"offcut run {name}" for name in dict.fromkeys(known))
        complain(f"{runs} raised an error, as published with n/a; see what with: {commands}")


def report(here: Project, results: dict[str, Results], *, live: bool = False) -> bool:
    """Print how the results compare with the lock, and whether they are the same; inputs that moved no number are told of as well."""
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
        for moved in changes.moved_inputs(published, found):
            say(f"{name}: {moved} since it was published; bring the lock up to date with: offcut lock {name}")
        for number in frozen:
            say(f"{number}: frozen, that is, read from the lock and not computed here")
        same = same and not differences and not frozen
    return same


def report_readings(here: Project, *, live: bool) -> bool:
    """Print which values read from other packages differ from the lock, and with `live` which are frozen; whether all is well."""
    found = readings.readings(here.published)
    differing = list(readings.differences(here.published, found))
    frozen = [f"{name}: frozen, for {one.absent}" for name, one in sorted(found.items()) if one.absent] if live else []
    for line in differing:
        say(f"{line}; accept with: offcut lock")
    for line in frozen:
        say(line)
    return not differing and not frozen


def report_explorers(here: Project, *, live: bool) -> bool:
    """Print how the explorers of the pages differ from what is published of them; whether they do not."""
    lines = explorer_differences(here, live=live)
    for line in lines:
        say(line)
    return not lines


def explorer_differences(here: Project, *, live: bool = False) -> list[str]:
    """As `explorers.differences`; a project that has published none, and is not asked to, need not read its pages for that."""
    if not (live or (here.published / "explorer").is_dir()):
        return []
    from generators.commands import explorers  # noqa: PLC0415 reads pages, which no other comparison needs

    return explorers.differences(here, live=live)


def lock(arguments: Namespace) -> int:
    """Rewrite the lock and write a change entry for each scenario whose numbers differ from it."""
    if SURROGATE.search(arguments.why):
        raise Mistake(f"--why {arguments.why!r} is not UTF-8: type it in a terminal that is set to UTF-8")
    ask_for_all(arguments)
    here = project(arguments)
    names = scenarios(here, arguments.scenarios)
    all_loaded = here.load(names)
    if here.published.exists() and not here.published.is_dir():  # found out later, it would leave a change entry without its lock
        raise Mistake(f"scenarios/{here.published.name} is a file, and the lock is a folder of that name: move the file away")
    for name in names:
        locks.series_there(here.published, name)  # what cannot be rewritten is named before any other is
    loaded = {} if arguments.scenarios else {one.name: one for one in all_loaded}
    kept = snapshot.read(here.published) if loaded else {}
    libraries = snapshot.surfaces(loaded.values(), kept, claims=bool(loaded) and (here.scenarios / "claims.yaml").exists())
    for name, results in computed(here, names).items():
        tell_failures(here, results, failed_runs(results), f"{name}: ")
        old = locks.read(here.published, name)
        moves = locks.differences(results, old)
        digest = here.digest(name)
        entry = None
        if moves:
            cause = changes.causes(old, results, digest)
            why = arguments.why or "; ".join(cause)
            cause += snapshot.reasons(kept, libraries, loaded[name]) if loaded else []
            # Before the lock: if what follows is interrupted, the numbers still differ and the next `lock` tells of them again.
            entry = changes.record(here.changes, name, why[0].upper() + why[1:], cause, moves)
        try:
            locks.publish(here.published, results, digest, old)
        except Exception:
            # Unless a part of the lock is new already, of which only the entry tells what moved.
            if entry and locks.read(here.published, name) == old:
                entry.unlink()
            raise
        if entry:
            say(f"{name}: {counted(len(moves), 'difference')} accepted, written down in {entry.relative_to(here.root).as_posix()}")
        else:
            say("; ".join([f"{name}: nothing moved", *changes.moved_inputs(old, results)]))
    if not arguments.scenarios and (here.scenarios / "claims.yaml").exists():
        readings.publish(here.published, readings.readings(here.published))
    if loaded:
        snapshot.write(here.published, libraries)
        if arguments.live:
            from generators.commands import explorers  # noqa: PLC0415 as above

            explorers.freeze(here)
        report_explorers(here, live=False)
    return EXIT_FINE
