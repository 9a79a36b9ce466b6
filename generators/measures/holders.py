"""What may be returned that holds the whole answer of a question, and where in such a chunk's text the answer ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from generators.chunk import Chunk
from generators.corpus import Document
from generators.measures.answers import questions
from generators.measures.measure import Case
from generators.measures.once import once
from generators.skeleton import is_significant
from generators.spans import Span, covers
from generators.strategies.strategy import Returned


@dataclass(frozen=True, eq=False)
class Holding:
    """A question with its answers, their blanks at the ends left out, and all that holds them: what may be returned, and the positions of
    the passages that lead there.
    """

    document: Document
    name: str
    text: str
    spans: tuple[Span, ...]
    returned: tuple[Returned, ...]
    positions: tuple[int, ...]

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The chunks that hold them."""
        return tuple(one.chunk for one in self.returned)

    @property
    def answer(self) -> str:
        """The words of the answers, one a line."""
        return "\n".join(self.document.text[start:end] for start, end in self.spans)


@once
def contained(case: Case) -> tuple[Holding, ...]:
    """The questions whose answers something holds that may be returned."""
    returned = dict(zip((document.name for document in case.corpus.documents), case.returned, strict=True))
    leading = defaultdict[Returned, list[int]](list)
    for position, passage in enumerate(case.passages):
        for unit in passage.returned.line:
            leading[unit].append(position)
    found = []
    for one in questions(case):
        own = returned[one.document.name]
        held = tuple(own[at] for at in sorted(set.intersection(*map(one.places.holding, one.spans))))
        if held:
            positions = sorted({position for each in held for position in leading[each]})
            found.append(Holding(one.document, one.question.name, one.question.text, tuple(one.spans), held, tuple(positions)))
    return tuple(found)


def end_in_chunk(chunk: Chunk, text: str, spans: Sequence[Span]) -> int | None:
    """How many characters of the chunk's text it takes to read all the spans of the document's text; None where that cannot be told.

    Characters other than blanks stand in the chunk in the order of its pieces; where their numbers differ, something was put in or lost.
    """
    first, *others = chunk.pieces
    if not others and text[slice(*first)] == chunk.text and all(covers([first], span) for span in spans):
        return max(end for _, end in spans) - first[0]
    source = [at for start, end in chunk.pieces for at in range(start, end) if is_significant(text[at])]
    own = [at for at, character in enumerate(chunk.text) if is_significant(character)]
    lasts = {max((at for at in range(*span) if is_significant(text[at])), default=-1) for span in spans}
    if len(source) != len(own) or not lasts <= set(source):
        return None
    return max(own[source.index(last)] for last in lasts) + 1
