"""`build` and `serve`: the site, written or previewed by MkDocs in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import Namespace

from generators import stamp
from generators.arguments import EXIT_BUG, EXIT_DIFFERENT, EXIT_FINE, EXIT_MISTAKE
from generators.commands.chosen import computed, project
from generators.commands.published import report
from generators.mistake import Mistake
from generators.project import Project
from generators.terminal import say


def build(arguments: Namespace) -> int:
    """Check, then have MkDocs write the site; nothing is built where numbers differ, or where the site is as it would become."""
    here = project(arguments)
    results = computed(here, here.names())
    if not report(here, results):
        return EXIT_DIFFERENT
    site, mark, made_of = here.root / "site", here.root / ".cache" / "site.stamp", stamp.inputs(here.root, results)
    if stamp.is_current(mark, made_of, site):
        say("site/ is up to date")
        return EXIT_FINE
    # MkDocs empties the folder that it writes to before it reads a page, so the old site stays until the new one is whole.
    beside = here.root / ".cache" / "site"
    code = mkdocs(here, "build", "--strict", "--quiet", "--site-dir", str(beside))
    if code == EXIT_FINE:
        shutil.rmtree(site, ignore_errors=True)
        beside.rename(site)
        stamp.put(mark, made_of, site)
    return code


def serve(arguments: Namespace) -> int:
    """Preview the site with pending numbers, until Ctrl-C."""
    here = project(arguments)
    computed(here, here.names())
    watched = [word for folder in ("scenarios", "generators") for word in ("--watch", folder) if (here.root / folder).is_dir()]
    try:
        return mkdocs(here, "serve", "--dev-addr", f"127.0.0.1:{arguments.port}", *watched, pending=True)
    except KeyboardInterrupt:
        return EXIT_FINE


def mkdocs(here: Project, *words: str, pending: bool = False) -> int:
    """Run MkDocs in the project's folder, without its notices and with the date of nothing; gives the exit code.

    MkDocs ends with 1 for a page that it cannot accept, such as one with a broken link; what it does not expect is told from that.
    """
    if not (here.root / "mkdocs.yml").exists():
        raise Mistake(f"there is no mkdocs.yml in {here.root}: a site needs one (numbers alone come from `offcut run`)")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0", **({"OFFCUT_PENDING": "1"} if pending else {})}
    program = [sys.executable, "-m", "generators.guarded", "mkdocs", *words]
    done = subprocess.run(program, cwd=here.root, env=environment, check=False)  # noqa: S603 our own words
    return {0: EXIT_FINE, 1: EXIT_MISTAKE}.get(done.returncode, EXIT_BUG)
