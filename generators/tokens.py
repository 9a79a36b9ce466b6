"""Counting tokens with the tokenizers that a scenario can name, without a network."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from generators.mistake import Absent, Mistake

if TYPE_CHECKING:
    import tiktoken

OFFLINE = ("cl100k_base", "o200k_base")
"""The tokenizers whose files ship inside `llama-index-core`."""

# tiktoken looks for each file under the SHA-1 of its address, and would fetch what it does not find.
_FILES = {"cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790"}

LINE_START = re.compile(r"(?<=\n)(?=[^\s/])")
"""Where a line starts that a token never spans: both tokenizers' patterns end a piece after a line end, unless a blank or (o200k) a slash
follows it. So the tokens of a text are those of its lines one after another, which a test compares with the whole."""


@dataclass(frozen=True)
class Tokenizer:
    """A tokenizer by its name; `<|endoftext|>` and its like are text as any other."""

    name: str
    _encoding: tiktoken.Encoding = field(repr=False)
    _widths: dict[int, tuple[bool, int]] = field(default_factory=dict, repr=False, compare=False)

    def encode(self, text: str) -> list[int]:
        """The numbers of the text's tokens."""
        return self._encoding.encode(text, disallowed_special=())

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of the tokens; where they break a character, U+FFFD stands for what is left of it."""
        return self._encoding.decode(tokens)

    def count(self, text: str) -> int:
        """How many tokens the text has: the sum over its lines, each counted once while it is remembered."""
        return sum(map(_count_line, LINE_START.split(text), repeat(self.name)))

    def offsets(self, text: str) -> list[int]:
        """The character of the text at which each token starts; a token that starts inside a character has that character's offset."""
        found: list[int] = []
        at = 0
        for line in LINE_START.split(text):
            found += map(at.__add__, _line_offsets(line, self.name))
            at += len(line)
        return found

    def line_offsets(self, text: str) -> list[int]:
        """As `offsets`, of a text taken as a whole."""
        starts = []
        characters = 0
        for token in self.encode(text):
            inside, width = self._widths.get(token) or self._width(token)
            starts.append(characters - inside)
            characters += width
        return starts

    def _width(self, token: int) -> tuple[bool, int]:
        """Whether the token starts inside a character, and how many characters start in it (UTF-8 continues a character with 10xxxxxx)."""
        data = self._encoding.decode_single_token_bytes(token)
        begun = sum(byte & 0xC0 != 0x80 for byte in data)
        self._widths[token] = (data[0] & 0xC0 == 0x80, begun)
        return self._widths[token]


@cache
def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of that name, loaded once.

    Points `TIKTOKEN_CACHE_DIR` at the files that ship with LlamaIndex, so that nothing is fetched, whoever else uses tiktoken later.

    Raises:
        Mistake: no tokenizer of that name is available offline.
        Absent: LlamaIndex, or its copy of the file, is not installed.
    """
    if name not in OFFLINE:
        raise Mistake(f"tokenizer {name!r} is not available offline: name one of {', '.join(OFFLINE)}")
    # Finding llama_index.core by its full name would import it, which takes seconds; its folder is enough.
    package = importlib.util.find_spec("llama_index")
    folders = package.submodule_search_locations if package and package.submodule_search_locations else ()
    caches = [Path(folder, "core", "_static", "tiktoken_cache") for folder in folders]
    cache = next((cache for cache in caches if (cache / _FILES[name]).is_file()), None)
    if cache is None:
        raise Absent(f"tokenizer {name!r} needs the files that ship with llama-index-core, which is not installed")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    import tiktoken  # noqa: PLC0415  # takes a tenth of a second, and many commands count nothing

    return Tokenizer(name, tiktoken.get_encoding(name))


# A corpus of three million tokens has some hundred thousand lines, and half of them stand in several chunks.
@lru_cache(maxsize=1 << 18)
def _count_line(line: str, name: str) -> int:
    return len(tokenizer(name).encode(line))


@lru_cache(maxsize=1 << 12)
def _line_offsets(line: str, name: str) -> tuple[int, ...]:
    return tuple(tokenizer(name).line_offsets(line))


def count(text: str, name: str) -> int:
    """How many tokens the text has by that tokenizer.

    Raises:
        Mistake: no tokenizer of that name is available offline.
    """
    return tokenizer(name).count(text)
