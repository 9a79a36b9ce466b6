"""Files, tables and rows of scenarios that nobody means well: each ends in plain lines, all at once, and none takes for ever."""

import io
import json
import zipfile

import pytest
from small_project import mistakes

from generators.chunk import Chunk
from generators.corpora import formats
from generators.corpora.documents import read
from generators.corpus import Document, Table
from generators.measures.held import held
from generators.mistake import Mistake
from generators.splitters.headers import repeat_headers

HALF = '[{"role": "user", "content": "a \\ud83d"}]'
SPLIT = "splitters: {whole: {use: fixed, chunk_size: 9}}\nmeasures: [chunks]\n"


class Counted(tuple):
    """Rows that count how often one of them is looked at."""

    __slots__ = ()
    looks = 0

    def __iter__(self):
        Counted.looks += len(self)
        return super().__iter__()

    def __getitem__(self, place):
        found = super().__getitem__(place)
        Counted.looks += len(found) if isinstance(place, slice) else 1
        return found


def large_table(rows):
    """A document of one table, its rows counted, and a chunk for each row and its line end."""
    text = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * rows
    spans = Counted((start, start + 9) for start in range(20, len(text), 10))
    Counted.looks = 0
    return Document("one", text, tables=(Table((0, 9), spans, (10, 19)),)), [
        Chunk("| 1 | 2 |\n", ((at, at + 10),), "exact") for at, _ in spans
    ]


def test_each_chunk_looks_only_at_the_rows_that_it_touches():
    """Every chunk with every row of a table of five megabytes would take hours: 400 x 400 looks here, and 8 rows are 8 halvings at most."""
    document, chunks = large_table(400)
    found = held(document.tables[0], document.text, {at: chunk.pieces for at, chunk in enumerate(chunks)})
    assert [len(rows) for rows in found.without_header.values()] == [1] * 400
    repeated = repeat_headers(document, chunks)
    assert {chunk.text for chunk in repeated} == {"| a | b |\n|---|---|\n| 1 | 2 |\n"}
    assert Counted.looks < 400 * 60


def test_rows_are_held_whole_or_not_by_any_piece():
    """A piece from within the first row to within the third holds the second; one that ends with the third row holds that as well."""
    document, _ = large_table(3)
    found = held(document.tables[0], document.text, {0: ((21, 45),), 1: ((30, 49),), 2: ((0, 9), (40, 49))})
    assert found.without_header == {0: {(30, 39)}, 1: {(30, 39), (40, 49)}}
    assert found.with_header == {2: {(40, 49)}}


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(tmp_path, monkeypatch, name):
    """Two megabytes of blanks, where one is the most, take two kilobytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", " " * 2_000_000)
    (tmp_path / name).write_bytes(data.getvalue())
    monkeypatch.setattr(formats, "UNPACKED", 1)
    with pytest.raises(Mistake, match=rf"^{name}: this .* file unpacks to 2 MB, and 1 MB are the most: divide it$"):
        read(tmp_path / name, name)


def test_half_a_surrogate_pair_is_no_text(tmp_path):
    """JSON can escape it, and nothing could store the document: the mistake stands with the scenario's others."""
    notebook = json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["a \ud83d"]}], "metadata": {}, "nbformat": 4})
    files = {"one.chat.json": HALF, "two.ipynb": notebook}
    for name, data in files.items():
        (tmp_path / name).write_text(data, "utf-8")
        with pytest.raises(Mistake, match=rf"^{name}: holds .ud83d, half of a surrogate pair and no character"):
            read(tmp_path / name, name)
    found = mistakes(tmp_path, "title: t\ncorpora: {c: {files: [one.chat.json]}}\n" + SPLIT, one_chat_json=HALF)
    assert found == [
        "2: corpora.c.files.0: 'one.chat.json': holds \\ud83d, half of a surrogate pair and no character: take it out, or write both"
    ]


def test_every_turn_that_is_none_is_named(tmp_path):
    """Not only the first."""
    turns = [5, {"role": "user", "content": "x"}, {"role": " ", "content": "x"}, {"role": "user", "content": None}]
    (tmp_path / "a.chat.json").write_text(json.dumps(turns), "utf-8")
    with pytest.raises(Mistake) as caught:
        read(tmp_path / "a.chat.json", "a.chat.json")
    assert [line.partition(" has")[0] for line in caught.value.lines] == [f"a.chat.json: turn {number}" for number in (1, 3, 4)]


def test_what_a_converter_logs_of_a_file_is_not_heard(tmp_path, caplog):
    """Of an empty page its parser says that some characters could not be decoded, and not of which file."""
    (tmp_path / "a.html").write_text("", "utf-8")
    assert read(tmp_path / "a.html", "a.html").text == "\n"
    assert caplog.records == []


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{probe: {each: x, times: 100001}}", "probe.times: 100001 is out of range: give a whole number from 1 to 100000"),
        ("{dataset: []}", "dataset: is an empty list: name at least one value"),
        ("{dataset: [tatqa, tatqa]}", "dataset.1: 'tatqa' stands twice: keep one"),
    ],
)
def test_a_corpus_of_too_much_or_of_nothing_is_a_mistake(tmp_path, row, said):
    """Each with its place; a probe that is written out too often would fill the memory."""
    assert mistakes(tmp_path, f"title: t\ncorpora: {{c: {row}}}\n{SPLIT}") == [f"2: corpora.c.{said}"]
