"""Site: every page and data file of the site as `{path: bytes}`, before MkDocs is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generators import article, changes, cli, listing, lock, pages, reference
from generators.article import page as claims_page
from generators.catalogue import Catalogue
from generators.licences import dependency_licences
from generators.mistake import Mistake, raise_all
from generators.numbers_schema import NUMBERS_SCHEMA
from generators.page import Page, root_of
from generators.project import Project


def pending(project: Project, catalogue: Catalogue) -> list[lock.Difference]:
    """Where the computed numbers differ from the published ones, over all scenarios."""
    return [
        difference
        for name in sorted(catalogue.results)
        for difference in lock.differences(catalogue.results[name], lock.read(project.published, name))
    ]


def build(root: Path, *, accept_pending: bool = False) -> dict[str, bytes]:
    """Every page and data file under its path in MkDocs's docs folder.

    Raises `Mistake` where numbers differ from the lock (unless `accept_pending`), and for every mistake in a scenario or page.
    """
    project = Project(root)
    catalogue = project.catalogue()
    if not accept_pending:
        raise_all(f"{difference}: accept it with `offcut lock {difference.id.split('/')[0]}`" for difference in pending(project, catalogue))
    claims = article.verdicts(project.scenarios / "claims.yaml", catalogue) if (project.scenarios / "claims.yaml").exists() else {}
    site: dict[str, bytes] = {}
    for path, data in [*prose(project, catalogue, claims), *generated(project, catalogue, claims)]:
        if path in site:
            raise Mistake(f"two writers of {path}: a page of docs/ stands in the place of a generated one; rename it")
        site[path] = data
    return site


def prose(project: Project, catalogue: Catalogue, claims: Mapping[str, article.Verdict]) -> Iterator[tuple[str, bytes]]:
    """The pages of docs/ with every expression computed, and the data files that they link."""
    glossary = project.docs / "glossary.md"
    terms = pages.terms(glossary.read_text("utf-8")) if glossary.exists() else {}
    path = project.scenarios / "claims.yaml"
    titles = article.read(path).titles if path.exists() else {}
    extras: dict[str, Callable[..., str]] = {
        "claims": lambda page, source: claims_page.claims_table(source, titles[source], claims, catalogue, page.link),
        "verdict_counts": lambda page: claims_page.verdict_counts(claims),
        "structure": lambda page: listing.structure(Path(__file__).parent, page.root),
        "licences": lambda page: listing.licences(dependency_licences()),
        "changes": lambda page: listing.changes(changes.entries(project.changes), catalogue, page.root),
        "waiting": lambda page: waiting(pending(project, catalogue)),
        "scenario_keys": lambda page: reference.scenario_keys(),
        "measures": lambda page: reference.measures(),
        "command_line": lambda page: reference.command_line(cli.parser()),
        "scenario_lists": lambda page: listing.scenario_lists(catalogue, page.root),
    }
    mistakes: list[str] = []
    for path in sorted(project.docs.rglob("*.md"), key=lambda path: (path.name == "index.md", path.as_posix())):
        name = path.relative_to(project.docs).as_posix()
        page = Page(name, catalogue, claims, terms, extras)
        try:
            text = pages.render(page, path.read_text("utf-8"))
        except Mistake as mistake:
            mistakes += mistake.lines
            continue
        yield name, text.encode("utf-8")
        yield from page.files.items()
    raise_all(mistakes)


def generated(project: Project, catalogue: Catalogue, claims: Mapping[str, article.Verdict]) -> Iterator[tuple[str, bytes]]:
    """The pages that list numbers and code, numbers.json, its part for each scenario, and the schemas."""
    for name, results in sorted(catalogue.results.items()):
        path = f"reference/numbers/{name}.md"
        yield path, listing.numbers_page(catalogue, results, root_of(path), project.renamed()).encode("utf-8")
        yield f"data/{name}.json", as_json(catalogue.to_json(name))
    for path, text in listing.source_pages(Path(__file__).parent).items():
        yield path, text.encode("utf-8")
    yield "numbers.json", as_json({**catalogue.to_json(), "claims": article.to_json(claims)})
    yield "numbers.schema.json", as_json(NUMBERS_SCHEMA, indent=1)
    yield "scenario.schema.json", as_json(reference.scenario_schema(), indent=1)


def as_json(data: Any, indent: int | None = None) -> bytes:
    """JSON with sorted keys at every level but that of ids, which come sorted."""
    return (json.dumps(data, ensure_ascii=False, indent=indent) + "\n").encode("utf-8")


def waiting(differences: list[lock.Difference]) -> str:
    """Numbers that wait to be accepted, shown by a preview; a published build has none."""
    if not differences:
        return ""
    rows = "".join(f"<li>{listing.escaped(str(difference))}</li>" for difference in differences[:200])
    more = f"<p>and {len(differences) - 200:,} more</p>" if len(differences) > 200 else ""
    return f'<div class="finding pending"><p>Pending: numbers that differ from the published ones.</p><ul>{rows}</ul>{more}</div>'
