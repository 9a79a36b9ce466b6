"""The splitters of chonkie, semchunk, semantic-text-splitter and Haystack, as their own libraries run them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generators import scenario
from generators.chunk import locate
from generators.mistake import Absent
from generators.splitters import SPLITTERS, Splitter, build_alone, run_alone
from generators.splitters.defaults import defaults, module_of, required
from generators.tokens import count

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "scenarios" / "corpora" / "manual.md").read_text("utf-8")
TABLE = "| a | b |\n|---|---|\n" + "".join(f"| {n} | {n * n} |\n" for n in range(7))

SETTINGS: dict[str, tuple[dict[str, object], ...]] = {
    "chonkie.TokenChunker": ({}, {"tokenizer": "cl100k_base", "chunk_size": 200, "chunk_overlap": 20}),
    "chonkie.SentenceChunker": ({}, {"tokenizer": "o200k_base", "chunk_size": 200, "delim": [". ", "\n"], "include_delim": "next"}),
    "chonkie.RecursiveChunker": ({}, {"tokenizer": "word", "chunk_size": 80}),
    "chonkie.TableChunker": ({}, {"tokenizer": "cl100k_base", "chunk_size": 60}),
    "chonkie.FastChunker": ({}, {"chunk_size": 500, "delimiters": "\n"}),
    "semchunk.Chunker": ({"chunk_size": 900}, {"chunk_size": 900, "overlap": 90}),
    "semantic_text_splitter.TextSplitter": ({"capacity": 900}, {"capacity": 200, "overlap": 20, "length": "cl100k_base"}),
    "semantic_text_splitter.MarkdownSplitter": ({"capacity": 900}, {"capacity": 200, "trim": False, "length": "cl100k_base"}),
    "haystack.DocumentSplitter": ({}, {"split_by": "passage", "split_length": 3, "split_overlap": 1}),
}
pairs = pytest.mark.parametrize(("use", "keywords"), [(use, keywords) for use, several in SETTINGS.items() for keywords in several])


def built(use: str, keywords: dict[str, object]) -> Splitter:
    """The splitter, which could be built."""
    found = build_alone(use, keywords)
    assert found.splitter is not None, found.error
    return found.splitter


@pairs
def test_the_call_to_paste_gives_the_same_chunks(use: str, keywords: dict[str, object]) -> None:
    """The code on a card, run as it stands, gives what the splitter gives, and its chunks are of the text."""
    splitter = built(use, keywords)
    imports, call = splitter.code.split("\n\n")
    names: dict[str, object] = {"text": TEXT}
    exec(imports, names)
    pasted = [chunk if isinstance(chunk, str) else chunk.content for chunk in eval(call, names)]
    assert run_alone(splitter, [TEXT]).chunks == [pasted]
    assert {chunk.match for chunk in locate(TEXT, pasted)} <= {"exact", "loose", "pieces"}


@pairs
def test_finished_chunks_are_measured_in_the_splitters_own_unit(use: str, keywords: dict[str, object]) -> None:
    """None is longer than the size, and one comes near it; a table chunker keeps to its size on a table."""
    splitter = built(use, keywords)
    (chunks,) = run_alone(splitter, [TABLE if "Table" in use else TEXT]).chunks or []
    longest = max(map(splitter.measure_length, chunks))
    assert splitter.chunk_size is not None
    assert splitter.chunk_size / 2 < longest <= splitter.chunk_size


def test_sizes_come_from_the_library_where_none_is_named() -> None:
    """What the card shows is what the installed class declares, at its line."""
    for use in (
        "chonkie.TokenChunker",
        "chonkie.SentenceChunker",
        "chonkie.RecursiveChunker",
        "chonkie.FastChunker",
        "chonkie.TableChunker",
    ):
        declared = defaults(use)["chunk_size"]
        assert declared.value == built(use, {}).chunk_size
        assert declared.line is not None


def test_a_class_of_compiled_code_names_its_package() -> None:
    """Its parameters are read from its signature, and its place is the package that it is imported from."""
    import semantic_text_splitter

    use = "semantic_text_splitter.TextSplitter"
    assert list(required(use)) == ["capacity"]
    assert {name: one.value for name, one in defaults(use).items()} == {"overlap": 0, "trim": True}
    assert defaults(use)["trim"].line is None
    assert module_of(semantic_text_splitter.TextSplitter) == "semantic_text_splitter"


def test_a_table_chunker_repeats_the_head_in_every_chunk() -> None:
    """Seven rows, three at a time: three chunks, each with the header row and the delimiter row."""
    (chunks,) = run_alone(built("chonkie.TableChunker", {}), [TABLE]).chunks or []
    assert [chunk.count("\n") for chunk in chunks] == [5, 5, 2]  # two lines of head; three, three and one rows; the last line end stripped
    assert all(chunk.startswith("| a | b |\n|---|---|\n") for chunk in chunks)


def test_a_tokenizer_that_is_named_counts_as_ours_does() -> None:
    """chonkie is handed tiktoken's own, and no chunk holds more of its tokens than were asked for."""
    splitter = built("chonkie.TokenChunker", {"tokenizer": "cl100k_base", "chunk_size": 50})
    (chunks,) = run_alone(splitter, [TEXT]).chunks or []
    assert max(count(chunk, "cl100k_base") for chunk in chunks) == 50


def test_without_haystack_its_row_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build without the extra freezes the row, with the command that would make it live."""
    monkeypatch.setitem(sys.modules, "haystack", None)
    with pytest.raises(Absent, match=r"in Offcut's folder, pip install -e '\.\[haystack\]'$"):
        SPLITTERS["haystack.DocumentSplitter"]()


def test_reading_haystacks_defaults_leaves_its_usage_statistics_off(tmp_path: Path) -> None:
    """The library makes up a user's name and keeps it in the home folder where it means to send them; whoever imports it first."""
    environment = {name: value for name, value in os.environ.items() if name != "HAYSTACK_TELEMETRY_ENABLED"}
    program = "from generators.splitters.defaults import defaults; print(defaults('haystack.DocumentSplitter')['split_length'].value)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, list(tmp_path.iterdir())) == ("200\n", [])


def test_what_counts_neither_characters_nor_tokens_has_no_closed_form(tmp_path: Path) -> None:
    """A profile under words, rows or bytes is an error of that run, in words."""
    from generators.cell import measure_corpus

    (tmp_path / "s.yaml").write_text(
        "title: t\ncorpora: {p: {profile: {documents: 1, tokens_per_document: 900, tables: [{count: 1, tokens: 90}]}}}\n"
        "splitters: {fast: {use: chonkie.FastChunker}}\nmeasures: [tables_cut]\n"
    )
    loaded = scenario.load(tmp_path / "s.yaml")
    (cell,) = measure_corpus(loaded.corpora[0], loaded.splitters, loaded)
    assert cell.error == "counts bytes, which no formula turns into tokens"
