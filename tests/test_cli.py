"""The command line: exit codes, plain words, nothing heavy before it is needed, and answers that any terminal can print."""

import json
import os
import pty
import re
import socket
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from small_project import PLAIN, offcut, write

from generators import terminal
from generators.builds import Published, compare
from generators.cli import main
from generators.commands.numbers import line_of
from generators.numbers_schema import NUMBERS_SCHEMA
from generators.results import Measurement

ROOT = Path(__file__).parent.parent
HEAVY = {
    "jinja2",
    "joblib",
    "langchain_text_splitters",
    "llama_index",
    "markdown_it",
    "matplotlib",
    "mkdocs",
    "nltk",
    "numpy",
    "rich",
    "tiktoken",
}
ONE = "small/notes/halves/chunks"
LOADED = "import atexit, sys; atexit.register(lambda: sys.stderr.write('LOADED ' + ' '.join(sorted(sys.modules))))"


@pytest.fixture
def here(tmp_path):
    """A small project's folder."""
    write(tmp_path)
    return tmp_path


def run(folder, *words):
    """The command in this process."""
    return main(["--root", str(folder), *words])


def loaded(said):
    """The outside packages that a process had loaded when it ended."""
    return {name.partition(".")[0] for name in said.rpartition("LOADED ")[2].split()}


def test_help_loads_nothing(tmp_path):
    """Not even the project's own modules but the parser, so it answers at once and anywhere."""
    code, answer, said = offcut(tmp_path, "--help", code=LOADED)
    assert code == 0
    assert "Exit codes: 0 fine, 1 numbers differ, 2 something for you to put right, 3 a bug or an interrupted run." in " ".join(
        answer.split()
    )
    assert loaded(said) & (HEAVY | {"yaml"}) == set()
    assert set(re.findall(r"generators\.\w+", said)) == {"generators.arguments", "generators.cli"}


def test_a_run_loads_no_page_and_no_library_that_it_does_not_use(here):
    """`fixed` in characters needs neither LangChain nor LlamaIndex, a warm run not even the Markdown parser, and no number needs MkDocs."""
    assert loaded(offcut(here, "run", "small", code=LOADED)[2]) & HEAVY == {"markdown_it"}
    assert loaded(offcut(here, "check", code=LOADED)[2]) & HEAVY == set()


def test_the_module_is_the_command(here):
    """`python -m generators` is `offcut`."""
    done = subprocess.run(
        [sys.executable, "-m", "generators", "list"],
        cwd=here, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [done.returncode, done.stdout, done.stderr] == [0, "small: 0 published numbers\n", ""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "smal"], "there is no scenario 'smal': did you mean small?"),
        (["check", "smal", "none"], "there is no scenario 'smal': did you mean small?\nthere is no scenario 'none': known here: small"),
        (["run", "small", "--number", "small/notes/halves/chunk"], f"there is no number 'small/notes/halves/chunk': did you mean {ONE}?"),
        (["explain", "\x1b[31m"], r"there is no scenario '\x1b[31m': known here: small"),
        (
            ["run", "small", "--number", "large/notes/halves/chunks"],
            "--number large/notes/halves/chunks is of another scenario than small: name one of its numbers (offcut list small)",
        ),
        (["explain", "small"], "'small' is a scenario and no number: list its numbers with `offcut list small`"),
        (["list", "none"], "no id holds 'none': try fewer words"),
        (["diff", "\x1b[31m.json", "b.json"], "\N{SYMBOL FOR ESCAPE}[31m.json: there is no such file: put it there or correct its name"),
    ],
)
def test_a_mistake_is_a_line_and_2(here, capsys, words, said):
    """What the user can put right is said plainly, without a traceback."""
    assert run(here, *words) == 2
    assert capsys.readouterr().err == f"{said}\n"


def test_a_mistake_in_a_process(here):
    """The mistakes of every scenario file at once, each with file and line, and nothing else."""
    write(here, PLAIN.replace("use: fixed", "use: fixd"), name="other.yaml")
    write(here, PLAIN + "titel: x\n")
    assert offcut(here, "check") == (
        2,
        "",
        "scenarios/other.yaml:5: splitters.whole.use: there is no splitter 'fixd': did you mean fixed?\n"
        "scenarios/other.yaml:6: splitters.halves.use: there is no splitter 'fixd': did you mean fixed?\n"
        "scenarios/small.yaml:8: titel: unknown key 'titel': did you mean title?\n",
    )


