"""WordLlama: the mean of a text's token vectors, from the weights that its wheel ships; it reads texts of any length."""

from __future__ import annotations

import importlib.util
import re
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from generators.encoders.encoder import Encoder, Reader
from generators.mistake import Absent

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import tokenizers

    from generators.encoders.encoder import TokenVectors

WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"

WORD_END = re.compile(r"(?<=[^ ▁>]) (?=[^<])")
"""A blank at which a text can be taken apart without another token: none of the vocabulary goes on over one that ends a word. The
tokenizer puts one before every text itself, and around its marks, as `</s>`, it has rules of its own."""


def wordllama(name: str, folder: Path) -> Encoder:
    """WordLlama: a table of token vectors, and a text's vector is the mean of its tokens' vectors. It has no input limit."""
    return Encoder(name, ("wordllama", "tokenizers"), read, embed, embed_tokens=embed_tokens)


@cache
def files() -> Path:
    """The folder of the installed package, which is not imported: its own loader asks the network. Raises `Absent` without it."""
    package = importlib.util.find_spec("wordllama")
    for folder in package.submodule_search_locations or () if package else ():
        if (Path(folder) / WEIGHTS).is_file() and (Path(folder) / TOKENIZER).is_file():
            return Path(folder)
    raise Absent("the encoder wordllama needs the package wordllama with its weights: pip install wordllama")


@cache
def tokenizer() -> tokenizers.Tokenizer:
    """Its tokenizer; raises `Absent` where the package is not installed."""
    place = files() / TOKENIZER
    import tokenizers as library  # noqa: PLC0415 no measure but those of an encoder needs it

    return library.Tokenizer.from_file(str(place))


@cache
def weights() -> npt.NDArray[np.float32]:
    """One row a token; raises `Absent` where the package is not installed."""
    place = files() / WEIGHTS
    import numpy as np  # noqa: PLC0415 no measure but those of an encoder needs it
    from safetensors.numpy import load_file  # noqa: PLC0415 the same

    return load_file(place)["embedding.weight"].astype(np.float32)


def read() -> Reader:
    """Its tokens; it has no limit."""
    own = tokenizer()
    return Reader(lambda text: list(own.encode(text, add_special_tokens=False).offsets))


def embed(texts: list[str]) -> npt.NDArray[np.float64]:
    """The mean of each text's token vectors."""
    table = weights()
    import numpy as np  # noqa: PLC0415 no measure but those of an encoder needs it

    rows = np.zeros((len(texts), table.shape[1]))
    for row, text in zip(rows, texts, strict=True):
        found = [*chain.from_iterable(map(ids, WORD_END.split(text)))]
        if found:
            row[:] = table[found].mean(axis=0, dtype=np.float64)
    return rows


@lru_cache(maxsize=1 << 16)
def ids(word: str) -> list[int]:
    """The tokens of a text; remembered, for texts share most of their words."""
    found: list[int] = tokenizer().encode(word, add_special_tokens=False).ids
    return found


def embed_tokens(text: str) -> TokenVectors:
    """Each token's own row: what stands around it changes nothing."""
    table = weights()
    found = tokenizer().encode(text, add_special_tokens=False)
    return list(found.offsets), table[found.ids]


@lru_cache(maxsize=1 << 14)
def added(word: str) -> npt.NDArray[np.float64]:
    """The sum of the vectors of a text's tokens, and last how many these are. The weights have half precision: no such sum is rounded."""
    table = weights()
    import numpy as np  # noqa: PLC0415 no measure but those of an encoder needs it

    found = ids(word)
    return np.append(table[found].sum(axis=0, dtype=np.float64), len(found))
