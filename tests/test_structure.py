"""The structure-first splitter: what it never cuts, on every authored text and on the data sets of others where they are here."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prerequisites import ROOT, need_data
from small_project import results, values

from generators.chunk import locate, lost
from generators.corpora import datasets
from generators.corpora.contracts import contracts
from generators.corpora.documents import document, read
from generators.corpus import Band, Corpus, Profile
from generators.inspection import inspect
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.mistake import Mistake
from generators.spans import bridged, covers, trimmed
from generators.splitters.structure import structure_splitter
from generators.structure.outline import outline
from generators.tokens import count

AUTHORED = sorted((Path(__file__).parent.parent / "scenarios/corpora").glob("*.md"))
NEVER = (
    "tables_detached",
    "rows_headerless",
    "rows_cut",
    "code_blocks_cut",
    "sentences_cut",
    "clauses_parted",
    "chunks_mixed",
    "characters_lost",
)
ROWS = "".join(f"| row {n} | {n * 37} |\n" for n in range(40))
SWITCHES = ("repeat_header", "keep_sections", "keep_headings", "keep_code", "keep_rows", "keep_sentences", "keep_exceptions")


def chunks_of(text, **keywords):
    """The chunks of a text, every one of them the text of its pieces."""
    found = structure_splitter(**keywords).chunks(text)
    for chunk in found:
        assert chunk.text == "".join(text[slice(*piece)] for piece in chunk.pieces)
    return found


def texts(text, **keywords):
    """The texts of the chunks."""
    return [chunk.text for chunk in chunks_of(text, **keywords)]


def only(*kept):
    """Keywords that switch off all behaviours but these."""
    return {switch: switch in kept for switch in SWITCHES}


def measured(documents, **keywords):
    """What must be nought, measured on the documents as they are split."""
    splitter = structure_splitter(**keywords)
    case = Case(Corpus("x", "", tuple(documents)), splitter, tuple(splitter.chunks(one.text) for one in documents))
    return {name: MEASURES[name].of_case(case)[""].value for name in NEVER}


def profile():
    """Contracts with tables of every length."""
    return Profile(8, 8000, (Band(12, 300), Band(4, 600), Band(2, 900), Band(2, 1800)))


@pytest.mark.parametrize("size", [64, 256])
@pytest.mark.parametrize("path", AUTHORED, ids=lambda path: path.stem)
def test_nothing_is_parted_in_the_authored_texts(path, size):
    """No row without its header, no table detached, no row, block of code, sentence or clause cut, no text lost."""
    assert measured([read(path, path.name)], chunk_size=size) == dict.fromkeys(NEVER, 0)


@pytest.mark.parametrize("cells", ["figures", "sentences"])
def test_nothing_is_parted_in_contracts(cells):
    """Nor in the contracts written from a seed."""
    written = contracts(profile(), seed=1, cells=cells, layout="pipes", blank_lines=1, table_after_prose=False)
    assert measured(written, chunk_size=200) == dict.fromkeys(NEVER, 0)


def test_nothing_is_parted_in_the_texts_of_others():
    """Nor in the data sets: Chroma's, with the pipe tables of finance, and TAT-QA's."""
    need_data(*datasets.texts())
    for name in datasets.texts():
        found = document(*datasets.read(name, ROOT))
        assert (name, measured([found], chunk_size=256)) == (name, dict.fromkeys(NEVER, 0))


PIECES = st.sampled_from(
    [
        "# Head\n\n",
        "## Deeper\n\n",
        "One sentence here. Another one! A third?\n\n",
        "- item\n- other item\n  - nested\n\n",
        "```\ncode\n\nmore\n```\n\n",
        "~~~\n```\n~~~\n\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n",
        "x | y\n1 | 2\n3 | 4\n",
        "> quoted. Words.\n> More.\n\n",
        "<div>\n<p>x</p>\n</div>\n\n",
        "Unless waived.\n\n",
        "\r\n",
        "    indented code\n\n",
        "Table 1: words\n\n",
        "---\n",
        "```\nnever closed\n",
        "本契約は発効する。次の文。\n",
        "\ufeff",
        "a: b\n",
        " \t\n",
    ]
)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(PIECES, max_size=14).map("".join), st.integers(4, 40), st.fixed_dictionaries({switch: st.booleans() for switch in SWITCHES})
)
def test_any_text_is_covered_in_order(text, size, switches):
    """All that is not blank stands in some chunk, in order and once; repeated heads apart, a chunk is a stretch of the text."""
    found = chunks_of(text, chunk_size=size, **switches)
    own = [chunk.own_pieces for chunk in found]
    assert all(len(pieces) == 1 for pieces in own)
    assert own == sorted(own)
    assert all(one[0][1] <= other[0][0] for one, other in pairwise(own))
    assert lost(text, found) == ()


@settings(max_examples=120, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join), st.integers(4, 40))
def test_the_limit_is_kept_but_for_what_may_not_be_cut(text, size):
    """A chunk over the limit has no boundary in it: it is one row, sentence or block, with the heading and the head that belong to it."""
    splitter = structure_splitter(chunk_size=size)
    found, parts = splitter.chunks(text), outline(text)
    held = [bridged(chunk.own_pieces, text) for chunk in found]
    whole = [
        trimmed(span, text) for span in (*parts.code, *parts.sentences, *parts.clauses, *(row for one in parts.tables for row in one.rows))
    ]
    assert all(any(covers(pieces, span) for pieces in held) for span in whole if span[0] < span[1])
    unkept = structure_splitter(chunk_size=size, **only())
    for chunk in unkept.chunks(text):
        # Without switches only what has no blank in it is longer: lines of a heading or of a table's head, and Chinese without blanks.
        assert count(chunk.text, "cl100k_base") <= size or not any(
            word in chunk.text for word in ("sentence here. Another", "item\n- other")
        )


def test_the_same_text_gives_the_same_chunks():
    """Whoever splits it, and whatever was split before."""
    text = AUTHORED[0].read_text("utf-8")
    assert structure_splitter(chunk_size=99).chunks(text) == structure_splitter(chunk_size=99).chunks(text)


def test_what_fits_is_one_chunk_a_section():
    """Neighbours of a section are packed together, and sections are not; each chunk knows the headings above it."""
    text = "# T\n\n## A\n\nOne.\n\n- two\n- three\n\n## B\n\nFour.\n"
    found = chunks_of(text)
    assert [chunk.text for chunk in found] == ["# T\n\n## A\n\nOne.\n\n- two\n- three", "## B\n\nFour."]
    assert [chunk.path for chunk in found] == [("T", "A"), ("T", "B")]
    assert texts(text, keep_sections=False) == [text.strip()]


def test_the_strongest_boundary_that_is_needed_is_taken():
    """Three paragraphs of 4 tokens and a list: at 10 tokens two paragraphs are packed, the list stays whole, and no sentence is parted."""
    text = "One two three.\n\nFour five six.\n\nSeven eight nine.\n\n- a b\n- c d\n"
    assert texts(text, chunk_size=10) == ["One two three.\n\nFour five six.", "Seven eight nine.", "- a b\n- c d"]


def test_a_continued_table_repeats_its_caption_and_header():
    """Every chunk after the first begins with them, in their own places, and fits with them."""
    head = "Table of fees\n\n| Item | Fee |\n|---|---|\n"
    text = "Words before.\n\n" + head + ROWS + "\nWords after.\n"
    found = chunks_of(text, chunk_size=80)
    first, *others = [chunk for chunk in found if "| row" in chunk.text]
    start = text.index(head)
    assert first.repeated == ()
    assert len(others) > 3
    assert {chunk.repeated for chunk in others} == {((start, start + len(head)),)}
    assert all(chunk.text.startswith(head + "| row") and count(chunk.text, "cl100k_base") <= 80 for chunk in others)
    assert all(chunk.match == "pieces" and chunk.own_pieces == chunk.pieces[1:] for chunk in others)
    assert sum(text.count("Table of fees") for text in texts(text, chunk_size=80, repeat_header=False)) == 1


def test_a_paragraph_that_ends_in_a_colon_is_a_caption():
    """One that does not is none; nor is a paragraph with another behind it; nor one that takes more than half of a chunk."""
    table = "| a | b |\n|---|---|\n" + ROWS
    assert texts(f"The fees are:\n\n{table}", chunk_size=60)[1].startswith("The fees are:\n\n| a | b |\n|---|---|\n| row")
    for before in ("The fees.\n\n", "The fees are:\n\nWords.\n\n", "The fees " * 20 + "are:\n\n"):
        assert texts(before + table, chunk_size=60)[2].startswith("| a | b |\n|---|---|\n| row")


def test_a_table_without_header_repeats_its_first_line():
    """As the project counts it: adjacent lines with the same number of pipes are a table, and the first of them is its header."""
    text = "Words.\nitem | fee\n" + "".join(f"row {n} | {n * 37}\n" for n in range(30)) + "More words."
    found = texts(text, chunk_size=50)
    assert all("item | fee\nrow" in one for one in found if "row" in one)
    assert sum(one.startswith("item | fee\nrow") for one in found) > 3


HEADER = "| | 2019 | 2018 |\n|---|---|---|\n| | (in thousands) | |\n"
FIGURES = "".join(f"| row {n} | {n * 37} | {n * 31} |\n" for n in range(30))


def test_a_header_of_several_rows_is_repeated_whole():
    """Rows below the first that have no label belong to it: no chunk ends between them, and each that continues the table has them."""
    found = chunks_of(HEADER + FIGURES, chunk_size=80)
    assert len(found) > 4
    assert all(chunk.text.startswith(HEADER + "| row") and count(chunk.text, "cl100k_base") <= 80 for chunk in found)
    assert {chunk.repeated for chunk in found[1:]} == {((0, len(HEADER)),)}


def test_a_header_of_several_rows_that_takes_too_much_is_repeated_in_its_first():
    """The three lines take over half of 48 tokens, the first two do not; where rows have no label at all, the header is one row."""
    assert count(HEADER, "cl100k_base") == 25
    first = HEADER[: HEADER.index("| | (in")]
    assert all(one.startswith(first + "| row") for one in texts(HEADER + FIGURES, chunk_size=48)[1:])
    unlabelled = first + "".join(f"| | {n * 37} | {n * 31} |\n" for n in range(30))
    assert all(one.startswith(first + "| | ") and count(one, "cl100k_base") <= 48 for one in texts(unlabelled, chunk_size=48))


@pytest.mark.parametrize("keep_headings", [True, False])
def test_no_row_of_a_header_stands_twice_in_a_chunk(keep_headings):
    """Whatever the size and the overlap, and even where a cut falls between two rows of the header."""
    for size in range(20, 80, 7):
        for overlap in (0, size // 3, size - 8):
            text = "Words.\n\n" + HEADER + FIGURES
            for one in texts(text, chunk_size=size, chunk_overlap=overlap, keep_headings=keep_headings):
                assert max(map(one.count, HEADER.splitlines())) <= 1


def test_ragged_rows_and_pipes_in_cells_are_rows():
    """Rows with too few or too many cells, escaped pipes, and pipes in code: none is cut, all have the header."""
    odd = "| 1 |\n| 1 | 2 | 3 | 4 |\n| a \\| b | `x | y` |\n| 5 | 6 |\n" * 8
    text = "| a | b |\n|---|---|\n" + odd
    assert measured([document("x.md", text)], chunk_size=40) == dict.fromkeys(NEVER, 0)


def test_a_header_longer_than_the_chunk_is_not_repeated():
    """It stands once, over the limit with the row that belongs to it, and the other rows stand alone."""
    text = f"| {'long header ' * 30}| b |\n|---|---|\n" + ROWS
    first, *others = chunks_of(text, chunk_size=50)
    assert count(first.text, "cl100k_base") > 50
    assert all(chunk.repeated == () and count(chunk.text, "cl100k_base") <= 50 for chunk in others)


def test_a_row_is_never_cut_unless_that_is_switched_off():
    """A row of some hundred tokens makes a chunk over the limit with its header; without the switch it is parted between words."""
    text = f"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | {'many words ' * 60}|\n| 5 | 6 |\n"
    sizes = [count(one, "cl100k_base") for one in texts(text, chunk_size=40)]
    assert [size > 40 for size in sizes] == [False, True, False]
    assert all(count(one, "cl100k_base") <= 40 for one in texts(text, chunk_size=40, keep_rows=False))


@pytest.mark.parametrize("mark", ["```", "~~~", "````"])
def test_code_is_never_cut_unless_that_is_switched_off(mark):
    """Fences of both kinds, with a shorter fence within, blank lines and what looks like a heading, stay in one piece."""
    code = f"{mark} text\n" + "# no heading\n\n" * 20 + ("```\n" if mark != "```" else "") + f"x = 1\n{mark}"
    text = f"Before.\n\n{code}\n\nAfter.\n"
    assert code in texts(text, chunk_size=30)
    assert all(count(one, "cl100k_base") <= 30 for one in texts(text, chunk_size=30, keep_code=False))


def test_a_fence_that_is_never_closed_is_cut_between_lines():
    """It runs to the end of the text, and nobody meant that: so the limit is kept, and nothing is lost."""
    text = "Before.\n\n```\n" + "line of code\n" * 60
    found = texts(text, chunk_size=30)
    assert all(count(one, "cl100k_base") <= 30 for one in found)
    assert "\n".join(found).split() == text.split()


def test_a_sentence_is_never_cut_unless_that_is_switched_off():
    """Punkt knows that `e.g.` and `No. 4` end no sentence."""
    long = "See e.g. what Clause No. 4 of this " + "very " * 60 + "long agreement."
    text = f"Short. {long} Short again."
    assert long in texts(text, chunk_size=30)
    assert all(count(one, "cl100k_base") <= 30 for one in texts(text, chunk_size=30, keep_sentences=False))


def test_sentences_without_blanks_are_known():
    """Those of Chinese and Japanese end with their own full stop."""
    text = "本契約は二〇二四年に発効する。当事者は通知を要する。「よろしいか？」次の文である。"
    assert texts(text, chunk_size=14, unit="characters") == [
        "本契約は二〇二四年に発効する。",
        "当事者は通知を要する。",
        "「よろしいか？」",
        "次の文である。",
    ]


CLAUSE = "The Tenant shall not assign the lease to any other person or company without consent in writing."


@pytest.mark.parametrize(
    ("between", "exception"),
    [
        (" ", "Unless the Landlord refuses for no good reason, that is."),
        ("\n\n", "Except to a company of the same group."),
        ("\n\n", "2.1 Provided that the Landlord is told before."),
        ("\n\n", "Subject to Clause 9, this ends in May."),
        ("\n- ", "save that the ground floor may be sublet."),
    ],
)
def test_a_clause_stays_with_its_exception(between, exception):
    """In the next sentence, paragraph or item, even over the limit; without the switch they are parted."""
    start = "- " if between == "\n- " else ""
    text = f"Words go before it.\n\n{start}{CLAUSE}{between}{exception}\n\nWords go after it.\n"
    assert any(CLAUSE in one and exception in one for one in texts(text, chunk_size=24))
    assert not any(CLAUSE in one and exception in one for one in texts(text, chunk_size=24, keep_exceptions=False))


def test_a_list_of_exceptions_stays_with_its_clause():
    """A clause with such a word and a colon at its end announces them."""
    text = "The fee is due in every case except:\n\n- in the first month of the lease;\n- in the last month of it.\n\nWords after.\n"
    assert texts(text, chunk_size=12) == [text.partition("\n\nWords")[0], "Words after."]
    assert len(texts(text, chunk_size=12, keep_exceptions=False)) == 3


def test_a_heading_stays_with_its_text():
    """Also one with no text before the next, deeper one; what it stays with is the first sentence, row or item."""
    text = "# A\n\n## B\n\n" + "A sentence of some words. " * 6 + "\n"
    assert texts(text, chunk_size=14)[0] == "# A\n\n## B\n\nA sentence of some words."
    assert texts(text, chunk_size=6, keep_headings=False, keep_sections=False)[0] == "# A\n\n## B"


def test_a_heading_without_text_is_a_chunk():
    """Before another of its own level, and at the end; its path is its own."""
    found = chunks_of("## A\n\n## B\n\nText.\n\n# C")
    assert [(chunk.text, chunk.path) for chunk in found] == [("## A", ("A",)), ("## B\n\nText.", ("B",)), ("# C", ("C",))]
    assert texts("# Only") == ["# Only"]
    assert texts("") == texts(" \n\n") == []


def test_lists_ten_deep_are_cut_at_items():
    """An item goes with its marker and its indent, and nothing is lost however deep it is."""
    text = "".join("  " * depth + f"- item {depth} with a few words\n" for depth in range(10)) * 3
    found = texts(text, chunk_size=20)
    assert all(one.lstrip().startswith("- item") and count(one, "cl100k_base") <= 20 for one in found)
    assert "\n".join(found) == text.rstrip()


def test_front_matter_is_no_heading():
    """YAML between dashes is one block before the first section; dashes elsewhere are rules."""
    text = "---\ntitle: A: b\ntags: [x]\n---\n# T\n\nText.\n"
    assert [(chunk.text, chunk.path) for chunk in chunks_of(text)] == [("---\ntitle: A: b\ntags: [x]\n---", ()), ("# T\n\nText.", ("T",))]
    assert texts("---\n\nWords.\n\n---\n\nMore.\n") == ["---\n\nWords.\n\n---\n\nMore."]


def test_html_in_markdown_is_cut_between_lines_only_if_it_must():
    """A block of HTML that fits stays whole, headings in it divide nothing, and an unclosed comment does not swallow the limit."""
    block = "<div>\n# no heading\n<p>Words.</p>\n</div>"
    assert any(block in one for one in texts(f"# A\n\n{'Words of a sentence. ' * 9}\n\n{block}\n\nAfter.\n", chunk_size=24))
    assert all(count(one, "cl100k_base") <= 24 for one in texts("<!-- never closed\n\n" + "some words here\n" * 50, chunk_size=24))


def test_overlap_begins_at_a_boundary():
    """Of three sentences a chunk, the last comes again in the next, where it fits into what was asked for; not over a heading."""
    text = "# A\n\nOne is here. Two is here. Three is here. Four is here.\n\n# B\n\nFive is here.\n"
    assert texts(text, chunk_size=16, chunk_overlap=5) == [
        "# A\n\nOne is here. Two is here.",
        "Two is here. Three is here. Four is here.",
        "# B\n\nFive is here.",
    ]
    with pytest.raises(ValueError, match="chunk_overlap must be at least 0 and smaller than chunk_size 9, got 9"):
        structure_splitter(chunk_size=9, chunk_overlap=9)
    with pytest.raises(ValueError, match="chunk_size must be at least 1, got 0"):
        structure_splitter(chunk_size=0)


def test_a_table_of_five_megabytes_is_split():
    """Every row is there once, whole and under its header, in time that grows with its length alone."""
    rows = [f"| row {n} of the table | {n * 37} and some words |" for n in range(100_000)]
    text = "| a | b |\n|---|---|\n" + "\n".join(rows)
    assert len(text) > 5_000_000
    found = texts(text)
    assert [line for one in found for line in one.split("\n")[2:]] == rows
    assert all(one.startswith("| a | b |\n|---|---|\n") for one in found)


def test_inspection_takes_its_own_places():
    """Where two tables have the same header, the one that is repeated is the one of the row; to look for it would be a guess."""
    table = "| a | b |\n|---|---|\n" + ROWS
    text = f"{table}\nWords.\n\n{table}"
    found = inspect(document("x.md", text), "offcut.StructureSplitter", {"chunk_size": 60})
    second = text.rindex("| a | b |")
    assert [chunk.repeated[0][0] for chunk in found.chunks if chunk.repeated and chunk.own_pieces[0][0] > second] != []
    assert all(chunk.repeated[0][0] == second for chunk in found.chunks if chunk.repeated and chunk.own_pieces[0][0] > second)
    assert found.to_json()["lost"] == []
    assert locate(text, [chunk.text for chunk in found.chunks])[0].match == "exact"


def test_a_scenario_measures_what_is_cut(tmp_path):
    """A sentence of 31 characters, a block of code of 25 and a clause of 27, in windows of 20 and by structure."""
    text = """\
