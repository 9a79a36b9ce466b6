"""The explorers of a project's pages: what a slow model makes of their documents, against today's chunks and computed anew."""

from __future__ import annotations

from collections.abc import Iterator

from generators import pages, utf8
from generators.explorer import Explorer, frozen
from generators.explorer.settings import SHELVES, Shelf
from generators.mistake import Absent
from generators.project import Project
from generators.schema import counted
from generators.terminal import complain, progress, say
from generators.workers import on_all_cores

REMEDY = "compute it with: offcut lock --live"


def offered(here: Project) -> list[str]:
    """The documents that the explorers of the pages offer, each once."""
    names: dict[str, None] = {}
    for path in sorted(here.docs.rglob("*.md")):
        names |= dict.fromkeys(pages.given(utf8.read(path, f"docs/{path.relative_to(here.docs).as_posix()}"), "explorer"))
    return list(names)


def sheets(here: Project) -> Iterator[tuple[Explorer, str, Shelf]]:
    """Each of these documents under each splitter, as the site has them."""
    explorer, names = Explorer(here.scenarios, here.cache.folder), offered(here)
    explorer.prepare(names)
    yield from ((explorer, name, shelf) for name in names for shelf in SHELVES.values())


def differences(here: Project, *, live: bool) -> list[str]:
    """Lines on ranks by the model that are of other chunks than today's, on files left over, and with `live` on ranks never computed."""
    lines, known = [], set()
    for explorer, name, shelf in sheets(here):
        path = frozen.place(here.scenarios, name, shelf)
        known.add(path)
        if path.exists() and not frozen.read(explorer, name, shelf):
            lines.append(f"{path.name}: is of other chunks or questions than today's; {REMEDY}")
        elif live and not path.exists():
            lines.append(f"{path.name}: not computed yet; {REMEDY}")
    left = sorted(set(frozen.folder(here.scenarios).glob("*")) - known)
    lines += [f"{path.name}: published, but no page has an explorer of it; delete the file" for path in left]
    return [f"published/explorer/{line}" for line in lines]


def freeze(here: Project) -> None:
    """Have the model rank, on all cores, whatever it has not ranked yet as it is today; where it does not run, say what it needs."""
    missing = [one for one in sheets(here) if not frozen.is_current(*one)]
    if not missing:
        return
    try:
        frozen.encoder(missing[0][0]).encode(["a text to try it on"])
    except Absent as absent:
        complain(f"not computed here: {absent}")
        return
    with progress("sheets") as tell:
        for done, _ in enumerate(on_all_cores(frozen.freeze, missing), start=1):
            tell("explorer", done, len(missing))
    say(f"explorer: {counted(len(missing), 'sheet')} ranked by the model")
