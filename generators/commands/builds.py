"""`diff`: two builds compared."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generators.arguments import EXIT_DIFFERENT, EXIT_FINE
from generators.builds import compare, read
from generators.schema import counted
from generators.terminal import say


def diff(arguments: Namespace) -> int:
    """What moved between two builds, a sentence each; 1 if anything did."""
    old, new = read(Path(arguments.old)), read(Path(arguments.new))
    moved = compare(old, new)
    for sentence in moved:
        say(sentence)
    say(f"{counted(len(moved), 'difference')} in {counted(len({*old, *new}), 'number')}")
    return EXIT_DIFFERENT if moved else EXIT_FINE
