"""Files read whole, and texts strictly as UTF-8: no byte is changed, and the first that does not fit is named."""

# ruff: noqa: PTH110, PTH112, PTH113, PTH116 those of os.path answer False for a name that no file can have, where those of Path may raise

from __future__ import annotations

import os
from pathlib import Path

from generators.mistake import Mistake

CONVERT = "convert the file, for example with `iconv -t UTF-8`"


def is_there(path: Path) -> bool:
    """Whether anything stands at a path; where the system does not let that be seen, yes, so that reading it says why."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


def is_folder(path: Path) -> bool:
    """Whether a folder stands at a path; none does where the name is one that none can have."""
    return os.path.isdir(path)


def read(path: Path, shown_as: str, remedy: str = CONVERT) -> str:
    """The text of a file, its line ends and byte order mark kept; raises `Mistake` where it cannot be read or is not UTF-8.

    `remedy` is what to do about the latter.
    """
    return decode(read_bytes(path, shown_as), shown_as, remedy)


def read_bytes(path: Path, shown_as: str) -> bytes:
    """All bytes of a file; raises `Mistake` where it cannot be read."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise Mistake(f"{shown_as}: is a pipe or a device and no file: name a text file")  # reading it might never end
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise Mistake(f"{shown_as}: there is no such file: put it there or correct its name") from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):
            raise Mistake(f"{shown_as}: is a folder: name a file in it") from None
        reason = getattr(error, "strerror", None) or str(error)
        raise Mistake(f"{shown_as}: cannot be read ({reason}): correct its name or its permissions") from None


def decode(data: bytes, shown_as: str, remedy: str = CONVERT) -> str:
    """The text of the bytes; raises `Mistake` with the first that does not fit."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start} is {data[error.start]:#04x}, which is not UTF-8"
        raise Mistake(f"{shown_as}: {wrong}: {remedy}") from None