def test_a_wrong_argument_is_2(capsys):
    """Argparse's own code is the one of a mistake."""
    with pytest.raises(SystemExit, match="2"):
        main(["publish"])
    assert "invalid choice: 'publish'" in capsys.readouterr().err


def test_a_bug_is_3_with_its_traceback(here):
    """What nobody expected keeps its traceback and asks to be reported."""
    code, answer, said = offcut(here, "list", code="from generators import commands; commands.COMMANDS['list'] = lambda _: 1 / 0")
    assert [code, answer] == [3, ""]
    assert said.startswith("Traceback")
    assert "ZeroDivisionError" in said
    assert said.endswith("this is a bug in offcut; please report it with the lines above\n")


def test_the_release_is_that_of_the_project(here):
    """A design review cites it; asking for it loads nothing heavy."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    code, answer, said = offcut(here, "--version", code=LOADED)
    assert (code, answer) == (0, f"offcut {version}\n")
    assert loaded(said) & (HEAVY | {"yaml"}) == set()


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_that_has_gone_is_no_error(here, form):
    """`offcut run small | head -1` ends quietly, be the answer shorter than the stream's buffer or longer."""
    process = subprocess.Popen(
        [sys.executable, "-m", "generators", "run", "small", *form],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert [process.wait(), said] == [0, ""]


def test_it_works_from_a_subfolder_and_with_root(here, tmp_path_factory):
    """The nearest folder upwards that has scenarios is the project; a named one must have them itself."""
    below = here / "docs/deep"
    below.mkdir(parents=True)
    assert offcut(below, "list") == (0, "small: 0 published numbers\n", "")
    other = tmp_path_factory.mktemp("other")
    assert offcut(other, "--root", os.path.relpath(here, other), "list")[:2] == (0, "small: 0 published numbers\n")
    code, _, said = offcut(other, "--root", str(below), "list")
    assert [code, said] == [2, f"there is no folder scenarios/ in {below}: change to a project's folder, or name it with --root\n"]
    assert offcut(other, "list")[0] == 2


def test_root_stands_before_the_command_or_behind(here, tmp_path, monkeypatch, capsys):
    """The one behind wins, and without one behind the one before holds."""
    monkeypatch.chdir("/")
    for words in (["list", "--root", str(here)], ["--root", str(here), "list"], ["--root", "/", "list", "--root", str(here)]):
        assert main(words) == 0
        assert capsys.readouterr().out == "small: 0 published numbers\n"
    assert main(["run", "small", "--number", ONE, "--root", str(here)]) == 0
    assert capsys.readouterr().out == f"{ONE}  5 chunks\n"


def test_a_list_of_a_scenario_computes_no_other(here, capsys):
    """A scenario that cannot be read is not asked for by another's name or id, and it is by words that any id may hold."""
    write(here, "title: [", name="broken.yaml")
    for words in (["small", "chunks"], [ONE], ["small/notes", "chunks"]):
        assert run(here, "list", *words) == 0
        assert ONE in capsys.readouterr().out
    assert run(here, "list", "chunks") == 2
    assert "scenarios/broken.yaml" in capsys.readouterr().err


def test_a_project_without_scenarios(tmp_path, capsys):
    """An empty folder is told from a missing one."""
    (tmp_path / "scenarios").mkdir()
    assert run(tmp_path, "check") == 2
    assert "there is no scenario in scenarios/" in capsys.readouterr().err


def test_answers_are_plain_where_nobody_watches(here):
    """No escape sequence, even if colours are forced, and nothing of progress where there is little to do."""
    code, answer, said = offcut(here, "run", "small", FORCE_COLOR="1", TERM="xterm-256color")
    assert [code, said] == [0, ""]
    assert answer.splitlines() == [
        "small/notes/halves/chunks  5 chunks",
        "small/notes/halves/stored_ratio  1.21 characters per character",
        "small/notes/halves/tables_cut  1 table",
        "small/notes/whole/chunks  2 chunks",
        "small/notes/whole/stored_ratio  1 character per character",
        "small/notes/whole/tables_cut  0 tables",
    ]


def test_progress_of_heavy_work_is_a_line_now_and_then(monkeypatch, capsys):
    """One when heavy work begins, with none of it done, then one only where 10 seconds passed without, and one at its end; of light work
    none so early.
    """
    clock = {"now": 0}
    monkeypatch.setattr(terminal, "monotonic", lambda: clock["now"])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    with terminal.progress() as tell:
        for now, work, done in (
            (1, "causes", 1),
            (3, "tables", 0),
            (9, "tables", 1),
            (14, "tables", 2),
            (21, "tables", 3),
            (24, "tables", 4),
            (25, "tables", 9),
            (26, "causes", 9),
        ):
            clock["now"] = now
            tell(work, done, 9)
    # at 3, for none is done; at 14, 11 seconds later; at 24, 10 seconds later; at the end of what was spoken of
    assert capsys.readouterr().err.splitlines() == [f"tables: {done} of 9 corpora" for done in (0, 2, 4, 9)]


def test_heavy_work_says_that_it_begins(here):
    """Files are worth processes of their own, so a log shows life at once, and the end of it; from the cache nothing is said."""
    write(here, PLAIN.replace(PLAIN.splitlines()[2], "  notes: {files: [small.yaml]}"))
    assert offcut(here, "run", "small")[2] == "small: 0 of 1 corpora\nsmall: 1 of 1 corpora\n"
    assert offcut(here, "run", "small")[2] == ""


def on_a_terminal(folder, **environment):
    """What a run writes beside its answer where somebody watches."""
    watcher, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "generators", "run", "small"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **environment},
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    os.close(terminal)
    said = b""
    while True:
        try:
            part = os.read(watcher, 4096)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        said += part
    os.close(watcher)
    assert process.wait() == 0
    return said.decode()


