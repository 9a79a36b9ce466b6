"""The lock: what is published is compared with what is computed, number by number, and every move of one is written down."""

import errno
import json
import os
import re
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from small_project import PLAIN, results, write

from generators import changes, commands, provenance, renamed
from generators import lock as locks
from generators.cli import main
from generators.entry import CLOSE, closeness, digits, same, shown
from generators.lock import Difference, Lock
from generators.mistake import Absent, Mistake
from generators.project import Project
from generators.splitters import SPLITTERS

SWEPT = PLAIN.replace("  whole:", "  swept: {use: fixed, chunk_size: [15, 60], chunk_overlap: 5}\n  whole:")
ONE = "small/notes/halves/chunks"


@pytest.fixture
def locked(tmp_path):
    """A project whose numbers are published."""
    write(tmp_path, SWEPT)
    assert offcut(tmp_path, "lock") == 0
    return tmp_path


def offcut(folder, *words):
    return main(["--root", str(folder), *words])


def tree(folder):
    """Every file of the lock and of the changes with its bytes."""
    files = [*(folder / "scenarios/published").iterdir(), *(folder / "docs/changes").iterdir()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def edit(folder, old, new, name="small.json"):
    """Change a file of the lock by hand."""
    path = folder / "scenarios/published" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_lock_is_one_sorted_line_a_number_with_a_series_for_each_sweep(locked):
    """Chunks of `halves` are 5 and store 86 of 71 characters, 1.21126760563 in twelve digits. `swept-15` advances 10 at a time: of 40
    characters [0, 15), [10, 25), [20, 35), [30, 40) and of 31 three, for the third reaches 35; `swept-60` takes each document whole.
    """
    text = (locked / "scenarios/published/small.json").read_text("utf-8")
    data = json.loads(text)
    assert list(data) == ["format", "versions", "scenario", "corpora", "series", "numbers"]
    assert data["versions"] == {"python": provenance.python(), **provenance.versions()}
    assert data["series"] == ["small.swept.csv"]
    assert re.findall(r'^  ("small/.*)$', text, re.MULTILINE) == [
        '"small/notes/halves/chunks": 5,',
        '"small/notes/halves/stored_ratio": 1.21126760563,',
        '"small/notes/halves/tables_cut": 1,',
        '"small/notes/whole/chunks": 2,',
        '"small/notes/whole/stored_ratio": 1.0,',
        '"small/notes/whole/tables_cut": 0',
    ]
    series = (locked / "scenarios/published/small.swept.csv").read_text("utf-8").splitlines()
    assert [series[0], *(line for line in series if line.partition(",")[0].endswith("chunks"))] == [
        "id,value",
        "small/notes/swept-15/chunks,7",
        "small/notes/swept-60/chunks,2",
    ]
    assert series[1:] == sorted(series[1:])


def test_locking_twice_changes_nothing(locked, capsys):
    """The same bytes, and no second change entry."""
    before = tree(locked)
    assert offcut(locked, "lock") == 0
    assert tree(locked) == before
    assert capsys.readouterr().out.endswith("small: nothing moved\n")


def test_what_was_published_checks(locked, capsys):
    """Six numbers in the lock and six in the series."""
    assert offcut(locked, "check") == 0
    assert capsys.readouterr().out.endswith("small: 12 numbers, all as published\n")


@pytest.mark.parametrize(
    ("old", "new", "name", "said"),
    [
        (f'"{ONE}": 5', f'"{ONE}": 6', "small.json", f"{ONE}: published 6, computed 5"),
        (f'"{ONE}": 5', f'"{ONE}": null', "small.json", f"{ONE}: published n/a, computed 5"),
        (f'"{ONE}": 5', f'"{ONE}": [5, 4, 6]', "small.json", f"{ONE}: published 5 (seeds 4 to 6), computed 5"),
        (f'  "{ONE}": 5,\n', "", "small.json", f"{ONE}: computed 5, not yet published"),
        (
            '"numbers": {\n',
            '"numbers": {\n  "small/notes/gone/chunks": 3,\n',
            "small.json",
            "small/notes/gone/chunks: published 3, no longer computed",
        ),
        ("1.21126760563", "1.2136", "small.json", "small/notes/halves/stored_ratio: published 1.2136, computed 1.21126760563"),
        ("swept-15/chunks,7", "swept-15/chunks,8", "small.swept.csv", "small/notes/swept-15/chunks: published 8, computed 7"),
        ("small/notes/swept-15/chunks,7\n", "", "small.swept.csv", "small/notes/swept-15/chunks: computed 7, not yet published"),
        ("id,value\n", "id,value\nsmall/notes/a/chunks,1\n", "small.swept.csv", "small/notes/a/chunks: published 1, no longer computed"),
    ],
)
def test_tampering_is_named(locked, capsys, *, old, new, name, said):
    """A changed value, a missing line and an added line, in the lock and in a series: the number, both values, the command that accepts."""
    edit(locked, old, new, name)
    capsys.readouterr()
    assert offcut(locked, "check") == 1
    assert capsys.readouterr().out.splitlines() == [said, "small: 1 difference; accept with: offcut lock small"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r'"notes": "\w+"', '"notes": "0"', "the text of notes changed"),
        (r'"tiktoken": "[\d.]+"', '"tiktoken": "0.0.1"', f"tiktoken 0.0.1 became {provenance.versions()['tiktoken']}"),
        (r'"python": "[\d.]+"', '"python": "2.7"', f"python 2.7 became {provenance.python()}"),
    ],
)
def test_inputs_that_moved_no_number_are_told_of(locked, capsys, *, old, new, said):
    """A text or a version other than the published one is no difference, but `check` says it, and `lock` brings the lock up to date."""
    path = locked / "scenarios/published/small.json"
    before = path.read_text("utf-8")
    changed, count = re.subn(old, new, before)
    assert count == 1
    path.write_text(changed, "utf-8")
    capsys.readouterr()
    assert offcut(locked, "check") == 0
    assert capsys.readouterr().out.splitlines() == [
        "small: 12 numbers, all as published",
        f"small: {said} since it was published; bring the lock up to date with: offcut lock small",
    ]
    assert offcut(locked, "lock") == 0
    assert capsys.readouterr().out == f"small: nothing moved; {said}\n"
    assert path.read_text("utf-8") == before
    assert len(list((locked / "docs/changes").iterdir())) == 1


def test_a_build_fails_on_a_difference(locked, capsys):
    """Before MkDocs is asked, with the same words."""
    edit(locked, f'"{ONE}": 5', f'"{ONE}": 6')
    assert offcut(locked, "build") == 1
    assert f"{ONE}: published 6, computed 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "name", "said"),
    [
        (
            '"format": 1',
            '"format": 2',
            "small.json",
            "published/small.json: its format is 2, and this version of offcut reads 1: install the version that wrote it",
        ),
        ('"format": 1,', "", "small.json", "published/small.json: the lock is damaged (KeyError: 'format')"),
        ("}", "", "small.json", "published/small.json: the lock is damaged (JSONDecodeError"),
        (
            f'"{ONE}": 5',
            f'"{ONE}": "5"',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: '5' is no published number)",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}": true',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: True is no published number)",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}": NaN',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: nan is no published number)",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}": [5, 6]',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: [5, 6] is no published number)",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}": [5, 7, 6]',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: [5, 7, 6] has its lower bound above its upper one)",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}": 5, "{ONE}": 6',
            "small.json",
            f"published/small.json: the lock is damaged (ValueError: {ONE} stands twice)",
        ),
        (
            "id,value",
            "value,id",
            "small.swept.csv",
            "published/small.swept.csv: the lock is damaged (ValueError: a series begins with value,id",
        ),
        *(
            (
                "small/notes/swept-15/chunks,7",
                row,
                "small.swept.csv",
                f"published/small.swept.csv: the lock is damaged (ValueError: line 2: '{row}' is no id with a published number)",
            )
            for row in ("small/notes/swept-15/chunks,", "small/notes/swept-15/chunks", "a,b,5", "a,true")
        ),
        ("chunks,7", 'chunks,"7', "small.swept.csv", "published/small.swept.csv: the lock is damaged (ValueError: line 7: unexpected end"),
        (
            "id,value\n",
            "id,value\nsmall/notes/swept-15/chunks,7\n",
            "small.swept.csv",
            "published/small.swept.csv: the lock is damaged (ValueError: small/notes/swept-15/chunks stands twice): restore it",
        ),
        (
            '"python": "',
            '"python": "\\ud800',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: 'python': '\\ud800",
        ),
        (
            f'"{ONE}": 5',
            f'"{ONE}/\\ud800": 5',
            "small.json",
            f"published/small.json: the lock is damaged (ValueError: '{ONE}/\\ud800' holds half of a surrogate pair): restore it",
        ),
        (
            "id,value\n",
            f"id,value\n{ONE},5\n",
            "small.swept.csv",
            f"published/small.json: the lock is damaged (ValueError: {ONE} stands twice)",
        ),
        (
            '"tiktoken": "',
            '"tiktoken": {"x": 1}, "other": "',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: 'tiktoken': {'x': 1} is no name with a text): restore it",
        ),
        (
            '"tiktoken": "',
            '"": "1", "tiktoken": "',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: '': '1' is no name with a text)",
        ),
        (
            '"notes": "',
            '"notes": 5, "other": "',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: 'notes': 5 is no name with a text)",
        ),
        (
            '"scenario": "',
            '"scenario": null, "other": "',
            "small.json",
            "published/small.json: the lock is damaged (ValueError: 'scenario': None is no name with a text)",
        ),
        (
            '"versions": {',
            '"versions": [], "other": {',
            "small.json",
            "published/small.json: the lock is damaged (TypeError: [] is no mapping)",
        ),
        *(
            (
                "small.swept.csv",
                elsewhere,
                "small.json",
                f"published/small.json: the lock is damaged (ValueError: '{elsewhere}' is no series small.NAME.csv)",
            )
            for elsewhere in ("/etc/passwd", "../small.swept.csv", "small./../small.swept.csv", "other.swept.csv", "small.yaml")
        ),
        ("small.swept.csv", "small.other.csv", "small.json", "published/small.other.csv: there is no such file"),
    ],
)
def test_a_lock_that_cannot_be_read(locked, capsys, *, old, new, name, said):
    """It is the user's to restore: one line, exit code 2, for `check` and for `lock`, and nothing is written over it."""
    edit(locked, old, new, name)
    before = tree(locked)
    capsys.readouterr()
    for command in ("check", "lock"):
        assert offcut(locked, command) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(said)
    assert tree(locked) == before


@pytest.mark.parametrize("name", ["small.json", "small.swept.csv"])
def test_a_lock_of_other_bytes_is_to_be_restored(locked, capsys, name):
    """Nobody wrote it in another encoding: it is damaged, and not to be converted."""
    (locked / "scenarios/published" / name).write_bytes(b"\xff")
    capsys.readouterr()
    assert offcut(locked, "check") == 2
    remedy = "restore it from version control, or delete published/small.json and run `offcut lock small`"
    assert capsys.readouterr().err == f"published/{name}: byte 0 is 0xff, which is not UTF-8: {remedy}\n"


def test_an_empty_series_is_named(locked, capsys):
    """The lock beside it is whole, and deleting the series alone would not mend it."""
    (locked / "scenarios/published/small.swept.csv").write_bytes(b"")
    capsys.readouterr()
    assert offcut(locked, "check") == 2
    assert capsys.readouterr().err == (
        "published/small.swept.csv: the lock is damaged (ValueError: a series begins with nothing and not with id,value): "
        "restore it from version control, or delete published/small.json and run `offcut lock small`\n"
    )


def test_a_folder_in_the_place_of_a_series_is_named_before_anything_is_written(locked, capsys):
    """It can be neither removed as a series that is no more nor replaced by one; of another scenario's name, it is no matter."""
    write(locked, SWEPT.replace("chunk_size: 20", "chunk_size: 30"))
    (locked / "scenarios/published/small.x.csv").mkdir()
    (locked / "scenarios/published/other.x.csv").mkdir()
    before = {path: path.read_bytes() for path in locked.rglob("*.*") if path.is_file() and ".cache" not in path.parts}
    assert offcut(locked, "lock") == 2
    assert capsys.readouterr().err.endswith("scenarios/published/small.x.csv: is a folder in the place of a series: move it away\n")
    assert {path: path.read_bytes() for path in before} == before
    assert len(list((locked / "docs/changes").iterdir())) == 1


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_an_interrupted_lock_leaves_each_file_whole_and_can_be_repeated(locked, monkeypatch, writes):
    """Killed before the first rename, nothing has changed; before a later one, no file is half-written and the moves are told of."""
    write(locked, SWEPT.replace("chunk_size: [15, 60]", "chunk_size: [25, 60]"))
    before, rename = tree(locked), Path.replace
    left = [writes]

    def killed(path, target):
        if target.suffix in (".json", ".csv"):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
        return rename(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        assert offcut(locked, "lock") == 3
    after = tree(locked)
    assert [name for name in before if before[name] != after[name]] == ["scenarios/published/small.swept.csv"][: writes == 2]
    assert len(after) == len(before) + (writes > 0)
    assert offcut(locked, "lock") == 0
    entries = dict(changes.entries(locked / "docs/changes"))
    assert {number for entry in entries.values() for number in entry["gone"]} >= {"small/notes/swept-15/chunks"}
    assert offcut(locked, "check") == 0


def test_a_change_entry_says_what_moved_and_why(locked):
    """With `two` cut to 20 characters `halves` stores 20 + 20 + 10 + 20 = 70 of 60 in 4 chunks; the text and the file are the causes."""
    write(locked, SWEPT.replace("No table here, only a sentence.", "No table, one line.."))
    assert offcut(locked, "lock", "--why", "a shorter note") == 0
    first, second = reversed(list(changes.entries(locked / "docs/changes")))
    assert first == (
        "0001-small",
        {"scenario": "small", "why": "First publication", "cause": ["first publication"], "moved": {}, "new": 12, "gone": []},
    )
    name, entry = second
    assert [name, entry["why"], entry["new"], entry["gone"]] == ["0002-small", "A shorter note", 0, []]
    assert entry["cause"] == ["the text of notes changed", "the scenario file small.yaml changed"]
    assert entry["moved"][ONE] == [5, 4]
    assert entry["moved"]["small/notes/halves/stored_ratio"] == [1.21126760563, 1.16666666667]
    assert "small/notes/whole/chunks" not in entry["moved"]


def test_what_runs_raised_is_told_when_it_is_published_and_counted_after(locked, capsys):
    """Numbers that become n/a are not accepted in silence; what is published so may be a finding, and is told once in a line."""
    team = "  team: {use: langchain.RecursiveCharacterTextSplitter, chunk_size: 100, chunk_overlap: 200}\n"
    raised = "small: team on notes: ValueError: Got a larger chunk overlap (200) than chunk size (100), should be smaller.\n"
    assert capsys.readouterr().err == ""
    write(locked, SWEPT.replace("  whole:", f"{team}  whole:"))
    assert offcut(locked, "check") == 1
    assert capsys.readouterr().err == raised
    assert offcut(locked, "lock") == 0
    assert capsys.readouterr().err == raised
    assert offcut(locked, "check") == 0
    assert capsys.readouterr().err == "1 run raised an error, as published with n/a; see what with: offcut run small\n"


def causes(folder, **changed):
    """The causes after the lock's own inputs were changed."""
    found = results(folder, SWEPT)
    old = locks.read(folder / "scenarios/published", "small")
    return changes.causes(replace(old, **changed), found, old.scenario)


def test_each_cause_is_told_from_the_others(locked):
    """A library's version, one that came or went, a corpus; the code only where nothing else moved."""
    versions = {"python": provenance.python(), **provenance.versions()}
    assert causes(locked) == ["the code that computes it changed"]
    assert causes(locked, versions={**versions, "tiktoken": "0.0.1"}) == [f"tiktoken 0.0.1 became {versions['tiktoken']}"]
    assert causes(locked, versions={**versions, "old": "1"}) == ["old is gone, it was at 1"]
    without = {name: version for name, version in versions.items() if name != "tiktoken"}
    assert causes(locked, versions=without) == [f"tiktoken is new, at {versions['tiktoken']}"]
    assert causes(locked, corpora={"notes": "0"}) == ["the text of notes changed"]
    assert causes(locked, numbers={}) == ["first publication"]


def test_a_value_within_its_tolerance_keeps_its_published_digits(locked):
    """1.2117 is 0.04% from 1.21126760563 and stays: published values do not drift with every acceptance of others."""
    edit(locked, "1.21126760563", "1.2117")
    edit(locked, f'"{ONE}": 5', f'"{ONE}": 6')
    assert offcut(locked, "lock") == 0
    numbers = locks.read(locked / "scenarios/published", "small").numbers
    assert [numbers["small/notes/halves/stored_ratio"], numbers[ONE]] == [1.2117, 5]


def test_a_series_that_is_no_more_goes_with_the_lock(locked):
    """The CSV of a row that is no longer swept is removed; a file of another scenario with a like name stays."""
    other = locked / "scenarios/published/small-two.swept.csv"
    other.write_text("id,value\n")
    write(locked, PLAIN)
    assert offcut(locked, "lock") == 0
    assert sorted(path.name for path in (locked / "scenarios/published").glob("*.csv")) == ["small-two.swept.csv"]


def test_the_lock_of_a_scenario_that_is_gone_is_named(locked, capsys):
    """Its numbers would vanish without a word."""
    (locked / "scenarios/small.yaml").rename(locked / "scenarios/tiny.yaml")
    assert offcut(locked, "check") == 1
    assert "small: published, but there is no scenarios/small.yaml" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("published", "computed", "close", "agree"),
    [
        (20, 20, "exact", True),
        (20, 21, "exact", False),
        (272.43, 272.43 * (1 + 0.9e-9), "closed", True),
        (272.43, 272.43 * (1 + 1.1e-9), "closed", False),
        (0.0, 1e-13, "closed", True),
        (0.0, 1e-11, "closed", False),
        (2.0, 2.0019, "level", True),
        (2.0, 2.0021, "level", False),
        (-2.0, -2.0019, "level", True),
        (None, None, "exact", True),
        (None, 0, "level", False),
        (0, None, "level", False),
        ([5, 4, 6], [5, 4, 6], "exact", True),
        ([5, 4, 6], [5, 4, 7], "exact", False),
        ([5, 4, 6], 5, "exact", False),
    ],
)
def test_how_closely_values_agree(published, computed, close, agree):
    """Counts to the last one, closed forms to 1e-9, levels to 1e-3, each end of a spread like the value itself."""
    assert same(published, computed, CLOSE[close]) is agree


def test_a_count_of_a_closed_form_is_no_count(tmp_path):
    """Tables cut are counted in texts, and so exact; of a profile they are expected, and locked as closely as a formula."""
    profile = "corpora:\n  p: {profile: {documents: 1, tokens_per_document: 99, tables: []}}"
    text = SWEPT.replace("corpora:", profile).replace("5}", "5, unit: cl100k_base}")
    found = results(tmp_path, text)
    assert [found.modelled(found.one(f"small/{corpus}/halves/tables_cut")) for corpus in ("notes", "p")] == [False, True]
    assert closeness("tables_cut", modelled=False) == 0
    assert closeness("tables_cut", modelled=True) == 1e-9
    assert closeness("stored_ratio", modelled=False) == 1e-3
    assert closeness("not yet known", modelled=False) == 0


def test_the_digits_of_the_lock():
    """Twelve significant ones; counts stay whole, however large; minus nought is nought; NaN and infinity are bugs."""
    assert [digits(1 / 3), digits(123456789012345), digits(None)] == [0.333333333333, 123456789012345, None]
    assert str(digits(-0.0)) == "0.0"
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="is no number that can be published"):
            digits(value)


def test_differences_read_as_sentences():
    """One for each kind; spreads and n/a in words; a long count is not rounded."""
    assert str(Difference("a", [5, 4, None], 1 / 3, "moved")) == "a: published 5 (seeds 4 to n/a), computed 0.333333333333"
    assert str(Difference("a", None, 3, "new")) == "a: computed 3, not yet published"
    assert str(Difference("a", None, None, "gone")) == "a: published n/a, no longer computed"
    assert shown(12345678901234567) == "12345678901234567"
    share = "s/c/f/tables_cut_share"
    assert str(Difference(share, 2 / 3, 0.5, "moved")) == f"{share}: published 66.7%, computed 50.0%"
    assert str(Difference(share, 0.66612, 0.66621, "moved")) == f"{share}: published 0.66612, computed 0.66621"


def test_spreads_are_locked_with_the_value(tmp_path):
    """`[value, lowest, highest]`, of a sweep too, which then stands in the lock itself."""
    found = results(tmp_path, SWEPT)
    wide = {number: replace(one, interval=(one.value, one.value + 0.5)) for number, one in found.numbers.items() if one.value is not None}
    locks.publish(tmp_path, replace(found, numbers=wide), "0", Lock())
    assert locks.read(tmp_path, "small").numbers["small/notes/swept-15/chunks"] == [7, 7, 7.5]
    assert list(tmp_path.glob("*.csv")) == []


def absent(*_):
    raise Absent("it is not here")


@pytest.fixture
def frozen(locked, monkeypatch):
    """The locked project where nothing that `fixed` needs is here any more."""
    edit(locked, "swept-15/chunks,7", "swept-15/chunks,77", "small.swept.csv")
    edit(locked, f'"{ONE}": 5', f'"{ONE}": [5, 4, 6], "{ONE}/300": 2')
    for path in (locked / ".cache/offcut").iterdir():
        path.unlink()
    monkeypatch.setattr("generators.splitters.build", absent)
    return locked


def test_frozen_numbers_are_read_from_the_lock(frozen, capsys):
    """Value, spread and parts; the check is content, the live one is not and names each."""
    found = Project(frozen).results(["small"])["small"]
    assert {one.status for one in found.numbers.values()} == {"frozen"}
    assert [found.one(ONE).value, found.one(ONE).interval, found.one(f"{ONE}/300").value, found.one(f"{ONE}/300").part] == [
        5,
        (4, 6),
        2,
        "300",
    ]
    assert found.one("small/notes/swept-15/chunks").value == 77
    assert offcut(frozen, "check") == 0
    capsys.readouterr()
    assert offcut(frozen, "check", "--live") == 1
    assert f"{ONE}: frozen, that is, read from the lock and not computed here" in capsys.readouterr().out
    assert offcut(frozen, "list", "halves/chunks") == 0
    assert capsys.readouterr().out == f"{ONE}  5 chunks (4 to 6 over the seeds) [frozen]\n{ONE}/300  2 chunks [frozen]\n"


def test_locking_keeps_frozen_numbers(frozen):
    """Nothing is lost where something is absent: the same numbers, and no change entry."""
    before = locks.read(frozen / "scenarios/published", "small").numbers
    assert offcut(frozen, "lock") == 0
    assert locks.read(frozen / "scenarios/published", "small").numbers == before
    assert len(list((frozen / "docs/changes").iterdir())) == 1


def test_a_number_that_is_neither_here_nor_in_the_lock_is_left_out(frozen):
    """There is nothing to show for it."""
    edit(frozen, '  "small/notes/whole/chunks": 2,\n', "")
    assert "small/notes/whole/chunks" not in Project(frozen).results(["small"])["small"].numbers


def test_a_corpus_that_is_absent_keeps_its_published_checksum(locked, monkeypatch):
    """So that the record of a frozen number still says what it was computed from."""
    sha = json.loads((locked / "scenarios/published/small.json").read_text())["corpora"]["notes"]
    for path in (locked / ".cache/offcut").iterdir():
        path.unlink()
    monkeypatch.setattr("generators.corpora.documents.find_tables", absent)
    assert Project(locked).results(["small"])["small"].corpora == {"notes": sha}


def test_the_shelf_lets_absent_through(tmp_path, monkeypatch):
    """A shelf function that wants what is not here freezes its own numbers only."""

    def wanting(*, chunk_size: int, chunk_overlap: int = 0):
        raise Absent(f"nothing of {chunk_size}")

    monkeypatch.setitem(SPLITTERS, "fixed", wanting)
    found = results(
        tmp_path, PLAIN.replace("whole: {use: fixed, chunk_size: 100}", "whole: {use: langchain.RecursiveCharacterTextSplitter}")
    )
    assert [found.one("small/notes/whole/chunks").status, found.one(ONE).status] == ["live", "frozen"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("small/notes/old/chunks: small/notes/halves/chunks\n", []),
        ("other/a/b/chunks: other/a/c/chunks\n", []),
        (
            f"{ONE}: small/notes/whole/chunks\n",
            [f"published/renamed.yaml:1: {ONE}: is still the id of a number: an id that is in use cannot lead elsewhere"],
        ),
        (
            "small/notes/old/chunks: small/notes/none/chunks\n",
            ["published/renamed.yaml:1: small/notes/old/chunks: leads to 'small/notes/none/chunks', which is no number: correct it"],
        ),
        (
            "small/a/b/c: small/a/b/d\nsmall/a/b/d: small/notes/halves/chunks\n",
            ["published/renamed.yaml:1: small/a/b/c: leads to 'small/a/b/d', which was renamed itself: name the id that it has now"],
        ),
        ("small/a/b/c: 5\n", ["published/renamed.yaml:1: small/a/b/c: 5 is a whole number: give a text"]),
        ("- a\n", ["published/renamed.yaml:1: the file: ['a'] is a list: give a mapping of names, each a text"]),
    ],
)
def test_renamed_ids(locked, text, said):
    """An old id leads to a number that is there, at once and not by another; ids of scenarios that were not run are left alone."""
    (locked / "scenarios/published/renamed.yaml").write_text(text)
    with pytest.raises(Mistake) if said else nullcontext() as caught:
        Project(locked).results(["small"])
    assert said == (list(caught.value.lines) if caught else [])


def test_an_old_id_is_followed(locked, capsys):
    """`explain` and `run --number` know the new one."""
    (locked / "scenarios/published/renamed.yaml").write_text(f"small/notes/old/chunks: {ONE}\n")
    assert renamed.read(locked / "scenarios/published") == {"small/notes/old/chunks": ONE}
    assert offcut(locked, "explain", "small/notes/old/chunks") == 0
    assert f"small/notes/old/chunks is now {ONE}\n{ONE}  5 chunks\ntitle: Chunks\n" in capsys.readouterr().out
    assert offcut(locked, "run", "small", "--number", "small/notes/old/chunks") == 0
    assert capsys.readouterr().out == f"{ONE}  5 chunks\n"


@pytest.mark.parametrize("error", [errno.EACCES, errno.ENOSPC])
@pytest.mark.parametrize("stopped", ["mkstemp", "replace"])
def test_a_lock_that_cannot_be_written_leaves_no_change_entry(locked, monkeypatch, capsys, *, stopped, error):
    """However often it is tried: nothing is called accepted, the tree is as before, and the numbers still wait."""
    write(locked, SWEPT.replace("chunk_size: [15, 60]", "chunk_size: [25, 60]"))
    before, owner = tree(locked), {"mkstemp": tempfile, "replace": Path}[stopped]
    usual = getattr(owner, stopped)

    def refused(*given, **named):
        if "published" in str([*map(str, given), named]):
            raise OSError(error, os.strerror(error))
        return usual(*given, **named)

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(owner, stopped, refused)
        for _ in range(2):
            assert offcut(locked, "lock") == 2
            said = capsys.readouterr()
            assert (said.out, said.err.count(f"cannot be written ({os.strerror(error)})")) == ("", 1)
            assert tree(locked) == before
    assert offcut(locked, "lock") == 0
    assert "accepted, written down in docs/changes/0002-small.json" in capsys.readouterr().out


def test_the_entry_of_a_lock_that_is_new_in_part_stays(locked, monkeypatch, capsys):
    """The series was replaced and the lock was not: the next entry no longer tells of what moved in the series."""
    write(locked, SWEPT.replace("chunk_size: [15, 60]", "chunk_size: [25, 60]"))
    usual = Path.replace

    def refused(path, target):
        if target.name == "small.json":
            raise OSError(errno.EBUSY, "Device or resource busy")
        return usual(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        assert offcut(locked, "lock") == 2
    newest, _ = next(changes.entries(locked / "docs/changes"))
    assert newest == "0002-small"


@pytest.mark.parametrize("folder", ["docs/changes", "scenarios/published"])
def test_a_folder_that_cannot_be_listed_is_named(locked, monkeypatch, capsys, folder):
    """Which entries and which series stand in it is not known then: the next entry would have been written over the first."""
    write(locked, SWEPT.replace("chunk_size: 20", "chunk_size: 30"))
    before, usual = tree(locked), Path.iterdir

    def refused(path):
        if path == locked / folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return usual(path)

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", refused)
        assert offcut(locked, "lock", "--why", "third") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"{locked / folder}: cannot be listed (Permission denied): make it a folder that can be read\n"
    assert tree(locked) == before


def test_an_entry_never_takes_the_place_of_another(tmp_path, monkeypatch):
    """Two locks at once find the same next number: the second is told, and the first entry stays."""
    changes.record(tmp_path, "small", "first", [], [])
    with monkeypatch.context() as patch:
        patch.setattr(changes, "listed", lambda folder, ending: [])
        with pytest.raises(Mistake, match=r"0001-small\.json: is there already"):
            changes.record(tmp_path, "small", "second", [], [])
    assert [entry["why"] for _, entry in changes.entries(tmp_path)] == ["first"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scenario": "small"}', "[" * 200_000])
def test_a_damaged_change_entry_is_named(tmp_path, text):
    """Not shown half, and no traceback."""
    (tmp_path / "0001-small.json").write_text(text)
    with pytest.raises(Mistake, match=r"0001-small\.json: "):
        list(changes.entries(tmp_path))


def test_change_entries_are_numbered_on(tmp_path):
    """After 9 and 41 comes 42, in four digits; the newest is given first."""
    moves = [Difference("a", 1, 2, "moved"), Difference("b", None, 2, "new"), Difference("c", 1, None, "gone")]
    for name in ("0009-x.json", "0041-y.json", "notes.json"):
        (tmp_path / name).write_text("{}")
    path = changes.record(tmp_path, "small", "why", ["cause"], moves)
    assert path.name == "0042-small.json"
    entry = {"scenario": "small", "why": "why", "cause": ["cause"], "moved": {"a": [1, 2]}, "new": 1, "gone": ["c"]}
    assert json.loads(path.read_text()) == entry
    for name in ("0009-x.json", "0041-y.json", "notes.json"):
        (tmp_path / name).unlink()
    changes.record(tmp_path, "small", "again", ["cause"], [])
    assert [name for name, _ in changes.entries(tmp_path)] == ["0043-small", "0042-small"]


def test_every_command_is_one_of_the_parser():
    """A command that is offered is there, and none is there that is not offered."""
    assert set(commands.COMMANDS) == {"check", "lock", "build", "serve", "list", "explain", "run", "diff", "inspect", "data", "upstream"}
