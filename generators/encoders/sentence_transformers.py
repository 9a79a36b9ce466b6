"""Models of sentence-transformers: what their files say of tokens and limits, read without PyTorch, and their vectors where it is here."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generators import utf8
from generators.encoders.encoder import Encoder, Reader, digest, version
from generators.encoders.kept import kept
from generators.encoders.model_files import OFFLINE, distribution, files, own_folder
from generators.mistake import Absent, Mistake
from generators.schema import Positive

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import tokenizers

    from generators.encoders.encoder import TokenVectors

LIMITS = {
    "sentence_bert_config": "max_seq_length",
    "tokenizer_config": "model_max_length",
    "tokenizer": "truncation.max_length",
    "config": "max_position_embeddings",
}
"""The files of a model that may state a limit, and the key that states it."""

RESTORE = "save or fetch the model again"
"""What to do about a damaged file of a model."""

INSTALL = "in Offcut's folder install PyTorch's build for CPUs, as the README says, then pip install -e '.[encoders]'"
"""How to bring what runs a model."""

NEEDED = ("torch", "transformers", "sentence_transformers")
PACKAGES = ("sentence-transformers", "transformers", "tokenizers", "torch")


def sentence_transformers(name: str, folder: Path, *, model: str, max_seq_length: Positive | None = None) -> Encoder:
    """A model of sentence-transformers. `model` is a folder with its files, named from the scenario's folder; or an installed package that
    ships them; or a name on the Hugging Face hub, `owner/name` or the `name` of one of sentence-transformers' own, which is read from this
    machine's cache: `hf download owner/name` puts it there, and nothing else here fetches it. `max_seq_length` takes the place of the
    limit that the files give.
    """
    place, keep = partial(files, model, folder), folder.parent / ".cache" / "vectors"

    def read() -> Reader:
        return reader(place(), max_seq_length)

    def runnable() -> Path:
        own = place()
        missing = [needed.replace("_", "-") for needed in NEEDED if importlib.util.find_spec(needed) is None]
        if missing:
            raise Absent(f"vectors of {model} need {' and '.join(missing)}: {INSTALL}")
        return own

    def embed(texts: list[str]) -> npt.NDArray[np.float64]:
        own = runnable()
        return kept(lambda new: vectors(own, max_seq_length, new), keep / f"{made_of(own, max_seq_length)}.sqlite", texts)

    def embed_tokens(text: str) -> TokenVectors:
        return token_vectors(runnable(), max_seq_length, text)

    own = own_folder(model, folder)
    known_as = (folder / model).name if utf8.is_folder(folder / model) else distribution(model)
    packages = PACKAGES if own else (*PACKAGES, known_as)
    return Encoder(name, packages, read, embed, {known_as: own} if own else {}, embed_tokens)


@cache
def made_of(place: Path, max_seq_length: int | None) -> str:
    """A digest of all that could move a vector: the model's files, the packages that run it, the limit, and this module."""
    parts = [digest(place), *map(version, PACKAGES), str(max_seq_length), Path(__file__).read_text("utf-8")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def stated(place: Path) -> dict[str, int]:
    """What each file says of the model's limit, by the file's name; one that is absent or says nothing is left out."""
    found = {}
    for file, key in LIMITS.items():
        path = place / f"{file}.json"
        value = data_of(path) if utf8.is_there(path) else None
        for word in key.split("."):
            value = value.get(word) if isinstance(value, dict) else None
        # A tokenizer without a limit is saved with one of thirty digits.
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 32:
            found[file] = value
    return found


def text_of(path: Path) -> str:
    """The text of a model's file; raises `Mistake` where it cannot be read."""
    return utf8.read(path, f"{path.parent.name}/{path.name}", RESTORE)


def data_of(path: Path) -> Any:  # noqa: ANN401 whatever stands in the file
    """The JSON of a model's file; raises `Mistake` where it is none."""
    try:
        return json.loads(text_of(path))
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{path.parent.name}/{path.name}: is no JSON ({error}): {RESTORE}") from None


@cache
def tokenizer(place: Path) -> tokenizers.Tokenizer:
    """The tokenizer of a model's folder, which cuts nothing off; raises `Mistake` where its file is damaged."""
    import tokenizers  # noqa: PLC0415 no measure but those of an encoder needs it

    path = place / "tokenizer.json"
    try:
        own = tokenizers.Tokenizer.from_str(text_of(path))
    except Mistake:
        raise
    except Exception as error:  # noqa: BLE001 the library raises no narrower one
        raise Mistake(f"{place.name}/{path.name}: is no tokenizer ({error}): {RESTORE}") from None
    own.no_truncation()
    own.no_padding()
    return own


@cache
def reader(place: Path, max_seq_length: int | None) -> Reader:
    """How the model of a folder reads a text: as sentence-transformers has it, its own file first, then the tokenizer's up to the positions
    that the network has.
    """
    own = tokenizer(place)
    limits = {} if max_seq_length else stated(place)
    others = [limits[file] for file in ("tokenizer_config", "config") if file in limits]
    limit = max_seq_length or limits.get("sentence_bert_config") or min(others, default=None)
    return Reader(
        lambda text: list(own.encode(text, add_special_tokens=False).offsets), limit, own.num_special_tokens_to_add(False), limits
    )


@cache
def loaded(place: Path, max_seq_length: int | None) -> Any:  # noqa: ANN401 a class of a package that may be absent
    """The model itself, on one core of the processor, for the others have corpora of their own; asks no network."""
    os.environ.update(OFFLINE)
    import torch  # noqa: PLC0415 takes seconds, and is not everywhere
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 the same

    torch.set_num_threads(1)
    model = SentenceTransformer(str(place), device="cpu", local_files_only=True)
    if max_seq_length is not None:
        model.max_seq_length = max_seq_length
    return model


def vectors(place: Path, max_seq_length: int | None, texts: list[str]) -> npt.NDArray[np.float64]:
    """The model's vectors; of a text without a token, which it would give the vector of its own marks, all zero.

    One text at a time: beside longer ones it would be filled up to their length, which changes the last digits.
    """
    model = loaded(place, max_seq_length)
    rows: npt.NDArray[np.float64] = model.encode(texts, batch_size=1, show_progress_bar=False, convert_to_numpy=True).astype("float64")
    rows[[not reader(place, max_seq_length).spans(text) for text in texts]] = 0
    return rows


def token_vectors(place: Path, max_seq_length: int | None, text: str) -> TokenVectors:
    """A row for each token of a text, as the model has it with its neighbours in sight.

    A text beyond the limit is read in windows that follow one another: each takes as many tokens as the limit leaves beside the model's own
    marks, the last one what is left, and no token sees beyond its window. The rows of the marks are left out.
    """
    model = loaded(place, max_seq_length)
    import numpy as np  # noqa: PLC0415 heavy: loaded with the first vector, not with the command line
    import torch  # noqa: PLC0415 see above

    own, read = tokenizer(place), reader(place, max_seq_length)
    whole = own.encode(text, add_special_tokens=False)
    if read.limit is not None:
        whole.truncate(max(read.limit - read.marks, 0))
    marked = own.post_process(whole)
    spans, rows = [], [np.zeros((0, model.get_embedding_dimension()), dtype=np.float32)]
    for window in [marked, *marked.overflowing]:
        with torch.inference_mode():
            asked = {"input_ids": torch.tensor([window.ids]), "attention_mask": torch.tensor([window.attention_mask])}
            found = model[0](asked)["token_embeddings"][0].numpy()
        tokens = np.flatnonzero(np.array(window.special_tokens_mask) == 0)
        spans += [window.offsets[token] for token in tokens]
        rows.append(found[tokens])
    return spans, np.concatenate(rows)
