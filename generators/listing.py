"""Listing: the pages that list every number and every source file, and the lists of packages and data sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generators.catalogue import Catalogue
from generators.corpora.datasets import DATASETS
from generators.display import display, escaped, inert, unit_word
from generators.markup import downloads, row_of, unread, wrapped
from generators.measures import MEASURES
from generators.measures.measure import JSON
from generators.mistake import Mistake
from generators.results import Measurement, Results, in_order
from generators.schema import nearest

UNSEARCHED = "search:\n  exclude: true\n"
"""For the front matter of a page of ids or code, which would flood the site's own search."""


def numbers_page(catalogue: Catalogue, results: Results, root: str, renamed: Mapping[str, str]) -> str:
    """Every number of one scenario as a table, one row a number with the id as its anchor; old ids lead to new ones."""
    versions = _versions(catalogue.built_with())
    if any(one.status == "frozen" for one in results.numbers.values()):
        versions += f". Those that are frozen were made with {_versions(catalogue.locked_with(results.scenario))}"
    rows = "".join(_number_row(catalogue, one, root) for one in in_order(results.numbers.values()))
    old = "".join(
        _renamed_row(before, after, root) for before, after in sorted(renamed.items()) if before.startswith(f"{results.scenario}/")
    )
    corpora = "".join(f"<li><code>{escaped(name)}</code> <code>{sha}</code></li>" for name, sha in sorted(results.corpora.items()))
    caption = f"Every number of {inert(results.scenario)}, with its unit and what went into it"
    table = _table(caption, "numbers list", ("Number", "Value", "Unit", "Inputs"), rows + old, caption=True)
    return (
        f"---\n{UNSEARCHED}hide: [toc]\n---\n\n# Numbers of {inert(results.scenario)}: {inert(results.title)}\n\n"
        f"<p>Recompute them with <code>offcut run {escaped(results.scenario)}</code>. Built with {escaped(versions)}.</p>\n\n"
        f'<details class="chart-data"><summary>Hashes of the corpora</summary><ul>{corpora}</ul></details>\n\n'
        + unread(f'<div class="table-block">{table}{downloads(root, f"data/{results.scenario}")}</div>')
    )


def _versions(built: Mapping[str, Any]) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in built["packages"].items())
    return f"Python {built['python']}, {packages}"


def numbers_data(results: Results) -> list[dict[str, Any]]:
    """Every number of one scenario as a row of data, in the order of its page."""
    return [
        row_of(one, corpus=one.corpus, splitter=one.splitter, measure=one.measure, part=one.part)
        | {"status": one.status, "inputs": one.inputs}
        for one in in_order(results.numbers.values())
    ]