def test_a_bar_where_somebody_watches_in_colour_or_without(here):
    """NO_COLOR leaves the bar and takes the colours (the codes 30 to 37, 38 and 90 to 97)."""
    colour = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])[;m]")
    assert colour.search(on_a_terminal(here))
    for path in (here / ".cache/offcut").iterdir():
        path.unlink()
    plain = on_a_terminal(here, NO_COLOR="1")
    assert "1/1" in plain
    assert not colour.search(plain)


def test_a_terminal_without_the_characters(here):
    """In a C locale without UTF-8, what ASCII lacks comes as an escape, in answers and in mistakes; JSON stays JSON."""
    write(here, PLAIN.replace("{use: fixed, chunk_size: 100}", '{use: langchain.RecursiveCharacterTextSplitter, separators: ["。"]}'))
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "", "flags": ("-X", "utf8=0")}
    code, answer, said = offcut(here, "explain", "small/notes/whole/chunks", **ascii_only)
    assert [code, "separators=['\\u3002']" in answer, "Traceback" in said] == [0, True, False]
    code, answer, _ = offcut(here, "run", "small", "--json", **ascii_only)
    assert json.loads(answer)["numbers"]["small/notes/whole/chunks"]["call"].endswith("separators=['。'])")
    write(here, PLAIN + "größe: x\n")
    code, _, said = offcut(here, "run", "small", **ascii_only)
    assert code == 2
    assert said.startswith("scenarios/small.yaml:8: gr\\xf6\\xdfe: unknown key 'gr\\xf6\\xdfe': known here: assume, corpora")


def test_json_is_the_scenarios_part_of_the_published_file(here, capsys):
    """Valid against the published schema but for the claims, which a scenario has none of; and one number alone."""
    write(here, PLAIN.replace("  whole:", "  bad: {use: fixed, chunk_size: 5, chunk_overlap: 5}\n  whole:"))
    part = {**NUMBERS_SCHEMA, "required": ["format", "built_with", "numbers"]}
    assert run(here, "run", "small", "--json") == 0
    whole = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(part).validate(whole)
    assert [len(whole["numbers"]), whole["numbers"][ONE]["value"], whole["numbers"]["small/notes/bad/chunks"]["value"]] == [9, 5, None]
    assert run(here, "run", "small", "--json", "--number", ONE) == 0
    alone = json.loads(capsys.readouterr().out)
    assert alone == {**whole, "numbers": {ONE: whole["numbers"][ONE]}}
    broken = {**alone, "numbers": {ONE: {**alone["numbers"][ONE], "value": "5"}}}
    assert not jsonschema.Draft202012Validator(part).is_valid(broken)


