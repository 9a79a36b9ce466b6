"""`inspect`: one document under one splitter, on the terminal or as data."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from generators import utf8
from generators.arguments import EXIT_FINE
from generators.commands.numbers import HEADERS, headers_lacking, remedy
from generators.corpora import formats
from generators.inspection import Inspection, inspect
from generators.inspection.asked import splitter_asked
from generators.mistake import Absent, Mistake
from generators.scenario import SplitterRow
from generators.terminal import complain

STANDARD_INPUT = "standard input"
One = TypeVar("One")
Other = TypeVar("Other")


def inspect_file(arguments: Namespace) -> int:
    """Split one document with one splitter and show its chunks in their places; what the library raises is a finding, and no fault."""
    from generators.corpora.documents import document  # noqa: PLC0415 the Markdown parser is heavy, and no other command needs it

    (use, keywords), (text, notes) = both(
        lambda: splitter_asked(arguments.splitter, arguments.args),
        lambda: ("", ()) if arguments.file == "-" else text_of(arguments.file, convert=not arguments.as_is),
    )
    read = document(STANDARD_INPUT, standard_input()) if arguments.file == "-" else document(arguments.file, text, notes)
    try:
        found = inspect(read, use, keywords)
    except Absent as absent:
        raise Mistake(f"--splitter {use}: {absent}: install it, or name another splitter") from None
    if arguments.json:
        for note in notes:  # places are of the text that it was converted to, which the data do not say
            complain(f"{arguments.file}: {note}")
        sys.stdout.write(json.dumps(found.to_json()) + "\n")  # in ASCII, which every encoding can print
    else:
        show(found, whole=arguments.full)
    return EXIT_FINE


def text_of(file: str, *, convert: bool) -> tuple[str, tuple[str, ...]]:
    """The text of the file that is named, and what is to be said of it; raises `Mistake` where none is, or it cannot be converted here."""
    if not file:
        raise Mistake("FILE: '' names no file: name one, or - for standard input")
    try:
        return formats.read(Path(file), file, convert=convert)
    except Absent as absent:
        raise Mistake(f"{absent}, or add --as-is to split the file's own text") from None


def both(one: Callable[[], One], other: Callable[[], Other]) -> tuple[One, Other]:
    """What the two give; raises `Mistake` with the mistakes of both."""
    try:
        first = one()
    except Mistake as mistake:
        try:
            other()
        except Mistake as second:
            raise Mistake(*mistake.lines, *second.lines) from None
        raise
    return first, other()


def standard_input() -> str:
    """All of standard input, decoded as a file would be."""
    if sys.stdin is None:
        raise Mistake(f"{STANDARD_INPUT} is closed: name a file")
    if sys.stdin.isatty():
        complain("reading the document from the terminal: end it with Ctrl-D")
    return utf8.decode(sys.stdin.buffer.read(), STANDARD_INPUT)


def hint_for(found: Inspection) -> str:
    """What to do about the error, where that is known; what is to be pasted stands on a line of its own."""
    if headers := headers_lacking(found.use, found.keywords):
        return f"the library has no default for it; add, for example:\n--args '{{\"{HEADERS}\":{headers}}}'"
    return remedy(SplitterRow("", "", found.use, found.keywords)).strip()


def show(found: Inspection, *, whole: bool) -> None:
    """Print the view: in colours on a terminal, unless NO_COLOR says otherwise, and plain elsewhere."""
    from rich.console import COLOR_SYSTEMS, Console  # noqa: PLC0415 data need no terminal
    from rich.style import Style  # noqa: PLC0415 the same

    from generators.inspection.view import Page, view  # noqa: PLC0415 the same
    from generators.inspection.words import quote_for  # noqa: PLC0415 the same

    console = Console()
    colours = None if os.environ.get("NO_COLOR") else COLOR_SYSTEMS.get(console.color_system or "")
    hint = hint_for(found) if found.error else ""
    # Styled part by part: rich would look at every line anew, which takes longer than splitting, and end the program if nobody reads on.
    for line in view(found, Page(console.width, quote_for(sys.stdout.encoding), whole), hint):
        sys.stdout.write("".join(Style.parse(style).render(text, color_system=colours) for text, style in line) + "\n")
