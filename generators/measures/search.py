"""The search that measures of retrieval are taken of: all passages of a corpus ranked for each of its questions, by each retriever."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generators.encoders.encoder import Encoder
from generators.measures.answers import questions
from generators.measures.holders import Holding, contained
from generators.measures.loss import placed
from generators.measures.measure import Case, Value, Values
from generators.measures.once import once
from generators.mistake import Absent, Mistake
from generators.retrieve import Ranking, Retriever, by_source, fused, products, ranking
from generators.strategies.auto_merging import merging
from generators.strategies.late_chunking import vectors
from generators.strategies.strategy import Returned
from generators.tokens import count_common


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that was searched for: what may be returned that holds its answer, None where nothing does, and all passages ranked.

    `hits` is how many passages of the ranking it takes until something is returned that holds the answer, and `rank` how many different
    chunks are returned by then, at the most; None where the search gives no such passage.
    """

    name: str
    text: str
    document: str
    holding: Holding | None
    ranking: Ranking | None
    hits: int | None
    rank: int | None

    def answered(self, depth: int) -> bool:
        """Whether one of the first chunks returned holds its answer."""
        return self.rank is not None and self.rank <= depth


@dataclass(frozen=True, eq=False)
class Search:
    """A case's questions, searched for with the same sources."""

    case: Case
    sources: tuple[Encoder | str, ...]
    asked: tuple[Asked, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many questions there are, how many of them are contained, and how many chunks are searched."""
        held = sum(one.holding is not None for one in self.asked)
        return {"questions": len(self.asked), "contained": held, "chunks": len(self.case.passages)}


def returned(found: Search, asked: Asked, k: int) -> tuple[Returned, ...]:
    """The first `k` different chunks that the search hands on, in the order of their best passages.

    Passages are gone through from the best down. Each adds what it returns, unless that is there already: several passages of one parent
    count once. It ends before the passage with which there would be more than `k`; there are fewer where the ranking ends first.
    """
    return _longest(found, asked, lambda one: 1, k)


@once
def within(found: Search, asked: Asked, tokens: int) -> tuple[Returned, ...]:
    """The same for a budget: as many as have no more than so many tokens together; the first that does not fit any more ends it.

    They are counted by the common tokenizer, each text by itself.
    """
    return _longest(found, asked, lambda one: count_common(one.chunk.text), tokens)


def _longest(found: Search, asked: Asked, cost: Callable[[Returned], int], most: int) -> tuple[Returned, ...]:
    """The most chunks of the ranking, from its first on, that cost no more than so much together."""
    if asked.ranking is None:
        return ()
    longest: dict[Returned, None] = {}
    if _merges(found.case):
        for units in merging(_ranked(found.case, asked.ranking)):
            if sum(map(cost, units)) > most:
                break
            longest = units
        return tuple(longest)
    total = 0
    for unit in _ranked(found.case, asked.ranking):
        if unit in longest:
            continue
        total += cost(unit)
        if total > most:
            break
        longest[unit] = None
    return tuple(longest)


def _ranked(case: Case, ranked: Ranking) -> Iterator[Returned]:
    """What each passage of the ranking returns, the best first."""
    return (case.passages[position].returned for position in ranked.order)


@once
def _merges(case: Case) -> bool:
    return any(passage.returned.parent for passage in case.passages)


def _reached(case: Case, ranked: Ranking, holding: Holding) -> tuple[int, int] | tuple[None, None]:
    """How many passages it takes to reach what holds the answer, and how many different chunks are returned until then, at the most."""
    if not _merges(case):
        hits = ranked.best(holding.positions)
        return (None, None) if hits is None else (hits, len({case.passages[position].returned for position in ranked.order[:hits]}))
    most = 0
    for hits, units in enumerate(merging(_ranked(case, ranked)), start=1):
        most = max(most, len(units))
        if any(one in units for one in holding.returned):
            return hits, most
    return None, None


@once
def rankings(case: Case, source: Encoder | str) -> list[Ranking]:
    """All passages of the corpus ranked by one source, for each question of the case."""
    asked = [one.question.text for one in questions(case)]
    if isinstance(source, Encoder) and any(passage.late for passage in case.passages):
        return [ranking(row) for row in products(vectors(source, case.passages), source.encode(asked))]
    return by_source(source, [passage.embedded for passage in case.passages], asked)


@once
def search(case: Case, retriever: Retriever) -> Search:
    """The case's questions, searched for with a retriever; raises `Absent` where an encoder of it cannot be run here."""
    found = zip(*(rankings(case, source) for source in retriever.sources), strict=True)
    return _search(case, retriever.sources, [fused(each) for each in found])


def _search(case: Case, sources: tuple[Encoder | str, ...], ranked: Sequence[Ranking | None]) -> Search:
    held = {(one.document.name, one.name): one for one in contained(case)}
    asked = []
    for one, found in zip(questions(case), ranked, strict=True):
        holding = held.get((one.document.name, one.question.name))
        hits, rank = _reached(case, found, holding) if found and holding else (None, None)
        asked.append(Asked(one.question.name, one.question.text, one.document.name, holding, found, hits, rank))
    return Search(case, sources, tuple(asked))


OfSearch = Callable[[Search], Values]


def by_retriever(measure: OfSearch, case: Case) -> Values:
    """The measure by each retriever of the scenario, whose name begins the parts; where one cannot be run, its parts are those of the lock.

    Raises `Mistake` where the scenario names no retriever.
    """
    if not case.retrievers:
        raise Mistake(f"retrievers: none is given, and the measure {measure.__name__} needs one: name it under `retrievers:`")
    values: Values = {}
    for retriever in case.retrievers:
        try:
            own = placed(case, measure(search(case, retriever)))
        except Absent as absent:
            # The same parts as of a search that finds nothing.
            nothing = measure(_search(case, (), [None] * len(questions(case))))
            own = dict.fromkeys(nothing, Value(None, {"absent": str(absent)}))
        values |= {f"{retriever.name}.{part}": value for part, value in own.items()}
    return values
