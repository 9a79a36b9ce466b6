"""Stamp: whether a built site is what its inputs would give again, told from a digest of everything that the site is made of."""

from __future__ import annotations

import hashlib
import os
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path

from generators import utf8
from generators.cache import write
from generators.licences import LOCKED
from generators.provenance import PACKAGE, code_files
from generators.results import Results


def inputs(root: Path, results: Mapping[str, Results]) -> str:
    """A digest of pages, scenarios, lock, settings, code, results, installed packages and the environment's variables that matter."""
    settings = configurations(root / "mkdocs.yml")
    parts = [
        platform.python_version(),
        *sorted(f"{found.name}=={found.version}" for found in metadata.distributions()),
        *settings,
        *(f"{name}={os.environ.get(name, '')}" for name in variables(settings)),
        # A set has no order of its own: written as it is, it would differ from one process to the next.
        *(repr((name, sorted(found.optional), replace(found, optional=frozenset()))) for name, found in sorted(results.items())),
        digest(root, [*files(root / "docs"), *files(root / "scenarios")]),
        digest(PACKAGE, code_files()),
        digest(LOCKED.parent, [LOCKED]),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def configurations(path: Path) -> list[str]:
    """The text of MkDocs's settings, and of those that they inherit from; raises `Mistake` where one cannot be read."""
    found: dict[Path, str] = {}
    while path.is_file() and path not in found:
        found[path] = utf8.read(path, path.name)
        parent = re.search(r"""^INHERIT:\s*["']?([^"'\s]+)""", found[path], re.MULTILINE)
        path = (path.parent / (parent[1] if parent else "")).resolve()
    return list(found.values())


def variables(settings: Iterable[str]) -> list[str]:
    """The environment's variables that a build looks at: where data sets lie, and whatever stands behind `!ENV` in the settings."""
    named = [name for text in settings for line in re.findall(r"!ENV(.*)", text) for name in re.findall(r"[A-Za-z_]\w*", line)]
    return sorted({"OFFCUT_DATA", *named})


def files(folder: Path) -> list[Path]:
    """The files of a folder, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def digest(root: Path, paths: Iterable[Path]) -> str:
    """A digest of the names and the bytes of files, as many of them as there are."""
    whole = hashlib.sha256()
    for path in paths:
        if path.is_file():
            data = path.read_bytes()
            whole.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def is_current(stamp: Path, made_of: str, site: Path) -> bool:
    """Whether the site is still the one that was stamped, and made of the same."""
    return stamp.is_file() and stamp.read_bytes() == stamped(made_of, site)


def put(stamp: Path, made_of: str, site: Path) -> None:
    """Stamp a site that has just been built."""
    write(stamp, stamped(made_of, site))


def stamped(made_of: str, site: Path) -> bytes:
    """What a stamp says: a digest of what the site is made of, and one of its files."""
    return f"{made_of} {digest(site, files(site))}".encode()
