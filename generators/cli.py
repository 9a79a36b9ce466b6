"""The `offcut` command: its arguments and exit codes; what a command does stands in commands.py, loaded when it is called."""

from __future__ import annotations

import argparse
import sys

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
    serve = add("serve", "preview the site; numbers that differ from the lock are shown as pending")
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


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit code, and prints a user's mistakes as plain lines."""
    chosen = parser().parse_args(arguments)
    from generators import commands  # noqa: PLC0415 --help must answer before anything heavy is imported
    from generators.mistake import Mistake  # noqa: PLC0415 the same

    try:
        return commands.COMMANDS[chosen.command](chosen)
    except Mistake as mistake:
        for line in mistake.lines:
            print(line, file=sys.stderr)  # noqa: T201 the command line speaks here
        return EXIT_MISTAKE
    except KeyboardInterrupt:
        print("interrupted; nothing is half-written", file=sys.stderr)  # noqa: T201 the same
        return EXIT_BUG
    except BrokenPipeError:
        sys.stderr.close()
        return EXIT_FINE
    except Exception:  # noqa: BLE001 anything else is a bug: its traceback is shown, and the exit code says so
        import traceback  # noqa: PLC0415 only needed here

        traceback.print_exc()
        print("this is a bug in offcut; please report it with the lines above", file=sys.stderr)  # noqa: T201 the same
        return EXIT_BUG
