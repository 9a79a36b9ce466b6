"""The cache: invisible in the output, renewed by whatever matters to a cell, and never half-written."""

import ast
import errno
import hashlib
import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from small_project import PLAIN, load, offcut, run, write

import generators
from generators import cache as caches
from generators import provenance, scenario
from generators.cache import Cache, sealed, unsealed
from generators.cache import write as write_file
from generators.catalogue import Catalogue
from generators.cell import Cell, measure_corpus
from generators.mistake import Mistake

PACKAGE = Path(caches.__file__).parent


def counted_run(monkeypatch, found, cache):
    """The results, and how many corpora were computed for them."""
    computed = []
    monkeypatch.setattr("generators.run.measure_corpus", lambda *task: computed.append(1) or measure_corpus(*task))
    return run(found, cache), len(computed)


def test_a_cached_cell_is_like_a_fresh_one(tmp_path, monkeypatch):
    """The second run computes nothing and gives the same results and the same part of numbers.json, with chunks shown and errors kept."""
    text = PLAIN + "show_chunks: true\n"
    text = text.replace(
        "measures:",
        "  bad: {use: fixed, chunk_size: 5, chunk_overlap: 5}\n  words: {use: langchain.RecursiveCharacterTextSplitter}\nmeasures:",
    )
    found = load(tmp_path, text)
    fresh, first = counted_run(monkeypatch, found, Cache(tmp_path))
    kept, second = counted_run(monkeypatch, found, Cache(tmp_path))
    assert [first, second] == [1, 0]
    assert fresh == kept
    parts = [json.dumps(Catalogue({"small": results}).to_json("small")) for results in (fresh, kept)]
    assert parts[0] == parts[1]
    one = fresh.runs["notes", "halves"].shown[0]
    assert one.chunks[1] == (one.text[15:35], ((15, 35),))


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", "flip", "cut"])
def test_a_damaged_file_is_computed_again(tmp_path, monkeypatch, damage):
    """An empty file, other files, one changed digit, one byte less: the cell is computed and kept once more."""
    found, cache = load(tmp_path), Cache(tmp_path / "cells")
    whole = run(found, cache)
    for path in (tmp_path / "cells").iterdir():
        data = path.read_bytes()
        changed = {"flip": data.replace(b"1", b"2"), "cut": data[:-1]}.get(damage, damage)
        assert changed != data
        path.write_bytes(changed)
    again, computed = counted_run(monkeypatch, found, cache)
    assert [again == whole, computed] == [True, 1]
    assert counted_run(monkeypatch, found, cache)[1] == 0


def kept_as(body):
    """A file of the cache with the right digest of whatever it holds."""
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


@pytest.mark.parametrize(
    "part",
    [
        "[" * 200_000,
        "null",
        '{"sha256": "", "values": 5}',
        '{"sha256": "", "values": {"chunks": 5}}',
        '{"sha256": "", "values": {"chunks": {"": []}}}',
        '{"sha256": "", "values": {"chunks": {"": [5, null]}}}',
        '{"sha256": "", "notes": 5}',
    ],
)
def test_a_cell_of_another_form_is_computed_again(tmp_path, monkeypatch, part):
    """Its digest is right and its body nothing that a cell holds: nested without end, or a number in the place of values."""
    found, cache = load(tmp_path), Cache(tmp_path / "cells")
    whole = run(found, cache)
    for path in (tmp_path / "cells").iterdir():
        path.write_bytes(kept_as(part.encode()))
    again, computed = counted_run(monkeypatch, found, cache)
    assert [again == whole, computed] == [True, 1]


@pytest.mark.parametrize("put", [os.mkfifo, os.mkdir])
def test_what_is_no_file_in_the_place_of_a_cell_is_passed_over(tmp_path, put):
    """Reading a pipe would wait for ever, and a folder cannot be replaced: the cell is computed, here with a minute's patience."""
    write(tmp_path)
    before = offcut(tmp_path, "run", "small")
    for path in (tmp_path / ".cache/offcut").iterdir():
        path.unlink()
        put(path)
    assert offcut(tmp_path, "run", "small") == before
    assert before[0] == 0


