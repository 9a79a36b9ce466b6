"""The tables of contracts: what kinds there are, what stands in their cells, and one written to a length in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, cycle, islice, product
from random import Random
from typing import Literal

from generators.corpora.contract_prose import Drafter, Template, names, stanzas, template
from generators.corpora.fitted import Row, fitted

Cells = Literal["figures", "sentences"]
Layout = Literal["pipes", "aligned"]

# The least and the greatest figure of each shape, and its decimals.
_SHAPES = {
    "money": (200, 99_999, 2),
    "sum": (1_000, 99_999, 2),
    "number": (20, 9_999, 0),
    "whole": (2, 60, 0),
    "small": (2, 99, 1),
    "rate": (0.5, 9.9, 1),
    "percent": (2, 99.9, 1),
    "high": (95, 99.9, 1),
}


@dataclass(frozen=True)
class Column:
    """A column by its header: figures of one shape, or sentences to choose from."""

    header: str
    shape: str = ""
    sentences: tuple[Template, ...] = ()

    def cell(self, drafter: Drafter) -> str:
        """Another cell of the column; figures spread evenly over their orders of magnitude."""
        if self.sentences:
            return drafter.fill(drafter.rng.choice(self.sentences))
        low, high, decimals = _SHAPES[self.shape]
        return f"{low * (high / low) ** drafter.rng.random():,.{decimals}f}"


@dataclass(frozen=True)
class Kind:
    """A kind of table: the paragraphs that may lead to it, what its rows are about, and its columns of figures and of sentences."""

    leads: tuple[Template, ...]
    label: str
    subjects: str
    figures: tuple[Column, ...]
    sentences: tuple[Column, ...]


@cache
def kinds() -> dict[str, Kind]:
    """The kinds of table in `contract_tables.txt` by name.

    A stanza of five fields is a kind (name, header of the labels, subjects, columns of figures, columns of sentences) with its leading
    paragraphs; one of two fields is a column of sentences (name, header) with its sentences.
    """
    found = list(stanzas("contract_tables.txt"))
    sentences = {fields[0]: Column(fields[1], sentences=tuple(map(template, lines))) for fields, lines in found if len(fields) == 2}
    return {
        fields[0]: Kind(
            leads=tuple(map(template, lines)),
            label=fields[1],
            subjects=fields[2],
            figures=tuple(Column(header, shape) for header, shape in (column.split(" = ") for column in fields[3].split(" | "))),
            sentences=tuple(sentences[name] for name in fields[4].split()),
        )
        for fields, lines in found
        if len(fields) == 5
    }


def _subjects(name: str, drafter: Drafter, rng: Random) -> Iterator[str]:
    """What the rows are about, one label after another; only a very long table comes back to the first."""
    lists = names().lists
    year = int(drafter.facts["year"])
    first = rng.randrange(40)
    if name == "months":
        return (f"{lists['months'][(first + i) % 12]} {year + (first + i) // 12}" for i in count())
    if name in ("tiers", "sums"):
        step = rng.choice((250, 500, 1000, 2500))
        unit = " units" if name == "tiers" else ""
        return (f"{step * i + 1:,} to {step * (i + 1):,}{unit}" for i in count())
    if name == "orders":
        return islice(cycle(f"Order of {month} {year - i}" for i in range(8, 0, -1) for month in lists["months"]), first, None)
    services = drafter.services
    places = rng.sample(names().slots["place"], 12)
    capitals = [service[0].upper() + service[1:] for service in services]
    companies = [f"{one} {rng.choice(lists['companies'])}" for one in rng.sample(lists["names"], 12)]
    inner, outer = {
        "places": (capitals, places),
        "grades": (lists["grades"], places),
        "risks": (lists["risks"], places),
        "items": (lists["items"], places),
        "records": (lists["records"], lists["departments"]),
        "milestones": (lists["steps"], services),
        "companies": (companies, services),
    }[name]
    return islice(cycle(f"{one}, {other}" for other, one in product(outer, inner)), first, None)


def write(kind: Kind, drafter: Drafter, tokens: int, cells: Cells, layout: Layout) -> tuple[str, ...] | None:
    """A table of that kind and of so many tokens of cl100k_base: its header row, its delimiter row, its body rows.

    With `sentences` one column of figures is left. Gives `None` where the kind's rows do not come to the length.
    """
    subjects = _subjects(kind.subjects, drafter, drafter.rng)
    figures, sentences = (kind.figures, ()) if cells == "figures" else (kind.figures[:1], kind.sentences)
    columns = figures + sentences
    remarks = [""] * 4 + [f" {remark}" for remark in names().lists["remarks"]]
    labels: list[str] = []

    def draw(i: int) -> Row:
        labels.extend(islice(subjects, max(0, i + 1 - len(labels))))
        return (labels[i] + drafter.rng.choice(remarks), *(column.cell(drafter) for column in columns))

    header = (kind.label, *(column.header for column in columns))
    return fitted(header, draw, tokens, right=range(1, len(figures) + 1), aligned=layout == "aligned", rng=drafter.rng)
