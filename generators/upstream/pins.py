"""Pins: the exact versions of the measured libraries in pyproject.toml, listed and moved to what is installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from generators import provenance, utf8
from generators.cache import write
from generators.mistake import Mistake, raise_all
from generators.splitters import EXTRAS, packages

PIN = re.compile(r"([\w.-]+)==([\w.!+-]+)")


def pinned(root: Path) -> dict[str, str]:
    """The distributions that could move a number and are pinned exactly, with their pins.

    Raises `Mistake` where there are none, or two that differ of one.
    """
    file = root / "pyproject.toml"
    pins = pins_of(utf8.read(file, file.name), file.name)
    raise_all(f"{file.name}: pins {name} to {' and '.join(versions)}: keep one" for name, versions in pins.items() if len(versions) > 1)
    if not pins:
        raise Mistake(f"{file.name}: pins no measured library: write one under dependencies as NAME==VERSION")
    return {name: version for name, (version,) in pins.items()}


def pins_of(text: str, shown_as: str) -> dict[str, list[str]]:
    """The versions to which the text of a pyproject.toml pins each of them, under dependencies and in extras; one may stand in several.

    Raises `Mistake` with the name that the text is shown as where it has no such lists.
    """
    try:
        project = tomllib.loads(text)["project"]
        wanted = [str(line) for lines in (project["dependencies"], *project.get("optional-dependencies", {}).values()) for line in lines]
    except (tomllib.TOMLDecodeError, LookupError, TypeError, AttributeError) as error:
        raise Mistake(f"{shown_as}: has no list of dependencies under project ({type(error).__name__}: {error}): correct it") from None
    found: dict[str, list[str]] = {}
    for line in dict.fromkeys(wanted):
        if (pin := PIN.fullmatch(line)) and pin[1] in (*provenance.PACKAGES, *EXTRAS.values()):
            found.setdefault(pin[1], []).append(pin[2])
    return found


def move(root: Path) -> list[str]:
    """Pin each measured library to what is installed, in every place, and tell of each pin that moved.

    The pin of what a build can do without stays where that is not installed. Raises `Mistake`, and writes nothing, where another is not
    installed, or a pin cannot be found as it is written.
    """
    before = pinned(root)
    installed = {**provenance.versions(), **{name: version for library in EXTRAS for name, version in packages(library).items()}}
    raise_all(f"{name} is pinned and not installed: install it, or take its pin out" for name in before if name not in installed)
    file = root / "pyproject.toml"
    text = utf8.read(file, file.name)
    moved = {name: version for name, version in before.items() if installed[name] not in ("", version)}
    for name, version in moved.items():
        text = re.sub(rf"""(["']){re.escape(name)}=={re.escape(version)}\1""", rf"\g<1>{name}=={installed[name]}\g<1>", text)
    after = pins_of(text, file.name)
    raise_all(
        f'{file.name}: the pin of {name} could not be moved: write it out as "{name}=={version}", without escapes'
        for name, version in moved.items()
        if after.get(name) != [installed[name]]
    )
    write(file, text.encode())
    return [
        *(f"{name}=={version} became {name}=={installed[name]}" for name, version in moved.items()),
        *(f"{name}=={version} stays, for it is not installed here" for name, version in before.items() if not installed[name]),
    ]
