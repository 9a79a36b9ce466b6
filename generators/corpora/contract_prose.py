"""The wording of contracts: the banks of clauses and names, and a Drafter that fills the clauses of one contract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle, repeat
from pathlib import Path
from random import Random

Template = tuple[tuple[str, str | None, tuple[str, ...]], ...]
"""A clause to be filled: each part is literal text and then the name of a slot, or the wordings to choose from, or neither."""


@dataclass(frozen=True)
class Section:
    """A section of the bank: the headings to choose from, the kinds of table that suit it, and its paragraphs in order."""

    headings: tuple[Template, ...]
    kinds: tuple[str, ...]
    paragraphs: tuple[Template, ...]


@dataclass(frozen=True)
class Bank:
    """What stands once in each contract, what stands once for each service, and single sentences to close with."""

    sections: tuple[Section, ...]
    particular: Section
    general: Section


@dataclass(frozen=True)
class Names:
    """What contracts are filled with, by name: lists of the people, companies and places, services by trade, and values by slot."""

    lists: Mapping[str, tuple[str, ...]]
    trades: Mapping[str, tuple[str, ...]]
    slots: Mapping[str, tuple[str, ...]]


def template(text: str) -> Template:
    """The template written as `text`: `{slot}` is filled, `[one|other]` is a choice."""
    parts = [*re.split(r"\{(\w+)\}|\[([^]]*)\]", text), None, None]
    return tuple((parts[i] or "", parts[i + 1], tuple((parts[i + 2] or "").split("|"))) for i in range(0, len(parts), 3))


def stanzas(name: str) -> Iterator[tuple[list[str], list[str]]]:
    """The stanzas of a text file beside this one: the fields of its first line, `== field :: field`, and its other lines."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    for stanza in text.split("== ")[1:]:
        head, *lines = stanza.split("\n")
        yield head.split(" :: "), [line for line in lines if line]


@cache
def bank() -> Bank:
    """The clauses of `contract_prose.txt`: headings and kinds of table, then a paragraph a line."""
    sections = [
        Section(tuple(map(template, headings.split(" | "))), tuple(kinds.split()), tuple(map(template, lines)))
        for (headings, kinds), lines in stanzas("contract_prose.txt")
    ]
    return Bank(tuple(sections[:-2]), sections[-2], sections[-1])


@cache
def names() -> Names:
    """The lists of `contract_names.txt`, a line `name = value | value` each; every company and person is made up."""
    return Names(
        **{
            heads[0]: {name: tuple(values.split(" | ")) for name, values in (line.split(" = ") for line in lines)}
            for heads, lines in stanzas("contract_names.txt")
        }
    )


class Drafter:
    """Fills templates for one contract.

    Its parties, law, currency and services stay; day counts, sums, places and people change from clause to clause, and a value comes
    back only when all others of its slot have been used.
    """

    def __init__(self, facts: Mapping[str, str], services: tuple[str, ...], rng: Random) -> None:
        self.facts = facts
        self.services = services
        self.rng = rng
        self._slots: dict[str, Iterator[str]] = {name: repeat(value) for name, value in facts.items()}
        for name, values in (*names().slots.items(), ("service", services)):
            self._slots[name] = cycle(rng.sample(values, len(values)))

    def fill(self, clause: Template) -> str:
        """The text of the clause."""
        words = []
        for literal, slot, wordings in clause:
            words.append(literal)
            words.append(next(self._slots[slot]) if slot else wordings[int(self.rng.random() * len(wordings))])
        return "".join(words)

    def turn_to(self, service: str) -> None:
        """From here on `{this}` is that service."""
        self._slots["this"] = repeat(service)


def facts(rng: Random) -> tuple[dict[str, str], tuple[str, ...]]:
    """What stays the same throughout one contract, by slot, and its services in order."""
    lists = names().lists
    supplier_role, customer_role = rng.choice(lists["roles"]).split("/")
    country, city, currency, currency_name = rng.choice(lists["laws"]).split("/")
    trade, services = rng.choice(sorted(names().trades.items()))
    year = rng.randint(2019, 2025)

    def date(of: int, months: slice = slice(None)) -> str:
        return f"{rng.randint(1, 28)} {rng.choice(lists['months'][months])} {of}"

    owners = rng.sample(lists["names"], 4)
    trading = rng.sample(lists["companies"], 2)
    supplier, customer = (
        f"{rng.choice((f'{owners[i]} & {owners[i + 2]}', f'{owners[i]} {trading[i]}'))} {rng.choice(lists['forms'])}" for i in (0, 1)
    )
    return {
        "S": supplier_role,
        "C": customer_role,
        "supplier": supplier,
        "customer": customer,
        "title": rng.choice(lists["titles"]),
        "services": trade,
        "country": country,
        "city": city,
        "currency": currency,
        "currencyname": currency_name,
        "house": str(rng.randint(1, 180)),
        "street": rng.choice(lists["streets"]),
        "house2": str(rng.randint(1, 180)),
        "street2": rng.choice(lists["streets"]),
        "year": str(year),
        "signed": date(year, slice(9)),
        "start": f"1 {rng.choice(lists['months'][9:])} {year}",
        "laterdate": date(year + 2),
        "lateryear": str(year + 4),
        "pastdate": date(year - 1),
        "pastyear": str(year - rng.randint(3, 22)),
    }, tuple(rng.sample(services, len(services)))
