"""The rules for what Chroma's report prints: the figures of its two tables that can be computed here."""

from __future__ import annotations

from generators.article.rule import Rule, percent, percents

SIZES = ("800-400", "400-200", "400", "200")
ROWS = tuple(f"{kind}-{size}" for size in SIZES for kind in ("recursive", "token"))
"""The settings of the first table."""

SECOND = {"recursive-250-125": "pieces-250-125", "recursive-250": "pieces-250", "recursive-200": "pieces-200"}
"""The settings of the second table whose figures come out under another count of their sizes, and that one."""

TOKENS = ("token-250-125", "token-250", "token-200")
"""Those whose figures do not."""


MINILM = {**SECOND, **{row: row for row in TOKENS}}
"""All settings of the second table, and those that were searched for it."""


def searched(splitter: str, score: str) -> str:
    """A score of the first five chunks by MiniLM, with chunks placed as the report places them."""
    return f"replication-minilm/chroma/{splitter}/token_{score}/minilm.k5.first_occurrence"


def omega(splitter: str, part: str = "") -> str:
    """PrecisionOmega by the report's own rule for the places of chunks."""
    return f"replication/chroma/{splitter}/precision_omega/first_occurrence{part}"


def claim(table: str, splitter: str) -> str:
    """The id of the claim on a row of a table."""
    return f"D.{table}.{splitter.replace('-', '_')}"


REPLICATION: dict[str, Rule] = {
    **{claim("first", row): percents(omega(row), omega(row, ".deviation")) for row in ROWS},
    **{
        claim("second", row): percent(omega(counted), omega(row), f"replication/chroma/{counted}/precision_omega/spans")
        for row, counted in SECOND.items()
    },
    **{claim("second", row): percent(omega(row)) for row in TOKENS},
    **{claim("minilm.recall", row): percent(searched(counted, "recall")) for row, counted in MINILM.items()},
    **{claim("minilm.scores", row): percents(searched(counted, "precision"), searched(counted, "iou")) for row, counted in MINILM.items()},
}
