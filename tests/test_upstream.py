"""Upstream: fabricated releases of the measured libraries are noticed, each in its own words, and what did not change is no alarm."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version

import pytest
import small_project
from fabricated import INSTALLED, ROOT, Release, offcut, scenario
from fabricated_releases import RELEASES
from small_project import PLAIN, write

from generators.cli import main
from generators.lock import Lock
from generators.mistake import Mistake
from generators.scenario import Scenario, SplitterRow
from generators.upstream import news, pins, snapshot
from generators.upstream import surface as surfaces
from generators.upstream.moves import moves
from generators.upstream.surface import Probe, Surface


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """For each library, a project that measures its classes and is locked with what is installed."""
    found = {}
    for library in ("langchain", "llamaindex", "haystack"):
        found[library] = tmp_path_factory.mktemp(library)
        write(found[library], scenario(library))
        assert main(["--root", str(found[library]), "lock"]) == 0
    return found


@pytest.fixture(scope="module")
def checked(projects, tmp_path_factory):
    """What a quick check said of each release: its exit code, and its sentences."""
    folder = tmp_path_factory.mktemp("releases")

    def check(name):
        release = RELEASES[name]
        done = offcut(release.install(folder / name.replace(" ", "-")), projects[release.library], "upstream", "check", "--quick")
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout.splitlines()

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(RELEASES, pool.map(check, RELEASES), strict=True))


@pytest.mark.parametrize("name", RELEASES)
def test_a_fabricated_release_is_noticed(checked, name):
    """Each change of a release has its sentence, and no class that the release left alone has one."""
    code, said = checked[name]
    assert code == 1
    lacking = [pattern for pattern in RELEASES[name].said if not any(re.fullmatch(pattern, line) for line in said)]
    assert lacking == [], "\n".join(said)
    changed = {pattern.split(":")[0].split(" ")[0] for pattern in RELEASES[name].said}
    assert {line.split(":")[0].split(" ")[0] for line in said[:-2]} == changed


def test_the_same_versions_elsewhere_are_no_alarm(tmp_path):
    """Installed again in another folder, with another hash seed, locale and time zone, for a project that has moved: nothing differs.

    Whoever asks for a network in that process gets an error, and nobody does.
    """
    folder = tmp_path / "first"
    write(folder, scenario(""))
    assert main(["--root", str(folder), "lock"]) == 0
    moved = folder.rename(tmp_path / "moved")
    packages = tmp_path / "packages"
    for path in INSTALLED.glob("langchain_text_splitters*"):
        shutil.copytree(path, packages / path.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(moved / ".cache")
    offline = (
        "import socket\ndef refuse(*_, **__):\n    raise AssertionError('a network')\nsocket.socket.connect = socket.getaddrinfo = refuse"
    )
    elsewhere = {"PYTHONPATH": f"{packages}:{ROOT}", "PYTHONHASHSEED": "4711", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    assert small_project.offcut(moved, "upstream", "check", code=offline, **elsewhere)[:2] == (0, "0 differences\n")


@pytest.mark.parametrize("name", ["a package that is gone", "a wheel without source"])
def test_numbers_of_a_broken_release_are_compared_as_far_as_they_can(projects, tmp_path, name):
    """A package that is gone leaves no number to compute, and one without source leaves all of them as they were."""
    shutil.copytree(projects["langchain"], tmp_path / "project", ignore=shutil.ignore_patterns(".cache"))
    done = offcut(RELEASES[name].install(tmp_path / "packages"), tmp_path / "project", "upstream", "check")
    assert done.returncode == 1
    gone = [line for line in done.stdout.splitlines() if line.endswith("/chunks: published 1, computed n/a")]
    assert len(gone) == (4 if name == "a package that is gone" else 0)
    assert ("small/" in done.stdout, "Traceback" in done.stderr) == (bool(gone), False)


def test_an_extra_that_is_not_installed_is_no_difference_and_a_lock_keeps_what_it_did(projects, tmp_path):
    """A build can do without Haystack: the check says so and compares the rest, and a lock without it changes no byte."""
    project = shutil.copytree(projects["haystack"], tmp_path / "project", ignore=shutil.ignore_patterns(".cache"))
    packages = Release([], gone="haystack").install(tmp_path / "packages")
    kept = (project / "scenarios/published/libraries.yaml").read_bytes()
    assert b'"haystack.DocumentSplitter":' in kept
    done = offcut(packages, project, "upstream", "check", "--quick")
    note = "haystack.DocumentSplitter: not compared, for haystack-ai is not installed here"
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, [note, "0 differences"])
    assert offcut(packages, project, "lock").returncode == 0
    assert (project / "scenarios/published/libraries.yaml").read_bytes() == kept
    (project / "scenarios/published/libraries.yaml").unlink()
    assert offcut(packages, project, "lock").returncode == 0
    assert not (project / "scenarios/published/libraries.yaml").exists()  # what was never read cannot be kept


def test_what_cannot_be_computed_is_news_and_no_fault(projects, monkeypatch, capsys):
    """A release that breaks what nothing guards ends in a sentence, and the command in its own exit code for a difference."""

    def broken(*_):
        raise RuntimeError("the release")

    monkeypatch.setattr(import_module("generators.commands.upstream"), "computed", broken)
    assert main(["--root", str(projects["langchain"]), "upstream", "check"]) == 1
    assert capsys.readouterr().out == "numbers: cannot be computed any more: RuntimeError: the release\n1 difference\n"


def test_a_lock_of_everything_keeps_the_surfaces_and_one_of_a_scenario_leaves_them(tmp_path, capsys):
    """What `lock` has not kept is said by name; `lock NAME` changes one scenario's numbers alone; a second lock changes no byte."""
    write(tmp_path, scenario("langchain"))
    assert main(["--root", str(tmp_path), "lock", "small"]) == 0
    kept = tmp_path / "scenarios/published/libraries.yaml"
    assert not kept.exists()
    capsys.readouterr()
    assert main(["--root", str(tmp_path), "upstream", "check", "--quick"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "langchain.CharacterTextSplitter is not in the lock yet"
    assert main(["--root", str(tmp_path), "lock"]) == 0
    before = kept.read_bytes()
    assert main(["--root", str(tmp_path), "lock"]) == 0
    assert kept.read_bytes() == before
    assert main(["--root", str(tmp_path), "upstream", "check"]) == 0


def test_a_project_without_library_classes_keeps_none_and_loads_none(tmp_path):
    """Where only `fixed` runs there is no surface to keep, and nothing heavy to load for it."""
    write(tmp_path, PLAIN)
    loaded = "import atexit, sys; atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))"
    for words in (("lock",), ("upstream", "check")):
        code, _, said = small_project.offcut(tmp_path, *words, code=loaded)
        assert code == 0
        assert not {"langchain_text_splitters", "llama_index", "tiktoken"} & set(said.split())
    assert not (tmp_path / "scenarios/published/libraries.yaml").exists()


def test_a_second_splitter_is_measured_too():
    """A class that is named under `then` is one of those that the project runs, and `fixed` is none."""
    rows = [
        SplitterRow("a", "a", "langchain.MarkdownHeaderTextSplitter", {"then": {"use": "llamaindex.SentenceSplitter"}}),
        SplitterRow("b", "b", "fixed", {"chunk_size": 10}),
    ]
    scenarios = [Scenario("s", "S", (), tuple(rows), ())]
    assert snapshot.measured(scenarios) == ["langchain.MarkdownHeaderTextSplitter", "llamaindex.SentenceSplitter"]


def test_what_the_article_states_is_watched_where_there_are_claims(tmp_path, capsys):
    """With a list of claims the defaults that the article states are kept beside those of classes."""
    write(tmp_path, PLAIN, claims_yaml="")
    assert main(["--root", str(tmp_path), "lock"]) == 0
    kept = tmp_path / "scenarios/published/libraries.yaml"
    text = kept.read_text("utf-8")
    assert '"langchain.chunk_overlap": "200"' in text
    kept.write_text(text.replace('"langchain.chunk_overlap": "200"', '"langchain.chunk_overlap": "128"'), "utf-8")
    capsys.readouterr()
    assert main(["--root", str(tmp_path), "upstream", "check", "--quick"]) == 1
    said = capsys.readouterr().out.splitlines()[0]
    assert re.fullmatch(r"A\.defaults: langchain\.chunk_overlap was 128, is 200 \(langchain_text_splitters/base\.py:\d+\)", said)


def test_whatever_is_raised_while_a_surface_is_read_is_in_it(monkeypatch):
    """A class or a statement that breaks in a way of its own is told of and stops nothing."""

    def broken(*_):
        raise KeyError("odd")

    monkeypatch.setattr(surfaces, "defaults", broken)
    monkeypatch.setattr(surfaces, "STATED", {"a.claim": broken})
    assert surfaces.surface("langchain.CharacterTextSplitter") == Surface(error="KeyError: 'odd'")
    assert surfaces.claimed() == Surface(parameters={"a.claim": "n/a: KeyError: 'odd'"})
    assert (surfaces.place("A.defaults", "a.claim"), surfaces.place("langchain.CharacterTextSplitter", "separator")) == ("", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("langchain.X: {sauce: a}\n", "published/libraries.yaml:2: langchain.X.sauce: unknown key 'sauce': did you mean source?"),
        (
            "- a\n",
            "published/libraries.yaml:1: the file: ['a'] is a list: give a mapping of names, ",
        ),
        (
            "a: {probes: {x: {cuts: [1]}}}\n",
            "published/libraries.yaml:1: a.probes.x.cuts: [1] is a list: give a mapping of names, each a text",
        ),
    ],
)
def test_a_damaged_file_of_surfaces_is_a_mistake_with_its_place(projects, tmp_path, capsys, text, said):
    """The file is held against its form before anything is compared."""
    shutil.copytree(projects["langchain"], tmp_path / "project")
    head = "# head\n" if "sauce" in text else ""
    (tmp_path / "project/scenarios/published/libraries.yaml").write_text(head + text, "utf-8")
    assert main(["--root", str(tmp_path / "project"), "upstream", "check", "--quick"]) == 2
    assert capsys.readouterr().err.startswith(said)


OLD = Surface(
    "", "a/b.py", {"size": "4", "over": "2"}, {"by default": Probe("", "characters", {"size": "4"}, {"one": "4 4 #0a", "two": "#0b"})}
)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (OLD, []),
        (replace(OLD, parameters={"size": "4", "over": "3"}), ["x.A: over was 2, is 3 (there)"]),
        (replace(OLD, error="gone"), ["x.A cannot be had any more: gone"]),
        (replace(OLD, probes={"by default": Probe("ValueError: no")}), ["x.A: raises ValueError: no (by default)"]),
        (replace(OLD, probes={**OLD.probes, "small": Probe()}), ["x.A: small: not in the lock yet"]),
        (
            replace(OLD, probes={"by default": replace(OLD.probes["by default"], settings={"size": "4", "side": "'end'"})}),
            ["x.A: the side in force was not there, is 'end' (by default)"],
        ),
        (
            replace(OLD, probes={"by default": replace(OLD.probes["by default"], cuts={"one": "4 3 1 #0c", "two": "#0b"})}),
            ["x.A: by default, the text 'one' was cut into 2 chunks and is cut into 3: chunk 2 was 4 characters, is 3 characters"],
        ),
        (
            replace(OLD, probes={"by default": replace(OLD.probes["by default"], cuts={"one": "4 4 5 #0c", "two": "#0b"})}),
            ["x.A: by default, the text 'one' was cut into 2 chunks and is cut into 3: chunk 3 was not there, is 5 characters"],
        ),
        (
            replace(OLD, probes={"by default": replace(OLD.probes["by default"], cuts={"one": "4 4 #0a", "two": "E: no #1"})}),
            ["x.A: by default, the text 'two' gave 0 chunks, and gives E: no #1"],
        ),
    ],
)
def test_two_surfaces_differ_in_sentences(new, said):
    """Each kind of move has its sentence, and the same surface has none."""
    found = moves({"x.A": OLD}, {"x.A": new}, lambda *_: " (there)")
    assert found == ({"x.A": said} if said else {})


