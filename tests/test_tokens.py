"""Tests of counting tokens: known numbers, offsets in characters, special tokens as text, and no network."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.mistake import Mistake
from generators.tokens import OFFLINE, count, tokenizer

AWKWARD = st.text(st.sampled_from("aB 1\n\r\t/.|-’é語🙂\u00a0\u0085\u001c"), max_size=40)


def run(code):
    """What another Python prints for the code."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_known_numbers():
    """`hello world` has the token numbers that OpenAI publishes for cl100k_base, and they give the text back."""
    assert tokenizer("cl100k_base").encode("hello world") == [15339, 1917]
    assert tokenizer("cl100k_base").decode([15339, 1917]) == "hello world"


@pytest.mark.parametrize("name", OFFLINE)
def test_special_token_is_text(name):
    """`<|endoftext|>` in a document is twelve letters and signs, never the one token that ends a text."""
    assert tokenizer(name).decode(tokenizer(name).encode("<|endoftext|>")) == "<|endoftext|>"
    assert count("<|endoftext|>", name) > 1


def test_offsets_of_words():
    """Each token starts where the one before it ends: `hello` at 0, ` world` at 5."""
    assert tokenizer("cl100k_base").offsets("hello world") == [0, 5]


def test_offset_inside_a_character():
    """A token that starts inside a character has that character's offset.

    U+1D173 has four bytes, F0 9D 85 B3, and no token of its own: every token of it starts at 1, and the one of `b` at 2.
    """
    offsets = tokenizer("cl100k_base").offsets("a\U0001d173b")
    assert offsets[0] == 0
    assert offsets[-1] == 2
    assert len(offsets) > 3
    assert set(offsets[1:-1]) == {1}


@pytest.mark.parametrize("name", OFFLINE)
@given(text=AWKWARD)
def test_lines_add_up(name, text):
    """Tokens and offsets that were put together from lines are those of the whole text, whatever blanks and signs meet at line ends."""
    whole = tokenizer(name).encode(text)
    assert count(text, name) == len(whole)
    offsets = tokenizer(name).offsets(text)
    assert len(offsets) == len(whole)
    # The bytes before a token decode to the characters before it, and to a part of the next one where it starts inside that.
    for i, offset in enumerate(offsets):
        before = tokenizer(name).decode(whole[:i])
        assert before.rstrip("\ufffd") == text[: len(before.rstrip("\ufffd"))]
        assert (
            len(text[:offset].encode())
            <= sum(map(len, tokenizer(name)._encoding.decode_tokens_bytes(whole[:i])))
            < len(text[: offset + 1].encode())
        )


def test_same_object():
    """A tokenizer is loaded once."""
    assert tokenizer("o200k_base") is tokenizer("o200k_base")


def test_unknown_name():
    """An unknown name is a mistake that names those at hand."""
    with pytest.raises(Mistake, match=r"'gpt2'.*cl100k_base, o200k_base"):
        count("a", "gpt2")


def test_nothing_is_loaded_before_it_is_needed():
    """Importing the module loads neither tiktoken nor LlamaIndex, and a tokenizer does not load LlamaIndex."""
    code = (
        "import sys, generators.tokens as t; print('tiktoken' in sys.modules, end=' ');"
        "t.count('a', 'cl100k_base'); print('tiktoken' in sys.modules, any(m.startswith('llama_index.core') for m in sys.modules))"
    )
    assert run(code) == "False True False"


def test_no_socket():
    """No socket is opened, even if the environment points tiktoken at an empty folder."""
    code = (
        "import os, socket, tempfile; os.environ['TIKTOKEN_CACHE_DIR'] = tempfile.mkdtemp()\n"
        "def refuse(*arguments, **keywords): raise SystemExit('a socket')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from generators.tokens import OFFLINE, count\n"
        "print([count('hello world', name) for name in OFFLINE])"
    )
    assert run(code) == "[2, 2]"
