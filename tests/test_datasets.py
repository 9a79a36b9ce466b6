"""Data sets of others: read where they lie, told from another content, absent without harm, and fetched whole or not at all."""

import csv
import hashlib
import http.server
import io
import json
import os
import socket
import sys
import threading
from argparse import Namespace
from dataclasses import replace
from typing import Annotated
from unittest.mock import patch

import pytest
from prerequisites import ROOT, need_data
from small_project import load, mistakes, offcut, run, write

from generators import corpora, listing, lock, schema
from generators.cache import Cache
from generators.cli import main
from generators.commands import data as command
from generators.corpora import chroma, datasets, tatqa
from generators.corpora.datasets import DATASETS, Dataset
from generators.corpora.tatqa import as_markdown
from generators.corpus import Question
from generators.entry import entry_of
from generators.mistake import Absent, Mistake
from generators.schema import OneOf

TABLE = "Fees:\n\na | b\n1 | 2\n3 | 4\n"
"""25 characters: 5 + 2 of prose, and a table of three lines of 6, the first its header, without outer pipes."""

SCENARIO = """\
title: Of others
corpora:
  set: {dataset: small}
  set-lengths: {profile_of: set}
  own: {texts: {one: "a b"}}
splitters:
  fixed: {use: fixed, chunk_size: 14, chunk_overlap: 2, show_worst: 3}
measures: [tables_cut, chunks]
"""


def data_set(text, name="small", **changed):
    """A data set of one text in the folder `sets`."""
    return Dataset(
        "someone/data",
        "c0ffee",
        f"texts/{name}.md",
        f"sets/{name}.md",
        hashlib.sha256(text.encode()).hexdigest(),
        "CC0",
        "Made up",
        **changed,
    )


@pytest.fixture
def small(monkeypatch, tmp_path):
    """The folder of a project, where the data sets `small` and `other` are known and none is here."""
    monkeypatch.delenv("OFFCUT_DATA", raising=False)
    with patch.dict(DATASETS, {"small": data_set(TABLE), "other": data_set("Other text.\n", "other")}, clear=True):
        monkeypatch.setattr(corpora, "DatasetName", Annotated[str, OneOf(datasets.texts(), "see `offcut data`")])
        schema._hints.cache_clear()
        yield tmp_path
    schema._hints.cache_clear()


def put(folder, text=TABLE, name="small"):
    """The data set's file in a folder of data sets."""
    path = folder / "sets" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def test_every_data_set_is_named_at_one_commit():
    """A commit of 40 hex digits and a sha256 of 64, a place of its own, and a licence and an origin for the page."""
    for name, found in DATASETS.items():
        assert [len(found.commit), len(found.sha256)] == [40, 64], name
        assert set(found.commit + found.sha256) <= set("0123456789abcdef")
        assert found.url() == f"https://raw.githubusercontent.com/{found.repository}/{found.commit}/{found.path}"
        assert found.licence
        assert found.origin
    # One file may be read as several documents, but has one content.
    assert len({(found.file, found.sha256) for found in DATASETS.values()}) == len({found.file for found in DATASETS.values()})


def test_what_is_here_is_the_published_content():
    """Each data set has the sha256 that the code names."""
    need_data()
    assert {name: datasets.wrong(name, datasets.find(found, ROOT)) for name, found in DATASETS.items()} == dict.fromkeys(DATASETS, "")


def test_a_data_set_is_read_from_the_folder_that_the_environment_names(small, monkeypatch):
    """It goes before the project's own cache, which is looked at where the folder lacks it."""
    elsewhere = small / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setenv("OFFCUT_DATA", str(elsewhere))
    cached = put(datasets.cache_folder(small))
    assert datasets.find(DATASETS["small"], small) == cached
    named = put(elsewhere)
    assert datasets.find(DATASETS["small"], small) == named
    assert datasets.read("small", small) == ("small.md", TABLE)


