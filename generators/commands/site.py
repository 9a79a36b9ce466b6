"""`build` and `serve`: the site, written or previewed by MkDocs in a process of its own."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generators import stamp, workers
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
    if site.is_symlink() or (site.exists() and not site.is_dir()):
        raise Mistake(f"{site}: is no folder, and the site is to be written there: move it away")
    with alone(here):
        if stamp.is_current(mark, made_of, site):
            say("site/ is up to date")
            return EXIT_FINE
        # MkDocs empties the folder that it writes to before it reads a page, so the old site stays until the new one is whole.
        with tempfile.TemporaryDirectory(prefix="site-", dir=here.root / ".cache") as beside:
            new, old = Path(beside, "new"), Path(beside, "old")
            code = mkdocs(here, "build", "--strict", "--site-dir", str(new))
            if code == EXIT_FINE:
                if site.exists():
                    site.rename(old)
                new.rename(site)
                stamp.put(mark, made_of, site)
    return code


@contextmanager
def alone(here: Project) -> Iterator[None]:
    """Build while no other build of the project does; raises `Mistake` where one is running. The system ends the lock with the process."""
    folder = here.root / ".cache"
    folder.mkdir(exist_ok=True)
    with (folder / "build.lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Mistake("another build of this project is running: wait until it has ended") from None
        yield


def serve(arguments: Namespace) -> int:
    """Preview the site with pending numbers, until Ctrl-C."""
    here = project(arguments)
    free(arguments.port)
    computed(here, here.names())
    watched = [word for folder in ("scenarios", "generators") for word in ("--watch", folder) if (here.root / folder).is_dir()]
    say(f"the preview will be at http://127.0.0.1:{arguments.port}/ once the site is built; Ctrl-C ends it")
    sys.stdout.flush()
    try:
        return mkdocs(here, "serve", "--quiet", "--dev-addr", f"127.0.0.1:{arguments.port}", *watched, pending=True)
    except KeyboardInterrupt:
        return EXIT_FINE


def free(port: int) -> None:
    """Raises `Mistake` where nothing can be served on the port."""
    try:
        with socket.create_server(("127.0.0.1", port)):
            return
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise Mistake(f"port {port} cannot be served on ({reason}): name another with --port") from None


def mkdocs(here: Project, *words: str, pending: bool = False) -> int:
    """Run MkDocs in the project's folder, without its notices and with the date of nothing; gives the exit code.

    MkDocs ends with 1 for a page that it cannot accept, such as one with a broken link; what it does not expect is told from that.
    """
    workers.release()
    if not (here.root / "mkdocs.yml").exists():
        raise Mistake(f"there is no mkdocs.yml in {here.root}: a site needs one (numbers alone come from `offcut run`)")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0", **({"OFFCUT_PENDING": "1"} if pending else {})}
    program = [sys.executable, "-m", "generators.guarded", "mkdocs", *words]
    done = subprocess.run(program, cwd=here.root, env=environment, check=False)  # noqa: S603 our own words
    return {0: EXIT_FINE, 1: EXIT_MISTAKE}.get(done.returncode, EXIT_BUG)
