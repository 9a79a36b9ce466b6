"""Gather: the cells of a scenario as numbers and runs, corpora that differ in their seed alone as one with its spread."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from typing import Any, Literal

from generators.cell import Cell
from generators.corpora import PROFILES
from generators.encoders import EXTRAS
from generators.measures import MEASURES
from generators.measures.measure import JSON
from generators.results import Interval, Measurement, Number, Results, Run, Shown
from generators.scenario import CorpusRow, Scenario, SplitterRow

Pair = tuple[str, str]
"""The names of a corpus and of a splitter."""


def gather(scenario: Scenario, cells: Mapping[Pair, Cell]) -> Results:
    """The cells as numbers and runs; corpora that differ in their seed alone become one number with its spread."""
    numbers: dict[str, Measurement] = {}
    runs: dict[Pair, Run] = {}
    groups: dict[Pair, tuple[SplitterRow, list[CorpusRow]]] = {}
    for corpus, splitter in scenario.pairs():
        groups.setdefault((corpus.group, splitter.name), (splitter, []))[1].append(corpus)
    for (group, name), (splitter, members) in groups.items():
        own = [cells[member.name, name] for member in members]
        runs[group, name] = run_of(group, name, own)
        for one in measurements(scenario, group, splitter, members, own):
            numbers[one.id] = one
    numbers |= {one.id: one for one in in_families(numbers.values())}
    corpora = {corpus.name: cells[corpus.name, splitter.name].sha256 for corpus, splitter in scenario.pairs()}
    profiles = tuple(corpus.name for corpus in scenario.corpora if corpus.source in PROFILES)
    return Results(scenario.name, scenario.title, numbers, runs, corpora, profiles, scenario.packages, optional=optional(scenario))


def optional(scenario: Scenario) -> frozenset[str]:
    """The names of what another build may lack: corpora of data sets and their lengths, encoders of extras and retrievers by them."""
    sets = {row.name for row in scenario.corpora if row.source == "dataset"}
    lengths = {row.name for row in scenario.corpora if row.keywords.get("profile_of") in sets}
    encoders = {row.name for row in scenario.encoders if row.use in EXTRAS}
    retrievers = {name for name, sources in scenario.retrievers.items() if encoders.intersection(sources)}
    return frozenset({*sets, *lengths, *encoders, *retrievers})


def measurements(
    scenario: Scenario, group: str, row: SplitterRow, members: Sequence[CorpusRow], own: Sequence[Cell]
) -> Iterable[Measurement]:
    """The numbers of one group of corpora under one splitter; of a run that failed, every measure is "n/a" with the reason."""
    modelled = members[0].source in PROFILES
    failed = next((cell.error for cell in own if cell.error), "")
    absent = next((cell.absent for cell in own if cell.absent), "")
    status: Literal["frozen", "live"] = "frozen" if absent else "live"
    swept = row.group if row.name != row.group else ""

    def number(measure: str, part: str, value: Number, inputs: Mapping[str, JSON], interval: Interval = None) -> Measurement:
        interval_of: Literal["sample", "seeds"] = "sample" if MEASURES[measure].sample and len(members) == 1 else "seeds"
        return Measurement(scenario.name, group, row.name, measure, part, value, inputs, interval, status, swept, interval_of)

    for name in members[0].measures:
        if (MEASURES[name].of_model if modelled else MEASURES[name].of_case) is None:
            continue
        if failed or absent:
            yield number(name, "", None, {"absent": absent} if absent else {"error": failed})
            continue
        for part in dict.fromkeys(part for cell in own for part in cell.values[name]):
            found = [cell.values[name].get(part, [None, {}]) for cell in own]
            if missing := next((inputs["absent"] for _, inputs, *_ in found if "absent" in inputs), ""):
                yield replace(number(name, part, None, {"absent": missing}), status="frozen")
                continue
            if len(own) == 1:
                value, inputs, *bounds = found[0]
                yield number(name, part, value, inputs, (bounds[0][0], bounds[0][1]) if bounds else None)
            else:
                middle, interval = spread([value for value, *_ in found])
                yield number(name, part, middle, inputs_of_seeds([str(member.keywords["seed"]) for member in members], found), interval)


def in_families(numbers: Iterable[Measurement]) -> Iterable[Measurement]:
    """The numbers of measures that are adjusted to each other, adjusted; all of a part are read from the lock where one of them is."""
    families: dict[tuple[str, str], list[Measurement]] = {}
    for one in numbers:
        if MEASURES[one.measure].of_family:
            families.setdefault((one.measure, one.part), []).append(one)
    for (measure, _), members in families.items():
        # Where a whole run is absent its number has no part, and could belong to any.
        absent = next((one for one in (*members, *families.get((measure, ""), ())) if one.status == "frozen"), None)
        if absent:
            yield from (replace(one, value=None, inputs=absent.inputs, status="frozen") for one in members)
            continue
        adjust = MEASURES[measure].of_family or list
        known = [(one, one.value) for one in members if one.value is not None]
        for (one, value), adjusted in zip(known, adjust([value for _, value in known]), strict=True):
            yield replace(one, value=adjusted, inputs={**one.inputs, "unadjusted": value, "family": len(known)})


def another_seed(values: Sequence[Number]) -> list[JSON]:
    """Where the value of one more seed is to be expected, at a confidence of 95%: Student's prediction interval for a further draw.

    The lowest and the highest of n draws say less: a further one lies outside them in 2 of n + 1 cases.
    """
    known = [value for value in values if value is not None]
    if len(known) < len(values) or len(known) < 2:
        return []
    mean, reach = statistics.fmean(known), quantile(len(known) - 1) * statistics.stdev(known) * sqrt(1 + 1 / len(known))
    return [mean - reach, mean + reach]


@cache
def quantile(freedom: int) -> float:
    """What Student's t with so many degrees of freedom exceeds in one case of forty."""
    from scipy.special import stdtrit  # noqa: PLC0415 only corpora of several seeds need it

    return float(stdtrit(freedom, 0.975))