def test_another_content_is_a_mistake_with_both_hashes_and_the_remedy(small, monkeypatch):
    """The file, the hash that it has, the one that it should have, and what to do; the same in the cache."""
    monkeypatch.setenv("OFFCUT_DATA", str(small / "elsewhere"))
    for folder in (small / "elsewhere", datasets.cache_folder(small)):
        path = put(folder, TABLE + "more")
        with pytest.raises(Mistake) as caught:
            datasets.read("small", small)
        (line,) = caught.value.lines
        has, wanted = hashlib.sha256((TABLE + "more").encode()).hexdigest(), hashlib.sha256(TABLE.encode()).hexdigest()
        assert line.startswith(
            f"{path}: its sha256 is {has}, and that of the data set small is {wanted}: delete the file and run `offcut data fetch small`"
        )
        path.unlink()


def test_a_folder_that_is_none_is_a_mistake(small, monkeypatch):
    """A misspelt OFFCUT_DATA is no absent data set."""
    monkeypatch.setenv("OFFCUT_DATA", str(small / "misspelt"))
    with pytest.raises(Mistake, match=r"OFFCUT_DATA: '.*misspelt' is no folder: correct it, or unset it and run `offcut data fetch`"):
        datasets.read("small", small)


def test_a_folder_of_a_name_that_none_can_have_is_a_mistake(small, monkeypatch):
    """The system refuses to look for 5,000 characters."""
    monkeypatch.setenv("OFFCUT_DATA", "a" * 5_000)
    with pytest.raises(Mistake, match=r"OFFCUT_DATA: 'a{5000}' is no folder: correct it"):
        datasets.read("small", small)


def test_a_file_that_cannot_be_looked_at_is_no_absent_data_set(small, monkeypatch):
    """The system refuses each look at a link to itself, as in a folder without permission: that is said, and no advice to fetch."""
    path = put(small / "mine")
    path.unlink()
    path.symlink_to(path)
    monkeypatch.setenv("OFFCUT_DATA", str(small / "mine"))
    with pytest.raises(Mistake, match=r"mine/sets/small\.md: cannot be read \(Too many levels of symbolic links\): correct its"):
        datasets.read("small", small)


def test_a_pipe_in_the_place_of_a_data_set_is_a_mistake(small, server):
    """Reading it might never end; `fetch` says so and asks nobody."""
    base, _, asked = server
    path = datasets.cache_folder(small) / "sets/small.md"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    for ask in (lambda: datasets.read("small", small), lambda: command.fetch(["small"], small, base=base)):
        with pytest.raises(Mistake, match=r"sets/small\.md: is no file, and a data set is to be one: move it away"):
            ask()
    assert asked == []


@pytest.mark.parametrize("words", [("run", "small"), ("check",)])
def test_run_and_check_say_what_is_absent(small, capsys, words):
    """Once, though two corpora and their splitter need it, and beside the answer."""
    write(small, SCENARIO)
    main(["--root", str(small), *words])
    said = "not computed here: the data set small is not here: run `offcut data fetch small`, or name its folder in OFFCUT_DATA"
    captured = capsys.readouterr()
    assert captured.err.splitlines().count(said) == 1
    assert said not in captured.out


def test_an_absent_data_set_says_how_to_get_it(small):
    """Both ways are named."""
    with pytest.raises(Absent, match=r"^the data set small is not here: run `offcut data fetch small`, or name its folder in OFFCUT_DATA$"):
        datasets.read("small", small)


def measured(folder):
    """The results of the small scenario in a project's folder."""
    return run(load(folder, SCENARIO), Cache(folder / "cells"))


def test_a_data_set_that_comes_changes_and_goes(small):
    """Absent, its numbers are read from the lock and the rest stay live; here, they are computed; gone again, nothing kept is live."""
    before = measured(small)
    assert {one.status for number, one in before.numbers.items() if "/set" in number} == {"frozen"}
    assert before.one("small/own/fixed/chunks").status == "live"
    assert before.runs["set", "fixed"].absent.startswith("the data set small is not here")
    # What a run is set to is known without its texts: pages show it, and put numbers on the axes of charts by it.
    assert before.runs["set", "fixed"].settings["chunk_size"] == before.runs["set-lengths", "fixed"].settings["chunk_size"] == 14

    path = put(datasets.cache_folder(small))
    here = measured(small)
    # 25 characters in windows of 14 that advance by 12: [0, 14) and [12, 25); neither holds the table, [7, 24).
    assert [here.one(f"small/set/fixed/{measure}").value for measure in ("chunks", "tables_cut")] == [2, 1]
    assert {one.status for one in here.numbers.values()} == {"live"}

    published = lock.Lock(corpora=here.corpora, numbers={number: entry_of(one) for number, one in here.numbers.items()})
    path.unlink()
    gone = lock.frozen(measured(small), published)
    assert [gone.one("small/set/fixed/tables_cut").value, gone.one("small/set/fixed/tables_cut").status] == [1, "frozen"]
    assert gone.corpora == here.corpora
    assert lock.differences(gone, published) == []


