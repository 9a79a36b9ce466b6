"""Documents from files and texts: nothing is changed, oddities are named, and a corpus is known by its content."""

import hashlib

import pytest
from small_project import load, mistakes, results, values, write

from generators import scenario
from generators.corpora import Context, files, texts
from generators.corpora import load as load_corpus
from generators.corpora.documents import document, oddities
from generators.mistake import Mistake

COUNTS = ["tables_cut", "rows_cut", "chunks"]
RATIOS = ["tables_cut_share", "rows_cut_share", "stored_ratio", "characters_per_token", "overlap_delivered", "chunk_length_mean"]


def files_text(*names):
    return f"""\
title: Files
corpora:
  own: {{files: [{", ".join(names)}]}}
splitters:
  whole: {{use: fixed, chunk_size: 100}}
measures: [{", ".join([*COUNTS, *RATIOS])}]
"""


def test_every_byte_is_kept(tmp_path):
    """A byte order mark, CRLF, a lone CR, NUL and a combining sign: the text is what the bytes say, and offsets count all of it."""
    text = "\ufeffa\r\nb\rc\0e\u0301\x85\u2028 end"
    (tmp_path / "odd.txt").write_bytes(text.encode())
    (found,) = files(Context(tmp_path), files=["odd.txt"])
    assert found.text == text
    assert found.name == "odd.txt"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain\ttext\n", []),
        ("\ufeffa", ["begins with a byte order mark, which offsets count"]),
        ("a\r\nb\r\n", ["has 2 CRLF line ends, kept as two characters each"]),
        ("a\rb", ["has 1 line end that is CR alone"]),
        ("a\rb\rc\r\n", ["has 1 CRLF line end, kept as two characters each", "has 2 line ends that are CR alone"]),
        ("a\0b", ["holds 1 NUL character"]),
        ("a\x1b\x07\x1b", ["holds control characters: U+0007, U+001B"]),
        ("a\ufffdb\ufffd", ["holds 2 replacement characters (U+FFFD), lost before it came here"]),
    ],
)
def test_oddities_are_named(text, said):
    """What a reader should know of the bytes, and nothing of a plain text."""
    assert oddities(text) == said


def test_oddities_come_with_the_run(tmp_path):
    """A run's notes name the document."""
    found = results(tmp_path, files_text("odd.md"), odd_md=b"a\r\n")
    assert found.runs["own", "whole"].notes == ("odd.md has 1 CRLF line end, kept as two characters each",)


def test_empty_and_blank_documents(tmp_path):
    """Of a corpus without text every ratio is n/a and every count 0; blanks alone may be chunks, but give no ratio either."""
    found = values(results(tmp_path, files_text("empty.md"), empty_md=""))
    whole = {name.rpartition("/")[2]: value for name, value in found.items() if name.count("/") == 2}
    assert whole == {**dict.fromkeys(COUNTS, 0), **dict.fromkeys(RATIOS)}
    text = files_text("blank.md").replace("measures: [", "measures: [chunks_mid_word_share, overlap_silent_share, characters_lost, ")
    for chunk_size, expected in ((100, {"chunks": 1, "chunk_length_mean": 4}), (3, {"chunks": 2, "chunk_length_mean": 2.5})):
        row = f"chunk_size: {chunk_size}, chunk_overlap: 1"  # of 3: [0, 3) and [2, 4), which share a character
        found = values(results(tmp_path, text.replace("chunk_size: 100", row), blank_md=" \n\t "))
        known = {name.split("/", 2)[2]: value for name, value in found.items() if value}
        assert known == {**expected, **({"overlap_delivered": 1} if chunk_size == 3 else {})}


def test_a_table_without_body_rows(tmp_path):
    """It is a table like any other, with no row to cut: one of one is cut where a chunk ends in it, and rows are n/a."""
    text = files_text("head.md").replace("chunk_size: 100", "chunk_size: 10")
    found = values(results(tmp_path, text, head_md="| a | b |\n|---|---|\n"))
    assert [found["own/whole/tables_cut"], found["own/whole/rows_cut"], found["own/whole/rows_cut_share"]] == [1, 0, None]


def test_files_outside_the_folder_are_named_from_it(tmp_path):
    """`../` leads out of the scenarios' folder, and the document keeps the name that the file gives it."""
    (tmp_path / "outside.md").write_text("x")
    row = load(tmp_path, files_text("../outside.md")).corpora[0]
    assert [document.name for document in row.load().documents] == ["../outside.md"]


@pytest.mark.parametrize("other", ["./d.md", "own//d.md", "own/./d.md", "own/../d.md", "../scenarios/d.md", "link.md", "own/link.md"])
def test_a_file_under_two_spellings_stands_twice(tmp_path, other):
    """Its tables would be counted twice: by another way to it or by a link, it is the same file; another file of its words is none."""
    folder = write(tmp_path).parent
    (folder / "own").mkdir()
    for link, target in (("link.md", "d.md"), ("own/link.md", "../d.md"), ("own/d.md", "../d.md")):
        (folder / link).symlink_to(target)
    (folder / "same.md").write_text("x")
    assert mistakes(tmp_path, files_text("d.md", "same.md", other), d_md="x") == [
        f"3: corpora.own.files.2: {other!r} is the same file as 'd.md', which thus stands twice: keep one"
    ]


def test_a_file_that_goes_away_between_reading_and_running(tmp_path):
    """It is the user's to put back: a mistake with its place, not a traceback."""
    path = write(tmp_path, files_text("here.md"), here_md="x")
    found = scenario.load(path)
    (path.parent / "here.md").unlink()
    with pytest.raises(Mistake, match=r"^here\.md: there is no such file"):
        found.corpora[0].load()


def test_a_corpus_is_known_by_its_content():
    """SHA-256 over each document's name and text in order, each with its length in 8 bytes before it, so that nothing can shift."""
    corpus = load_corpus("own", "texts", {"texts": {"a": "bc", "ü": ""}}, Context(None))
    parts = [b"a", b"bc", "ü".encode(), b""]
    assert corpus.sha256 == hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
    others = [{"ab": "c", "ü": ""}, {"ü": "", "a": "bc"}, {"a": "bc"}, {"a": "bc", "ü": " "}]
    assert corpus.sha256 not in {load_corpus("own", "texts", {"texts": other}, Context(None)).sha256 for other in others}


def test_texts_are_documents_with_their_tables():
    """A text of the scenario is read as a file would be."""
    (found,) = texts(Context(None), texts={"one": "| a |\n|---|\n| 1 |\n"})
    assert found == document("one", "| a |\n|---|\n| 1 |\n")
    assert [(table.header, table.rows) for table in found.tables] == [((0, 5), ((12, 17),))]
