"""Questions in a scenario: where their answers stand, every mistake in them with its remedy, and nothing matched loosely."""

import hashlib
import re
import unicodedata
from collections import Counter

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT
from small_project import load, mistakes, results, run, values, write

from generators import scenario
from generators.cache import Cache
from generators.corpora import Context
from generators.corpora import load as load_corpus
from generators.corpora.answer_places import place
from generators.corpora.nearby import beginning, nearby
from generators.corpus import KINDS, Question
from generators.mistake import Mistake
from generators.scenario_reference import QUESTIONS_EXAMPLE, QUESTIONS_FILE_EXAMPLE, scenario_keys, scenario_schema

# "Gates shut at nine." fills [0, 19), "Keys go to the desk." [20, 40), and the first sentence stands again at [41, 60).
HOUSE = "Gates shut at nine. Keys go to the desk. Gates shut at nine."
PARIS = "Le café “Zoë” ouvre\nà 7\u202fh. Fermé le lundi."

HEAD = """\
title: Questions
corpora:
  house:
    texts:
      house.md: "Gates shut at nine. Keys go to the desk. Gates shut at nine."
      paris.md: "Le café “Zoë” ouvre\\nà 7\\u202fh. Fermé le lundi."
"""
TAIL = """\
splitters:
  whole: {use: fixed, chunk_size: 100}
measures: [answers_contained, answers_cut]
"""


def asked(*questions):
    """The scenario with these questions, the first on line 8."""
    return f"{HEAD}    questions:\n" + "".join(f"      - {question}\n" for question in questions) + TAIL


def of_file(name="q.yaml"):
    """The scenario whose questions stand in a file, named on line 7."""
    return f"{HEAD}    questions: {name}\n{TAIL}"


def keys(text):
    """A question about the keys of the house, with other keys after its text."""
    return f'{{id: keys, document: house.md, text: "Where?", {text}}}'


def loaded(folder, text, **files):
    """The questions of each document, as the corpus has them."""
    corpus = load(folder, text, **files).corpora[0].load()
    return {document.name: document.questions for document in corpus.documents}


KEYS = Question("keys", "Where?", ((20, 40),))


@pytest.mark.parametrize(
    "answer",
    [
        "answer: Keys go to the desk.",
        "answer: {text: Keys go to the desk.}",
        "answer: {text: Keys go to the desk., start: 20}",
        "answer: {text: Keys go to the desk., span: [20, 40]}",
        "answer: {span: [20, 40]}",
        "answers: [Keys go to the desk.]",
    ],
)
def test_an_answer_is_given_in_any_form(tmp_path, answer):
    """By its text where that stands once, by its text and where it starts, by its span, or by both."""
    assert loaded(tmp_path, asked(keys(answer))) == {"house.md": (KEYS,), "paris.md": ()}


def test_several_answers_and_several_documents(tmp_path):
    """Answers keep their order, and questions go to the documents that they name; a text that stands twice is told by its start."""
    found = loaded(
        tmp_path,
        asked(
            '{id: both, document: house.md, text: "Both?", answers: [{text: Gates shut at nine., start: 41}, Keys go to the desk.]}',
            '{id: paris, document: paris.md, text: "Quand?", answer: "7\\u202fh"}',
            keys("answer: Keys go to the desk."),
        ),
    )
    assert found == {
        "house.md": (Question("both", "Both?", ((41, 60), (20, 40))), KEYS),
        "paris.md": (Question("paris", "Quand?", ((22, 25),)),),
    }


def test_questions_of_files_and_in_a_file(tmp_path):
    """Offsets count the text as the file has it, CRLF as two characters; the only document needs no name."""
    text = f"title: x\ncorpora:\n  own: {{files: [fees.md], questions: q.yaml}}\n{TAIL}"
    listed = '- {id: fee, text: "When?", answer: Pay in ten days.}\n'
    found = loaded(tmp_path, text, fees_md=b"# Fees\r\n\r\nPay in ten days.\r\n", q_yaml=listed)
    assert found == {"fees.md": (Question("fee", "When?", ((10, 26),)),)}


