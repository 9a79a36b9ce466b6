"""Workers: the processes that compute on all cores, from their start to their end."""

from __future__ import annotations

import atexit
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from multiprocessing import resource_tracker
from typing import Any, TypeVar

T = TypeVar("T")

FEEDER = "QueueFeederThread"
"""What loky calls the thread that hands the workers what they are to do."""


def on_all_cores(function: Callable[..., T], arguments: Sequence[tuple[Any, ...]], at_most: int | None = None) -> Iterator[T]:
    """What the function gives for each of the arguments, in their order, computed by a process for each core, or by `at_most`.

    The processes stay for what comes next, until `release`. Ctrl-C ends them, and they say nothing of it.
    """
    import joblib  # type: ignore[import-untyped]  # noqa: PLC0415 what is computed already needs no workers

    await_feeders_at_exit()
    parallel = joblib.Parallel(n_jobs=min(at_most or len(arguments), joblib.cpu_count()), return_as="generator")
    results: Generator[T, None, None] | None = None
    try:
        with interrupts_wait():  # the workers inherit it: Ctrl-C reaches them too, and each would print a traceback
            results = parallel(joblib.delayed(function)(*one) for one in arguments)
    except KeyboardInterrupt as pressed:
        if results is not None:
            results.throw(pressed)  # joblib ends the workers, and raises it again
        raise
    yield from results


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Keep a Ctrl-C back, for this thread and what it starts; for this thread it comes at the end."""
    resource_tracker.ensure_running()  # Python 3.11 lets interrupts through when this is running, whatever was before
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@cache
def await_feeders_at_exit() -> None:
    """Have the threads that feed the workers end before the interpreter does, which ends the workers first.

    They are daemons, and loky waits for none. Cut off between giving up a semaphore and saying so, one leaves behind a process that
    warns of a leaked semaphore when the command has ended.
    """
    atexit.register(await_feeders)


def await_feeders() -> None:
    """Wait for the threads that feed the workers: for a second at most, since each has been told to end."""
    for thread in threading.enumerate():
        if thread.name == FEEDER:
            thread.join(timeout=1)


def release() -> None:
    """End the workers, if there are any: idle, they would hold their memory while others work."""
    if "joblib" in sys.modules:
        from joblib.externals.loky import get_reusable_executor  # type: ignore[import-untyped]  # noqa: PLC0415 it is loaded already

        get_reusable_executor(reuse=True).shutdown(wait=True)
