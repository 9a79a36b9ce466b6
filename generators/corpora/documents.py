"""Documents from files and from texts: decoded strictly, nothing changed, and what is unusual about them named."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from generators.corpora import formats
from generators.corpora.find_tables import find_tables
from generators.corpus import Document
from generators.schema import counted


def read(path: Path, shown_as: str, *, convert: bool = True) -> Document:
    """One file as a document, read and converted as `formats.read` does."""
    return document(shown_as, *formats.read(path, shown_as, convert=convert))


def document(name: str, text: str, notes: tuple[str, ...] = ()) -> Document:
    """A text as a document, with its tables found and its oddities noted."""
    return Document(name, text, tables=find_tables(text), notes=(*notes, *oddities(text)))


def oddities(text: str) -> list[str]:
    """What a reader should know of a text before trusting offsets in it: BOM, CRLF or CR, NUL, control characters, U+FFFD."""
    found = []
    crlf = text.count("\r\n")
    if text.startswith("\ufeff"):
        found.append("begins with a byte order mark, which offsets count")
    if crlf:
        found.append(f"has {counted(crlf, 'CRLF line end')}, kept as two characters each")
    if lone := text.count("\r") - crlf:
        found.append(f"has {counted(lone, 'line end')} that {'is' if lone == 1 else 'are'} CR alone")
    if nul := text.count("\0"):
        found.append(f"holds {counted(nul, 'NUL character')}")
    controls = sorted({c for c in text if unicodedata.category(c) == "Cc" and c not in "\t\n\r\0"})
    if controls:
        found.append("holds control characters: " + ", ".join(f"U+{ord(c):04X}" for c in controls))
    if lost := text.count("\ufffd"):
        found.append(f"holds {counted(lost, 'replacement character')} (U+FFFD), lost before it came here")
    return found
