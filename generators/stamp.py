"""Stamp: whether a built site is what its inputs would give again, told from a digest of everything that the site is made of."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

from generators.cache import write
from generators.results import Results

SETTINGS = ("OFFCUT_DATA", "OFFCUT_SITE_URL")
"""The variables of the environment that a build looks at."""


def inputs(root: Path, results: Mapping[str, Results]) -> str:
    """A digest of pages, scenarios, lock, code, results, installed packages and settings."""
    digest = hashlib.sha256()
    packages = sorted({f"{found.metadata['Name']}=={found.version}" for found in metadata.distributions()})
    for line in (platform.python_version(), *packages, *(f"{name}={os.environ.get(name, '')}" for name in SETTINGS)):
        digest.update(f"{line}\n".encode())
    for name in sorted(results):
        digest.update(repr((name, results[name].title, sorted(results[name].numbers.items()), sorted(results[name].runs.items()))).encode())
    package = Path(__file__).parent
    feed(digest, root, [root / "mkdocs.yml", *files(root / "docs"), *files(root / "scenarios"), root / "requirements.txt"])
    feed(digest, package, files(package))
    return digest.hexdigest()


def contents(site: Path) -> str:
    """A digest of every file of a built site."""
    digest = hashlib.sha256()
    feed(digest, site, files(site))
    return digest.hexdigest()


def files(folder: Path) -> list[Path]:
    """The files of a folder, sorted; what Python compiles is none of them."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def feed(digest: hashlib._Hash, root: Path, paths: Iterable[Path]) -> None:
    """Add each file's name and bytes."""
    for path in paths:
        if path.is_file():
            data = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode() + data)


def is_current(stamp: Path, made_of: str, site: Path) -> bool:
    """Whether the site is still the one that was stamped, and made of the same."""
    return stamp.is_file() and stamp.read_text("utf-8") == f"{made_of} {contents(site)}"


def put(stamp: Path, made_of: str, site: Path) -> None:
    """Stamp a site that has just been built."""
    write(stamp, f"{made_of} {contents(site)}".encode())
