"""Claims: scenarios/claims.yaml read and validated, each statement of the source articles with the digits it was written with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from generators import checks, marked_yaml, schema
from generators.marked_yaml import Marked
from generators.measures.measure import JSON
from generators.mistake import raise_all
from generators.schema import Range


@dataclass(frozen=True)
class ClaimKeys:
    """The keys of one claim.

    `says`: what the article states. `verdict`: the word for a value that agrees where that is not `reproduced`. `expect: differs`: our
    runs are known to contradict it. `awaits`: what has to be built before it can be computed. `why`: what we do and what we saw.
    """

    id: str
    says: str
    value: object = None
    unit: str = ""
    tolerance: Annotated[float, Range(0)] = 0
    verdict: Literal["measured", "reconstruction", "quoted"] = "measured"
    expect: Literal["differs"] = "differs"
    awaits: str = ""
    why: str = ""


@dataclass(frozen=True)
class Keys:
    """The keys of the file; `articles` gives the title of each source by the letter that its claims' ids begin with."""

    format: Literal[1]
    articles: dict[str, str]
    claims: list[ClaimKeys]


@dataclass(frozen=True)
class Claim:
    """One statement of an article; `written` is `quoted` with every number as the text that stands in the file."""

    id: str
    says: str
    quoted: JSON = None
    written: JSON = None
    unit: str = ""
    tolerance: str = ""
    verdict: str = ""
    expect: str = ""
    awaits: str = ""
    why: str = ""


@dataclass(frozen=True)
class Sheet:
    """The whole file: the articles' titles by letter, the claims by id in the order of the file, and the file itself for its lines."""

    titles: dict[str, str]
    claims: dict[str, Claim]
    file: Marked

    def fault(self, claim: str, problem: str) -> str:
        """A mistake in a claim as a sentence with file and line."""
        return self.file.fault((("claims", list(self.claims).index(claim)), f"{claim}: {problem}"))


def read(path: Path) -> Sheet:
    """Read the claims; raises `Mistake` with every mistake in the file, each with its line and the remedy."""
    file = marked_yaml.read(path, f"{path.parent.name}/{path.name}")
    found = list(checks.faults(file.data, Keys))
    raise_all(file.sentences(found or own_faults(file)))
    claims = [claim_of(file, index) for index in range(len(file.data["claims"]))]
    return Sheet(file.data["articles"], {claim.id: claim for claim in claims}, file)


def claim_of(file: Marked, index: int) -> Claim:
    """One claim of a file without mistakes."""
    data, at = file.data["claims"][index], ("claims", index)
    texts = {key: data.get(key, "").strip() for key in ("says", "unit", "verdict", "expect", "awaits", "why")}
    tolerance = file.written.get((*at, "tolerance"), "")
    return Claim(
        data["id"], quoted=data.get("value"), written=written(file, data.get("value"), (*at, "value")), tolerance=tolerance, **texts
    )


def written(file: Marked, value: JSON, at: schema.Path) -> JSON:
    """A value in which every scalar is the text that stands in the file."""
    if isinstance(value, list):
        return [written(file, item, (*at, index)) for index, item in enumerate(value)]
    if isinstance(value, dict):
        return {key: written(file, item, (*at, key)) for key, item in value.items()}
    return file.written.get(at)


def own_faults(file: Marked) -> Iterator[schema.Fault]:
    """Mistakes that no annotation shows: in ids, and between the keys of one claim."""
    seen: dict[str, int] = {}
    for index, data in enumerate(file.data["claims"]):
        at: schema.Path = ("claims", index)
        name = data["id"]
        if not re.fullmatch(r"[A-Z](\.[a-z0-9_]+)+", name):
            yield (*at, "id"), f"{name!r} is no claim id: an article's letter, then words of a-z, 0-9 and _, each after a point"
        elif name[0] not in file.data["articles"]:
            yield (*at, "id"), f"{name!r} names no article: {schema.nearest(name[0], sorted(file.data['articles']))}"
        if name in seen:
            yield (*at, "id"), f"{name!r} stands twice, first on line {file.line(('claims', seen[name]))}: keep one"
        seen.setdefault(name, index)
        yield from claim_faults(data, at)


def claim_faults(data: dict[str, Any], at: schema.Path) -> Iterator[schema.Fault]:
    """Mistakes between the keys of one claim."""
    verdict, awaits = data.get("verdict"), data.get("awaits")
    if "value" in data:
        yield from empty(data["value"], (*at, "value"))
    elif verdict is None:
        yield at, f"{data['id']}: has neither a value nor a verdict: give the value that the article prints, or `verdict: measured`"
    if verdict == "quoted" and awaits:
        yield at, f"{data['id']}: a quoted claim awaits nothing: drop `awaits`"
    if "tolerance" in data and "value" not in data:
        yield at, f"{data['id']}: a tolerance without a value: give the value, or drop the tolerance"
    if (verdict or data.get("expect")) and not awaits and not data.get("why", "").strip():
        yield at, f"{data['id']}: the key 'why' is missing: say in plain words what we do and what we saw"
    if not data["says"].strip():
        yield (*at, "says"), "is empty: say what the article states"


def empty(value: JSON, at: schema.Path) -> Iterator[schema.Fault]:
    """Values without content: there is nothing to compare."""
    if value is None:
        yield at, "is empty: give the value that the article prints, or drop the key"
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from empty(item, (*at, key))
