"""Strategies: what is embedded, what is returned, and the measures that are taken of what is returned."""

from dataclasses import replace

import numpy as np
import pytest
from small_project import mistakes
from test_retrieval_measures import by, case, encoder, letters, measured, values

from generators.cache import Cache
from generators.chunk import locate
from generators.corpus import Corpus, Document, Question
from generators.encoders.encoder import Encoder, Reader
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.measures.search import returned, search, within
from generators.mistake import Mistake
from generators.retrieve import BM25
from generators.scenario import load
from generators.splitters import build_alone
from generators.splitters.splitter import located
from generators.strategies import passages

MANUAL = "# Pump\n\nIntro text.\n\n## Care\n\n### Oil\n\nChange it monthly.\n\n## Parts\n\nA seal.\n"


def made(text, strategy, use="fixed", name="manual.md", questions=(), **keywords):
    """A document's case under a strategy, and its passages."""
    splitter = build_alone(use, keywords).splitter
    document = Document(name, text, questions=questions)
    chunks = located(text, splitter.split(text), splitter)
    found = passages(document, chunks, splitter, strategy)
    return Case(Corpus("c", "0" * 64, (document,)), splitter, (chunks,), (), None, by(BM25), found)


def prefixes(strategy, cut=("Change it", "A seal")):
    """What the strategy puts before the chunks that begin with these words."""
    document = Document("manual.md", MANUAL)
    chunks = locate(MANUAL, cut)
    return [one.prefix for one in passages(document, chunks, None, strategy)]


def test_title_and_path_are_embedded_and_not_returned():
    """The title is the first heading; the path is of the headings around the chunk and not of those that ended before it."""
    assert prefixes({"use": "contextual_chunk_headers"}) == ["Pump > Care > Oil\n\n", "Pump > Parts\n\n"]
    assert prefixes({"use": "contextual_chunk_headers", "headers": "title"}) == ["Pump\n\n", "Pump\n\n"]
    assert prefixes({"use": "contextual_chunk_headers", "headers": "path"}) == ["Care > Oil\n\n", "Parts\n\n"]
    found = passages(Document("m", MANUAL), locate(MANUAL, ["A seal."]), None, {"use": "contextual_chunk_headers"})[0]
    assert (found.embedded, found.returned.chunk.text) == ("Pump > Parts\n\nA seal.", "A seal.")


def test_a_chunk_that_begins_with_a_heading_is_of_that_section():
    """Not of the one before, though that is the last that has begun before the chunk."""
    assert prefixes({"use": "contextual_chunk_headers"}, ["## Parts\n\nA seal."]) == ["Pump > Parts\n\n"]


def test_a_text_without_headings_is_called_by_its_name():
    """And has no path: with the path alone nothing is put before the chunk."""
    document = Document("notes.txt", "one two")
    chunks = locate("one two", ["two"])
    headed, bare = ({"use": "contextual_chunk_headers", **more} for more in ({}, {"headers": "path"}))
    assert passages(document, chunks, None, headed)[0].embedded == "notes.txt\n\ntwo"
    assert passages(document, chunks, None, bare)[0].embedded == "two"


def test_a_context_has_the_tokens_asked_for():
    """Cut where it is longer; title and path with the text from its beginning where none is given."""
    given = {"use": "contextual_retrieval", "tokens": 3, "context": {"manual.md": "one two three four five"}}
    assert prefixes(given) == ["one two three\n\n"] * 2
    short = {"use": "contextual_retrieval", "tokens": 9, "context": {"manual.md": "one two"}}
    assert prefixes(short) == ["one two\n\n"] * 2
    # `P`, `ump`, ` >`, ` Parts`, `\n\n`, `#`, ` Pump`: seven tokens of cl100k_base.
    assert prefixes({"use": "contextual_retrieval", "tokens": 7})[1] == "Pump > Parts\n\n# Pump\n\n"


def test_a_document_without_a_context_of_its_own_is_a_mistake():
    """The message names the document and what to do."""
    with pytest.raises(Mistake, match=r"there is none for manual\.md: give one, or leave the key out"):
        prefixes({"use": "contextual_retrieval", "context": {"other.md": "x"}})


