"""Builds: two published numbers.json compared, number by number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generators import schema, utf8
from generators.display import unit_word
from generators.entry import Entry, bounds_of, checked, closeness, measure_of, same, shown, told_apart
from generators.lock import unique
from generators.mistake import Mistake

RECORD: dict[str, tuple[type, ...]] = {"value": (int, float, type(None)), "interval": (list, type(None)), "unit": (str,)}
"""What a record must hold to be compared."""


@dataclass(frozen=True)
class Published:
    """A number as a build published it, what its bounds are called, and how far another build's value may lie from it."""

    entry: Entry
    unit: str
    close: float
    bounds: str = "seeds"


def read(path: Path) -> dict[str, Published]:
    """The numbers of a numbers.json, or of the built site that holds it; raises `Mistake` where they cannot be read."""
    file = path / "numbers.json" if path.is_dir() else path
    text, remedy = utf8.read(file, str(file)), "name a numbers.json, or the folder of a built site"
    try:
        data = json.loads(text, object_pairs_hook=unique)
    except RecursionError:
        raise Mistake(f"{file}: is JSON nested too deeply: {remedy}") from None
    except json.JSONDecodeError as error:
        raise Mistake(f"{file}: is no JSON ({error}): {remedy}") from None
    except ValueError as error:
        raise Mistake(f"{file}: {error}: build it again, or name another file") from None
    lacking = [key for key in ("format", "numbers") if not isinstance(data, dict) or key not in data]
    if "format" in lacking:
        raise Mistake(f"{file}: is JSON without {' and '.join(map(repr, lacking))}: {remedy}")
    if data["format"] != 1:
        other = f"its format is {data['format']!r}, and this version of offcut reads 1"
        raise Mistake(f"{file}: {other}: install the version that wrote it")
    if not isinstance(data.get("numbers"), dict):
        raise Mistake(f"{file}: has no mapping of numbers by id under 'numbers': {remedy}")
    return {number: record_of(number, record, file) for number, record in data["numbers"].items()}


def record_of(number: str, record: object, file: Path) -> Published:
    """One record of a file; raises `Mistake` with what is wrong in it."""
    if not isinstance(record, dict):
        problem = f"{schema.shown(record)} is no record"
    elif lacking := [key for key in RECORD if key not in record]:
        problem = f"its record lacks {' and '.join(map(repr, lacking))}"
    elif wrong := [key for key, kind in RECORD.items() if not isinstance(record[key], kind)]:
        problem = ", ".join(f"its {key} cannot be {schema.shown(record[key])}" for key in wrong)
    else:
        try:
            return published(number, record)
        except (ValueError, OverflowError) as error:
            problem = str(error)
    raise Mistake(f"{file}: {schema.shown(number)}: {problem}: build it again, or name another file")


def published(number: str, record: Mapping[str, Any]) -> Published:
    """One record; raises `ValueError` where its value is none. Only a closed form's record has a formula."""
    entry = checked([record["value"], *record["interval"]] if record["interval"] else record["value"])
    return Published(entry, record["unit"], closeness(measure_of(number), modelled=bool(record.get("formula"))), bounds_of(number))


def compare(old: Mapping[str, Published], new: Mapping[str, Published]) -> list[str]:
    """A sentence for every number that moved by more than its measure allows, came in or is gone, in order of id."""
    found = []
    for number in sorted({*old, *new}):
        if number not in old:
            found.append(f"{number}: is new, {worded(new[number])}")
        elif number not in new:
            found.append(f"{number}: is gone, was {worded(old[number])}")
        elif old[number].unit != new[number].unit:
            found.append(f"{number}: {worded(old[number])} became {worded(new[number])}")
        elif not same(old[number].entry, new[number].entry, new[number].close):
            before, after = told_apart(old[number].entry, new[number].entry, new[number].unit, new[number].bounds)
            found.append(f"{number}: {before} became {after} {unit_word(new[number].unit)}".rstrip())
    return found


def worded(number: Published) -> str:
    """A published number as a page displays it, with its unit."""
    return f"{shown(number.entry, number.unit, number.bounds)} {unit_word(number.unit)}".rstrip()
