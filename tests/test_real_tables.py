"""Real tables: closed forms over a text's own lengths, the worst tables cut out with their chunks, and the published numbers."""

import json
from dataclasses import replace
from functools import wraps
from pathlib import Path

import pytest
from small_project import load, mistakes, results, run, values

from generators import corpora
from generators.cache import Cache
from generators.catalogue import Catalogue
from generators.corpora import Context
from generators.corpora.find_tables import find_tables
from generators.exhibits import worst
from generators.markup import cut_text
from generators.mistake import Absent, Mistake
from generators.page import Page
from generators.splitters import SPLITTERS
from generators.tokens import count

PUBLISHED = Path(__file__).parent.parent / "scenarios/published"
LETTERS = "| h |\\n|---|\\n| 1 |\\n"  # 6 + 6 + 6 characters, the last line end not of the table: 17
LONGER = "| h |\\n|---|\\n| 1 |\\n| 2 |\\n| 3 |\\n"  # two lines more: 29

LENGTHS = f"""\
title: A text and its lengths
corpora:
  text: {{texts: {{one: "{LETTERS}", two: "{LONGER}\\nWords and words.\\n\\n{LETTERS}"}}}}
  lengths: {{profile_of: text}}
splitters:
  letters: {{use: fixed, chunk_size: 25, chunk_overlap: 5}}
  tokens: {{use: fixed, chunk_size: 16, chunk_overlap: 2, unit: cl100k_base}}
measures:
  [tables, tables_cut, tables_cut_share, tables_cut_whole_token, tables_cut_every_start, table_length_median, table_length_max, chunks]
"""


def plain(text):
    """A text of a scenario as YAML gives it."""
    return text.replace("\\n", "\n")


def test_lengths_are_counted_in_the_unit_of_the_splitter(tmp_path):
    """Two tables of one length and one longer, in tokens of their own; a document has the mean length of both."""
    rows = load(tmp_path, LENGTHS).corpora
    lengths = rows[1].load().profile
    short, longer = (count(plain(text).rstrip("\n"), "cl100k_base") for text in (LETTERS, LONGER))
    found = lengths.profiles["cl100k_base"]
    assert [(band.count, band.tokens) for band in found.tables] == [(2, short), (1, longer)]
    whole = [count(document.text, "cl100k_base") for document in rows[0].load().documents]
    assert [found.documents, found.tokens_per_document] == [2, round(sum(whole) / 2)]
    # 18 characters, and 30 + 1 + 16 + 2 + 18 = 67, so 85 in all.
    assert lengths.chars_per_token == 85 / sum(whole)
    assert set(lengths.profiles) == {"cl100k_base", "o200k_base", "characters"}


def test_characters_are_modelled_by_characters(tmp_path, monkeypatch):
    """At one character a token, nothing is rounded: with 25/5, tables of 17 and 29 characters are cut with (17 - 5) / 20 = 0.6 and surely.

    So 0.6 + 0.6 + 1 = 2.2 of 3 are. From whole characters it is (17 - 5 - 1) / 20 = 0.55 for the shorter ones, which is 2.1.
    """

    class Letters:
        count = staticmethod(len)

    monkeypatch.setattr("generators.corpora.lengths.tokenizer", lambda _: Letters)
    found = values(results(tmp_path, LENGTHS))
    assert found["lengths/letters/tables_cut"] == pytest.approx(2.2)
    assert found["lengths/letters/tables_cut_share"] == pytest.approx(2.2 / 3)
    assert found["lengths/letters/tables_cut_whole_token"] == pytest.approx(2.1)
    # 16/2 in "tokens" of one character: (17 - 2) / 14 and 29 are beyond the window, so all three are cut.
    assert found["lengths/tokens/tables_cut"] == 3


def test_a_rate_of_its_own_changes_no_chance(tmp_path):
    """At some characters a token, window and table are divided alike; only whole tokens are kept, so half a token may go amiss."""
    found = results(tmp_path, LENGTHS).one("small/lengths/letters/tables_cut")
    rate = load(tmp_path, LENGTHS).corpora[1].load().profile.chars_per_token
    assert rate != 4
    assert found.inputs["chunk_size"] == pytest.approx(25 / rate)
    assert found.value == pytest.approx(2.2, abs=2 * 0.5 / (20 / rate))


