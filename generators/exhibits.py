"""Exhibits: documents with their cuts, and the tables that a run did worst to, under the call that made them."""

from __future__ import annotations

import ast

from markupsafe import Markup

from generators.display import escaped, inert
from generators.markup import cut_text, instead, safe
from generators.mistake import Mistake
from generators.page import Page
from generators.results import Run, Shown


def exhibit(page: Page, pair: str, caption: str) -> Markup:
    """`{{ exhibit("scenario/corpus/splitter", "...") }}`: short documents with their cuts, and each chunk's text.

    Of a run that failed, what it raised is shown in their place; where its corpus or library is not here, how to get it.
    """
    run = page.catalogue.run(pair)
    if not run.shown:
        return _nothing(run, caption, f"the run {pair} has no chunks to show: say `show_chunks: true` in its scenario")
    return _exhibited(run, caption, "".join(_with_cuts(one, "The chunks as the library returned them") for one in run.shown))


def worst(page: Page, pair: str, caption: str) -> Markup:
    """`{{ worst("scenario/corpus/splitter", "...") }}`: the tables that a run did worst to, the first unfolded, each with its cuts.

    What stands in their place is as for `exhibit`.
    """
    run = page.catalogue.run(pair)
    if run.worst is None:
        return _nothing(run, caption, f"the run {pair} has no tables to show: say `show_worst: 10` in the row of its splitter")
    if not run.worst:
        return _exhibited(run, caption, '<p class="exhibit-absent">None: every table is whole in a chunk, and no row lacks its header.</p>')
    folds = (
        f'<details class="worst-table"{" open" if number == 1 else ""}><summary>{number}. {inert(one.name)}</summary>'
        f"{_with_cuts(one, 'What each chunk holds of this')}</details>"
        for number, one in enumerate(run.worst, 1)
    )
    return _exhibited(run, caption, "".join(folds))


def _nothing(run: Run, caption: str, unasked: str) -> Markup:
    """Why a run has nothing to show; raises `Mistake` with `unasked` where it was not asked to keep anything."""
    if not (run.error or run.absent):
        raise Mistake(unasked)
    return _exhibited(run, caption, instead(run))


def _with_cuts(one: Shown, summary: str) -> str:
    """A text with its cuts, and the texts of its chunks under a fold."""
    chunks = "".join(f"<li><code>{escaped(repr(text))}</code></li>" for text, _ in one.chunks)
    return (
        f'<pre class="exhibit-text" dir="auto">{cut_text(one.text, one.chunks)}</pre><details class="chart-data">'
        f'<summary>{summary}</summary><ol class="chunk-list">{chunks}</ol></details>'
    )


def _exhibited(run: Run, caption: str, blocks: str) -> Markup:
    """What a run did to texts, under its call."""
    # Made-up texts and their signs for blanks are not what anybody looks for.
    return safe(f'<figure class="exhibit" data-search-exclude><figcaption>{inert(caption)}{_head(run.code)}</figcaption>{blocks}</figure>')


def _head(code: str) -> str:
    """The call without its imports, which are no help to a reader; a call of several statements in a block of its own."""
    calls = [one for one in ast.parse(code).body if not isinstance(one, ast.Import | ast.ImportFrom)]
    statements = [ast.get_source_segment(code, one) or "" for one in calls]
    if len(statements) > 1:
        lines = "\n".join(statements)
        return f'<pre class="call"><code>{escaped(lines)}</code></pre>'
    return "".join(f"<br><code>{escaped(one)}</code>" for one in statements)