def _table(label: str, kind: str, heads: Sequence[str], rows: str, *, caption: bool = False) -> str:
    head = "".join(f'<th scope="col">{head}</th>' for head in heads)
    words = f"<caption>{label}</caption>" if caption else ""
    return wrapped(label, f'<table class="{kind}">{words}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


def _renamed_row(before: str, after: str, root: str) -> str:
    old, new = escaped(before), escaped(after)
    there = f"{root}reference/numbers/{after.partition('/')[0]}/#{new}"
    return (
        f'<tr id="{old}"><th scope="row"><code>{old}</code></th><td colspan="3">is now <a href="{there}"><code>{new}</code></a></td></tr>'
    )


def _number_row(catalogue: Catalogue, one: Measurement, root: str) -> str:
    unit = MEASURES[one.measure].unit
    low, high = (display(bound, unit) for bound in one.interval) if one.interval else ("", "")
    spread = f" ({low} to {high})" if low != high else ""
    frozen = ' <span class="frozen-mark">frozen</span>' if one.status == "frozen" else ""
    page = catalogue.pages.get(one.id)
    back = f' <a href="{root}{page}#{escaped(one.id)}" title="where it is shown">shown</a>' if page is not None else ""
    inputs = ", ".join(f"{name} {_brief(value)}" for name, value in one.inputs.items())
    return (
        f'<tr id="{escaped(one.id)}"><th scope="row"><code>{escaped(one.id.removeprefix(one.scenario + "/"))}</code>{back}</th>'
        f"<td>{escaped(display(one.value, unit) + spread)}{frozen}</td>"
        f'<td><a href="{root}reference/measures/#{one.measure}">{escaped(unit_word(unit) or "share")}</a></td>'
        f'<td class="inputs">{escaped(inputs)}</td></tr>'
    )


def _brief(value: JSON) -> str:
    if isinstance(value, dict):  # by seed: a card shows what else differs between them
        return ", ".join(_brief(part["value"] if isinstance(part, dict) else part) for part in value.values())
    if isinstance(value, list):
        return "[" + ", ".join(map(_brief, value)) + "]"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def modules(package: Path) -> Iterator[tuple[str, str, str]]:
    """Every module of the package as (path within the project without suffix, first line of its docstring, source), sorted."""
    for path in sorted(package.rglob("*.py")):
        source = path.read_text("utf-8")
        doc = re.match(r'"""(.+?)(?:\n\n|""")', source, re.DOTALL)
        yield path.relative_to(package.parent).with_suffix("").as_posix(), doc[1].replace("\n", " ") if doc else "", source


def source_pages(package: Path) -> dict[str, str]:
    """A page of code for every module, line by line with anchors; `reference/source/generators/run.md` and so on."""
    pages = {}
    for module, doc, source in modules(package):
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", source)), default=0))
        front = f"---\n{UNSEARCHED}hide: [toc]\n---\n\n"
        code = f'{fence}python linenums="1"\n{source.rstrip()}\n{fence}\n'
        pages[f"reference/source/{page_name(module)}.md"] = f"{front}# `{module}.py`\n\n{inert(doc)}\n\n{code}"
    return pages


def page_name(module: str) -> str:
    """The page of a module; a package's own file takes the name `package`, for MkDocs serves `__init__` under a name of its own."""
    return module.replace("__init__", "package")


def structure(package: Path, root: str) -> str:
    """Every module with the first line of its docstring, linked to its source, as an HTML table."""
    rows = "".join(
        f'<tr><th scope="row"><a href="{root}reference/source/{page_name(module)}/"><code>{escaped(module)}</code></a></th>'
        f"<td>{escaped(doc)}</td></tr>"
        for module, doc, _ in modules(package)
    )
    return _table("Structure", "structure", ("Module", "What is in it"), rows)


def licences(rows: list[tuple[str, str, str, str]]) -> str:
    """The licences of the packages as an HTML table."""
    body = "".join(
        f'<tr><th scope="row">{_home(name, home)}</th><td>{escaped(version)}</td><td>{escaped(licence)}</td></tr>'
        for name, version, licence, home in rows
    )
    return _table("Licences", "structure", ("Package", "Version", "Licence"), body)


def data_sets() -> str:
    """The data sets of others as an HTML table: what each is, its licence, and where it comes from."""
    rows = "".join(
        f'<tr id="data-{name}"><th scope="row"><code>{name}</code></th><td>{escaped(data.origin)}</td><td>{escaped(data.licence)}</td>'
        f"<td>{_home(data.repository, data.home)}</td></tr>"
        for name, data in DATASETS.items()
    )
    return _table("Data sets", "structure", ("Data set", "Text", "Licence", "From"), rows)


def attribution(name: str) -> str:
    """Whose a data set is and under which licence, as a sentence of HTML."""
    if name not in DATASETS:
        raise Mistake(f"there is no data set {name!r}: {nearest(name, list(DATASETS))}")
    data = DATASETS[name]
    return f"{escaped(data.origin)} ({_home(data.repository, data.home)}), licence {escaped(data.licence)}"


def _home(name: str, home: str) -> str:
    return f'<a href="{escaped(home)}" rel="noopener">{escaped(name)}</a>' if home else escaped(name)


def scenario_lists(catalogue: Catalogue, root: str) -> str:
    """A link to the list of each scenario's numbers, with how many there are."""
    rows = "".join(
        f'<li><a href="{root}reference/numbers/{name}/">{escaped(results.title)}</a>: {len(results.numbers):,} numbers '
        f"of <code>{escaped(name)}</code></li>"
        for name, results in sorted(catalogue.results.items())
    )
    return f'<ul class="scenario-lists">{rows}</ul>'
