"""Formats: the text of a file as a document has it, converted to Markdown where the file is something else, a chat by its turns."""

from __future__ import annotations

import io
import logging
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from generators import utf8
from generators.corpora import transcripts
from generators.mistake import Absent, Mistake

CONVERTERS = {
    ".csv": "CsvConverter",
    ".docx": "DocxConverter",
    ".htm": "HtmlConverter",
    ".html": "HtmlConverter",
    ".ipynb": "IpynbConverter",
    ".pdf": "PdfConverter",
    ".pptx": "PptxConverter",
    ".xlsx": "XlsxConverter",
}
"""What of markitdown reads each kind of file. It is chosen by the name alone: markitdown itself would also guess from the content."""

TEXTS = (".csv", ".htm", ".html", ".ipynb")
"""Those of them that are text, and so must be UTF-8 like every other."""

PACKED = (".docx", ".pptx", ".xlsx")
"""Those of them that are ZIP archives, a small one of which may unpack to more than any memory holds."""

UNPACKED = 256
"""The most megabytes that an archive may unpack to."""

CELLS = 500_000
"""The most cells of a sheet, empty ones among them, for each takes the converter two kilobytes: a gigabyte."""

TRANSCRIPTS: dict[str, Callable[[str, str], str]] = {".chat.txt": transcripts.from_lines, ".chat.json": transcripts.from_json}
"""The ends of a transcript's name, and what makes Markdown of it."""

PACKAGE = "markitdown"


def read(path: Path, shown_as: str, *, convert: bool = True) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and what a reader should know of how it came about; without `convert`, the file's own text.

    Raises `Mistake` where the file cannot be read or is not what its name says, and `Absent` where the converter is not installed.
    """
    suffix, name = path.suffix.lower(), path.name.lower()
    if convert and suffix in CONVERTERS:
        return _converted(utf8.read_bytes(path, shown_as), suffix, shown_as)
    text = utf8.read(path, shown_as)
    for end, made in TRANSCRIPTS.items() if convert else ():
        if name.endswith(end):
            return _storable(made(text, shown_as), shown_as), ("was written as Markdown, a section for each turn",)
    return text, ()


def packages(name: str) -> dict[str, str]:
    """The version of the converter that a file of this name needs, empty where it is not installed; none where it needs none."""
    if Path(name).suffix.lower() not in CONVERTERS:
        return {}
    try:
        return {PACKAGE: metadata.version(PACKAGE)}
    except metadata.PackageNotFoundError:
        return {PACKAGE: ""}


@lru_cache(maxsize=64)
def _converted(data: bytes, suffix: str, shown_as: str) -> tuple[str, tuple[str, ...]]:
    """The bytes as Markdown, remembered: a file is read when a scenario is validated, and again when it is run."""
    if suffix in TEXTS:
        utf8.decode(data, shown_as)
    install = "in Offcut's folder, pip install -e '.[formats]'"
    absent = Absent(f"{shown_as}: {suffix} files are converted by {PACKAGE}, which is not installed: {install}")
    try:
        from markitdown import MissingDependencyException, StreamInfo, converters  # noqa: PLC0415 an extra, which takes seconds to import
    except ImportError:
        raise absent from None
    try:
        if suffix in PACKED:
            _check_unpacked(data, suffix, shown_as)
        with _unheard():
            if suffix == ".xlsx":
                _check_cells(data, shown_as)
            converter = getattr(converters, CONVERTERS[suffix])()
            markdown = converter.convert(io.BytesIO(data), StreamInfo(extension=suffix, charset="utf-8")).markdown
    except Mistake:
        raise
    except (MissingDependencyException, ImportError):
        raise absent from None
    except Exception as error:  # noqa: BLE001 the readers of five formats raise what they please for a broken file
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise Mistake(f"{shown_as}: cannot be read as {suffix} ({said}): save it anew, or correct its name") from None
    text = "\n".join(line.rstrip() for line in markdown.splitlines()).strip("\n")
    note = f"was converted to Markdown by {PACKAGE} {metadata.version(PACKAGE)}, in which its offsets count"
    return _storable(re.sub(r"\n{3,}", "\n\n", text) + "\n", shown_as), (note,)


def _check_unpacked(data: bytes, suffix: str, shown_as: str) -> None:
    """Raise `Mistake` where the archive says that it unpacks to too much; no reader takes more of a part than is said of it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(part.file_size for part in archive.infolist()) // 1_000_000
    if size > UNPACKED:
        raise Mistake(f"{shown_as}: this {suffix} file unpacks to {size:,} MB, and {UNPACKED} MB are the most: divide it")


def _check_cells(data: bytes, shown_as: str) -> None:
    """Raise `Mistake` for a sheet of more than `CELLS` from its first cell to the last row and column with content.

    What the file itself says of its extent is not asked, for that may be wrong or count cells that only have a colour.
    """
    import openpyxl  # type: ignore[import-untyped]  # noqa: PLC0415 comes with the converter

    for sheet in openpyxl.load_workbook(io.BytesIO(data), read_only=True).worksheets:
        sheet.reset_dimensions()
        height = width = 0
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            filled = [column for column, value in enumerate(row, 1) if value not in (None, "")]
            if filled:
                height, width = number, max(width, filled[-1])
            if height * width > CELLS:
                reach = f"A1:{openpyxl.utils.get_column_letter(width)}{height}"
                raise Mistake(
                    f"{shown_as}: the sheet {sheet.title!r} has content as far as {reach}, {height * width:,} cells, and {CELLS:,} are the "
                    "most: clear what stands far from the rest, or divide the sheet"
                )


@contextmanager
def _unheard() -> Iterator[None]:
    """What the converters warn of and log of what is odd in a file is for its author."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.disable(before)


def _storable(text: str, shown_as: str) -> str:
    """The text; raises `Mistake` for half a surrogate pair, which JSON can escape and UTF-8 has not."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(text[error.start]):04x}"
        raise Mistake(f"{shown_as}: holds {half}, half of a surrogate pair and no character: take it out, or write both") from None
    return text
