"""Vectors kept on disk: computed once, the same ever after, and computed again where the file is damaged."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from generators.encoders.kept import kept


def counting(asked):
    """A vector of length and sevenths, whose digits do not end; it writes down what it was asked."""

    def embed(texts):
        asked.extend(texts)
        return np.array([vector(len(text)) for text in texts])

    return embed


def vector(length):
    """The vector of a text of that length: in single precision, as models have it."""
    return [length, float(np.float32(length / 7))]


def test_a_text_is_computed_once_and_comes_back_to_the_bit(tmp_path):
    """In the order asked for, also a text that comes twice and one that is no valid Unicode."""
    asked, path = [], tmp_path / "new" / "m.sqlite"
    first = kept(counting(asked), path, ["one", "three", "\ud800"])
    second = kept(counting(asked), path, ["three", "four", "three", "\ud800", ""])
    assert asked == ["one", "three", "\ud800", "four", ""]
    assert first.tolist() == [vector(3), vector(5), vector(1)]
    assert second.tolist() == [vector(5), vector(4), vector(5), vector(1), [0, 0]]


def test_a_row_that_was_changed_is_computed_again(tmp_path):
    """Its seal does not fit, so that one row is not believed, and the others are."""
    asked, path = [], tmp_path / "m.sqlite"
    kept(counting(asked), path, ["one", "three"])
    with sqlite3.connect(path) as base:
        row = max(row for (row,) in base.execute("SELECT row FROM rows"))
        base.execute("UPDATE rows SET row = ? WHERE row = ?", (row[:-1] + b"\x07", row))
    base.close()
    assert kept(counting(asked), path, ["one", "three"]).tolist() == [vector(3), vector(5)]
    assert len(asked) == 3


@pytest.mark.parametrize("data", [b"no database at all, but longer than the head of one" * 4, b""])
def test_a_damaged_file_is_thrown_away(tmp_path, data):
    """Everything is computed again and kept anew."""
    asked, path = [], tmp_path / "m.sqlite"
    path.write_bytes(data)
    for _ in range(2):
        assert kept(counting(asked), path, ["one"]).tolist() == [vector(3)]
    assert asked == ["one"]


def test_where_nothing_can_be_written_everything_is_computed(tmp_path):
    """A file stands where the folder should be."""
    (tmp_path / "taken").write_text("", "utf-8")
    asked = []
    for _ in range(2):
        assert kept(counting(asked), tmp_path / "taken" / "m.sqlite", ["one"]).tolist() == [vector(3)]
    assert asked == ["one", "one"]


def test_what_fails_leaves_nothing(tmp_path):
    """An encoder that stops half way has kept no row."""

    def broken(texts):
        raise ValueError(texts)

    with pytest.raises(ValueError, match="one"):
        kept(broken, tmp_path / "m.sqlite", ["one"])
    assert not (tmp_path / "m.sqlite").exists()


def test_several_write_at_once(tmp_path):
    """Each waits for the others, and all that they wrote is there."""
    path = tmp_path / "m.sqlite"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda at: kept(counting([]), path, [f"{at} {n}" for n in range(5)]), range(8)))
    asked = []
    kept(counting(asked), path, [f"{at} {n}" for at in range(8) for n in range(5)])
    assert asked == []
