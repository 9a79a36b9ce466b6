"""Run: a scenario's matrix computed, from the cache where nothing changed, on all cores where it did."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from generators.cache import Cache
from generators.cell import Cell, measure_corpus
from generators.measures import MEASURES
from generators.measures.measure import JSON
from generators.results import Measurement, Number, Results, Run, Shown
from generators.scenario import CorpusRow, Scenario, SplitterRow

Pair = tuple[str, str]
Task = tuple[CorpusRow, list[SplitterRow]]
HEAVY = ("generate", "files")
"""Sources worth a process of their own; arithmetic and short texts are done before one has started."""


def run(scenario: Scenario, cache: Cache, progress: Callable[[int, int], None] = lambda done, total: None) -> Results:
    """Every number of the scenario; `progress(done, total)` is told after each corpus.

    Raises `Mistake` where a corpus cannot be read or written. What a splitter raises is a result of its run.
    """
    cells: dict[Pair, Cell] = {}
    keys: dict[Pair, str] = {}
    tasks: dict[str, Task] = {}
    for corpus, splitter in scenario.pairs():
        pair = (corpus.name, splitter.name)
        keys[pair] = cache.key(corpus, splitter, scenario)
        kept = cache.get(keys[pair])
        if kept is None:
            tasks.setdefault(corpus.name, (corpus, []))[1].append(splitter)
        else:
            cells[pair] = kept
    for done, (task, found) in enumerate(compute(list(tasks.values()), scenario), 1):
        for splitter, cell in zip(task[1], found, strict=True):
            pair = (task[0].name, splitter.name)
            cache.put(keys[pair], cell)
            cells[pair] = cell
        progress(done, len(tasks))
    return gather(scenario, cells)


def compute(tasks: Sequence[Task], scenario: Scenario) -> Iterable[tuple[Task, list[Cell]]]:
    """The tasks with their cells, in order: the light ones here, the heavy ones on all cores."""
    light = [task for task in tasks if task[0].source not in HEAVY]
    heavy = [task for task in tasks if task[0].source in HEAVY]
    for task in light:
        yield task, measure_corpus(*task, scenario)
    if heavy:
        import joblib  # noqa: PLC0415 a warm run needs no workers

        workers = min(len(heavy), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
        yield from zip(
            heavy,
            joblib.Parallel(n_jobs=workers, return_as="generator")(joblib.delayed(measure_corpus)(*task, scenario) for task in heavy),
            strict=True,
        )


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
    corpora = {corpus.name: cells[corpus.name, splitter.name].sha256 for corpus, splitter in scenario.pairs()}
    profiles = tuple(corpus.name for corpus in scenario.corpora if corpus.source == "profile")
    return Results(scenario.name, scenario.title, numbers, runs, corpora, profiles)


def measurements(
    scenario: Scenario, group: str, row: SplitterRow, members: Sequence[CorpusRow], own: Sequence[Cell]
) -> Iterable[Measurement]:
    """The numbers of one group of corpora under one splitter; of a run that failed, every measure is "n/a" with the reason."""
    modelled = members[0].source == "profile"
    failed = next((cell.error for cell in own if cell.error), "")
    absent = next((cell.absent for cell in own if cell.absent), "")
    swept = row.group if row.name != row.group else ""

    def number(measure: str, part: str, value: Number, inputs: Mapping[str, JSON], interval: tuple[float, float] | None) -> Measurement:
        status: Literal["frozen", "live"] = "frozen" if absent else "live"
        return Measurement(scenario.name, group, row.name, measure, part, value, inputs, interval, status, swept)

    for name in scenario.measures:
        if (MEASURES[name].of_model if modelled else MEASURES[name].of_case) is None:
            continue
        if failed or absent:
            yield number(name, "", None, {"error": failed} if failed else {"absent": absent}, None)
            continue
        for part in own[0].values[name]:
            value, inputs = own[0].values[name][part]
            if len(own) == 1:
                yield number(name, part, value, inputs, None)
                continue
            by_seed = {str(member.keywords["seed"]): cell.values[name][part][0] for member, cell in zip(members, own, strict=True)}
            middle, interval = spread(list(by_seed.values()))
            yield number(name, part, middle, {"by_seed": by_seed}, interval)


def spread(values: Sequence[Number]) -> tuple[Number, tuple[float, float] | None]:
    """The median (the lower of the middle two, so that it is a value that was seen) with the lowest and the highest; "n/a" if one is."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None, None
    return statistics.median_low(known), (min(known), max(known))


def run_of(group: str, splitter: str, own: Sequence[Cell]) -> Run:
    """What the runs of a group said, equal words once."""
    shown = tuple(
        Shown(name, text, tuple((chunk, tuple((start, end) for start, end in pieces)) for chunk, pieces in chunks))
        for cell in own
        for name, text, chunks in cell.shown
    )
    return Run(
        group,
        splitter,
        own[0].settings,
        own[0].code,
        "\n".join(dict.fromkeys(cell.error for cell in own if cell.error)),
        "\n".join(dict.fromkeys(cell.printed for cell in own if cell.printed)),
        tuple(dict.fromkeys(note for cell in own for note in cell.notes)),
        shown,
    )