def test_tables_one_by_one_have_no_number_of_their_own(tmp_path):
    """A profile's bands are parts, and the lengths of real tables are not; both are told as inputs."""
    found = results(tmp_path, LENGTHS)
    assert not [number for number, one in found.numbers.items() if one.part and one.corpus == "lengths"]
    assert [count for count, _ in found.one("small/lengths/tokens/tables_cut").inputs["bands"]] == [2, 1]
    assert [found.modelled(found.one(f"small/{corpus}/tokens/tables_cut")) for corpus in ("lengths", "text")] == [True, False]


def starts(text, size, overlap):
    """The tables of a document that windows of some size do not hold, for every number of characters before it: window by window."""
    tables = [table.span for table in find_tables(text)]
    counts = []
    for before in range(size - overlap):
        windows = [(at - before, at - before + size) for at in range(0, len(text) + before, size - overlap)]
        counts.append(sum(not any(start <= a and b <= end for start, end in windows) for a, b in tables))
    return counts


@pytest.mark.parametrize(("size", "overlap"), [(25, 5), (17, 0), (40, 39), (18, 17), (100, 3)])
def test_every_start_is_tried(tmp_path, size, overlap):
    """The mean, the fewest and the most are those of windows that are laid one by one; both documents begin alike."""
    text = LENGTHS.replace("chunk_size: 25, chunk_overlap: 5", f"chunk_size: {size}, chunk_overlap: {overlap}")
    found = values(results(tmp_path, text))
    one, two = (starts(plain(document), size, overlap) for document in (LETTERS, f"{LONGER}\nWords and words.\n\n{LETTERS}"))
    counts = [a + b for a, b in zip(one, two, strict=True)]
    number = "text/letters/tables_cut_every_start"
    assert found[number] == pytest.approx(sum(counts) / len(counts))
    assert [found[f"{number}/fewest"], found[f"{number}/most"]] == [min(counts), max(counts)]


def test_starts_in_tokens_and_without_a_window(tmp_path):
    """One token a stride leaves one start; what has no size has no windows, and a corpus without tables has none to cut."""
    found = values(results(tmp_path, LENGTHS.replace("chunk_size: 16, chunk_overlap: 2", "chunk_size: 3, chunk_overlap: 2")))
    assert [found[f"text/tokens/tables_cut_every_start{part}"] for part in ("", "/fewest", "/most")] == [3, 3, 3]
    window = LENGTHS.replace(
        "{use: fixed, chunk_size: 25, chunk_overlap: 5}", "{use: llamaindex.SentenceWindowNodeParser, corpora: [text]}"
    )
    assert values(results(tmp_path, window))["text/letters/tables_cut_every_start"] is None
    bare = values(results(tmp_path, LENGTHS.replace(LONGER, "x").replace(LETTERS, "y")))
    assert [bare[f"text/{row}/tables_cut_every_start"] for row in ("letters", "tokens")] == [0, 0]


def test_lengths_of_tables(tmp_path):
    """Of 17, 17 and 29 characters the middle one has the tokens of the first; a corpus without tables has none."""
    found = values(results(tmp_path, LENGTHS))
    assert found["text/letters/table_length_median"] == count(plain(LETTERS).rstrip("\n"), "cl100k_base")
    assert found["text/letters/table_length_max"] == count(plain(LONGER).rstrip("\n"), "cl100k_base")
    bare = values(results(tmp_path, LENGTHS.replace(LONGER, "x").replace(LETTERS, "y")))
    assert [bare["text/letters/table_length_median"], bare["text/letters/table_length_max"]] == [None, None]
    assert [bare["lengths/letters/tables_cut"], bare["lengths/letters/tables_cut_share"]] == [0, None]


