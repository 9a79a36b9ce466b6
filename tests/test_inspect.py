"""`offcut inspect`: what it reads, what it refuses and what it says, on the terminal and as data."""

from __future__ import annotations

import io
import json
import logging
import os
import pty
import re
import shlex
import subprocess
import sys
import warnings

import pytest
from project import ROOT
from rich.cells import cell_len
from small_project import offcut

from generators import splitters
from generators.chunk import Chunk
from generators.cli import main
from generators.corpora.documents import document
from generators.display import visible
from generators.inspection import Inspection, inspect
from generators.inspection.asked import splitter_asked
from generators.inspection.facts import Facts
from generators.inspection.summary import summary
from generators.inspection.view import Page, plain, view
from generators.inspection.words import alteration, chunks, clipped, few, quote_for, safe
from generators.measures.edges import has_words, is_mid_character, is_mid_word
from generators.mistake import Absent, Mistake
from generators.splitters.splitter import Splitter

LOADED = "import atexit, sys; atexit.register(lambda: sys.stderr.write('LOADED ' + ' '.join(sorted(sys.modules))))"
RECURSIVE = "langchain.RecursiveCharacterTextSplitter"
QUOTE = quote_for("utf-8")


@pytest.fixture
def shelf(monkeypatch):
    """Put a splitter of a test's own on the shelf, under the name `own`; what it takes as keywords is its function's business."""

    def put(split, building=lambda: None, **sizes):
        def own(*, chunk_size: int | None = None) -> Splitter:
            building()
            return Splitter("own", {}, "characters", sizes.get("size"), sizes.get("overlap"), split, len, "")

        monkeypatch.setitem(splitters.SPLITTERS, "own", own)

    return put


def data(capsys, *words, code=0):
    """What `inspect --json` prints in this process."""
    assert main(["inspect", *words, "--json"]) == code
    answer, said = capsys.readouterr()
    assert said == ""
    return json.loads(answer)


def test_data_of_a_converted_file_say_what_they_are_of(tmp_path, capsys):
    """The places are of the Markdown, which the caller has not seen; the file's own text needs no word."""
    page = stored(tmp_path, "<h1>Fees</h1><p>In euros.</p>", "page.html")
    assert main(["inspect", page, "--splitter", "fixed:chunk_size=99", "--json"]) == 0
    answer, said = capsys.readouterr()
    assert json.loads(answer)["chunks"][0]["text"] == "# Fees\n\nIn euros.\n"
    assert re.fullmatch(rf"{re.escape(page)}: was converted to Markdown by markitdown \S+, in which its offsets count\n", said)
    assert data(capsys, page, "--as-is", "--splitter", "fixed:chunk_size=99")["chunks"][0]["pieces"] == [[0, 29]]


def refused(capsys, *words):
    """The lines in which `inspect` complains."""
    assert main(["inspect", *words]) == 2
    answer, said = capsys.readouterr()
    assert answer == ""
    return said.splitlines()


def seen(text, use, width=80, **keywords):
    """The lines of the view of a text."""
    found = inspect(document("here", text), use, keywords)
    return [plain(line) for line in view(found, Page(width, QUOTE))]


