"""Isolation: a splitter built and run alone, so that what it raises, prints, warns and logs is a result of its run and not of the build."""

from __future__ import annotations

import io
import logging
import re
import sys
import sysconfig
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

from generators.mistake import Absent, Mistake
from generators.splitters.splitter import Splitter

TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+", re.MULTILINE)
ADDRESS = re.compile(r"(?<= at )0x[0-9a-fA-F]+")


@dataclass(frozen=True)
class Built:
    """A splitter that could be built, or the error (`"ValueError: ..."`) that its library raised; `printed` is what it said meanwhile."""

    splitter: Splitter | None
    error: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a run gave: the chunks of every text, or none and the error (`"ValueError: ..."`) of the first text that failed.

    `raw` is all that was written: stdout, then stderr with warnings, then log records as `LEVEL:logger:message`.
    """

    chunks: list[list[str]] | None
    error: str = ""
    raw: str = ""

    @property
    def printed(self) -> str:
        """`raw` with every line once, in the order of first appearance, and how often it came."""
        return once(self.raw)


@dataclass
class Capture:
    """Everything that was written while it lasted."""

    stdout: io.StringIO = field(default_factory=io.StringIO)
    stderr: io.StringIO = field(default_factory=io.StringIO)
    records: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Stdout, stderr, log lines; a part that ends in mid-line gets its line end."""
        parts = [self.stdout.getvalue(), self.stderr.getvalue(), "\n".join(self.records)]
        return without_machine("".join(part if part.endswith("\n") else part + "\n" for part in parts if part))


@contextmanager
def captured() -> Iterator[Capture]:
    """Take stdout, stderr, warnings and the records of every logger while the block lasts; none of them reaches a handler."""
    capture = Capture()

    def note(_: logging.Logger, record: logging.LogRecord) -> None:
        try:
            capture.records.append(f"{record.levelname}:{record.name}:{record.getMessage()}")
        except Exception as error:  # noqa: BLE001 a library's broken logging call may raise anything, and is its own affair
            capture.stderr.write(
                f"--- Logging error ---\n{type(error).__name__}: {error}\nMessage: {record.msg!r}\nArguments: {record.args!r}\n"
            )

    def warn(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        capture.stderr.write(f"{category.__name__}: {message}\n")

    call_handlers = logging.Logger.callHandlers
    with redirect_stdout(capture.stdout), redirect_stderr(capture.stderr), warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = warn
        # Handlers on the root logger alone would miss loggers that do not propagate, and not keep others from writing.
        logging.Logger.callHandlers = note  # type: ignore[method-assign, assignment]
        try:
            yield capture
        finally:
            logging.Logger.callHandlers = call_handlers  # type: ignore[method-assign]


def build(function: Callable[..., Splitter], keywords: Mapping[str, object]) -> Built:
    """Call a function of the shelf; what its library raises is the error of that run. A `Mistake` passes, and so does `Absent`.

    It is called twice and the second time counts: what the first import of a library prints belongs to no run.
    """
    for _ in range(2):
        with captured() as capture:
            try:
                splitter, error = function(**keywords), ""
            except (Mistake, Absent):
                raise
            except (Exception, SystemExit) as raised:  # noqa: BLE001 whatever the library raises is a finding
                splitter, error = None, name_of(raised)
    return Built(splitter, error, once(capture.text()))


def run_alone(splitter: Splitter, texts: Sequence[str], names: Sequence[str] = ()) -> Outcome:
    """Split the texts one at a time, up to the first that fails.

    Where there are several texts the error ends with the name of the one at fault, or its place if `names` are not given.
    A splitter that gives anything but a list of strings has failed. A `Mistake`, `Absent` and Ctrl-C pass, the last with what was being
    split, for a pattern in a splitter's settings may try for ever.
    """
    chunks: list[list[str]] = []
    error = ""
    with captured() as capture:
        for at, text in enumerate(texts):
            where = names[at] if names else f"text {at + 1} of {len(texts)}"
            try:
                chunks.append(strings(splitter.split(text)))
            except (Mistake, Absent):
                raise
            except KeyboardInterrupt:
                raise KeyboardInterrupt(f"while {splitter.use} split {where}") from None
            except (Exception, SystemExit) as raised:  # noqa: BLE001 whatever the library raises is a finding
                error = name_of(raised) + (f" (in {where})" if len(texts) > 1 else "")
                break
    return Outcome(None if error else chunks, error, capture.text())


def strings(chunks: object) -> list[str]:
    """The chunks if they are a list of strings, else `TypeError`."""
    if not isinstance(chunks, list):
        raise TypeError(f"the splitter gave no list of chunks but {type(chunks).__name__}")
    for index, chunk in enumerate(chunks):
        if not isinstance(chunk, str):
            raise TypeError(f"chunk {index} is no string but {type(chunk).__name__}")
    return chunks


def name_of(error: BaseException) -> str:
    """`ValueError: message`, without places of this machine."""
    message = without_machine(str(error))
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def without_machine(text: str) -> str:
    """The text without what differs from one machine or process to the next: tracebacks (their last line stays), folders, addresses."""
    text = ADDRESS.sub("0x...", TRACEBACK.sub("", text))
    folders = {sysconfig.get_path("purelib"), sysconfig.get_path("stdlib"), sys.prefix, sys.base_prefix, tempfile.gettempdir()}
    folders |= {str(Path.cwd()), str(Path.home())}
    for folder in sorted(folders - {"/", "/usr"}, key=lambda folder: (-len(folder), folder)):
        text = text.replace(folder + "/", "").replace(folder + "\\", "")
    return text


def once(text: str) -> str:
    """Each line once, in the order of first appearance; a line that came again says how often."""
    counts = Counter(text.splitlines())
    return "".join(f"{line} ({count} times)\n" if count > 1 else f"{line}\n" for line, count in counts.items())