def test_what_differs_alike_in_several_settings_is_told_once():
    """A unit that changed under three groups of settings is one sentence; a setting whose parameter was told of is none."""
    before = Surface("", "a.py", {"size": "4"}, {name: Probe("", "characters", {"size": "4"}, {}) for name in "abc"})
    after = Surface("", "a.py", {"size": "5"}, {name: Probe("", "words", {"size": "5" if name == "a" else "4"}, {}) for name in "abc"})
    assert moves({"x": before}, {"x": after}, lambda *_: "")["x"] == [
        "x: size was 4, is 5",
        "x: its sizes counted characters and count words (a, and in 2 other settings)",
    ]


def test_a_class_can_be_had_again_and_a_source_come_back():
    """What was broken when it was locked is told of when it is whole."""
    assert moves({"x": Surface("no")}, {"x": OLD}, lambda *_: "") == {"x": ["x can be had again, and could not before: no"]}
    said = moves({"x": replace(OLD, source="")}, {"x": OLD}, lambda *_: "")["x"]
    assert said == ["x stands in a/b.py; it stood in no source that could be read"]


def test_versions_are_compared_with_every_lock():
    """The interpreter is no library, and what a build can do without is only compared where it is installed."""
    here = version("tiktoken")
    locks = [Lock({"python": "3.9", "tiktoken": "0.1"}), Lock({"tiktoken": here, "nltk": "0.2", "no-such-package": "1"})]
    assert news.versions(locks) == [f"nltk 0.2 became {version('nltk')}", f"tiktoken 0.1 became {here}"]


