"""Data sets of others: where each comes from, under which licence, and the documents that it is read as; nothing is fetched here."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from generators import utf8
from generators.corpora import chroma, tatqa, wikitext
from generators.corpus import Question
from generators.mistake import AbsentData, Mistake

RAW = "https://raw.githubusercontent.com"
"""Where the files of public repositories can be had one by one, at any commit."""


@dataclass(frozen=True)
class Dataset:
    """One file of a public repository at one commit.

    `file` is its place in a folder of data sets, `sha256` that of its bytes; `licence` and `origin` are those of the texts, for a page
    to name; `text` makes the document of what is in the file, or is None where that is no text. `asked_in` names the data set whose file
    has the questions that are asked of it, which `asked` makes of what is in that file; it is empty where there are none.
    """

    repository: str
    commit: str
    path: str
    file: str
    sha256: str
    licence: str
    origin: str
    text: Callable[[str], str] | None = str
    asked_in: str = ""
    asked: Callable[[str], tuple[Question, ...]] | None = None

    @property
    def home(self) -> str:
        """The page of its repository at the commit."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"

    def url(self, base: str = RAW) -> str:
        """Where the file itself can be had."""
        return f"{base}/{self.repository}/{self.commit}/{self.path}"

    @property
    def document(self) -> str:
        """The name of its document: the file's, for the text is always Markdown or plain."""
        return Path(self.file).with_suffix(".md").name


CHROMA = Dataset(
    "brandonstarxel/chunking_evaluation",
    "d451fc4cf56e417b755994b4ca5212fd5057c0d2",
    "chunking_evaluation/evaluation_framework/general_evaluation_data/questions_df.csv",
    "chroma/questions_df.csv",
    "3ab3901889b8900f43775537bf12d36bd6614255fc59124faca31bede1dda7a3",
    "MIT (repository)",
    "The questions of Chroma's chunking evaluation, with the places of their answers in its five texts",
    text=None,
)


def _chroma(name: str, sha256: str, licence: str, origin: str) -> Dataset:
    """One of the five texts that Chroma's questions are asked of."""
    return replace(
        CHROMA,
        path=f"chunking_evaluation/evaluation_framework/general_evaluation_data/corpora/{name}.md",
        file=f"chroma/{name}.md",
        sha256=sha256,
        licence=licence,
        origin=f"{origin}, as gathered for Chroma's chunking evaluation",
        text=str,
        asked_in="chroma-questions",
        asked=partial(chroma.questions, name),
    )


DATASETS = {
    "chroma-questions": CHROMA,
    "chroma-chatlogs": _chroma(
        "chatlogs", "543a98f82b2a6a492349fd7f8c9d6c3e78d1a4af81d13c79a7fd513c3f65bda6", "MIT (repository)", "Dialogues of UltraChat"
    ),
    "chroma-finance": _chroma(
        "finance", "1c48d0156820abc88e46e5c992fa0cd2708b07ae59a3771b2b18234b7208561f", "MIT", "Passages of annual reports from ConvFinQA"
    ),
    "chroma-pubmed": _chroma(
        "pubmed", "0fd9242ffb253695e5d0f0215cb79a66a2a8f1236591e764c60d370747684ced", "CC BY", "Articles of PubMed Central"
    ),
    "chroma-state-of-the-union": _chroma(
        "state_of_the_union", "6fc21d560d31eb2421e337596feea0f83f1fa9ca02c6c4e47bc26959d7531b37", "MIT (repository)", "A public speech"
    ),
    "chroma-wikitexts": _chroma(
        "wikitexts", "74cafcdb771185ecb9f22cc41b73e2e44477e0636ecf9cf1f96fd6ee0f4b86c0", "CC BY-SA", "Articles of Wikipedia from WikiText"
    ),
    "wikitext-markdown": replace(
        _chroma(
            "wikitexts",
            "74cafcdb771185ecb9f22cc41b73e2e44477e0636ecf9cf1f96fd6ee0f4b86c0",
            "CC BY-SA",
            "Articles of Wikipedia from WikiText, changed here: headings and paragraphs written as Markdown has them",
        ),
        text=wikitext.as_markdown,
        asked_in="",
    ),
    "tatqa": Dataset(
        "NExTplusplus/TAT-QA",
        "870accc41953dcde885aabeb963d94aabdc0fbc3",
        "dataset_raw/tatqa_dataset_dev.json",
        "tatqa/tatqa_dataset_dev.json",
        "8da095a819af6db3c14877c6df2d4d29960e41d1a63dd1fa853507bd2a616af5",
        "CC BY 4.0",
        "Tables and paragraphs of annual reports from TAT-QA by Fengbin Zhu and others (ACL 2021), changed here: tables "
        "written in Markdown and put among their paragraphs, and of the questions only those that one cell or several answer",
        tatqa.as_markdown,
        "tatqa",
        tatqa.questions,
    ),
}
"""Every data set by the name that a scenario and `offcut data` use."""


