"""The miniature project with a small document for the explorer, a page that shows it in every form, and its data unpacked."""

import json
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

import numpy as np
import pytest
from project import offcut

from generators.encoders.encoder import Encoder, Reader
from generators.explorer import Explorer, frozen
from generators.explorer.packed import unpack, unpack_steps
from generators.explorer.settings import SHELVES
from generators.explorer.sheet import Sheet

TEXT = """\
# Running a lamp house

The keeper on duty signs the book at dusk, at midnight and at dawn, and nobody else writes in it.

The main lamp burns paraffin. Its wick is trimmed every four hours. It must be renewed after ninety hours of burning, or the glass \
turns black before the next keeper sees it.

The fog bell is struck by a clockwork that runs for six hours. Wind it before it stands still, for a bell that stood still must be \
reported to the harbour master in writing.

Visitors are let in on Sundays <b>only</b> & by day. "No & no" is the answer to everybody who asks to see the lamp burn.

The boat is kept in the northern shed 🚤 with its oars inside. The southern shed is locked from October to April, and its key hangs in \
the kitchen, behind the door.

Oil is landed twice a year. Count the casks, smell each of them, and send back what smells of fish. The keeper who signs for a bad cask \
pays for it.
"""

QUESTIONS = """\
- id: wick
  text: "When does the wick of the main lamp have to be renewed?"
  answer: "The main lamp burns paraffin. Its wick is trimmed every four hours. It must be renewed after ninety hours of burning"
- id: visitors
  text: "Who is let in on Sundays, and what is <i>not</i> shown?"
  answers:
    - 'Visitors are let in on Sundays <b>only</b> & by day.'
    - 'everybody who asks to see the lamp burn'
- id: key
  text: "Where does the key of the southern shed hang?"
  answer: "its key hangs in the kitchen"
"""

PAGE = """\
# The lottery

{{ strip("house", "wick", "fixed 0", "fixed 60", "recursive 0") }}

{{ matrix("house", "fixed 0") }}

{{ matrix("house", "token 0") }}

{{ every_size("house", "fixed 0", "recursive 0") }}

## Explorer {#explorer}

{{ explorer("house", "tower") }}

<div id="explorer-plain" markdown="1">

The explorer needs JavaScript.

</div>

## What stands below {#below}

{{ matrix("tower", "recursive 0") }}

{{ matrix("house", "recursive 0") }}
"""


ENTRIES = "".join(f"Watch {watch}: the keeper saw {watch % 7} sails and wrote them down.\n\n" for watch in range(500))
"""As many as make the text too long for overlaps."""

TOWER = f"# The book of the tower\n\n{ENTRIES}In the last watch the bell was rung twice for a ship in the fog.\n"

ASKED = """\
- id: bell
  text: "When was the bell rung twice?"
  answer: "In the last watch the bell was rung twice"
"""


def write_house(folder: Path) -> None:
    """A short document and a long one, with their questions, among a project's scenarios."""
    corpora = folder / "scenarios/corpora"
    corpora.mkdir(parents=True, exist_ok=True)
    for name, text, questions in (("house", TEXT, QUESTIONS), ("tower", TOWER, ASKED)):
        (corpora / f"{name}.md").write_text(text, "utf-8")
        (corpora / f"{name}.questions.yaml").write_text(questions, "utf-8")


def letters(texts: Sequence[str]) -> np.ndarray:
    """How often a text has each letter: no model, but unlike any other."""
    return np.array([[text.lower().count(letter) for letter in ascii_lowercase] for text in texts], dtype=float)


LETTERS = Encoder("letters", (), lambda: Reader(lambda text: []), letters)


def freeze_house(explorer: Explorer, monkeypatch: pytest.MonkeyPatch, encoder: Encoder = LETTERS) -> None:
    """Have the short document ranked under one splitter by an encoder in MiniLM's place."""
    monkeypatch.setattr(frozen, "encoder", lambda sheets: encoder)
    frozen.freeze(explorer, "house", SHELVES["recursive"])


def add_explorer(folder: Path) -> Path:
    """Give the miniature project in a folder the document, ranked by a model, and its page, and build it; gives the folder of its site."""
    write_house(folder)
    with pytest.MonkeyPatch.context() as patch:
        freeze_house(Explorer(folder / "scenarios", folder / ".cache/offcut"), patch)
    return build_lottery(folder, PAGE)


def build_lottery(folder: Path, page: str) -> Path:
    """Give the miniature project in a folder a lottery page, and build it; gives the folder of its site."""
    (folder / "docs/lottery.md").write_text(page, "utf-8")
    settings = folder / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8").replace("  - Tiny: tiny.md\n", "  - Tiny: tiny.md\n  - Lottery: lottery.md\n"), "utf-8")
    done = offcut(folder, "build")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def read_sheet(site: Path, document: str, splitter: str) -> Sheet:
    """The data of a document under a splitter as they lie in a site."""
    stem = f"data/lottery/explorer-{document}"
    questions = json.loads((site / f"{stem}.json").read_text("utf-8"))["questions"]
    names = [f"{stem}-{splitter}", *(f"{stem}-{splitter}-{question['name']}" for question in questions)]
    chunks, *asked = (json.loads((site / f"{name}.json").read_text("utf-8")) for name in names)
    return Sheet(chunks, asked)


class Setting(NamedTuple):
    """What a sheet tells of one setting, unpacked: of a refused one the library's words alone."""

    refusal: str | None
    chunking: int = -1
    in_force: int = 0
    numbers: Sequence[int] = ()
    pieces: Sequence[tuple[tuple[int, int], ...]] = ()


def setting(sheet: Sheet, overlap: int, size_at: int) -> Setting:
    """A setting of a sheet."""
    told = sheet.chunks
    row = told["overlaps"].index(overlap)
    at = told["settings"][row][size_at]
    if at < 0:
        return Setting(told["refusals"][-1 - at])
    starts, ends = unpack_steps(told["starts"]), unpack_steps(told["ends"])
    bounds = [
        [*zip(unpack_steps(first), unpack_steps(last), strict=True)]
        for first, last in zip(told["first"].split(" "), told["last"].split(" "), strict=True)
    ]
    numbers = {bound: number for number, bound in enumerate(sorted({one for chunking in bounds for one in chunking}))}
    pieces = [
        ((starts[first], ends[last]),) if first < len(starts) else tuple(map(tuple, told["others"][first - len(starts)]))
        for first, last in bounds[at]
    ]
    forced = told["in_force"][row][size_at]
    return Setting(None, at, overlap if forced is None else forced, [numbers[bound] for bound in bounds[at]], pieces)


def rank(asked: dict, search: str, at: int) -> int:
    """The rank of the best chunk that holds the whole answer, as a search has it under a chunking."""
    return unpack(asked[search]["ranks"])[at] - 1


def listed(asked: dict, search: str, told: Setting) -> list[tuple[int, int]]:
    """The first chunks of a setting by rank, each with its score in units of its last digit."""
    own = asked[search]
    if "first" in own:
        first, falls = (unpack(own[name].split(" ")[told.chunking]) for name in ("first", "scores"))
        return [*zip(first, (2 * falls[0] - fallen for fallen in accumulate(falls)), strict=True)] if first else []
    keys = zip(unpack_steps(own["scores"]), unpack(own["ties"]), strict=True)
    scored = dict(zip(unpack_steps(own["chunks"]), keys, strict=True))
    found = sorted((-scored[one][0], scored[one][1], place) for place, one in enumerate(told.numbers) if one in scored)
    return [(place, -score) for score, _, place in found[:10]]
