"""How long placing chunks takes beside the splitting itself, for every splitter at its defaults on Chroma's five corpora.

Run it by hand, with the data sets here: `python tests/benchmarks/locate.py [SPLITTER...]`. It is no test, for CPU time depends on the
machine. Each splitter runs in a process of its own, so that it remembers nothing of these texts from another. It is warmed on a few
words, so that libraries are loaded, and then splits each text for the first time.
"""

import gc
import subprocess
import sys
from pathlib import Path
from time import process_time

from generators.chunk import locate
from generators.corpora import datasets
from generators.splitters import SPLITTERS, build_alone, run_alone
from generators.splitters.splitter import located
from generators.terminal import say

ROOT = Path(__file__).parents[2]
CORPORA = ("chroma-chatlogs", "chroma-finance", "chroma-pubmed", "chroma-state-of-the-union", "chroma-wikitexts")
HEADERS = {"headers_to_split_on": [["#", "h1"], ["##", "h2"]]}
NEEDED = {
    "fixed": {"chunk_size": 1024, "chunk_overlap": 200, "unit": "cl100k_base"},
    "langchain.TokenTextSplitter": {"encoding_name": "cl100k_base"},
    "langchain.MarkdownHeaderTextSplitter": HEADERS,
}
"""What must be named where a splitter has no default, or none without a network."""

FOR_PROSE = [name for name in SPLITTERS if "HTML" not in name and "Latex" not in name]


def timed(name: str, text: str) -> tuple[float, float, int]:
    """CPU seconds of splitting and of placing, and how many chunks there are; raises `SystemExit` where the splitter fails."""
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
    placed = located(text, outcome.chunks[0], built.splitter)
    return split, process_time() - start, len(placed)


def measure(name: str) -> None:
    """Print the line of one splitter: seconds over the five corpora, and the corpus with the greatest share."""
    timed(name, "# Fees\n\nA few words. And a few more of them: a | b\n")
    locate("two  words", ["two words"])  # not as they stand, which needs more of a library
    found = {corpus: timed(name, datasets.read(corpus, ROOT)[1]) for corpus in CORPORA}
    split, place = (sum(one[index] for one in found.values()) for index in (0, 1))
    share, worst = max((place / split, corpus) for corpus, (split, place, _) in found.items())
    chunks = sum(one[2] for one in found.values())
    say(f"{name:50} {chunks:7,} {split:8.3f} {place:8.3f} {place / split:7.1%}  {worst} {share:.1%}")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        measure(sys.argv[1])
    else:
        say(f"{'splitter':50} {'chunks':>7} {'split s':>8} {'place s':>8} {'share':>7}  worst")
        sys.stdout.flush()
        for chosen in sys.argv[1:] or FOR_PROSE:
            subprocess.run([sys.executable, __file__, chosen], check=True)
