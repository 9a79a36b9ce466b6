"""The arguments of the `offcut` command, and its exit codes."""

from __future__ import annotations

import argparse
import sys

EXIT_FINE, EXIT_DIFFERENT, EXIT_MISTAKE, EXIT_BUG = 0, 1, 2, 3

CODES = "Exit codes: 0 fine, 1 numbers differ, 2 something for you to put right, 3 a bug or an interrupted run."


def parser() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    top = argparse.ArgumentParser(prog="offcut", description="What text splitters cut off, number by number.", epilog=CODES)
    add_root(top, None)
    top.add_argument("--version", action=Version, nargs=0, help="print the release of Offcut and exit")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, does: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".", epilog=CODES)
        add_root(added, argparse.SUPPRESS)  # any other default would replace the folder named before the command
        return added

    check = add("check", "compute every number again and compare it with the published lock")
    check.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="only these scenarios")
    check.add_argument(
        "--live",
        action="store_true",
        help="compute what slow encoders give as well, and fail if any number is frozen, that is, read from the lock",
    )
    lock = add("lock", "publish the numbers as they are now and write down which moved, and why")
    lock.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="only these scenarios")
    lock.add_argument("--live", action="store_true", help="compute what slow encoders give as well, which takes many minutes")
    lock.add_argument("--why", default="", metavar="TEXT", help="the reason in your words, for the page of changes")
    add("build", "check, then write the site to site/")
    serve = add("serve", "preview the site; numbers that differ from the lock are listed on the page of changes")
    serve.add_argument("--port", type=int, default=8000, help="the port to serve on (default: 8000)")
    listing = add("list", "list scenarios, or the numbers whose id holds all the words")
    listing.add_argument("words", nargs="*", metavar="WORD", help="words that the ids must hold; a scenario's name asks for that one")
    explain = add("explain", "say what a number means, what it was computed from and with what")
    explain.add_argument("id", metavar="ID", help="the number's id, scenario/corpus/splitter/measure[/part]")
    run = add("run", "compute one scenario and print its numbers")
    run.add_argument("scenario", metavar="SCENARIO", help="the scenario's name or file")
    run.add_argument("--number", metavar="ID", help="only this number")
    run.add_argument("--json", action="store_true", help="print the scenario's part of numbers.json, with pages of the reference")
    diff = add("diff", "say in sentences what moved between two builds")
    diff.add_argument("old", metavar="OLD", help="a numbers.json, or the folder of a built site")
    diff.add_argument("new", metavar="NEW", help="another")
    data = add("data", "list the data sets of others with their licences, or fetch them; no other command asks the network")
    data.add_argument("action", nargs="?", choices=("list", "fetch"), default="list", help="what to do (default: list)")
    data.add_argument("names", nargs="*", metavar="NAME", help="only these data sets")
    inspect = add("inspect", "split one document with one splitter and show every chunk in its place")
    inspect.add_argument("file", metavar="FILE", help="a text in UTF-8, a file that is converted to Markdown (such as .docx, .html), or -")
    inspect.add_argument("--as-is", action="store_true", help="split the file's own text, not what it is converted to")
    inspect.add_argument(
        "--splitter", required=True, metavar="NAME[:key=value,...]", help="a splitter of the reference with its keywords, values as in YAML"
    )
    inspect.add_argument("--args", metavar="JSON", help="keywords as a JSON object, which win over those of --splitter")
    inspect.add_argument("--full", action="store_true", help="show the whole text of every chunk")
    inspect.add_argument("--json", action="store_true", help="print the chunks, the error, what was printed and what is lost")
    upstream = add("upstream", "say what the installed releases of the measured libraries move, and pin them")
    upstream.add_argument(
        "action", choices=("check", "list", "pin"), help="compare with the lock; list the pinned libraries; pin them to what is installed"
    )
    upstream.add_argument("--quick", action="store_true", help="check: leave out the numbers, which have to be computed again")
    upstream.add_argument("--markdown", action="store_true", help="check: print the body of a pull request")
    return top


class Version(argparse.Action):
    """Prints the release; it is looked up only here, for that takes longer than the rest of `--help`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and exit."""
        from generators.provenance import own_version  # noqa: PLC0415 see above

        sys.stdout.write(f"offcut {own_version()}\n")
        parser.exit()


def add_root(to: argparse.ArgumentParser, default: str | None) -> None:
    """Take the project's folder."""
    does = "the project's folder (default: this one, or the nearest above it)"
    to.add_argument("--root", metavar="FOLDER", default=default, help=does)
