"""Fixtures shared by the tests."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def site():
    """The folder of a built site."""
    return Path(os.environ["OFFCUT_SITE"])