def stored(folder, text, name="document"):
    """The name of a file with the text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_the_data_of_a_run(tmp_path, capsys):
    """Four keys, and three for each chunk. Windows of 4 at 0 and 3; nothing is lost."""
    assert data(capsys, stored(tmp_path, "abc def"), "--splitter", "fixed:chunk_size=4,chunk_overlap=1") == {
        "chunks": [{"text": "abc ", "pieces": [[0, 4]], "match": "exact"}, {"text": " def", "pieces": [[3, 7]], "match": "exact"}],
        "error": None,
        "printed": "",
        "lost": [],
    }


def test_data_are_plain_ascii(tmp_path, capsys):
    """So every locale can print them; they still mean the same characters."""
    assert main(["inspect", stored(tmp_path, "é\u2028漢🦥"), "--splitter", "fixed:chunk_size=9", "--json"]) == 0
    answer = capsys.readouterr().out
    assert answer.isascii()
    assert json.loads(answer)["chunks"][0]["text"] == "é\u2028漢🦥"


def test_ambiguity_wins_and_gives_the_leftmost(shelf, tmp_path, capsys):
    """The one "no" may be either of two, although both stand there exactly; the rest of the text is lost."""
    shelf(lambda text: ["no"])
    assert data(capsys, stored(tmp_path, "no, no"), "--splitter", "own") == {
        "chunks": [{"text": "no", "pieces": [[0, 2]], "match": "ambiguous"}],
        "error": None,
        "printed": "",
        "lost": [[2, 3], [4, 6]],
    }


def test_what_is_lost_is_unknown_where_a_chunk_has_no_place_or_there_are_none(shelf, tmp_path, capsys):
    """Null is not an empty list: with a foreign chunk nothing is known, nor with an error."""
    name = stored(tmp_path, "abc")
    shelf(lambda text: ["abc", "xyz"])
    assert [data(capsys, name, "--splitter", "own")[key] for key in ("lost", "error")] == [None, None]
    shelf(lambda text: 1 // len(text[:0]))
    assert data(capsys, name, "--splitter", "own") == {
        "chunks": [], "error": "ZeroDivisionError: integer division or modulo by zero", "printed": "", "lost": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("result", "error"),
    [
        ("abc", "TypeError: the splitter gave no list of chunks but str"),
        (["a", 1], "TypeError: chunk 1 is no string but int"),
        (None, "TypeError: the splitter gave no list of chunks but NoneType"),
    ],
)
def test_what_is_no_list_of_texts_is_a_finding(shelf, tmp_path, capsys, result, error):
    """The command itself has not failed: exit code 0."""
    shelf(lambda text: result)
    assert data(capsys, stored(tmp_path, "abc"), "--splitter", "own")["error"] == error


def test_chunks_in_another_order_and_empty_ones_are_shown_as_they_are(shelf, tmp_path, capsys):
    """No order can be kept: each stands at its only place; the empty one has none, so what is lost is unknown."""
    shelf(lambda text: ["def", "", "abc"])
    found = data(capsys, stored(tmp_path, "abc def"), "--splitter", "own")
    assert [(one["pieces"], one["match"]) for one in found["chunks"]] == [([[4, 7]], "exact"), ([], "unplaceable"), ([[0, 3]], "exact")]
    assert found["lost"] is None
    assert "chunks 3, 1 of them empty; 6 characters stored" in " ".join(" ".join(seen("abc def", "own")).split())


def test_what_is_printed_comes_in_order_and_reaches_nobody(shelf, tmp_path, capsys):
    """What building printed, then stdout, stderr with warnings, and log lines with level, logger and message, as often as they came."""

    def split(text):
        logging.getLogger("far.away").warning("chunk %d", 1)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        sys.stdout.write("twice\ntwice\n")
        return [text]

    shelf(split, building=lambda: sys.stdout.write("built\n"))
    found = data(capsys, stored(tmp_path, "abc"), "--splitter", "own")
    assert found["printed"] == "built\ntwice\ntwice\nDeprecationWarning: old\nWARNING:far.away:chunk 1\n"
    lines = seen("abc", "own")
    assert lines[-4:] == [
        "printed              built", "                     twice (2 times)", "                     DeprecationWarning: old",
        "                     WARNING:far.away:chunk 1",
    ]  # fmt: skip


def test_a_document_is_read_as_it_is(tmp_path, capsys):
    """A byte order mark, CRLF and NUL count: 1 + 2 + 1 + 1 characters, in a file and from standard input."""
    raw = b"\xef\xbb\xbfa\r\n\0"
    found = data(capsys, stored(tmp_path, raw), "--splitter", "fixed:chunk_size=9")
    assert found["chunks"] == [{"text": "\ufeffa\r\n\0", "pieces": [[0, 5]], "match": "exact"}]
    program = [sys.executable, "-m", "generators", "inspect", "-", "--splitter", "fixed:chunk_size=9", "--json"]
    done = subprocess.run(program, input=raw, capture_output=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout) == found


def test_documents_that_cannot_be_read(tmp_path, capsys, monkeypatch):
    """Each with the first byte at fault or the reason; standard input under its own name."""
    latin = "--splitter", "fixed:chunk_size=9"
    assert refused(capsys, stored(tmp_path, b"caf\xe9"), *latin)[0].endswith(
        "document: byte 3 is 0xe9, which is not UTF-8: convert the file, for example with `iconv -t UTF-8`"
    )
    assert refused(capsys, str(tmp_path), *latin)[0].endswith("is a folder: name a file in it")
    assert refused(capsys, "", *latin) == ["FILE: '' names no file: name one, or - for standard input"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8"))
    assert refused(capsys, "-", *latin)[0].startswith("standard input: byte 0 is 0xff, which is not UTF-8")
    monkeypatch.setattr(sys, "stdin", None)
    assert refused(capsys, "-", *latin) == ["standard input is closed: name a file"]


def test_every_mistake_is_told_at_once(tmp_path, capsys):
    """The file's, those of the words after the colon, those of the JSON object, and of the keywords of both."""
    words = "langchain.TokenTextSplitter:chunk_sise=3,chunk_overlap=x,foo,chunk_overlap=3,encoding_name="
    given = '{"chunk_size": 1.5, "encoding_name": "gpt2", "then": {"use": "fixd"}, "a": 1, "a": 2}'
    use = "--splitter langchain.TokenTextSplitter"
    assert refused(capsys, "nowhere.md", "--splitter", words, "--args", given) == [
        "--splitter: 'foo' is no key=value: a value with a comma, or a list, goes into --args",
        "--splitter: chunk_overlap is given twice: keep one",
        "--splitter: encoding_name=: is no YAML value: put a text in quotes, and a list into --args",
        "--args: 'a' is given twice: keep one",
        f"{use}: chunk_sise: unknown key 'chunk_sise': did you mean chunk_size?",
        f"{use}: chunk_overlap: 'x' is a text: give a whole number",
        f"{use}: chunk_size: 1.5 is a number: give a whole number",
        f"{use}: encoding_name: 'gpt2' is none of `cl100k_base`, `o200k_base` (the tokenizers available offline): name one of them",
        f"{use}: a: unknown key 'a': known here: "
        "allowed_special, chunk_overlap, chunk_size, disallowed_special, encoding_name, then",
        f"{use}: then.use: there is no splitter 'fixd': did you mean fixed?",
        "nowhere.md: there is no such file: put it there or correct its name",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "args", "mistake"),
    [
        ("fixd", None, "--splitter: there is no splitter 'fixd': did you mean fixed?"),
        ("fixed", None, "--splitter fixed: the key 'chunk_size' is missing: give a whole number"),
        ("fixed:chunk_size=[1]", None, "--splitter: chunk_size=[1]: is no single value: put a text in quotes, and a list into --args"),
        ("fixed:chunk_size=010", None, "--splitter: chunk_size=010: '010' is no plain int: write it in decimal digits, or in quotes"),
        ("fixed:chunk_size=true", None, "--splitter fixed: chunk_size: true is a yes or no: give a whole number"),
        ("fixed:=3", None, "--splitter: '=3' is no key=value"),
        ("fixed:chunk_size=3", "[3]", "--args: [3] is no JSON object: write one, such as"),
        ("fixed:chunk_size=3", "{chunk_size: 3}", "--args: is no JSON (Expecting property name"),
        *(
            ("llamaindex.SentenceSplitter", f'{{"metadata": {{"a": {number}}}}}', f"--args: is no JSON ({number} is no finite number)")
            for number in ("NaN", "-Infinity", "1e999")
        ),
        ("fixed:chunk_size=3", '{"unit": "\\ud800"}', "--args: holds half of a surrogate pair"),
        ("fixed:chunk_size=3", '{"then": {"use": "fixed", "chunk_sise": 2}}', "--splitter fixed: then.chunk_sise: unknown key"),
        ("fixed:chunk_size=3", '{"then": {"use": "fixed", "chunk_size": 2, "then": {}}}', "--splitter fixed: then.then: unknown key"),
        ("fixed:chunk_size=3", '{"then": 3}', "--splitter fixed: then: 3 is a whole number: give a mapping"),
    ],
)
def test_what_is_no_splitter(words, args, mistake):
    """The value, and what to give instead."""
    with pytest.raises(Mistake) as raised:
        splitter_asked(words, args)
    assert raised.value.lines[0].startswith(mistake)


