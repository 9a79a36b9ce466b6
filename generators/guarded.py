"""Guarded: what nobody expected is told with its traceback and an exit code of its own, of another program's module as well.

`python -m generators.guarded MODULE ...` runs a module as `python -m MODULE ...` does. Python ends with 1 where an exception is not caught,
and so do programs for what a user can put right; here the former ends with 3.
"""

from __future__ import annotations

import runpy
import sys
import traceback

from generators.arguments import EXIT_BUG


def report_bug() -> int:
    """Print the exception that is being handled as a bug; gives the exit code for one."""
    traceback.print_exc()
    sys.stderr.write("this is a bug in offcut; please report it with the lines above\n")
    return EXIT_BUG


def main() -> int:
    """Run the module that the first argument names with the arguments after it."""
    del sys.argv[0]
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    except Exception:  # noqa: BLE001 whatever it may be
        return report_bug()
    return 0


if __name__ == "__main__":
    sys.exit(main())