def texts() -> tuple[str, ...]:
    """The names of those that are texts, which a scenario may split."""
    return tuple(name for name, data in DATASETS.items() if data.text)


def cache_folder(root: Path) -> Path:
    """Where `offcut data fetch` puts data sets in a project's folder."""
    return root / ".cache" / "data"


def find(data: Dataset, root: Path) -> Path | None:
    """The data set's file: in the folder that the environment's OFFCUT_DATA names, else where it was fetched to; None if in neither.

    Raises `Mistake` where OFFCUT_DATA names no folder.
    """
    named = os.environ.get("OFFCUT_DATA")
    if named and not utf8.is_folder(Path(named)):
        raise Mistake(f"OFFCUT_DATA: {named!r} is no folder: correct it, or unset it and run `offcut data fetch`")
    folders = [*([Path(named)] if named else []), cache_folder(root)]
    return next((folder / data.file for folder in folders if utf8.is_there(folder / data.file)), None)


def digest(path: Path) -> str:
    """The sha256 of a data set's file, computed again when its size or time has changed; raises `Mistake` where it cannot be read."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe might never end
            raise Mistake(f"{path}: is no file, and a data set is to be one: move it away")
        return _digest(path, found.st_size, found.st_mtime_ns)
    except OSError as error:
        raise Mistake(f"{path}: cannot be read ({error.strerror}): correct its permissions") from None


@lru_cache(maxsize=64)
def _digest(path: Path, size: int, time: int) -> str:
    del size, time  # they tell one content of the file from the next
    return hashlib.sha256(path.read_bytes()).hexdigest()


def key(name: str, root: Path) -> str:
    """What tells the data set as it is here from any other state of it: the sha256 of its file, or nothing where it is absent."""
    path = find(DATASETS[name], root)
    return digest(path) if path else ""


def wrong(name: str, path: Path) -> str:
    """What to say of a file whose content is not the data set's, or nothing."""
    data, found = DATASETS[name], digest(path)
    if found == data.sha256:
        return ""
    return (
        f"{path}: its sha256 is {found}, and that of the data set {name} is {data.sha256}: "
        f"delete the file and run `offcut data fetch {name}`, or put the published one there ({data.url()})"
    )


def read(name: str, root: Path) -> tuple[str, str]:
    """The document of a data set, name and text; raises what `source` does."""
    data = DATASETS[name]
    return data.document, (data.text or str)(source(name, root))


def questions(name: str, root: Path) -> tuple[Question, ...]:
    """The questions that were published for a data set, none where there are none; raises what `source` does."""
    data = DATASETS[name]
    return data.asked(source(data.asked_in, root)) if data.asked and data.asked_in else ()


def source(name: str, root: Path) -> str:
    """What is in a data set's file.

    Raises:
        AbsentData: it is not here.
        Mistake: what is here is another content.
    """
    path = find(DATASETS[name], root)
    if path is None:
        raise AbsentData(f"the data set {name} is not here: run `offcut data fetch {name}`, or name its folder in OFFCUT_DATA")
    if said := wrong(name, path):
        raise Mistake(said)
    return utf8.read(path, str(path))