def test_a_question_may_say_its_kind(tmp_path):
    """It is one word, and empty where none is said."""
    found = loaded(
        tmp_path, asked(keys("kind: fact, answer: Keys go to the desk."), keys("kind: , answer: Keys go").replace("id: keys", "id: other"))
    )
    assert [question.kind for question in found["house.md"]] == ["fact", ""]


def test_the_sites_own_questions_are_of_every_kind():
    """Ten or more of each over all texts, 120 or more in all, and each says its kind; an id that begins with one begins with its own."""
    files = sorted((ROOT / "scenarios" / "corpora").glob("*.questions.yaml"))
    asked = [row for path in files for row in yaml.safe_load(path.read_text("utf-8"))]
    kinds = Counter(row["kind"] for row in asked)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 10
    assert kinds.total() >= 120
    assert [row["id"] for row in asked if (begun := row["id"].partition("-")[0]) in KINDS and begun != row["kind"]] == []


LISTED = '- {id: gates, text: "When?", answer: {text: Gates shut at nine., start: 0}}\n'
FERME = '- {id: ferme, text: "Quand?", answer: le lundi}\n'


def test_a_file_of_questions_for_each_document(tmp_path):
    """Each asks its own document, in the order of both, without naming it."""
    found = loaded(tmp_path, of_file("[h.yaml, p.yaml]"), h_yaml=LISTED, p_yaml=FERME)
    assert found == {"house.md": (Question("gates", "When?", ((0, 19),)),), "paris.md": (Question("ferme", "Quand?", ((33, 41),)),)}


@pytest.mark.parametrize(
    ("names", "first", "second", "said"),
    [
        ("[h.yaml]", LISTED, FERME, ["names 1 file for 2 documents: name one for each, in their order"]),
        ("[h.yaml, gone.yaml]", LISTED, FERME, ["'gone.yaml': there is no such file"]),
        (
            "[h.yaml, p.yaml]",
            FERME,
            FERME,
            [
                "h.yaml:1: 0.answer: 'le lundi' does not stand in 'house.md'",
                "p.yaml:1: 0.id: 'ferme' is also the id of question 0 of h.yaml: rename one",
            ],
        ),
        (
            "[h.yaml, p.yaml]",
            LISTED,
            FERME.replace("id:", "document: house.md, id:"),
            ["p.yaml:1: 0.document: there is no document 'house.md' in this corpus"],
        ),
        ("[h.yaml, 9]", LISTED, FERME, ["'h.yaml' is a text: give a mapping with `id`", "9 is a whole number: give a mapping with `id`"]),
    ],
)
def test_files_of_questions_that_do_not_fit(tmp_path, names, first, second, said):
    """As many files as documents, each of questions on its own, with ids that differ throughout."""
    found = mistakes(tmp_path, of_file(names), h_yaml=first, p_yaml=second)
    assert len(found) == len(said)
    for line, begun in zip(found, said, strict=True):
        assert begun in line


