"""The miniature project with the calculator's section of the real Tables page, over a scenario of closed forms alone."""

import re
from pathlib import Path

from project import ROOT, offcut

SCENARIO = """\
title: Tables cut from their header row
assume: {chars_per_token: 4}
corpora:
  lamplighter:
    profile:
      documents: 400
      tokens_per_document: 8000
      tables: [{count: 930, tokens: 300}, {count: 200, tokens: 600}, {count: 50, tokens: 900}, {count: 20, tokens: 1800}]
splitters:
  llamaindex-default: {use: llamaindex.SentenceSplitter}
  token-default: {use: llamaindex.TokenTextSplitter}
  langchain-default: {use: langchain.RecursiveCharacterTextSplitter}
measures: [tables_cut]
"""


def section() -> str:
    """The calculator's section as it stands on the real page, up to the next heading or the notes on the runs."""
    page = (ROOT / "docs/tables.md").read_text("utf-8")
    return re.search(r"^## [^\n]*\{#calculator\}\n.*?(?=^## |^\{\{ runs|\Z)", page, re.MULTILINE | re.DOTALL)[0]


def add_calculator(folder: Path) -> Path:
    """Give the miniature project in a folder the page with the calculator, and build it; gives the folder of its site."""
    write(folder / "scenarios/tables.yaml", SCENARIO)
    write(folder / "docs/tables.md", f"# Tables\n\nThe calculator of the real page.\n\n{section()}")
    for name, old, new in (
        ("mkdocs.yml", "  - Tiny: tiny.md\n", "  - Tiny: tiny.md\n  - Tables: tables.md\n"),
        ("docs/method.md", "# Method\n", "# Method\n\n## Probability of a cut {#cut}\n\nIt is derived on the real site.\n"),
    ):
        before = (folder / name).read_text("utf-8")
        write(folder / name, before.replace(old, new))
    for words in (("lock", "tables"), ("build",)):
        done = offcut(folder, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def write(path: Path, text: str) -> None:
    """The text as the file's whole content."""
    path.write_text(text, "utf-8")
