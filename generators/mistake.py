"""Mistake: the one exception for what a user can put right; anything else is a bug and keeps its traceback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Mistake(Exception):  # noqa: N818 it is the user's, and no error of the program
    """One or more things that the user can put right, each a sentence that names the place, the value and the remedy.

    `lines` holds every mistake found, in the order of the file, so that all are put right in one round.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines: tuple[str, ...] = lines

    def __str__(self) -> str:
        return "\n".join(self.lines)


class Absent(Exception):  # noqa: N818 nothing went wrong: something is simply not here
    """A prerequisite (a package, a data set) is not here: its numbers are frozen, that is, read from the lock."""


class AbsentData(Absent):
    """A data set is not here. The key of a cell says so, and another when it comes: what was found without it may be kept."""


def raise_all(lines: Iterable[str]) -> None:
    """Raise one `Mistake` with all the lines, or do nothing where there are none."""
    found = tuple(lines)
    if found:
        raise Mistake(*found)


@contextmanager
def placed(place: str) -> Iterator[None]:
    """Put the place in front of every mistake that the block raises."""
    try:
        yield
    except Mistake as mistake:
        raise Mistake(*(f"{place}: {line}" for line in mistake.lines)) from None
