"""Catalogue: every number of every scenario with its provenance record, as numbers.json gives it."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from generators import provenance
from generators.display import display, unit_word
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.readings import Reading
from generators.results import Measurement, Results, Run, in_order
from generators.schema import nearest


@dataclass(frozen=True)
class Catalogue:
    """The results of all scenarios, and what is read from packages that a build can do without.

    `pages` maps an id to the page that shows it first, as a path within the site.
    """

    results: Mapping[str, Results]
    pages: dict[str, str] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)

    def scenario(self, name: str) -> Results:
        """The results of one scenario; raises `Mistake` with the nearest name where there is none."""
        if name not in self.results:
            raise Mistake(f"there is no scenario {name!r}: {nearest(name, sorted(self.results))}")
        return self.results[name]

    def one(self, number: str) -> Measurement:
        """The number with this id; raises `Mistake` with the nearest one where there is none."""
        results = self.scenario(number.partition("/")[0])
        if number == results.scenario:
            raise Mistake(f"{number!r} is a scenario and no number: list its numbers with `offcut list {number}`")
        return results.one(number)

    def run(self, pair: str) -> Run:
        """The run that `scenario/corpus/splitter` names; raises `Mistake` with the nearest one where there is none."""
        name, _, rest = pair.partition("/")
        runs = {f"{corpus}/{splitter}": run for (corpus, splitter), run in self.scenario(name).runs.items()}
        if rest not in runs:
            raise Mistake(f"there is no run {pair!r}: {nearest(rest, sorted(runs))}")
        return runs[rest]

    def numbers(self) -> Iterator[Measurement]:
        """Every number, in order of scenario and id, the rows of a sweep by their values."""
        yield from self._numbers

    @cached_property
    def _numbers(self) -> tuple[Measurement, ...]:
        """They are asked for by each page of a scenario, and put in order once."""
        return tuple(one for name in sorted(self.results) for one in in_order(self.results[name].numbers.values()))

    def record(self, one: Measurement) -> dict[str, Any]:
        """One number with all that a card or a citation says of it."""
        measure = MEASURES[one.measure]
        results = self.results[one.scenario]
        corpora = results.of_group(one.corpus)
        return {
            "value": one.value,
            "unit": measure.unit,
            "unit_word": unit_word(measure.unit),
            "display": display(one.value, measure.unit),
            "title": measure.title,
            "definition": measure.definition,
            "formula": measure.formula if results.modelled(one) else "",
            "inputs": dict(one.inputs),
            "scenario": one.scenario,
            "corpus_sha256": corpora[0] if len(corpora) == 1 else hashlib.sha256("\n".join(corpora).encode()).hexdigest(),
            "page": self.pages.get(one.id, f"reference/numbers/{one.scenario}/"),
            "status": one.status,
            "built_with": self.locked_with(one.scenario) if one.status == "frozen" else None,
            "interval": list(one.interval) if one.interval else None,
            "interval_of": interval_of(one, len(corpora)) if one.interval else None,
            "call": results.runs[one.corpus, one.splitter].code,
            "source": self.source(one),
            "command": f"offcut run {one.scenario} --number {one.id}",
        }

    def source(self, one: Measurement) -> str:
        """The place on the site's source pages of the function that decides what the number is.

        Where measures share the words around it, a measure is a `partial` whose first argument is that function.
        """
        measure = MEASURES[one.measure]
        function: Any = measure.of_model if self.results[one.scenario].modelled(one) else measure.of_case
        while isinstance(function, partial):
            function = function.args[0]
        return code_of(function)

    def built_with(self) -> dict[str, Any]:
        """The interpreter and the packages of this build, those that encoders stand on among them."""
        encoders = {name: version for results in self.results.values() for name, version in results.packages.items() if version}
        return {"python": provenance.python(), "packages": {**provenance.built_with(), **dict(sorted(encoders.items()))}}

    def locked_with(self, scenario: str) -> dict[str, Any]:
        """The interpreter and the packages that the frozen numbers of a scenario were made with, as the lock names them."""
        packages = dict(self.scenario(scenario).locked_with)
        return {"python": packages.pop("python", ""), "packages": packages}

    def to_json(self, scenario: str | None = None) -> dict[str, Any]:
        """The numbers of one scenario, or of all, in the form of numbers.json without its claims."""
        return {
            "format": 1,
            "built_with": self.built_with(),
            "numbers": {one.id: self.record(one) for one in self.numbers() if scenario in (None, one.scenario)},
        }


def interval_of(one: Measurement, seeds: int) -> str:
    """What the interval of a number is, in words."""
    if one.interval_of == "sample":
        return f"Wilson 95% interval of a share of {MEASURES[one.measure].sample}"
    return f"lowest and highest of {seeds} seeds"


@cache
def code_of(function: Callable[..., Any]) -> str:
    """A function's place on the source pages, as a path within the site; looked up once, for thousands of numbers share a function."""
    root = Path(__file__).parent.parent
    module = Path(inspect.getsourcefile(function) or "").relative_to(root).with_suffix("").as_posix()
    return f"reference/source/{module}/#__codelineno-0-{inspect.getsourcelines(function)[1]}"