def test_values_are_yaml_and_json_wins():
    """A quoted escape, a plain word, yes or no, a number; `--args` has the last word on each key."""
    words = f"{RECURSIVE}:separators=null,chunk_size=10,keep_separator=end,strip_whitespace=no"
    assert splitter_asked(words, '{"chunk_size": 20, "separators": ["\\n", ""]}') == (
        RECURSIVE, {"separators": ["\n", ""], "chunk_size": 20, "keep_separator": "end", "strip_whitespace": False},
    )  # fmt: skip
    assert splitter_asked(r'langchain.CharacterTextSplitter:separator="\n\n"')[1] == {"separator": "\n\n"}
    assert splitter_asked("fixed:", '{"chunk_size": 3}') == ("fixed", {"chunk_size": 3})


@pytest.mark.parametrize("size", [0, -1])
def test_a_size_out_of_range_is_the_librarys_affair(tmp_path, capsys, size):
    """What it raises is the finding: exit code 0, in the data and on the terminal."""
    name = stored(tmp_path, "abc")
    assert data(capsys, name, "--splitter", f"{RECURSIVE}:chunk_size={size},chunk_overlap=0")["error"] == (
        f"ValueError: chunk_size must be > 0, got {size}"
    )
    assert data(capsys, name, "--splitter", "llamaindex.HierarchicalNodeParser", "--args", f'{{"chunk_sizes": [{size}]}}')["error"]


