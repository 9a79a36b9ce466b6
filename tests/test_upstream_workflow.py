"""The workflow that follows upstream: its steps, run on a wheel whose default changed, propose new pins, lock and change entries."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from fabricated import wheel
from project import copy_tiny

from generators.cli import main

ROOT = Path(__file__).parent.parent
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/upstream.yml").read_text("utf-8"))
(JOB,) = WORKFLOW["jobs"].values()
STEPS = {step["name"]: step for step in JOB["steps"] if "run" in step}
HERE = version("langchain-text-splitters")
NEXT, PIN = f"{HERE}.1", f"langchain-text-splitters=={HERE}"
PROPOSE = "Open or update the pull request"

NUMBER = "overlap/log/default/stored_ratio"
SCENARIO = """\
title: What a default overlap stores twice
corpora:
  log: {files: [corpora/log.txt]}
splitters:
  default: {use: langchain.RecursiveCharacterTextSplitter}
measures: [stored_ratio, chunks]
"""
PYPROJECT = f'[project]\nname = "mini"\nversion = "1"\ndependencies = [\n  "{PIN}",\n  "rich>=14",\n]\n'
PAGE = f"# Overlap\n\nStored {{{{ number('{NUMBER}') }}}} times.\n\n## How to cite {{#cite}}\n\nCite the card.\n"
PROGRAMS = {
    ".venv/bin/python": 'exec "$REAL_PYTHON" "$@"',
    ".venv/bin/offcut": 'echo "offcut $*" >> "$CALLS"\n[ "$1" = data ] || exec "$REAL_PYTHON" -m generators "$@"',
    "bin/make": """\
        echo "make $*" >> "$CALLS"
        case "$1" in
          lock) exec .venv/bin/offcut lock ;;
          lock-requirements) sed -n 's/.*"\\(.*==.*\\)".*/\\1/p' pyproject.toml | tee requirements.txt > requirements-dev.txt ;;
        esac
        """,
    "bin/gh": 'printf "gh %s\\n" "$*" >> "$CALLS"\n[ "$1 $2" != "pr list" ] || grep -c "^gh pr create" "$CALLS" || true',
}
"""What stands in for the environment's programs and GitHub's: they note how they were called."""


class Runner:
    """A clone of a small project's repository, and the steps of the workflow run in it as GitHub's machine would."""

    def __init__(self, folder, origin):
        self.folder, self.origin, self.outside = folder, origin, origin.parent
        subprocess.run(["git", "clone", "--quiet", "--branch", "main", str(origin), str(folder)], check=True)
        self.calls, self.body = self.outside / "calls", folder.parent / f"{folder.name}-temp" / "body.md"
        self.body.parent.mkdir()
        for name, text in PROGRAMS.items():
            path = (folder if name.startswith(".venv") else self.outside) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\n{dedent(text)}\n", "utf-8")
            path.chmod(0o755)

    def run(self, command, **environment):
        """One command as a step runs it."""
        packages = self.outside / "packages"
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.folder,
            env={
                **os.environ,
                "PATH": f"{self.outside / 'bin'}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": f"{packages}{os.pathsep}{ROOT}",
                "REAL_PYTHON": sys.executable,
                "CALLS": str(self.calls),
                "PIP_NO_INDEX": "1",
                "PIP_NO_DEPS": "1",
                "PIP_FIND_LINKS": str(self.outside / "wheels"),
                "PIP_TARGET": str(packages),
                "RUNNER_TEMP": str(self.body.parent),
                "GITHUB_OUTPUT": str(self.body.parent / "output"),
                "GITHUB_STEP_SUMMARY": str(self.body.parent / "summary"),
                "GITHUB_REF_NAME": "main",
                "TITLE": JOB["env"]["TITLE"],
                **environment,
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    def follow(self):
        """Every step in its order, up to the first that fails; what was printed, and whether all went well."""
        printed = ""
        output = self.body.parent / "output"
        for step in STEPS.values():
            wanted = re.fullmatch(r"steps\.compare\.outputs\.(\w+) == '(\d)'", step.get("if", ""))
            assert wanted or "if" not in step
            if wanted and f"{wanted[1]}={wanted[2]}" not in output.read_text("utf-8").splitlines():
                continue
            done = self.run(step["run"])
            printed += done.stdout + done.stderr
            if done.returncode:
                return printed, False
        return printed, True

    def git(self, *words):
        """What git answers in the origin."""
        return subprocess.run(["git", *words], cwd=self.origin, check=True, capture_output=True, encoding="utf-8").stdout


def commit(folder, message, name="someone"):
    """Commit everything in a folder."""
    person = ["-c", f"user.name={name}", "-c", f"user.email={name}@example.org"]
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    subprocess.run(["git", *person, "commit", "--quiet", "--message", message], cwd=folder, check=True)


def write_project(folder, **changed):
    """A project of one scenario, locked with what is installed; `changed` holds other texts for `scenario` and `pyproject`."""
    files = {
        "scenarios/overlap.yaml": changed.get("scenario", SCENARIO),
        # Lines of fifty characters: an overlap holds as many whole ones as fit in it.
        "scenarios/corpora/log.txt": "".join(f"{number:05d} {'the gauge at the quay was read and noted':43}\n" for number in range(400)),
        "pyproject.toml": changed.get("pyproject", PYPROJECT),
        "requirements.txt": f"{PIN}\n",
        "requirements-dev.txt": f"{PIN}\n",
        ".gitignore": ".venv/\n.cache/\nsite/\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    assert main(["--root", str(folder), "lock"]) == 0
    return folder


def publish(folder, outside):
    """The project's files as the branch main of a bare repository."""
    subprocess.run(["git", "init", "--quiet", "--initial-branch", "main"], cwd=folder, check=True)
    commit(folder, "A project")
    subprocess.run(["git", "clone", "--quiet", "--bare", str(folder), str(outside / "origin.git")], check=True)
    return outside / "origin.git"


