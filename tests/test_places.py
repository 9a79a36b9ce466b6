"""Places that are not what a command expects: pipes, full disks, folders that are gone, a file where a folder belongs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_project import PLAIN, write

from generators.cli import main

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "generators"]


def test_pipes_and_names_that_no_file_can_have_are_named(tmp_path, capsys):
    """Reading a pipe might never end; both mistakes are told at once, in one line each."""
    long = "a" * 400 + ".md"
    write(tmp_path, PLAIN.replace("splitters:", f"  piped: {{files: [p.md]}}\n  long: {{files: [{long}]}}\nsplitters:", 1))
    os.mkfifo(tmp_path / "scenarios/p.md")
    assert main(["--root", str(tmp_path), "check"]) == 2
    piped, named = capsys.readouterr().err.splitlines()
    assert piped == "scenarios/small.yaml:4: corpora.piped.files.0: 'p.md': is a pipe or a device and no file: name a text file"
    assert named.startswith("scenarios/small.yaml:5: corpora.long.files.0: 'aaaa")
    assert "File name too long" in named


@pytest.mark.parametrize("name", ["small.json", "renamed.yaml", "libraries.yaml", "frozen.yaml"])
def test_a_lock_that_cannot_be_looked_at_is_none_that_is_absent(tmp_path, capsys, name):
    """The system refuses each look at a link to itself, as at a file in a folder without permission: exit code 2 and the file's name."""
    write(tmp_path)
    (tmp_path / "scenarios/claims.yaml").write_text("{}\n", "utf-8")
    path = tmp_path / "scenarios/published" / name
    path.parent.mkdir()
    path.symlink_to(path)
    assert main(["--root", str(tmp_path), "upstream", "check"]) == 2
    told = f"published/{name}: cannot be read (Too many levels of symbolic links): correct its name or its permissions\n"
    assert capsys.readouterr().err == told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full, the device that is always full")
def test_a_full_disk_is_told(tmp_path):
    """What is printed goes nowhere, so the exit code and a line beside it have to say so."""
    write(tmp_path)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "--root", tmp_path, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert [done.returncode, done.stderr] == [2, "the answer could not be written: no space is left where it was to go\n"]


def test_a_folder_that_is_gone_is_told(tmp_path):
    """Whoever deletes the folder that a terminal stands in gets a sentence and no traceback."""
    gone = tmp_path / "gone"
    gone.mkdir()
    program = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m generators list"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False, env=environment)
    assert [done.returncode, done.stdout] == [2, ""]
    assert done.stderr.endswith(
        "the current folder cannot be found (No such file or directory): change to another, or name one with --root\n"
    )


def test_a_file_in_the_place_of_the_lock_stops_before_anything_is_written(tmp_path, capsys):
    """Otherwise a change entry would stand there without the lock that it tells of."""
    write(tmp_path)
    (tmp_path / "scenarios/published").write_text("x")
    assert main(["--root", str(tmp_path), "lock"]) == 2
    assert capsys.readouterr().err == "scenarios/published is a file, and the lock is a folder of that name: move the file away\n"
    assert not (tmp_path / "docs").exists()