def test_a_library_that_is_not_here_is_named(monkeypatch, tmp_path, capsys):
    """It is no finding about the splitter, and no fault of the program."""

    def own() -> Splitter:
        raise Absent("needs the package far-away, which is not installed")

    monkeypatch.setitem(splitters.SPLITTERS, "own", own)
    assert refused(capsys, stored(tmp_path, "abc"), "--splitter", "own") == [
        "--splitter own: needs the package far-away, which is not installed: install it, or name another splitter"
    ]


def test_an_error_with_its_remedy():
    """The size was named and the overlap was not, so the library's own is in force."""
    found = inspect(document("here", "abc"), "llamaindex.SentenceSplitter", {"chunk_size": 100})
    lines = [plain(line) for line in view(found, Page(80, QUOTE), "(name chunk_overlap)")]
    assert lines[2:6] == [
        "raised               ValueError: Got a larger chunk overlap (200) than chunk",
        "                     size (100), should be smaller.",
        "                     (name chunk_overlap)",
        "settings             chunk_size 100",
    ]


def test_the_view_of_a_run():
    """Every line, of texts of 11, 12 and 9 characters in chunks of 14: no two fit, so none of the overlap of 6 is delivered."""
    lines = seen("A red door.\n\nB blue wall.\n\n\x1bC roof.\x9b", RECURSIVE, chunk_size=14, chunk_overlap=6)
    assert lines[:7] == [
        "here: 36 characters, split by langchain.RecursiveCharacterTextSplitter",
        "",
        "sizes and overlaps in characters",
        "#  offsets   size  overlap  text",
        "0  [0, 11)     11           'A red door.'",
        "1  [13, 25)    12      0/6  'B blue wall.'",
        r"2  [27, 36)     9      0/6  '\x1bC roof.\x9b'",
    ]
    said = " ".join(" ".join(lines).split())
    for words in (
        "settings chunk_size 14; chunk_overlap 6",
        r"defaults separators ['\n\n', '\n', ' ', '']; keep_separator True",
        "chunks 3; 32 characters stored for a document of 36 (0.889 times)",
        "overlap delivered at 0 of 2 boundaries; 6 characters asked for",
        "above the limit none",
        "text lost none",
        "these stand there: U+001B at 27, U+009B at 35",
    ):
        assert words in said


