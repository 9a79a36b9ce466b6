"""The shelf of encoders: ENCODERS maps the name in a scenario to the function whose keywords are its settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generators.encoders.encoder import Encoder
from generators.encoders.sentence_transformers import sentence_transformers
from generators.encoders.wordllama import wordllama

__all__ = ["ENCODERS", "Encoder", "load"]

ENCODERS: dict[str, Callable[..., Encoder]] = {"wordllama": wordllama, "sentence-transformers": sentence_transformers}


def load(name: str, use: str, keywords: Mapping[str, Any], folder: Path) -> Encoder:
    """The encoder of one scenario row, the same one as long as the process lives, with what it remembers; its model is not loaded yet."""
    return _loaded(name, use, json.dumps(keywords, sort_keys=True), folder)


@cache
def _loaded(name: str, use: str, keywords: str, folder: Path) -> Encoder:
    return ENCODERS[use](name, folder, **json.loads(keywords))