def test_a_text_of_nothing_has_no_lengths(tmp_path):
    """Characters for each token of nothing is no number."""
    text = LENGTHS[: LENGTHS.index("  text:")] + '  text: {texts: {one: ""}}\n' + LENGTHS[LENGTHS.index("  lengths:") :]
    with pytest.raises(Mistake, match=r"small\.yaml:4: corpora\.lengths: profile_of: the corpus holds no text"):
        results(tmp_path, text)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{profile_of: txet}", "4: corpora.lengths.profile_of: 'txet' is no text of this file: did you mean text?"),
        ("{profile_of: lengths}", "4: corpora.lengths.profile_of: 'lengths' is no text of this file: known here: text"),
        ("{profile_of: 3}", "4: corpora.lengths.profile_of: 3 is a whole number: give a text"),
        ("{dataset: tatka}", "4: corpora.lengths.dataset: 'tatka' is none of `chroma-chatlogs`, "),
        ("{profile_of: text, seed: 1}", "4: corpora.lengths.seed: unknown key 'seed': known here: measures, profile_of"),
    ],
)
def test_mistakes_in_a_row_of_lengths_or_of_a_data_set(tmp_path, row, said):
    """Each with its place and what there is instead."""
    found = mistakes(tmp_path, LENGTHS.replace("{profile_of: text}", row))
    assert any(line.startswith(said) for line in found), found


def test_lengths_of_several_seeds_are_refused(tmp_path):
    """Which of them would it be?"""
    text = LENGTHS.replace("  lengths: {profile_of: text}\n", """\
  p: {profile: {documents: 1, tokens_per_document: 2000, tables: []}}
  g: {generate: contracts, like: p, seed: [1, 2]}
  lengths: {profile_of: g}
""")  # fmt: skip
    assert mistakes(tmp_path, text) == ["6: corpora.lengths.profile_of: 'g' is drawn from several seeds: name a corpus of one"]


def test_what_lengths_are_taken_of_changes_the_key(tmp_path):
    """A word more in the text, and the closed forms over its lengths are computed again; a text that they are not of is no matter."""

    def key(text):
        found = load(tmp_path, text)
        return Cache(tmp_path).key(found.corpora[1], found.splitters[0], found)

    assert key(LENGTHS) != key(LENGTHS.replace("and words", "and more words"))
    assert key(LENGTHS) == key(LENGTHS.replace("splitters:", "  else: {texts: {a: b}}\nsplitters:"))


# A table of 18 characters between prose; windows of 16 that do not overlap, made by hand below.
WORST = """\
title: Worst
corpora:
  text:
    texts:
      one: "Before the table\\n\\n| h |\\n|---|\\n| 1 |\\n| 2 |\\n\\nafter"
      two: "| k |\\n|---|\\n| 1 |\\n| 2 |\\n| 3 |\\n"
      three: "| k |\\n|---|\\n| 1 |\\n| 2 |\\n| 3 |\\n"
      four: "| w |\\n|---|\\n| 8 |\\n"
splitters:
  cut: {use: fixed, chunk_size: 18, show_worst: 9}
  best: {use: fixed, chunk_size: 900, show_worst: 9}
  silent: {use: fixed, chunk_size: 18}
measures: [rows_headerless, tables_cut]
"""


def test_the_worst_come_first_with_the_text_around_them(tmp_path):
    """Windows of 18: `one` is cut at 18, where its table begins, and at 36, behind its first row; `two` and `three` are cut at 18, before
    two of their rows, and the first of them comes first; `four` has 17 characters and stays whole.
    """
    found = results(tmp_path, WORST)
    shown = found.runs["text", "cut"].worst
    assert [one.name for one in shown] == [
        "two, from character 0: 2 of 3 rows without the header",
        "three, from character 0: 2 of 3 rows without the header",
        "one, from character 18: 1 of 2 rows without the header",
    ]
    assert sum(int(one.name.partition(": ")[2][0]) for one in shown) == found.one("small/text/cut/rows_headerless").value
    assert len(shown) == found.one("small/text/cut/tables_cut").value
    assert shown[2].text == "Before the table\n\n| h |\n|---|\n| 1 |\n| 2 |\n\nafter"
    assert shown[2].chunks == (
        ("Before the table\n\n", ((0, 18),)),
        ("| h |\n|---|\n| 1 |\n", ((18, 36),)),
        ("| 2 |\n\nafter", ((36, 48),)),
    )
    assert found.runs["text", "best"].worst == ()
    assert found.runs["text", "silent"].worst is None
    first = results(tmp_path, WORST.replace("show_worst: 9", "show_worst: 1")).runs["text", "cut"].worst
    assert first == shown[:1]


