"""What the closed measures share: the inputs they print, a value of one part, values by band, and assumptions that must be there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

from generators.arithmetic import cut
from generators.corpus import Band, Profile
from generators.measures.measure import JSON, Model, Value, Values
from generators.mistake import Mistake


def plain(number: float | None) -> int | float | None:
    """The number as an int where it is whole, so that 1000 and 1000.0 are published alike."""
    return int(number) if number is not None and float(number).is_integer() else number


def one(number: float | None, **inputs: float | JSON) -> Values:
    """A measure's value without parts, and its inputs."""
    return {"": Value(plain(number), {name: plain(given) if isinstance(given, float) else given for name, given in inputs.items()})}


def window(model: Model) -> dict[str, Any]:
    """The window as inputs."""
    return {"chunk_size": plain(model.size), "chunk_overlap": plain(model.overlap)}


def documents(model: Model) -> dict[str, Any]:
    """The documents as inputs."""
    return {"documents": model.profile.documents, "tokens_per_document": model.profile.tokens_per_document}


def bands(profile: Profile) -> tuple[Band, ...]:
    """The profile's tables, one band a length, shortest first."""
    counts: Counter[int] = Counter()
    for band in profile.tables:
        counts[band.tokens] += band.count
    return tuple(Band(counts[tokens], tokens) for tokens in sorted(counts))


def parts(model: Model) -> tuple[Band, ...]:
    """The bands that have a value of their own."""
    return bands(model.profile) if model.by_band else ()


def pairs(tables: Sequence[Band]) -> list[JSON]:
    """The bands as inputs: tables and tokens of each."""
    return [[band.count, band.tokens] for band in tables]


def by_band(model: Model, numbers: Callable[[tuple[Band, ...]], Sequence[float | None]], **inputs: float | JSON) -> Values:
    """The sum of a quantity over the bands, and each band's own as a part named by its tokens."""
    tables = bands(model.profile)
    found = numbers(tables)
    known = [number for number in found if number is not None]
    total = math.fsum(known) if len(known) == len(found) else None
    values = one(total, **inputs, bands=pairs(tables))
    for band, number in zip(parts(model), found, strict=model.by_band):
        values[str(band.tokens)] = one(number, **inputs, bands=pairs([band]))[""]
    return values


def tables_cut(model: Model) -> float:
    """Expected cut tables of the model, continuous."""
    return cut.expected_cut(bands(model.profile), model.size, model.overlap)


def share(part: float, whole: float | None) -> float | None:
    """`part / whole`, and n/a of nothing."""
    return part / whole if whole else None


Assumed = Literal["answer_tokens", "answer_characters", "chars_per_token", "context_tokens", "tolerance"]


def assumed(model: Model, key: Assumed, measure: str) -> float:
    """What the scenario assumes under `key`; raises `Mistake` where it says nothing."""
    value: float | None = getattr(model.assume, key)
    if value is None:
        raise Mistake(
            f"assume.{key}: not given, and the measure {measure} needs it: add `{key}:` under `assume:`, or leave the measure out"
        )
    return value
