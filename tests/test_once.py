"""What measures need of a case is computed once, and kept no longer than the case."""

import gc
import sys
import weakref
from dataclasses import dataclass

import pytest

from generators.chunk import Chunk
from generators.corpus import Corpus, Document
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.measures.once import once
from generators.splitters.fixed import fixed


@dataclass(frozen=True)
class Thing:
    """Something with a name."""

    name: str


def test_it_is_asked_once_of_each_object_and_of_what_else_it_is_asked_with():
    """Equal objects are two, each with answers of its own; what it gives for None is remembered as well."""
    asked = []

    @once
    def ask(of: Thing, *words: str) -> str | None:
        asked.append((of.name, *words))
        return None if words else of.name

    one, other = Thing("a"), Thing("a")
    assert [ask(one), ask(one), ask(other), ask(one, "x"), ask(one, "x")] == ["a", "a", "a", None, None]
    assert asked == [("a",), ("a",), ("a", "x")]
    assert one == other


def test_what_it_raises_is_raised_each_time():
    """Nothing is kept of a question that had no answer."""
    asked = []

    @once
    def ask(of: Thing) -> int:
        asked.append(of)
        raise KeyError(of.name)

    for _ in range(2):
        with pytest.raises(KeyError, match="a"):
            ask(Thing("a"))
    assert len(asked) == 2


def test_a_case_that_was_measured_goes_with_its_chunks():
    """No measure keeps a case, for its chunks can take a hundred megabytes: it is gone as soon as nobody holds it."""
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n\nSome words after the table.\n"
    chunks = tuple(Chunk(text[at : at + 20], ((at, min(at + 20, len(text))),), "exact") for at in range(0, len(text), 15))
    case = Case(Corpus("c", "0" * 64, (Document("d", text),)), fixed(chunk_size=20, chunk_overlap=5), (chunks,))
    taken = [
        "tables_cut",
        "tables_detached",
        "cuts_in_rows",
        "chunks_over_limit",
        "overlap_delivered",
        "characters_per_token",
        "answers_contained",
    ]
    for name in taken:
        assert MEASURES[name].of_case(case)
    gone, ours = weakref.ref(case), sys.getrefcount(case)
    assert ours == 2  # the name and the argument
    del case
    gc.collect()
    assert gone() is None
