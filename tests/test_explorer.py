"""The explorer's data: what a direct run of the splitters gives, and what is told from it on a page."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from explorer_project import QUESTIONS, TEXT, TOWER, listed, rank, setting, write_house
from project import ROOT

from generators.chunk import Chunk, locate
from generators.corpus import Document, Question
from generators.encoders import load
from generators.explorer import Explorer, every_size
from generators.explorer.disagreement import disagreement
from generators.explorer.likeness import Likeness
from generators.explorer.lists import scored_once
from generators.explorer.outcome import outcome
from generators.explorer.packed import pack, pack_steps, unpack, unpack_steps
from generators.explorer.ranking import SEARCHES, contained, summary
from generators.explorer.settings import SHELVES
from generators.explorer.sheet import sheet
from generators.measures.answers import asked_of
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
    sheet = explorer.sheet("house", SHELVES[name])
    told = setting(sheet, overlap, size_at)
    if overlap > size and name != "fixed":
        assert told.refusal == f"ValueError: Got a larger chunk overlap ({overlap}) than chunk size ({size}), should be smaller."
        return
    splitter = SPLITTERS[shelf.use](chunk_size=size, chunk_overlap=overlap, **shelf.keywords)
    chunks = locate(TEXT, splitter.split(TEXT), splitter.chunk_overlap if shelf.unit == "characters" else None)
    assert told.pieces == [chunk.pieces for chunk in chunks]
    assert sheet.chunks["stored"][told.chunking] == sum(len(chunk.text) for chunk in chunks)
    assert sheet.chunks["ratio"][told.chunking] == round(sheet.chunks["stored"][told.chunking] / len(TEXT), 2)
    assert told.in_force == splitter.chunk_overlap
    for search, found in rankings(explorer, chunks, document.questions).items():
        digits = SEARCHES[search][1]
        for question, ranking, asked in zip(asked_of(document, chunks), found, sheet.asked, strict=True):
            holding = sorted(question.holders)
            assert [at for at, number in enumerate(told.numbers) if number in unpack_steps(asked["whole"])] == holding
            assert rank(asked, search, told.chunking) == ((ranking.best(holding) or 0) if holding else -1)
            scores = [round(float(ranking.scores[chunk]) * 10**digits) for chunk in ranking.order[:10]]
            assert listed(asked, search, told) == [*zip(ranking.order[:10].tolist(), scores, strict=True)]


def test_the_manual_is_what_its_published_numbers_say():
    """Of a text of the site's own, as many answers are contained, and found by each search, as the lock of the retrieval page has it."""
    numbers = json.loads((ROOT / "scenarios/published/retrieval.json").read_text("utf-8"))["numbers"]
    folder = ROOT / "scenarios"
    document = Explorer(folder, folder).document("manual")
    found = sheet(document, SHELVES["recursive"], load("wordllama", "wordllama", {}, folder))
    for size in (200, 400, 800):
        row = f"retrieval/manual/recursive-{size}"
        at = found.chunks["settings"][0][SHELVES["recursive"].sizes.index(size)]
        contained = sum(rank(one, "bm25", at) >= 0 for one in found.asked)
        assert numbers[f"{row}/answers_contained"][0] == pytest.approx(contained / len(document.questions))
        for search in SEARCHES:
            ranks = [rank(one, search, at) for one in found.asked]
            for depth in (1, 3, 5, 10):
                assert numbers[f"{row}/answerable/{search}.k{depth}"] == sum(0 < one <= depth for one in ranks)


def test_there_are_37_sizes_and_equal_chunkings_are_shared(explorer):
    """80 to 800 in steps of 20 and 0 to 200 in steps of 10; in tokens 16 to 160 and 0 to 40; no chunking of the recursive stands twice."""
    for shelf in SHELVES.values():
        characters = shelf.unit == "characters"
        assert [*shelf.sizes] == ([*range(80, 801, 20)] if characters else [*range(16, 161, 4)])
        assert [*shelf.overlaps(TEXT)] == ([*range(0, 201, 10)] if characters else [0, 8, 16, 24, 32, 40])
        chunks = explorer.sheet("house", shelf).chunks
        assert [len(row) for row in chunks["settings"]] == [37] * len(shelf.overlaps(TEXT))
        assert max(map(max, chunks["settings"])) == len(chunks["stored"]) - 1
    chunks = explorer.sheet("house", SHELVES["recursive"]).chunks
    different = {*zip(chunks["first"].split(" "), chunks["last"].split(" "), strict=True)}
    assert len(different) == len(chunks["stored"]) < 37 * 21