def keys(folder, text=PLAIN, **files):
    """The keys of every pair of a scenario."""
    found = scenario.load(write(folder, text, **files))
    return [Cache(folder).key(corpus, splitter, found) for corpus, splitter in found.pairs()]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("chunk_size: 100", "chunk_size: 99"),
        ("chunk_size: 100", "chunk_size: 100, unit: cl100k_base"),
        ("chunk_size: 100", "chunk_size: 100, repeat_header: true"),
        ("chunks, stored_ratio", "stored_ratio, chunks"),
        ("only a sentence", "just a sentence"),
        ("two:", "three:"),
        ("measures:", "show_chunks: true\nmeasures:"),
        ("measures:", "assume: {tolerance: 0.5}\nmeasures:"),
    ],
)
def test_what_the_file_says_changes_the_key(tmp_path, old, new):
    """Settings, measures and their order, texts and their names, what is shown, what is assumed."""
    assert keys(tmp_path)[0] != keys(tmp_path, PLAIN.replace(old, new))[0]


def test_the_order_of_texts_changes_the_key(tmp_path):
    """Documents come in the order of the file."""
    swapped = "corpora:\n  notes: {texts: {two: b, one: a}}"
    straight = "corpora:\n  notes: {texts: {one: a, two: b}}"
    old = PLAIN[PLAIN.index("corpora:") : PLAIN.index("\nsplitters:")]
    assert keys(tmp_path, PLAIN.replace(old, swapped))[0] != keys(tmp_path, PLAIN.replace(old, straight))[0]


def test_what_the_key_leaves_out(tmp_path):
    """Names of rows, the title and comments move no number, and leave the cells alone."""
    other = PLAIN.replace("Tables in small", "Another").replace("whole:", "entire:").replace("notes:", "note:") + "# a comment\n"
    assert keys(tmp_path) == keys(tmp_path, other)


def test_the_bytes_of_a_file_change_the_key(tmp_path):
    """One byte more, and the cell is another."""
    text = PLAIN.replace(PLAIN.splitlines()[2], "  notes: {files: [a.md]}")
    assert len({*keys(tmp_path, text, a_md="x"), *keys(tmp_path, text, a_md="x\n")}) == 4


def test_the_profile_of_generated_texts_changes_the_key(tmp_path):
    """Contracts are written like a profile that stands elsewhere in the file; a profile that they are not like is no matter."""
    text = """\
title: x
corpora:
  g: {generate: contracts, like: p, seed: 1}
  p: {profile: {documents: 1, tokens_per_document: 900, tables: []}}
  q: {profile: {documents: 1, tokens_per_document: 900, tables: []}}
splitters: {f: {use: fixed, chunk_size: 9}}
measures: [chunks]
"""
    first = keys(tmp_path, text)
    assert first[0] != keys(tmp_path, text.replace("p: {profile: {documents: 1", "p: {profile: {documents: 2"))[0]
    assert first[0] == keys(tmp_path, text.replace("q: {profile: {documents: 1", "q: {profile: {documents: 2"))[0]
    assert first[0] != keys(tmp_path, text.replace("seed: 1", "seed: 2"))[0]


@pytest.mark.parametrize(("name", "value"), [("code_digest", "other"), ("python", "3.99"), ("versions", {"tiktoken": "9"})])
def test_code_and_versions_change_the_key(tmp_path, monkeypatch, name, value):
    """A release of a library, another interpreter and changed code each compute everything again."""
    before = keys(tmp_path)
    monkeypatch.setattr(provenance, name, lambda: value)
    assert not set(before) & set(keys(tmp_path))


