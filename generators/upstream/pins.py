"""Pins: the exact versions of the measured libraries in pyproject.toml, listed and moved to what is installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from generators import provenance, utf8
from generators.cache import write
from generators.mistake import Mistake, raise_all

PIN = re.compile(r"([\w.-]+)==([\w.!+-]+)")


def pinned(root: Path) -> dict[str, str]:
    """The distributions that could move a number and are pinned exactly, with their pins.

    Raises `Mistake` where there are none, or two of one.
    """
    file = root / "pyproject.toml"
    return pins_of(utf8.read(file, file.name), file.name)


def pins_of(text: str, shown_as: str) -> dict[str, str]:
    """The pins in the text of a pyproject.toml that `shown_as` names; raises as `pinned` does."""
    try:
        wanted = [str(line) for line in tomllib.loads(text)["project"]["dependencies"]]
    except (tomllib.TOMLDecodeError, LookupError, TypeError) as error:
        raise Mistake(f"{shown_as}: has no list of dependencies under project ({type(error).__name__}: {error}): correct it") from None
    pins = [match for line in wanted if (match := PIN.fullmatch(line)) and match[1] in provenance.PACKAGES]
    found = {pin[1]: pin[2] for pin in pins}
    raise_all(f"{shown_as}: pins {name} more than once: keep one" for name in found if sum(pin[1] == name for pin in pins) > 1)
    if not found:
        raise Mistake(f"{shown_as}: pins no measured library: write one under dependencies as NAME==VERSION")
    return found


def move(root: Path) -> list[str]:
    """Pin each measured library to what is installed, and tell of each pin that moved.

    Raises `Mistake`, and writes nothing, where one is not installed or cannot be found as it is written.
    """
    before, installed = pinned(root), provenance.versions()
    raise_all(f"{name} is pinned and not installed: install it, or take its pin out" for name in before if name not in installed)
    file = root / "pyproject.toml"
    text = utf8.read(file, file.name)
    moved = {name: version for name, version in before.items() if installed[name] != version}
    for name, version in moved.items():
        text = re.sub(rf"""(["']){re.escape(name)}=={re.escape(version)}\1""", rf"\g<1>{name}=={installed[name]}\g<1>", text)
    after = pins_of(text, file.name)
    raise_all(
        f'{file.name}: the pin of {name} could not be moved: write it out as "{name}=={version}", without escapes'
        for name, version in moved.items()
        if after.get(name) != installed[name]
    )
    write(file, text.encode())
    return [f"{name}=={version} became {name}=={installed[name]}" for name, version in moved.items()]