def test_a_changed_file_among_several_is_run_again(tmp_path):
    """The cache knows the bytes of each: the answer at [33, 41) is cut in chunks of ten characters, that at [33, 35) is not."""
    text = of_file("[h.yaml, p.yaml]").replace("chunk_size: 100", "chunk_size: 10")
    cut = [values(results(tmp_path, text, h_yaml=LISTED, p_yaml=listed)) for listed in (FERME, FERME.replace("le lundi", "le"))]
    assert [found["house/whole/answers_cut"] for found in cut] == [2, 1]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        # A text alone has to stand in one place, sign for sign.
        (
            "answer: Gates shut at nine.",
            "answer: 'Gates shut at nine.' stands in 'house.md' 2 times, at [0, 19), at [41, 60): "
            "give the `start` of the one that is meant",
        ),
        (
            "answer: e",
            "answer: 'e' stands in 'house.md' 7 times, at [3, 4), at [17, 18), at [21, 22) and 4 more: "
            "give the `start` of the one that is meant",
        ),
        (
            "answer: Keys go to the dean.",
            "answer: 'Keys go to the dean.' does not stand in 'house.md'; only its beginning does, at [20, 37), "
            "where 'Keys go to the desk. Gates shut at ni' stands: write it just as it stands there",
        ),
        (
            "answer: Zebras",
            "answer: 'Zebras' does not stand in 'house.md'; nothing like it does, and the text as it was read begins "
            f"{HOUSE[:60]!r}: write it just as it stands there",
        ),
        # A text with its place has to stand there.
        (
            "answer: {text: Keys go to the, span: [19, 33]}",
            "answer: 'Keys go to the' is not what stands at [19, 33) of 'house.md', ' Keys go to th'; the text stands at [20, 34): "
            "correct the text or the place",
        ),
        (
            "answer: {text: Gates shut at nine., start: 40}",
            "answer: 'Gates shut at nine.' is not what stands at [40, 59) of 'house.md', ' Gates shut at nine'; "
            "the text stands at [41, 60): correct the text or the place",
        ),
        (
            "answer: {text: keys go, start: 20}",
            "answer: 'keys go' is not what stands at [20, 27) of 'house.md', 'Keys go'; the nearest is 'Keys go' at [20, 27), "
            "which differs in case: correct the text or the place",
        ),
        # A place has to be one, within the document.
        (
            "answer: {span: [20, 400]}",
            "answer: at [20, 400) is outside 'house.md', which has 60 characters and ends in ' Gates shut at nine.': correct the place",
        ),
        (
            "answer: {text: Keys go, start: 58}",
            "answer: at [58, 65) is outside 'house.md', which has 60 characters and ends in ' Gates shut at nine.'; "
            "the text stands at [20, 27): correct the place",
        ),
        ("answer: {span: [19, 20]}", "answer: only blanks stand at [19, 20) of 'house.md', ' ': correct the place"),
        ("answer: {span: [40, 20]}", "answer: [40, 20] is no span: give [start, end], the end after the start"),
        ("answer: {span: [20, 20]}", "answer: [20, 20] is no span: give [start, end], the end after the start"),
        ("answer: {span: [20]}", "answer: [20] is no span: give [start, end], the end after the start"),
        ("answer: {span: [-1, 4]}", "answer.span.0: -1 is out of range: give a whole number from 0"),
        # An answer has to be there, once.
        ("answer: '  '", "answer: '  ' is no answer: give at least one character that is no blank"),
        ("answer: {start: 4}", "answer: has no text: give its `text`, or its `span: [start, end]`"),
        ("answer: {}", "answer: has no text: give its `text`, or its `span: [start, end]`"),
        ("answer: {text: a, start: 1, span: [1, 2]}", "answer: has both `start` and `span`: keep one"),
        ("answer: 9", "answer: 9 is a whole number: give a text or a mapping with `text`, `start`, `span`"),
        ("answer: {txt: a}", "answer.txt: unknown key 'txt': did you mean text?"),
        ("answers: []", "answers: is empty: give at least one answer"),
        ("answers: [Keys go to the desk., Zoe]", "answers.1: 'Zoe' does not stand in 'house.md'; nothing like it does"),
        ("", ": has no answer: give its `answer`, or its `answers` where several are needed"),
        ("answer:", ": has no answer: give its `answer`, or its `answers` where several are needed"),
        ("answer: a, answers: [b]", ": has both `answer` and `answers`: keep one"),
    ],
)
def test_a_wrong_answer(tmp_path, answer, said):
    """One mistake, with its line, its place, what stands there and the nearest place where the answer does stand."""
    (line,) = mistakes(tmp_path, asked(keys(answer)))
    assert line.startswith(f"8: corpora.house.questions.0{'' if said.startswith(':') else '.'}{said}")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            '{id: a, document: hose.md, text: "x?", answer: y}',
            ".document: there is no document 'hose.md' in this corpus: did you mean house.md?",
        ),
        ('{id: a, text: "x?", answer: y}', ": does not say which document it asks: name its `document`, one of 'house.md', 'paris.md'"),
        (
            '{id: A b, document: house.md, text: "x?", answer: Keys}',
            ".id: 'A b' becomes part of ids: use at most 80 lower-case letters, digits, '-', '_', '.'",
        ),
        ("{id: a, document: house.md, text: ' ', answer: Keys}", ".text: is empty: say what is asked"),
        ("{document: house.md, text: x, answer: Keys}", ": the key 'id' is missing: give a text"),
        ("[a]", ": ['a'] is a list: give a mapping with `id`, `text`, `kind`, `document`, `answer`, `answers`"),
        (
            '{id: a, document: house.md, text: "x?", kind: tabel, answer: Keys}',
            ".kind: 'tabel' is none of `fact`, `table`, `procedure`, `exception`, `pronoun`, `code` (the kinds of question): "
            "did you mean table?",
        ),
        ('{id: a, document: house.md, text: "x?", kind: [fact], answer: Keys}', ".kind: ['fact'] is a list: give one of `fact`, `table`,"),
    ],
)
def test_a_wrong_question(tmp_path, question, said):
    """What is wrong beside the answer."""
    (line,) = mistakes(tmp_path, asked(question))
    assert line.startswith(f"8: corpora.house.questions.0{said}")


