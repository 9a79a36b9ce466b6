"""What each `offcut` command does, in the COMMANDS table; each gives its exit code."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from generators.commands.builds import diff
from generators.commands.data import data_sets
from generators.commands.inspect import inspect_file
from generators.commands.numbers import explain, list_numbers, run
from generators.commands.published import check, lock
from generators.commands.site import build, serve
from generators.commands.upstream import upstream

COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "check": check,
    "lock": lock,
    "build": build,
    "serve": serve,
    "list": list_numbers,
    "explain": explain,
    "run": run,
    "diff": diff,
    "data": data_sets,
    "inspect": inspect_file,
    "upstream": upstream,
}
