"""News: everything that differs from what is locked, as lines for a terminal and as the body of a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata

from generators import provenance
from generators.display import visible
from generators.lock import Lock

ROOM = {"Versions": 6_000, "Defaults, parameters and cuts": 24_000, "Numbers": 30_000}
"""Each part of a body and the bytes that its list may take: GitHub refuses a body above 65,536 characters."""

LONGEST = 1_000


@dataclass(frozen=True)
class News:
    """What moved, in sentences: versions, surfaces and numbers; `notes` says what could not be compared."""

    versions: list[str]
    surfaces: list[str]
    numbers: list[str]
    notes: list[str]

    @property
    def moved(self) -> list[str]:
        """Every sentence on something that moved."""
        return [*self.versions, *self.surfaces, *self.numbers]


def versions(locks: Iterable[Lock]) -> list[str]:
    """The packages that are not as in the locks. What a build can do without is compared where it is installed.

    The interpreter's version is no release of a library.
    """
    locked = {pair for lock in locks for pair in lock.versions.items() if pair[0] != "python"}
    found = []
    for name, before in sorted(locked):
        try:
            after = metadata.version(name)
        except metadata.PackageNotFoundError:
            found += [f"{name} {before} is not installed any more"] if name in provenance.PACKAGES else []
        else:
            found += [f"{name} {before} became {after}"] if after != before else []
    return found


def body(news: News) -> str:
    """The body of a pull request, in Markdown; every sentence is code, so that nothing in it is taken for Markdown or for a mention."""
    said = "The newest releases of the measured libraries differ from what is published." if news.moved else "Nothing moved."
    parts = [said]
    for (head, room), sentences in zip(ROOM.items(), (news.versions, news.surfaces, news.numbers), strict=True):
        if sentences:
            parts.append(f"## {head}\n\n" + "\n".join(_list(sentences, room)))
    if news.notes:
        parts.append("\n".join(f"- {code(note)}" for note in news.notes))
    if news.moved:
        parts.append(
            "Before merging: find each reason in the library's code, put it on the page that shows the number, and read again what those "
            "pages say in words. The lock and the change entries in this branch were written by `offcut lock`."
        )
    return "\n\n".join(parts) + "\n"


def _list(sentences: Iterable[str], room: int) -> Iterator[str]:
    """A list item for each sentence as far as there is room, then how many are left."""
    items = [f"- {code(sentence)}" for sentence in sentences]
    for done, item in enumerate(items):
        room -= len(item.encode()) + 1
        if room < 0:
            yield f"- and {len(items) - done:,} more, listed by `offcut upstream check`"
            return
        yield item


def code(text: str) -> str:
    """A text as a Markdown code span on one line, fenced by more backticks than stand together in it; a very long one is cut."""
    line = " ".join(visible(text).split())
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}" if line.startswith("`") or line.endswith("`") else f"{fence}{line}{fence}"