@pytest.mark.parametrize("width", [30, 80, 200])
def test_lines_keep_to_the_width(width):
    """Wide characters take two cells; only the first line, with the document's name, and texts of at least 24 cells may go beyond."""
    lines = seen("漢字かな交じり文。" * 40 + "\n\nA line of words. " * 20, RECURSIVE, width, chunk_size=100, chunk_overlap=20)
    assert max(map(cell_len, lines[1:])) <= max(width, 62)


def test_whole_texts_on_request(tmp_path, capsys):
    """Otherwise the start and the end of a long chunk are shown, where the cuts are: 80 - 28 cells for both, (52 - 5) // 2 for each."""
    name = stored(tmp_path, "ab" * 100)
    assert main(["inspect", name, "--splitter", "fixed:chunk_size=200"]) == 0
    assert f"  {'ab' * 10 + 'a'!r} ... {'b' + 'ab' * 10!r}\n" in capsys.readouterr().out
    assert main(["inspect", name, "--splitter", "fixed:chunk_size=200", "--full"]) == 0
    assert repr("ab" * 100) in capsys.readouterr().out


def on_a_terminal(folder, *words, **environment):
    """What the command writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    settings = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "PYTHONPATH": str(ROOT),
        **environment,
    }
    settings.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
    program = [sys.executable, "-m", "generators", "inspect", *words]
    with subprocess.Popen(program, cwd=folder, stdout=theirs, stderr=theirs, env=settings) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # Linux says so that nobody writes to the terminal any more
                break
            if not part:
                break
            written += part
    os.close(ours)
    return process.returncode, written.decode()


def test_colours_on_a_terminal_alone(tmp_path):
    """With NO_COLOR there is not one escape, and elsewhere the text is the same without any."""
    name = stored(tmp_path, "a red door")
    words = (name, "--splitter", "fixed:chunk_size=4")
    code, coloured = on_a_terminal(tmp_path, *words)
    assert (code, "\x1b[36m[0, 4)" in coloured) == (0, True)
    code, plain = on_a_terminal(tmp_path, *words, NO_COLOR="1")
    assert (code, "\x1b" in plain) == (0, False)
    assert offcut(tmp_path, "inspect", *words)[1].split() == plain.split()


def test_a_reader_that_leaves_early_is_no_fault(tmp_path):
    """As with `| head`."""
    name = stored(tmp_path, "word " * 20_000)
    program = f"{sys.executable} -m generators inspect {name} --splitter fixed:chunk_size=5 | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["0"]
    assert done.stderr == ""


def test_an_ascii_terminal_shows_escapes(tmp_path):
    """What its encoding lacks is escaped within the quotes, so the text is still one Python literal."""
    code, answer, said = offcut(tmp_path, "inspect", stored(tmp_path, "é漢"), "--splitter", "fixed:chunk_size=9", PYTHONIOENCODING="ascii")
    assert (code, said) == (0, "")
    assert r"'\xe9\u6f22'" in answer


def test_data_load_nothing_that_is_not_needed(tmp_path):
    """`fixed` in characters as data needs no library that splits, and no colours."""
    said = offcut(tmp_path, "inspect", stored(tmp_path, "abc"), "--splitter", "fixed:chunk_size=9", "--json", code=LOADED)[2]
    loaded = {name.partition(".")[0] for name in said.rpartition("LOADED ")[2].split()}
    assert loaded & {"rich", "langchain_text_splitters", "llama_index", "matplotlib", "mkdocs", "tiktoken", "nltk", "jinja2"} == set()


@pytest.mark.parametrize(
    ("text", "at", "word", "character"),
    [
        ("ab", 1, True, False),
        ("a b", 1, False, False),
        ("ab", 0, False, False),
        ("ab", 2, False, False),
        ("a1", 1, True, False),
        ("a_", 1, True, False),
        ("가나", 1, True, False),  # Korean has blanks between words
        ("天気", 1, False, False),
        ("a天", 1, False, False),
        ("ไทย", 1, False, False),
        ("e\u0301", 1, False, True),
        ("क\u093f", 1, False, True),  # a vowel sign of combining class 0
        ("👨\u200d👩", 1, False, True),
        ("👨\u200d👩", 2, False, True),
        ("👍🏽", 1, False, True),
        ("❤\ufe0f", 1, False, True),
        ("\r\n", 1, False, True),
        ("🇫🇷🇩🇪", 1, False, True),
        ("🇫🇷🇩🇪", 2, False, False),
        ("🇫🇷🇩🇪", 3, False, True),
        ("a🇫🇷", 1, False, False),
    ],
)
def test_starts_amid_a_word_or_a_character(text, at, word, character):
    """What a reader sees as one is one."""
    assert (is_mid_word(text, at), is_mid_character(text, at)) == (word, character)


@pytest.mark.parametrize(("text", "has"), [("", False), ("天気。", False), ("天気 ok", True), ("...", False), ("가", True)])
def test_a_text_with_words_between_blanks(text, has):
    """Without any, "amid a word" is n/a."""
    assert has_words(text) is has


def facts(text, *located, overlap=None, size=None):
    """The facts of chunks that stand where they are said to stand."""
    made = tuple(Chunk("".join(text[start:end] for start, end in pieces), tuple(pieces), "exact") for pieces in located)
    return Facts(document("here", text), Splitter("own", {}, "characters", size, overlap, str.split, len, ""), made)


def test_blanks_alone_have_no_stored_ratio():
    """A chunk of blanks is a chunk, and says nothing of what a splitter stores of a text."""
    assert (facts(" \n", [(0, 2)]).stored, facts(" \n", [(0, 2)]).stored_ratio) == (2, None)


def test_facts_of_neighbours():
    """Of chunks at 0 to 4, 2 to 4, 4 to 6: 2 and 0 characters shared, the second adds nothing, the first two of three start at words."""
    found = facts("ab cdef", [(0, 4)], [(2, 4)], [(4, 6)], overlap=2, size=3)
    assert {at: one.characters for at, one in found.shared.items()} == {1: 2, 2: 0}
    assert (found.adds_nothing, found.above_limit, found.mid_word) == ([1], [0], [2])
    assert (found.stored, round(found.stored_ratio, 3), found.lost) == (8, 1.143, ((6, 7),))


@pytest.mark.parametrize(
    ("located", "boundaries"),
    [
        ([[(0, 4)], [(2, 4)]], {1}),  # a tail within the chunk before: it starts further on
        ([[(0, 3)], [(0, 5)]], {1}),  # the whole chunk before, repeated: it ends further on
        ([[(0, 6)], [(0, 6)]], set()),  # a parent and its only child
        ([[(0, 4)], [(4, 6)], [(0, 2)], [(2, 4)]], {1, 3}),  # two parents and the children of the first
        ([[(0, 2), (4, 5)], [(0, 2), (5, 6)]], {1}),  # a header row repeated before the next rows
        ([[(0, 4)], []], {1}),  # unknown
    ],
)
def test_boundaries_lie_where_a_chunk_goes_on(located, boundaries):
    """Where the next chunk neither starts nor ends further on, a new level begins, and there is no overlap to speak of."""
    assert facts("abcdef", *located).shared.keys() == boundaries


def test_levels_of_nodes_are_no_neighbours():
    """A short document is its own parent and child: nothing was delivered, for there was no boundary to deliver at."""
    lines = seen("A red door.", "llamaindex.HierarchicalNodeParser")
    assert [line.split()[:4] for line in lines[4:7]] == [[f"{at}", "[0,", "11)", "4"] for at in range(3)]
    assert [line for line in lines if line.startswith("overlap")] == [
        "overlap              no boundary; 20 cl100k_base tokens asked for, the default"
    ]


def test_sizes_have_their_unit():
    """Offsets count characters, and sizes may not."""
    assert seen("A red door.", "llamaindex.SentenceSplitter")[2:5] == [
        "sizes and overlaps in cl100k_base tokens",
        "#  offsets  size  overlap  text",
        "0  [0, 11)     4           'A red door.'",
    ]


def test_settings_are_what_was_named():
    """In the order given, which the library changes; of a second splitter too, whose other settings are defaults as well."""
    headers = [["#", "h1"], ["##", "h2"]]
    then = {"use": "fixed", "chunk_size": 9}
    lines = seen("# A\n\nb", "langchain.MarkdownHeaderTextSplitter", 200, headers_to_split_on=headers, then=then)
    own, defaults = (next(line for line in lines if line.startswith(label))[21:] for label in ("settings", "defaults"))
    assert own == "headers_to_split_on [['#', 'h1'], ['##', 'h2']]; then.use 'fixed'; then.chunk_size 9"
    assert "strip_headers True" in defaults
    assert "then.chunk_overlap 0" in defaults


@pytest.mark.parametrize(
    ("use", "headers"),
    [
        ("MarkdownHeaderTextSplitter", '[["#","h1"],["##","h2"]]'),
        ("HTMLHeaderTextSplitter", '[["h1","h1"],["h2","h2"]]'),
        ("HTMLSemanticPreservingSplitter", '[["h1","h1"],["h2","h2"]]'),
    ],
)
def test_headers_that_are_missing_are_given_to_paste(tmp_path, capsys, monkeypatch, use, headers):
    """The library only says that they are missing; what is on the line, given to the shell's own parser, is accepted."""
    monkeypatch.setenv("COLUMNS", "80")
    name = stored(tmp_path, "# A\n\nb")
    assert main(["inspect", name, "--splitter", f"langchain.{use}"]) == 0
    line = f"""--args '{{"headers_to_split_on":{headers}}}'"""
    assert line in [written.strip() for written in capsys.readouterr().out.splitlines()]
    assert data(capsys, name, "--splitter", f"langchain.{use}", *shlex.split(line))["error"] is None


