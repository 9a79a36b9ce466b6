"""What a search hands on: so many of its first texts, or as many as fit a budget of tokens, and whether the answers stand in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from generators.measures import answers
from generators.measures.retrieval import SHORTLIST
from generators.measures.search import Asked, Search, returned, within
from generators.spans import bridged, covers
from generators.strategies.strategy import Returned

BUDGETS = (500, 1000, 2000)
"""Tokens that may be handed on."""

Limit = Callable[[Search, Asked], Sequence[Returned]]
"""What of a ranking is handed on."""


def _first(found: Search, asked: Asked) -> Sequence[Returned]:
    return returned(found, asked, SHORTLIST)


def _fitting(tokens: int, found: Search, asked: Asked) -> Sequence[Returned]:
    return within(found, asked, tokens)


BY_BUDGET: dict[str, Limit] = {f"t{tokens}": partial(_fitting, tokens) for tokens in BUDGETS}

COMPARED: dict[str, Limit] = {f"k{SHORTLIST}": _first, "t2000": BY_BUDGET["t2000"]}
"""What settings are compared by: equally many texts, and equally many tokens, of which two chunks at the libraries' defaults fit in."""


def pairs(found: Search) -> Iterable[tuple[answers.Asked, Asked]]:
    """The questions of a search, each as it was asked of the chunks and as it was searched for."""
    return zip(answers.questions(found.case), found.asked, strict=True)


def together(units: Iterable[Returned], question: answers.Asked) -> bool:
    """Whether the pieces of the texts cover every answer between them, joined where only blanks part them."""
    document = question.document
    pieces = bridged((piece for unit in units if unit.document.name == document.name for piece in unit.chunk.pieces), document.text)
    return all(covers(pieces, span) for span in question.spans)


def alone(units: Iterable[Returned], question: answers.Asked) -> bool:
    """Whether one of the texts holds every answer by itself."""
    start = question.spans[0][0]
    near = (unit for unit in units if any(first <= start < last for first, last in unit.chunk.pieces))
    return any(together([unit], question) for unit in near)
