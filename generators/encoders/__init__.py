"""The shelf of encoders: ENCODERS maps the name in a scenario to the function whose keywords are its settings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generators.encoders.encoder import Encoder
from generators.encoders.sentence_transformers import sentence_transformers
from generators.encoders.wordllama import wordllama

__all__ = ["ENCODERS", "EXTRAS", "LIVE", "Encoder", "load"]

ENCODERS: dict[str, Callable[..., Encoder]] = {"wordllama": wordllama, "sentence-transformers": sentence_transformers}


EXTRAS = ("sentence-transformers",)
"""The encoders that a build can do without."""

LIVE = "OFFCUT_LIVE"
"""The environment's variable, set by `--live`, under which slow encoders run as well; the processes of a run inherit it."""


def load(name: str, use: str, keywords: Mapping[str, Any], folder: Path, *, slow: bool = False) -> Encoder:
    """The encoder of one scenario row, the same one as long as the process lives, with what it remembers; its model is not loaded yet.

    One that is `slow` is postponed, unless `--live` asks for everything: its vectors are as those of a model that is not here.
    """
    return _loaded(name, use, json.dumps(keywords, sort_keys=True), folder, slow and LIVE not in os.environ)


@cache
def _loaded(name: str, use: str, keywords: str, folder: Path, postponed: bool) -> Encoder:
    return replace(ENCODERS[use](name, folder, **json.loads(keywords)), postponed=postponed)
