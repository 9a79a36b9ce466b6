"""The door to MkDocs: the script that mkdocs-gen-files runs, which hands it every page and data file."""

from __future__ import annotations

import os
from pathlib import Path

import mkdocs_gen_files

from generators.site import build

root = Path(mkdocs_gen_files.config["docs_dir"]).parent
for path, data in build(root, accept_pending="OFFCUT_PENDING" in os.environ).items():
    with mkdocs_gen_files.open(path, "wb") as file:
        file.write(data)
    mkdocs_gen_files.set_edit_path(path, path)