def test_what_a_run_raised_is_said_beside_the_answer(here, capsys):
    """The numbers of the others are the answer, and the command succeeds."""
    write(here, PLAIN.replace("  whole:", "  bad: {use: fixed, chunk_size: 5, chunk_overlap: 5}\n  whole:"))
    assert run(here, "run", "small") == 0
    answer, said = capsys.readouterr()
    assert "small/notes/bad/chunks  n/a chunks\n" in answer
    assert f"{ONE}  5 chunks\n" in answer
    assert "bad on notes: ValueError: chunk_overlap 5 is not smaller than chunk_size 5" in said


def test_what_is_odd_in_a_document_is_said_beside_the_answer_once(here, capsys):
    """Of each document, however many rows split it, as the page of numbers says it."""
    write(here, PLAIN.replace("Only a sentence", "").replace("No table here", "A\\0B\\r\\n\\e[31m"))
    assert run(here, "run", "small") == 0
    assert capsys.readouterr().err.splitlines() == [
        "note: two has 1 CRLF line end, kept as two characters each",
        "note: two holds 1 NUL character",
        "note: two holds control characters: U+001B",
    ]


def test_a_scenario_may_be_named_by_its_file(here, capsys):
    """The file must be the project's: one of the same name elsewhere is not run in its place."""
    assert run(here, "run", str(here / "scenarios/small.yaml"), "--number", ONE) == 0
    assert capsys.readouterr().out == f"{ONE}  5 chunks\n"
    assert run(here, "run", str(here / "elsewhere/small.yaml")) == 2
    assert "move it there, or name its project with --root" in capsys.readouterr().err


