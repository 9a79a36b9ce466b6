"""Provenance: the versions of everything that could move a number, and a digest of the code that computes it."""

from __future__ import annotations

import hashlib
import platform
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGES = (
    "beautifulsoup4",
    "chonkie",
    "chonkie-core",
    "faiss-cpu",
    "langchain-core",
    "langchain-text-splitters",
    "llama-index-core",
    "markdown-it-py",
    "nltk",
    "numpy",
    "scipy",
    "semantic-text-splitter",
    "semchunk",
    "tiktoken",
)
"""The distributions whose release could move a number."""

PRESENTATION = (
    "arguments.py",
    "article",
    "builds.py",
    "calculator.py",
    "catalogue.py",
    "change_list.py",
    "changes.py",
    "charts",
    "cli.py",
    "commands",
    "decision",
    "display.py",
    "door.py",
    "entry.py",
    "exhibits.py",
    "explorer",
    "figures.py",
    "guarded.py",
    "hazards",
    "inspection",
    "licences.py",
    "listing.py",
    "lock.py",
    "markup.py",
    "numbers_schema.py",
    "page.py",
    "pages.py",
    "project.py",
    "readings.py",
    "reference.py",
    "renamed.py",
    "scenario_reference.py",
    "shipped",
    "site.py",
    "stamp.py",
    "terminal.py",
    "upstream",
)
"""What only shows or compares numbers, so that a change of it needs no run."""

PACKAGE = Path(__file__).parent


def python() -> str:
    """The interpreter's minor version, `3.11`."""
    return ".".join(platform.python_version_tuple()[:2])


@cache
def versions() -> dict[str, str]:
    """Distribution name to installed version; one that is not installed is left out."""
    return dict(_installed(PACKAGES))


def built_with() -> dict[str, str]:
    """The versions with that of offcut itself, which is cited but moves no number by itself: what computes is in `code_digest`."""
    return {"offcut": own_version(), **versions()}


def own_version() -> str:
    """The release of Offcut, as it is installed or, where it is run from its folder, as its pyproject.toml has it."""
    for _, version in _installed(["offcut"]):
        return version
    return str(tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def _installed(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def code_files() -> list[Path]:
    """Every module of the package and every text that it reads, sorted; what tools leave beside them is none of them."""
    return sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".txt"))


@cache
def code_digest() -> str:
    """SHA-256 over the modules that compute numbers; part of the cache's key, never of the output."""
    digest = hashlib.sha256()
    for path in code_files():
        name = path.relative_to(PACKAGE)
        if name.parts[0] not in PRESENTATION:
            digest.update(f"{name.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()
