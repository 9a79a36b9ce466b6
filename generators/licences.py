"""The licences of the packages that the project is built with, read from the packages themselves."""

from __future__ import annotations

import importlib.metadata
import re
from email.message import Message
from pathlib import Path

LOCKED = Path(__file__).parent.parent / "requirements.txt"
HOME_LABELS = ("homepage", "home", "website", "source", "source code", "repository", "github", "code", "documentation")


def dependency_licences(locked: Path = LOCKED) -> list[tuple[str, str, str, str]]:
    """Name, version, licence and home page (or "") of every package named in the lock file, sorted by name.

    A package that the lock file keeps for other systems or Python versions is not installed here and has no row.
    """
    names = sorted(set(re.findall(r"^([\w.-]+)==", locked.read_text(encoding="utf-8"), flags=re.MULTILINE)))
    installed = {normalised(found.name): found for found in importlib.metadata.distributions()}
    return [
        (name, found.version, licence(found.metadata), home_page(found.metadata))
        for name in names
        if (found := installed.get(normalised(name)))
    ]


def normalised(name: str) -> str:
    """The name in the one spelling that compares: lower case, with single hyphens (the packaging standard's rule)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(metadata: importlib.metadata.PackageMetadata | Message) -> str:
    """The licence as the package states it: its SPDX expression, else its classifiers, else the first line of its licence field."""
    if expression := metadata.get_all("License-Expression"):
        return str(expression[0])
    classifiers = metadata.get_all("Classifier") or []
    if stated := [str(entry).rpartition(" :: ")[2] for entry in classifiers if re.match(r"License :: .+ :: ", str(entry))]:
        return ", ".join(sorted(stated))
    lines = "\n".join(str(text) for text in metadata.get_all("License") or []).splitlines()
    return next((line.strip() for line in lines if re.search(r"\w", line)), "not stated")


def home_page(metadata: importlib.metadata.PackageMetadata | Message) -> str:
    """The package's home page, else where its source or documentation stands, else ""."""
    pages = {}
    for entry in metadata.get_all("Project-URL") or []:
        label, _, address = str(entry).partition(",")
        pages[label.strip().lower()] = address.strip()
    named = [pages[label] for label in HOME_LABELS if label in pages]
    stated = [str(address) for address in metadata.get_all("Home-page") or []]
    return next((address for address in [*stated, *named] if re.match("https?://", address)), "")