def test_what_was_found_without_a_data_set_is_kept_until_it_comes(small, monkeypatch):
    """A build without data sets loads no library a second time; with one, everything that needs it is computed."""
    before = measured(small)
    with monkeypatch.context() as patched:
        patched.setattr("generators.run.measure_corpus", lambda *_: pytest.fail("nothing has changed"))
        assert measured(small) == before
    put(datasets.cache_folder(small))
    assert measured(small).one("small/set/fixed/tables_cut").value == 1


def test_a_changed_file_is_noticed_behind_kept_cells(small):
    """What was computed before does not hide that the data set is another one now."""
    path = put(datasets.cache_folder(small))
    measured(small)
    path.write_text("tampered", "utf-8")
    with pytest.raises(Mistake, match=r"scenarios/small\.yaml:3: corpora.set: .*its sha256 is"):
        measured(small)


def test_a_build_never_asks_the_network(small, monkeypatch):
    """A run without the data set opens no socket, and does not so much as load what could fetch."""
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("a socket was opened"))
    for name in ("pooch", "requests"):
        monkeypatch.setitem(sys.modules, name, None)  # an import of it would raise
    assert measured(small).one("small/set/fixed/chunks").status == "frozen"


@pytest.fixture
def server():
    """A server of files by their path; what it was asked for is kept. Yields its address, the files and the list."""
    files, asked = {}, []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            if self.path not in files:
                self.send_error(404)
                return
            body, length = files[self.path]
            self.send_response(200)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}", files, asked
        finally:
            running.shutdown()
            thread.join()


def serve(files, text, name="small", length=None):
    """Have the server give a text for a data set, said to be of some length."""
    files[f"/someone/data/c0ffee/texts/{name}.md"] = (text.encode(), len(text.encode()) if length is None else length)


def left(folder):
    """Every file in the project's cache of data sets."""
    return sorted(
        path.relative_to(datasets.cache_folder(folder)).as_posix() for path in datasets.cache_folder(folder).rglob("*") if path.is_file()
    )


def test_fetching_puts_the_files_where_they_are_read(small, server):
    """Each is told of with its size and place, how far it is is told before and after, and a second time nothing is asked for."""
    base, files, asked = server
    serve(files, TABLE)
    serve(files, "Other text.\n", "other")
    told = []
    assert command.fetch(["small", "other"], small, told.append, base) == [
        "small: fetched 25 bytes, .cache/data/sets/small.md",
        "other: fetched 12 bytes, .cache/data/sets/other.md",
    ]
    assert told == [0, 1, 2]
    assert datasets.read("small", small)[1] == TABLE
    assert command.fetch(["small", "other"], small, base=base) == [
        "small: already here, .cache/data/sets/small.md",
        "other: already here, .cache/data/sets/other.md",
    ]
    assert len(asked) == 2


def test_what_could_not_be_fetched_is_told_all_at_once_and_the_rest_is_kept(small, server, monkeypatch):
    """A file that is not there and one of another content, with its address; the third is fetched."""
    base, files, _ = server
    DATASETS["third"] = data_set("third", "third")
    serve(files, "something else", "other")
    serve(files, "third", "third")
    with pytest.raises(Mistake) as caught:
        command.fetch(["small", "other", "third"], small, base=base)
    url = f"{base}/someone/data/c0ffee/texts"
    has, wanted = hashlib.sha256(b"something else").hexdigest(), DATASETS["other"].sha256
    assert caught.value.lines == (
        f"small: {url}/small.md: the server answered 404 Not Found: look whether the repository is still public",
        f"other: {url}/other.md: its sha256 is {has}, and not {wanted}: it was changed on the way, run it again",
    )
    assert left(small) == ["sets/third.md"]