def test_a_long_text_is_cut_out_at_blanks(tmp_path):
    """160 characters before and after, less a broken word; chunks keep their places, which lie before 0 and beyond the end."""
    before, after = "word " * 60, " word" * 60
    text = WORST.replace("Before the table", before).replace("after", after)
    (one,) = (one for one in results(tmp_path, text).runs["text", "cut"].worst if one.name.startswith("one"))
    head, _, tail = one.text.partition("| h |\n|---|\n| 1 |\n| 2 |")
    # Before: 158 characters of words end in two line ends; 160 back is within a word, and the next one begins 3 later.
    assert [len(head), head[:5], len(tail) <= 160, tail[-4:]] == [157, "word ", True, "word"]
    assert one.chunks[0][1][0][0] < 0 <= one.chunks[0][1][0][1]
    assert one.chunks[-1][1][0][1] > len(one.text)
    assert "".join(text for text, _ in one.chunks) == one.text


def test_rows_that_no_chunk_holds_are_told(tmp_path):
    """Windows of 15 cut the first row of `four`, which has one; it comes after those with rows without a header."""
    shown = results(tmp_path, WORST.replace("chunk_size: 18, show", "chunk_size: 15, show")).runs["text", "cut"].worst
    assert [one.name for one in shown if one.name.startswith("four")] == [
        "four, from character 0: 0 of 1 row without the header, 1 row in no chunk whole"
    ]
    assert shown[-1].name.startswith("four")


def test_no_table_is_worst_where_chunks_have_no_place(tmp_path, monkeypatch):
    """Its numbers are n/a, and no cut could be shown."""
    fixed = SPLITTERS["fixed"]

    @wraps(fixed)
    def elsewhere(**keys):
        return replace(fixed(**keys), split=lambda _: ["nowhere to be found"])

    monkeypatch.setitem(SPLITTERS, "fixed", elsewhere)
    assert run(load(tmp_path, WORST), Cache(tmp_path)).runs["text", "cut"].worst == ()


def test_a_part_of_a_document_marks_no_start_that_lies_before_it():
    """The first chunk began earlier, the second starts within, and both reach past the ends."""
    shown = cut_text("abcdef", [("abcd", ((-5, 4),)), ("def", ((3, 90),))])
    assert shown == (
        '<span class="chunk c0">abc</span><span class="cut" title="chunk 2 starts here">▏2</span>'
        '<mark class="overlap" title="in chunks 1, 2">d</mark><span class="chunk c1">ef</span>'
    )


def page_of(folder, text):
    """The page `small` of a scenario's results."""
    return Page("small.md", Catalogue({"small": results(folder, text)}))


def test_the_page_shows_the_worst_tables(tmp_path):
    """The first is unfolded, each has its cuts and its chunks, under the call; hostile text is inert."""
    text = WORST.replace("| 2 |\\n\\nafter", "| <script> |\\n\\nafter").replace("Before the table", "Before {{ x }} it")
    html = str(worst(page_of(tmp_path, text), "small/text/cut", "The <b>worst</b>"))
    assert html.count('<details class="worst-table"') == 3
    assert html.count(" open><summary>1. two") == html.count(" open>") == 1
    assert "fixed(" in html
    assert html.count('<ol class="chunk-list">') == 3
    assert "&lt;script&gt;" in html
    assert "<script>" not in html
    assert "<b>" not in html
    assert "\n" not in html


def test_the_page_says_why_there_are_none(tmp_path, monkeypatch):
    """No harm done is said; what was not asked for is a mistake; a run that failed says why, and what is absent how to get it."""
    page = page_of(tmp_path, WORST)
    assert "None: every table is whole" in str(worst(page, "small/text/best", "x"))
    with pytest.raises(Mistake, match="the run small/text/silent has no tables to show: say `show_worst: 10` in the row of its splitter"):
        worst(page, "small/text/silent", "x")
    failed = page_of(tmp_path, WORST.replace("chunk_size: 900", "chunk_size: 900, chunk_overlap: 900"))
    assert "ValueError: chunk_overlap 900 is not smaller than chunk_size 900" in str(worst(failed, "small/text/best", "x"))

    @wraps(corpora.SOURCES["texts"])
    def absent(*_, **__):
        raise Absent("the data set x is not here: run `offcut data fetch x`")

    monkeypatch.setitem(corpora.SOURCES, "texts", absent)
    html = str(worst(Page("small.md", Catalogue({"small": run(load(tmp_path, WORST), Cache(tmp_path / "new"))})), "small/text/cut", "x"))
    assert "Not shown in this build" in html
    assert "offcut data fetch x" in html.replace("&#96;", "")
    assert "fixed(" in html


