"""The columns of the matrix: each splitter that the hazard scenarios run at its defaults, and what became of it under every hazard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generators.catalogue import Catalogue
from generators.figures import LIBRARY_NAMES
from generators.measures.hazards import MEASURES
from generators.results import Measurement, Results, Run

SCENARIOS = ("hazards", "hazards-html")
"""The scenarios whose splitters are the columns, those of HTML on probes of their own.

The first row of a class is the class at its defaults, and a column; those after it show ways around a hazard.
"""

OUTCOMES = {
    "harmed": ("✕", "harmed", "the probe was harmed at least once"),
    "unharmed": ("✓", "unharmed", "it was split without this harm"),
    "refuses": ("!", "refuses", "the splitter raised an error"),
    "na": ("–", "n/a", "the hazard does not apply, or the splitter does not read what the probe is written in"),
}
"""Each outcome with its sign, its word and what it means."""

DISTRIBUTIONS = {"langchain": "langchain-text-splitters", "llamaindex": "llama-index-core", "haystack": "haystack-ai", "fixed": "offcut"}
"""The package of a library, where it is not named as the library is."""


@dataclass(frozen=True)
class Found:
    """A hazard under one splitter: the number of harms and the run, or neither where the splitter has no probe of it."""

    hazard: str
    one: Measurement | None = None
    run: Run | None = None

    @property
    def outcome(self) -> str:
        """One of `OUTCOMES`."""
        if self.one is None or self.run is None:
            return "na"
        if self.run.error:
            return "refuses"
        return "na" if self.one.value is None else "harmed" if self.one.value else "unharmed"


@dataclass(frozen=True)
class Column:
    """One splitter: its row in the scenario, its class, its library, the release, and what was found for each hazard."""

    name: str
    use: str
    version: str
    run: Run
    found: tuple[Found, ...]

    @property
    def title(self) -> str:
        """The class, without its library."""
        return self.use.rpartition(".")[2]

    @property
    def library(self) -> str:
        """The library with its release: `LangChain 1.1.3`."""
        return f"{LIBRARY_NAMES.get(self.use.partition('.')[0], 'Offcut')} {self.version}".strip()

    def count(self, outcome: str) -> int:
        """How many hazards have that outcome."""
        return sum(found.outcome == outcome for found in self.found)


def columns(catalogue: Catalogue) -> Iterator[Column]:
    """Every splitter that the scenarios run at its defaults, in their order."""
    packages = catalogue.built_with()["packages"]
    for name in SCENARIOS:
        if name not in catalogue.results:
            continue
        results = catalogue.results[name]
        first: dict[str, Run] = {}
        for run in results.runs.values():
            first.setdefault(str(run.settings.get("use", run.splitter)), run)
        for use, run in first.items():
            library = use.partition(".")[0]
            version = packages.get(DISTRIBUTIONS.get(library, library.replace("_", "-")), "")
            yield Column(run.splitter, use, version, run, tuple(found(results, run.splitter, hazard) for hazard in MEASURES))


def found(results: Results, splitter: str, hazard: str) -> Found:
    """What became of a splitter under a hazard, on the probe that is written for it."""
    for (corpus, other), run in results.runs.items():
        one = results.numbers.get(f"{results.scenario}/{corpus}/{splitter}/{hazard}")
        if other == splitter and one is not None:
            return Found(hazard, one, run)
    return Found(hazard)