def test_a_broken_connection_leaves_nothing_behind(small, server):
    """Half of a file was sent: it is told as a failure of the network, and the next try fetches the whole."""
    base, files, _ = server
    serve(files, TABLE[:10], length=len(TABLE))
    with pytest.raises(Mistake, match=r"small: .*: cannot be reached .*: look to the network, and run it again"):
        command.fetch(["small"], small, base=base)
    assert left(small) == []
    serve(files, TABLE)
    command.fetch(["small"], small, base=base)
    assert left(small) == ["sets/small.md"]


def test_no_network(small):
    """Nobody listens: each data set is told of with the system's reason."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Mistake) as caught:
        command.fetch(["small", "other"], small, base=f"http://127.0.0.1:{port}")
    assert [line.partition(":")[0] for line in caught.value.lines] == ["small", "other"]
    assert all("cannot be reached (Connection refused)" in line for line in caught.value.lines)


def test_a_spoilt_file_of_the_cache_is_fetched_again_and_one_of_the_users_is_not(small, server, monkeypatch):
    """What the project fetched is its own; a folder of the user's is left as it is, and the mistake is told."""
    base, files, asked = server
    serve(files, TABLE)
    put(datasets.cache_folder(small), "spoilt")
    assert command.fetch(["small"], small, base=base) == ["small: fetched 25 bytes, .cache/data/sets/small.md"]
    monkeypatch.setenv("OFFCUT_DATA", str(small / "mine"))
    mine = put(small / "mine", "spoilt")
    with pytest.raises(Mistake, match="its sha256 is"):
        command.fetch(["small"], small, base=base)
    assert [mine.read_text("utf-8"), len(asked)] == ["spoilt", 1]


def test_a_cache_that_cannot_be_written_to(small, server):
    """A file stands where the folder should be: no traceback."""
    base, files, _ = server
    serve(files, TABLE)
    datasets.cache_folder(small).parent.mkdir(parents=True)
    datasets.cache_folder(small).write_text("in the way", "utf-8")
    with pytest.raises(Mistake, match=r"\.cache/data/sets/small\.md: cannot be written"):
        command.fetch(["small"], small, base=base)


def test_a_folder_that_cannot_be_written_to_is_told_with_the_systems_reason(small, server, monkeypatch):
    """Before the server is asked."""

    def refused(**_):
        raise PermissionError(13, "Permission denied")

    base, _, asked = server
    monkeypatch.setattr(command.tempfile, "TemporaryFile", refused)
    with pytest.raises(Mistake, match=r"sets/small\.md: cannot be written \(Permission denied\): make its folder"):
        command.fetch(["small"], small, base=base)
    assert asked == []


