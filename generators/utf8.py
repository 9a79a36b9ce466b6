"""Text files read strictly as UTF-8: no byte is changed, and the first that does not fit is named."""

from __future__ import annotations

from pathlib import Path

from generators.mistake import Mistake


def read(path: Path, shown_as: str) -> str:
    """The text of a file, its line ends and byte order mark kept; raises `Mistake` where it cannot be read or is not UTF-8."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Mistake(f"{shown_as}: there is no such file: put it there or correct its name") from None
    except (OSError, ValueError) as error:
        if path.is_dir():
            raise Mistake(f"{shown_as}: is a folder: name a file in it") from None
        reason = getattr(error, "strerror", None) or str(error)
        raise Mistake(f"{shown_as}: cannot be read ({reason}): correct its name or its permissions") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start} is {data[error.start]:#04x}, which is not UTF-8"
        raise Mistake(f"{shown_as}: {wrong}: convert the file, for example with `iconv -t UTF-8`") from None