@pytest.mark.parametrize(
    ("answer", "there", "span", "why"),
    [
        ("cafe\u0301", "café", "[3, 7)", "Unicode form ('cafe\\u0301' in NFD for 'caf\\xe9' in NFC)"),
        ('"Zoë"', "“Zoë”", "[8, 13)", "quotation marks"),
        ("ouvre à 7 h", "ouvre\nà 7\u202fh", "[14, 25)", "line breaks, kinds of blanks"),
        ("FERMÉ LE LUNDI", "Fermé le lundi", "[27, 41)", "case"),
        ("Le  café", "Le café", "[0, 7)", "runs of blanks"),
        ("Fer\u00admé", "Fermé", "[27, 32)", "invisible characters"),
    ],
)
def test_an_answer_in_another_spelling(tmp_path, answer, there, span, why):
    """It is never taken for the one in the document: both are shown, with the place and in what they differ, alone and with a start."""
    (alone,) = mistakes(tmp_path, asked(f'{{id: q, document: paris.md, text: "?", answer: {yaml_text(answer)}}}'))
    assert alone == (
        f"8: corpora.house.questions.0.answer: {answer!r} does not stand in 'paris.md'; the nearest is {there!r} at {span}, "
        f"which differs in {why}: write it just as it stands there"
    )
    start = span[1:].partition(",")[0]
    (at_place,) = mistakes(
        tmp_path, asked(f'{{id: q, document: paris.md, text: "?", answer: {{text: {yaml_text(answer)}, start: {start}}}}}')
    )
    assert f"; the nearest is {there!r} at {span}, which differs in {why}: correct the text or the place" in at_place


def yaml_text(text):
    """A text as YAML has it in double quotes, which keep every sign."""
    return yaml.safe_dump(text, default_style='"', width=1000).strip()


def test_every_mistake_is_told_at_once(tmp_path):
    """In the order of the file; questions with a mistake hide none of the others."""
    found = mistakes(
        tmp_path,
        asked(keys("answer: Zebras"), keys("answer: Keys"), "{id: odd, document: x.md, text: 'x?'}", keys("answer: 9")),
    )
    begun = [
        "8: corpora.house.questions.0.answer: 'Zebras' does not stand in 'house.md'",
        "9: corpora.house.questions.1.id: 'keys' is also the id of question 0",
        "10: corpora.house.questions.2: has no answer",
        "10: corpora.house.questions.2.document: there is no document 'x.md' in this corpus",
        "11: corpora.house.questions.3.id: 'keys' is also the id of question 0",
        "11: corpora.house.questions.3.answer: 9 is a whole number",
    ]
    assert [line[: len(start)] for line, start in zip(found, begun, strict=True)] == begun


