"""Project: the folders of a project, its scenarios with their results, and its lock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from generators import lock, readings, renamed, scenario
from generators.cache import Cache
from generators.catalogue import Catalogue
from generators.mistake import Mistake, raise_all
from generators.results import Results
from generators.run import Progress, run
from generators.scenario import Scenario


@dataclass(frozen=True)
class Project:
    """The folders of a project: pages, scenarios, the lock, change entries and the cache."""

    root: Path

    @property
    def docs(self) -> Path:
        """Prose in Markdown with an expression for every number."""
        return self.root / "docs"

    @property
    def scenarios(self) -> Path:
        """Scenario files, the claims and the texts."""
        return self.root / "scenarios"

    @property
    def published(self) -> Path:
        """The lock."""
        return self.scenarios / "published"

    @property
    def changes(self) -> Path:
        """One entry for each time that published numbers were accepted."""
        return self.docs / "changes"

    @property
    def cache(self) -> Cache:
        """What has been computed before."""
        return Cache(self.root / ".cache" / "offcut")

    def names(self) -> list[str]:
        """The scenarios; raises `Mistake` where there is none."""
        found = scenario.names(self.scenarios)
        if not found:
            raise Mistake(f"there is no scenario in {self.scenarios.name}/: run offcut in a project's folder, or write one (see README.md)")
        return found

    def digest(self, name: str) -> str:
        """The sha256 of a scenario file."""
        return lock.digest(self.scenarios / f"{name}.yaml")

    def load(self, names: Iterable[str]) -> list[Scenario]:
        """The scenarios, read; every mistake in any of their files is raised at once."""
        loaded: list[Scenario] = []
        mistakes: list[str] = []
        for name in names:
            try:
                loaded.append(scenario.load(self.scenarios / f"{name}.yaml"))
            except Mistake as mistake:
                mistakes += mistake.lines
        raise_all(mistakes)
        return loaded

    def results(self, names: Iterable[str], progress: Progress = lambda name, done, total: None) -> dict[str, Results]:
        """The scenarios by name, run, with what cannot be computed here read from the lock."""
        found: dict[str, Results] = {}
        for computed in run(self.load(names), self.cache, progress):
            found[computed.scenario] = lock.frozen(computed, lock.read(self.published, computed.scenario))
        renamed.check(self.published, {name: results.numbers for name, results in found.items()})
        return found

    def catalogue(self, progress: Progress = lambda name, done, total: None) -> Catalogue:
        """Every scenario, run."""
        return Catalogue(self.results(self.names(), progress), readings=readings.readings(self.published))

    def renamed(self) -> dict[str, str]:
        """Old ids and the ids that took their place."""
        return renamed.read(self.published)
