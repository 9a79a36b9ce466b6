"""Probes: small texts and settings under which a splitter shows where it cuts, so that a cut that moved is seen without a corpus."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from generators.schema import fields_of
from generators.splitters import SPLITTERS
from generators.splitters.splitter import literal
from generators.tokens import OFFLINE

SECTION = """\
## Lot {n}: berths on the {side} quay

Lot {n} covers {n}2 berths, e.g. those of Dr. Ames & Co., at a rate of 1,{n:03}.50 per night. The rate holds for a year; it is then
reviewed. Is a berth left empty? Nothing is due. "Late boats pay twice," the harbour master wrote, "and early ones wait."

| Berth | Length | Rate |
|:------|-------:|-----:|
| A{n}   |   {n}.5 |  {n}0.00 |
| B{n}   |   {n}.9 |  {n}5.25 |

### Duties of lot {n}

1. Moor fore and aft.
2. Pay before noon:
   - in coin, or
   - by bank transfer.

```sh
# not a heading
berth --lot {n} --side {side}
```

The keeper reads the gauge at six in the morning and at six in the evening, writes both readings into the book on the shelf behind the
door, and sends the book to the office on the first working day of the month, where the readings of the whole month are added up.
"""

TEXTS = {
    "sections": "# Rules of the harbour\n\nIn force from May.\n\n"
    + "\n".join(SECTION.format(n=n, side=("north", "east", "south")[n % 3]) for n in range(1, 17)),
    "oddities": (
        "One line\r\nwith CRLF\r\n\r\nand\ta tab,\u00a0a no-break space, \u2028a line separator,   blanks, \ufeff a mark.\n\n\n\n"
        "一二三。四五六！七八九？ Ωmega naïve e\u0301 \U0001f468\u200d\U0001f469\u200d\U0001f467 שלום עולם.\n"
        f"{'unbroken' * 40}\n\n\n~~~\n# fenced\n~~~\nSetext\n======\n...!!!???\n* * *\n\tcode\n"
        "a.b.c v1.2.3 http://example.org/a?b=c#d end\n"
    ),
    "page": (
        "<html><body><h1>Fees</h1><p>Paid at noon.</p><h2>Late</h2><p>Twice the fee.</p>"
        "<table><tr><td>1</td><td>2.50</td></tr></table></body></html>"
    ),
    "special": "The text <|endoftext|> is a text as any other.",
    "empty": "",
}
"""By name: sixteen sections of prose, tables, lists and code, longer than any default size; then what splitters trip over."""

SMALL: dict[str, Any] = {
    "chunk_size": 60,
    "chunk_overlap": 12,
    "capacity": 60,
    "overlap": 12,
    "chunk_sizes": [240, 60],
    "max_chunk_size": 60,
    "encoding_name": OFFLINE[0],
    "headers_to_split_on": [["#", "one"], ["##", "two"]],
    "window_size": 1,
    "split_length": 60,
    "split_overlap": 12,
}
"""Values for the keywords of the shelf that set a size, or that a library cannot do without."""

HTML: dict[str, Any] = {"headers_to_split_on": [["h1", "one"], ["h2", "two"]]}
"""Values that a splitter of HTML wants in their place."""

OTHERWISE = {"length": OFFLINE[0], "call": "split_text", "split_by": "passage"}
"""Keywords of the shelf that take another way through the library."""

LANGUAGES = {"langchain.RecursiveCharacterTextSplitter": "markdown", "langchain.NLTKTextSplitter": "german"}
"""A language for those that know some."""


def settings(use: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The keywords to try a splitter of the shelf with, each with its name in a sentence: its defaults, small sizes, other ways."""
    keys = fields_of(SPLITTERS[use])
    small = {key: value for key, value in {**SMALL, **(HTML if "HTML" in use else {})}.items() if key in keys}
    otherwise = {**OTHERWISE, **({"language": LANGUAGES[use]} if use in LANGUAGES else {})}
    yield "by default", {key: value for key, value in small.items() if keys[key][1] is inspect.Parameter.empty}
    ways = [small, *({**small, key: value} for key, value in otherwise.items() if key in keys)]
    yield from ((f"with {', '.join(f'{key}={literal(value)}' for key, value in way.items())}", way) for way in ways if way)
