"""A project to build in a test: the miniature in tests/tiny with the real reference pages, styles and scripts, and commands run on it.

A change that moves the miniature's numbers is accepted with `offcut --root tests/tiny lock`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TINY = ROOT / "tests" / "tiny"
BORROWED = ("assets", "overrides", "reference", "glossary.md", "licences.md", "contributing.md")


def copy_tiny(folder: Path) -> Path:
    """A whole project in a folder: the miniature, and of the real docs what any site of Offcut has."""
    shutil.copytree(TINY, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".cache"))
    for name in BORROWED:
        source = ROOT / "docs" / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, folder / "docs" / name)
    settings = folder / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8").replace("../..", ROOT.as_posix()), "utf-8")
    return folder


def offcut(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a project's folder, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "generators", *words],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,  # a process that crashed may leave workers behind that hold its output open
    )
