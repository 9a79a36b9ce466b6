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
    """The distributions that could move a number and are pinned exactly, with their pins; raises `Mistake` where there are none."""
    file = root / "pyproject.toml"
    try:
        wanted = [str(line) for line in tomllib.loads(utf8.read(file, file.name))["project"]["dependencies"]]
    except (tomllib.TOMLDecodeError, LookupError, TypeError) as error:
        raise Mistake(f"{file.name}: has no list of dependencies under project ({type(error).__name__}: {error}): correct it") from None
    pins = [match for line in wanted if (match := PIN.fullmatch(line))]
    found = {pin[1]: pin[2] for pin in pins if pin[1] in provenance.PACKAGES}
    if not found:
        raise Mistake(f"{file.name}: pins no measured library: write one under dependencies as NAME==VERSION")
    return found


def move(root: Path) -> list[str]:
    """Pin each measured library to what is installed, and tell of each pin that moved; raises `Mistake` where one is not installed."""
    before, installed = pinned(root), provenance.versions()
    raise_all(f"{name} is pinned and not installed: install it, or take its pin out" for name in before if name not in installed)
    file = root / "pyproject.toml"
    text = utf8.read(file, file.name)
    moved = {name: version for name, version in before.items() if installed[name] != version}
    for name, version in moved.items():
        text = re.sub(rf"""(["']){re.escape(name)}=={re.escape(version)}\1""", rf"\g<1>{name}=={installed[name]}\g<1>", text)
    write(file, text.encode())
    return [f"{name}=={version} became {name}=={installed[name]}" for name, version in moved.items()]
