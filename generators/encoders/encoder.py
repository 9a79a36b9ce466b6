"""Encoder: a model that turns texts into vectors, how it reads a text, and how much of it its input limit lets through."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from generators.mistake import Absent, Mistake
from generators.spans import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float64]
    TokenVectors = tuple[list[Span], NDArray[np.float32]]

# A vector of 384 numbers takes 3 kB, so what is remembered of texts, and of tokens, stays below 100 MB each.
_REMEMBERED = 1 << 15


@dataclass(frozen=True)
class Reader:
    """How a model reads a text, from its files alone: `spans` gives the place of each token.

    `limit` is how many tokens of a text it reads, None where it reads all; `marks` of them are its own, put around every text.
    `limits` is what each of its files says of the limit, empty where the scenario sets it.
    """

    spans: Callable[[str], list[Span]]
    limit: int | None = None
    marks: int = 0
    limits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Encoder:
    """A model under the name that a scenario gives it; `distributions` are the packages whose release could move its vectors.

    `read` and `embed` load what they need when they are first called, and raise `Absent` where that is not installed. `embed` gives one
    row a text, all zero for a text without a token. `embed_tokens`, which a model may lack, gives the place of each token of a text and a
    row each: `late` makes chunks' vectors of them. `folders` is where the model's files are, by its name, unless a package ships them. One
    that is `postponed` reads texts and gives no vectors.
    """

    name: str
    distributions: tuple[str, ...]
    read: Callable[[], Reader]
    embed: Callable[[list[str]], Vectors]
    folders: Mapping[str, Path] = field(default_factory=dict)
    embed_tokens: Callable[[str], TokenVectors] | None = None
    postponed: bool = False
    _known: dict[str, Vectors] = field(default_factory=dict, repr=False)
    _seen: dict[str, int] = field(default_factory=dict, repr=False)
    _tokens: dict[str, TokenVectors] = field(default_factory=dict, repr=False)

    def packages(self) -> dict[str, str]:
        """The version of each package it stands on, empty where it is not installed or not asked, and of a model in a folder a digest of
        its files.
        """
        found = {name: "" if self.postponed else version(name) for name in self.distributions}
        return found | {name: digest(folder) for name, folder in self.folders.items()}

    @cached_property
    def reader(self) -> Reader:
        """How it reads a text; raises `Absent` where its files are not here, and `Mistake` where one is missing among them."""
        return self.read()

    @property
    def limit(self) -> int | None:
        """How many tokens of a text the model reads, its own marks among them; None where it reads all."""
        return self.reader.limit

    def tokens(self, text: str) -> list[Span]:
        """The place of each token in the text, the model's own marks left out."""
        return self.reader.spans(text)

    def seen(self, text: str) -> int:
        """How many characters of the text the limit lets through: up to the end of the last token that is read."""
        if self.reader.limit is None:
            return len(text)
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        if text not in self._seen:
            tokens, most = self.tokens(text), max(self.reader.limit - self.reader.marks, 0)
            self._seen[text] = len(text) if len(tokens) <= most else tokens[most - 1][1] if most else 0
        return self._seen[text]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The texts as rows of length 1, each remembered; a text without a token, or whose vector has no length, is a row of zeros.

        Raises `Absent` where the model cannot be run here, and `Mistake` where it gives what is no finite number.
        """
        import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector, not with the command line

        self._not_postponed()
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > _REMEMBERED:
            self._known.clear()
            new = list(dict.fromkeys(texts))
        if new:
            rows = np.asarray(self.embed(new), dtype=np.float64)
            broken = [text for text, row in zip(new, rows, strict=True) if not np.isfinite(row).all()]
            if broken:
                raise Mistake(
                    f"the encoder {self.name} gives no finite vector for the text that begins {broken[0][:40]!r}: "
                    "its weights are damaged, or it overflows: install them again, or name another model"
                )
            lengths = np.linalg.norm(rows, axis=1, keepdims=True)
            self._known.update(zip(new, rows / np.where(lengths > 0, lengths, 1), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else np.zeros((0, 0))

    def token_vectors(self, text: str) -> TokenVectors:
        """The place of each token of the text and a row each, remembered; raises `Mistake` where the model gives none, else as `encode`."""
        self._not_postponed()
        if self.embed_tokens is None:
            raise Mistake(f"the encoder {self.name} gives no vectors of tokens, which late chunking needs: name another")
        if text not in self._tokens:
            found = self.embed_tokens(text)
            if sum(len(spans) for spans, _ in self._tokens.values()) + len(found[0]) > _REMEMBERED:
                self._tokens.clear()
            self._tokens[text] = found
        return self._tokens[text]

    def _not_postponed(self) -> None:
        if self.postponed:
            raise Absent(f"vectors of {self.name} take many minutes: `offcut lock --live` computes them")


def version(distribution: str) -> str:
    """The version of an installed distribution, empty where it is not."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


@cache
def digest(folder: Path) -> str:
    """The beginning of a SHA-256 over the names and bytes of the folder's files; raises `Mistake` where one cannot be read."""
    found = hashlib.sha256()
    try:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            found.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    except OSError as error:
        raise Mistake(f"{error.filename}: cannot be read ({error.strerror}): correct its permissions") from None
    return found.hexdigest()[:12]


def cosine(one: Vectors, other: Vectors) -> float | None:
    """The cosine of two rows that `encode` gave; None where one of them is all zero."""
    return float(one @ other) if one.any() and other.any() else None
