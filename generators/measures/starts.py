"""What a window that looks at nothing would do to a corpus's own tables, over every place where it may begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generators.corpus import Corpus
from generators.measures.measure import JSON, Case, Measure, Value, Values
from generators.measures.once import once
from generators.tokens import tokenizer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@once
def _places(corpus: Corpus, unit: str) -> npt.NDArray[np.int64]:
    """Of each table the place of its first and of its last token (or character) in its document, two rows."""
    import numpy as np  # noqa: PLC0415 heavy, and needed only here

    found: list[npt.NDArray[np.int64]] = [np.empty((2, 0), dtype=np.int64)]
    for document in corpus.documents:
        edges = np.array([(table.span[0], table.span[1] - 1) for table in document.tables], dtype=np.int64).reshape(-1, 2).T
        if unit != "characters" and document.tables:
            edges = np.searchsorted(np.array(tokenizer(unit).offsets(document.text)), edges, side="right") - 1
        found.append(edges)
    return np.concatenate(found, axis=1)


def tables_cut_every_start(case: Case) -> Values:
    """The tables cut on average, and at the luckiest and the unluckiest start."""
    import numpy as np  # noqa: PLC0415 the same

    size, overlap = case.splitter.chunk_size, case.splitter.chunk_overlap
    if size is None or overlap is None or overlap >= size:
        return {"": Value(None, {"chunk_size": size, "chunk_overlap": overlap})}
    first, last = _places(case.corpus, case.splitter.unit)
    stride = size - overlap
    # With so many tokens before the text, the last window that begins at or before a table is the one to hold it, if any does.
    before = np.arange(stride)[:, np.newaxis]
    begins = (first + before) // stride * stride - before
    cut = (last >= begins + size).sum(axis=1)
    inputs: dict[str, JSON] = {"chunk_size": size, "chunk_overlap": overlap, "unit": case.splitter.unit, "tables": len(first)}
    each = {"": float(cut.mean()), "fewest": int(cut.min()), "most": int(cut.max())}
    return {part: Value(value, inputs) for part, value in each.items()}


MEASURES = {
    "tables_cut_every_start": Measure(
        "Tables cut from any start",
        "tables",
        "lower",
        "Tables that windows of the splitter's size and overlap, laid over the text without a look at it, would not hold: on average over "
        "every number of tokens, fewer than a stride, that may stand before the text; parts: the fewest and the most.",
        "level",
        of_case=tables_cut_every_start,
    ),
}
