"""The hazards: each is seen where a splitter does it, counted by hand, and not where it does not."""

import pytest
import yaml
from small_project import load, mistakes, results, values

from generators.measures import blocks
from generators.measures.hazards import MEASURES

LINES = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n"  # five lines of 10 characters, line ends included
WHOLE = {"use": "fixed", "chunk_size": 100000}
SYNTAX = {"use": "langchain.ExperimentalMarkdownSyntaxTextSplitter"}
SENTENCES = {"use": "llamaindex.SentenceSplitter"}
TOKENS = {"use": "langchain.TokenTextSplitter", "encoding_name": "cl100k_base"}
NODES = {"use": "llamaindex.MarkdownNodeParser"}


def fixed(size, overlap=0):
    """Windows of so many characters."""
    return {"use": "fixed", "chunk_size": size, "chunk_overlap": overlap}


def headed(**keywords):
    """LangChain's splitter at headings."""
    return {"use": "langchain.MarkdownHeaderTextSplitter", "headers_to_split_on": [["#", "h1"], ["##", "h2"]], **keywords}


def by_character(**keywords):
    """LangChain's splitter at one separator."""
    return {"use": "langchain.CharacterTextSplitter", **keywords}


# hazard, text, a splitter that does it, how often, one that does not
CASES = [
    # Windows of 20 hold the head, then rows 1 and 2, then row 3: three rows without the header.
    ("table_header_parted", LINES, fixed(20), 3, WHOLE),
    # Of 25: [0, 25) ends amid row 1, [25, 50) begins there and holds rows 2 and 3.
    ("table_row_cut", LINES, fixed(25), 1, fixed(30)),
    # Of 20: the second and the third chunk go on with the table. The table splitter says the header again, two rows at a time.
    ("table_header_not_repeated", LINES, fixed(20), 2, {"use": "chonkie.TableChunker", "chunk_size": 2}),
    ("fence_backticks_cut", "a\n\n```\nb\n\nc\n```\n\nd\n", by_character(chunk_size=8, chunk_overlap=0), 1, SYNTAX),
    ("fence_tildes_cut", "# a\n\n~~~\nb\n# c\n~~~\n\nd\n", NODES, 1, WHOLE),
    ("fence_nested_cut", "a\n\n````\n```\n# b\n```\n````\n", NODES, 1, WHOLE),
    # "- one two\n  three\n" has 18 characters: the first window ends in the second line of the first item, the second in the second item.
    ("list_item_cut", "- one two\n  three\n- four five\n  six\n", fixed(12), 2, fixed(18)),
    ("heading_parted", "# One\n\nText of it.\n\n## Two\n\nAnd more.\n", headed(), 2, headed(strip_headers=False)),
    # 12 characters each with the blank behind: windows of 12 end with a sentence, windows of 10 within both.
    ("sentence_cut", "One is here. Two is here.", fixed(10), 2, fixed(13)),
    ("clause_parted", "You may go.\n\nUnless it rains.\n\nCome back.\n", by_character(chunk_size=13, chunk_overlap=0), 1, WHOLE),
    ("word_cut", "alpha beta1 gamma", fixed(3), 3, fixed(6)),  # at 3, 9 and 15; 6 and 12 are where words start
    ("character_cut", "e\u0301e\u0301e\u0301", fixed(1), 3, fixed(2)),
    ("unspaced_cut", "船来了。船走了。", fixed(3), 2, fixed(4)),  # at 3 before the stop, at 6 within the second
    ("crlf_altered", "one\r\ntwo\r\n", fixed(4), 2, fixed(5)),  # the first window ends between CR and LF, where the second starts
    ("bom_changes", "\ufeffA line.\n", headed(), 1, WHOLE),
    ("invisibles_deleted", "a\u200bb\u00adc\u200bd", headed(), 3, WHOLE),
    ("blanks_collapsed", "one\n\n\n\ntwo", by_character(), 1, by_character(keep_separator=True)),
    ("text_lost", "a\n\n```\nb\n\nc\n", SYNTAX, 3, WHOLE),  # the fence, b and c
    # Of two tokens each, the emoji's bytes part: U+FFFD stands for both halves.
    ("text_added", "🦜" * 3, {**TOKENS, "chunk_size": 1, "chunk_overlap": 0}, 9, WHOLE),
    ("overlap_missing", "one one\n\ntwo two\n\nsix six", by_character(chunk_size=8, chunk_overlap=3), 2, fixed(8, 3)),
    ("own_offsets_wrong", "Ha ha. " * 40, {**SENTENCES, "chunk_size": 30, "chunk_overlap": 0}, 1, SENTENCES),
    ("limit_broken", "aaaaaaaaa\n\nbb", by_character(chunk_size=5, chunk_overlap=0), 1, fixed(5)),
    ("special_lost", "a\n\n```\n<|endoftext|>\n", SYNTAX, 1, WHOLE),
    ("empty_chunks", "", SENTENCES, 1, WHOLE),
    ("giant_line", "x" * 50, by_character(chunk_size=5, chunk_overlap=0), 1, fixed(5)),
]


