"""The explorer's data: what a direct run of the splitters gives, and what is told from it on a page."""

import json

import pytest
from explorer_project import QUESTIONS, TEXT, write_house

from generators.chunk import Chunk, locate
from generators.explorer import Explorer
from generators.explorer.outcome import disagreements, outcome, sizes_by_overlap
from generators.explorer.ranking import part, repeats
from generators.explorer.settings import SHELVES
from generators.measures.answers import holders
from generators.mistake import Absent, Mistake
from generators.page import Page
from generators.retrieve import by_cosine
from generators.splitters import SPLITTERS

SAMPLED = [(0, 0), (0, 6), (2, 20), (9, 3), (10, 0), (17, 11), (36, 20)]


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    write_house(folder)
    return Explorer(folder / "scenarios", folder / "cache")


@pytest.fixture
def page(catalogue):
    return Page("lottery.md", catalogue)


def pieces(grid, at):
    """The pieces of each chunk of a chunking."""
    return [
        tuple(zip(start, end, strict=True)) if isinstance(start, list) else ((start, end),)
        for start, end in zip(grid["starts"][at], grid["ends"][at], strict=True)
    ]


@pytest.mark.parametrize("name", SHELVES)
@pytest.mark.parametrize(("size_at", "overlap_at"), SAMPLED)
def test_a_setting_is_what_a_direct_run_gives(explorer, name, size_at, overlap_at):
    """Chunks, holders, ranks, scores and costs of sampled settings are those of the splitter, the measure and the retriever themselves."""
    shelf, grid, document = SHELVES[name], explorer.grid("house", name), explorer.document("house")
    size, overlap = grid["sizes"][size_at], grid["overlaps"][overlap_at]
    at = grid["settings"][size_at][overlap_at]
    if overlap > size and name != "fixed":
        refusal = f"ValueError: Got a larger chunk overlap ({overlap}) than chunk size ({size}), should be smaller."
        assert (at < 0, grid["refusals"][-1 - at]) == (True, refusal)
        return
    splitter = SPLITTERS[shelf.use](chunk_size=size, chunk_overlap=overlap, **shelf.keywords)
    chunks = locate(TEXT, splitter.split(TEXT), splitter.chunk_overlap if shelf.unit == "characters" else None)
    assert pieces(grid, at) == [chunk.pieces for chunk in chunks]
    assert (grid["count"][at], grid["stored"][at]) == (len(chunks), sum(len(chunk.text) for chunk in chunks))
    assert grid["ratio"][at] == round(grid["stored"][at] / len(TEXT), 2)
    assert grid["in_force"][size_at][overlap_at] == splitter.chunk_overlap
    rankings = by_cosine(explorer.encoder, [chunk.text for chunk in chunks], [question.text for question in document.questions])
    for question, ranking, asked in zip(document.questions, rankings, grid["asked"], strict=True):
        holding = holders(document, chunks, question)
        assert asked["holders"][at] == holding
        assert asked["rank"][at] == (min(ranking.order.tolist().index(chunk) + 1 for chunk in holding) if holding else None)
        assert asked["first"][at] == ranking.order[:10].tolist()
        assert asked["scores"][at] == [round(float(ranking.scores[chunk]), 3) for chunk in ranking.order[:10]]
        assert [letter in "wW" for letter in asked["holds"][at]] == [chunk in holding for chunk in asked["first"][at]]


