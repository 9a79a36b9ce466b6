"""How long placing chunks takes beside the splitting itself, for every splitter at its defaults on Chroma's five corpora.

Run it by hand, with the data sets here: `python tests/benchmarks/locate.py [SPLITTER...]`. It is no test, for CPU time depends on the
machine. Each splitter runs in processes of its own, so that it remembers nothing of these texts from another. It is warmed on a few
words, so that libraries are loaded, and then splits each text and places its chunks for the first time; shares are the median of the
processes.
"""

import gc
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from generators.chunk import locate
from generators.corpora import datasets
from generators.splitters import SPLITTERS, build_alone, run_alone
from generators.splitters.splitter import located
from generators.terminal import say

ROOT = Path(__file__).parents[2]
CORPORA = ("chatlogs", "finance", "pubmed", "state-of-the-union", "wikitexts")
HEADERS = {"headers_to_split_on": [["#", "h1"], ["##", "h2"]]}
NEEDED = {
    "fixed": {"chunk_size": 1024, "chunk_overlap": 200, "unit": "cl100k_base"},
    "langchain.TokenTextSplitter": {"encoding_name": "cl100k_base"},
    "langchain.MarkdownHeaderTextSplitter": HEADERS,
    "semchunk.Chunker": {"chunk_size": 200},
    "semantic_text_splitter.TextSplitter": {"capacity": 1000},
    "semantic_text_splitter.MarkdownSplitter": {"capacity": 1000},
}
"""What must be named where a splitter has no default, or none without a network."""

FOR_PROSE = [name for name in SPLITTERS if "HTML" not in name and "Latex" not in name]
PROCESSES = 3


def timed(name: str, text: str) -> tuple[float, float]:
    """CPU seconds of splitting and of placing; raises `SystemExit` where the splitter fails."""
    built = build_alone(name, NEEDED.get(name, {}))
    if built.splitter is None:
        raise SystemExit(f"{name}: {built.error}")
    gc.collect()  # what others left behind is no cost of what is timed
    start = process_time()
    outcome = run_alone(built.splitter, [text], ["text"])
    split = process_time() - start
    if outcome.chunks is None:
        raise SystemExit(f"{name}: {outcome.error}")
    gc.collect()
    start = process_time()
    located(text, outcome.chunks[0], built.splitter)
    return split, process_time() - start


def measure(name: str) -> None:
    """Print as JSON the seconds of splitting and those of placing, of each corpus."""
    timed(name, "# Fees\n\nA few words. And a few more of them: a | b\n")
    locate("two  words", ["two words"])  # not as they stand, which needs more of a library
    times = [timed(name, datasets.read(f"chroma-{corpus}", ROOT)[1]) for corpus in CORPORA]
    say(json.dumps([list(seconds) for seconds in zip(*times, strict=True)]))


def report(name: str) -> None:
    """Print the line of one splitter: seconds over the five corpora, and placing as a share of splitting, together and for each."""
    command = [sys.executable, __file__, "--measure", name]
    runs = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(PROCESSES)]
    split, place = (median(sum(seconds) for seconds in part) for part in zip(*runs, strict=True))
    together = median(sum(place) / sum(split) for split, place in runs)
    each = [median(place[at] / split[at] for split, place in runs) for at in range(len(CORPORA))]
    say(f"{name:50} {split:8.3f} {place:8.3f} {together:9.1%}" + "".join(f"{share:20.1%}" for share in each))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        say(f"{'splitter':50} {'split s':>8} {'place s':>8} {'together':>9}" + "".join(f"{corpus:>20}" for corpus in CORPORA))
        for chosen in sys.argv[1:] or FOR_PROSE:
            report(chosen)