def test_a_list_by_words_and_an_explanation(here, capsys):
    """Ids that hold all the words; a number with its definition, inputs and versions."""
    assert run(here, "list", "halves", "chunks") == 0
    assert capsys.readouterr().out == f"{ONE}  5 chunks\n"
    assert run(here, "explain", ONE) == 0
    answer = capsys.readouterr().out
    assert answer.startswith(f"{ONE}  5 chunks\ntitle: Chunks\ndefinition: Chunks that the splitter returned")
    assert "\ninput documents: 2\n" in answer
    assert f"\ncommand: offcut run small --number {ONE}\n" in answer
    assert "\nsource, on the site: reference/source/" in answer
    version = re.escape(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    assert re.search(rf"\ncomputed with: offcut {version}, Python 3\.\d+, beautifulsoup4 [\d.]+, ", answer)


def test_a_sweep_is_listed_by_its_values_and_one_is_singular(here, capsys):
    """80 before 780 and 800, not behind both; a count of 1 has its unit in the singular, and a count of tables says of how many."""
    write(
        here, PLAIN.replace("chunk_size: 100", "chunk_size: [800, 80, 780]").replace("tables_cut, chunks, stored_ratio", "chunks, tables")
    )
    assert run(here, "run", "small") == 0
    answer = capsys.readouterr().out.splitlines()
    assert answer[2:] == [
        line
        for size in (80, 780, 800)
        for line in (f"small/notes/whole-{size}/chunks  2 chunks", f"small/notes/whole-{size}/tables  1 table")
    ]
    assert run(here, "list", "chunks", "whole") == 0
    assert capsys.readouterr().out.splitlines() == answer[2::2]


def test_a_preview_says_where_it_will_be_and_no_more(here, capsys, monkeypatch):
    """MkDocs is asked to keep its list of pages outside the navigation to itself, and with it goes its line with the address."""
    asked = []
    monkeypatch.setattr(subprocess, "run", lambda words, **_: asked.append(words) or subprocess.CompletedProcess(words, 0))
    (here / "mkdocs.yml").write_text("site_name: x\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(here, "serve", "--port", str(port)) == 2
        assert capsys.readouterr().err == f"port {port} cannot be served on (Address already in use): name another with --port\n"
    assert run(here, "serve", "--port", str(port)) == 0
    assert capsys.readouterr().out == f"the preview will be at http://127.0.0.1:{port}/ once the site is built; Ctrl-C ends it\n"
    assert asked[0][2:] == ["generators.guarded", "mkdocs", "serve", "--quiet", "--dev-addr", f"127.0.0.1:{port}", "--watch", "scenarios"]


def test_equal_spreads_are_left_out(here):
    """Nothing is said of seeds that all gave what is shown."""
    one = Measurement("s", "c", "f", "tables_cut", "", 20, interval=(20, 20))
    assert line_of(one) == "s/c/f/tables_cut  20 tables"
    assert line_of(replace(one, interval=(19, 20))) == "s/c/f/tables_cut  20 tables (19 to 20 over the seeds)"


def test_a_library_s_own_overlap_that_is_too_large_has_a_remedy(here, capsys):
    """A row that names a size alone fails with the library's overlap; one that names both has been told enough."""
    write(
        here,
        PLAIN.replace("use: fixed, chunk_size: 100", "use: langchain.RecursiveCharacterTextSplitter, chunk_size: 100").replace(
            "use: fixed, chunk_size: 20, chunk_overlap: 5",
            "use: langchain.RecursiveCharacterTextSplitter, chunk_size: 20, chunk_overlap: 50",
        ),
    )
    assert run(here, "run", "small") == 0
    whole, halves = capsys.readouterr().err.splitlines()
    assert whole.startswith("whole on notes: ValueError: ")
    assert whole.endswith(" (the library's default chunk_overlap 200 is in force: name chunk_overlap)")
    assert halves.startswith("halves on notes: ValueError: ")
    assert "default" not in halves


def test_headers_that_are_missing_are_given_to_paste(here, capsys):
    """As a line of the scenario, which then runs."""
    row = "use: langchain.MarkdownHeaderTextSplitter"
    write(here, PLAIN.replace("use: fixed, chunk_size: 100", row))
    assert run(here, "run", "small") == 0
    said = capsys.readouterr().err.strip()
    line = 'headers_to_split_on: [["#","h1"],["##","h2"]]'
    assert said.endswith(f"'headers_to_split_on' (the library has no default for it: name {line})")
    write(here, PLAIN.replace("use: fixed, chunk_size: 100", f"{row}, {line}"))
    assert run(here, "run", "small") == 0
    assert capsys.readouterr().err == ""


def test_a_build_without_pages_is_the_users_to_put_right(here, capsys):
    """Published numbers without mkdocs.yml make no site."""
    assert run(here, "lock") == 0
    assert run(here, "build") == 2
    assert "there is no mkdocs.yml in" in capsys.readouterr().err


@pytest.fixture
def builds(here, capsys):
    """Two numbers.json, the second with one number moved, one new and one gone, in a folder as a site has it."""
    assert run(here, "run", "small", "--json") == 0
    old = json.loads(capsys.readouterr().out)
    new = json.loads(json.dumps(old))
    new["numbers"][ONE].update(value=7, interval=[6, 8])
    new["numbers"]["small/notes/more/chunks"] = new["numbers"].pop("small/notes/whole/chunks")
    (here / "site").mkdir()
    (here / "old.json").write_text(json.dumps(old))
    (here / "site/numbers.json").write_text(json.dumps(new))
    return here


def test_a_diff_reads_as_sentences(builds, capsys):
    """Each number that moved, came in or is gone, in order of id; 1 where any did, 0 where none."""
    assert run(builds, "diff", str(builds / "old.json"), str(builds / "site")) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{ONE}: 5 became 7 (seeds 6 to 8) chunks",
        "small/notes/more/chunks: is new, 2 chunks",
        "small/notes/whole/chunks: is gone, was 2 chunks",
        "3 differences in 7 numbers",
    ]
    assert run(builds, "diff", str(builds / "site"), str(builds / "site/numbers.json")) == 0
    assert capsys.readouterr().out == "0 differences in 6 numbers\n"


@pytest.mark.parametrize(
    ("before", "after", "unit", "said"),
    [
        (2 / 3, 0.5, "share", "66.7% became 50.0%"),
        (0.6661, 0.6674, "share", "66.6% became 66.7%"),
        (0.66612, 0.66621, "share", "0.66612 became 0.66621"),
        (1000, 1001, "chunks", "1,000 became 1,001 chunks"),
        (None, 1.5, "ratio", "n/a became 1.50 times"),
    ],
)
def test_a_diff_shows_what_a_page_shows(*, before, after, unit, said):
    """Values as they are displayed, and all their digits only where both look alike."""
    assert compare({"a": Published(before, unit, 0)}, {"a": Published(after, unit, 0)}) == [f"a: {said}"]


def test_a_unit_that_changed_is_said(here):
    """Each value then has its own."""
    assert compare({"a": Published(1.5, "ratio", 0)}, {"a": Published(0.5, "share", 0)}) == ["a: 1.50 times became 50.0%"]


@pytest.mark.parametrize(
    ("number", "value", "moved"),
    [
        ("small/notes/halves/stored_ratio", 86 / 71 * (1 + 9e-4), 0),
        ("small/notes/halves/stored_ratio", 86 / 71 * (1 + 11e-4), 1),
        ("small/p/halves/tables_cut", 1.5 * (1 + 9e-10), 0),
        ("small/p/halves/tables_cut", 1.5 * (1 + 11e-10), 1),
        ("small/notes/halves/tables_cut", 1 + 9e-10, 1),
        ("small/notes/halves/not_known", 1 + 9e-10, 1),
    ],
)
def test_a_diff_is_as_close_as_the_lock(here, capsys, *, number, value, moved):
    """Levels to 1e-3, closed forms to 1e-9, counts and measures that are not known here to the last one: machines round differently."""
    profile = "corpora:\n  p: {profile: {documents: 2, tokens_per_document: 1000, tables: [{count: 3, tokens: 60}]}}"
    text = PLAIN.replace("corpora:", profile).replace("chunk_size: 20, chunk_overlap: 5", "chunk_size: 110, chunk_overlap: 10")
    write(here, text.replace("title:", "assume: {chars_per_token: 1}\ntitle:"))
    assert run(here, "run", "small", "--json") == 0
    old = json.loads(capsys.readouterr().out)
    old["numbers"]["small/notes/halves/not_known"] = {**old["numbers"][ONE], "value": 1}
    old["numbers"]["small/notes/halves/tables_cut"]["value"] = 1
    old["numbers"]["small/notes/halves/stored_ratio"]["value"] = 86 / 71
    (here / "old.json").write_text(json.dumps(old))
    # (60 - 10) / 100 of 3 tables
    assert old["numbers"]["small/p/halves/tables_cut"]["value"] == 1.5
    old["numbers"][number]["value"] = value
    (here / "new.json").write_text(json.dumps(old))
    assert run(here, "diff", str(here / "old.json"), str(here / "new.json")) == moved
    assert capsys.readouterr().out.startswith(f"{number}: " if moved else "0 differences")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "{",
            "is no JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1)): "
            "name a numbers.json, or the folder of a built site",
        ),
        ("[" * 100_000, "is JSON nested too deeply: name a numbers.json"),
        ("[]", "is JSON without 'format' and 'numbers': name a numbers.json, or the folder of a built site"),
        ('{"numbers": {}}', "is JSON without 'format': name a numbers.json"),
        ('{"format": 1}', "has no mapping of numbers by id under 'numbers': name a numbers.json"),
        ('{"format": 1, "numbers": []}', "has no mapping of numbers by id under 'numbers'"),
        ('{"format": 1, "numbers": {"a": 5}}', "'a': 5 is no record: build it again, or name another file"),
        ('{"format": 1, "numbers": {"a": {"value": 5}}}', "'a': its record lacks 'interval' and 'unit'"),
        (
            '{"format": 1, "numbers": {"a": {"value": "5", "interval": 3, "unit": "x"}}}',
            "'a': its value cannot be '5', its interval cannot be 3",
        ),
        (
            '{"format": 1, "numbers": {"a": {"value": 5, "interval": [7, 6], "unit": "x"}}}',
            "'a': [5, 7, 6] has its lower bound above its upper one",
        ),
        (
            f'{{"format": 1, "numbers": {{"{ONE}": {{}}, "{ONE}": {{"value": 5, "interval": null, "unit": "chunks"}}}}}}',
            f"{ONE} stands twice: build it again, or name another file",
        ),
        ('{"format": 2}', "its format is 2, and this version of offcut reads 1: install the version that wrote it"),
    ],
)
def test_a_diff_of_something_else(builds, capsys, text, said):
    """A file that is no build is named."""
    (builds / "bad.json").write_text(text)
    assert run(builds, "diff", str(builds / "old.json"), str(builds / "bad.json")) == 2
    assert f"{builds / 'bad.json'}: {said}" in capsys.readouterr().err
