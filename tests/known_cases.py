"""Known cases: documents that some splitter treats badly, with what is right, given in a folder and of our own; helpers to run them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from prerequisites import CASES

from generators.chunk import Chunk, lost
from generators.spans import bridged, covers, intersection, length

LIBRARIES = {"langchain-text-splitters": "langchain", "llama-index-core": "llamaindex"}


def given() -> dict[str, dict[str, Any]]:
    """The given cases by the number that their file's name begins with; none where the folder is absent."""
    return {path.stem[:2]: json.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.json"))}


def document(case: dict[str, Any]) -> str:
    """The case's document: as text, as bytes in base 64, or as a recipe."""
    if "document_bytes_b64" in case:
        return base64.b64decode(case["document_bytes_b64"]).decode(case.get("document_encoding", "utf-8"))
    if "document_recipe" in case:
        recipe = case["document_recipe"]
        return recipe.get("head", "") + recipe["repeat"] * recipe["times"] + recipe.get("tail", "")
    return case["document"]


def splitters(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and the description of every run of a case."""
    for one in (case["splitter"], *case.get("more_splitters", ())):
        yield one.get("name", "main"), one


def asked(splitter: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A case's splitter as the command line names it: its name and its keywords."""
    if splitter["library"] == "chain":
        first, second = splitter["class"].removesuffix(".split_documents").split(" then ")
        one, other = splitter["args"]
        return f"langchain.{first}", {**one, "then": {"use": f"langchain.{second}", **other}}
    keywords, way = dict(splitter["args"]), splitter.get("from", "")
    if way == "from_tiktoken_encoder":
        keywords["length"] = keywords.pop("encoding_name")
    if way.startswith("from_language:"):
        keywords["language"] = way.partition(":")[2]
    keywords |= {ours: splitter[theirs] for theirs, ours in (("call", "call"), ("document_metadata", "metadata")) if theirs in splitter}
    return f"{LIBRARIES[splitter['library']]}.{splitter['class']}", keywords


def found(text: str, located: tuple[Chunk, ...], questions: list[dict[str, Any]]) -> dict[str, Any]:
    """What a case may state, of the located chunks; `how` of an ambiguous one is not told any more."""
    pieces = [[list(piece) for piece in chunk.pieces] or None for chunk in located]
    spans = [[row[0][0], row[-1][1]] if row else None for row in pieces]
    runs = lost(text, located)
    answers = {question["id"]: (question["answer_span"], question.get("answer", "")) for question in questions if "answer_span" in question}
    holders = {
        name: [at for at, chunk in enumerate(located) if covers(bridged(chunk.pieces, text), tuple(span))]
        for name, (span, _) in answers.items()
    }
    return {
        "spans": spans,
        "first_spans": spans[:3],
        "last_span": spans[-1] if spans else None,
        "pieces": pieces,
        "how": [chunk.match for chunk in located],
        "unmapped": [at for at, chunk in enumerate(located) if chunk.match == "unplaceable"],
        "altered": [at for at, chunk in enumerate(located) if chunk.match != "exact"],
        "overlap_real": [length(intersection(a.pieces, b.pieces)) if a.pieces and b.pieces else None for a, b in pairwise(located)],
        "stored_chars": sum(len(chunk.text) for chunk in located),
        "corpus_chars": len(text),
        "chunks_n": len(located),
        "lost_runs": None if runs is None else [list(run) for run in runs],
        "lost_nonspace": None if runs is None else sum(end - start for start, end in runs),
        "holders": holders,
        "holders_literal": {name: [at for at in held if answers[name][1] in located[at].text] for name, held in holders.items()},
    }
