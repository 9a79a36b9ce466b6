"""A splitter run alone: whatever it raises, prints, warns or logs is its own result, and reaches nobody else."""

import logging
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

import pytest

from generators.arguments import EXIT_BUG
from generators.cli import main
from generators.commands import COMMANDS
from generators.mistake import Absent, Mistake
from generators.splitters import build_alone, run_alone
from generators.splitters.isolation import Outcome, build, captured, once, without_machine
from generators.splitters.splitter import Splitter


def splitter(split):
    return Splitter("own", {}, "characters", None, None, split, len, "")


def run(split, *texts, names=()):
    return run_alone(splitter(split), texts, names)


def test_chunks_of_each_text_come_in_order_and_nothing_was_said():
    """Two texts, split at blanks."""
    assert Outcome([["a", "b"], ["c"]]) == run(str.split, "a b", "c")


def test_what_is_written_is_captured_in_the_order_stdout_stderr_log(capsys, caplog):
    """Nothing reaches the terminal or a handler, not even that of a logger that does not propagate or of a level set low."""
    quiet = logging.getLogger("quiet.one")
    seen = []
    handler = logging.Handler()
    handler.emit = seen.append
    quiet.addHandler(handler)
    quiet.propagate = False
    quiet.setLevel(logging.DEBUG)

    def split(text):
        logging.getLogger("loud").warning("size %d", 7)
        sys.stderr.write("to stderr\n")
        quiet.debug("fine detail")
        warnings.warn("old call", DeprecationWarning, stacklevel=1)
        sys.stdout.write("to stdout")
        return [text]

    outcome = run(split, "a")
    assert outcome.raw == "to stdout\nto stderr\nDeprecationWarning: old call\nWARNING:loud:size 7\nDEBUG:quiet.one:fine detail\n"
    assert outcome.chunks == [["a"]]
    assert tuple(capsys.readouterr()) == ("", "")
    assert [] == caplog.records == seen
    quiet.warning("afterwards")
    assert [record.msg for record in seen] == ["afterwards"]
    quiet.removeHandler(handler)


def test_lines_that_came_again_are_counted():
    """Three texts print the same line, one of them another one too: each line once, in order of first appearance."""

    def split(text):
        sys.stdout.write("close to the limit\n" + ("last\n" if text == "c" else ""))
        return [text]

    outcome = run(split, "a", "b", "c")
    assert outcome.raw == "close to the limit\nclose to the limit\nclose to the limit\nlast\n"
    assert outcome.printed == "close to the limit (3 times)\nlast\n"
    assert once("") == ""


def test_a_broken_logging_call_is_a_message_of_the_run():
    """LlamaIndex's token splitter logs a message whose arguments do not fit: no traceback escapes, no path is shown, the chunks stay."""
    built = build_alone("llamaindex.TokenTextSplitter", {"chunk_size": 2, "chunk_overlap": 0, "call": "split_text"})
    outcome = run_alone(built.splitter, ["go 🚀 now"])
    assert outcome.chunks == [["go", "🚀", "now"]]
    expected = (
        "--- Logging error ---\nTypeError: not all arguments converted during string formatting\n"
        "Message: 'Got a split of size 3, '\nArguments: ('larger than chunk size 2.',)\n"
    )
    assert expected == outcome.raw


def test_an_error_names_its_kind_and_the_text_at_fault():
    """The second of two texts raises: the run has no chunks; what was printed before is kept. One text alone needs no name."""

    def split(text):
        sys.stdout.write(f"at {text}\n")
        return [text][int(text) :] or 1 // 0

    assert Outcome(None, "ZeroDivisionError: integer division or modulo by zero (in text 2 of 3)", "at 0\nat 1\n") == run(
        split, "0", "1", "0"
    )
    assert run(split, "0", "1", names=["first", "second"]).error == "ZeroDivisionError: integer division or modulo by zero (in second)"
    assert run(split, "1").error == "ZeroDivisionError: integer division or modulo by zero"


def test_the_library_s_own_errors_are_findings_of_the_run():
    """One emoji of three tokens above a limit of two; a special token in the text; both as the libraries word it."""
    sentence = build_alone("llamaindex.SentenceSplitter", {"chunk_size": 2, "chunk_overlap": 0}).splitter
    outcome = run_alone(sentence, ["go 🚀 now"])
    assert outcome.error == "ValueError: Single token exceeded chunk size"
    assert outcome.printed.startswith("Metadata length (0) is close to chunk size (2).")
    token = build_alone("langchain.TokenTextSplitter", {"encoding_name": "cl100k_base"}).splitter
    assert run_alone(token, ["a <|endoftext|> b"]).error.startswith(
        "ValueError: Encountered text corresponding to disallowed special token"
    )


