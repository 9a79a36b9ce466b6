"""Vectors kept on disk by a digest of what made them and of their text, so that a slow model reads a text once; no number shows it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Embed = Callable[[list[str]], "NDArray[np.float64]"]

_TABLE = "CREATE TABLE IF NOT EXISTS rows (text BLOB PRIMARY KEY, row BLOB NOT NULL)"
# Models compute in single precision: twice as many digits would only say nought.
_KIND = "<f4"
# Another process writes its rows in far less than a second.
_PATIENCE = 30.0


def kept(embed: Embed, path: Path, texts: Sequence[str]) -> NDArray[np.float64]:
    """What `embed` gives for the texts, in single precision: from the file at `path` what stands there whole, the rest computed and then
    written there.

    The file is a database of its own for one model, so that several processes may share it. One that is damaged is thrown away, and one
    that cannot be written is done without.
    """
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector, not with the command line

    names = {text: hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts}
    known = _read(path, list(names.values()))
    new = [text for text, name in names.items() if name not in known]
    if new:
        rows = {names[text]: row.tobytes() for text, row in zip(new, np.asarray(embed(new), dtype=_KIND), strict=True)}
        _write(path, rows)
        known |= rows
    return np.stack([np.frombuffer(known[names[text]], dtype=_KIND) for text in texts]).astype(np.float64)


def _sealed(row: bytes) -> bytes:
    return hashlib.sha256(row).digest() + row


def _read(path: Path, names: Sequence[bytes]) -> dict[bytes, bytes]:
    """The rows that the file holds whole, by the digest of their text."""
    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as base:
            found = ((name, base.execute("SELECT row FROM rows WHERE text = ?", (name,)).fetchone()) for name in names)
            rows = {name: bytes(row[0]) for name, row in found if row}
    except sqlite3.OperationalError:
        return {}
    except sqlite3.DatabaseError:
        path.unlink(missing_ok=True)
        return {}
    return {name: row[32:] for name, row in rows.items() if row == _sealed(row[32:])}


def _write(path: Path, rows: dict[bytes, bytes]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as base, base:
            base.execute(_TABLE)
            base.executemany("INSERT OR REPLACE INTO rows VALUES (?, ?)", [(name, _sealed(row)) for name, row in rows.items()])
    except (OSError, sqlite3.Error):
        return
