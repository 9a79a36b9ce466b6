"""Results: every measured or computed number of a scenario under its id, and what each run of a splitter said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from generators.measures.measure import JSON
from generators.mistake import Mistake
from generators.schema import nearest

Number = int | float | None

Interval = tuple[float, float] | None
"""The lowest and the highest of several seeds, or the confidence interval of a share of a sample."""


@dataclass(frozen=True)
class Measurement:
    """One published number; `value` is None where the measure is "n/a" for this pair.

    `interval` holds the lowest and the highest of the seeds where the corpus is generated from several, and otherwise the Wilson 95%
    interval of a share of a sample; `interval_of` says which of the two. `sweep` names the row of the file that was written out into this
    one and others.
    """

    scenario: str
    corpus: str
    splitter: str
    measure: str
    part: str
    value: Number
    inputs: Mapping[str, JSON] = field(default_factory=dict)
    interval: Interval = None
    status: Literal["live", "frozen"] = "live"
    sweep: str = ""
    interval_of: Literal["seeds", "sample"] = "seeds"

    @cached_property
    def id(self) -> str:
        """`scenario/corpus/splitter/measure[/part]`, stable for ever."""
        return "/".join(filter(None, (self.scenario, self.corpus, self.splitter, self.measure, self.part)))

    @property
    def error(self) -> str:
        """What its run raised, empty where it did not fail; the number has no part then."""
        return str(self.inputs.get("error", ""))


@dataclass(frozen=True)
class Shown:
    """A text with the chunks it was cut into: each chunk's text and pieces.

    It is a whole document where a scenario says `show_chunks`; where a splitter says `show_worst`, the text around one table, the parts of
    the chunks that fall into it, and pieces that may start before and end behind it.
    """

    name: str
    text: str
    chunks: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class Run:
    """One splitter on one corpus: its settings in force, the call to paste, and what it raised, printed and logged.

    Where no splitter could be built there is no call, and the settings are those that the scenario names.
    `absent` says what was not here, where its numbers are read from the lock; `worst` holds tables that it did worst to,
    or is None where they were not asked for.
    """

    corpus: str
    splitter: str
    settings: Mapping[str, JSON]
    code: str
    error: str = ""
    printed: str = ""
    notes: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    worst: tuple[Shown, ...] | None = None
    absent: str = ""

    @property
    def unbuilt(self) -> str:
        """Why there is no splitter behind it: what building it raised, or what is not here; empty where there is one."""
        return "" if self.code else self.error or self.absent


@dataclass(frozen=True)
class Results:
    """The numbers of one scenario by id, its runs by (corpus, splitter), and the sha256 of each corpus by name.

    `profiles` names the corpora that are profiles: their numbers are closed forms. `packages` gives the versions of what the scenario's
    encoders stand on, empty where one is not installed, and `locked_with` the versions in the lock: what frozen numbers were made with.
    `optional` names the corpora, encoders and retrievers that another build may lack: its numbers are frozen then, and without inputs.
    """

    scenario: str
    title: str
    numbers: Mapping[str, Measurement]
    runs: Mapping[tuple[str, str], Run]
    corpora: Mapping[str, str]
    profiles: tuple[str, ...] = ()
    packages: Mapping[str, str] = field(default_factory=dict)
    locked_with: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()

    def may_be_frozen(self, one: Measurement) -> bool:
        """Whether the number is read from the lock in a build without what others published or extras bring."""
        return not self.optional.isdisjoint({one.corpus, *one.part.split(".")})

    def modelled(self, one: Measurement) -> bool:
        """Whether the number comes from a closed form."""
        return one.corpus in self.profiles

    def one(self, number: str) -> Measurement:
        """The number with this id, or n/a as a whole where it would be a part of one whose run failed.

        Raises `Mistake` with the nearest id where there is none.
        """
        if number not in self.numbers:
            whole = self.numbers.get("/".join(number.split("/", 4)[:4]))
            if whole and whole.error:
                return whole
            raise Mistake(f"there is no number {number!r}: {nearest(number, sorted(self.numbers))}")
        return self.numbers[number]

    def of_group(self, corpus: str) -> list[str]:
        """The sha256 of a corpus, or of each of its seeds in order of name; no other corpus may be named `NAME.seed-...`."""
        return [sha for name, sha in sorted(self.corpora.items()) if name == corpus or name.startswith(f"{corpus}.seed-")]


def in_order(numbers: Iterable[Measurement]) -> list[Measurement]:
    """The numbers in order of id, figures in it by their value, so that a sweep's rows come from the smallest to the largest."""
    return sorted(numbers, key=lambda one: ([int(word) if word.isdecimal() else word for word in re.split("([0-9]+)", one.id)], one.id))


def select(numbers: Iterable[Measurement], corpus: str, splitter: str, measure: str, part: str | None) -> Iterator[Measurement]:
    """Those of the numbers that match, in their order; `splitter` may be `NAME-*` for the rows that NAME was written out into, and `part`
    is None for all parts. A run that failed has one number of a measure, which stands for any part.
    """
    for one in numbers:
        same = one.sweep == splitter[:-2] if splitter.endswith("-*") else one.splitter == splitter
        if (
            same
            and (one.corpus, one.measure) == (corpus, measure)
            and (one.error or (one.part != "" if part is None else one.part == part))
        ):
            yield one