def test_the_grid_has_37_sizes_and_21_overlaps_and_shares_equal_chunkings(explorer):
    """80 to 800 in steps of 20 and 0 to 200 in steps of 10, in tokens a fifth of that; no chunking stands there twice."""
    for name, grid in ((name, explorer.grid("house", name)) for name in SHELVES):
        per = 1 if SHELVES[name].unit == "characters" else 5
        assert grid["sizes"] == [size // per for size in range(80, 801, 20)]
        assert grid["overlaps"] == [overlap // per for overlap in range(0, 201, 10)]
        chunkings = [json.dumps(pair) for pair in zip(grid["starts"], grid["ends"], strict=True)]
        assert len(chunkings) < 37 * 21
        assert max(max(row) for row in grid["settings"]) == len(chunkings) - 1
    recursive = explorer.grid("house", "recursive")
    starts = [json.dumps(pair) for pair in zip(recursive["starts"], recursive["ends"], strict=True)]
    assert len(set(starts)) == len(starts)


def test_an_overlap_that_is_not_smaller_than_the_size_is_halved_and_told(explorer):
    """At 80 characters an overlap of 200 is 40 in force, one of 70 is left."""
    grid = explorer.grid("house", "fixed")
    assert [grid["in_force"][0][grid["overlaps"].index(overlap)] for overlap in (70, 80, 200)] == [70, 40, 40]


def test_a_grid_is_computed_once_and_a_damaged_one_again(explorer):
    """What the store gives is what was computed, and bytes that were spoilt are not believed."""
    from generators.explorer.store import stored_grid

    def stored():
        return stored_grid(explorer.kept, explorer.document("house"), SHELVES["recursive"], explorer.encoder)

    before = stored()
    kept = {path: path.read_bytes() for path in explorer.kept.glob("explorer-*")}
    for path, data in kept.items():
        path.write_bytes(data[:-2])
    assert stored() == before
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


def test_outcomes_and_their_counts():
    """Two chunkings and a refusal over two sizes and two overlaps: held at rank 4, and not held."""
    asked = {"rank": [4, None], "holders": [[2], []]}
    assert [outcome(0, *asked.values(), depth) for depth in (3, 4)] == ["outranked", "answered"]
    assert [outcome(at, *asked.values(), 10) for at in (1, -1)] == ["cut", "refused"]
    counts = sizes_by_overlap([[0, -1], [0, 1]], asked)
    assert counts == {"contained": [2, 0], "1": [0, 0], "3": [0, 0], "5": [2, 0], "10": [2, 0]}


def test_disagreements_of_three_sizes():
    """The sizes cut {}, {one}, {}: two sets; of three pairs two differ; two cut nothing; the first question is cut after it was held."""
    found = disagreements([[False, True, False], [False, False, False]])
    assert found == {"sets": 2, "pairs": pytest.approx(2 / 3), "whole": 2, "returning": 1}


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
    assert sum(record["outcome"] == "contained and retrieved" for record in records[:37]) == int(
        explorer.sizes(page, "house", "wick", "fixed 0", "3").split('"')[1]
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda one, page: one.matrix(page, "house", "fixd 0"), "'fixd 0' names no splitter and overlap"),
        (lambda one, page: one.matrix(page, "house", "fixed 7"), "the grid has no overlap of 7"),
        (lambda one, page: one.strip(page, "house", "wik", "fixed 0"), "has no question 'wik'"),
        (lambda one, page: one.sizes(page, "house", "wick", "fixed 0", "2"), "there is no figure '2' here"),
        (lambda one, page: one.place(page, "hous"), "there is no such file"),
    ],
)
def test_a_slip_in_an_expression_is_named(explorer, page, call, said):
    """The mistake says what is wrong and what there is."""
    with pytest.raises(Mistake, match=said):
        call(explorer, page)


def test_a_document_that_is_too_long_is_refused(tmp_path, page):
    """The grid of a long text would take minutes: the mistake says how long one may be."""
    write_house(tmp_path)
    (tmp_path / "scenarios/corpora/house.md").write_text(TEXT + "x" * 25_000, "utf-8")
    with pytest.raises(Mistake, match="more than the 25,000 that the explorer takes"):
        Explorer(tmp_path / "scenarios", tmp_path / "cache").place(page, "house")


def test_a_library_that_is_not_installed_is_named(tmp_path, page, monkeypatch):
    """Without its encoder there is no page with a hole in it, but a mistake that says what to install."""

    def absent(*_):
        raise Absent("install wordllama")

    monkeypatch.setattr("generators.explorer.part.stored_grid", absent)
    write_house(tmp_path)
    with pytest.raises(Mistake, match="the explorer of house cannot be made: install wordllama"):
        Explorer(tmp_path / "scenarios", tmp_path / "other").matrix(page, "house", "fixed 0")


def test_the_small_document_is_what_the_tests_say():
    """The tests' own text has a sign beyond the basic plane, markup, and each answer once."""
    assert [len(one) for one in TEXT if one > "\uffff"] == [1]
    assert QUESTIONS.count("- id:") == 3
