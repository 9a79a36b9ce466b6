"""Sheet: a decision in words and tables, before it is HTML or Markdown; what stands in backquotes is code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generators.decision.choice import Beside, Choice, Setting
from generators.decision.evidence import Evidence
from generators.display import display
from generators.measures.retrieval import SHORTLIST
from generators.measures.sample import wilson
from generators.reference import splitter_words
from generators.results import Results
from generators.schema import counted

COSTS = ("vectors", "stored", f"tokens of {SHORTLIST}")
"""The heads of the columns that say what a setting costs."""


@dataclass(frozen=True)
class Table:
    """A table: its name, its caption, the heads of its columns with the one above the heads of its rows, and its rows."""

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sheet:
    """A decision: what to take, the sentences that say why and at what cost, and the tables behind them."""

    headline: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]


def sheet(results: Results, part: str, found: Evidence) -> Sheet:
    """The decision of a scenario by a retriever and a budget such as `wordllama.t2000`."""
    choice, chosen = found.whole, found.whole.chosen
    retriever, _, budget = part.rpartition(".t")
    words = " ".join(filter(None, splitter_words(results, chosen.name)))
    return Sheet(
        _headline(choice),
        (
            f"`{chosen.name}` ({words}) answers {_share(chosen)} of {counted(choice.questions, 'question')}, from what "
            f"fits {int(budget):,} tokens, ranked by {retriever}.",
            f"It stores {counted(chosen.vectors, 'vector')}, and {chosen.stored:.2f} characters for each one of the texts. Where "
            f"{SHORTLIST} texts are handed on instead, they have {chosen.tokens:,.0f} tokens on average.",
            *_open(choice),
            *_left_out(found),
        ),
        (
            Table(
                "settings",
                "Every setting beside the one that answers most",
                ("Setting", "answered", "verdict", *COSTS, "only it : best", "p, by Holm", "questions to decide"),
                tuple(_line(choice, one) for one in choice.standings),
            ),
            _by("texts", "Text", found.texts if len(found.texts) > 1 else {}),
            _by("kinds", "Kind of question", found.kinds),
        ),
    )


def _headline(choice: Choice) -> str:
    if choice.decided:
        return f"Take `{choice.chosen.name}`: it answers more questions than any other setting, and not by chance."
    return f"Undecided between {len(choice.level)} settings. `{choice.chosen.name}` is the cheapest of them."


def _open(choice: Choice) -> Iterator[str]:
    """What stays undecided: how far the cheapest is from the best, and what would tell."""
    own = next(one for one in choice.standings if one.setting is choice.chosen)
    if own.needed:
        yield (
            f"`{choice.best.name}` answers more here, {_share(choice.best)}, and stores {counted(choice.best.vectors, 'vector')}. That may "
            f"be chance (p {display(own.chance, '')}): about {counted(own.needed, 'question')} like these would tell the two apart, "
            "were nothing else compared."
        )


def _left_out(found: Evidence) -> Iterator[str]:
    if found.uncut:
        yield f"Left out: {', '.join(found.uncut)}. Most documents there are not cut at all, so every setting holds every answer."
    if found.absent:
        yield f"Not in this build: {', '.join(found.absent)}. The lock does not say which questions were answered."


def _line(choice: Choice, one: Beside) -> tuple[str, ...]:
    setting, best = one.setting, one.setting is choice.best
    verdict = "best" if best else "worse" if one.worse else "undecided"
    cost = (f"{setting.vectors:,}", f"{setting.stored:.2f}", f"{setting.tokens:,.0f}")
    needed = f"{one.needed:,}" if one.needed and not one.worse else ""
    compared = ("", "", "") if best else (f"{one.won}:{one.lost}", display(one.chance, ""), needed)
    return (f"`{setting.name}`", _share(setting), verdict, *cost, *compared)


def _by(name: str, corner: str, choices: Mapping[str, Choice]) -> Table:
    return Table(
        name,
        f"By {corner.lower()}: what to take, and among how many settings that is undecided",
        (corner, "questions", "take", "answered", "verdict", "answers most"),
        tuple((head, f"{one.questions:,}", f"`{one.chosen.name}`", _share(one.chosen), *_verdict(one)) for head, one in choices.items()),
    )


def _verdict(choice: Choice) -> tuple[str, str]:
    said = "decided" if choice.decided else f"undecided ({len(choice.level)})"
    return said, f"`{choice.best.name}`, {_share(choice.best)}"


def _share(setting: Setting) -> str:
    """The share of questions that a setting answers, with its interval."""
    count, total = sum(setting.answered), len(setting.answered)
    low, high = wilson(count, total)
    return f"{display(count / total, 'share')} ({display(low, 'share', 0).removesuffix('%')}–{display(high, 'share', 0)})"