def test_certificates_that_are_not_there_are_told(small, monkeypatch):
    """They are looked for before anybody is asked; the place of the data set is not to blame."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(small / "gone.pem"))
    with pytest.raises(Mistake) as caught:
        command.fetch(["small"], small, base="https://127.0.0.1:9")
    assert str(caught.value).startswith("small: Could not find a suitable TLS CA certificate bundle")
    assert str(caught.value).endswith("gone.pem: correct REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE in the environment, or unset it")


def test_the_list_says_where_a_data_set_is_and_whose(small, capsys):
    """Here, absent or another content, with licence and origin; an unknown name gets the nearest."""
    write(small, SCENARIO)
    put(datasets.cache_folder(small))
    put(datasets.cache_folder(small), "x", "other")
    assert command.data_sets(Namespace(root=str(small), action="list", names=[])) == 0
    said = capsys.readouterr().out
    home = "https://github.com/someone/data/tree/c0ffee"
    assert said.startswith(f"small: .cache/data/sets/small.md\n  Made up\n  licence CC0, {home}\nother: ")
    assert "its sha256 is" in said
    put(datasets.cache_folder(small)).unlink()
    command.data_sets(Namespace(root=str(small), action="list", names=["small"]))
    assert capsys.readouterr().out.startswith("small: not here: run `offcut data fetch small`\n")
    with pytest.raises(Mistake, match=r"there is no data set 'smal': did you mean small\?"):
        command.data_sets(Namespace(root=str(small), action="fetch", names=["smal", "small"]))


def test_the_command_lists_every_data_set(tmp_path):
    """`offcut data` answers in a project without asking the network, and so does a mistake in a name."""
    write(tmp_path)
    code, answer, said = offcut(tmp_path, "data", code="import socket; socket.socket = None", OFFCUT_DATA="")
    assert [code, said] == [0, ""]
    assert [line.partition(":")[0] for line in answer.splitlines() if not line.startswith(" ")] == list(DATASETS)
    code, answer, said = offcut(tmp_path, "data", "fetch", "tatka", OFFCUT_DATA="")
    assert [code, answer, said] == [2, "", "there is no data set 'tatka': did you mean tatqa?\n"]


def test_licences_of_data_sets_are_on_the_page():
    """Each has its row with text, licence and source, and an attribution of its own; another name is a mistake."""
    page = listing.data_sets()
    for name, found in DATASETS.items():
        assert f'id="data-{name}"' in page
        assert found.home in page
        assert found.licence in listing.attribution(name)
    assert "CC BY 4.0" in listing.attribution("tatqa")
    assert "Fengbin Zhu" in listing.attribution("tatqa")
    with pytest.raises(Mistake, match=r"there is no data set 'tatka': did you mean tatqa\?"):
        listing.attribution("tatka")


def test_tatqa_is_written_as_markdown():
    """Paragraphs by their order, the table after the first that ends in a colon or else after the first; pipes in cells are escaped."""
    contexts = [
        {
            "table": {"uid": "t", "table": [["", "2019"], ["a | b", "1\n2"]]},
            "paragraphs": [{"order": 2, "text": "As follows: "}, {"order": 1, "text": "First."}, {"order": 3, "text": "Last:"}],
            "questions": [{"question": "left out"}],
        },
        {"table": {"uid": "u", "table": [["x"]]}, "paragraphs": [{"order": 1, "text": "One.\nTwo."}, {"order": 2, "text": "Three."}]},
    ]
    assert as_markdown(json.dumps(contexts)) == (
        "First.\n\nAs follows:\n\n|  | 2019 |\n| --- | --- |\n| a \\| b | 1 2 |\n\nLast:\n\nOne.\nTwo.\n\n| x |\n| --- |\n\nThree.\n"
    )


def test_a_text_is_asked_the_questions_of_another_file(small, monkeypatch):
    """They are there if the row asks for them, frozen while their file is not here, and computed again when it comes."""
    DATASETS["asked"] = replace(data_set("0 6", "asked"), text=None)
    DATASETS["small"] = data_set(TABLE, asked_in="asked", asked=lambda source: (Question("q", "?", ((int(source[0]), int(source[2])),)),))
    put(datasets.cache_folder(small))
    text = SCENARIO.replace("{dataset: small}", "{dataset: small, questions: true}").replace("chunks]", "answers_contained]")
    before = run(load(small, text), Cache(small / "cells"))
    assert before.one("small/set/fixed/answers_contained").status == "frozen"
    assert before.runs["set", "fixed"].absent.startswith("the data set asked is not here: run `offcut data fetch asked`")
    put(datasets.cache_folder(small), "0 6", "asked")
    here = run(load(small, text), Cache(small / "cells"))
    assert [here.one("small/set/fixed/answers_contained").value, here.runs["set", "fixed"].notes] == [1, ()]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{dataset: small, questions: true}", "3: corpora.set.questions: none were published for the data set small: leave the key out"),
        ("{dataset: small, questions: q.yaml}", "3: corpora.set.questions: 'q.yaml' is a text: give a yes or no"),
        ("{dataset: asked}", "3: corpora.set.dataset: 'asked' is none of `small`, `other` (see `offcut data`): name one of them"),
    ],
)
def test_questions_that_a_data_set_does_not_have(small, monkeypatch, row, said):
    """None were published, the site has none of its own for it, and a file of questions is no text."""
    DATASETS["asked"] = replace(data_set("", "asked"), text=None)
    assert mistakes(small, SCENARIO.replace("{dataset: small}", row).replace("  set-lengths: {profile_of: set}\n", "")) == [said]


def test_the_questions_of_a_measure_may_be_a_data_sets(small):
    """A data set that is not asked has none to measure."""
    text = SCENARIO.replace("chunks]", "answers_contained]")
    assert mistakes(small, text) == [
        "8: measures.1: answers_contained is taken of questions, which no corpus here has: give one its `questions`, or leave it out"
    ]


def test_chromas_questions_keep_their_spans():
    """Those of one text, named by their number in the file, with every reference as it is published."""
    listed = (
        "question,references,corpus_id\r\n"
        '"Who, when?","[{""content"": ""a "", ""start_index"": 3, ""end_index"": 5}, {""content"": ""b"", ""start_index"": 0, '
        '""end_index"": 1}]",one\r\n'
        'Else?,"[{""content"": ""c"", ""start_index"": 1, ""end_index"": 2}]",other\r\n'
        'Third?,"[{""content"": ""c"", ""start_index"": 1, ""end_index"": 2}]",one\r\n'
    )
    assert chroma.questions("one", listed) == (Question("q001", "Who, when?", ((3, 5), (0, 1))), Question("q003", "Third?", ((1, 2),)))


# "One." and a blank line are 6 characters, the table's lines 21, 21, 21 and 29 with their ends, so that the body begins at 69.
TAT = {
    "table": {"table": [["", "Year", ""], ["", "2019", "2018"], ["Fees | net", "$ 4", "5"], ["Costs", "5", "7"], ["", "8", ""]]},
    "paragraphs": [{"order": 1, "text": "One."}],
}


@pytest.mark.parametrize(
    ("answers", "needed"),
    [
        (["4"], ["Year", "2019", "Fees \\| net", "$ 4"]),  # blanks and dollar signs do not count
        (["4", "$7"], ["Year", "2019", "2018", "Fees \\| net", "$ 4", "Costs", "7"]),  # all cells are needed, each span once
        (["5"], None),  # two cells
        (["2019"], None),  # a header
        (["Costs"], None),  # a label
        (["8"], None),  # a cell without label
        (["4 million"], None),  # no cell
        (["4", "5"], None),  # one of the two answers is no single cell
        ([""], None),  # nothing
    ],
)
def test_the_questions_of_tatqa_that_cells_answer(answers, needed):
    """The answer's cell with its label and the header above it, in the document as it is written, here behind another context."""
    asked = {"uid": "u", "question": "What?", "answer": answers, "answer_type": "multi-span", "answer_from": "table-text"}
    first = {
        "table": {"table": [["a"], ["b"]]},
        "paragraphs": [{"order": 1, "text": "Zero."}, {"order": 2, "text": "Two."}],
        "questions": [],
    }
    source = json.dumps([first, {**TAT, "questions": [asked]}])
    text, found = as_markdown(source), tatqa.questions(source)
    assert [(one.name, one.text, one.kind, [text[start:end] for start, end in one.answers]) for one in found] == (
        [("u", "What?", "table", needed)] if needed else []
    )


