"""What a splitter does to tables: cut, parted from their header row, rows that no chunk holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from generators.measures import held
from generators.measures.held import count_tables
from generators.measures.loss import placed
from generators.measures.measure import Case, Measure, Value, Values

Count = Callable[[Any], int]
"""One of the counts of `held`; its name is what it is counted under."""


def _number(count: Count, of: str, case: Case) -> Values:
    counts, name = count_tables(case)[""], count.__name__
    return placed(case, {"": Value(counts[name], {of: counts[of]})})


def tables(case: Case) -> Values:
    """The tables of the corpus, however it is split."""
    return {"": Value(sum(len(document.tables) for document in case.corpus.documents))}


def _by_band(count: Count, case: Case) -> Values:
    return placed(case, {part: Value(counts[count.__name__], {"tables": counts["tables"]}) for part, counts in count_tables(case).items()})


def _share(count: Count, of: str, case: Case) -> Values:
    name = count.__name__
    counted = count_tables(case) if of == "tables" else {"": count_tables(case)[""]}
    return placed(
        case,
        {
            part: Value(counts[name] / counts[of] if counts[of] else None, {name: counts[name], of: counts[of]})
            for part, counts in counted.items()
        },
    )


MEASURES = {
    "tables": Measure("Tables", "tables", "", "Tables of the corpus.", "exact", of_case=tables),
    "tables_cut": Measure(
        "Tables cut",
        "tables",
        "lower",
        "Tables that no single chunk holds whole, from the header row to the last body row.",
        "exact",
        of_case=partial(_by_band, held.tables_cut),
    ),
    "tables_cut_share": Measure(
        "Share of tables cut",
        "share",
        "lower",
        "Tables that no single chunk holds whole, as a share of all tables.",
        "level",
        of_case=partial(_share, held.tables_cut, "tables"),
    ),
    "tables_detached": Measure(
        "Tables detached from their header",
        "tables",
        "lower",
        "Cut tables with a whole body row that stands in no chunk together with its header row; "
        "a splitter that repeats the header leaves tables cut but none detached.",
        "exact",
        of_case=partial(_by_band, held.tables_detached),
    ),
    "tables_detached_share": Measure(
        "Share of tables detached from their header",
        "share",
        "lower",
        "Cut tables with a whole body row that stands in no chunk together with its header row, as a share of all tables.",
        "level",
        of_case=partial(_share, held.tables_detached, "tables"),
    ),
    "tables_headerless": Measure(
        "Tables with headerless rows",
        "tables",
        "lower",
        "Tables with a whole body row that stands in some chunk without its header row, even if another chunk holds the whole table.",
        "exact",
        of_case=partial(_by_band, held.tables_headerless),
    ),
    "tables_headerless_share": Measure(
        "Share of tables with headerless rows",
        "share",
        "lower",
        "Tables with a whole body row that stands in some chunk without its header row, as a share of all tables.",
        "level",
        of_case=partial(_share, held.tables_headerless, "tables"),
    ),
    "rows_cut": Measure(
        "Rows cut",
        "rows",
        "lower",
        "Body rows that no single chunk holds whole.",
        "exact",
        of_case=partial(_number, held.rows_cut, "rows"),
    ),
    "rows_cut_share": Measure(
        "Share of rows cut",
        "share",
        "lower",
        "Body rows that no single chunk holds whole, as a share of all body rows.",
        "level",
        of_case=partial(_share, held.rows_cut, "rows"),
    ),
    "rows_headerless": Measure(
        "Headerless rows",
        "rows",
        "lower",
        "Whole body rows that stand in some chunk without their header row, even if another chunk holds both.",
        "exact",
        of_case=partial(_number, held.rows_headerless, "rows"),
    ),
    "rows_headerless_share": Measure(
        "Share of headerless rows",
        "share",
        "lower",
        "Whole body rows that stand in some chunk without their header row, as a share of all body rows.",
        "level",
        of_case=partial(_share, held.rows_headerless, "rows"),
    ),
    "chunks_headerless": Measure(
        "Chunks with headerless rows",
        "chunks",
        "lower",
        "Chunks that hold a whole body row of some table without that table's header row.",
        "exact",
        of_case=partial(_number, held.chunks_headerless, "chunks"),
    ),
}
