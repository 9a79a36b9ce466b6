"""The wording of contracts: the bank of clauses, read once, and a Drafter that fills the clauses of one contract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, repeat
from pathlib import Path
from random import Random

from generators.corpora import contract_names as names

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


def template(text: str) -> Template:
    """The template written as `text`: `{slot}` is filled, `[one|other]` is a choice."""
    parts = re.split(r"\{(\w+)\}|\[([^]]*)\]", text) + [None, None]
    return tuple((parts[i] or "", parts[i + 1], tuple((parts[i + 2] or "").split("|"))) for i in range(0, len(parts), 3))


@lru_cache(maxsize=None)
def bank() -> Bank:
    """The clauses of `contract_prose.txt`: a line `== heading | heading :: kinds of table` opens a section, every other line is a paragraph."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    sections = []
    for part in text.split("== ")[1:]:
        head, *lines = part.split("\n")
        headings, kinds = head.split(" :: ")
        sections.append(
            Section(
                tuple(template(heading) for heading in headings.split(" | ")),
                tuple(kinds.split()),
                tuple(template(line) for line in lines if line),
            )
        )
    return Bank(tuple(sections[:-2]), sections[-2], sections[-1])


class Drafter:
    """Fills templates for one contract.

    Its parties, law, currency and services stay; day counts, sums, places and people change from clause to clause, and a value comes
    back only when all others of its kind have been used.
    """

    def __init__(self, facts: Mapping[str, str], services: tuple[str, ...], rng: Random) -> None:
        self.facts = facts
        self.services = services
        self.rng = rng
        self._slots: dict[str, Iterator[str]] = {name: repeat(value) for name, value in facts.items()}
        drawn = {**names.DRAWN, "service": services, **_sums(facts["currency"])}
        self._slots.update((name, cycle(rng.sample(values, len(values)))) for name, values in drawn.items())

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


def _sums(currency: str) -> dict[str, tuple[str, ...]]:
    """Sums of money, from the price of a hotel night to the limit of an insurance."""
    return {
        "smallamount": tuple(f"{currency} {value}" for value in (95, 120, 140, 160, 185, 220)),
        "amount": tuple(f"{currency} {value}" for value in ("18,500", "42,000", "67,250", "96,000", "148,000", "215,400", "360,000")),
        "bigamount": tuple(f"{currency} {value}" for value in ("1,000,000", "1,500,000", "2,500,000", "4,000,000", "5,000,000")),
    }


def facts(rng: Random) -> tuple[dict[str, str], tuple[str, ...]]:
    """What stays the same throughout one contract, by slot, and its services in order."""
    supplier_role, customer_role = rng.choice(names.ROLES)
    country, city, currency, currency_name = rng.choice(names.LAWS)
    trade = rng.choice(sorted(names.TRADES))
    services = names.TRADES[trade].split("|")
    first, second, third, fourth = rng.sample(names.NAMES, 4)
    one, other = rng.sample(names.KINDS_OF_COMPANY, 2)
    year = rng.randint(2019, 2025)

    def date(of: int) -> str:
        return f"{rng.randint(1, 28)} {rng.choice(names.MONTHS)} {of}"

    return {
        "S": supplier_role,
        "C": customer_role,
        "supplier": rng.choice((f"{first} & {third} {rng.choice(names.FORMS)}", f"{first} {one} {rng.choice(names.FORMS)}")),
        "customer": rng.choice((f"{second} & {fourth} {rng.choice(names.FORMS)}", f"{second} {other} {rng.choice(names.FORMS)}")),
        "title": rng.choice(names.TITLES),
        "services": trade,
        "country": country,
        "city": city,
        "currency": currency,
        "currencyname": currency_name,
        "house": str(rng.randint(1, 180)),
        "street": rng.choice(names.STREETS),
        "house2": str(rng.randint(1, 180)),
        "street2": rng.choice(names.STREETS),
        "year": str(year),
        "signed": f"{rng.randint(1, 28)} {rng.choice(names.MONTHS[:9])} {year}",
        "start": f"1 {rng.choice(names.MONTHS[9:])} {year}",
        "laterdate": date(year + 2),
        "lateryear": str(year + 4),
        "pastdate": date(year - 1),
        "pastyear": str(year - rng.randint(3, 22)),
    }, tuple(rng.sample(services, len(services)))