@pytest.mark.parametrize(
    ("words", "args", "mistake"),
    [
        ("llamaindex.HierarchicalNodeParser:chunk_sizes=[100,50]", None, "--splitter: chunk_sizes=[100,50]: is no single value: "
         "put a text in quotes, and a list into --args"),
        ("fixed:chunk_size", None, "--splitter: chunk_size has no value: write chunk_size=VALUE"),
        ("fixed:chunk_size=[1]", None, "--splitter: chunk_size=[1]: is no single value: put a text in quotes, and a list into --args"),
        ("fixed:chunk_sise=3", None, "--splitter fixed: chunk_sise: unknown key 'chunk_sise': did you mean chunk_size?"),
        ("fixed", '{"chunk_size" 3}', "--args: is no JSON (Expecting ':' delimiter: line 1 column 15 (char 14)): "
         """write an object, such as '{"chunk_size": 100}'"""),
    ],
)  # fmt: skip
def test_one_mistake_is_told_once(words, args, mistake):
    """And nothing that merely follows from it, such as that a size is missing."""
    with pytest.raises(Mistake) as raised:
        splitter_asked(words, args)
    assert raised.value.lines == (mistake,)


@pytest.mark.parametrize(
    ("located", "crawls"),
    [
        ([[(0, 3)], [(1, 4)], [(2, 5)]], True),
        ([[(0, 1)], [(1, 2)], [(2, 3)]], False),  # windows of one character: nothing is shared
        ([[(0, 3)], [(1, 4)], [(3, 5)]], False),
        ([[(0, 3)], [(1, 4)]], False),  # one step says nothing
    ],
)
def test_an_overlap_that_leaves_no_step(located, crawls):
    """Each chunk starts one character after the one before, and repeats the rest of it."""
    assert facts("abcdef", *located).crawls is crawls


