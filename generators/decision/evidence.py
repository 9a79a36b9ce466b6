"""Evidence: the choice that the questions of a scenario speak for, over all its texts and apart: by text, kind, sweep and search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generators.corpus import KINDS
from generators.decision.choice import Choice, choose
from generators.decision.costs import setting
from generators.decision.judged import Judged, Pairs, by_pair, judged, measured_on
from generators.decision.outcome import Outcome, outcomes
from generators.results import Results


@dataclass(frozen=True)
class Evidence:
    """What an outcome compares, and the choice over all texts, None where no setting was measured on all of them. The same choice apart: by
    text, by kind of question, among the rows of each sweep, and by each search.

    `missing` names by reason the searches that would say as much or more and are not in this build.
    """

    judged: Judged
    whole: Choice | None
    texts: Mapping[str, Choice] = field(default_factory=dict)
    kinds: Mapping[str, Choice] = field(default_factory=dict)
    sweeps: Mapping[str, Choice] = field(default_factory=dict)
    searches: Mapping[str, Choice] = field(default_factory=dict)
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def strongest(results: Results, corpora: Sequence[str] = ()) -> Evidence | None:
    """By the strongest outcome that a scenario measures and that is in this build, or the strongest where none is, with all other searches
    of the same measure, over `corpora` or all texts; None where it measures none.
    """
    found = [judged(results, outcome, corpora) for outcome in outcomes(results)]
    if not found:
        return None
    here = next((one for one in found if one.texts or not one.absent), found[0])
    same = [one for one in found if one.outcome.measure == here.outcome.measure]
    searches = [one for one in same if one.texts and one.rows]
    stronger = found[: found.index(same[-1]) + 1] if here.texts else []
    absent = [one for one in stronger if one.absent and not one.texts and one.outcome.compared]
    return replace(
        _evidence(results, here),
        searches={one.outcome.search: _choice(results, one, one.texts, one.rows, one.numbers) for one in searches if len(searches) > 1},
        missing={why: tuple(one.outcome.how for one in absent if one.absent == why) for why in dict.fromkeys(one.absent for one in absent)},
    )


def evidence(results: Results, outcome: Outcome, corpora: Sequence[str] = ()) -> Evidence:
    """By an outcome, over `corpora` or all texts of the scenario. Raises `Mistake` where one of them does not measure it."""
    return _evidence(results, judged(results, outcome, corpora))


def _evidence(results: Results, found: Judged) -> Evidence:
    def choice(texts: Sequence[str], rows: Sequence[str] = found.rows, numbers: Pairs = found.numbers) -> Choice:
        return _choice(results, found, texts, rows, numbers)

    if not found.rows:
        rows = {text: measured_on(found.numbers, [text], [row for of, row in found.numbers if of == text]) for text in found.texts}
        return Evidence(found, None, {text: choice([text], rows[text]) for text in found.texts})
    of_kinds = {kind: by_pair(results, found.outcome.by_kind, ".".join(filter(None, (found.outcome.part, kind)))) for kind in KINDS}
    having = {
        kind: [text for text in found.texts if measured_on(of_kind, [text], found.rows) == found.rows] for kind, of_kind in of_kinds.items()
    }
    whole = choice(found.texts)
    sweeps: dict[str, list[str]] = {}
    for one in whole.standings:
        sweeps.setdefault(one.setting.sweep, []).append(one.setting.name)
    return Evidence(
        found,
        whole,
        {text: choice([text]) for text in found.texts if len(found.texts) > 1},
        {kind: choice(having[kind], numbers=of_kind) for kind, of_kind in of_kinds.items() if having[kind]},
        {sweep: choice(found.texts, rows) for sweep, rows in sorted(sweeps.items()) if sweep and len(rows) < len(found.rows)},
    )


def _choice(results: Results, found: Judged, texts: Sequence[str], rows: Iterable[str], numbers: Pairs) -> Choice:
    """The choice among rows over some texts by `numbers`, which say which questions are answered: all of them, or those of a kind."""
    return choose(
        [
            setting(results, found.outcome, [found.numbers[text, row] for text in texts], [numbers[text, row] for text in texts])
            for row in rows
        ]
    )
