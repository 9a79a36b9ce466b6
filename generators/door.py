"""The door to MkDocs: the script that mkdocs-gen-files runs, which hands it every page and data file."""

from __future__ import annotations

import os
from pathlib import Path

import mkdocs_gen_files
from mkdocs.exceptions import PluginError

from generators.mistake import Mistake
from generators.site import build

root = Path(mkdocs_gen_files.config["docs_dir"]).parent
try:
    site = build(root, accept_pending="OFFCUT_PENDING" in os.environ)
except Mistake as mistake:
    raise PluginError(str(mistake)) from None  # MkDocs shows it without a traceback and ends with 1
for path, data in site.items():
    with mkdocs_gen_files.open(path, "wb") as file:
        file.write(data)
    if path.endswith(".md"):
        mkdocs_gen_files.set_edit_path(path, path)
