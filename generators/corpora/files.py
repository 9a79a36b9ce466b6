"""Documents from files and from texts: decoded strictly, nothing changed, and what is unusual about them named."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from generators.corpora.find_tables import find_tables
from generators.corpus import Document
from generators.mistake import Mistake


def read(path: Path, shown_as: str) -> Document:
    """One file as a document; raises `Mistake` with the offset and value of the first byte that is not UTF-8."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Mistake(
            f"{shown_as}: byte {error.start} is {data[error.start]:#04x}, which is not UTF-8: convert the file, for example with `iconv -t UTF-8`"
        ) from None
    return document(shown_as, text)


def document(name: str, text: str) -> Document:
    """A text as a document, with its tables found and its oddities noted."""
    return Document(name, text, tables=find_tables(text), notes=tuple(oddities(text)))


def oddities(text: str) -> list[str]:
    """What a reader should know of a text before trusting offsets in it: BOM, CRLF, NUL, control characters, U+FFFD."""
    found = []
    if text.startswith("\ufeff"):
        found.append("begins with a byte order mark, which offsets count")
    if "\r\n" in text:
        found.append(f"has {text.count(chr(13) + chr(10))} CRLF line ends, kept as two characters each")
    if "\0" in text:
        found.append(f"holds {text.count(chr(0))} NUL characters")
    controls = sorted({c for c in text if unicodedata.category(c) == "Cc" and c not in "\t\n\r\0"})
    if controls:
        found.append("holds control characters: " + ", ".join(f"U+{ord(c):04X}" for c in controls))
    if "\ufffd" in text:
        found.append(f"holds {text.count(chr(0xFFFD))} replacement characters (U+FFFD), lost before it came here")
    return found
