"""YAML read strictly: what it could hide or mean otherwise is refused with its line."""

import pytest

from generators import marked_yaml
from generators.mistake import Mistake


def refused(text):
    """What is said of a text that cannot be read, or of its form."""
    try:
        file = marked_yaml.parse(text, "f.yaml")
    except Mistake as mistake:
        return list(mistake.lines)
    return list(file.sentences(file.faults))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f.yaml: the file is empty: write it, or delete it"),
        ("# only a comment\n", "f.yaml: the file is empty: write it, or delete it"),
        ("a: 1\nb: 2\na: 3\n", "f.yaml:1: a: the key stands twice, again on line 3: keep one"),
        ("a:\n  b: 1\n  'b': 2\n", "f.yaml:2: a.b: the key stands twice, again on line 3: keep one"),
        ("a: &x 1\nb: *x\n", "f.yaml:2: this is not YAML that can be read: *x repeats a value: write it out"),
        (
            "a:\n\tb: 1\n",
            r"f.yaml:2: this is not YAML that can be read: while scanning for the next token, found character '\t' that cannot start "
            "any token: indent with blanks, not with tabs",
        ),
        (
            "a: [1, 2\n",
            "f.yaml:1: this is not YAML that can be read: while parsing a flow sequence, expected ',' or ']', but got '<stream end>': "
            "close every bracket",
        ),
        (
            "a: 1\n---\nb: 2\n",
            "f.yaml:2: this is not YAML that can be read: expected a single document in the stream, but found another document",
        ),
        ("a: 1\nb: \0\n", "f.yaml:2: holds the character U+0000, which YAML does not allow: remove it"),
        ("a: \x1b[31m\n", "f.yaml:1: holds the character U+001B, which YAML does not allow: remove it"),
        ("a: " + "[" * 5000, "f.yaml:1: this is not YAML that can be read: it is nested more than 40 levels deep"),
        (
            "a: !!python/object/apply:os.system [ls]\n",
            "f.yaml:1: a: the tag 'tag:yaml.org,2002:python/object/apply:os.system' is not read: write a plain value",
        ),
        ("a: !mine x\n", "f.yaml:1: a: the tag '!mine' is not read: write a plain value"),
        ("a: !!set {x}\n", "f.yaml:1: a: the tag 'tag:yaml.org,2002:set' is not read: write a plain value"),
        ("a: !!binary aGk=\n", "f.yaml:1: a: the tag 'tag:yaml.org,2002:binary' is not read: write a plain value"),
        (
            'a:\n  b: "\\ud83d\\ude00"\n',
            r"f.yaml:2: a.b: '\ud83d\ude00' holds half of a surrogate pair: write the character itself, in UTF-8",
        ),
        ('"\\ud800": 1\n', "f.yaml:1: the file: the key on line 1 is no plain word: write one"),
        ("? [a, b]\n: 1\n", "f.yaml:1: the file: the key on line 1 is no plain word: write one"),
        ("a: 010\n", "f.yaml:1: a: '010' is no plain int: write it in decimal digits, or in quotes if it is a text"),
        ("a: 1:30\n", "f.yaml:1: a: '1:30' is no plain int: write it in decimal digits, or in quotes if it is a text"),
        ("a: 1_000\n", "f.yaml:1: a: '1_000' is no plain int: write it in decimal digits, or in quotes if it is a text"),
        ("a: .nan\n", "f.yaml:1: a: '.nan' is no plain float: write it in decimal digits, or in quotes if it is a text"),
        ("a: -.inf\n", "f.yaml:1: a: '-.inf' is no plain float: write it in decimal digits, or in quotes if it is a text"),
        ("a: 1e400\n", "f.yaml:1: a: '1e400' is no plain float: write it in decimal digits, or in quotes if it is a text"),
        ("a: !!int abc\n", "f.yaml:1: a: 'abc' is no plain int: write it in decimal digits, or in quotes if it is a text"),
        ("a: !!bool maybe\n", "f.yaml:1: a: 'maybe' is no plain bool: write it in decimal digits, or in quotes if it is a text"),
    ],
)
def test_what_is_refused(text, said):
    """Each with its line, its place and what to do."""
    assert refused(text) == [said]


QUOTED = "this is not YAML that can be read: while scanning a quoted scalar, found unexpected"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a: 1\ntitle: "What\n' + "b: 2\n" * 13, f"f.yaml:2: {QUOTED} end of stream: close the quotes that open here"),
        ("a: 1\ntitle: 'What\n---\nb: 2\n", f"f.yaml:2: {QUOTED} document separator: close the quotes that open here"),
        (
            "a: [1,\n  {b: 2,\n\n\n",
            "f.yaml:2: this is not YAML that can be read: while parsing a flow node, expected the node content, but found "
            "'<stream end>': close every bracket",
        ),
    ],
)
def test_what_is_never_closed_is_told_where_it_stands(text, said):
    """At the end of the file, where it is found out, there is nothing to put right, and maybe no such line."""
    assert refused(text) == [said]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("within", ["\u2028", "\u2029", "\x85"])
def test_lines_are_those_of_an_editor(end, within):
    """Whatever of the three ends them; what YAML takes for a line end within a text is none; the fault stands on line 3 of any kind."""
    begun = end.join([f'a: "x{within}y"', "b: 1", "c: "])
    assert refused(f"{begun}!mine x{end}") == ["f.yaml:3: c: the tag '!mine' is not read: write a plain value"]
    assert refused(f"{begun}\x1b{end}") == ["f.yaml:3: holds the character U+001B, which YAML does not allow: remove it"]
    assert refused(f"{begun}*d{end}") == ["f.yaml:3: this is not YAML that can be read: *d repeats a value: write it out"]
    assert refused(f"{begun}1{end}a: 2{end}") == ["f.yaml:1: a: the key stands twice, again on line 4: keep one"]


