"""A pipe table fitted to a length in tokens by adding, dropping and redrawing rows."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from random import Random

from generators.tokens import tokenizer

Row = tuple[str, ...]

_CLOSE = 0.01  # a table's length may differ from the length asked for by this share
_ROUNDS = 40


def _line(row: Row, widths: Sequence[int], right: Container[int]) -> str:
    """The row as a line of cells, each padded to its column's width, those of the columns in `right` from the left."""
    cells = (cell.rjust(width) if i in right else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
    return f"| {' | '.join(cells)} |"


def fitted(
    header: Row, draw: Callable[[int], Row], tokens: int, *, right: Container[int], aligned: bool, rng: Random
) -> tuple[str, ...] | None:
    """The lines of a table of `tokens` tokens of cl100k_base, to 1%: header row, delimiter row, body rows.

    `draw(i)` gives another wording of body row `i` each time; the columns in `right` are aligned to the right, and with `aligned` every
    column is padded with blanks to its widest cell. Gives `None` where no rows come to that length.
    """
    close = max(1.0, tokens * _CLOSE)
    count = tokenizer("cl100k_base").count_line
    rows = [draw(0)]
    for _ in range(_ROUNDS):
        widths = [max(map(len, column)) if aligned else 0 for column in zip(header, *rows, strict=True)]
        dashes = tuple("-" * (max(width, 4) - 1) + (":" if i in right else "-") for i, width in enumerate(widths))
        head = (_line(header, widths, right), _line(dashes, widths, right))
        lines = [_line(row, widths, right) for row in rows]
        costs = list(map(count, lines))
        missing = tokens - sum(costs) - sum(map(count, head))
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
