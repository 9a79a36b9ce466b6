"""How long an update of the explorer takes to be painted, in the browser, for each of its documents.

Run it by hand on a built site: `python tests/benchmarks/explorer.py site`. It is no test, for the time depends on the machine. In each
frame one setting is chosen; what counts is the time from the start of the frame until the browser has run its script and laid the page
out and painted it. Every size is walked up and down, with each of some overlaps, so that small chunks with much overlap are among them.
The strip stands at the top of the window, the document below it in sight. The machine's load says how far the times can be trusted; where
others use it, compare what the page's thread computes for an update, what it draws afterwards out of sight included. Each walk is repeated:
what is over a frame in most of its walks is the page's doing, and what is over it once the machine's. Both shares are printed.
"""

import os
import sys
from itertools import chain
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import ARGUMENTS, find_chromium, served
from playwright.sync_api import sync_playwright

from generators.terminal import say

FRAME = 16
"""Milliseconds of a frame at 60 Hz."""

OVERLAPS = ("0", "24", "40", "100", "200")

WALKS = 3

WALK = """async () => {
  const painted = (act) => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    const start = performance.now();
    port1.onmessage = () => done(performance.now() - start);
    act();
    port2.postMessage(null);
  }));
  const cells = [...document.querySelectorAll(".explorer-cell")];
  cells[0].scrollIntoView();
  const times = [];
  for (const cell of [...cells, ...cells.toReversed()]) times.push(await painted(() => cell.click()));
  return times;
}"""


def measure(site: Path) -> None:
    """Print a line for each document, splitter and overlap: median, 95th percentile and longest, and the mean of what is computed, in
    milliseconds, and the load; and at last how many of all updates were painted within a frame, and how many of them mostly were.
    """
    every: list[float] = []
    mostly: list[float] = []
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium().path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}lottery/#explorer:")
        page.wait_for_selector(".explorer-cell")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for document in options(page, "document"):
            for splitter in options(page, "splitter"):
                choose(page, "document", document)
                choose(page, "splitter", splitter)
                for overlap in [one for one in options(page, "overlap") if one in OVERLAPS]:
                    choose(page, "overlap", overlap)
                    before = computed(session)
                    walks = [page.evaluate(WALK) for _ in range(WALKS)]
                    mostly += map(median, zip(*walks, strict=True))
                    times = sorted(chain(*walks))
                    every += times
                    each = (computed(session) - before) / len(times)
                    spread = " ".join(f"{time:5.1f}" for time in (median(times), at(times, 95), times[-1]))
                    say(f"{document:20} {splitter:10} overlap {overlap:>3}: {spread} ms, {each:4.1f} computed, at {os.getloadavg()[0]:.1f}")
        browser.close()
    for name, times in (("updates", every), (f"updates by the median of {WALKS} walks", mostly)):
        within = sum(time <= FRAME for time in times) / len(times)
        spread = f"median {median(times):.1f}, 95th percentile {at(times, 95):.1f}, 99th {at(times, 99):.1f}, longest {max(times):.1f} ms"
        say(f"{len(times)} {name}, {within:.1%} within {FRAME} ms; {spread}")


def at(times, percent):
    """The time that so many percent of them keep to."""
    return sorted(times)[len(times) * percent // 100]


def computed(session):
    """The milliseconds that the page's thread has computed so far."""
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * metrics["TaskDuration"]


def options(page, field):
    """What a field offers."""
    return page.locator(f"#explorer-{field} option").evaluate_all("all => all.map((one) => one.value)")


def choose(page, field, value):
    """Choose it and wait for what it loads."""
    page.locator(f"#explorer-{field}").select_option(value)
    page.wait_for_function("() => !document.querySelector('.explorer').hasAttribute('aria-busy')")


if __name__ == "__main__":
    measure(Path(sys.argv[1]))
