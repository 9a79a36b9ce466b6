"""The explorer's data: what a direct run of the splitters gives, and what is told from it on a page."""

import gzip
import json

import numpy as np
import pytest
from explorer_project import QUESTIONS, TEXT, TOWER, write_house
from project import ROOT

from generators.chunk import Chunk, locate
from generators.corpus import Document, Question
from generators.encoders import load
from generators.explorer import Explorer
from generators.explorer.held import part, repeated, repeats
from generators.explorer.likeness import Likeness
from generators.explorer.outcome import outcome, sizes_found
from generators.explorer.ranking import SEARCHES
from generators.explorer.settings import SHELVES
from generators.explorer.sheet import sheet
from generators.measures.answers import holders
from generators.mistake import Absent, Mistake
from generators.page import Page
from generators.retrieve import by_cosine, by_words, cosines, fused
from generators.splitters import SPLITTERS

SAMPLED = [(0, 0), (0, -1), (2, -1), (9, 3), (10, 0), (17, 4), (36, -1)]


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    write_house(folder)
    return Explorer(folder / "scenarios", folder / "cache")


@pytest.fixture
def page(catalogue):
    return Page("lottery.md", catalogue)


def pieces(chunks, at):
    """The pieces of each chunk of a chunking."""
    return [
        tuple(zip(start, end, strict=True)) if isinstance(start, list) else ((start, end),)
        for start, end in zip(chunks["starts"][at], chunks["ends"][at], strict=True)
    ]


def rankings(explorer, chunks, questions):
    """By each search, as the retriever itself ranks these chunks."""
    texts, asked = [chunk.text for chunk in chunks], [question.text for question in questions]
    by_vectors, words = by_cosine(explorer.encoder, texts, asked), by_words(texts, asked)
    return {"wordllama": by_vectors, "bm25": words, "fused": [fused(pair) for pair in zip(by_vectors, words, strict=True)]}


@pytest.mark.parametrize("name", SHELVES)
@pytest.mark.parametrize(("size_at", "overlap_at"), SAMPLED)
def test_a_setting_is_what_a_direct_run_gives(explorer, name, size_at, overlap_at):
    """Chunks, holders, ranks, scores and costs of sampled settings are those of the splitter, the measure and the retriever themselves."""
    shelf, document = SHELVES[name], explorer.document("house")
    size, overlap = shelf.sizes[size_at], shelf.overlaps(TEXT)[overlap_at]
    sheet = explorer.sheet("house", name, overlap)
    told = sheet["chunks"]
    at = told["settings"][size_at]
    if overlap > size and name != "fixed":
        refusal = f"ValueError: Got a larger chunk overlap ({overlap}) than chunk size ({size}), should be smaller."
        assert (at < 0, told["refusals"][-1 - at]) == (True, refusal)
        return
    splitter = SPLITTERS[shelf.use](chunk_size=size, chunk_overlap=overlap, **shelf.keywords)
    chunks = locate(TEXT, splitter.split(TEXT), splitter.chunk_overlap if shelf.unit == "characters" else None)
    assert pieces(told, at) == [chunk.pieces for chunk in chunks]
    assert (told["count"][at], told["stored"][at]) == (len(chunks), sum(len(chunk.text) for chunk in chunks))
    assert told["ratio"][at] == round(told["stored"][at] / len(TEXT), 2)
    assert told["in_force"][size_at] == splitter.chunk_overlap
    for search, found in rankings(explorer, chunks, document.questions).items():
        digits = SEARCHES[search][1]
        for question, ranking, asked, holding_by in zip(document.questions, found, sheet[search], told["holders"], strict=True):
            holding = holders(document, chunks, question)
            assert holding_by[at] == holding
            assert asked["rank"][at] == ranking.best(holding)
            assert asked["first"][at] == ranking.order[:10].tolist()
            assert asked["scores"][at] == [round(float(ranking.scores[chunk]), digits) for chunk in ranking.order[:10]]
            assert [letter in "wW" for letter in asked["holds"][at]] == [chunk in holding for chunk in asked["first"][at]]
            above = [[chunks[one] for one in asked["first"][at][:place]] for place in range(len(asked["first"][at]))]
            again = [repeats(chunks[one], before) for one, before in zip(asked["first"][at], above, strict=True)]
            assert [letter.isupper() for letter in asked["holds"][at]] == again


def test_the_manual_is_what_its_published_numbers_say():
    """Of a text of the site's own, as many answers are contained, and found by each search, as the lock of the retrieval page has it."""
    numbers = json.loads((ROOT / "scenarios/published/retrieval.json").read_text("utf-8"))["numbers"]
    folder = ROOT / "scenarios"
    document = Explorer(folder, folder).document("manual")
    found = sheet(document, SHELVES["recursive"], 0, load("wordllama", "wordllama", {}, folder))
    for size in (200, 400, 800):
        row = f"retrieval/manual/recursive-{size}"
        at = found["chunks"]["settings"][SHELVES["recursive"].sizes.index(size)]
        contained = sum(bool(one[at]) for one in found["chunks"]["holders"])
        assert numbers[f"{row}/answers_contained"][0] == pytest.approx(contained / len(document.questions))
        for search in SEARCHES:
            ranks = [one["rank"][at] for one in found[search]]
            for depth in (1, 3, 5, 10):
                assert numbers[f"{row}/answerable/{search}.k{depth}"] == sum(rank is not None and rank <= depth for rank in ranks)