def imported(name):
    """The package's own modules that a module imports, wherever in it, as paths."""
    for node in ast.walk(ast.parse((PACKAGE / name).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generators"):
            base = PACKAGE.joinpath(*node.module.split(".")[1:])
            for path in [base, *(base / alias.name for alias in node.names)]:
                for file in (path.with_suffix(".py"), path / "__init__.py"):
                    if file.is_file():
                        yield file.relative_to(PACKAGE).as_posix()


def test_the_digest_of_the_code_covers_what_computes():
    """Nothing that a cell is made with, however far away, is left out of the digest as if it only showed numbers."""
    seen, waiting = set(), ["cell.py", "run.py"]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += imported(name)
    assert {"measures/tables.py", "splitters/llamaindex.py", "corpora/contracts.py", "chunk.py", "tokens.py"} <= seen
    assert {name.partition("/")[0] for name in seen} & set(provenance.PRESENTATION) == set()


def test_what_only_shows_numbers_is_named_whole_and_in_order():
    """Files and folders that are there, and every one that stands below `run` in the package's order."""
    order = [word.strip(" .\n") for word in (generators.__doc__ or "").rpartition("\n\n")[2].split(",")]
    shows = order[order.index("run") + 1 :]
    there = {name: f"{name}.py" if (PACKAGE / f"{name}.py").is_file() else name for name in [*shows, "licences"]}
    assert list(provenance.PRESENTATION) == sorted(there.values())
    assert [name for name in provenance.PRESENTATION if not (PACKAGE / name).exists()] == []


def test_a_cell_without_its_prerequisite_is_not_kept(tmp_path):
    """What is absent may come without a change of any version."""
    cache = Cache(tmp_path)
    cache.put("k", Cell("", absent="no data"))
    assert list(tmp_path.iterdir()) == []
    cache.put("k", Cell("", printed="é\ud800"))
    assert cache.get("k") == Cell("", printed="é\ud800")


def test_a_number_that_is_none_is_never_kept(tmp_path):
    """NaN in a cell is a bug that shows at once."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        Cache(tmp_path).put("k", replace(Cell(""), values={"m": {"": [float("nan"), {}]}}))
    assert asdict(Cell(""))["values"] == {}


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    """Killed between writing and renaming, the old content stands whole and nothing is left lying about."""
    path = tmp_path / "file.json"
    write_file(path, b"old")

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_file(path, b"new")
    assert [path.read_bytes(), list(tmp_path.iterdir())] == [b"old", [path]]


def test_files_are_replaced_together_or_not_at_all(tmp_path):
    """Where the second cannot be written, the first stands as it was and nothing is left lying about."""
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Mistake, match=r"file/two: cannot be written"):
        caches.write_all({tmp_path / "one": b"new", tmp_path / "file" / "two": b"new"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "one"]
    assert (tmp_path / "one").read_bytes() == b"old"


def test_a_full_disk_is_to_be_emptied(tmp_path, monkeypatch):
    """Its folder can be written to, and saying otherwise would lead nowhere."""

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Mistake, match=r"file: cannot be written \(No space left on device\): free some space there$"):
        write_file(tmp_path / "file", b"")


def test_what_is_created_takes_the_place_of_nothing(tmp_path):
    """A file that is there stays as it is, and one that cannot be written leaves no empty one behind."""
    (tmp_path / "one").write_bytes(b"old")
    with pytest.raises(Mistake, match=r"one: is there already, perhaps from the same command elsewhere: run it again$"):
        caches.create(tmp_path / "one", b"new")
    assert (tmp_path / "one").read_bytes() == b"old"
    with pytest.raises(TypeError):
        caches.create(tmp_path / "two", "no bytes")
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


@pytest.mark.parametrize("put", [lambda path: path.write_bytes(b"0\nhalf"), os.mkfifo])
def test_what_is_not_whole_is_nothing(tmp_path, put):
    """What was sealed comes back; what was damaged since, is no file, or was never there does not."""
    path = tmp_path / "sealed"
    assert unsealed(path) is None
    path.write_bytes(sealed(b"a\nb"))
    assert unsealed(path) == b"a\nb"
    path.unlink()
    put(path)
    assert unsealed(path) is None
