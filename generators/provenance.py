"""Provenance: the versions of everything that could move a number, and a digest of the code that computes it."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGES = ("langchain-core", "langchain-text-splitters", "llama-index-core", "markdown-it-py", "nltk", "numpy", "tiktoken")
"""The distributions whose release could move a number."""

PRESENTATION = (
    *("article", "catalogue.py", "charts", "cli.py", "commands.py", "display.py", "door.py", "licences.py", "listing.py"),
    *(
        "lock.py",
        "figures.py",
        "markup.py",
        "numbers_schema.py",
        "page.py",
        "pages.py",
        "project.py",
        "reference.py",
        "renamed.py",
        "site.py",
    ),
)
"""What only shows or compares numbers, so that a change of it needs no run."""


def python() -> str:
    """The interpreter's minor version, `3.11`."""
    return ".".join(platform.python_version_tuple()[:2])


@cache
def versions() -> dict[str, str]:
    """Distribution name to installed version; one that is not installed is left out."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


@cache
def code_digest() -> str:
    """SHA-256 over the modules that compute numbers; part of the cache's key, never of the output."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.*")):
        name = path.relative_to(root)
        if path.suffix not in (".pyc",) and name.parts[0] not in PRESENTATION and path.is_file():
            digest.update(f"{name.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()