def test_a_named_row_is_read_once_more_and_not_changed():
    """The lengths of a row are those of its own documents, wherever the row stands."""
    rows = {"a": {"texts": {"one": plain(LETTERS)}}, "b": {"profile_of": "a"}}
    found = corpora.load("b", "profile_of", rows["b"], Context(Path(), rows=rows))
    assert found.profile.profiles["cl100k_base"].tables[0].count == 1
    assert found.documents == ()
    again = corpora.load("b", "profile_of", rows["b"], Context(Path(), rows=rows))
    assert [again.sha256, len(found.sha256)] == [found.sha256, 64]


def published():
    """The published numbers of the scenario, the sweeps' among them."""
    numbers = json.loads((PUBLISHED / "real-tables.json").read_text("utf-8"))["numbers"]
    for path in PUBLISHED.glob("real-tables.*.csv"):
        numbers |= {number: json.loads(value) for number, value in (line.split(",") for line in path.read_text("utf-8").splitlines()[1:])}
    return {number.removeprefix("real-tables/"): value for number, value in numbers.items()}


# Counted before with other code, of 200 tables: cut, and with headerless rows.
COUNTED = {
    "token-text": (21, 19),
    "token-default": (27, 24),
    "langchain-token": (15, 19),
    "sentence-default": (0, 1),
    "recursive-default": (0, 0),
}


@pytest.mark.parametrize("splitter", COUNTED)
def test_the_published_counts_are_those_of_an_independent_one(splitter):
    """Tables of Chroma's finance corpus: 10.5% and 9.5%, 13.5% and 12%, 7.5% and 9.5%, none and 0.5%, none and none."""
    found = published()
    assert (found[f"finance/{splitter}/tables_cut"], found[f"finance/{splitter}/tables_headerless"]) == COUNTED[splitter]
    assert found[f"finance/{splitter}/tables"] == 200


def test_the_published_closed_form_is_that_of_an_independent_computation():
    """10.8% of finance's tables at 1024/20 and 1.3% at 1024/200."""
    found = published()
    assert round(found["finance-lengths/token-default/tables_cut_share"], 3) == 0.108
    assert round(found["finance-lengths/token-overlap/tables_cut_share"], 3) == 0.013


@pytest.mark.parametrize("corpus", ["finance", "tatqa"])
@pytest.mark.parametrize("size", [128, 192, 256, 384, 512, 768, 1024, 1536, 2048])
def test_the_closed_form_is_the_mean_over_every_start(corpus, size):
    """The chance from lengths alone and windows over the real text from every start agree to a thousandth of the tables.

    A real fixed window, which is one of the starts, lies between their fewest and most.
    """
    found = published()
    mean, fewest, most = (found[f"{corpus}/fixed-{size}/tables_cut_every_start{part}"] for part in ("", "/fewest", "/most"))
    tables = found[f"{corpus}/fixed-{size}/tables"]
    assert abs(found[f"{corpus}-lengths/fixed-{size}/tables_cut_whole_token"] - mean) < tables / 1000
    assert fewest <= found[f"{corpus}/fixed-{size}/tables_cut"] <= most


def test_the_published_bounds_hold():
    """Whatever the splitter: detached tables are cut, detached ones have headerless rows, and a repeated header leaves none detached."""
    found = published()
    pairs = {tuple(number.split("/")[:2]) for number in found if number.endswith("/tables_detached") and found[number] is not None}
    assert len(pairs) > 80
    for corpus, splitter in pairs:
        cut, detached, headerless, tables = (
            found[f"{corpus}/{splitter}/{measure}"] for measure in ("tables_cut", "tables_detached", "tables_headerless", "tables")
        )
        assert 0 <= detached <= min(cut, headerless)
        assert max(cut, headerless) <= tables == {"finance": 200, "tatqa": 278}[corpus]
    assert [found[f"{corpus}/token-header/tables_detached"] for corpus in ("finance", "tatqa")] == [0, 0]