def test_a_fault_of_form_hides_none_of_content(tmp_path):
    """A kind, a span or an id that cannot be read is told with what is wrong in the rest of its question, and of each answer."""
    found = mistakes(
        tmp_path,
        asked(
            '{id: b, document: house.md, text: "", answers: [Keys, {span: [-1, 5]}, Zebras], kind: x}',
            '{id: 4, document: x.md, text: "?", answers: [{span: [-5, 12]}, {span: [5, 5]}, {span: [1, 2, 3]}, {text: " "}, ""]}',
            "b",
            '{id: b, document: 5, text: "?", answer: {text: " ", start: 1, span: [-1, 2]}}',
        ),
    )
    begun = [
        "8: corpora.house.questions.0.text: is empty",
        "8: corpora.house.questions.0.answers.1.span.0: -1 is out of range",
        "8: corpora.house.questions.0.answers.2: 'Zebras' does not stand in 'house.md'",
        "8: corpora.house.questions.0.kind: 'x' is none of",
        "9: corpora.house.questions.1.id: 4 is a whole number",
        "9: corpora.house.questions.1.document: there is no document 'x.md'",
        "9: corpora.house.questions.1.answers.0.span.0: -5 is out of range",
        "9: corpora.house.questions.1.answers.1: [5, 5] is no span",
        "9: corpora.house.questions.1.answers.2: [1, 2, 3] is no span",
        "9: corpora.house.questions.1.answers.3: ' ' is no answer",
        "9: corpora.house.questions.1.answers.4: '' is no answer",
        "10: corpora.house.questions.2: 'b' is a text",
        "11: corpora.house.questions.3.id: 'b' is also the id of question 0",
        "11: corpora.house.questions.3.document: 5 is a whole number",
        "11: corpora.house.questions.3.answer: ' ' is no answer",
        "11: corpora.house.questions.3.answer: has both `start` and `span`",
        "11: corpora.house.questions.3.answer.span.0: -1 is out of range",
    ]
    assert [line[: len(start)] for line, start in zip(found, begun, strict=True)] == begun


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("[Keys, Keys, desk]", "answers.1: 'Keys' stands twice, at [20, 24): keep one"),
        ("[{span: [0, 7]}, Keys, {span: [0, 7]}]", "answers.2: {'span': [0, 7]} stands twice, at [0, 7): keep one"),
        ("[Keys, {text: Keys, start: 20}]", "answers.1: {'text': 'Keys', 'start': 20} stands twice, at [20, 24): keep one"),
        ("[Keys, {span: [20, 25]}]", "answers.1: {'span': [20, 25]} stands twice, at [20, 25): keep one"),
    ],
)
def test_an_answer_that_stands_twice(tmp_path, answers, said):
    """In whatever form, and with blanks at its ends: it would count twice in every measure of answers."""
    assert mistakes(tmp_path, asked(keys(f"answers: {answers}"))) == [f"8: corpora.house.questions.0.{said}"]


def test_the_same_words_in_two_places_are_two_answers(tmp_path):
    """Only what stands in one place stands twice."""
    both = "answers: [{text: Gates, start: 0}, {text: Gates, start: 41}]"
    assert loaded(tmp_path, asked(keys(both)))["house.md"][0].answers == ((0, 5), (41, 46))


def test_what_yaml_made_of_an_inline_text_is_shown(tmp_path):
    """A folded text has blanks where the file has line ends: offsets count in what was read, and that is what the mistake shows."""
    text = 'title: x\ncorpora:\n  own:\n    texts:\n      one: "first\n        second"\n    questions:\n'
    (line,) = mistakes(tmp_path, f'{text}      - {{id: a, text: "?", answer: {{text: "first\\nsecond", start: 0}}}}\n{TAIL}')
    assert line == (
        "8: corpora.own.questions.0.answer: 'first\\nsecond' is not what stands at [0, 12) of 'one', 'first second'; "
        "the nearest is 'first second' at [0, 12), which differs in line breaks: correct the text or the place"
    )


def test_mistakes_of_a_file_of_questions_bear_its_lines(tmp_path):
    """The scenario's line comes first, then the file with its own."""
    listed = (
        '- {id: a, document: house.md, text: "x?",\n   answer: Zebras}\n- {id: 4}\n- {id: a, document: paris.md, text: "x?", answer: Zo}\n'
    )
    found = mistakes(tmp_path, of_file(), q_yaml=listed)
    assert [line.removeprefix("7: corpora.house.questions: q.yaml:")[:38] for line in found] == [
        "2: 0.answer: 'Zebras' does not stand i",
        "3: 1: the key 'text' is missing: give ",
        "3: 1: does not say which document it a",
        "3: 1: has no answer: give its `answer`",
        "3: 1.id: 4 is a whole number: give a t",
        "4: 2.id: 'a' is also the id of questio",
    ]


@pytest.mark.parametrize(
    ("name", "listed", "said"),
    [
        ("gone.yaml", "[]", "'gone.yaml': there is no such file: put it there or correct its name"),
        ("/q.yaml", "[]", "'/q.yaml' is a place of this machine: name it from the scenario's folder"),
        ("q.yaml", "", "q.yaml: the file is empty: write it, or delete it"),
        ("q.yaml", "[]", "q.yaml:1: the file: is empty: list at least one question, or leave the key out"),
        ("q.yaml", "a: b", "q.yaml:1: the file: {'a': 'b'} is a mapping: give a list, each a mapping with `id`,"),
        ("q.yaml", "- [a", "q.yaml:1: this is not YAML that can be read"),
        ("q.yaml", b"\xff", "'q.yaml': byte 0 is 0xff, which is not UTF-8"),
        ("", "", "is empty: list at least one question, or leave the key out"),
        ("[]", "", "is empty: list at least one question, or leave the key out"),
        ("9", "", "9 is a whole number: give the name of a file of questions or a list of questions or a list of the names of such"),
    ],
)
def test_questions_that_cannot_be_read(tmp_path, name, listed, said):
    """A file that is not there, no list, empty or no YAML; and a key with nothing behind it."""
    (line,) = mistakes(tmp_path, of_file(name), q_yaml=listed)
    assert line.startswith(f"7: corpora.house.questions: {said}")


def test_a_line_end_in_the_name_of_a_file_of_questions_breaks_no_message(tmp_path):
    """Its mistakes stay on their lines."""
    path = write(tmp_path, of_file('"a\\nb.yaml"'))
    (path.parent / "a\nb.yaml").write_text('- {id: a, document: house.md, text: "?", answer: Zebras}\n')
    with pytest.raises(Mistake) as caught:
        scenario.load(path)
    assert str(caught.value).startswith("scenarios/small.yaml:7: corpora.house.questions: 'a\\nb.yaml':1: 0.answer: 'Zebras' does not")


def test_a_question_mark_in_a_flow_mapping_has_a_remedy(tmp_path):
    """YAML takes the sign for its own there, and every question has one."""
    (line,) = mistakes(tmp_path, asked("{id: a, document: house.md, text: When?, answer: nine}"))
    assert line.endswith("got '?': put a text that holds '?' in quotes")


def test_a_document_that_cannot_be_read_hides_no_question(tmp_path):
    """Its own mistake is told; its questions wait, and those of the others do not."""
    text = (
        "title: x\ncorpora:\n  own:\n    files: [gone.md, here.md]\n    questions:\n"
        '      - {id: a, document: gone.md, text: "?", answer: x}\n'
        f'      - {{id: b, document: here.md, text: "?", answer: x}}\n{TAIL}'
    )
    assert [line[:52] for line in mistakes(tmp_path, text, here_md="Here.")] == [
        "4: corpora.own.files.0: 'gone.md': there is no such ",
        "7: corpora.own.questions.1.answer: 'x' does not stan",
    ]


def test_only_texts_have_questions(tmp_path):
    """Generated contracts and profiles have none."""
    text = "title: x\ncorpora:\n  p: {profile: {documents: 1, tokens_per_document: 9, tables: []}, questions: []}\n"
    text += "splitters: {f: {use: fixed, chunk_size: 9}}\nmeasures: [stride]\n"
    assert mistakes(tmp_path, text) == ["3: corpora.p.questions: unknown key 'questions': known here: measures, profile"]


def test_a_measure_of_questions_needs_some(tmp_path):
    """Where no corpus of the file has any, it says so instead of n/a everywhere."""
    text = HEAD + TAIL
    assert mistakes(tmp_path, text) == [
        f"9: measures.{index}: {name} is taken of questions, which no corpus here has: give one its `questions`, or leave it out"
        for index, name in enumerate(["answers_contained", "answers_cut"])
    ]


def test_outer_blanks_are_allowed_and_noted(tmp_path):
    """The run's notes say where to trim, and which measure it is for: chunks of 20 hold [20, 40), and none holds [20, 41)."""
    text = asked(keys("answer: {span: [20, 41]}"), keys("answer: Keys go to the desk.").replace("id: keys", "id: trimmed"))
    text = text.replace("chunk_size: 100", "chunk_size: 20").replace("answers_cut", "answers_contained_untrimmed")
    found = results(tmp_path, text)
    assert found.runs["house", "whole"].notes == (
        "house.md has an answer to keys that begins or ends in blanks, at [20, 41): trim it to [20, 40), "
        "for answers_contained_untrimmed finds it in no chunk without those blanks",
    )
    shares = values(found)
    assert [shares[f"house/whole/{name}"] for name in ("answers_contained", "answers_contained_untrimmed")] == [1, 0.5]


def test_questions_are_part_of_what_a_corpus_is():
    """Its sha256 counts their document, id, words, kind and spans, and without any it is that of the texts alone, as it was before."""
    parts = [b"a", b"b c"]
    plain = hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()

    def sha256(*questions):
        return load_corpus(
            "own", "texts", {"texts": {"a": "b c"}, **({"questions": [*questions]} if questions else {})}, Context(None)
        ).sha256

    one = {"id": "q", "text": "?", "answer": "b"}
    assert sha256() == plain
    others = [one, {**one, "id": "r"}, {**one, "text": "??"}, {**one, "answer": "c"}, {**one, "answers": ["b", "c"], "answer": None}]
    others.append({**one, "kind": "fact"})
    assert len({plain, *map(sha256, others)}) == 7
    assert sha256(one) == sha256({**one, "answer": {"span": [0, 1]}}) == sha256({**one, "document": "a"})


def test_a_changed_file_of_questions_is_run_again(tmp_path):
    """The cache knows its bytes: the one answer that fits no chunk of ten characters becomes one that does."""
    text = of_file().replace("chunk_size: 100", "chunk_size: 10")
    listed = '- {id: a, document: house.md, text: "?", answer: Keys go to}\n'  # at [20, 30), just the third chunk
    assert values(results(tmp_path, text, q_yaml=listed))["house/whole/answers_cut"] == 0
    assert values(results(tmp_path, text, q_yaml=listed.replace("go to", "go to the")))["house/whole/answers_cut"] == 1


def test_a_document_that_changes_between_reading_and_running(tmp_path):
    """Its answers are looked for again, and one that is gone is a mistake with its place in the scenario."""
    text = "title: x\ncorpora:\n  own: {files: [a.md], questions: [{id: q, text: '?', answer: here}]}\n" + TAIL
    path = write(tmp_path, text, a_md="It is here.")
    found = scenario.load(path)
    (path.parent / "a.md").write_text("It is there, or here, or here.")
    with pytest.raises(Mistake, match=r"^questions\.0\.answer: 'here' stands in 'a\.md' 3 times"):
        found.corpora[0].load()
    Cache(tmp_path / "cells").key(found.corpora[0], found.splitters[0], found)


def test_hostile_words_are_data(tmp_path):
    """A question may hold markup, expressions and control signs; only its id becomes part of ids."""
    words = "<script>alert(1)</script> {{ page.title }} | `x` \u202e \0"
    found = loaded(tmp_path, asked(f"{{id: q, document: house.md, text: {yaml_text(words)}, answer: Keys}}"))
    assert found["house.md"][0].text == words
    (line,) = mistakes(tmp_path, asked(f"{{id: q, document: house.md, text: x, answer: {yaml_text(words)}}}"))
    assert "\0" not in line
    assert "\\x00" in line
    assert len(mistakes(tmp_path, asked(f"{{id: q, document: house.md, text: x, answer: {'a' * 100_000}}}"))[0]) < 600


def test_the_page_of_keys_shows_questions_with_an_example_that_holds(tmp_path):
    """The example of the reference page loads, an editor accepts it, and its four questions are where it says."""
    assert f"```yaml\n{QUESTIONS_EXAMPLE}```" in scenario_keys()
    assert all(f"| `{key}` |" in scenario_keys() for key in ("questions", "id", "document", "answer", "answers", "start", "span"))
    data = yaml.safe_load(f"title: x\n{QUESTIONS_EXAMPLE}")
    jsonschema.Draft202012Validator(scenario_schema()).validate(data)
    del data["corpora"]["house"]["questions"][0]["id"]
    assert not jsonschema.Draft202012Validator(scenario_schema()).is_valid(data)
    found = loaded(tmp_path, f"title: x\n{QUESTIONS_EXAMPLE}")["rules.md"]
    assert [question.answers for question in found] == [((0, 19),), ((28, 39),), ((41, 80),), ((0, 19), (20, 40))]


