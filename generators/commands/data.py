"""`data`: the data sets of others, listed with their licences, and fetched; no other command asks the network."""

from __future__ import annotations

import re
import tempfile
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from generators.arguments import EXIT_FINE
from generators.commands.chosen import project
from generators.corpora import datasets
from generators.corpora.datasets import DATASETS, RAW, Dataset
from generators.mistake import Mistake, raise_all
from generators.schema import nearest
from generators.terminal import progress, say

SECONDS = 30
"""How long a server may be silent."""


def data_sets(arguments: Namespace) -> int:
    """List data sets, or fetch them; all where none is named."""
    root = project(arguments).root
    raise_all(f"there is no data set {name!r}: {nearest(name, list(DATASETS))}" for name in arguments.names if name not in DATASETS)
    names = list(dict.fromkeys(arguments.names)) or list(DATASETS)
    if arguments.action == "fetch":
        with progress("data sets") as tell:
            fetched = fetch(names, root, lambda done: tell("fetching", done, len(names)))
        for line in fetched:
            say(line)
        return EXIT_FINE
    for name in names:
        for line in described(name, root):
            say(line)
    return EXIT_FINE


def described(name: str, root: Path) -> list[str]:
    """Where a data set is, where it comes from, and what its texts are."""
    found = DATASETS[name]
    path = datasets.find(found, root)
    where = f"not here: run `offcut data fetch {name}`" if path is None else datasets.wrong(name, path) or shown(path, root)
    return [f"{name}: {where}", f"  {found.origin}", f"  licence {found.licence}, {found.home}"]


def shown(path: Path, root: Path) -> str:
    """A path from the project's folder, or as it is where it lies elsewhere."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def fetch(names: Sequence[str], root: Path, tell: Callable[[int], None] = lambda done: None, base: str = RAW) -> list[str]:
    """Fetch those data sets that are not here into the project's cache; gives a line on each.

    Each file is written beside its place and moved there once its sha256 is right, so that one that is there is whole. Raises `Mistake`
    with all that could not be had; the others are kept.
    """
    lines, mistakes = [], []
    for done, name in enumerate(names):
        tell(done)
        found = DATASETS[name]
        try:
            path = datasets.find(found, root)
            wrong = path and datasets.wrong(name, path)
            if path and not wrong:
                lines.append(f"{name}: already here, {shown(path, root)}")
            elif wrong and path != datasets.cache_folder(root) / found.file:
                mistakes.append(wrong)  # a file of the user's, which would still stand before what is fetched
            else:
                path = download(name, found, root, base)
                lines.append(f"{name}: fetched {path.stat().st_size:,} bytes, {shown(path, root)}")
        except Mistake as mistake:
            mistakes += mistake.lines
    tell(len(names))
    raise_all(dict.fromkeys(mistakes))
    return lines


def download(name: str, data: Dataset, root: Path, base: str) -> Path:
    """One file, in the project's cache; raises `Mistake` where the server cannot be reached, has no such file, or has another."""
    import pooch  # type: ignore[import-untyped]  # noqa: PLC0415 brings requests, which nothing else needs
    from requests.exceptions import HTTPError, RequestException  # noqa: PLC0415 the same

    place, url = datasets.cache_folder(root) / data.file, data.url(base)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place.parent):
            pass  # whether it can be written to is seen before the server is asked
    except OSError as error:
        raise Mistake(f"{place}: cannot be written ({error.strerror}): make its folder one that can be written to") from None
    pooch.get_logger().setLevel("ERROR")  # its notices tell of what is told here
    try:
        pooch.retrieve(url, f"sha256:{data.sha256}", fname=place.name, path=place.parent, downloader=pooch.HTTPDownloader(timeout=SECONDS))
    except HTTPError as error:
        answer = f"{error.response.status_code} {error.response.reason}" if error.response is not None else str(error)
        raise Mistake(f"{name}: {url}: the server answered {answer}: look whether the repository is still public") from None
    except RequestException as error:
        raise Mistake(f"{name}: {url}: cannot be reached ({cause(error)}): look to the network, and run it again") from None
    except OSError as error:
        if error.strerror is None:  # it is no error of the system: requests raises it for a file of certificates that is not there
            raise Mistake(f"{name}: {error}: correct REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE in the environment, or unset it") from None
        raise Mistake(
            f"{place}: cannot be written ({error.strerror}): make room for it, or its folder one that can be written to"
        ) from None
    except ValueError as error:
        _, got = re.findall("[0-9a-f]{64}", str(error))
        raise Mistake(f"{name}: {url}: its sha256 is {got}, and not {data.sha256}: it was changed on the way, run it again") from None
    return place


def cause(error: BaseException) -> str:
    """The innermost reason of a failed request, for its outer ones wrap it in names of classes."""
    while (inner := error.__cause__ or error.__context__) is not None:
        error = inner
    return getattr(error, "strerror", None) or str(error)