def test_a_body_stays_short_and_nothing_in_it_is_markdown():
    """Of ten thousand numbers as many are listed as GitHub takes, and the rest are counted; signs, mentions and line ends are code."""
    hostile = "x: sep was '`', is '``@someone <b>|\n# head'"
    text = news.body(
        news.News(["a 1 became 2"], [hostile, "`"], [f"tables/corpus/splitter/measure/{n}: {'long ' * 20}" for n in range(10_000)], ["n"])
    )
    assert len(text.encode()) < 65_536
    assert "- `a 1 became 2`\n" in text
    assert "- ```x: sep was '`', is '``@someone <b>| # head'```\n" in text
    assert "- `` ` ``\n" in text
    listed = len(re.findall(r"^- `tables/", text, re.MULTILINE))
    assert listed > 150
    assert f"- and {10_000 - listed:,} more, listed by `offcut upstream check`\n" in text
    assert len(news.code("y" * 5_000)) == 1_000 + len("``...")
    assert news.body(news.News([], [], [], [])) == "Nothing moved.\n"


def test_a_scenario_without_a_lock_is_told(tmp_path, capsys):
    """Nothing differs from what was never published, and that is no good news."""
    write(tmp_path)
    assert main(["--root", str(tmp_path), "upstream", "check", "--quick"]) == 0
    assert "small: not published yet; publish with: offcut lock small" in capsys.readouterr().out.splitlines()


