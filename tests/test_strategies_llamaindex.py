"""Strategies that stand on LlamaIndex's own parsers, held against the library's own retriever and post-processor."""

import random

import pytest
from llama_index.core import Document as Node
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.node_parser import HierarchicalNodeParser, SentenceWindowNodeParser
from llama_index.core.postprocessor import MetadataReplacementPostProcessor
from llama_index.core.retrievers import AutoMergingRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle
from llama_index.core.storage import StorageContext
from test_strategies import made

from generators.measures.search import returned, search
from generators.strategies.auto_merging import THRESHOLD, merging

TEXT = "\n\n".join(
    f"Section {number} says what the pump does. It runs at {number} bar. The valve is shut by hand. Nobody opens it again in week {number}."
    for number in range(40)
)
SIZES = {"chunk_sizes": [256, 128, 32], "chunk_overlap": 0}


class Given(BaseRetriever):
    """Returns the nodes that it was given."""

    def __init__(self, nodes):
        self.nodes = nodes
        super().__init__()

    def _retrieve(self, query_bundle):
        return [NodeWithScore(node=node, score=1 / place) for place, node in enumerate(self.nodes, start=1)]


@pytest.mark.parametrize("seed", range(12))
def test_merging_gives_what_the_library_gives(seed):
    """The same texts for rankings of any leaves, near each other in the document or not."""
    nodes = HierarchicalNodeParser.from_defaults(**SIZES).get_nodes_from_documents([Node(text=TEXT)])
    leaves = [node for node in nodes if not node.child_nodes]
    storage = StorageContext.from_defaults()
    storage.docstore.add_documents(nodes)
    of = made(TEXT, {"use": "auto_merging"}, "llamaindex.HierarchicalNodeParser", **SIZES)
    assert [node.text for node in leaves] == [one.chunk.text for one in of.passages]
    assert len(leaves) > 50
    draw = random.Random(seed)
    start = draw.randrange(len(leaves) // 2)
    near = range(len(leaves)) if seed % 2 else range(start, start + 20)
    chosen = draw.sample(near, draw.randrange(2, len(near)))
    theirs = AutoMergingRetriever(Given([leaves[place] for place in chosen]), storage)._retrieve(QueryBundle("any"))
    *_, ours = merging([of.passages[place].returned for place in chosen])
    assert sorted(one.chunk.text for one in ours) == sorted({one.node.node_id: one.node.text for one in theirs}.values())


def test_the_threshold_is_the_library_s():
    """Read from the class as it is installed."""
    assert AutoMergingRetriever(Given([]), StorageContext.from_defaults())._simple_ratio_thresh == THRESHOLD


def test_a_hierarchy_s_answers_are_judged_on_all_levels():
    """A search hands on whole parents where most of their leaves are found, and never more texts than were asked for."""
    of = made(TEXT, {"use": "auto_merging"}, "llamaindex.HierarchicalNodeParser", **SIZES)
    found = search(of, of.retrievers[0])
    assert sum(map(len, of.returned)) == len(of.chunks[0]) > len(of.passages)
    assert all(len(returned(found, one, 3)) <= 3 for one in found.asked)


@pytest.mark.parametrize("size", [1, 3])
def test_the_window_is_what_the_library_puts_in_the_sentence_s_place(size):
    """Its text is that of `MetadataReplacementPostProcessor`, and its pieces are those of the sentences in it."""
    nodes = SentenceWindowNodeParser(window_size=size).get_nodes_from_documents([Node(text=TEXT)])
    replaced = MetadataReplacementPostProcessor(target_metadata_key="window").postprocess_nodes(
        [NodeWithScore(node=node) for node in nodes]
    )
    of = made(TEXT, {"use": "sentence_window"}, "llamaindex.SentenceWindowNodeParser", window_size=size)
    assert [one.node.get_content() for one in replaced] == [one.returned.chunk.text for one in of.passages]
    middle = of.passages[len(of.passages) // 2].returned.chunk
    assert "".join(TEXT[slice(*piece)] for piece in middle.pieces).split() == middle.text.split()
