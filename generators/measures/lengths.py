"""How long the tables of a corpus are, by themselves, whatever they are split with."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from generators.corpus import Corpus
from generators.measures.cost import TOKENIZER
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.once import once
from generators.tokens import count


@once
def table_lengths(corpus: Corpus) -> tuple[int, ...]:
    """The tokens of each table, from its header to its last row, the shortest first."""
    return tuple(sorted(count(document.text[slice(*table.span)], TOKENIZER) for document in corpus.documents for table in document.tables))


def _of(lengths: Sequence[int], value: float | None) -> Values:
    return {"": Value(value, {"tables": len(lengths), "tokenizer": TOKENIZER})}


def table_length_median(case: Case) -> Values:
    """The middle length."""
    lengths = table_lengths(case.corpus)
    return _of(lengths, statistics.median(lengths) if lengths else None)


def table_length_max(case: Case) -> Values:
    """The length of the longest."""
    lengths = table_lengths(case.corpus)
    return _of(lengths, max(lengths, default=None))


MEASURES = {
    "table_length_median": Measure(
        "Median length of a table",
        "tokens",
        "",
        f"Median of the tables' lengths in {TOKENIZER} tokens, each from its header row to its last row and tokenized by itself.",
        "level",
        of_case=table_length_median,
    ),
    "table_length_max": Measure(
        "Length of the longest table",
        "tokens",
        "",
        f"Length of the longest table in {TOKENIZER} tokens, from its header row to its last row.",
        "exact",
        of_case=table_length_max,
    ),
}
