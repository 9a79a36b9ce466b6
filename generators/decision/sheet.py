"""Sheet: a decision in words and tables, before it is HTML or Markdown; what stands in backquotes is code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generators.decision.choice import Beside, Choice, Setting
from generators.decision.evidence import Evidence
from generators.decision.outcome import Outcome
from generators.display import display, in_markdown
from generators.measures.retrieval import SHORTLIST
from generators.measures.sample import wilson
from generators.reference import splitter_words
from generators.results import Results
from generators.schema import counted

SHOWN = 10
"""How many of the best settings a table shows, and how many of the cheapest that are not told from the best, where there are too many."""


@dataclass(frozen=True)
class Table:
    """A table: its name, its caption, the heads of its columns with the one above the heads of its rows, and its rows.

    `shown` are those of the rows that a page has room for; the data have all.
    """

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sheet:
    """A decision: what to take, the sentences that say why and at what cost, the tables behind them, and where it is from."""

    headline: str
    sentences: tuple[str, ...]
    source: str
    tables: tuple[Table, ...] = ()


def sheet(results: Results, found: Evidence | None) -> Sheet:
    """The decision of a scenario, or what it would have to measure for one."""
    if found is None:
        return Sheet(
            "Nothing to decide by.",
            (
                "This scenario asks questions and does not measure which of them a setting answers. Name `answers_contained` among its "
                "`measures` for what the cuts leave whole, and `answered_in_budget` with a retriever for what a search finds of it.",
            ),
            f"`{results.scenario}`: {in_markdown(results.title)}",
        )
    outcome, choice = found.judged.outcome, found.whole
    missing = (f"Not in this build is what is answered {'; or '.join(how)}: {why}." for why, how in found.missing.items())
    left_out = (f"Left out: {', '.join(names)}. {why}." for why, names in found.judged.left_out.items())
    tables = (
        _by("sweeps", "Sweep", "Among the rows of each sweep", found.sweeps, outcome),
        _by("texts", "Text", "By text", found.texts, outcome),
        _by("kinds", "Kind of question", "By kind of question", found.kinds, outcome),
        _by("searches", "Search", "By search and by how much it hands on", found.searches, outcome),
    )
    source = f"`{', '.join(filter(None, [results.scenario, outcome.part]))}`: {in_markdown(results.title)}"
    if choice is None:
        return Sheet(_nothing(found), (*missing, *left_out), source, tuple(table for table in tables if table.rows))
    said = _said(results, choice, outcome)
    if len(choice.standings) == 1:
        only = f"Nothing to compare: `{choice.chosen.name}` is the only setting."
        return Sheet(only, (*said, outcome.leaves, *missing, *left_out), source)
    return Sheet(
        _headline(choice, outcome),
        (*said, *_open(choice, outcome), outcome.leaves, *missing, *left_out),
        source,
        tuple(table for table in (_settings(choice, outcome), *tables) if table.rows),
    )


def _nothing(found: Evidence) -> str:
    if found.texts:
        return "No setting was measured on every text, so that each text is judged by itself."
    return "Not in this build." if found.judged.absent else "No comparison means anything here."


def _headline(choice: Choice, outcome: Outcome) -> str:
    if choice.decided:
        return f"Take `{choice.chosen.name}`: it {outcome.does} more questions than any other setting, and not by chance."
    what = "the cheapest of them" if choice.chosen.vectors is not None else "the one of them that does best"
    return f"Undecided between {len(choice.level)} settings. `{choice.chosen.name}` is {what}."


def _said(results: Results, choice: Choice, outcome: Outcome) -> Iterator[str]:
    """What the setting to take is worth, and what it costs."""
    chosen = choice.chosen
    words = " ".join(filter(None, splitter_words(results, chosen.name)))
    yield f"`{chosen.name}` ({words}) {outcome.does} {_share(chosen)} of {counted(choice.questions, 'question')}, {outcome.how}."
    costs = [
        counted(chosen.vectors, "vector") if chosen.vectors is not None else "",
        f"{chosen.stored:.2f} characters for each one of the texts" if chosen.stored is not None else "",
    ]
    stores = f"It stores {', and '.join(filter(None, costs))}. " if any(costs) else "What it stores is not measured. "
    if chosen.tokens is None:
        yield f"{stores}What it costs in tokens is not measured."
    elif outcome.retriever:
        yield f"{stores}Its first {SHORTLIST} texts have {chosen.tokens:,.0f} tokens on average."
    else:
        yield f"{stores}To embed them is to read {chosen.tokens:,.0f} tokens."
    if outcome.retriever and chosen.vectors is not None and chosen.vectors <= SHORTLIST:
        yield f"It has no more than {SHORTLIST} texts, so that nothing had to be found: that says nothing of a search."


def _open(choice: Choice, outcome: Outcome) -> Iterator[str]:
    """What stays undecided: how far the cheapest is from the best, and what would tell."""
    if choice.questions < choice.least:
        yield (
            f"So few questions could not have told: among {len(choice.standings)} settings it takes {choice.least} or more, each answered "
            "by one setting and not by another."
        )
    own = next(one for one in choice.standings if one.setting is choice.chosen)
    if own.needed:
        stores = "" if choice.best.vectors is None else f", and stores {counted(choice.best.vectors, 'vector')}"
        yield (
            f"`{choice.best.name}` {outcome.does} more here, {_share(choice.best)}{stores}. That may be chance "
            f"(p {display(own.chance, '')}): about {counted(own.needed, 'question')} like these would tell the two apart, were nothing "
            "else compared."
        )


def _settings(choice: Choice, outcome: Outcome) -> Table:
    """Every setting beside the best; where they are many, the best of them are shown and the cheapest that are not told from these."""
    cheap = choice.level[:SHOWN]
    many = len(choice.standings) > 2 * SHOWN
    shown = [one for at, one in enumerate(choice.standings) if not many or at < SHOWN or one.setting in cheap]
    caption = (
        f"The {SHOWN} settings that do best, and the {SHOWN} cheapest that are not told from the best; "
        f"{len(choice.standings) - len(shown):,} more are in the data"
        if many
        else "Every setting beside the best"
    )
    costs = ("vectors", "stored", f"tokens of {SHORTLIST}" if outcome.retriever else "tokens embedded")
    return Table(
        "settings",
        caption,
        ("Setting", outcome.done, "verdict", *costs, "only it : best", "p, adjusted", "questions to decide"),
        tuple(_line(choice, one) for one in choice.standings),
        tuple(_line(choice, one) for one in shown),
    )


def _line(choice: Choice, one: Beside) -> tuple[str, ...]:
    setting, best = one.setting, one.setting is choice.best
    verdict = "best" if best else "worse" if one.worse else "undecided"
    cost = (display(setting.vectors, ""), display(setting.stored, "", 2), display(setting.tokens, "", 0))
    needed = f"{one.needed:,}" if one.needed and not one.worse else ""
    compared = ("", "", "") if best else (f"{one.won}:{one.lost}", display(one.chance, ""), needed)
    return (f"`{setting.name}`", _share(setting), verdict, *cost, *compared)


def _by(name: str, corner: str, caption: str, choices: Mapping[str, Choice], outcome: Outcome) -> Table:
    rows = tuple((head, f"{one.questions:,}", f"`{one.chosen.name}`", _share(one.chosen), *_verdict(one)) for head, one in choices.items())
    columns = (corner, "questions", "take", outcome.done, "verdict", "does best")
    return Table(name, f"{caption}: what to take, and among how many settings that is undecided", columns, rows, rows)


def _verdict(choice: Choice) -> tuple[str, str]:
    said = "decided" if choice.decided else f"undecided ({len(choice.level)})"
    return said, f"`{choice.best.name}`, {_share(choice.best)}"


def _share(setting: Setting) -> str:
    """The share of questions that a setting answers, with its interval."""
    count, total = sum(setting.answered), len(setting.answered)
    low, high = wilson(count, total)
    return f"{display(count / total, 'share')} ({display(low, 'share', 0).removesuffix('%')}–{display(high, 'share', 0)})"