def test_a_number_of_five_thousand_digits_is_shortened():
    """Python itself refuses to read it; the message stays on one screen."""
    (said,) = refused("a: " + "9" * 5000)
    assert said.startswith("f.yaml:1: a: '9999")
    assert "(5,002 characters) is no plain int" in said
    assert len(said) < 200


def test_values_come_as_they_are_meant():
    """A byte order mark is no part of a key; dates stay texts; YAML 1.1's 1e-3 is a number here."""
    text = "\ufefftitle: Größe 表\nday: 2024-01-01\nshare: 1e-3\nsize: +5\nnothing: ~\nyes: yes\nquoted: '010'\nmark: \"\\0\"\n"
    assert marked_yaml.parse(text, "f").data == {
        "title": "Größe 表", "day": "2024-01-01", "share": 0.001, "size": 5, "nothing": None, "yes": True, "quoted": "010", "mark": "\0",
    }  # fmt: skip


def test_lines_and_written_scalars():
    """The line of a key is where the key stands, even if its value begins on the next; scalars are kept as written."""
    file = marked_yaml.parse("a:\n  b:\n    - 1.50\n    - x\n", "f.yaml")
    assert file.lines == {(): 1, ("a",): 1, ("a", "b"): 2, ("a", "b", 0): 3, ("a", "b", 1): 4}
    assert file.written == {("a", "b", 0): "1.50", ("a", "b", 1): "x"}
    assert file.fault((("a", "b", 7, "z"), "gone")) == "f.yaml:2: a.b.7.z: gone"


def test_sentences_come_in_the_order_of_the_file_without_what_follows_from_an_unread_value():
    """The fault of line 1 first, whatever was found first; of a value that could not be read, only that."""
    file = marked_yaml.parse("a: 1\nb: !mine x\nc: 3\n", "f.yaml")
    assert list(file.sentences([(("c",), "third"), (("b",), "is empty"), (("a",), "first"), *file.faults])) == [
        "f.yaml:1: a: first",
        "f.yaml:2: b: the tag '!mine' is not read: write a plain value",
        "f.yaml:3: c: third",
    ]


def test_a_key_that_is_no_word_hides_nothing_beside_it():
    """What stands under other keys, or is missing, is told as well; a mapping of nothing else is not said to be empty."""
    file = marked_yaml.parse("? [a]\n: b\nc: 1\nd:\n  ? [e]\n  : f\n", "f.yaml")
    assert list(file.sentences([*file.faults, (("c",), "is odd"), ((), "lacks g"), (("d",), "is empty")])) == [
        "f.yaml:1: the file: the key on line 1 is no plain word: write one",
        "f.yaml:1: the file: lacks g",
        "f.yaml:3: c: is odd",
        "f.yaml:4: d: the key on line 5 is no plain word: write one",
    ]


@pytest.mark.parametrize("tag", ["!!python/name:os.system", "!!binary", "!!int", "!!null", "!mine"])
def test_a_tag_on_a_key_is_refused(tag):
    """It is told where tags on values are, and what stands under the key is read for what else may be wrong."""
    file = marked_yaml.parse(f"a: 1\n{tag} b: {{c: !mine d, e: 1}}\n", "f.yaml")
    named = tag.replace("!!", "tag:yaml.org,2002:")
    assert list(file.sentences([*file.faults, (("b", "e"), "is odd")])) == [
        f"f.yaml:2: b: the tag '{named}' of the key is not read: write a plain word",
        "f.yaml:2: b.c: the tag '!mine' is not read: write a plain value",
        "f.yaml:2: b.e: is odd",
    ]


@pytest.mark.parametrize("key", ["5", "yes", "2024-01-01", "1.5", "~", "<<", "=", "'5'", "!!str 5", "!!int 5"])
def test_a_key_is_a_word_whatever_yaml_takes_it_for(key):
    """A number or a date without a tag, or with the one that it has anyway, is the word that stands there."""
    assert marked_yaml.parse(f"{key}: 1\n", "f.yaml") == marked_yaml.parse(f"'{key.split()[-1].strip(chr(39))}': 1\n", "f.yaml")


def test_a_hostile_key_is_shown_inert():
    """A line end or an escape in a key breaks no line of the terminal."""
    assert refused('"a\\nb\\x1b[31m": 1\n"a\\nb\\x1b[31m": 2\n') == [
        r"f.yaml:1: 'a\nb\x1b[31m': the key stands twice, again on line 2: keep one"
    ]


def test_a_file_that_is_no_text(tmp_path):
    """A missing file, a folder, and the first byte that is not UTF-8: after `title: K` (8 bytes) comes the ö of Latin-1."""
    (tmp_path / "latin.yaml").write_bytes("title: König".encode("latin-1"))
    with pytest.raises(Mistake, match=r"^latin: byte 8 is 0xf6, which is not UTF-8: convert the file, for example with `iconv -t UTF-8`$"):
        marked_yaml.read(tmp_path / "latin.yaml", "latin")
    with pytest.raises(Mistake, match=r"^none: there is no such file: put it there or correct its name$"):
        marked_yaml.read(tmp_path / "none.yaml", "none")
    with pytest.raises(Mistake, match=r"^folder: is a folder: name a file in it$"):
        marked_yaml.read(tmp_path, "folder")
    (tmp_path / "half.yaml").write_bytes(b"a: \xed\xa0\x80")
    with pytest.raises(Mistake, match=r"^half: byte 3 is 0xed, which is not UTF-8"):
        marked_yaml.read(tmp_path / "half.yaml", "half")
