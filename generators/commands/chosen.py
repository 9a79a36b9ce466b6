"""The project and the scenarios that a command was given, and their results."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from generators.mistake import Mistake, raise_all
from generators.project import Project
from generators.results import Results
from generators.schema import nearest
from generators.terminal import complain, progress


def project(arguments: Namespace) -> Project:
    """The named folder, or the nearest one upwards that has scenarios; raises `Mistake` where there is none."""
    try:
        start = Path(arguments.root or ".").resolve()
    except OSError as error:
        raise Mistake(f"the current folder cannot be found ({error.strerror}): change to another, or name one with --root") from None
    for folder in [start] if arguments.root else [start, *start.parents]:
        if (folder / "scenarios").is_dir():
            return Project(folder)
    above = "" if arguments.root else " or above it"
    raise Mistake(f"there is no folder scenarios/ in {start}{above}: change to a project's folder, or name it with --root")


def scenarios(here: Project, names: Sequence[str]) -> list[str]:
    """The named scenarios, or all; raises `Mistake` for every unknown one."""
    known = here.names()
    raise_all(f"there is no scenario {name!r}: {nearest(name, known)}" for name in names if name not in known)
    return list(dict.fromkeys(names)) or known


def computed(here: Project, names: Sequence[str]) -> dict[str, Results]:
    """The results of scenarios, with progress."""
    with progress() as tell:
        return here.results(names, tell)


FROZEN = "read from the lock: "
"""How a note of a run begins that says what was not here; the others say what is odd in the bytes of a document."""


def notes(results: Iterable[Results]) -> list[str]:
    """What is noted of runs, each once."""
    return list(dict.fromkeys(note for found in results for said in found.runs.values() for note in said.notes))


def tell_absences(results: Iterable[Results]) -> None:
    """Say beside the answer what is not here and how to get it, each once: its numbers are those of the lock, or left out."""
    for note in notes(results):
        if note.startswith(FROZEN):
            complain(f"not computed here: {note.removeprefix(FROZEN)}")


def tell_oddities(results: Iterable[Results]) -> None:
    """Say beside the answer what is odd in the bytes of the documents, each once: nothing of it was changed."""
    for note in notes(results):
        if not note.startswith(FROZEN):
            complain(f"note: {note}")