@pytest.fixture
def origin(tmp_path):
    """The repository of such a project."""
    return publish(write_project(tmp_path / "first"), tmp_path / "outside")


@pytest.fixture
def origin_with_site(tmp_path):
    """The repository of such a project that has pages too."""
    folder = copy_tiny(tmp_path / "first")
    for name in ("scenarios", "docs/changes"):
        shutil.rmtree(folder / name)
    for name in ("tiny.md", "hostile.md"):
        (folder / "docs" / name).unlink()
    (folder / "docs/index.md").write_text(PAGE, "utf-8")
    settings = (folder / "mkdocs.yml").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(settings.replace("  - Tiny: tiny.md\n  - Hostile: hostile.md\n", ""), "utf-8")
    return publish(write_project(folder), tmp_path / "outside")


def calls(runner, *programs):
    """How the programs were called, in order."""
    return [line for line in runner.calls.read_text("utf-8").splitlines() if line.startswith(programs)] if runner.calls.exists() else []


def test_a_wheel_whose_default_changed_becomes_one_pull_request(origin_with_site, tmp_path):
    """Noticed, pinned, locked and proposed; the page of changes says what moved, and an old citation resolves."""
    wheel(
        tmp_path / "outside/wheels",
        "langchain-text-splitters",
        NEXT,
        {"langchain_text_splitters/base.py": [("chunk_overlap: int = 200,", "chunk_overlap: int = 128,")]},
    )
    first = Runner(tmp_path / "monday", origin_with_site)
    before = json.loads((first.folder / "scenarios/published/overlap.json").read_text("utf-8"))["numbers"]
    printed, well = first.follow()
    assert well, printed

    body = first.body.read_text("utf-8")
    assert f"`langchain-text-splitters {HERE} became {NEXT}`" in body
    assert re.search(
        r"`langchain\.RecursiveCharacterTextSplitter: chunk_overlap was 200, is 128 \(langchain_text_splitters/base\.py:\d+\)`", body
    )
    assert f"`{NUMBER}: published " in body

    assert first.git("diff", "--name-only", "main", "upstream").split() == [
        "docs/changes/0002-overlap.json",
        "pyproject.toml",
        "requirements-dev.txt",
        "requirements.txt",
        "scenarios/published/libraries.yaml",
        "scenarios/published/overlap.json",
    ]
    assert f'  "langchain-text-splitters=={NEXT}",\n  "rich>=14",' in first.git("show", "upstream:pyproject.toml")
    assert first.git("show", "upstream:requirements.txt") == f"langchain-text-splitters=={NEXT}\n"
    after = json.loads(first.git("show", "upstream:scenarios/published/overlap.json"))
    assert after["versions"]["langchain-text-splitters"] == NEXT
    assert after["numbers"][NUMBER] < before[NUMBER]

    # In the branch itself the site builds, its page of changes says what moved and why, and the permalink of an old citation has its row.
    assert first.run(".venv/bin/offcut build").returncode == 0
    changes = (first.folder / "site/changes/index.html").read_text("utf-8")
    assert f"langchain-text-splitters {HERE} became {NEXT}" in changes
    assert "chunk_overlap was 200, is 128" in changes
    assert f"{NUMBER}</code></a>: {before[NUMBER]:.12g} became {after['numbers'][NUMBER]:.12g}" in changes
    assert f'id="{NUMBER}"' in (first.folder / "site/reference/numbers/overlap/index.html").read_text("utf-8")

    created = f"gh pr create --base main --head upstream --title {JOB['env']['TITLE']} --body-file {first.body}"
    assert calls(first, "gh", "make") == [
        "make .venv/site.stamp",
        "make lock-requirements",
        "make .venv/test.stamp",  # installs an extra as it is pinned now, before its numbers are locked
        "make lock",
        "gh pr list --head upstream --state open --json number --jq length",
        created,
        "gh workflow run site.yml --ref upstream",
    ]


