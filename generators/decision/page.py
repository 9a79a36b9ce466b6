"""Decision on a page: a sheet as HTML, with its tables as data and all of it as Markdown to be copied; and that of every scenario."""

from __future__ import annotations

from generators.decision.evidence import evidence, strongest
from generators.decision.outcome import asks, named
from generators.decision.sheet import Sheet, Table, sheet
from generators.display import escaped, inert
from generators.markup import Grid, coded, data_files, downloads, unread
from generators.markup import table as html_table
from generators.page import Page, served_as
from generators.results import Results


def decision(page: Page, scenario: str, part: str = "", *corpora: str) -> str:
    """`{{ decision("retrieval", "wordllama.t2000") }}`: what a scenario's questions say of its settings, by a retriever and a budget of
    tokens or another limit, or else by the strongest outcome that it measures; over all of its texts, or those that are named, which must
    not share questions.
    """
    results = page.catalogue.scenario(scenario)
    found = evidence(results, named(results, part), corpora) if part else strongest(results, corpora)
    return _section(page, results, sheet(results, found), "-".join(["decision", scenario, *corpora]))


def decisions(page: Page) -> str:
    """`{{ decisions() }}`: a list of every scenario that asks questions with what to take, and then the decision of each."""
    items, sections = [], []
    for name, results in sorted(page.catalogue.results.items()):
        if asks(results):
            one, title = sheet(results, strongest(results)), inert(results.title)
            items.append(f'<li><a href="#{escaped(name)}">{title}</a> <span>{coded(one.headline)}</span></li>')
            numbers = f'<a href="{page.root}reference/numbers/{escaped(name)}/">all its numbers</a>'
            source = f'<p class="decision-source"><code>{escaped(name)}</code>, {numbers}</p>'
            sections.append(f"## {title} {{#{name}}}\n\n{unread(source + _section(page, results, one, f'decision-{name}'))}")
    return "\n".join([unread(f'<ul class="decision-list">{"".join(items)}</ul>'), *sections])


def _section(page: Page, results: Results, one: Sheet, name: str) -> str:
    tables = "".join(_table(page, f"{name}-{table.name}", table) for table in one.tables)
    sentences = "".join(f"<p>{coded(sentence)}</p>" for sentence in one.sentences)
    return (
        f'<section class="decision" id="{escaped(name)}" aria-label="Decision summary: {escaped(results.title)}">'
        f'<p class="decision-headline">{coded(one.headline)}</p>{sentences}{tables}'
        '<div class="decision-copy"><button type="button" class="button" hidden>Copy as Markdown</button> <span role="status"></span>'
        f"<details><summary>As Markdown</summary><pre>{escaped(as_markdown(one))}</pre></details></div></section>"
    )


def _table(page: Page, name: str, table: Table) -> str:
    """A table with its data."""
    stem = f"data/{served_as(page.path)}{name}"
    page.keep(data_files(stem, [dict(zip(table.columns, map(plain, row), strict=True)) for row in table.rows]))
    corner, *columns = map(coded, table.columns)
    # No line ends within an interval.
    rows = [(coded(head), [coded(cell).replace("–", "&#8288;–&#8288;") for cell in cells]) for head, *cells in table.shown]
    html = html_table(Grid(coded(table.caption), columns, rows, corner), str)
    return f'<div class="table-block" id="{name}">{html}{downloads(page.root, stem)}</div>'


def plain(words: str) -> str:
    """Words without the backquotes around code."""
    return words.replace("`", "")


def as_markdown(one: Sheet) -> str:
    """A sheet as Markdown, for a design review."""
    parts = [f"**{one.headline}**", "\n".join(f"- {sentence}" for sentence in one.sentences)]
    for table in one.tables:
        lines = [table.columns, ["---"] * len(table.columns), *table.shown]
        parts.append(f"{table.caption}:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines))
    return "\n\n".join([*parts, f"Source: {one.source}"])
