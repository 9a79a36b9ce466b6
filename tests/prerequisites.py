"""What some tests need that the project does not bring, and what becomes of a test that lacks it."""

import os
from pathlib import Path
from typing import NoReturn

import pytest

from generators.corpora import datasets

ROOT = Path(__file__).parent.parent
CASES = Path(os.environ.get("OFFCUT_CASES", ROOT.parent / "shared" / "cases"))
"""The folder of the given cases, one JSON file a case."""


def lacking(what: str, *, expected: bool = True) -> NoReturn:
    """Skip the test with what it lacks; in CI it fails where that is to be expected there, for CI leaves no test out."""
    (pytest.fail if expected and os.environ.get("CI") else pytest.skip)(what)


def need_data(*names: str) -> None:
    """Data sets of others, or all; `OFFCUT_DATA`, set but empty, says that none are to be expected."""
    wanted = names or tuple(datasets.DATASETS)
    missing = [name for name in wanted if datasets.find(datasets.DATASETS[name], ROOT) is None]
    if missing:
        remedy = "run `offcut data fetch`, or name their folder in OFFCUT_DATA"
        lacking(f"these data sets are not here: {', '.join(missing)}: {remedy}", expected=os.environ.get("OFFCUT_DATA") != "")


def need_cases() -> None:
    """The given cases, which are not the project's: CI need not have them."""
    if not CASES.is_dir():
        lacking("the given cases, which are not the project's, are not here: name their folder in OFFCUT_CASES", expected=False)
