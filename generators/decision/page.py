"""Decision on a page: a sheet as HTML, with its tables as data and all of it as Markdown to be copied."""

from __future__ import annotations

from generators.decision.evidence import evidence
from generators.decision.sheet import Sheet, Table, sheet
from generators.display import escaped
from generators.markup import Grid, coded, data_files, downloads
from generators.markup import table as html_table
from generators.page import Page, served_as


def decision(page: Page, scenario: str, part: str, *corpora: str) -> str:
    """`{{ decision("retrieval", "wordllama.t2000") }}`: what a scenario's questions say of its settings, by a retriever and a budget of
    tokens; over all of its texts, or those that are named, which must not share questions.
    """
    results = page.catalogue.scenario(scenario)
    found = evidence(results, part, corpora)
    if found is None:
        return '<p class="decision-absent">Not in this build: which questions were answered is known only where they are asked.</p>'
    one, name = sheet(results, part, found), "-".join(["decision", scenario, *corpora])
    tables = "".join(_table(page, f"{name}-{table.name}", table) for table in one.tables if table.rows)
    sentences = "".join(f"<p>{coded(sentence)}</p>" for sentence in one.sentences)
    source = f"`{scenario}`, {part}: {results.title}"
    return (
        f'<section class="decision" id="{escaped(name)}" aria-label="Decision summary: {escaped(results.title)}">'
        f'<p class="decision-headline">{coded(one.headline)}</p>{sentences}{tables}'
        '<div class="decision-copy"><button type="button" class="button" hidden>Copy as Markdown</button> <span role="status"></span>'
        f"<details><summary>As Markdown</summary><pre>{escaped(as_markdown(one, source))}</pre></details></div></section>"
    )


def _table(page: Page, name: str, table: Table) -> str:
    """A table with its data."""
    stem = f"data/{served_as(page.path)}{name}"
    page.keep(data_files(stem, [dict(zip(table.columns, map(plain, row), strict=True)) for row in table.rows]))
    corner, *columns = map(coded, table.columns)
    # No line ends within an interval.
    rows = [(coded(head), [coded(cell).replace("–", "&#8288;–&#8288;") for cell in cells]) for head, *cells in table.rows]
    html = html_table(Grid(coded(table.caption), columns, rows, corner), str)
    return f'<div class="table-block" id="{name}">{html}{downloads(page.root, stem)}</div>'


def plain(words: str) -> str:
    """Words without the backquotes around code."""
    return words.replace("`", "")


def as_markdown(one: Sheet, source: str) -> str:
    """A sheet as Markdown, for a design review."""
    parts = [f"**{one.headline}**", "\n".join(f"- {sentence}" for sentence in one.sentences)]
    for table in one.tables:
        if table.rows:
            lines = [table.columns, ["---"] * len(table.columns), *table.rows]
            parts.append(f"{table.caption}:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines))
    return "\n\n".join([*parts, f"Source: {source}"])
