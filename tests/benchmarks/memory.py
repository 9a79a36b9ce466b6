"""The memory that a command takes with all the processes that it starts: their resident memory together, at its highest.

Run it by hand: `python tests/benchmarks/memory.py make site`. It is looked at every half a second, so what comes and goes in between is
missed; pages that processes share count in each of them. It needs /proc, as Linux has it.
"""

import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from generators.terminal import say

PAUSE = 0.5
"""Seconds between two looks."""

PAGE = os.sysconf("SC_PAGE_SIZE")


def measure(command: list[str]) -> int:
    """Run the command, print the highest sum in MB, and give the command's exit code."""
    started = time.monotonic()
    process = subprocess.Popen(command)
    most = 0
    while process.poll() is None:
        most = max(most, taken(process.pid))
        time.sleep(PAUSE)
    say(f"{' '.join(command)}: at most {most / 1e6:,.0f} MB in all its processes, {time.monotonic() - started:.0f} s")
    return process.returncode


def taken(root: int) -> int:
    """The bytes that a process and all below it hold in memory."""
    children, resident = defaultdict(list), {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            # After the name, which is in brackets and may hold anything: the state, the parent, and as the 22nd the resident pages.
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended since
        children[int(fields[1])].append(int(folder.name))
        resident[int(folder.name)] = int(fields[21]) * PAGE
    found = [root]
    for one in found:
        found += children[one]
    return sum(resident.get(one, 0) for one in found)


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
