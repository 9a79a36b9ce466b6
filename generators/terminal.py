"""Terminal: plain lines that any terminal can print, and a bar of progress where somebody watches."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from generators.display import visible


def say(text: str) -> None:
    """A line of the answer."""
    sys.stdout.write(visible(text) + "\n")


def complain(text: str) -> None:
    """A line beside the answer."""
    sys.stderr.write(visible(text) + "\n")


def print_anything() -> None:
    """Have characters that the terminal's encoding lacks written as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


SECONDS = 10
"""Between two lines of progress, so that a log stays short and shows that something is going on."""


def now_and_then(things: str) -> Callable[[str, int, int], None]:
    """A function that says at once when heavy work begins, with none of it done, and otherwise how far it is if nothing was said lately.

    Of what it spoke of, it says the end as well.
    """
    said = monotonic()
    spoken_of: set[str] = set()

    def tell(work: str, done: int, total: int) -> None:
        nonlocal said
        if done == 0 or (done == total and work in spoken_of) or monotonic() - said >= SECONDS:
            said = monotonic()
            spoken_of.add(work)
            complain(f"{work}: {done} of {total} {things}")

    return tell


@contextmanager
def progress(things: str = "corpora") -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function to tell of work, done and total things: a bar for each work on a terminal, a plain line now and then elsewhere."""
    if not sys.stderr.isatty():
        yield now_and_then(things)
        return
    from rich.console import Console  # noqa: PLC0415 only where somebody watches
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415 the same

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def tell(work: str, done: int, total: int) -> None:
            if work not in tasks:
                tasks[work] = bars.add_task(work, total=total)
            bars.update(tasks[work], completed=done)

        yield tell
