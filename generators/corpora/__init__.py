"""Where text comes from: the SOURCES table, one source a key that a corpus row of a scenario begins with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from generators.corpora import datasets, formats
from generators.corpora.datasets import DATASETS
from generators.corpora.questions import Questions, ask
from generators.corpora.questions import files as question_files
from generators.corpus import Band, Corpus, Document, Lengths, Profile
from generators.schema import NotNegative, OneOf, Positive, Range, Sweep
from generators.sweeps import sweep


@dataclass(frozen=True)
class Context:
    """What a source may look at besides its own keys: the scenario's folder, its profiles, and the rows of its corpora by name."""

    folder: Path
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class BandKeys:
    """Tables of one length; a list of lengths or a sweep stands for as many bands."""

    count: NotNegative
    tokens: Positive | list[Positive] | Sweep


@dataclass(frozen=True)
class ProfileKeys:
    """Counts and lengths of a corpus."""

    documents: NotNegative
    tokens_per_document: Positive
    tables: list[BandKeys]


@dataclass(frozen=True)
class ProbeKeys:
    """A text with a beginning, a pattern that comes so many times, and an end."""

    each: str
    times: Annotated[int, Range(1, 100_000)]
    start: str = ""
    end: str = ""


def profile(context: Context, *, profile: ProfileKeys) -> Profile:
    """A corpus as counts and lengths only: closed forms need no text."""
    keys: Any = profile  # the annotation is the rule for the file, which gives plain mappings
    bands = [Band(band["count"], tokens) for band in keys["tables"] for tokens in sweep(band["tokens"])]
    return Profile(keys["documents"], keys["tokens_per_document"], tuple(bands))


def generate(
    context: Context,
    *,
    generate: Literal["contracts"],
    like: str,
    seed: NotNegative,
    cells: Literal["figures", "sentences"] = "figures",
    layout: Literal["pipes", "aligned"] = "pipes",
    blank_lines: Annotated[int, Range(1, 2)] = 1,
    table_after_prose: bool = False,
) -> tuple[Document, ...]:
    """Contracts written from a seed, with the documents and tables of the profile named by `like`."""
    from generators.corpora.contracts import contracts  # noqa: PLC0415 the bank of clauses is read only when a contract is written

    return contracts(
        context.profiles[like], seed=seed, cells=cells, layout=layout, blank_lines=blank_lines, table_after_prose=table_after_prose
    )


def files(context: Context, *, files: list[str], convert: bool = True, questions: Questions | None = None) -> tuple[Document, ...]:
    """Files, named relative to the scenario's folder (`../` may lead out of it, absolute paths are refused).

    Text is UTF-8 and kept as it is. What is named `.csv`, `.docx`, `.html`, `.ipynb`, `.pdf`, `.pptx` or `.xlsx` is converted to Markdown
    by markitdown (`pip install -e '.[formats]'` in Offcut's folder); a chat, named `.chat.txt` (lines `Name: text`) or `.chat.json` (a
    list of turns with `role` and `content`), becomes a section for each turn. With `convert: false` a file's own text is split.
    """
    from generators.corpora.documents import read  # noqa: PLC0415 the Markdown parser is heavy

    return ask([read(context.folder / name, name, convert=convert) for name in files], questions, context.folder)


def texts(context: Context, *, texts: dict[str, str], questions: Questions | None = None) -> tuple[Document, ...]:
    """Short documents written in the scenario itself; offsets count in the text as YAML gives it."""
    from generators.corpora.documents import document  # noqa: PLC0415 the Markdown parser is heavy

    return ask([document(name, text) for name, text in texts.items()], questions, context.folder)


DatasetName = Annotated[str, OneOf(datasets.texts(), "see `offcut data`")]


def dataset(context: Context, *, dataset: DatasetName | list[DatasetName], questions: bool = False) -> tuple[Document, ...]:
    """A data set of others, as one document: fetched before by `offcut data fetch`, or in the folder that OFFCUT_DATA names.

    Several in a list are a corpus of so many documents. With `questions: true`, the questions that were published with it are asked of it.
    """
    from generators.corpora.documents import document  # noqa: PLC0415 the Markdown parser is heavy

    root = context.folder.parent
    found = [(name, document(*datasets.read(name, root))) for name in dataset_names(dataset)]
    return tuple(replace(one, questions=datasets.questions(name, root)) if questions else one for name, one in found)