def judged(folder, hazard, text, **splitters):
    """The numbers of a hazard on one text, by splitter."""
    written = {"title": "One hazard", "corpora": {"probe": {"texts": {"probe": text}}}, "splitters": splitters, "measures": [hazard]}
    found = results(folder, yaml.safe_dump(written, sort_keys=False, allow_unicode=False))
    assert not any(run.error for run in found.runs.values())
    return {one.splitter: one for one in found.numbers.values()}


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_hazard_is_seen_where_it_is_done_and_only_there(tmp_path, case):
    """One splitter does the harm, so and so often, and another splits the same text without it; both leave evidence."""
    hazard, text, does, count, spares = case
    found = judged(tmp_path, hazard, text, does=does, spares=spares)
    assert (found["does"].value, found["spares"].value) == (count, 0)
    assert found["does"].inputs["probe"].startswith("[")


def test_a_document_that_is_a_mark_alone_is_a_chunk_by_it(tmp_path):
    """Without its byte order mark there would be no chunk."""
    one = judged(tmp_path, "bom_changes", "\ufeff", one=WHOLE)["one"]
    assert (one.value, "without the mark: no chunk" in str(one.inputs)) == (1, True)


def test_every_hazard_has_a_case():
    """None is added without a text that shows it."""
    assert [case[0] for case in CASES] == list(MEASURES)


@pytest.mark.parametrize(
    ("hazard", "splitter"),
    [
        ("table_header_not_repeated", WHOLE),  # nothing goes on
        ("overlap_missing", fixed(3)),  # none was asked for
        ("overlap_missing", {**WHOLE, "chunk_overlap": 5}),  # a single chunk
        ("own_offsets_wrong", headed()),  # it gives none
        ("limit_broken", headed()),  # it has no size
    ],
)
def test_a_hazard_that_cannot_be_is_not_applicable(tmp_path, hazard, splitter):
    """No harm that could not have been done is counted as spared."""
    assert judged(tmp_path, hazard, LINES, one=splitter)["one"].value is None


def test_the_evidence_is_the_place_of_the_first_harm_with_its_chunks(tmp_path):
    """The probe around it, and each chunk there with its number, its span and its text as Python writes it."""
    one = judged(tmp_path, "word_cut", "alpha beta", one=fixed(3))["one"]
    assert one.inputs == {
        "probe": "[0, 10) of 10 characters: 'alpha beta'",
        "chunks": 4,
        "evidence": ["chunk 1, [0, 3): 'alp'", "chunk 2, [3, 6): 'ha '", "chunk 3, [6, 9): 'bet'"],
    }


def test_an_offset_that_the_library_does_not_know_is_wrong(tmp_path):
    """LangChain looks for a chunk by characters where the overlap counts tokens, and says -1."""
    text = " ".join(f"word{number}" for number in range(60))
    splitter = {**TOKENS, "chunk_size": 40, "chunk_overlap": 20}
    one = judged(tmp_path, "own_offsets_wrong", text, one=splitter)["one"]
    assert one.value > 0
    assert "-1" in one.inputs["note"]


def test_blocks_are_found_by_what_stands_in_the_text():
    """Items with the lines that continue them, headings with the first line under them, clauses with what begins with an exception."""
    assert blocks.items("- a\n  b\n1. c\n\nd\n") == [(0, 7), (8, 12)]
    assert blocks.headings_with_text("# A\n\nb\nc\n") == [(2, 6)]
    assert list(blocks.clauses_with_exception("a\n\nExcept b\n\nexceptional c\n")) == [(0, 11)]
    assert blocks.sentences("<p>A b. C 1.5 d!</p>") == [(3, 7), (8, 16)]


PROBES = """\
title: Probes
corpora:
  steps: {probe: {start: "Go.\\n", each: "Step {n}.\\n", times: 3, end: "Done."}, measures: [chunks]}
  plain: {texts: {one: "A line."}}
splitters:
  whole: {use: fixed, chunk_size: 1000}
measures: [chunks, corpus_characters]
"""


def test_a_probe_is_a_pattern_repeated_between_a_start_and_an_end(tmp_path):
    """The number of the repetition stands in it; 4 characters, three times 8, and 5."""
    document = load(tmp_path, PROBES).corpora[0].load().documents[0]
    assert document.text == "Go.\nStep 1.\nStep 2.\nStep 3.\nDone."


def test_a_corpus_may_name_the_measures_that_are_taken_of_it(tmp_path):
    """Another has all those of the file; one that the file does not name is a mistake."""
    assert values(results(tmp_path, PROBES)) == {"steps/whole/chunks": 1, "plain/whole/chunks": 1, "plain/whole/corpus_characters": 7}
    wrong = PROBES.replace("measures: [chunks]}", "measures: [chunk]}")
    assert mistakes(tmp_path, wrong) == ["3: corpora.steps.measures.0: 'chunk' is no measure of this file: did you mean chunks?"]
