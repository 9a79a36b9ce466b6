"""The arguments of the `offcut` command, and its exit codes."""

from __future__ import annotations

import argparse

EXIT_FINE, EXIT_DIFFERENT, EXIT_MISTAKE, EXIT_BUG = 0, 1, 2, 3

CODES = "Exit codes: 0 fine, 1 numbers differ, 2 something for you to put right, 3 a bug or an interrupted run."


def parser() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    top = argparse.ArgumentParser(prog="offcut", description="What text splitters cut off, number by number.", epilog=CODES)
    top.add_argument("--root", metavar="FOLDER", default=None, help="the project's folder (default: this one, or the nearest above it)")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, does: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".", epilog=CODES)

    check = add("check", "compute every number again and compare it with the published lock")
    check.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="only these scenarios")
    check.add_argument("--live", action="store_true", help="fail if any number is frozen, that is, read from the lock")
    lock = add("lock", "publish the numbers as they are now and write down which moved, and why")
    lock.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="only these scenarios")
    lock.add_argument("--why", default="", metavar="TEXT", help="the reason in your words, for the page of changes")
    add("build", "check, then write the site to site/")
    serve = add("serve", "preview the site; numbers that differ from the lock are listed on the page of changes")
    serve.add_argument("--port", type=int, default=8000, help="the port to serve on (default: 8000)")
    listing = add("list", "list scenarios, or the numbers whose id holds all the words")
    listing.add_argument("words", nargs="*", metavar="WORD", help="words that the ids must hold")
    explain = add("explain", "say what a number means, what it was computed from and with what")
    explain.add_argument("id", metavar="ID", help="the number's id, scenario/corpus/splitter/measure[/part]")
    run = add("run", "compute one scenario and print its numbers")
    run.add_argument("scenario", metavar="SCENARIO", help="the scenario's name or file")
    run.add_argument("--number", metavar="ID", help="only this number")
    run.add_argument("--json", action="store_true", help="print the scenario's part of numbers.json")
    diff = add("diff", "say in sentences what moved between two builds")
    diff.add_argument("old", metavar="OLD", help="a numbers.json, or the folder of a built site")
    diff.add_argument("new", metavar="NEW", help="another")
    return top