def test_documents_without_a_context_are_told_all_at_once_before_anything_runs(tmp_path):
    """Those of the corpora that the row is run on, each once and with the row's line."""
    scenario = """\
title: Contexts
corpora:
  one: {texts: {a.md: A, b.md: B, c.md: C}}
  two: {texts: {c.md: C, d.md: D}}
  other: {texts: {e.md: E}}
splitters:
  row: {use: fixed, chunk_size: 4, corpora: [one, two], strategy: {use: contextual_retrieval, context: {b.md: about B}}}
measures: [chunks]
"""
    said = "7: splitters.row.strategy.context: there is none for a.md, c.md, d.md: give each one, or leave the key out"
    assert mistakes(tmp_path, scenario) == [said]
    assert mistakes(tmp_path, scenario.replace("about B", "about B, a.md: x, c.md: x, d.md: x")) == []


THEN = {"then": {"use": "fixed", "chunk_size": 4}}


def test_the_parent_is_returned_once_however_many_of_its_chunks_are_found():
    """`aaaabbbb` and `aaaacccc` in fours: both chunks `aaaa` and `bbbb` lead to the first parent, so that two texts are all of it."""
    of = made("aaaa bbb aaaa ccc", {"use": "parent_document"}, chunk_size=9, **THEN, questions=(Question("q", "bbb aaaa", ((5, 8),)),))
    assert [one.chunk.text for one in of.passages] == ["aaaa", " bbb", " ", "aaaa", " ccc"]
    assert [one.returned.chunk.text for one in of.passages] == ["aaaa bbb "] * 3 + ["aaaa ccc"] * 2
    found = search(of, of.retrievers[0])
    assert [one.chunk.text for one in returned(found, found.asked[0], 5)] == ["aaaa bbb ", "aaaa ccc"]


def test_answers_are_judged_by_what_is_returned():
    """The answer stands in no small chunk whole, and in the parent of the two that share it."""
    question = Question("q", "aaaa", ((0, 8),))
    of = made("aaaa bbb aaaa ccc", {"use": "parent_document"}, chunk_size=9, **THEN, questions=(question,))
    plain = replace(of, made=None)
    assert [MEASURES["answers_contained"].of_case(one)[""].value for one in (of, plain)] == [1, 0]
    assert [values("answerable", one)["r.k1"] for one in (of, plain)] == [1, 0]


def test_the_rank_counts_what_is_returned():
    """The words of the question stand in two small chunks of the first parent, and the answer in the second parent: rank 2, after three
    passages.
    """
    question = Question("q", "aaaa bbbb", ((10, 14),))
    of = made(
        "aaaa bbbb aaaa ccc", {"use": "parent_document"}, chunk_size=10, then={"use": "fixed", "chunk_size": 5}, questions=(question,)
    )
    one = search(of, of.retrievers[0]).asked[0]
    assert (one.hits, one.rank) == (3, 2)


def test_a_budget_ends_with_the_first_text_that_does_not_fit():
    """Texts of two, one and one tokens in the order of the ranking; with three tokens the first two fit, with one none."""
    of = case([(0, 4), (4, 6)], [(0, 4)], retrievers=by(encoder()))
    found = search(of, of.retrievers[0])
    asked = found.asked[0]
    texts = [one.chunk.text for one in returned(found, asked, 3)]
    assert texts == ["c aa", " c", "cc b"]
    # `c` and ` aa`; ` c`; `cc` and ` b`.
    assert [len(within(found, asked, tokens)) for tokens in (1, 2, 3, 4, 5)] == [0, 1, 2, 2, 3]


def test_what_is_returned_beside_the_chunks_is_stored_as_well():
    """Two parents of 8 and 9 characters beside 17 characters of chunks; a prefix of 8 before each of two chunks of 4."""
    of = made("aaaa bbb aaaa ccc", {"use": "parent_document"}, chunk_size=9, **THEN)
    assert MEASURES["stored_ratio"].of_case(of)[""].value == 2
    headed = made("aaaabbbb", {"use": "contextual_chunk_headers"}, name="name12", chunk_size=4)
    assert MEASURES["stored_characters"].of_case(headed)[""].value == 2 * (4 + 8)


def test_prefixes_are_counted_in_tokens():
    """`notes`, `.txt` and the blank line before each of the two chunks, and each chunk one token."""
    of = made("one two", {"use": "contextual_chunk_headers"}, name="notes.txt", chunk_size=4)
    found = MEASURES["tokens_embedded"].of_case(of)
    plain = MEASURES["tokens_embedded"].of_case(replace(of, made=None))
    assert plain["prefixed"].value == 0
    assert found[""].value == plain[""].value + found["prefixed"].value
    assert found["prefixed"].value == 2 * 3
    # Two chunks, each read with its document of two tokens.
    assert MEASURES["context_tokens_read"].of_case(of)[""].value == 4