@pytest.mark.parametrize(
    ("text", "cut_at", "cut"),
    [
        ("```\na\n```\n", 5, [(0, 9)]),
        ("```\na\n```\nb", 10, []),
        ("~~~~\n~~~\na\n~~~~\nb", 8, [(0, 15)]),  # the shorter row of signs closes nothing
        ("```a``` b\nc", 9, []),  # code in a line, and no fence
        ("x\n   ~~~ py\na", 10, [(5, 13)]),  # unclosed: it goes on to the end
        ("    ```\na\n", 8, []),  # indented by four, and so no fence
        ("```\n```\n", 4, [(0, 7)]),
    ],
)
def test_fences_of_code_that_are_cut(text, cut_at, cut):
    """By the rules of CommonMark: as many signs close a fence as opened it, or more."""
    assert facts(text, [(0, cut_at)], [(cut_at, len(text))]).fences_cut == cut


def test_a_heading_parted_from_its_text():
    """The last line of the first chunk is one; that of the last chunk has nothing behind it that could be parted."""
    assert facts("a\n# b\nc\n# d", [(0, 5)], [(6, 11)]).ends_with_heading == [0]


def test_what_became_of_a_text():
    """Common blanks as such, everything else by name, and how often."""
    assert alteration("a\n\nb", "a b") == "blanks altered"
    assert alteration("a\u00a0b\u00a0c", "abc") == "without U+00A0 (no-break space) x 2"
    assert alteration("語", "\ufffd") == "without '語'; with added '\ufffd'"
    assert alteration("ab", "ba") == "its characters in another order"