def test_the_page_of_keys_shows_a_file_of_questions_that_holds(tmp_path):
    """The row that it is named in is read as the page has it, and the cell of the key tells the three forms apart."""
    page = scenario_keys()
    assert f"```yaml\n{QUESTIONS_FILE_EXAMPLE}```" in page
    forms = "the name of a file of questions or a list of questions or a list of the names of such files, one for each document"
    assert page.count(f"| `questions` | {forms} | none |") == 2
    row = re.search(r"`(house: {.*?})`:", page)[1]
    folder = write(tmp_path, f"title: x\ncorpora:\n  {row}\n{TAIL}").parent
    (folder / "corpora").mkdir()
    (folder / "corpora/rules.md").write_text("Gates shut at nine. Keys go to the desk.")
    (folder / "corpora/rules.questions.yaml").write_text(QUESTIONS_FILE_EXAMPLE)
    (document,) = scenario.load(folder / "small.yaml").corpora[0].load().documents
    assert [question.answers for question in document.questions] == [((0, 19),), ((0, 19), (20, 40))]


def test_the_questions_of_the_readme_are_asked(tmp_path):
    """Its file of questions, named in its scenario as it says, finds the answers in a document that has them, which every row holds."""
    readme = (ROOT / "README.md").read_text("utf-8")
    written, listed = re.findall(r"```yaml\n(.*?)```", readme, flags=re.DOTALL)
    row = re.search(r"`(handbook: {files: .*?, questions: .*?})`", readme)[1]
    written = re.sub(r"handbook: {.*}", row, written).replace("tables_cut", "answers_contained")
    path = write(tmp_path, written, name="handbook.yaml")
    (path.parent / "corpora").mkdir()
    (path.parent / "corpora/handbook.md").write_text("\n\n".join(question["answer"] for question in yaml.safe_load(listed)))
    (path.parent / "corpora/handbook.questions.yaml").write_text(listed)
    shares = values(run(scenario.load(path), Cache(tmp_path / "cells")))
    assert shares == {f"handbook/{name}/answers_contained": 1 for name in ("default", "small", "recursive")}


TEXTS = st.text(alphabet="ab é\n“\u00a0", min_size=1, max_size=40)


@given(text=TEXTS, ends=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_an_answer_is_in_its_place_or_a_mistake(text, ends):
    """Its text with its place is that place; its text alone is that place where it stands once, and otherwise never a place."""
    start, end = sorted(ends)
    words = text[start:end]
    if not words.strip():
        return
    span = (start, start + len(words))
    assert place({"text": words, "span": list(span)}, "d", text) == place({"text": words, "start": start}, "d", text) == span
    times = sum(text.startswith(words, at) for at in range(len(text)))
    alone = place(words, "d", text)
    assert (alone == span) if times == 1 else isinstance(alone, str)
    other = place({"text": words + "x", "start": start}, "d", text)
    assert isinstance(other, str)


SPELLINGS = (
    str.upper,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.replace("\n", " "),
    lambda text: text.replace("\u00a0", " "),
    lambda text: text.replace("“", '"'),
    lambda text: text.replace(" ", "  "),
)


@given(text=TEXTS, ends=st.tuples(st.integers(0, 40), st.integers(0, 40)), spell=st.sampled_from(SPELLINGS))
def test_another_spelling_is_found_where_it_stands(text, ends, spell):
    """However it is spelled, the place nearest to its own is its own, and the difference is named where there is one."""
    start, end = sorted(ends)
    words = text[start:end].strip()
    if not words or unicodedata.combining(words[0]):
        return
    start = text.index(words, start)
    found = nearby(spell(words), text, start)
    assert found is not None
    assert found.span == (start, start + len(words))
    assert bool(found.why) == (spell(words) != words)


def test_the_beginning_of_a_long_answer_is_found():
    """The longest beginning that stands in the document, however spelled: here 16 letters of 19; a few letters are none."""
    assert beginning("KEYS GO TO THE DEAN", HOUSE) == (20, 37)
    assert beginning("Keys", PARIS) is None