def test_there_are_37_sizes_and_equal_chunkings_are_shared(explorer):
    """80 to 800 in steps of 20 and 0 to 200 in steps of 10; in tokens 16 to 160 and 0 to 40; no chunking of the recursive stands twice."""
    for name, shelf in SHELVES.items():
        characters = shelf.unit == "characters"
        assert [*shelf.sizes] == ([*range(80, 801, 20)] if characters else [*range(16, 161, 4)])
        assert [*shelf.overlaps(TEXT)] == ([*range(0, 201, 10)] if characters else [0, 8, 16, 24, 32, 40])
        chunks = explorer.sheet("house", name, 0)["chunks"]
        assert len(chunks["settings"]) == 37
        assert max(chunks["settings"]) == len(chunks["count"]) - 1
    chunks = explorer.sheet("house", "recursive", 0)["chunks"]
    starts = [json.dumps(pair) for pair in zip(chunks["starts"], chunks["ends"], strict=True)]
    assert len(set(starts)) == len(starts) < 37


def test_a_long_document_is_shown_without_overlap(explorer, page):
    """Of more than 25,000 characters there is one sheet a splitter, and a strip with overlap is refused."""
    assert len(TOWER) > 25_000
    explorer.place(page, "house", "tower")
    assert sum(path.startswith("data/lottery/explorer-tower-") for path in page.files) == 4 * (1 + 3)
    assert sum(path.startswith("data/lottery/explorer-house-") for path in page.files) == (2 * 21 + 2 * 6) * (1 + 3)
    with pytest.raises(Mistake, match=r"the explorer has no overlap of 60 for corpora/tower\.md"):
        explorer.strip(page, "tower", "bell", "fixed 60")


def test_a_view_is_light(explorer, page):
    """What a first view loads of a text, its chunks and its ranks, is a small part of the 150 kB that the page may take."""
    explorer.place(page, "house")
    start = ("explorer-house.json", "explorer-house-fixed-0-chunks.json", "explorer-house-fixed-0-wordllama.json")
    assert sum(len(gzip.compress(page.files[f"data/lottery/{name}"])) for name in start) < 15_000


def test_an_overlap_that_is_not_smaller_than_the_size_is_halved_and_told(explorer):
    """At 80 characters an overlap of 200 is 40 in force, one of 70 is left."""
    assert [explorer.sheet("house", "fixed", overlap)["chunks"]["in_force"][0] for overlap in (70, 80, 200)] == [70, 40, 40]


def test_a_sheet_is_computed_once_and_a_damaged_one_again(explorer):
    """What the store gives is what was computed, and bytes that were spoilt are not believed."""
    before = explorer.parts("house", "recursive", 0)
    kept = {path: path.read_bytes() for path in explorer.kept.glob("explorer-*")}
    for path, data in kept.items():
        path.write_bytes(data[:-2])
    assert explorer.parts("house", "recursive", 0) == before
    assert sum(path.read_bytes() == data for path, data in kept.items()) == 1


def test_what_a_chunk_holds_of_an_answer():
    """The start without the end, the end without the start, the middle, nothing, and one of two answers."""
    answer = [(10, 20)]
    assert [part([piece], answer) for piece in ((0, 15), (15, 30), (12, 18), (20, 30), (0, 10))] == ["s", "e", "m", "n", "n"]
    assert part([(0, 15)], [(10, 12), (40, 50)]) == "p"


def test_a_chunk_repeats_others_when_more_than_half_of_it_stands_in_them():
    """Of [0, 10) five characters are half, six are more, and two chunks may share the work."""
    chunk = Chunk("", ((0, 10),), "exact")
    above = [Chunk("", ((0, 5),), "exact"), Chunk("", ((0, 6),), "exact"), Chunk("", ((9, 30),), "exact")]
    assert [repeats(chunk, [one]) for one in above] == [False, True, False]
    assert repeats(chunk, [above[0], above[2]])
    assert not repeats(chunk, [])


def test_repeats_are_the_same_told_of_many_lists_at_once():
    """Of chunks that overlap, of several pieces or of none, in any order, all lists at once are told what each alone is."""
    chunks = [Chunk("", ((at, at + 10),), "exact") for at in range(0, 40, 4)]
    chunks += [Chunk("", (), "unplaceable"), Chunk("", ((2, 6), (18, 25), (30, 33)), "pieces"), Chunk("", ((0, 3), (20, 22)), "pieces")]
    lists = [[3, 4, 2, 9, 11, 0], [0, 2, 1, 5, 3, 11], [10, 7, 6, 8, 12, 5], [11, 12, 4, 5, 1, 0], [1, 11, -1, -1, -1, -1]]
    expected = [[one >= 0 and repeats(chunks[one], [chunks[other] for other in row[:at]]) for at, one in enumerate(row)] for row in lists]
    assert repeated(chunks, np.array(lists)).tolist() == expected
    assert {True, False} == {one for row in expected for one in row}


