"""Once: what several measures need of one case, corpus or search, computed once and kept by it, so that it goes when that goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Of = TypeVar("Of")
With = TypeVarTuple("With")
Answer = TypeVar("Answer")


def once(ask: Callable[[Of, *With], Answer]) -> Callable[[Of, *With], Answer]:
    """The function, asked once of each object and of what else it is asked with; the object holds the answers, as a cached property does.

    A table of its own would keep the objects alive, and the chunks of one splitter can take a hundred megabytes. What it is asked with
    is given by position and hashable.
    """
    name = f"{ask.__module__}.{ask.__qualname__}"

    @wraps(ask)
    def answer(of: Of, *args: *With) -> Answer:
        try:
            found: Answer = vars(of)[name][args]
        except KeyError:
            found = vars(of).setdefault(name, {})[args] = ask(of, *args)
        return found

    return answer
