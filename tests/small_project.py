"""Small projects for tests: a scenario of inline texts in a folder, loaded, run, locked or given to the command line."""

import os
import subprocess
import sys
from pathlib import Path

from generators import run as runs
from generators import scenario
from generators.cache import Cache
from generators.mistake import Mistake

TABLE = "| a | b |\\n|---|---|\\n| 1 | 2 |\\n| 3 | 4 |\\n"

# Two documents, of 40 characters (four lines of 10, line ends included) and of 31.
PLAIN = f"""\
title: Tables in small
corpora:
  notes: {{texts: {{one: "{TABLE}", two: "No table here, only a sentence."}}}}
splitters:
  whole: {{use: fixed, chunk_size: 100}}
  halves: {{use: fixed, chunk_size: 20, chunk_overlap: 5}}
measures: [tables_cut, chunks, stored_ratio]
"""


def write(folder, text=PLAIN, name="small.yaml", **files):
    """The scenario's file in a project's folder, with other files beside it."""
    path = folder / "scenarios" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    for other, data in files.items():
        (path.parent / other.replace("_", ".")).write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def load(folder, text=PLAIN, **files):
    """The scenario of a text."""
    return scenario.load(write(folder, text, **files))


def run(found, cache, progress=lambda name, done, total: None):
    """The results of one scenario."""
    return runs.run([found], cache, progress)[0]


def results(folder, text=PLAIN, **files):
    """The results of a scenario's text, its cells kept in the folder."""
    return run(load(folder, text, **files), Cache(folder / "cells"))


def values(found):
    """Numbers by id without the scenario's name."""
    return {number.partition("/")[2]: one.value for number, one in found.numbers.items()}


def mistakes(folder, text, **files):
    """The mistakes in a scenario's text, without the file's name."""
    try:
        load(folder, text, **files)
    except Mistake as mistake:
        return [line.removeprefix("scenarios/small.yaml:") for line in mistake.lines]
    return []


def offcut(folder, *words, code="", flags=(), **environment):
    """The command in a process of its own, where `code` is run first; its exit code, answer and complaints."""
    program = f"import sys\n{code}\nfrom generators.cli import main\nsys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, *flags, "-c", program, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr
