"""A scenario's matrix: every pair's numbers, what a run raised beside those of the others, and several seeds as one number."""

import math

import pytest
from small_project import PLAIN, load, results, run, values

from generators import cell
from generators.cache import Cache
from generators.cell import Cell
from generators.gather import gather, spread
from generators.measures import MEASURES
from generators.measures.measure import Measure, Value
from generators.mistake import Absent, Mistake
from generators.results import Measurement, select
from generators.splitters import SPLITTERS

PROFILE = """\
title: A profile
assume: {chars_per_token: 4}
corpora:
  p: {profile: {documents: 2, tokens_per_document: 1000, tables: [{count: 3, tokens: 60}]}}
splitters:
  tokens: {use: fixed, chunk_size: 110, chunk_overlap: 10, unit: cl100k_base}
  letters: {use: fixed, chunk_size: 440, chunk_overlap: 40}
  even: {use: fixed, chunk_size: 50, chunk_overlap: 50, unit: cl100k_base}
measures: [tables_cut]
"""

TWO_FILES = """\
title: Two files, cut two ways
corpora:
  a: {files: [a.md]}
  b: {files: [b.md]}
  c: {texts: {x: "| h |\\n|---|\\n| 1 |\\n"}}
splitters:
  f: {use: fixed, chunk_size: [7, 30], chunk_overlap: 2}
measures: [tables_cut, chunks, stored_ratio]
"""


def test_the_numbers_of_a_small_matrix(tmp_path):
    """Documents of 40 and 31 characters: `whole` holds each in one chunk; `halves` starts a chunk every 20 - 5 = 15 characters, up to the
    one that reaches the end: [0, 20), [15, 35), [30, 40) and [0, 20), [15, 31), so 5 chunks that store 20 + 20 + 10 + 20 + 16 = 86 of 71.
    """
    assert values(results(tmp_path)) == {
        "notes/whole/tables_cut": 0,
        "notes/whole/chunks": 2,
        "notes/whole/stored_ratio": 1,
        "notes/halves/tables_cut": 1,
        "notes/halves/chunks": 5,
        "notes/halves/stored_ratio": 86 / 71,
    }


@pytest.mark.parametrize(
    "row",
    [
        "{use: fixed, chunk_size: 20, chunk_overlap: 20}",
        "{use: fixed, chunk_size: 20, chunk_overlap: 21}",
        "{use: langchain.RecursiveCharacterTextSplitter, chunk_size: 20, chunk_overlap: 21}",
        "{use: llamaindex.SentenceSplitter, chunk_size: 20, chunk_overlap: 21}",
        "{use: llamaindex.TokenTextSplitter, chunk_size: 20, chunk_overlap: 21}",
        "{use: langchain.TokenTextSplitter, encoding_name: cl100k_base, chunk_size: 20, chunk_overlap: 21}",
    ],
)
def test_an_overlap_that_leaves_no_stride_is_an_error_of_its_run_alone(tmp_path, row):
    """Its numbers are n/a with the error; those of the other splitters are there."""
    found = results(tmp_path, PLAIN.replace("  whole: {use: fixed, chunk_size: 100}", f"  whole: {row}"))
    failed = found.runs["notes", "whole"].error
    assert failed.startswith("ValueError: ")
    assert "overlap" in failed
    assert {number: one.value for number, one in found.numbers.items() if "/whole/" in number} == dict.fromkeys(
        ["small/notes/whole/tables_cut", "small/notes/whole/chunks", "small/notes/whole/stored_ratio"]
    )
    assert dict(found.one("small/notes/whole/chunks").inputs) == {"error": failed}
    assert found.one("small/notes/halves/chunks").value == 5


def test_an_overlap_that_leaves_no_stride_of_a_profile(tmp_path):
    """The same for closed forms: a table of 60 tokens under 110/10 is cut with (60 - 10) / 100 = 0.5, so 1.5 of 3, in tokens as in
    characters at 4 a token.
    """
    found = results(tmp_path, PROFILE)
    assert values(found) == {
        "p/tokens/tables_cut": 1.5, "p/tokens/tables_cut/60": 1.5,
        "p/letters/tables_cut": 1.5, "p/letters/tables_cut/60": 1.5,
        "p/even/tables_cut": None,
    }  # fmt: skip
    assert "chunk_overlap 50 is not smaller than chunk_size 50" in found.runs["p", "even"].error


def test_a_profile_under_a_window_that_never_advances(tmp_path):
    """LangChain accepts an overlap as large as the size; its window in tokens still has no stride."""
    row = "{use: langchain.RecursiveCharacterTextSplitter, chunk_size: 50, chunk_overlap: 50}"
    found = results(tmp_path, PROFILE.replace("{use: fixed, chunk_size: 50, chunk_overlap: 50, unit: cl100k_base}", row))
    assert found.runs["p", "even"].error == "chunk_overlap 50 is not below chunk_size 50: the window never advances"
    assert values(found)["p/even/tables_cut"] is None


def test_characters_without_an_assumption_are_an_error_of_that_run(tmp_path):
    """The splitter that counts tokens needs none."""
    found = results(tmp_path, PROFILE.replace("assume: {chars_per_token: 4}\n", ""))
    assert found.runs["p", "letters"].error == "counts characters: name assume.chars_per_token in the scenario to compute in tokens"
    assert [values(found)["p/letters/tables_cut"], values(found)["p/tokens/tables_cut"]] == [None, 1.5]


def test_langchain_without_an_encoding_that_is_here(tmp_path):
    """Its default wants the network: the run says so and lists what is available offline."""
    found = results(tmp_path, PLAIN.replace("{use: fixed, chunk_size: 100}", "{use: langchain.TokenTextSplitter}"))
    assert "gpt2 is not among those available offline (cl100k_base, o200k_base)" in found.runs["notes", "whole"].error


def test_a_profile_of_nothing(tmp_path):
    """No documents and no tables: counts are 0, shares n/a."""
    text = PROFILE.replace("documents: 2", "documents: 0").replace("[{count: 3, tokens: 60}]", "[]")
    found = results(tmp_path, text.replace("[tables_cut]", "[tables_cut, tables_cut_share]"))
    assert [values(found)["p/tokens/tables_cut"], values(found)["p/tokens/tables_cut_share"]] == [0, None]


def test_parallel_and_serial_runs_are_equal(tmp_path, monkeypatch):
    """Two workers for two files, then one process for everything; texts stand between them in the order of the file."""
    table = "| a | b |\n|---|---|\n" + "".join(f"| {i} | {i * i} |\n" for i in range(50))
    found = load(tmp_path, TWO_FILES, a_md=table, b_md=f"Some prose before.\n\n{table}")
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "2")
    told = []
    parallel = run(found, Cache(tmp_path / "parallel"), lambda name, done, total: told.append((name, done, total)))
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "1")
    serial = run(found, Cache(tmp_path / "serial"))
    assert parallel == serial
    assert list(parallel.numbers) == list(serial.numbers)
    assert {path.name: path.read_bytes() for path in (tmp_path / "parallel").iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "serial").iterdir()
    }
    assert told == [("small", 0, 3), ("small", 1, 3), ("small", 2, 3), ("small", 3, 3)]


def test_every_mistake_that_shows_only_in_a_run_is_reported_at_once(tmp_path):
    """Bands that fit in no contract, a language that nobody knows, an assumption that is missing: each with its place, once."""
    text = """\
title: x
corpora:
  full: {profile: {documents: 1, tokens_per_document: 2000, tables: [{count: 2, tokens: 900}]}}
  written: {generate: contracts, like: full, seed: 1}
  again: {generate: contracts, like: full, seed: [1, 2]}
  text: {texts: {a: b}}
splitters:
  one: {use: langchain.RecursiveCharacterTextSplitter, language: markdwon, corpora: [text]}
  two: {use: langchain.RecursiveCharacterTextSplitter, language: klingon, corpora: [text]}
  three: {use: fixed, chunk_size: 9, unit: cl100k_base, corpora: [full, written, again]}
measures: [chunks, floor_tokens]
"""
    with pytest.raises(Mistake) as caught:
        run(load(tmp_path, text), Cache(tmp_path))
    lines = caught.value.lines
    places = ["scenarios/small.yaml", *(f"scenarios/small.yaml:{line}" for line in (4, 5, 8, 9))]
    assert sorted(line.partition(": ")[0] for line in lines) == places
    said = "\n".join(lines)
    assert "scenarios/small.yaml: assume.tolerance: not given, and the measure floor_tokens needs it" in said
    assert "scenarios/small.yaml:4: corpora.written: tables: 2 tables of 1800 tokens do not fit in 1 contracts of 2000 tokens" in said
    assert "scenarios/small.yaml:8: splitters.one: language: 'markdwon' is none that LangChain knows" in said


def seeded(folder, *cells):
    """The results of three seeds whose cells are given."""
    text = """\
title: x
corpora:
  p: {profile: {documents: 1, tokens_per_document: 900, tables: []}}
  g: {generate: contracts, like: p, seed: [1, 2, 3]}
splitters: {f: {use: fixed, chunk_size: 9, corpora: [g]}}
measures: [tables_cut]
"""
    return gather(load(folder, text), {(f"g.seed-{seed}", "f"): cell for seed, cell in enumerate(cells, 1)})


def test_seeds_become_one_number_with_its_spread(tmp_path):
    """Of 5, 9 and 2 the median is 5, from 2 to 9; a band that one seed lacks has no value there, and so none at all."""
    cells = [Cell(str(i), values={"tables_cut": {"": [n, {}], **({"300": [n, {}]} if n != 9 else {})}}) for i, n in enumerate((5, 9, 2))]
    found = seeded(tmp_path, *cells)
    one = found.one("small/g/f/tables_cut")
    assert [one.value, one.interval] == [5, (2, 9)]
    part = found.one("small/g/f/tables_cut/300")
    assert [part.value, part.interval, part.inputs] == [
        None, None, {"by_seed": {"1": {"value": 5}, "2": {"value": None}, "3": {"value": 2}}}
    ]  # fmt: skip
    assert found.of_group("g") == ["0", "1", "2"]


def test_the_inputs_of_seeds_are_kept(tmp_path):
    """What all seeds have alike stands once, and what differs, even by being there, with the value of its seed.

    Of 0, 1 and 2 the mean is 1 and the deviation 1; with t = 4.302653 for two degrees of freedom another seed is to be expected within
    1 ± 4.302653 × √(4/3) = 1 ± 4.968275.
    """
    inputs = [{"tables": 12, "rows": 80}, {"tables": 12, "rows": 90}, {"tables": 12, "rows": 80, "note": "x"}]
    found = seeded(tmp_path, *(Cell(str(i), values={"tables_cut": {"": [i, given]}}) for i, given in enumerate(inputs)))
    assert found.one("small/g/f/tables_cut").inputs == {
        "tables": 12,
        "another_seed": [pytest.approx(-3.968275, abs=1e-6), pytest.approx(5.968275, abs=1e-6)],
        "by_seed": {"1": {"value": 0, "rows": 80}, "2": {"value": 1, "rows": 90}, "3": {"value": 2, "rows": 80, "note": "x"}},
    }


def test_a_seed_that_failed_fails_its_number(tmp_path):
    """A median over the rest would hide it; equal words of several seeds are said once."""
    found = seeded(tmp_path, Cell("0", values={"tables_cut": {"": [1, {}]}}), Cell("1", error="E: x"), Cell("2", error="E: x"))
    assert found.one("small/g/f/tables_cut") == Measurement("small", "g", "f", "tables_cut", "", None, {"error": "E: x"})
    assert found.runs["g", "f"].error == "E: x"


def test_the_median_of_an_even_number_of_seeds_is_one_of_them():
    """Of 1, 2, 4 and 8 it is 2, and 3 was never seen."""
    assert spread([8, 1, 4, 2]) == (2, (1, 8))
    assert spread([1, None]) == (None, None)


def absent(**_):
    raise Absent("the data set x is not here")


def test_what_is_absent_freezes_its_numbers_and_is_asked_for_again(tmp_path, monkeypatch):
    """The pair's numbers are frozen with a note, the others live; once it is here, they are live without another key."""
    text = PLAIN.replace("whole: {use: fixed, chunk_size: 100}", "whole: {use: langchain.RecursiveCharacterTextSplitter}")
    found = load(tmp_path, text)
    with monkeypatch.context() as patch:
        patch.setitem(SPLITTERS, "langchain.RecursiveCharacterTextSplitter", absent)
        without = run(found, Cache(tmp_path))
    one = without.one("small/notes/whole/chunks")
    assert [one.value, one.status, one.inputs] == [None, "frozen", {"absent": "the data set x is not here"}]
    assert without.runs["notes", "whole"].notes == ("read from the lock: the data set x is not here",)
    assert [without.one("small/notes/halves/chunks").status, without.one("small/notes/halves/chunks").value] == ["live", 5]
    assert run(found, Cache(tmp_path)).one("small/notes/whole/chunks").status == "live"


@pytest.mark.parametrize("where", ["generators.corpora.documents.find_tables", "generators.cell.MEASURES"])
def test_absent_while_reading_or_measuring(tmp_path, monkeypatch, where):
    """A corpus that is not here has no checksum of its own either; a measure may want something too."""

    def raises(_):
        raise Absent("gone")

    broken = raises if where.endswith("find_tables") else {**MEASURES, "chunks": Measure("", "chunks", "", "", "exact", of_case=raises)}
    monkeypatch.setattr(where, broken)
    found = results(tmp_path)
    assert {one.status for one in found.numbers.values()} == {"frozen"}
    assert (found.corpora["notes"] == "") == where.endswith("find_tables")


def test_a_measure_that_gives_no_number_is_a_bug(tmp_path, monkeypatch):
    """NaN and infinity never reach a file: the run stops with the error."""
    for value in (math.nan, math.inf):
        broken = Measure("", "chunks", "", "", "exact", of_case=lambda _, value=value: {"": Value(value)})
        monkeypatch.setattr("generators.cell.MEASURES", {**MEASURES, "chunks": broken})
        with pytest.raises(ValueError, match="not JSON compliant"):
            results(tmp_path)


def test_the_rows_of_a_sweep_are_told_from_rows_of_like_names(tmp_path):
    """`f-*` are the rows that `f` was written out into, and not a row that is named `f-else`."""
    text = PLAIN.replace("  whole:", "  f: {use: fixed, chunk_size: [9, 20]}\n  f-else: {use: fixed, chunk_size: 50}\n  whole:")
    found = results(tmp_path, text)
    numbers = found.numbers.values()
    assert [one.splitter for one in select(numbers, "notes", "f-*", "chunks", "")] == ["f-9", "f-20"]
    assert [one.splitter for one in select(numbers, "notes", "f-else", "chunks", "")] == ["f-else"]
    assert list(select(numbers, "notes", "f-9", "chunks", None)) == []


def test_an_unknown_number_names_the_nearest(tmp_path):
    """A misspelt id gets the one that was meant."""
    with pytest.raises(Mistake, match=r"there is no number 'small/notes/whole/chunk': did you mean small/notes/whole/chunks\?$"):
        results(tmp_path).one("small/notes/whole/chunk")


def test_chunks_are_kept_while_a_later_row_asks_for_them(tmp_path, monkeypatch):
    """`again` takes those of `whole`, which is split once; those of `halves`, which nobody asks for again, are let go."""
    kept = []
    measure = cell.measure
    monkeypatch.setattr(cell, "measure", lambda *given: kept.append(list(given[2].ran)) or measure(*given))
    again = "  again: {use: fixed, chunk_size: 100, repeat_header: true}\n"
    loaded = load(tmp_path, PLAIN.replace("measures:", f"{again}measures:"))
    whole, halves, _ = (row.built_from for row in loaded.splitters)
    cells = cell.measure_corpus(loaded.corpora[0], loaded.splitters, loaded)
    assert kept == [[], [whole], [whole]]
    assert whole != halves
    assert cells[2].values["chunks"] == cells[0].values["chunks"] != cells[1].values["chunks"]
