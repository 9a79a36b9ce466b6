"""Where sentences end: Punkt's English model as it ships with LlamaIndex, with a few abbreviations more, and the wide full stops."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generators.mistake import Absent, Mistake
from generators.spans import Span, trimmed

if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer  # type: ignore[import-untyped]

NO_STOP = re.compile(
    r"\b(?:(?:e\.\s?g|i\.\s?e|cf|viz|approx)\.\s+|(?:nos?|arts?|cls?|secs?|paras?|figs?|eqs?|vols?|chs?|pp?)\.\s+(?=\d))", re.IGNORECASE
)
"""Abbreviations that end no sentence, some of them only before a number: Punkt's model does not know them, and parts `No. 4` in two."""

WIDE_STOP = re.compile(r"[。！？｡]+[」』）”’]*")


def sentences(text: str, span: Span) -> list[Span]:
    """The sentences of a stretch of prose, without the blanks around them; raises `Absent` where Punkt's model is not installed."""
    prose = text[slice(*span)]
    starts = {start for start, _ in punkt().span_tokenize(prose)} - {abbreviation.end() for abbreviation in NO_STOP.finditer(prose)}
    edges = sorted({0, *starts, *(stop.end() for stop in WIDE_STOP.finditer(prose)), len(prose)})
    found = (trimmed((span[0] + start, span[0] + end), text) for start, end in pairwise(edges))
    return [(start, end) for start, end in found if start < end]


@cache
def punkt(language: str = "english") -> PunktSentenceTokenizer:
    """NLTK's Punkt with its model of a language, read from LlamaIndex's copy, so that no folder of the machine decides which file it is.

    Raises `Absent` where that copy is not installed, and `Mistake` where it has no such language.
    """
    import nltk  # type: ignore[import-untyped]  # noqa: PLC0415 takes a second

    package = find_spec("llama_index")
    folders = package.submodule_search_locations if package and package.submodule_search_locations else ()
    data = [str(Path(folder, "core", "_static", "nltk_cache")) for folder in folders]
    known = sorted(path.name for folder in data for path in Path(folder, "tokenizers", "punkt_tab").glob("*/"))
    if not known:
        raise Absent("NLTK's sentence ends ship with llama-index-core, which is not installed")
    if language not in known:
        raise Mistake(f"language: {language!r} is none whose sentence ends are available offline: name one of {', '.join(known)}")
    paths, nltk.data.path = nltk.data.path, data
    try:
        return nltk.tokenize._get_punkt_tokenizer(language)
    finally:
        nltk.data.path = paths
