"""Cache: cells kept on disk under a key of everything that matters to them; invisible in the output."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generators import corpora, provenance, utf8
from generators.cell import Cell
from generators.mistake import Mistake
from generators.scenario import CorpusRow, Scenario, SplitterRow

FORM = {name: type(value) for name, value in asdict(Cell("")).items() if value is not None}
"""What each part of a cell is an instance of, apart from the one that may be left out."""


@dataclass(frozen=True)
class Cache:
    """A folder of cells, one file each: the sha256 of what follows it, then JSON; what is not whole is computed again."""

    folder: Path

    def key(self, corpus: CorpusRow, splitter: SplitterRow, scenario: Scenario) -> str:
        """A digest of the code, the versions, the corpus, the splitter, the measures and the assumptions."""
        parts: list[Any] = [
            provenance.code_digest(),
            provenance.python(),
            provenance.versions(),
            corpora.content(corpus.keywords, corpus.context),
            [splitter.use, dict(splitter.keywords), splitter.repeat_header, splitter.show_worst, dict(splitter.strategy)],
            [
                [other.use, dict(other.keywords), other.repeat_header, dict(other.strategy)]
                for other in scenario.splitters
                if other.name == splitter.against
            ],
            [corpus.measures, asdict(scenario.assume), scenario.show_chunks],
            [
                [[row.name, row.use, dict(row.keywords)] for row in scenario.encoders],
                list(scenario.retrievers.items()),
                scenario.packages,
            ],
        ]
        # Keys are not sorted, for the documents of `texts` come in the order of the file.
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def get(self, key: str) -> Cell | None:
        """The cell kept under a key, if it is there whole and of the form of one."""
        try:
            data = unsealed(self.folder / key)
            return None if data is None else formed(json.loads(data))
        except (ValueError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, key: str, cell: Cell) -> None:
        """Keep a cell, unless something that it needs was not here and may come without a change of the key, or a folder has its place."""
        if (not cell.absent or cell.in_key) and not utf8.is_folder(self.folder / key):
            write(self.folder / key, sealed(json.dumps(asdict(cell), allow_nan=False).encode()))


def sealed(data: bytes) -> bytes:
    """Data with their digest before them, by which `unsealed` sees that they are whole."""
    return hashlib.sha256(data).hexdigest().encode() + b"\n" + data


def unsealed(path: Path) -> bytes | None:
    """The data that were sealed at a path, or nothing where they are missing or damaged, or it is no file: a pipe might never end."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n") if path.is_file() else (b"", b"", b"")
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest().encode() == digest else None


def formed(kept: Any) -> Cell:  # noqa: ANN401 whatever stands in the file
    """The cell that a file holds; raises `TypeError` or `AttributeError` where it is of another form."""
    cell = Cell(**kept)
    found = [value for parts in cell.values.values() for value in parts.values()]
    odd = [name for name, kind in FORM.items() if not isinstance(getattr(cell, name), kind)]
    if odd or not all(isinstance(value, list) and len(value) > 1 and isinstance(value[1], dict) for value in found):
        raise TypeError(f"{odd or 'values'}: of another form")
    return cell


def listed(folder: Path, ending: str) -> list[Path]:
    """What in a folder has names that end so, sorted, and nothing where it is not there; raises `Mistake` where it cannot be listed."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(ending))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Mistake(f"{folder}: cannot be listed ({error.strerror}): make it a folder that can be read") from None


def write(path: Path, data: bytes) -> None:
    """Write a file as `write_all` does."""
    write_all({path: data})


def create(path: Path, data: bytes) -> None:
    """Write a file where nothing stands yet; raises `Mistake` as `write_all` does, and where something does stand there."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.touch(exist_ok=False)  # takes the place, so that of two that run at once only one has it
        except FileExistsError:
            raise Mistake(f"{path}: is there already, perhaps from the same command elsewhere: run it again") from None
    try:
        write(path, data)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files beside their places and, when all are whole, move them there in their order.

    An interruption leaves each old one whole, and for want of space none is replaced.
    Raises `Mistake` where the system does not let it: a folder that is read-only or full, or a file in the place of a folder.
    """
    beside: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
                beside[path] = Path(name)
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                beside[path].chmod(0o644)
        for path, whole in beside.items():
            with writing(path):
                whole.replace(path)
    except BaseException:
        for whole in beside.values():
            whole.unlink(missing_ok=True)
        raise


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Make a `Mistake` of what the system says when a file is written."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = "free some space there" if full else "make its folder one that can be written to"
        raise Mistake(f"{path}: cannot be written ({error.strerror}): {remedy}") from error
