"""Input and surroundings that nobody means well: each ends in a plain line or is computed again, never in a traceback."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT
from small_project import results as run_of

from generators import changes, marked_yaml
from generators.cache import Cache, write
from generators.mistake import Mistake
from generators.pages import finalize

HUGE = 10**400


@pytest.mark.parametrize("text", ['title: "\\UFFFFFFFF"', 'title: "\\U00110000"'])
def test_an_escape_of_no_character_is_a_mistake(text):
    """PyYAML itself would fail with an error of Python's."""
    with pytest.raises(Mistake, match=r"^here: an escape names no character"):
        marked_yaml.parse(text, "here")


@pytest.mark.parametrize("value", ['!!int ""', '!!float ""', '!!int "+"', "1" + ":00" * 300 + ".0", "1" + ":00" * 3000])
def test_a_number_that_is_none_is_one_fault(value):
    """Its value is not kept, so that nothing stumbles over it later."""
    file = marked_yaml.parse(f"a: {value}", "here")
    assert file.data == {"a": None}
    assert len(file.faults) == 1


def test_numbers_too_large_to_compute_with_are_the_runs_error(tmp_path):
    """The other runs still give theirs."""
    results = run_of(
        tmp_path,
        f"""
title: t
corpora:
  huge: {{profile: {{documents: {HUGE}, tokens_per_document: {HUGE}, tables: [{{count: {HUGE}, tokens: 300}}]}}}}
  small: {{profile: {{documents: 1, tokens_per_document: 900, tables: [{{count: 1, tokens: 300}}]}}}}
splitters: {{window: {{use: fixed, chunk_size: 400, chunk_overlap: 100}}}}
measures: [tables_cut, corpus_tokens, windows]
assume: {{chars_per_token: 1}}
""",
    )
    assert results.runs["huge", "window"].error == "its numbers are too large to compute with: name smaller ones"
    assert results.runs["small", "window"].error == ""


def test_a_cell_of_another_form_is_computed_again(tmp_path):
    """Even where its digest is right: it may come from another version."""
    data = json.dumps({"other": 1}).encode()

    (tmp_path / "key").write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
    (tmp_path / "folder").mkdir()
    assert Cache(tmp_path).get("key") is None
    assert Cache(tmp_path).get("folder") is None


def test_a_place_that_cannot_be_written_to_is_named(tmp_path):
    """A file in the place of a folder stands for every reason that the system may have."""
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(Mistake, match=r"file/under: cannot be written \(.*\): make its folder one that can be written to$"):
        write(tmp_path / "file" / "under", b"")


def test_a_function_that_is_not_called_is_a_mistake():
    """Its place in memory would otherwise stand on the page, another one in each build."""
    with pytest.raises(Mistake, match="is a function: call it"):
        finalize(print)


@pytest.mark.parametrize("pair", [[], [1], [1, 2, 3]])
def test_a_change_entry_whose_moves_are_no_pairs_is_named(tmp_path, pair):
    """The mistake names the entry's file, not the page that lists it."""
    entry = {"scenario": "s", "why": "w", "cause": [], "moved": {"s/a/b/c": pair}, "new": 0, "gone": []}
    (tmp_path / "0001-s.json").write_text(json.dumps(entry), "utf-8")
    with pytest.raises(Mistake, match=r"0001-s.json: moved.s/a/b/c: is no pair"):
        list(changes.entries(tmp_path))


@pytest.mark.parametrize("closed", ["1>&-", "2>&-"])
def test_a_closed_stream_is_nobodys_fault(closed):
    """The exit code is the same as with an open one."""
    code = subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m generators list {closed}"],
        cwd=ROOT / "tests" / "tiny",
        env={**os.environ, "PYTHONPATH": str(Path(ROOT))},
        stderr=subprocess.DEVNULL if "2" not in closed else None,
        stdout=subprocess.DEVNULL if "1" not in closed else None,
        check=False,
    ).returncode
    assert code == 0
