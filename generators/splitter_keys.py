"""The keys of a splitter row, those of its `then` included, and every mistake in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generators import checks, schema
from generators.schema import Fault
from generators.splitters import SPLITTERS
from generators.strategies import STRATEGIES, unsuited
from generators.sweeps import can_sweep, sweep_faults


@dataclass(frozen=True)
class SplitterKeys:
    """The keys of a splitter row besides the splitter's own."""

    use: str
    corpora: list[str] = field(default_factory=list)
    repeat_header: bool = False
    then: dict[str, object] = field(default_factory=dict)
    show_worst: schema.NotNegative = 0
    against: str = ""
    strategy: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ThenKeys:
    """The keys under `then` besides the splitter's own."""

    use: str


def no_splitter(use: object) -> str:
    """That nothing is known by this name, with the nearest one, or all; only of a library's own where it begins with a library's name."""
    library, _, name = str(use).partition(".")
    if family := sorted(one.removeprefix(f"{library}.") for one in SPLITTERS if one.startswith(f"{library}.")):
        return f"there is no splitter {schema.shown(name)} of {library}: {schema.nearest(name, family)}"
    problem = "the key 'use' is missing: name a splitter" if use is None else f"there is no splitter {schema.shown(use)}"
    return f"{problem}: {schema.nearest(use, sorted(SPLITTERS))}"


def use_faults(row: Mapping[str, Any], at: schema.Path, beside: type[SplitterKeys | ThenKeys]) -> Iterator[Fault]:
    """Mistakes in a splitter and its settings; `beside` has the keys that are not the splitter's own."""
    use = row.get("use")
    if not isinstance(use, str) or use not in SPLITTERS:
        yield (*at, "use"), no_splitter(use)
        return
    several, own = swept(row), schema.fields_of(SPLITTERS[use])
    for key in several:
        yield from sweep_faults(row[key], own[key][0], (*at, key))
    rules = {key: rule for key, rule in {**schema.fields_of(beside), **own}.items() if key not in several}
    yield from checks.mapping_faults({key: value for key, value in row.items() if key not in several}, rules, at)


@dataclass(frozen=True)
class StrategyKeys:
    """The key under `strategy` besides the strategy's own."""

    use: str


def strategy_faults(row: Mapping[str, Any], at: schema.Path) -> Iterator[Fault]:
    """Mistakes in the strategy of a splitter row, and where it does not go with the row."""
    strategy = row.get("strategy")
    if not isinstance(strategy, dict):
        return
    use = strategy.get("use")
    if not isinstance(use, str) or use not in STRATEGIES:
        problem = "the key 'use' is missing: name a strategy" if use is None else f"there is no strategy {schema.shown(use)}"
        yield (*at, "strategy", "use"), f"{problem}: {schema.nearest(use, sorted(STRATEGIES))}"
        return
    yield from checks.mapping_faults(strategy, schema.fields_of(StrategyKeys) | schema.fields_of(STRATEGIES[use]), (*at, "strategy"))
    yield from (((*at, "strategy"), why) for why in unsuited(use, row))


def swept(row: Mapping[str, Any]) -> list[str]:
    """The keys of a splitter and its settings whose value stands for several."""
    own = schema.fields_of(SPLITTERS[row["use"]]) if row else {}
    return [key for key, value in row.items() if key in own and isinstance(value, dict | list) and can_sweep(own[key][0])]