def test_a_release_of_an_extra_is_pinned_wherever_it_is_named(tmp_path):
    """The step that installs takes an extra's newest release too, and what it moves is told, pinned and locked like any other."""
    here = version("haystack-ai")
    new, pin = f"{here}.1", f"haystack-ai=={here}"
    extras = f'[project.optional-dependencies]\nhaystack = ["{pin}"]\ndev = [\n  "{pin}",\n]\n'
    project = '[project]\nname = "mini"\nversion = "1"\ndependencies = ["rich>=14"]\n\n' + extras
    words = SCENARIO.replace("langchain.RecursiveCharacterTextSplitter", "haystack.DocumentSplitter")
    origin = publish(write_project(tmp_path / "first", scenario=words, pyproject=project), tmp_path / "outside")
    file = "haystack/components/preprocessors/document_splitter.py"
    wheel(tmp_path / "outside/wheels", "haystack-ai", new, {file: [("split_overlap: int = 0,", "split_overlap: int = 50,")]})
    runner = Runner(tmp_path / "monday", origin)
    printed, well = runner.follow()
    assert well, printed

    body = runner.body.read_text("utf-8")
    assert f"`haystack-ai {here} became {new}`" in body
    assert re.search(rf"`haystack\.DocumentSplitter: split_overlap was 0, is 50 \({file}:\d+\)`", body)
    assert runner.git("show", "upstream:pyproject.toml") == project.replace(here, new)
    lock = json.loads(runner.git("show", "upstream:scenarios/published/overlap.json"))
    assert lock["versions"]["haystack-ai"] == new
    assert lock["numbers"][NUMBER] > 1


def test_the_same_versions_installed_again_propose_nothing(origin, tmp_path):
    """The whole check says that nothing moved, and the workflow ends there."""
    wheel(tmp_path / "outside/wheels", "langchain-text-splitters", HERE, {})
    runner = Runner(tmp_path / "monday", origin)
    printed, well = runner.follow()
    assert well, printed
    assert (tmp_path / "outside/packages/langchain_text_splitters/base.py").exists()
    assert runner.body.read_text("utf-8") == "Nothing moved.\n"
    assert calls(runner, "gh", "make") == ["make .venv/site.stamp"]
    assert runner.git("branch", "--format", "%(refname:short)") == "main\n"


def test_without_a_network_nothing_is_compared_or_proposed(origin, tmp_path):
    """The step that installs fails with pip's own words, and no later one runs."""
    runner = Runner(tmp_path / "monday", origin)
    printed, well = runner.follow()
    assert not well
    assert "No matching distribution found for langchain-text-splitters" in printed
    assert calls(runner, "gh", "make", "offcut") == ["make .venv/site.stamp", "offcut data fetch", "offcut upstream list"]


def test_there_is_one_pull_request_and_the_work_of_others_on_it_stays(origin, tmp_path):
    """A later release updates it, the same proposal is left as it is, and so is a branch to which somebody else has committed."""

    def propose(day, new):
        runner = Runner(tmp_path / day, origin)
        file = runner.folder / "pyproject.toml"
        file.write_text(file.read_text("utf-8").replace(PIN, f"langchain-text-splitters=={new}"), "utf-8")
        known = len(calls(runner, "gh"))
        done = runner.run(STEPS[PROPOSE]["run"])
        assert done.returncode == 0, done.stderr
        verbs = [line.split()[1:3] for line in calls(runner, "gh")[known:]]
        return verbs, done.stdout, runner.git("log", "--format=%s by %an", "main..upstream") if verbs or "branch" in done.stdout else ""

    title = f"{JOB['env']['TITLE']} by upstream\n"
    assert propose("sunday", HERE) == ([], "::notice::what moved leaves the lock as it is: there is nothing to propose\n", "")
    assert propose("monday", NEXT) == ([["pr", "list"], ["pr", "create"], ["workflow", "run"]], "", title)
    assert propose("tuesday", NEXT) == ([], "::notice::the branch upstream proposes the same already\n", title)
    assert propose("wednesday", f"{HERE}.2") == ([["pr", "list"], ["pr", "edit"], ["workflow", "run"]], "", title)

    other = tmp_path / "other"
    subprocess.run(["git", "clone", "--quiet", "--branch", "upstream", str(origin), str(other)], check=True)
    (other / "docs/changes/reason.md").write_text("Why it moved.\n", "utf-8")
    commit(other, "The reason")
    subprocess.run(["git", "push", "--quiet"], cwd=other, check=True)
    verbs, said, commits = propose("thursday", f"{HERE}.3")
    assert (verbs, commits) == ([], f"The reason by someone\n{title}")
    assert said.startswith("::notice::somebody else has committed to the branch upstream")


def test_the_workflow_asks_for_no_more_than_it_needs():
    """Daily and by hand, one run at a time, its rights named one by one, and no action but GitHub's own."""
    assert set(WORKFLOW[True]) == {"schedule", "workflow_dispatch"}  # YAML takes the key `on` for a yes
    assert re.fullmatch(r"\d+ \d+ \* \* \*", WORKFLOW[True]["schedule"][0]["cron"])
    assert (WORKFLOW["permissions"], WORKFLOW["concurrency"]) == ({}, {"group": "upstream"})
    assert JOB["permissions"] == {"contents": "write", "pull-requests": "write", "actions": "write"}
    assert {step["uses"].partition("@")[0] for step in JOB["steps"] if "uses" in step} == {"actions/checkout", "actions/setup-python"}
    assert "${{" not in "".join(step["run"] for step in STEPS.values())
