"""Run: the matrix of each scenario computed, from the cache where nothing changed, on all cores where it did."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from generators.cache import Cache
from generators.cell import Cell, measure_corpus
from generators.gather import Pair, gather
from generators.mistake import Mistake, raise_all
from generators.results import Results
from generators.scenario import CorpusRow, Scenario, SplitterRow
from generators.workers import on_all_cores

HEAVY = ("generate", "files", "dataset", "probe")
"""Sources worth other processes; where there is none, arithmetic and short texts are done before one has started."""

Progress = Callable[[str, int, int], None]
"""Told the name of a scenario, how many of its corpora are done, and of how many; with none done where its work is heavy."""


@dataclass(frozen=True)
class Task:
    """One corpus of a scenario with the splitters that it is to be measured under."""

    scenario: Scenario
    corpus: CorpusRow
    splitters: list[SplitterRow] = field(default_factory=list)

    @property
    def heavy(self) -> bool:
        """Whether it is worth a process of its own."""
        return self.corpus.source in HEAVY

    def attempt(self) -> list[Cell] | Mistake:
        """Its cells, or the mistake, given and not raised so that those of other corpora are found as well."""
        try:
            return measure_corpus(self.corpus, self.splitters, self.scenario)
        except Mistake as mistake:
            return mistake

    def in_worker(self) -> list[Cell] | Mistake:
        """The same in a process that goes on to other tasks."""
        found = self.attempt()
        give_back()
        return found


@dataclass(frozen=True)
class Plan:
    """What of a scenario the cache holds, and what is left to do; `keys` are where the cache holds or will hold each cell."""

    scenario: Scenario
    keys: dict[Pair, str] = field(default_factory=dict)
    cells: dict[Pair, Cell] = field(default_factory=dict)
    tasks: dict[str, Task] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)


def run(scenarios: Sequence[Scenario], cache: Cache, progress: Progress = lambda name, done, total: None) -> list[Results]:
    """Every number of each scenario, in their order.

    Raises `Mistake` with every one found in a corpus that cannot be read or written and in a splitter that cannot be named so.
    What a splitter raises is a result of its run.
    """
    plans = {scenario.name: planned(scenario, cache) for scenario in scenarios}
    for plan in plans.values():
        if any(task.heavy for task in plan.tasks.values()):
            progress(plan.scenario.name, 0, len(plan.tasks))
    mistakes: list[str] = []
    for task, found in compute([task for plan in plans.values() for task in plan.tasks.values()]):
        plan = plans[task.scenario.name]
        if isinstance(found, Mistake):
            mistakes += found.lines
            continue
        for splitter, cell in zip(task.splitters, found, strict=True):
            pair = (task.corpus.name, splitter.name)
            cache.put(plan.keys[pair], cell)
            plan.cells[pair] = cell
        plan.done.append(task.corpus.name)
        progress(plan.scenario.name, len(plan.done), len(plan.tasks))
    raise_all(dict.fromkeys(mistakes))
    return [gather(plan.scenario, plan.cells) for plan in plans.values()]


def planned(scenario: Scenario, cache: Cache) -> Plan:
    """What is to be done for a scenario."""
    plan = Plan(scenario)
    for corpus, splitter in scenario.pairs():
        pair = (corpus.name, splitter.name)
        plan.keys[pair] = cache.key(corpus, splitter, scenario)
        kept = cache.get(plan.keys[pair])
        if kept is None:
            plan.tasks.setdefault(corpus.name, Task(scenario, corpus)).splitters.append(splitter)
        else:
            plan.cells[pair] = kept
    return plan


def compute(tasks: Sequence[Task]) -> Iterable[tuple[Task, list[Cell] | Mistake]]:
    """The tasks with their cells, or with the mistake that stops them: on all cores where any is heavy, else here."""
    # Corpora of one seed share most of their words, and a process remembers what it was told of them: one after another is faster.
    # Those without a seed come first: no long task is left for the end, when the other cores have nothing more to do.
    ordered = sorted(tasks, key=lambda task: (task.heavy, int(task.corpus.keywords.get("seed", 0))))
    heavy = sum(task.heavy for task in tasks)
    if not heavy:
        yield from ((task, task.attempt()) for task in ordered)
        return
    # The light ones are left to the workers as well, so that this process does without the libraries and what they take of its memory.
    yield from zip(ordered, on_all_cores(Task.in_worker, [(task,) for task in ordered], at_most=heavy), strict=True)


def give_back() -> None:
    """Give the memory that is free again back to the system; glibc would keep it, over a hundred megabytes after some corpora."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
