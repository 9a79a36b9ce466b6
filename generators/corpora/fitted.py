"""A pipe table fitted to a length in tokens by adding, dropping and redrawing rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from random import Random

from generators.tokens import tokenizer

Row = tuple[str, ...]

TOLERANCE = 0.02
"""A table's length may differ from the length asked for by this share."""
_ROUNDS = 40


def _line(row: Row, widths: Sequence[int], right: Set[int]) -> str:
    """The row as a line of cells, each padded to its column's width, those of the columns in `right` from the left."""
    cells = (cell.rjust(width) if i in right else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
    return f"| {' | '.join(cells)} |"


def fitted(header: Row, right: Set[int], draw: Callable[[int], Row], tokens: int, aligned: bool, rng: Random) -> tuple[str, ...] | None:
    """The lines of a table of `tokens` tokens of cl100k_base: header row, delimiter row, body rows; `None` where no rows come to that length.

    `draw(i)` gives another wording of body row `i` each time; the columns in `right` are aligned to the right, and with
    `aligned` every column is padded with blanks to its widest cell.
    """
    encode = tokenizer("cl100k_base").encode

    def count(line: str) -> int:
        """The line's tokens, not remembered: most lines are seen once. A line end closes a token and opens none, so lines count one by one."""
        return len(encode(line + "\n"))

    columns = range(len(header))
    rows = [draw(0)]
    for _ in range(_ROUNDS):
        widths = [max(len(row[i]) for row in (header, *rows)) if aligned else 0 for i in columns]
        dashes = tuple("-" * (max(widths[i], 4) - 1) + (":" if i in right else "-") for i in columns)
        head = (_line(header, widths, right), _line(dashes, widths, right))
        lines = [_line(row, widths, right) for row in rows]
        costs = [count(line) for line in lines]
        missing = tokens - sum(costs) - sum(map(count, head))
        close = max(1.0, tokens * TOLERANCE / 2)
        if abs(missing) <= close:
            return (*head, *lines)
        more = round(missing * len(rows) / sum(costs))
        if more > 0:
            rows += [draw(len(rows) + i) for i in range(more)]
        elif more < 0 and len(rows) > 1:
            del rows[max(1, len(rows) + more) :]
        else:
            for i in rng.sample(range(len(rows)), len(rows)):
                row = draw(i)
                longer = count(_line(row, widths, right)) - costs[i]
                if abs(missing - longer) < abs(missing):
                    rows[i], missing = row, missing - longer
                if abs(missing) <= close:
                    break
    return None