def inputs_of_seeds(seeds: Sequence[str], found: Sequence[Sequence[Any]]) -> dict[str, JSON]:
    """The inputs that all seeds have alike, `another_seed`, and `by_seed`: of each its value with the inputs in which they differ."""
    each = [inputs for _, inputs, *_ in found]
    alike = {name: given for name, given in each[0].items() if all(name in other and other[name] == given for other in each)}
    another = another_seed([value for value, *_ in found])
    return {
        **alike,
        **({"another_seed": another} if another else {}),
        "by_seed": {
            seed: {"value": value, **{name: given for name, given in inputs.items() if name not in alike}}
            for seed, (value, inputs, *_) in zip(seeds, found, strict=True)
        },
    }


def spread(values: Sequence[Number]) -> tuple[Number, Interval]:
    """The median (the lower of the middle two, so that it is a value that was seen) with the lowest and the highest; "n/a" if one is."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None, None
    return statistics.median_low(known), (min(known), max(known))


def run_of(group: str, splitter: str, own: Sequence[Cell]) -> Run:
    """What the runs of a group said, equal words once."""
    return Run(
        group,
        splitter,
        own[0].settings,
        own[0].code,
        "\n".join(dict.fromkeys(cell.error for cell in own if cell.error)),
        "\n".join(dict.fromkeys(cell.printed for cell in own if cell.printed)),
        tuple(dict.fromkeys(note for cell in own for note in (*absence(cell), *cell.notes))),
        tuple(shown(*one) for cell in own for one in cell.shown),
        tuple(shown(*one) for cell in own for one in cell.worst or ()) if any(cell.worst is not None for cell in own) else None,
        next((cell.absent for cell in own if cell.absent), ""),
    )


def shown(name: str, text: str, chunks: Sequence[tuple[str, Sequence[Sequence[int]]]]) -> Shown:
    """A text with its chunks, from the JSON of a cell."""
    return Shown(name, text, tuple((chunk, tuple((start, end) for start, end in pieces)) for chunk, pieces in chunks))


def absence(cell: Cell) -> list[str]:
    """A note on numbers that could not be computed here, all of the cell or those of an encoder."""
    parts = [inputs["absent"] for values in cell.values.values() for _, inputs, *_ in values.values() if "absent" in inputs]
    return [f"read from the lock: {absent}" for absent in dict.fromkeys([cell.absent, *parts]) if absent]
