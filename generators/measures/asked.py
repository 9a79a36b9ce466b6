"""What was asked of a splitter: its chunk size in force, beside which stands what it delivers."""

from __future__ import annotations

from generators.measures.measure import Case, Measure, Value, Values


def size_asked(case: Case) -> Values:
    """`chunk_size` in force, the library's default included."""
    return {"": Value(case.splitter.chunk_size, {"unit": case.splitter.unit})}


MEASURES = {
    "size_asked": Measure(
        "Chunk size asked for",
        "length units",
        "",
        "The chunk_size in force, the library's own default included, in the unit that the splitter counts in; n/a where it has none.",
        "exact",
        of_case=size_asked,
    ),
}