def dataset_names(dataset: str | list[str]) -> list[str]:
    """The names in a row's key, where one may stand by itself."""
    return [dataset] if isinstance(dataset, str) else dataset


def probe(context: Context, *, probe: ProbeKeys) -> tuple[Document, ...]:
    """One document of a pattern repeated until every splitter has to cut it; `{n}` stands for the number of the repetition."""
    from generators.corpora.documents import document  # noqa: PLC0415 the Markdown parser is heavy

    keys: Any = probe  # the annotation is the rule for the file, which gives plain mappings
    body = "".join(keys["each"].replace("{n}", str(number)) for number in range(1, keys["times"] + 1))
    return (document("probe", keys.get("start", "") + body + keys.get("end", "")),)


def profile_of(context: Context, *, profile_of: str) -> Lengths:
    """The lengths of another corpus of this file and of its own tables, for closed forms to stand beside what is measured on it."""
    from generators.corpora.lengths import lengths_of  # noqa: PLC0415 tokenizers are needed only here

    row = context.rows[profile_of]
    return lengths_of(load(profile_of, source_of(row), row, context).documents)


SOURCES: dict[str, Callable[..., Profile | Lengths | tuple[Document, ...]]] = {
    "profile": profile,
    "generate": generate,
    "files": files,
    "texts": texts,
    "probe": probe,
    "dataset": dataset,
    "profile_of": profile_of,
}

PROFILES = ("profile", "profile_of")
"""The sources of which closed forms are taken, and nothing is split."""


def own_keys(row: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a row that its source takes."""
    return {key: value for key, value in row.items() if key != "measures"}


def packages(row: Mapping[str, Any]) -> dict[str, str]:
    """The version of what a row's files are converted by, empty where that is not installed; none where nothing is converted."""
    names = row["files"] if "files" in row and row.get("convert", True) else ()
    return {package: version for name in names for package, version in formats.packages(name).items()}


def source_of(row: Mapping[str, Any]) -> str:
    """The key of a row that names its source."""
    return next(key for key in row if key in SOURCES)


def content(row: Mapping[str, Any], context: Context) -> list[Any]:
    """All that the documents of a row depend on, as JSON: its keys, the bytes of its files or data set, and of the rows that it names."""
    found: list[Any] = [dict(row)]
    if "like" in row:
        found.append(asdict(context.profiles[row["like"]]))
    if "files" in row:
        found.append([hashlib.sha256((context.folder / name).read_bytes()).hexdigest() for name in row["files"]])
        found += [packages(row)] if packages(row) else []
    for name in question_files(row.get("questions")):
        found.append(hashlib.sha256((context.folder / name).read_bytes()).hexdigest())
    for name in dataset_names(row.get("dataset", [])):
        found.append(datasets.key(name, context.folder.parent))
        if row.get("questions"):
            found.append(datasets.key(DATASETS[name].asked_in, context.folder.parent))
    if "profile_of" in row:
        found.append(content(context.rows[row["profile_of"]], context))
    return found


def load(name: str, source: str, keywords: Mapping[str, Any], context: Context) -> Corpus:
    """The corpus of one scenario row; raises `Mistake` where a file cannot be read or a profile cannot be met."""
    content = SOURCES[source](context, **keywords)
    if isinstance(content, Profile | Lengths):
        text = json.dumps(asdict(content), sort_keys=True)
        return Corpus(name, hashlib.sha256(text.encode()).hexdigest(), profile=content)
    digest = hashlib.sha256()
    for document in content:
        for part in (document.name, document.text):
            encoded = part.encode("utf-8")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    if asked := [[document.name, asdict(question)] for document in content for question in document.questions]:
        digest.update(json.dumps(asked, sort_keys=True).encode())
    return Corpus(name, digest.hexdigest(), documents=content)
