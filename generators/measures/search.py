"""The search that measures of retrieval are taken of: all chunks of a corpus ranked for each of its questions, by each retriever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generators.chunk import Chunk
from generators.encoders.encoder import Encoder
from generators.measures.answers import questions
from generators.measures.holders import Holding, contained
from generators.measures.loss import placed
from generators.measures.measure import Case, Value, Values
from generators.mistake import Absent, Mistake
from generators.retrieve import Ranking, Retriever, by_source, fused


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that was searched for: the chunks that hold its answer, None where none does, all chunks ranked, and the rank of the best
    that holds it; None where the search gives no such chunk.
    """

    name: str
    text: str
    document: str
    holding: Holding | None
    ranking: Ranking | None
    rank: int | None

    def answered(self, depth: int) -> bool:
        """Whether one of the first chunks holds its answer."""
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
        return {"questions": len(self.asked), "contained": held, "chunks": len(chunks_of(self.case))}


@lru_cache(maxsize=2)
def chunks_of(case: Case) -> tuple[tuple[str, Chunk], ...]:
    """All chunks of the corpus with the name of their document, in the order of documents and of chunks within one."""
    return tuple((document.name, chunk) for document, own in zip(case.corpus.documents, case.chunks, strict=True) for chunk in own)


@lru_cache(maxsize=8)
def rankings(case: Case, source: Encoder | str) -> list[Ranking]:
    """All chunks of the corpus ranked by one source, for each question of the case."""
    return by_source(source, [chunk.text for _, chunk in chunks_of(case)], [one.question.text for one in questions(case)])


@lru_cache(maxsize=8)
def search(case: Case, retriever: Retriever) -> Search:
    """The case's questions, searched for with a retriever; raises `Absent` where an encoder of it cannot be run here."""
    found = zip(*(rankings(case, source) for source in retriever.sources), strict=True)
    return _search(case, retriever.sources, [fused(each) for each in found])


def _search(case: Case, sources: tuple[Encoder | str, ...], ranked: Sequence[Ranking | None]) -> Search:
    held = {(one.document.name, one.name): one for one in contained(case)}
    asked = []
    for one, ranking in zip(questions(case), ranked, strict=True):
        holding = held.get((one.document.name, one.question.name))
        rank = ranking.best(holding.positions) if ranking and holding else None
        asked.append(Asked(one.question.name, one.question.text, one.document.name, holding, ranking, rank))
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
