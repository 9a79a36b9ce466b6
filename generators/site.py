"""Site: every page and data file of the site as `{path: bytes}`, before MkDocs is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

from generators import (
    arguments,
    article,
    change_list,
    changes,
    listing,
    lock,
    markup,
    pages,
    readings,
    reference,
    scenario_reference,
    shipped,
    utf8,
)
from generators.article import page as claims_page
from generators.calculator import calculator
from generators.catalogue import Catalogue
from generators.decision import decision, decisions
from generators.explorer import Explorer
from generators.hazards.column_page import column_pages
from generators.hazards.matrix import hazard_count, matrix
from generators.licences import dependency_licences
from generators.mistake import Mistake, raise_all
from generators.numbers_schema import NUMBERS_SCHEMA
from generators.page import Page, root_of, served_as
from generators.project import Project
from generators.schema import nearest

PACKAGE = Path(__file__).parent
Verdicts = Mapping[str, article.Verdict]


def pending(project: Project, catalogue: Catalogue) -> list[lock.Difference]:
    """Where the computed numbers differ from the published ones, over all scenarios."""
    return [
        difference
        for name in sorted(catalogue.results)
        for difference in lock.differences(catalogue.results[name], lock.read(project.published, name))
    ]


def build(root: Path, *, accept_pending: bool = False) -> dict[str, bytes]:
    """Every page and data file under its path in MkDocs's docs folder.

    Raises `Mistake` where numbers differ from the lock (unless `accept_pending`), for every mistake in a scenario or page, and where
    two things would be written under one path.
    """
    project = Project(root)
    catalogue = project.catalogue()
    if not accept_pending:
        raise_all(f"{difference}: accept it with `offcut lock {difference.id.split('/')[0]}`" for difference in pending(project, catalogue))
        raise_all(f"{line}: accept it with `offcut lock`" for line in readings.differences(project.published, catalogue.readings))
    claims = project.scenarios / "claims.yaml"
    verdicts = article.verdicts(claims, catalogue) if claims.exists() else {}
    site: dict[str, bytes] = {}
    files = (path.relative_to(project.docs).as_posix() for path in project.docs.rglob("*") if path.suffix != ".md")
    writers = {path: f"docs/{path}" for path in files}
    by_hand = ((f"docs/{path}" if path.endswith(".md") else path, path, data) for path, data in prose(project, catalogue, verdicts))
    by_code = ((f"the generated {path}", path, data) for path, data in generated(project, catalogue, verdicts))
    for writer, path, data in chain(by_hand, by_code):
        place = f"{served_as(path)}index.html" if path.endswith(".md") else path
        if place in writers:
            raise Mistake(f"two writers of {place} in the site: {writers[place]} and {writer}: rename one")
        writers[place] = writer
        site[path] = data
    return site


def prose(project: Project, catalogue: Catalogue, verdicts: Verdicts) -> Iterator[tuple[str, bytes]]:
    """The pages of docs/ with every expression computed, and the data files that they link.

    A page named after a scenario comes first, so that its numbers say that they are shown there, and a home page last. Raises `Mistake`
    for the mistakes of all pages.
    """
    glossary = project.docs / "glossary.md"
    terms = pages.terms(utf8.read(glossary, "docs/glossary.md")) if glossary.exists() else {}
    parts = generated_parts(project, catalogue, verdicts)
    mistakes: list[str] = []
    for path in sorted(project.docs.rglob("*.md"), key=lambda path: (path.stem not in catalogue.results, path.stem == "index", path)):
        page = Page(path.relative_to(project.docs).as_posix(), catalogue, verdicts, terms)
        try:
            yield page.path, pages.render(page, utf8.read(path, f"docs/{page.path}"), parts).encode("utf-8")
        except Mistake as mistake:
            mistakes += mistake.lines
        yield from page.files.items()
    raise_all(mistakes)


def generated_parts(project: Project, catalogue: Catalogue, verdicts: Verdicts) -> dict[str, pages.Part]:
    """The parts of pages that are written from code, the lock and the installed packages, by the name that an expression uses."""
    path = project.scenarios / "claims.yaml"
    titles = article.read(path).titles if path.exists() else {}
    explorer = Explorer(project.scenarios, project.cache.folder)

    def claims(page: Page, source: str) -> str:
        if source not in titles:
            raise Mistake(f"there is no article {source!r} in scenarios/claims.yaml: {nearest(source, sorted(titles))}")
        stem = f"data/{served_as(page.path)}{source}"
        page.keep(markup.data_files(stem, claims_page.claims_data(source, verdicts)))
        table = claims_page.claims_table(source, titles[source], verdicts, catalogue, partial(page.link, spread=True))
        return f'<div class="table-block">{table}{markup.downloads(page.root, stem)}</div>'

    return {
        "claims": claims,
        "verdict_counts": lambda page: claims_page.verdict_counts(verdicts),
        "structure": lambda page: listing.structure(PACKAGE, page.root),
        "calculator": calculator,
        "decision": decision,
        "decisions": decisions,
        "explorer": explorer.place,
        "strip": explorer.strip,
        "every_size": explorer.every_size,
        "matrix": explorer.matrix,
        "hazards": matrix,
        "hazard_count": hazard_count,
        "licences": lambda page: listing.licences(dependency_licences()),
        "data_sets": lambda page: listing.data_sets(),
        "attribution": lambda page, name: listing.attribution(name),
        "changes": lambda page: change_list.changes(changes.entries(project.changes), catalogue, page.root),
        "waiting": lambda page: change_list.pending(pending(project, catalogue)),
        "scenario_keys": lambda page: scenario_reference.scenario_keys(),
        "measures": lambda page: reference.measures(),
        "closeness": lambda page, kind: reference.closeness(kind),
        "of_index": lambda page, name: reference.of_index(name),
        "command_line": lambda page: reference.command_line(arguments.parser()),
        "scenario_lists": lambda page: listing.scenario_lists(catalogue, page.root),
        "default": shipped.default,
        "stands": shipped.stands,
        "releases": shipped.releases,
        "defaults_table": shipped.defaults_table,
        "defaults_beside": shipped.defaults_beside,
    }


def generated(project: Project, catalogue: Catalogue, verdicts: Verdicts) -> Iterator[tuple[str, bytes]]:
    """The pages that list hazards, numbers and code, numbers.json, its part for each scenario, and the schemas."""
    for path, text in column_pages(catalogue):
        yield path, text.encode("utf-8")
    for name, results in sorted(catalogue.results.items()):
        path = f"reference/numbers/{name}.md"
        yield path, listing.numbers_page(catalogue, results, root_of(path), project.renamed()).encode("utf-8")
        yield f"data/{name}.json", as_json(catalogue.to_json(name))
        yield f"data/{name}.csv", markup.csv_file(listing.numbers_data(results))
    for path, text in listing.source_pages(PACKAGE).items():
        yield path, text.encode("utf-8")
    yield "numbers.json", as_json({**catalogue.to_json(), "claims": article.to_json(verdicts)})
    yield "numbers.schema.json", as_json(NUMBERS_SCHEMA, indent=1)
    yield "scenario.schema.json", as_json(scenario_reference.scenario_schema(), indent=1)


def as_json(data: Mapping[str, object], indent: int | None = None) -> bytes:
    """JSON as a file's bytes, its keys in the order in which they come; raises `ValueError` for NaN and infinity."""
    return (json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False) + "\n").encode("utf-8")