@pytest.mark.parametrize(
    ("name", "keywords", "error"),
    [
        ("langchain.RecursiveCharacterTextSplitter", {"chunk_size": 0, "chunk_overlap": 0}, "ValueError: chunk_size must be > 0, got 0"),
        (
            "langchain.RecursiveCharacterTextSplitter",
            {"chunk_size": 10, "chunk_overlap": -1},
            "ValueError: chunk_overlap must be >= 0, got -1",
        ),
        ("llamaindex.SentenceSplitter", {"chunk_size": 100}, "ValueError: Got a larger chunk overlap (200) than chunk size (100)"),
        ("llamaindex.SentenceSplitter", {"chunk_size": 0, "chunk_overlap": 0}, "ValidationError: 1 validation error for SentenceSplitter"),
    ],
)
def test_what_a_constructor_raises_is_an_error_of_the_run(name, keywords, error):
    """No splitter, the library's own words, nothing printed."""
    built = build_alone(name, keywords)
    assert built.splitter is None
    assert built.error.startswith(error)
    assert built.printed == ""


def test_what_the_first_build_alone_prints_belongs_to_no_run():
    """A library that speaks while it is imported would speak only in the first run of a process."""
    calls = []

    def function(*, word):
        calls.append(word)
        sys.stdout.write("imported\n" if len(calls) == 1 else "built\n")
        return splitter(str.split)

    built = build(function, {"word": "x"})
    assert built.printed == "built\n"
    assert built.splitter.use == "own"


@pytest.mark.parametrize(
    ("result", "error"),
    [
        ("abc", "TypeError: the splitter gave no list of chunks but str"),
        (None, "TypeError: the splitter gave no list of chunks but NoneType"),
        (["a", 1], "TypeError: chunk 1 is no string but int"),
    ],
)
def test_a_result_that_is_no_list_of_strings_is_an_error(result, error):
    """A string would otherwise pass as a list of its letters."""
    assert Outcome(None, error) == run(lambda _: result, "a")


def test_ctrl_c_and_mistakes_pass_and_leave_nothing_changed():
    """They are the user's, not the splitter's; stdout, warnings and logging are as before."""
    before = (sys.stdout, sys.stderr, logging.Logger.callHandlers, warnings.showwarning)

    def raising(error):
        def split(_):
            raise error

        return split

    for error in (KeyboardInterrupt(), Mistake("put right"), Absent("not here")):
        with pytest.raises(type(error)):
            run(raising(error), "a")
        with pytest.raises(type(error)):
            build(raising(error), {"_": 1})
    assert before == (sys.stdout, sys.stderr, logging.Logger.callHandlers, warnings.showwarning)
    assert run(raising(SystemExit(3)), "a").error == "SystemExit: 3"
    assert run(raising(RecursionError()), "a").error == "RecursionError"


def test_ctrl_c_says_what_was_being_split(monkeypatch, capsys):
    """A pattern in a splitter's settings may try for ever: whoever stops it is told which splitter, and on what."""

    def stopped(text):
        if text == "b":
            raise KeyboardInterrupt
        return [text]

    with pytest.raises(KeyboardInterrupt, match=r"^while own split text 2 of 3$"):
        run(stopped, "a", "b", "c")
    monkeypatch.setitem(COMMANDS, "list", lambda _: run(stopped, "a", "b", names=["a.md", "b.md"]))
    assert main(["list"]) == EXIT_BUG
    assert capsys.readouterr().err == "interrupted while own split b.md; nothing is half-written\n"


def test_words_of_this_machine_are_left_out():
    """Folders, addresses and tracebacks differ between machines; the file's name, the object and the last line of a traceback stay."""
    inside = Path(tempfile.gettempdir(), "x.py")
    assert without_machine(f"cannot read {inside}") == "cannot read x.py"
    assert without_machine(f"cannot read {Path.cwd()}/tests/x.py") == "cannot read tests/x.py"
    assert without_machine(f"{object()!r} keeps 0xFF") == "<object object at 0x...> keeps 0xFF"

    def split(_):
        try:
            1 // 0  # noqa: B018
        except ZeroDivisionError:
            traceback.print_exc()
        return []

    assert run(split, "a").raw == "ZeroDivisionError: integer division or modulo by zero\n"


def test_capture_does_not_swallow_the_error_of_its_block():
    """An error inside passes, with everything restored."""
    handlers = logging.Logger.callHandlers
    with pytest.raises(ValueError, match="out"), captured():
        raise ValueError("out")
    assert handlers is logging.Logger.callHandlers
