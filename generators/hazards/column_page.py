"""The page of one splitter: its column of the matrix with the evidence of each outcome, its settings, and ways around its hazards."""

from __future__ import annotations

from collections.abc import Iterator

from generators.catalogue import Catalogue
from generators.display import escaped, inert, unit_word
from generators.hazards.columns import OUTCOMES, Column, Found, columns
from generators.hazards.known import Known, known
from generators.hazards.matrix import counts
from generators.measures.hazards import MEASURES
from generators.page import Page
from generators.results import Measurement, Run
from generators.splitters.defaults import LIBRARIES

THREAD = "https://github.com/{}/issues/{}"


def column_pages(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The page of each splitter, as its path and its Markdown."""
    for column in columns(catalogue):
        page = Page(f"hazards/{column.name}.md", catalogue)
        yield page.path, "\n\n".join(parts(page, column)) + "\n"


def parts(page: Page, column: Column) -> Iterator[str]:
    """The page, part by part."""
    yield f"# {inert(column.title)}: hazards"
    yield (
        f"<p>{escaped(column.library)}, at its defaults: {counts(column)}. "
        f'All splitters stand side by side in <a href="{page.root}hazards/">the matrix</a>.</p>'
    )
    if column.run.code:
        yield f'<pre class="call"><code>{escaped(column.run.code)}</code></pre>'
    yield settings(page, column)
    for outcome, heading in (("harmed", "Harmed"), ("refuses", "Refused"), ("unharmed", "Unharmed"), ("na", "Not applicable")):
        those = [found for found in column.found if found.outcome == outcome]
        if those:
            yield f"## {heading} {{#{outcome}}}"
            yield from (section(page, column, found) for found in those)


def settings(page: Page, column: Column) -> str:
    """The settings in force, with the way to where each default stands."""
    rows = "".join(
        f'<tr><th scope="row"><code>{escaped(name)}</code></th><td><code>{escaped(repr(value))}</code></td></tr>'
        for name, value in column.run.settings.items()
        if name != "use"
    )
    stands = ""
    if column.use.partition(".")[0] in LIBRARIES:
        stands = f'<p>Where each of them <a href="{page.root}defaults/#{escaped(column.use)}">stands in the library</a>.</p>'
    head = '<thead><tr><th scope="col">Setting</th><th scope="col">In force</th></tr></thead>'
    table = f'<table class="structure">{head}<tbody>{rows}</tbody></table>'
    return f'<details class="chart-data"><summary>Settings in force</summary>{table}{stands}</details>'


def section(page: Page, column: Column, found: Found) -> str:
    """One hazard: the outcome, what it means, the evidence, and what is known of it."""
    measure = MEASURES[found.hazard]
    words = [outcome_line(page, found), *evidence(found)]
    told = known(found.hazard, column.use) if found.outcome in ("harmed", "refuses") else None
    if told:
        words.append(remedy(page, column, found, told))
    return f"### {inert(measure.title)} {{#{found.hazard}}}\n\n{''.join(words)}"


def outcome_line(page: Page, found: Found) -> str:
    """The outcome with the number of harms, and what is counted."""
    shown, word, _ = OUTCOMES[found.outcome]
    harms = f": {harms_of(page, found.one)}" if found.one and found.one.value is not None else ""
    outcome = f'<strong><span aria-hidden="true">{shown}</span> {word}</strong>{harms}.'
    return f'<p class="hazard-outcome {found.outcome}">{outcome}</p><p>{escaped(MEASURES[found.hazard].definition)}</p>'


def harms_of(page: Page, one: Measurement) -> str:
    """A number of harms with its unit, linked to its record."""
    return f"{page.link(one)} {unit_word(MEASURES[one.measure].unit, one.value)}"


def evidence(found: Found) -> Iterator[str]:
    """The error, or the probe and the chunks around the first harm, as Python writes them; and what was printed."""
    if found.one is None or found.run is None:
        yield "<p>It is not run on this probe: it reads another kind of text.</p>"
        return
    inputs = found.one.inputs
    lines = [("raised", found.run.error), ("probe", inputs.get("probe")), ("note", inputs.get("note"))]
    chunks = inputs.get("evidence")
    lines += [("", line) for line in chunks] if isinstance(chunks, list) else []
    lines.append(("printed", found.run.printed))
    shown = "&#10;".join(f"{f'<b>{name}</b> ' if name else ''}{escaped(str(text))}" for name, text in lines if text)
    if shown:
        yield f'<pre class="evidence">{shown}</pre>'
    elif found.one.status == "frozen":
        yield "<p>Frozen: the library is not installed here, and the lock keeps the number without its evidence.</p>"


def remedy(page: Page, column: Column, found: Found, told: Known) -> str:
    """Why, where it was reported, and the call that avoids it, with what that does to the same probe."""
    threads = ", ".join(thread(one) for one in told.threads)
    said = f"<p>{escaped(told.why)}{f' Reported in {threads}.' if threads else ''}</p>"
    around = way_around(page, column, found, told)
    if around is None:
        return f'<div class="finding">{said}</div>'
    one, run = around
    return (
        f'<div class="finding">{said}<p>On the same probe, {harms_of(page, one)} with:</p>'
        f'<pre class="call"><code>{escaped(run.code)}</code></pre></div>'
    )


def thread(one: str) -> str:
    """`owner/repository#1` as a link to the public thread."""
    repository, _, issue = one.partition("#")
    return f'<a href="{THREAD.format(escaped(repository), escaped(issue))}" rel="noopener">{escaped(one)}</a>'


def way_around(page: Page, column: Column, found: Found, told: Known) -> tuple[Measurement, Run] | None:
    """The number of the row that shows a way around on the same probe, and its run; none where it was not run or fares no better."""
    if found.one is None or told.around in ("", column.name):
        return None
    results = page.catalogue.results[found.one.scenario]
    run = results.runs.get((found.one.corpus, told.around))
    one = results.numbers.get(f"{results.scenario}/{found.one.corpus}/{told.around}/{found.hazard}")
    if run is None or one is None or one.value is None or (found.one.value is not None and one.value >= found.one.value):
        return None
    return one, run