TRICKY = "A  wick\n\nburns </s> long. Wick of the lamp, the lamp </s>x ▁ <s> wicks ▁▁ é 🚤 the  "
"""Blanks in a row, at the end and around a mark of the tokenizer, and the sign that it writes for a blank."""


def test_likeness_by_shared_sums_is_that_of_each_chunk_alone(explorer):
    """Every stretch of a tricky text, and a chunk that is none, have the cosines of the encoder to the last digits, and BM25's scores."""
    asked = [Question("a", "When is the wick of the lamp, the lamp, trimmed?", ((0, 1),)), Question("b", "the", ((0, 1),))]
    document = Document("tricky", TRICKY, questions=tuple(asked))
    spans = [(start, end) for start in range(0, len(TRICKY), 3) for end in range(start + 1, len(TRICKY) + 1, 2)]
    chunks = [Chunk(TRICKY[slice(*span)], (span,), "exact") for span in spans]
    chunks += [Chunk("wick  and lamp", (), "unplaceable"), Chunk("lamps", ((0, 1), (4, 6)), "pieces"), Chunk(" ", (), "unplaceable")]
    likeness, texts, questions = Likeness(document, chunks, explorer.encoder), [chunk.text for chunk in chunks], [one.text for one in asked]
    everything = np.arange(len(chunks))
    np.testing.assert_allclose(likeness.by_vectors(everything), cosines(explorer.encoder, texts, questions), atol=1e-14)
    for some in (everything, everything[::7], everything[-1:]):
        expected = [ranking.scores for ranking in by_words([texts[at] for at in some], questions)]
        np.testing.assert_allclose(likeness.by_words(some), expected, atol=1e-12)


def test_outcomes_and_their_counts():
    """Two chunkings and a refusal over three sizes: held at rank 4, and not held."""
    rank, holding = [4, None], [[2], []]
    assert [outcome(0, rank, holding, depth) for depth in (3, 4)] == ["outranked", "answered"]
    assert [outcome(at, rank, holding, 10) for at in (1, -1)] == ["cut", "refused"]
    assert sizes_found([0, 0, 1, -1], rank, holding) == {"contained": 2, "1": 0, "3": 0, "5": 2, "10": 2}


def test_the_call_to_paste_is_that_of_the_setting():
    """With its places filled in, the call of each splitter is the one that the splitter itself gives."""
    for shelf in SHELVES.values():
        assert shelf.call.replace("{size}", "120").replace("{overlap}", "8") == shelf.build(120, 8).code


def test_untrusted_text_is_escaped_in_strips(explorer, page):
    """A question's markup is shown as it is written."""
    html = explorer.matrix(page, "house", "fixed 0")
    assert "what is &lt;i&gt;not&lt;/i&gt; shown?" in html
    assert "<i>" not in html
    records = json.loads(page.files["data/lottery/matrix-house-fixed-0.json"])
    assert len(records) == 3 * 37
    answered = sum(record["outcome"] == "contained and retrieved" for record in records[:37])
    assert answered == explorer.sheet("house", "fixed", 0)["wordllama"][0]["sizes"]["3"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda one, page: one.matrix(page, "house", "fixd 0"), "'fixd 0' names no splitter and overlap"),
        (lambda one, page: one.matrix(page, "house", "fixed 7"), "the explorer has no overlap of 7"),
        (lambda one, page: one.strip(page, "house", "wik", "fixed 0"), "has no question 'wik'"),
        (lambda one, page: one.place(page, "hous"), "there is no such file"),
    ],
)
def test_a_slip_in_an_expression_is_named(explorer, page, call, said):
    """The mistake says what is wrong and what there is."""
    with pytest.raises(Mistake, match=said):
        call(explorer, page)


def test_a_library_that_is_not_installed_is_named(tmp_path, page, monkeypatch):
    """Without its encoder there is no page with a hole in it, but a mistake that says what to install."""

    def absent(*_):
        raise Absent("install wordllama")

    monkeypatch.setattr("generators.explorer.part.stored", absent)
    write_house(tmp_path)
    with pytest.raises(Mistake, match="the explorer of house cannot be made: install wordllama"):
        Explorer(tmp_path / "scenarios", tmp_path / "other").matrix(page, "house", "fixed 0")


def test_the_small_document_is_what_the_tests_say():
    """The tests' own text has a sign beyond the basic plane, markup, and each answer once."""
    assert [len(one) for one in TEXT if one > "\uffff"] == [1]
    assert QUESTIONS.count("- id:") == 3
