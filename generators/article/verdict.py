"""Verdict: what became of each claim, from its rule, the catalogue and the claims file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generators.article.agreement import agrees, as_written
from generators.article.claims import Claim, Sheet, read
from generators.article.rule import Found, Rule
from generators.article.rules import RULES
from generators.catalogue import Catalogue
from generators.measures.measure import JSON
from generators.mistake import raise_all
from generators.schema import nearest

VERDICTS: dict[str, str] = {
    "reproduced": "we computed it, and it rounds to the figure that the article prints",
    "differs": "we computed it, and something else came out; the row says why",
    "reconstruction": "the article does not give the text or the model it used; it holds on ours, which was built to its conditions",
    "measured": "the article only argues it, or we correct it; we ran it, and the row says what we saw",
    "quoted": "somebody else's words or figure, which cannot be computed here; the row names the source",
    "not yet": "what it needs is not measured here yet",
}
"""Every verdict and what it means, for a reader."""


@dataclass(frozen=True)
class Verdict:
    """One claim and what became of it.

    `value` is ours, of the JSON type of `quoted`, and None where nothing is computed; `numbers` are the ids of the published numbers that
    it rests on; `written` is the quoted value as the file has it, `tolerance` the one that was given; `frozen` says that ours was read from
    the lock, for the package that has it is not installed.
    """

    id: str
    quoted: JSON
    value: JSON
    verdict: str
    numbers: tuple[str, ...]
    says: str
    why: str
    unit: str
    written: JSON = None
    tolerance: str = ""
    frozen: bool = False

    @property
    def shown(self) -> str:
        """The quoted value with the digits of the file and the tolerance, empty where there is none."""
        within = f" ± {self.tolerance}" if self.tolerance else ""
        return "" if self.quoted is None else as_written(self.quoted, self.written) + within


def verdicts(path: Path, catalogue: Catalogue, rules: Mapping[str, Rule] = RULES) -> dict[str, Verdict]:
    """Every claim of the file with its verdict, in order of the file.

    Raises `Mistake` where the file is wrong, where a claim has no rule and no fixed verdict, or where a rule has no claim.
    """
    sheet = read(path)
    raise_all(rule_faults(sheet, rules))
    return {name: judge(claim, rules[name](catalogue) if name in rules else None, catalogue) for name, claim in sheet.claims.items()}


def rule_faults(sheet: Sheet, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Claims that nothing decides, claims that two things decide, and rules of no claim."""
    for name, claim in sheet.claims.items():
        if name in rules and claim.awaits:
            yield sheet.fault(name, "has a rule and is still said to await something: drop `awaits`")
        elif name not in rules and not claim.awaits and claim.verdict != "quoted":
            yield sheet.fault(name, f"nothing computes it: {nearest(name, sorted(rules))} Add a rule, or say what it `awaits`")
    for name in sorted(set(rules) - set(sheet.claims)):
        yield f"{sheet.file.path}: there is a rule for {name!r} and no claim: {nearest(name, sorted(sheet.claims))}"


def judge(claim: Claim, found: Found | None, catalogue: Catalogue) -> Verdict:
    """A claim's verdict from what its rule found, or its fixed one where it has no rule."""
    told = claim.verdict or "reproduced"
    if found is None:
        verdict = "not yet" if claim.awaits else told
        why = claim.why or f"It awaits {claim.awaits}."
        return Verdict(claim.id, claim.quoted, None, verdict, (), claim.says, why, claim.unit, claim.written, claim.tolerance)
    if found.unknown:
        why = " ".join(filter(None, (claim.why, found.unknown)))
        return Verdict(claim.id, claim.quoted, None, "not yet", (), claim.says, why, claim.unit, claim.written, claim.tolerance)
    numbers = tuple(catalogue.one(number).id for number in found.numbers)
    decided = claim.quoted is None or found.ordered
    holds = found.holds if decided else agrees(found.value, claim.quoted, claim.written, claim.tolerance)
    verdict = "differs" if not holds else "reproduced" if claim.expect else told
    surprise = "This is not what came out when the row was written." if holds == bool(claim.expect) else ""
    why = " ".join(filter(None, (claim.why, surprise, found.note)))
    return Verdict(
        claim.id, claim.quoted, found.value, verdict, numbers, claim.says, why, claim.unit, claim.written, claim.tolerance, found.frozen
    )


def to_json(found: Mapping[str, Verdict]) -> dict[str, dict[str, Any]]:
    """The claims as numbers.json gives them: by id, sorted; `number` is one id, a list of ids, or null."""
    return {
        name: {
            "quoted": one.quoted,
            "value": one.value,
            "verdict": one.verdict,
            "number": list(one.numbers) if len(one.numbers) > 1 else one.numbers[0] if one.numbers else None,
            "why": one.why,
        }
        for name, one in sorted(found.items())
    }
