"""Run: a scenario's matrix computed, from the cache where nothing changed, on all cores where it did."""

from __future__ import annotations

import signal
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from generators.cache import Cache
from generators.cell import Cell, measure_corpus
from generators.measures import MEASURES
from generators.measures.measure import JSON
from generators.mistake import Mistake, raise_all
from generators.results import Interval, Measurement, Number, Results, Run, Shown
from generators.scenario import CorpusRow, Scenario, SplitterRow

Pair = tuple[str, str]
Task = tuple[CorpusRow, list[SplitterRow]]
HEAVY = ("generate", "files")
"""Sources worth a process of their own; arithmetic and short texts are done before one has started."""


def run(scenario: Scenario, cache: Cache, progress: Callable[[int, int], None] = lambda done, total: None) -> Results:
    """Every number of the scenario; `progress(done, total)` is told after each corpus, and before the first where the work is heavy.

    Raises `Mistake` with every one found in a corpus that cannot be read or written and in a splitter that cannot be named so.
    What a splitter raises is a result of its run.
    """
    cells: dict[Pair, Cell] = {}
    keys: dict[Pair, str] = {}
    tasks: dict[str, Task] = {}
    mistakes: list[str] = []
    for corpus, splitter in scenario.pairs():
        pair = (corpus.name, splitter.name)
        keys[pair] = cache.key(corpus, splitter, scenario)
        kept = cache.get(keys[pair])
        if kept is None:
            tasks.setdefault(corpus.name, (corpus, []))[1].append(splitter)
        else:
            cells[pair] = kept
    if any(corpus.source in HEAVY for corpus, _ in tasks.values()):
        progress(0, len(tasks))
    for done, ((corpus, splitters), found) in enumerate(compute(list(tasks.values()), scenario), 1):
        if isinstance(found, Mistake):
            mistakes += found.lines
            continue
        for splitter, cell in zip(splitters, found, strict=True):
            pair = (corpus.name, splitter.name)
            cache.put(keys[pair], cell)
            cells[pair] = cell
        progress(done, len(tasks))
    raise_all(dict.fromkeys(mistakes))
    return gather(scenario, cells)


def compute(tasks: Sequence[Task], scenario: Scenario) -> Iterable[tuple[Task, list[Cell] | Mistake]]:
    """The tasks with their cells, or with the mistake that stops them: the light ones are done here, the heavy ones on all cores."""
    light = [task for task in tasks if task[0].source not in HEAVY]
    # Corpora of one seed share most of their words, and a process remembers what it was told of them: one after another is faster.
    heavy = sorted((task for task in tasks if task[0].source in HEAVY), key=lambda task: int(task[0].keywords.get("seed", 0)))
    started: Iterable[list[Cell] | Mistake] = ()
    if heavy:
        import joblib  # type: ignore[import-untyped]  # noqa: PLC0415 a warm run needs no workers

        # The workers begin at once, and the light tasks are done here meanwhile.
        workers = min(len(heavy), joblib.cpu_count())
        parallel = joblib.Parallel(n_jobs=workers, return_as="generator", initializer=leave_interrupts)
        started = parallel(joblib.delayed(attempt)(*task, scenario) for task in heavy)
    for task in light:
        yield task, attempt(*task, scenario)
    yield from zip(heavy, started, strict=True)


def leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this worker and stops it; otherwise each worker would print a traceback of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def attempt(corpus: CorpusRow, splitters: list[SplitterRow], scenario: Scenario) -> list[Cell] | Mistake:
    """The cells of one corpus, or the mistake, given and not raised so that those of other corpora are found as well."""
    try:
        return measure_corpus(corpus, splitters, scenario)
    except Mistake as mistake:
        return mistake


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
    status: Literal["frozen", "live"] = "frozen" if absent else "live"
    swept = row.group if row.name != row.group else ""

    def number(measure: str, part: str, value: Number, inputs: Mapping[str, JSON], interval: Interval = None) -> Measurement:
        return Measurement(scenario.name, group, row.name, measure, part, value, inputs, interval, status, swept)

    for name in scenario.measures:
        if (MEASURES[name].of_model if modelled else MEASURES[name].of_case) is None:
            continue
        if failed or absent:
            yield number(name, "", None, {"absent": absent} if absent else {"error": failed})
            continue
        for part in dict.fromkeys(part for cell in own for part in cell.values[name]):
            found = [cell.values[name].get(part, [None, {}]) for cell in own]
            if len(own) == 1:
                yield number(name, part, *found[0])
            else:
                middle, interval = spread([value for value, _ in found])
                yield number(name, part, middle, inputs_of_seeds([str(member.keywords["seed"]) for member in members], found), interval)


def inputs_of_seeds(seeds: Sequence[str], found: Sequence[Sequence[Any]]) -> dict[str, JSON]:
    """The inputs that all seeds have alike, and `by_seed`: of each its value with the inputs in which they differ."""
    each = [inputs for _, inputs in found]
    alike = {name: given for name, given in each[0].items() if all(name in other and other[name] == given for other in each)}
    return {
        **alike,
        "by_seed": {
            seed: {"value": value, **{name: given for name, given in inputs.items() if name not in alike}}
            for seed, (value, inputs) in zip(seeds, found, strict=True)
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
        tuple(dict.fromkeys(note for cell in own for note in (*absence(cell), *cell.notes))),
        shown,
    )


def absence(cell: Cell) -> list[str]:
    """A note on numbers that could not be computed here."""
    return [f"read from the lock: {cell.absent}"] if cell.absent else []