def test_words_of_lists_and_texts():
    """Rows of three and more positions are run together; what does not fit is counted."""
    assert chunks([], 5) == "none"
    assert chunks([4], 5) == "1 of 5: chunk 4"
    assert chunks([0, 1, 3, 4, 5, 9], 12) == "6 of 12: chunks 0, 1, 3 to 5, 9"
    assert few(range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
    assert clipped("abcdefghij" * 3, 21, QUOTE, len) == "'abcdef' ... 'efghij'"
    assert clipped("\n" * 30, 21, QUOTE, len) == r"'\n\n\n' ... '\n\n\n'"
    assert QUOTE("\u0301e") == r"'\u0301e'"
    assert safe("a\x1b[31m\x85\u202e") == r"a\x1b[31m\x85\u202e"
    assert visible("\x85\x9b31m") == r"\x85\x9b31m"


def test_a_long_list_of_tables_and_losses_is_shortened():
    """Nine tables that lose their header, and ten runs around their rows that are lost: eight are named, the others counted."""
    text = "".join(f"|h{at}|\n|-|\n|r{at}|\n\nx{at}\n\n" for at in range(9))
    rows = [(text.index(f"|r{at}|"), text.index(f"|r{at}|") + 4) for at in range(9)]
    found = facts(text, *([row] for row in rows))
    said = [row.text for row in summary(Inspection(found.document, "own", {}, found.splitter), found, QUOTE)]
    assert sum("0 of 1 row cut, 1 without the header row in chunk" in line for line in said) == 8
    assert [line for line in said if line.startswith("and ")] == ["and 2 other runs", "and 1 other table"]