@pytest.mark.parametrize(
    "changed", [{"answer_from": "text"}, {"answer_type": "arithmetic", "answer": 4}, {"answer_type": "count", "answer": "4"}]
)
def test_other_questions_of_tatqa_are_left_out(changed):
    """What paragraphs answer, or counting and arithmetic."""
    asked = {"uid": "u", "question": "What?", "answer": ["4"], "answer_type": "span", "answer_from": "table", **changed}
    assert tatqa.questions(json.dumps([{**TAT, "questions": [asked]}])) == ()


def test_the_published_questions_are_all_asked():
    """Chroma's by text, 472 with 790 spans in all, each as the file quotes it; TAT-QA's that cells answer, each under an id of its own."""
    need_data()
    of = {name: datasets.questions(name, ROOT) for name, found in DATASETS.items() if found.asked_in}
    assert {name: len(questions) for name, questions in of.items()} == {
        "chroma-chatlogs": 56,
        "chroma-finance": 97,
        "chroma-pubmed": 99,
        "chroma-state-of-the-union": 76,
        "chroma-wikitexts": 144,
        "tatqa": 257,
    }
    assert sum(len(question.answers) for name, questions in of.items() if name != "tatqa" for question in questions) == 790
    assert len({question.name for questions in of.values() for question in questions}) == 472 + 257
    quoted = {
        (row["corpus_id"].replace("_", "-"), one["content"])
        for row in csv.DictReader(io.StringIO(datasets.source("chroma-questions", ROOT), newline=""))
        for one in json.loads(row["references"])
    }
    texts = {name: datasets.read(name, ROOT)[1] for name in of}
    spans = {
        (name.removeprefix("chroma-"), texts[name][a:b])
        for name, asked in of.items()
        if name != "tatqa"
        for q in asked
        for a, b in q.answers
    }
    assert spans == quoted
