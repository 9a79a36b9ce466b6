"""What a search over all chunks finds: whether a question's answer is among the first chunks, how far down, and where it was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.sample import by_question, share, share_of
from generators.measures.search import Asked, Search, by_retriever, returned
from generators.measures.seen import answer_read
from generators.spans import length

DEPTHS = (1, 3, 5, 10)
"""The lengths of the shortlist that answers are looked for in."""

SHORTLIST = 3
"""The length of the shortlist where one is enough, that of the article."""

STAGES = ("lost_to_cut", "lost_beyond_encoder", "outranked", "answered")
"""What becomes of a question, in this order."""


def answerable(found: Search) -> Values:
    """How many questions have their answer in one of the first chunks."""
    return {
        f"k{depth}": Value(sum(outcomes), {"k": depth, **found.counts, "by_question": by_question(outcomes)})
        for depth, outcomes in _answered(found).items()
    }


def recall_unconditional(found: Search) -> Values:
    """Of all questions, the share with their answer in one of the first chunks."""
    return _recall(found, lambda outcomes: share_of("answerable", outcomes))


def recall_conditional(found: Search) -> Values:
    """The same of the questions whose answer some chunk holds."""
    return _recall(found, lambda outcomes: share("answerable", sum(outcomes), "contained", found.counts["contained"]))


def _answered(found: Search) -> dict[int, list[bool]]:
    """Of each question whether one of the first chunks holds its answer, by how many are looked at."""
    return {depth: [one.answered(depth) for one in found.asked] for depth in DEPTHS}


def _recall(found: Search, of: Callable[[Sequence[bool]], Value]) -> Values:
    values = {}
    for depth, outcomes in _answered(found).items():
        one = of(outcomes)
        values[f"k{depth}"] = Value(one.value, {"k": depth, **found.counts, **one.inputs}, one.interval)
    return values


def answer_rank(found: Search) -> Values:
    """Of each question, the rank of the best chunk that holds its answer."""
    chunks = found.counts["chunks"]
    return {
        one.name: Value(
            one.rank,
            {
                "question": one.text,
                "document": one.document,
                "holding": len(one.holding.returned) if one.holding else 0,
                "retrieved": len(one.ranking.order) if one.ranking else 0,
                "chunks": chunks,
            },
        )
        for one in found.asked
    }


def shortlist_repeated_share(found: Search) -> Values:
    """Of the characters of the first chunks, the share that stands in one that comes before, by its place in the document."""
    stored, different = 0, 0
    for one in found.asked:
        first = [(unit.document.name, unit.chunk.pieces) for unit in returned(found, one, SHORTLIST)]
        stored += sum(length(pieces) for _, pieces in first)
        for document in {name for name, _ in first}:
            different += length(piece for name, pieces in first if name == document for piece in pieces)
    value = (stored - different) / stored if stored else None
    return {f"k{SHORTLIST}": Value(value, {"k": SHORTLIST, "repeated": stored - different, "characters": stored, **found.counts})}


def loss_waterfall(found: Search) -> Values:
    """How many questions were lost at each stage, and how many were answered."""
    counts = Counter(_stage(found, one) for one in found.asked)
    unread = sum(one.answered(SHORTLIST) and not _read(found, one) for one in found.asked)
    inputs = {"k": SHORTLIST, **found.counts, "answered_unread": unread}
    return {f"k{SHORTLIST}.{stage}": Value(counts[stage], inputs) for stage in STAGES}


def _stage(found: Search, one: Asked) -> str:
    """What becomes of a question; one whose answer is not read, but stands in a chunk that is found nonetheless, is answered."""
    if one.holding is None:
        return "lost_to_cut"
    if one.answered(SHORTLIST):
        return "answered"
    return "outranked" if _read(found, one) else "lost_beyond_encoder"


def _read(found: Search, one: Asked) -> bool:
    """Whether some source reads to the end of the answer in some passage that leads to it, or that cannot be told; words are read to the
    end.
    """
    return one.holding is not None and any(
        isinstance(source, str) or answer_read(source, one.holding, found.case.passages[position]) is not False
        for source in found.sources
        for position in one.holding.positions
    )


def vectors_ratio(case: Case) -> Values:
    """The chunks for each chunk of the splitter that this one is compared with; of one that is compared with none, no value."""
    if case.against is None:
        return {}
    own, other = (sum(map(len, one.chunks)) for one in (case, case.against))
    return {"": Value(own / other if other else None, {"chunks": own, "chunks_compared": other})}


MEASURES = {
    "answerable": Measure(
        "Questions that can be answered",
        "questions",
        "higher",
        "Questions of which one of the first k chunks, of all chunks of the corpus, holds every answer, by span; fewer than k are looked "
        "at where fewer are retrieved; parts: by retriever and k.",
        "exact",
        of_case=partial(by_retriever, answerable),
        sample="questions",
    ),
    "recall_conditional": Measure(
        "Recall@k, conditional",
        "share",
        "higher",
        "Of the questions whose answer some chunk holds whole, the share of which one of the first k chunks holds it: a fault of ranking "
        "alone; parts: by retriever and k.",
        "closed",
        of_case=partial(by_retriever, recall_conditional),
        sample="questions",
    ),
    "recall_unconditional": Measure(
        "Recall@k, unconditional",
        "share",
        "higher",
        "Of all questions, the share of which one of the first k chunks holds the whole answer: faults of splitting and of ranking mixed; "
        "parts: by retriever and k.",
        "closed",
        of_case=partial(by_retriever, recall_unconditional),
        sample="questions",
    ),
    "answer_rank": Measure(
        "Rank of the answer",
        "rank",
        "lower",
        "Rank, from 1, of the best chunk that holds every answer of the question, among all chunks of the corpus; n/a where no chunk holds "
        "them or none that does is retrieved; parts: by retriever and question.",
        "exact",
        of_case=partial(by_retriever, answer_rank),
        sample="questions",
    ),
    "shortlist_repeated_share": Measure(
        "Shortlist that repeats itself",
        "share",
        "lower",
        "Of the characters of the first k chunks of all questions, the share that stands in a chunk of the same shortlist that comes "
        "before, by span: overlap takes a place that another text could have; parts: by retriever and k.",
        "level",
        of_case=partial(by_retriever, shortlist_repeated_share),
        sample="questions",
    ),
    "loss_waterfall": Measure(
        "Loss waterfall",
        "questions",
        "",
        "What becomes of all questions, by retriever, k and stage: lost to the cut, where no chunk holds every answer; answered, where one "
        "of the first k chunks does; lost beyond the encoder, where none of these does and in every chunk that does the answer ends behind "
        "the input limit; and outranked, all others.",
        "exact",
        of_case=partial(by_retriever, loss_waterfall),
        sample="questions",
    ),
    "vectors_ratio": Measure(
        "Stored ratio in vectors",
        "vectors per vector",
        "lower",
        "Chunks divided by the chunks of the splitter that the row is compared with, such as the same one without overlap: each is a "
        "vector to store and to search.",
        "level",
        of_case=vectors_ratio,
    ),
}
