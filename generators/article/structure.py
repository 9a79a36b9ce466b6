"""Structure: the rules of article C's claims on cutting by structure, each a comparison over the same texts at the same size."""

from __future__ import annotations

from generators.article.rule import Rule, statement

TEXTS = ("authored", "contracts", "finance", "tatqa")
LIBRARIES = ("token", "sentence", "recursive", "markdown")
OURS = "structure"


def one(text: str, splitter: str, measure: str) -> str:
    """The id of one number."""
    return f"structure/{text}/{splitter}/{measure}"


def harms(measure: str, *splitters: str, texts: tuple[str, ...] = TEXTS) -> tuple[str, ...]:
    """One measure of several splitters on every text, splitter by splitter."""
    return tuple(one(text, splitter, measure) for splitter in splitters for text in texts)


def spared(*numbers: float) -> bool:
    """Whether the first half is nought throughout, and the second is not on any text."""
    half = len(numbers) // 2
    return not any(numbers[:half]) and all(numbers[half:])


def highest(ours: float, *theirs: float) -> bool:
    """Whether ours is above all of the others."""
    return all(ours > other for other in theirs)


def wasted(*numbers: float) -> bool:
    """Whether the first of two gains nothing by an overlap, and the other does: of each, without it and with it."""
    ours, ours_overlapped, windows, windows_overlapped = numbers
    return ours_overlapped <= ours and windows_overlapped > windows


STRUCTURE: dict[str, Rule] = {
    "C.structure_first": statement(
        highest,
        *(one("authored", splitter, "answers_contained") for splitter in (OURS, "fixed", *LIBRARIES)),
        beside=harms("sentences_cut", OURS, *LIBRARIES),
    ),
    "C.repeat_header_row": statement(
        spared, *harms("rows_headerless", OURS), *harms("rows_headerless", "markdown"), beside=harms("stored_ratio", OURS)
    ),
    "C.keep_exception_with_clause": statement(
        spared, *harms("clauses_parted", OURS), *harms("clauses_parted", "markdown"), beside=harms("chunks_over_limit", OURS)
    ),
    "C.never_cut_code_or_row": statement(
        spared,
        *harms("sentences_cut", OURS),
        *harms("sentences_cut", "token"),
        beside=[
            *harms("rows_cut", OURS, "token"),
            *harms("code_blocks_cut", OURS, "token", "markdown", texts=("authored",)),
            *harms("chunks_over_limit", OURS),
        ],
    ),
    "C.overlap_on_structure_buys_nothing": statement(
        wasted,
        *(one("authored", splitter, "answers_contained") for splitter in (OURS, f"{OURS}-overlap", "fixed", "fixed-overlap")),
        beside=[one("authored", splitter, "stored_ratio") for splitter in (OURS, f"{OURS}-overlap")],
    ),
}
"""The rules by their claim's id."""
