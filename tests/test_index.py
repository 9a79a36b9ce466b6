"""The approximate index: exact arithmetic, what it finds, and what it says where it cannot be built."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest
from project import ROOT

from generators import approximate
from generators.approximate import SCALE, recalls, whole
from generators.chunk import locate
from generators.corpus import Corpus, Document, Question
from generators.encoders.encoder import Encoder, Reader
from generators.measures.approximate_index import FIXED, index_recall
from generators.measures.measure import Case
from generators.mistake import Absent, Mistake
from generators.reference import of_index
from generators.splitters.splitter import Splitter


def rows(count: int, seed: int, width: int = 32) -> np.ndarray:
    """So many rows of length 1."""
    found = np.random.default_rng(seed).normal(size=(count, width))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_products_of_rounded_vectors_are_exact_in_float32() -> None:
    """A row with itself is the largest product there is; in float32 it equals the sum in whole numbers, added up in any order."""
    vectors = whole(rows(200, seed=1, width=256))
    exact = (vectors.astype(np.int64) ** 2).sum(axis=1)
    assert exact.max() < 1 << 24  # 4000 * 4000 = 16,000,000, and rounding adds a little
    for order in (slice(None), slice(None, None, -1)):
        added = np.zeros(len(vectors), dtype=np.float32)
        for column in (vectors**2).T[order]:
            added += column
        assert np.array_equal(added.astype(np.int64), exact)
    assert SCALE == 4000


def test_a_wide_search_finds_everything_and_a_narrow_one_less() -> None:
    """With as many candidates as there are vectors nothing is missed; with as many as are asked for, something is."""
    found = recalls(rows(3000, seed=1), rows(40, seed=2), 10, (10, 3000))
    assert found[3000] == 1
    assert 0 < found[10] < 1


def test_fewer_vectors_than_the_depth_are_all_found() -> None:
    """Of three vectors the ten nearest are three."""
    assert recalls(rows(3, seed=1), rows(2, seed=2), 10, (16,)) == {16: 1.0}


def test_ties_for_the_last_place_are_equally_good() -> None:
    """Of fifty copies of one vector any ten are the ten nearest."""
    assert recalls(np.repeat(rows(1, seed=1), 50, axis=0), rows(3, seed=2), 10, (16,)) == {16: 1.0}


def test_the_graph_is_the_same_each_time() -> None:
    """One thread, a fixed seed and exact sums: the same share to the last bit."""
    once, again = (recalls(rows(2000, seed=3), rows(50, seed=4), 10, (10, 20)) for _ in range(2))
    assert once == again
    assert once[10] < once[20]


def test_a_page_says_how_an_index_is_built_from_the_constants_themselves() -> None:
    """As the inputs of each number have them, but in a build without the data set as well; nothing of it is typed on the page."""
    document = Document("d", "ab", questions=(Question("a", "a", ((0, 1),)),))
    encoder = Encoder("letters", (), lambda: Reader(lambda text: [(0, len(text))], None), lambda texts: rows(len(texts), seed=1))
    splitter = Splitter("given", {}, "characters", None, None, list, len, "")
    case = Case(Corpus("c", "0" * 64, (document,)), splitter, (locate("ab", ["a", "b"]),), (encoder,))
    inputs = index_recall(case)["letters.ef16"].inputs
    assert {name: of_index(name) for name in FIXED} == {name: str(inputs[name]) for name in ("k", "M", "ef_construction")}
    with pytest.raises(Mistake, match="no 'm': known here: M, ef_construction, k"):
        of_index("m")
    prose = re.sub(r"```python\n.*?```", "", (ROOT / "docs/approximate.md").read_text("utf-8"), flags=re.DOTALL)
    assert re.findall(r"(?:M|efConstruction|ef_search)=\d+", prose) == []


def test_without_faiss_the_numbers_are_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names the package to install."""
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(Absent, match="pip install faiss-cpu"):
        approximate.recalls(rows(3, seed=1), rows(2, seed=2), 2, (16,))