def test_a_long_document_is_shown_without_overlap(explorer, page):
    """Of more than 25,000 characters there is one sheet a splitter, and a strip with overlap is refused."""
    assert len(TOWER) > 25_000
    explorer.place(page, "house", "tower")
    assert json.loads(page.files["data/lottery/explorer-tower-fixed.json"])["overlaps"] == [0]
    assert sum(path.startswith("data/lottery/explorer-tower-") for path in page.files) == 4 * (1 + 1)
    assert sum(path.startswith("data/lottery/explorer-house-") for path in page.files) == 4 * (1 + 3)
    with pytest.raises(Mistake, match=r"the explorer has no overlap of 60 for corpora/tower\.md"):
        explorer.strip(page, "tower", "bell", "fixed 60")


def test_an_overlap_that_is_not_smaller_than_the_size_is_halved_and_told(explorer):
    """At 80 characters an overlap of 200 is 40 in force, one of 70 is left."""
    sheet = explorer.sheet("house", SHELVES["fixed"])
    assert [setting(sheet, overlap, 0).in_force for overlap in (70, 80, 200)] == [70, 40, 40]


def test_a_sheet_is_computed_once_and_a_damaged_one_again(explorer):
    """What the store gives is what was computed, and bytes that were spoilt are not believed."""
    before = explorer.parts("house", SHELVES["recursive"])
    kept = {path: path.read_bytes() for path in explorer.kept.glob("explorer-*")}
    for path, data in kept.items():
        path.write_bytes(data[:-2])
    assert explorer.parts("house", SHELVES["recursive"]) == before
    assert sum(path.read_bytes() == data for path, data in kept.items()) == 1


@pytest.mark.parametrize("numbers", [[], [0], [31, 32, 1023, 1024, 0, 7], [5, 5, 90_000, 4]])
def test_packed_numbers_are_unpacked(numbers):
    """As they are, and as steps that also fall; 5 is the sixth sign, and 32 two signs: no more of the lower digit, and a 1 that follows."""
    assert unpack(pack(numbers)) == unpack_steps(pack_steps(numbers)) == numbers
    assert (pack([5]), pack([32]), pack_steps([1, 0])) == ("F", "gB", "CB")


def test_scores_that_look_alike_keep_their_order():
    """Chunk 2 is better than 0 by what three digits hide, 1 is as good as 0 and stands after it, in one chunking; 3 has no vector."""
    cosines = np.array([[0.5001, 0.5001, 0.5002, np.nan, 0.9]])
    (told,) = scored_once(cosines, [np.array([0, 1, 2, 3]), np.array([4, 3])])
    assert unpack_steps(told["chunks"]) == [0, 1, 2, 4]
    assert unpack_steps(told["scores"]) == [500, 500, 500, 900]
    assert unpack(told["ties"]) == [1, 1, 0, 0]


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
    """Held at rank 4, not held, held and not retrieved, and a refusal, over four sizes."""
    assert [outcome(4, depth) for depth in (3, 4)] == ["outranked", "answered"]
    assert [outcome(found, 10) for found in (-1, 0, None)] == ["cut", "outranked", "refused"]
    settings, ranks = [[0, 1, 2, -1], [0, 0, 0, 0]], np.array([4, -1, 0])
    assert contained(settings, ranks) == [2, 4]
    assert summary(settings, ranks, {})["found"] == {"1": [0, 0], "3": [0, 0], "5": [1, 4], "10": [1, 4]}


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
    assert answered == explorer.sheet("house", SHELVES["fixed"]).asked[0]["wordllama"]["found"]["3"][0]


def row_of(outcomes):
    """A question with these outcomes at sizes from 80 on."""
    cells = [(80 + at, {"a": "answered", "o": "outranked", "c": "cut", "r": "refused"}[what], None) for at, what in enumerate(outcomes)]
    shelf = SimpleNamespace(sizes=[size for size, _, _ in cells])
    return SimpleNamespace(cells=lambda: cells, head="<b>", shelf=shelf, overlap=0)


