"""Fixtures shared by the tests: the miniature project, built once, its site, and copies of it to spoil."""

import os
import shutil
from pathlib import Path

import pytest
from browser import ARGUMENTS, find_chromium, served
from calculator_project import add_calculator
from hypothesis import HealthCheck, settings
from playwright.sync_api import sync_playwright
from prerequisites import lacking
from project import copy_tiny, offcut

from generators.project import Project

# A slow machine is no fault, and a run that failed must fail again.
settings.register_profile("offcut", deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("offcut")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder of the miniature project with its site built; no test changes anything in it."""
    folder = copy_tiny(tmp_path_factory.mktemp("tiny"))
    done = offcut(folder, "build")
    assert (done.returncode, folder.joinpath("site/index.html").exists()) == (0, True), done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def tiny_site(built):
    """The folder of the miniature's built site."""
    return built / "site"


@pytest.fixture(scope="session")
def site(request):
    """The folder of a built site: the one that OFFCUT_SITE names, or the miniature's."""
    named = os.environ.get("OFFCUT_SITE")
    return Path(named) if named else request.getfixturevalue("tiny_site")


@pytest.fixture(scope="module")
def address(site):
    """Where the built site of a module's tests is served."""
    with served(site) as url:
        yield url


@pytest.fixture(scope="session")
def calculator_site(request, tmp_path_factory):
    """The folder of a built site with the calculator: the one that OFFCUT_SITE names, or the miniature's with that section added."""
    named = os.environ.get("OFFCUT_SITE")
    if named:
        return Path(named)
    return add_calculator(Path(shutil.copytree(request.getfixturevalue("built"), tmp_path_factory.mktemp("calculator") / "project")))


@pytest.fixture(scope="module")
def chromium():
    """A started browser. Where it is missing the tests that ask for it are skipped, but never in CI."""
    found = find_chromium()
    if not found.path:
        lacking(found.missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def project(built, tmp_path):
    """A copy of the miniature project, with its site and all that was computed, for one test to change."""
    return Path(shutil.copytree(built, tmp_path / "project"))


@pytest.fixture(scope="session")
def catalogue(built):
    """The miniature's numbers, from what its build has computed."""
    return Project(built).catalogue()