SCENARIO = """
title: Strategies
corpora:
  notes: {texts: {a.md: one two three}}
splitters:
%s
measures: [chunks]
"""


def refused(tmp_path, rows):
    """The mistakes in a scenario with these splitter rows."""
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO % rows, encoding="utf-8")
    with pytest.raises(Mistake) as raised:
        load(path)
    return [line.partition(": ")[2] for line in raised.value.lines]


def test_every_mistake_in_a_strategy_is_told_with_its_line_and_remedy(tmp_path):
    """Unknown names and keys, values out of range, and strategies that do not go with their row, all at once."""
    rows = """
  a: {use: fixed, chunk_size: 9, strategy: {use: parent_documents}}
  b: {use: fixed, chunk_size: 9, strategy: {tokens: 5}}
  c: {use: fixed, chunk_size: 9, strategy: {use: contextual_retrieval, tokens: 0, contexts: {}}}
  d: {use: fixed, chunk_size: 9, strategy: {use: parent_document}}
  e: {use: fixed, chunk_size: 9, strategy: {use: sentence_window}}
  f: {use: llamaindex.HierarchicalNodeParser, level: leaves, strategy: {use: auto_merging}}
  g: {use: fixed, chunk_size: 9, strategy: late_chunking}
"""
    assert refused(tmp_path, rows) == [
        "splitters.a.strategy.use: there is no strategy 'parent_documents': did you mean parent_document?",
        "splitters.b.strategy.use: the key 'use' is missing: name a strategy: known here: auto_merging, contextual_chunk_headers, "
        "contextual_retrieval, late_chunking, parent_document, sentence_window",
        "splitters.c.strategy.tokens: 0 is out of range: give a whole number from 1",
        "splitters.c.strategy.contexts: unknown key 'contexts': did you mean context?",
        "splitters.d.strategy: parent_document returns the piece of the first splitter for a chunk of the second: name the second under "
        "`then`",
        "splitters.e.strategy: sentence_window takes what llamaindex.SentenceWindowNodeParser says of its nodes: name it under `use`, "
        "without `then`",
        "splitters.f.strategy: auto_merging returns nodes of all levels: leave `level` out",
        "splitters.g.strategy: 'late_chunking' is a text: give a mapping of names, each a value",
    ]


def test_late_chunks_are_pooled_out_of_their_document():
    """With a model whose tokens' vectors know the letter before them, the chunk `b` after `a` is like `a` and not like `b` alone."""

    def tokens(text):
        places = [(at, at + 1) for at in range(len(text))]
        return places, np.array([[text[max(0, at - 1) : at + 1].count(letter) for letter in "abc"] for at in range(len(text))], dtype=float)

    document = Document("d", "abc", questions=(Question("q", "a", ((1, 2),)),))
    chunks = locate("abc", ["a", "b", "c"])
    model = Encoder("m", (), lambda: Reader(lambda text: tokens(text)[0]), letters, embed_tokens=tokens)
    late = passages(document, chunks, None, {"use": "late_chunking"})
    of = case([(0, 1), (1, 2), (2, 3)], documents=(document,), retrievers=by(model))
    # Alone `b` has no `a`: cosine 0, behind `a` and as far as `c`, which comes after it. Late it has one of two letters: 1 / sqrt 2.
    plain, found = (measured("answer_score", one)["r.q"].value for one in (of, replace(of, made=late)))
    assert (plain, found) == (0, pytest.approx(0.5**0.5))


def test_the_cache_tells_strategies_apart(tmp_path):
    """Two rows of the same splitter have keys of their own where their strategies differ, and the row compared with counts as well."""
    rows = "  a: {use: fixed, chunk_size: 9}\n  b: {use: fixed, chunk_size: 9, strategy: {use: contextual_chunk_headers}}\n"
    rows += "  c: {use: fixed, chunk_size: 9, against: a}\n  d: {use: fixed, chunk_size: 9, against: b}"
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO % rows, encoding="utf-8")
    scenario = load(path)
    keys = {Cache(tmp_path).key(scenario.corpora[0], row, scenario) for row in scenario.splitters}
    assert len(keys) == 4
