"""Change list: which published numbers moved, as the page of changes tells it, and which wait to be accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from generators.catalogue import Catalogue
from generators.display import escaped
from generators.entry import Entry, bounds_of, shown
from generators.lock import Difference


def changes(entries: Iterable[tuple[str, Mapping[str, Any]]], catalogue: Catalogue, root: str) -> str:
    """The change entries, newest first: why, by which input, and which numbers moved from what to what.

    Those that follow one another for the same reason stand under one heading.
    """
    groups = []
    for why, group in groupby(entries, lambda named: str(named[1]["why"])):
        told = "".join(_change(name, entry, catalogue, root) for name, entry in group)
        groups.append(f'<article class="changes"><h2>{escaped(why)}</h2>{told}</article>')
    return "".join(groups)


def _change(name: str, entry: Mapping[str, Any], catalogue: Catalogue, root: str) -> str:
    moved = "".join(_move(number, before, after, catalogue, root) for number, (before, after) in entry["moved"].items())
    gone = "".join(f"<li><code>{escaped(number)}</code> is gone</li>" for number in entry["gone"])
    folded = f"<details><summary>Which numbers</summary><ul>{moved}{gone}</ul></details>" if moved or gone else ""
    counts = ((len(entry["moved"]), "moved"), (entry["new"], "new number" + "s" * (entry["new"] != 1)), (len(entry["gone"]), "gone"))
    numbers = ", ".join(f"{count:,} {kind}" for count, kind in counts if count) or "no number moved"
    causes = "".join(f"<li>{escaped(cause)}</li>" for cause in entry["cause"])
    listed = f"<ul>{causes}</ul>" if entry["cause"] not in ([], ["first publication"]) else ""
    return f'<div id="change-{escaped(name)}"><p>In <code>{escaped(entry["scenario"])}</code>: {numbers}.</p>{listed}{folded}</div>'


def _move(number: str, before: Entry, after: Entry, catalogue: Catalogue, root: str) -> str:
    scenario = number.split("/", 1)[0]
    known = scenario in catalogue.results and number in catalogue.results[scenario].numbers
    name = f"<code>{escaped(number)}</code>"
    link = f'<a href="{root}reference/numbers/{scenario}/#{escaped(number)}">{name}</a>' if known else name
    was, became = (shown(entry, bounds=bounds_of(number)) for entry in (before, after))
    return f"<li>{link}: {escaped(was)} became {escaped(became)}</li>"


def pending(differences: Sequence[Difference], most: int = 200) -> str:
    """Numbers that wait to be accepted, which only a preview has; nothing where there are none."""
    if not differences:
        return ""
    rows = "".join(f"<li>{escaped(str(difference))}</li>" for difference in differences[:most])
    more = f"<p>and {len(differences) - most:,} more</p>" if len(differences) > most else ""
    return f'<div class="finding pending"><p>Pending: numbers that differ from the published ones.</p><ul>{rows}</ul>{more}</div>'
