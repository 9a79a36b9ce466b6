"""`upstream`: what the installed releases of the measured libraries move, and the pins that follow them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Collection

from generators import lock as locks
from generators import readings
from generators.arguments import EXIT_DIFFERENT, EXIT_FINE
from generators.commands.chosen import computed, project
from generators.commands.published import explorer_differences
from generators.mistake import Mistake
from generators.project import Project
from generators.scenario import Scenario
from generators.schema import counted
from generators.splitters.isolation import name_of
from generators.terminal import say
from generators.upstream import news, pins, snapshot
from generators.upstream.moves import moves
from generators.upstream.surface import place


def upstream(arguments: Namespace) -> int:
    """One of the actions on the measured libraries."""
    return ACTIONS[arguments.action](arguments)


def check(arguments: Namespace) -> int:
    """Compare what is installed with what is locked, and print what moved; 1 if anything did."""
    here = project(arguments)
    locked = {name: locks.read(here.published, name) for name in here.names()}
    numbers, notes = ([], ["numbers: not compared, as --quick asks"]) if arguments.quick else moved_numbers(here)
    notes += [f"{name}: not published yet; publish with: offcut lock {name}" for name, one in locked.items() if one == locks.Lock()]
    scenarios = here.load(here.names())
    notes += [f"{use}: not compared, for {package} is not installed here" for use, package in snapshot.lacking(scenarios).items()]
    found = news.News(news.versions(locked.values()), moved_surfaces(here, scenarios), numbers, notes)
    if arguments.markdown:
        sys.stdout.write(news.body(found))
    else:
        for sentence in [*found.moved, *notes]:
            say(sentence)
        say(counted(len(found.moved), "difference"))
    return EXIT_DIFFERENT if found.moved else EXIT_FINE


def moved_surfaces(here: Project, scenarios: Collection[Scenario]) -> list[str]:
    """Sentences on the library classes and the readings that are not as in the lock."""
    claims = (here.scenarios / "claims.yaml").exists()
    kept = snapshot.read(here.published)
    found = [one for sentences in moves(kept, snapshot.surfaces(scenarios, kept, claims=claims), place).values() for one in sentences]
    return [*found, *(readings.differences(here.published, readings.readings(here.published)) if claims else ())]


def moved_numbers(here: Project) -> tuple[list[str], list[str]]:
    """Sentences on the numbers that are not as in the lock, and on what cannot be compared, or not brought up to date, without more."""
    try:
        results = computed(here, here.names())
    except Mistake:
        raise
    except Exception as raised:  # noqa: BLE001 a release may break what nothing guards: that is news, and no fault of this command
        return [f"numbers: cannot be computed any more: {name_of(raised)}"], []
    moved = [str(one) for name, found in results.items() for one in locks.differences(found, locks.read(here.published, name))]
    frozen = sum(one.status == "frozen" for found in results.values() for one in found.numbers.values())
    notes = [f"numbers: {frozen:,} frozen here and not compared, for something they need is absent"] if frozen else []
    return moved, notes + explorer_differences(here)


def list_pinned(arguments: Namespace) -> int:
    """The names of the measured libraries that are pinned, one a line, as pip takes them."""
    for name in pins.pinned(project(arguments).root):
        say(name)
    return EXIT_FINE


def pin(arguments: Namespace) -> int:
    """Pin the measured libraries in pyproject.toml to what is installed."""
    for sentence in pins.move(project(arguments).root) or ["every pin is as installed"]:
        say(sentence)
    return EXIT_FINE


ACTIONS: dict[str, Callable[[Namespace], int]] = {"check": check, "list": list_pinned, "pin": pin}
