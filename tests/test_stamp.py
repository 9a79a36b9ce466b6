"""The stamp of a built site: a build of nothing new writes nothing, and whatever a page could show the trace of has it built anew."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from project import ROOT, offcut

from generators import stamp
from generators.cli import main
from generators.project import Project


def tree(folder):
    """Every file of a folder with its bytes' digest and the time it was written."""
    return {
        path.relative_to(folder).as_posix(): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def digests(folder):
    """The files of a folder without the times."""
    return {path: digest for path, (digest, _) in tree(folder).items()}


@pytest.fixture
def builds(project, monkeypatch):
    """Builds the project's site in this process, and says whether MkDocs was asked; a copy of the site stands for what it would write."""
    asked = []

    def mkdocs(here, *words):
        asked.append(words)
        shutil.copytree(here.root / "site", Path(words[-1]), dirs_exist_ok=True)
        return 0

    def build():
        asked.clear()
        assert main(["--root", str(project), "build"]) == 0
        return bool(asked)

    monkeypatch.setattr("generators.commands.site.mkdocs", mkdocs)
    return build


def test_a_site_of_the_same_inputs_is_left_as_it_is(project, builds, capsys):
    """The command says so, and no file is written again."""
    before = tree(project / "site")
    assert not builds()
    assert capsys.readouterr().out.endswith("\nsite/ is up to date\n")
    assert tree(project / "site") == before


def test_what_may_be_lacking_has_the_same_digest_in_every_process():
    """It is a set, whose order is another with every hash seed: four names would have to fall alike four times."""
    code = (
        "from pathlib import Path\nfrom generators import stamp\nfrom generators.results import Results\n"
        "found = Results('s', 'S', {}, {}, {}, optional=frozenset({'minilm', 'chroma', 'finance', 'tatqa'}))\n"
        "print(stamp.inputs(Path('nowhere'), {'s': found}))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in "1234"
    }
    assert len(told) == 1


def append(path, text="\n"):
    path.write_bytes(path.read_bytes() + text.encode())


CHANGES = {
    "a page": lambda project: append(project / "docs/index.md", "More.\n"),
    "a page that is new": lambda project: (project / "docs/new.md").write_text("# New\n"),
    "a page that is gone": lambda project: (project / "docs/glossary.md").unlink(),
    "a scenario": lambda project: append(project / "scenarios/tiny.yaml", "# a comment\n"),
    "the lock": lambda project: append(project / "scenarios/published/tiny.json"),
    "a change entry": lambda project: append(project / "docs/changes/0001-hostile.json"),
    "an asset": lambda project: append(project / "docs/assets/css/card.css"),
    "the settings": lambda project: append(project / "mkdocs.yml", "# a comment\n"),
    "a file of the site": lambda project: append(project / "site/index.html"),
    "a file of the site that is gone": lambda project: (project / "site/numbers.json").unlink(),
    "a file beside those of the site": lambda project: (project / "site/other.html").write_text(""),
    "the whole site": lambda project: shutil.move(project / "site", project / "elsewhere") and (project / "site").mkdir(),
    "the stamp": lambda project: (project / ".cache/site.stamp").write_bytes(b"\xff"),
    "the lack of a stamp": lambda project: (project / ".cache/site.stamp").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_a_file_has_the_site_built(project, builds, change):
    """And once: built again without a further change, it is up to date."""
    change(project)
    assert builds()
    assert not builds()


@pytest.mark.parametrize("name", ["OFFCUT_SITE_URL", "OFFCUT_DATA"])
def test_a_variable_that_a_build_looks_at_has_the_site_built(builds, monkeypatch, name):
    """The first stands behind `!ENV` in the settings that the miniature inherits."""
    assert not builds()
    monkeypatch.setenv(name, "https://offcut.example/")
    assert builds()
    monkeypatch.delenv(name)
    assert builds()


def test_another_version_of_any_package_has_the_site_built(builds, monkeypatch):
    """Of one that only writes pages, too: MkDocs's theme, say."""
    distributions = list(metadata.distributions())
    monkeypatch.setattr(metadata, "distributions", lambda **_: distributions)
    assert not builds()
    theme = next(found for found in distributions if found.name == "mkdocs-material")
    monkeypatch.setattr(type(theme), "version", property(lambda found: "99" if found is theme else found.metadata["Version"]))
    assert builds()


def test_changed_code_has_the_site_built(project, tmp_path, monkeypatch):
    """Each module, and the texts that modules read; what tools leave beside them is no code."""
    package = tmp_path / "package" / "generators"
    shutil.copytree(stamp.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    results = Project(project).results(["tiny"])
    monkeypatch.setattr(stamp, "PACKAGE", package)
    monkeypatch.setattr("generators.provenance.PACKAGE", package)
    seen = [stamp.inputs(project, results)]
    for name in ("page.py", "corpora/contract_names.txt", "new.py"):
        (package / name).touch()
        append(package / name)
        seen.append(stamp.inputs(project, results))
    assert len(set(seen)) == 4
    (package / ".cache").mkdir()
    (package / ".cache/left.json").touch()
    assert stamp.inputs(project, results) == seen[-1]


def test_settings_are_followed_to_what_they_inherit_from(tmp_path):
    """With the variables that each names, but not round in a circle."""
    (tmp_path / "base").mkdir()
    (tmp_path / "mkdocs.yml").write_text('INHERIT: "base/mkdocs.yml"\nsite_url: !ENV [ONE, "two"]\n')
    (tmp_path / "base/mkdocs.yml").write_text("INHERIT: ../mkdocs.yml\ncopyright: !ENV THREE\n")
    settings = stamp.configurations(tmp_path / "mkdocs.yml")
    assert [text.split()[1] for text in settings] == ['"base/mkdocs.yml"', "../mkdocs.yml"]
    assert stamp.variables(settings) == ["OFFCUT_DATA", "ONE", "THREE", "two"]
    assert stamp.configurations(tmp_path / "none.yml") == []


def test_a_site_that_is_up_to_date_is_what_a_build_would_give(project):
    """Without its stamp it is built once more, by MkDocs, and every byte is the same; then it is up to date again."""
    before = digests(project / "site")
    (project / ".cache/site.stamp").unlink()
    done = offcut(project, "build")
    assert [done.returncode, "site/ is up to date" in done.stdout] == [0, False], done.stdout + done.stderr
    assert digests(project / "site") == before
    assert offcut(project, "build").stdout.endswith("\nsite/ is up to date\n")