title: x
corpora:
  one:
    texts: {a: "# A\\n\\nA sentence of some more words.\\n\\n# B\\n\\n```\\nx = 1\\n\\ny = 2 + x\\n```\\n\\nNo. Unless it is agreed.\\n"}
splitters:
  windows: {use: fixed, chunk_size: 20}
  ours: {use: offcut.StructureSplitter, chunk_size: 20, unit: characters}
measures: [code_blocks_cut, sentences_cut, clauses_parted, chunks_mixed]
"""
    found = values(results(tmp_path, text))
    # Windows at 0, 20, 40 ...: the first sentence is [5, 36), the second section begins at 38, its code is [43, 67), and of the two
    # sentences behind it [69, 72) is whole in [60, 80) and [73, 93) is in none; the window [20, 40) has text of the first section alone.
    assert [found[f"one/windows/{name}"] for name in ("code_blocks_cut", "sentences_cut", "clauses_parted", "chunks_mixed")] == [1, 2, 1, 0]
    assert [found[f"one/ours/{name}"] for name in ("code_blocks_cut", "sentences_cut", "clauses_parted", "chunks_mixed")] == [0, 0, 0, 0]


def test_an_unknown_tokenizer_is_a_mistake():
    """As for every splitter that counts."""
    with pytest.raises(Mistake, match="tokenizer 'gpt2' is not available offline"):
        structure_splitter(unit="gpt2")


def test_the_call_to_paste_names_what_is_not_the_default():
    """So that the call says what was chosen."""
    written = structure_splitter(chunk_size=99, keep_rows=False).code
    assert written == "from generators.splitters.structure import structure_splitter\n\nstructure_splitter(chunk_size=99, keep_rows=False)"