PINS = '[project]\ndependencies = [\n  "mkdocs==1.6.1",\n  "tiktoken==0.0.1", # measured\n  \'nltk==0.0.2\',\n  "numpy>=2.2",\n]\n'


def test_pins_follow_what_is_installed_and_nothing_else_changes(tmp_path, capsys):
    """Exact pins of what could move a number are listed and moved; another tool's pin, a range and a comment stay."""
    write(tmp_path)
    file = tmp_path / "pyproject.toml"
    file.write_text(PINS, "utf-8")
    assert main(["--root", str(tmp_path), "upstream", "list"]) == 0
    assert capsys.readouterr().out == "tiktoken\nnltk\n"
    assert main(["--root", str(tmp_path), "upstream", "pin"]) == 0
    new = {name: version(name) for name in ("tiktoken", "nltk")}
    assert capsys.readouterr().out == f"tiktoken==0.0.1 became tiktoken=={new['tiktoken']}\nnltk==0.0.2 became nltk=={new['nltk']}\n"
    assert file.read_text("utf-8") == PINS.replace("0.0.1", new["tiktoken"]).replace("0.0.2", new["nltk"])
    assert main(["--root", str(tmp_path), "upstream", "pin"]) == 0
    assert capsys.readouterr().out == "every pin is as installed\n"


