"""Measure: one published quantity, and the two kinds of subject it is taken of: a Case (real chunks) or a Model (a profile)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from generators.chunk import Chunk
from generators.corpus import Corpus, Profile
from generators.encoders.encoder import Encoder
from generators.retrieve import Retriever
from generators.schema import NotNegative, Positive, Range
from generators.splitters.splitter import Splitter
from generators.strategies.strategy import Passage, Returned, plain

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]


Interval = tuple[float, float]
"""A lower and an upper bound."""


@dataclass(frozen=True)
class Value:
    """One value with the inputs that its definition or formula names; `None` is "n/a". A share of a sample has its confidence interval."""

    value: int | float | None
    inputs: Mapping[str, JSON] = field(default_factory=dict)
    interval: Interval | None = None


Values = dict[str, Value]
"""A measure's values by part; the part `""` is the measure itself."""


@dataclass(frozen=True, eq=False)
class Case:
    """A corpus as one splitter really split it: `chunks[i]` are those of `corpus.documents[i]`.

    `encoders` and `retrievers` are those of the scenario; `against` is the same corpus under the splitter that this one is compared with,
    if there is one. `made` is what a strategy made of the chunks, where one was asked for, in order of documents and chunks.
    A case equals only itself, and keeps what several measures need of it (`once`).
    """

    corpus: Corpus
    splitter: Splitter
    chunks: tuple[tuple[Chunk, ...], ...]
    encoders: tuple[Encoder, ...] = ()
    against: Case | None = None
    retrievers: tuple[Retriever, ...] = ()
    made: tuple[Passage, ...] | None = None

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """What is searched: where no strategy was asked for, each chunk as it is."""
        each = zip(self.corpus.documents, self.chunks, strict=True)
        return self.made if self.made is not None else tuple(passage for document, chunks in each for passage in plain(document, chunks))

    @cached_property
    def returned(self) -> tuple[tuple[Returned, ...], ...]:
        """All that a search may hand on of each document, each once: in the order of the passages."""
        found: dict[int, dict[Returned, None]] = {id(document): {} for document in self.corpus.documents}
        for passage in self.passages:
            found[id(passage.returned.document)] |= dict.fromkeys(passage.returned.line)
        return tuple(map(tuple, found.values()))


@dataclass(frozen=True)
class Assumptions:
    """What a closed form assumes beyond the profile; the numbers stand in the scenario file, with article A's as defaults nowhere."""

    chars_per_token: Annotated[float, Range(0.001, 1_000_000)] | None = None  # with other values sizes in tokens leave the range of a float
    answer_tokens: Positive | None = None
    answer_characters: Positive | None = None
    context_tokens: NotNegative | None = None
    tolerance: Annotated[float, Range(0, 1)] | None = None


@dataclass(frozen=True)
class Model:
    """A profile under a window of `size` tokens that advances `size - overlap` tokens at a time.

    `by_band` says whether the bands are groups that are worth a value of their own, or just the lengths of tables one by one.
    """

    profile: Profile
    size: float
    overlap: float
    assume: Assumptions
    by_band: bool = True


@dataclass(frozen=True)
class Measure:
    """What one measure is.

    `unit` is a plural noun or `"share"`; `better` is `"lower"`, `"higher"` or `""`; `compare` says how the lock compares:
    `"exact"` (counts), `"closed"` (1e-9 relative) or `"level"` (1e-3 relative). `formula` is the closed form in one line of plain text,
    or empty. `sample` names what the measure is taken of where that is a sample of many that could have been (`"questions"`); its shares
    then carry a Wilson 95% interval. `of_family` adjusts the values that one part has in all corpora and rows of a scenario to each other.
    """

    title: str
    unit: str
    better: Literal["lower", "higher", ""]
    definition: str
    compare: Literal["exact", "closed", "level"]
    formula: str = ""
    of_case: Callable[[Case], Values] | None = None
    of_model: Callable[[Model], Values] | None = None
    sample: str = ""
    of_family: Callable[[Sequence[float]], list[float]] | None = None

    @property
    def is_ratio(self) -> bool:
        """Whether it is one quantity divided by another: n/a for a corpus of nothing but blanks."""
        return self.unit == "share" or " per " in self.unit
