"""The JSON Schema of numbers.json, published beside it."""

from __future__ import annotations

from typing import Any

NULLABLE_NUMBER: dict[str, Any] = {"type": ["number", "null"]}
TEXT: dict[str, Any] = {"type": "string"}


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with just these keys, all of them there."""
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


BUILT_WITH = closed({"python": TEXT, "packages": {"type": "object", "additionalProperties": TEXT}})

NUMBER: dict[str, Any] = {
    "value": {**NULLABLE_NUMBER, "description": "full precision; null is n/a"},
    "unit": TEXT,
    "unit_word": {**TEXT, "description": "the word that follows the displayed value; empty for a share, whose per cent sign stands there"},
    "display": {**TEXT, "description": "the value as pages show it"},
    "title": TEXT,
    "definition": TEXT,
    "formula": {**TEXT, "description": "the closed form in the words of the inputs; empty for a measured number"},
    "inputs": {
        "type": "object",
        "description": "what went into the value; of several seeds what they have alike, under by_seed of each its value and the rest, "
        "and under another_seed where one more is to be expected",
    },
    "scenario": TEXT,
    "corpus_sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "of several seeds, the sha256 of theirs, one a line"},
    "page": {**TEXT, "description": "the page that shows the number, as a path within the site"},
    "status": {"enum": ["live", "frozen"]},
    "built_with": {
        "anyOf": [{"type": "null"}, BUILT_WITH],
        "description": "with what a frozen number was made, as the lock names it; null for a live one, which the whole file's holds for",
    },
    "interval": {
        "anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}],
        "description": "a lower and an upper bound: the spread of several seeds, or the confidence interval of a share of questions",
    },
    "interval_of": {"type": ["string", "null"], "description": "which of the two the interval is, in words"},
    "call": {**TEXT, "description": "the call of the library that was measured"},
    "source": {**TEXT, "description": "the code that gives the number, as a path within the site"},
    "command": {**TEXT, "description": "the command that recomputes it"},
}

CLAIM: dict[str, Any] = {
    "quoted": {"description": "the article's value; null where it only argues"},
    "value": {"description": "ours, of the same JSON type as quoted; null where nothing is computed, as for words that are only quoted"},
    "verdict": {"enum": ["reproduced", "differs", "reconstruction", "measured", "quoted", "not yet"]},
    "number": {"anyOf": [TEXT, {"type": "array", "items": TEXT}, {"type": "null"}]},
    "why": TEXT,
}


NUMBERS_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Offcut numbers",
    **closed(
        {
            "format": {"const": 1},
            "built_with": BUILT_WITH,
            "numbers": {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z0-9._-]+(/[a-z0-9._-]+){3,4}$"},
                "additionalProperties": closed(NUMBER),
            },
            "claims": {"type": "object", "additionalProperties": closed(CLAIM)},
        }
    ),
}
