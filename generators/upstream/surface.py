"""Surface: what an installed library class takes, sets, counts and cuts, as plain texts that two releases can be compared by."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generators import installed
from generators.display import visible
from generators.mistake import Absent, Mistake
from generators.splitters import build_alone, run_alone
from generators.splitters.defaults import defaults, library_class, module_of, plain, required
from generators.splitters.isolation import name_of, without_machine
from generators.splitters.splitter import Splitter
from generators.splitters.stated import STATED
from generators.upstream.probes import TEXTS, settings

CLAIMS = "A.defaults"
"""The name of what the article states, among those of classes."""

REQUIRED = "required"
LONGEST_ERROR = 300


@dataclass(frozen=True)
class Probe:
    """A splitter under one group of settings: the error if it could not be built, else what its sizes count, every setting in force, and
    by text either `LENGTH LENGTH ... #DIGEST` of its chunks or the error that it raised.
    """

    error: str = ""
    unit: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    cuts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Surface:
    """A class: the error if it cannot be had, else the file of its source (empty where none is installed), the default of every parameter,
    and its probes by their settings.
    """

    error: str = ""
    source: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    probes: dict[str, Probe] = field(default_factory=dict)


def surface(use: str) -> Surface:
    """The surface of the installed class that the shelf's `use` names; whatever its library raises is in it."""
    try:
        found = parameters(use)
        source = source_of(use)
    except Exception as raised:  # noqa: BLE001 whatever a release breaks is a finding
        return Surface(error=_told(raised))
    return Surface("", source, found, {name: probe(use, keywords) for name, keywords in settings(use)})


def parameters(use: str) -> dict[str, str]:
    """Every parameter of the class in order of its name, with its default in force; raises `Absent` where they cannot be read."""
    needed, known = required(use), defaults(use)
    return {name: REQUIRED if name in needed else worded(known[name].value) for name in sorted({*needed, *known})}


def claimed() -> Surface:
    """What article A states of the libraries, by claim, as if it were the parameters of a class."""
    found = {}
    for name, read in sorted(STATED.items()):
        try:
            found[name] = worded(read().value)
        except Exception as raised:  # noqa: BLE001 the same
            found[name] = f"n/a: {_told(raised)}"
    return Surface(parameters=found)


def place(use: str, name: str) -> str:
    """Where a parameter stands in the installed source, behind a sentence: ` (FILE:LINE)`; empty where it cannot be told."""
    try:
        found = STATED[name]() if use == CLAIMS else {**defaults(use), **required(use)}.get(name)
    except Exception:  # noqa: BLE001 a sentence without its place is better than none
        return ""
    return f" ({found.place})" if found and found.line is not None else ""


def source_of(use: str) -> str:
    """The file that the class is defined in, empty where its source is not installed; raises `Absent` where the class is not."""
    cls = library_class(use)
    if cls is None:
        return ""
    module = module_of(cls)
    try:
        installed.tree(module)
    except Absent:
        return ""
    return installed.source_file(module)


def probe(use: str, keywords: Mapping[str, Any]) -> Probe:
    """The splitter built with these keywords and run on every text."""
    try:
        built = build_alone(use, keywords)
    except (Mistake, Absent) as raised:
        return Probe(error=_told(raised))
    if built.splitter is None:
        return Probe(error=_line(built.error))
    found = {name: worded(value) for name, value in sorted(built.splitter.settings.items())}
    cuts = {name: _cuts(built.splitter, text) for name, text in TEXTS.items()}
    return Probe("", built.splitter.unit, found, cuts)


def _cuts(splitter: Splitter, text: str) -> str:
    try:
        outcome = run_alone(splitter, [text])
    except (Mistake, Absent) as raised:
        return _told(raised)
    if outcome.chunks is None:
        return _line(outcome.error)
    (chunks,) = outcome.chunks
    digest = hashlib.sha256("\0".join(chunks).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return " ".join([*(str(len(chunk)) for chunk in chunks), f"#{digest}"])


def worded(value: object) -> str:
    """A value as Python text that is the same in every process."""
    return without_machine(repr(plain(value)))


def _told(raised: Exception) -> str:
    """What was raised, on one line; what is absent says so itself."""
    return _line(str(raised) if isinstance(raised, Absent) else name_of(raised))


def _line(error: str) -> str:
    """An error on one line, and not too long for a sentence."""
    return " ".join(visible(error).split())[:LONGEST_ERROR]