EXTRAS = """\
[project]
dependencies = ["tiktoken==0.0.1"]

[project.optional-dependencies]
haystack = ["haystack-ai==0.0.3"]
dev = ["pytest==1", 'haystack-ai==0.0.3']
"""


def test_the_pin_of_an_extra_moves_in_every_place(tmp_path, capsys):
    """It is listed once, and stands in the extra and among what the tests want; both follow."""
    write(tmp_path)
    file = tmp_path / "pyproject.toml"
    file.write_text(EXTRAS, "utf-8")
    assert main(["--root", str(tmp_path), "upstream", "list"]) == 0
    assert capsys.readouterr().out == "tiktoken\nhaystack-ai\n"
    assert main(["--root", str(tmp_path), "upstream", "pin"]) == 0
    assert file.read_text("utf-8") == EXTRAS.replace("0.0.1", version("tiktoken")).replace("0.0.3", version("haystack-ai"))


def test_the_pin_of_an_extra_that_is_not_installed_stays(tmp_path, monkeypatch):
    """What an ordinary build has not cannot say what to pin, and is no reason to leave the others where they are."""
    (tmp_path / "pyproject.toml").write_text(EXTRAS, "utf-8")
    monkeypatch.setattr(pins, "packages", lambda _: {"haystack-ai": ""})
    new = version("tiktoken")
    assert pins.move(tmp_path) == [f"tiktoken==0.0.1 became tiktoken=={new}", "haystack-ai==0.0.3 stays, for it is not installed here"]
    assert (tmp_path / "pyproject.toml").read_text("utf-8") == EXTRAS.replace("0.0.1", new)


def test_the_measured_extra_is_followed():
    """The project's own list names it, so that the workflow installs its newest release."""
    assert "haystack-ai" in pins.pinned(ROOT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "pyproject.toml: there is no such file: put it there or correct its name"),
        ("[project\n", "pyproject.toml: has no list of dependencies under project (TOMLDecodeError: "),
        (
            '[project]\ndependencies = ["mkdocs==1"]\n',
            "pyproject.toml: pins no measured library: write one under dependencies as NAME==VERSION",
        ),
        (
            '[project]\ndependencies = ["tiktoken==0.0.1", "tiktoken==0.0.2"]\n',
            "pyproject.toml: pins tiktoken to 0.0.1 and 0.0.2: keep one",
        ),
        (
            EXTRAS.replace("'haystack-ai==0.0.3'", "'haystack-ai==0.0.4'"),
            "pyproject.toml: pins haystack-ai to 0.0.3 and 0.0.4: keep one",
        ),
        (
            EXTRAS.replace("'haystack-ai==0.0.3'", '"haystack-ai\\u003d=0.0.3"'),
            'pyproject.toml: the pin of haystack-ai could not be moved: write it out as "haystack-ai==0.0.3", without escapes',
        ),
        (
            "[project]\ndependencies = []\noptional-dependencies = 5\n",
            "pyproject.toml: has no list of dependencies under project (AttributeError: ",
        ),
        (
            '[project]\ndependencies = ["tiktoken\\u003d=0.0.1"]\n',
            'pyproject.toml: the pin of tiktoken could not be moved: write it out as "tiktoken==0.0.1", without escapes',
        ),
        ("[project]\ndependencies = 5\n", "pyproject.toml: has no list of dependencies under project (TypeError: "),
    ],
)
def test_pins_that_are_not_there_are_a_mistake(tmp_path, capsys, text, said):
    """The file and the remedy are named."""
    write(tmp_path)
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    assert main(["--root", str(tmp_path), "upstream", "pin"]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_a_pin_of_what_is_not_installed_is_a_mistake(tmp_path, monkeypatch):
    """Nothing is written where one of the pins cannot follow."""
    (tmp_path / "pyproject.toml").write_text(PINS, "utf-8")
    monkeypatch.setattr(pins.provenance, "versions", lambda: {"tiktoken": "9"})
    with pytest.raises(Mistake, match="nltk is pinned and not installed: install it, or take its pin out"):
        pins.move(tmp_path)
    assert (tmp_path / "pyproject.toml").read_text("utf-8") == PINS
