"""Where text comes from: the SOURCES table, one source a key that a corpus row of a scenario begins with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from generators.corpus import Band, Corpus, Document, Profile
from generators.schema import NotNegative, Positive, Range, Sweep
from generators.sweeps import sweep


@dataclass(frozen=True)
class Context:
    """What a source may look at besides its own keys: the scenario's folder and the profiles that it names."""

    folder: Path
    profiles: Mapping[str, Profile] = field(default_factory=dict)


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


def files(context: Context, *, files: list[str]) -> tuple[Document, ...]:
    """Text files, named relative to the scenario's folder (`../` may lead out of it, absolute paths are refused); UTF-8, kept as it is."""
    from generators.corpora.files import read  # noqa: PLC0415 the Markdown parser is heavy

    return tuple(read(context.folder / name, name) for name in files)


def texts(context: Context, *, texts: dict[str, str]) -> tuple[Document, ...]:
    """Short documents written in the scenario itself; offsets count in the text as YAML gives it."""
    from generators.corpora.files import document  # noqa: PLC0415 the Markdown parser is heavy

    return tuple(document(name, text) for name, text in texts.items())


SOURCES: dict[str, Callable[..., Profile | tuple[Document, ...]]] = {
    "profile": profile,
    "generate": generate,
    "files": files,
    "texts": texts,
}


def load(name: str, source: str, keywords: Mapping[str, Any], context: Context) -> Corpus:
    """The corpus of one scenario row; raises `Mistake` where a file cannot be read or a profile cannot be met."""
    content = SOURCES[source](context, **keywords)
    if isinstance(content, Profile):
        text = json.dumps(asdict(content), sort_keys=True)
        return Corpus(name, hashlib.sha256(text.encode()).hexdigest(), profile=content)
    digest = hashlib.sha256()
    for document in content:
        for part in (document.name, document.text):
            encoded = part.encode("utf-8")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return Corpus(name, digest.hexdigest(), documents=content)
