"""Auto-merging: leaves of a hierarchy are searched, and what stands above them is returned where most of it is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from generators.chunk import Chunk
from generators.corpus import Document
from generators.splitters.llamaindex import nodes
from generators.splitters.splitter import Splitter
from generators.strategies.strategy import Passage, Returned

HIERARCHY = "llamaindex.HierarchicalNodeParser"

THRESHOLD = 0.5
"""The share of a parent's children above which it takes their place: `simple_ratio_thresh` of `AutoMergingRetriever` as it ships."""


def auto_merging(document: Document, chunks: Sequence[Chunk], splitter: Splitter) -> tuple[Passage, ...]:
    """The leaves of `HierarchicalNodeParser` are searched; where more than half of a node's children are found, that node is returned."""
    parsed = list(zip(nodes(splitter, document.text), chunks, strict=True))
    units: dict[str, Returned] = {}
    following = None
    for node, chunk in reversed(parsed):
        # The library links only the topmost nodes to what comes after them.
        if node.parent_node is None:
            following = Returned(document, chunk, None, len(node.child_nodes or ()), following)
            units[node.node_id] = following
    for node, chunk in parsed:
        if node.parent_node is not None:
            units[node.node_id] = Returned(document, chunk, units[node.parent_node.node_id], len(node.child_nodes or ()))
    return tuple(Passage(chunk, units[node.node_id]) for node, chunk in parsed if not node.child_nodes)


def merging(found: Iterable[Returned]) -> Iterator[dict[Returned, None]]:
    """What is handed on of the first chunk found, of the first two, and so on, by the rule of LlamaIndex's `AutoMergingRetriever`.

    Where only one chunk is missing between two that were found one after the other, it is filled in; then a parent of which more than
    half of the children are there takes their place, behind all others; both again until nothing changes. What is there twice by then
    counts twice. The library then puts all in the order of mean scores; here each stands where the first that was found of it did, and
    what was filled in comes last.
    """
    leaves: dict[Returned, None] = {}
    first: dict[Returned, int] = {}
    for one in found:
        for each in one.line:
            first.setdefault(each, len(leaves))
        leaves[one] = None
        yield dict.fromkeys(sorted(_merged(list(leaves)), key=lambda unit: first.get(unit, len(first))))


def _merged(units: list[Returned]) -> list[Returned]:
    while True:
        merged = _lifted(_filled(units))
        if merged == units:
            return units
        units = merged


def _filled(units: list[Returned]) -> list[Returned]:
    filled = units[:1]
    for one, other in pairwise(units):
        between = one.following
        if between and between.following is other:
            filled.append(between)
        filled.append(other)
    return filled


def _lifted(units: list[Returned]) -> list[Returned]:
    there: dict[Returned, int] = {}
    for one in units:
        if one.parent:
            there[one.parent] = there.get(one.parent, 0) + 1
    whole = {parent: None for parent, count in there.items() if count / parent.children > THRESHOLD}
    return [one for one in units if one.parent not in whole] + [*whole] if whole else units
