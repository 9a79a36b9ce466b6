"""A Chromium for the browser tests: where it is looked for, how it is started, and what serves the site to it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from playwright.sync_api import expect, sync_playwright

# Playwright's own Chromium, where it has to be fetched, comes into the project's folder: nothing is installed outside.
os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(Path(__file__).parent.parent / ".cache" / "browsers"))

PATIENCE = 20_000
"""Milliseconds to wait for what a page is to show: what a busy machine shows late is not missing."""

expect.set_options(timeout=PATIENCE)

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_SECONDS = 300

# Only pages built here are opened, and CI machines often cannot give a sandbox; the rest keeps the browser from calling home.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class Chromium(NamedTuple):
    """The browser's executable, or why there is none."""

    path: str | None
    missing: str = ""


def find_chromium() -> Chromium:
    """The Chromium named in OFFCUT_CHROMIUM, else the system's, else Playwright's own, which is fetched where the network allows."""
    named = os.environ.get("OFFCUT_CHROMIUM")
    if named:
        return Chromium(named) if Path(named).is_file() else Chromium(None, f"OFFCUT_CHROMIUM names {named}, which is no file")
    system = next(filter(None, map(shutil.which, SYSTEM_NAMES)), None)
    if system:
        return Chromium(system)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if not own.is_file():
        why = _install()
        if why:
            return Chromium(
                None, f"no Chromium: none named in OFFCUT_CHROMIUM, none on PATH, and Playwright could not fetch its own ({why})"
            )
    return Chromium(str(own))


def _install() -> str:
    """Have Playwright fetch its Chromium; gives the reason if that fails, else nothing."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {INSTALL_SECONDS} s"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no reason given"])[-1]


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves a built site as a host of static pages does: with its own 404 page, and quietly."""

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing: the tests look at the pages, not at the log."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address at which the built site in a folder is served, for as long as the context lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SiteHandler, directory=str(site))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"  # a clipboard is granted to localhost without https
        finally:
            server.shutdown()
            thread.join()