def test_sizes_disagree_as_counted_by_hand():
    """Two questions at four sizes, of which the first refuses: lost are {1}, {0, 1}, {0}.

    Both steps change something; the pairs differ in 1, 2 and 1 questions, 4/3 on average; question 0 is lost at the third size though
    the second held it, question 1 is lost from the start.
    """
    said = disagreement([row_of("racc"), row_of("rcco")])
    assert said.startswith("Of 2 steps from one size to the next, 2 change which")
    assert "differ in 1.3 of the 2 questions on average. Of 1 questions a size cuts the answer" in said
    assert disagreement([row_of("ra")]) == ""


def test_every_whole_size_is_drawn_as_stretches_of_one_outcome(page):
    """Bars of three heights for what is answered, outranked and cut, none for what is refused, and the same in words and as data."""
    html = every_size.figure(page, "every", "<i>", [row_of("aaocr")])
    assert re.findall(r'<rect class="(\w+)" x="(\d)" y="(\d+)" width="(\d)" height="(\d+)"/>', html)[:3] == [
        ("answered", "0", "0", "2", "20"),
        ("outranked", "2", "10", "1", "10"),
        ("cut", "3", "18", "1", "2"),
    ]
    assert "held at 3 of 5 sizes, found at 2, 3 changes" in html
    said = "&lt;b&gt;: contained and retrieved at 80 to 81; contained but outranked at 82; cut at 83; the library refuses at 84."
    assert f"<p>{said}</p>" in html
    assert ("<b>" in html, "<i>" in html) == (False, False)
    records = json.loads(page.files["data/lottery/every.json"])
    assert [(one["chunk_size_from"], one["chunk_size_to"]) for one in records] == [(80, 81), (82, 82), (83, 83), (84, 84)]


def test_every_whole_size_agrees_with_the_sizes_of_the_strip(explorer, page):
    """At the sizes of the grid the outcomes are those of the strip, and between them there is one for every size."""
    for which, sizes in (("fixed 60", 721), ("token 0", 145)):  # 80 to 800 characters, 16 to 160 tokens
        explorer.every_size(page, "house", which)
        explorer.matrix(page, "house", which)
        stem = f"house-{which.replace(' ', '-')}.json"
        every, few = (json.loads(page.files[f"data/lottery/{name}-{stem}"]) for name in ("every-size", "matrix"))
        outcomes = {(one["row"], size): one["outcome"] for one in every for size in range(one["chunk_size_from"], one["chunk_size_to"] + 1)}
        assert len(outcomes) == 3 * sizes
        assert [outcomes[one["row"], one["chunk_size"]] for one in few] == [one["outcome"] for one in few]


def test_of_several_splitters_the_first_is_open(explorer, page, catalogue):
    """Each figure is what it is alone, and all but the first lie behind a summary with its caption."""
    alone = [explorer.every_size(Page("lottery.md", catalogue), "house", which) for which in ("token 0", "fixed 0")]
    first, folded = explorer.every_size(page, "house", "token 0", "fixed 0").split("\n\n")
    assert [first, folded] == [alone[0], f"<details><summary>fixed, no overlap, every size</summary>{alone[1]}</details>"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda one, page: one.matrix(page, "house", "fixd 0"), "'fixd 0' names no splitter and overlap"),
        (lambda one, page: one.matrix(page, "house", "fixed 7"), "the explorer has no overlap of 7"),
        (lambda one, page: one.strip(page, "house", "wik", "fixed 0"), "has no question 'wik'"),
        (lambda one, page: one.place(page, "hous"), r"no document .hous. with questions, corpora/hous\.md .*: did you mean house\?"),
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

    monkeypatch.setattr("generators.explorer.sheets.stored", absent)
    write_house(tmp_path)
    with pytest.raises(Mistake, match="the explorer of house cannot be made: install wordllama"):
        Explorer(tmp_path / "scenarios", tmp_path / "other").matrix(page, "house", "fixed 0")


def test_the_small_document_is_what_the_tests_say():
    """The tests' own text has a sign beyond the basic plane, markup, and each answer once."""
    assert [len(one) for one in TEXT if one > "\uffff"] == [1]
    assert QUESTIONS.count("- id:") == 3
