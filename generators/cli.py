"""The `offcut` command: what a command does stands in commands, loaded when it is called."""

from __future__ import annotations

import errno
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from generators.arguments import EXIT_BUG, EXIT_FINE, EXIT_MISTAKE, parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit code, and prints a user's mistakes as plain lines."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever called: there is nobody to tell, and no fault
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 it stays open to the end
    chosen = parser().parse_args(arguments)
    try:
        with stopped_once():
            return run(chosen)
    except KeyboardInterrupt as stop:
        sys.stderr.write(f"{' '.join(('interrupted', *stop.args))}; nothing is half-written\n")
        return EXIT_BUG
    except BrokenPipeError:
        # Whoever read the answer has closed it; without this, Python would complain when it empties the stream on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FINE
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            return bug()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # as above
        sys.stderr.write("the answer could not be written: no space is left where it was to go\n")
        return EXIT_MISTAKE
    except Exception:  # noqa: BLE001 anything else is a bug: its traceback is shown, and the exit code says so
        return bug()


def bug() -> int:
    """Tell of what is being handled as a bug."""
    from generators.guarded import report_bug  # noqa: PLC0415 only needed here

    return report_bug()


@contextmanager
def stopped_once() -> Iterator[None]:
    """Take Ctrl-C, or the system's wish that the command end, once: a second would break off the stopping of workers, which would go on."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    # And not what is ignored, as Ctrl-C is in the background of some shells.
    taken = [one for one, handler in usual.items() if signal.getsignal(one) == handler]

    def stop(*_: object) -> None:
        for one in taken:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    for one in taken:
        signal.signal(one, stop)
    try:
        yield
    finally:
        for one in taken:
            if signal.getsignal(one) is stop:
                signal.signal(one, usual[one])


def run(chosen: Namespace) -> int:
    """Load the commands, for `--help` must answer before anything heavy is imported, and run one."""
    from generators import commands  # noqa: PLC0415 see above
    from generators.mistake import Mistake  # noqa: PLC0415 see above
    from generators.terminal import complain, print_anything  # noqa: PLC0415 see above

    print_anything()
    try:
        code = commands.COMMANDS[chosen.command](chosen)
        sys.stdout.flush()
    except Mistake as mistake:
        for line in mistake.lines:
            complain(line)
        return EXIT_MISTAKE
    return code
