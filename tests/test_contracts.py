"""Tests of the generated contracts: lengths, spans, places, sameness, mistakes."""

import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import product

import pytest

from generators.corpora.contracts import contracts
from generators.corpus import Band, Profile
from generators.mistake import Mistake
from generators.tokens import tokenizer

# A tenth of the article's corpus: 120 tables in 40 documents, three in each.
BANDS = {300: 93, 600: 20, 900: 5, 1800: 2}
PROFILE = Profile(40, 8000, tuple(Band(count, tokens) for tokens, count in BANDS.items()))
VARIANTS = list(product(("figures", "sentences"), ("pipes", "aligned"), (1, 2), (False, True)))
TOKENS = tokenizer("cl100k_base")


@cache
def corpus(cells="figures", layout="pipes", blank_lines=1, table_after_prose=False, *, seed=1, profile=PROFILE):
    """The contracts of one variant, written once for all tests."""
    return contracts(profile, seed=seed, cells=cells, layout=layout, blank_lines=blank_lines, table_after_prose=table_after_prose)


def slices(document, spans):
    """The texts at the spans."""
    return [document.text[start:end] for start, end in spans]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_lengths(variant):
    """Documents come within 1% of their length, tables within 2% of their band's, counted on the finished text."""
    documents = corpus(*variant)
    assert [document.name for document in documents[:2]] == ["contract-001", "contract-002"]
    assert len(documents) == 40
    for document in documents:
        assert 7920 <= len(TOKENS.encode(document.text)) <= 8080
        assert len(document.tables) == 3
        for table in document.tables:
            (text,) = slices(document, [table.span])
            assert len(TOKENS.encode(text)) == pytest.approx(int(table.band), rel=0.02)
    assert Counter(int(table.band) for document in documents for table in document.tables) == BANDS


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_spans(variant):
    """Header, delimiter and rows are whole lines of one table, with a bar more than columns in each; nothing else has a bar."""
    bars = 5  # label and three figures; label, one figure and two sentences
    for document in corpus(*variant):
        assert document.text.count("|") == bars * sum(2 + len(table.rows) for table in document.tables)
        for table in document.tables:
            lines = slices(document, [table.header, table.delimiter, *table.rows])
            assert slices(document, [table.span]) == ["\n".join(lines)]
            assert all(line.startswith("| ") and line.endswith(" |") and line.count("|") == bars for line in lines)
            assert re.fullmatch(r"\| (Service|Grade|Month|Volume|Risk|Record|Milestone|Subject|Sum|Order|Company|Item)\b.*", lines[0])
            assert re.fullmatch(r"\|( -+:? \|)+", lines[1])
            if variant[1] == "aligned":
                columns = list(zip(*(line[2:-2].split(" | ") for line in lines), strict=True))
                assert all(len({len(cell) for cell in column}) == 1 for column in columns)
                # Padded to the widest cell and no further: some cell of each column has no blank at either end.
                assert all(any(cell == cell.strip() for cell in (column[0], *column[2:])) for column in columns)
            else:
                assert not any("  " in line for line in lines)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_blocks(variant):
    """Blocks are parted by just so many blank lines; a table follows a paragraph of its own, on the next line where that was asked."""
    _, _, blank_lines, table_after_prose = variant
    for document in corpus(*variant):
        assert {len(run) for run in re.findall(r"\n\n+", document.text.rstrip("\n"))} == {blank_lines + 1}
        assert document.text.endswith("\n")
        assert not document.text.endswith("\n\n")
        for table in document.tables:
            before = document.text[: table.span[0]]
            paragraph = before.rstrip("\n").rsplit("\n", 1)[-1]
            assert len(before) - len(before.rstrip("\n")) == (1 if table_after_prose else blank_lines + 1)
            assert paragraph.endswith(":")
            assert not paragraph.startswith(("#", "|"))
        for one, other in zip(document.tables, document.tables[1:], strict=False):
            between = [line for line in document.text[one.span[1] : other.span[0]].split("\n") if line]
            assert len([line for line in between if not line.startswith("#")]) >= 2


def test_cells():
    """Figures have no sentence in them; with sentences each row has two that end in a full stop."""
    for document in corpus("figures"):
        for row in (row for table in document.tables for row in slices(document, table.rows)):
            assert not re.search(r"[.!?](\s|$)", row)
            assert all(re.fullmatch(r"[\d,]+(\.\d+)?", cell) for cell in row[2:-2].split(" | ")[1:])
    for document in corpus("sentences"):
        for row in (row for table in document.tables for row in slices(document, table.rows)):
            assert all(re.fullmatch(r"[A-Z].*\w\.", cell) for cell in row[2:-2].split(" | ")[2:])


def test_nothing_left_to_fill():
    """No slot, choice or doubled blank is left in the prose, and clauses are numbered without a gap."""
    for document in corpus():
        assert not re.search(r"[{}\[\]]|  ", document.text)
        sections = re.findall(r"^## (\d+)\. ", document.text, re.MULTILINE)
        assert sections == [str(i) for i in range(1, len(sections) + 1)]
        for section in sections:
            numbers = re.findall(rf"^{section}\.(\d+) ", document.text, re.MULTILINE)
            assert numbers == [str(i) for i in range(1, len(numbers) + 1)]
            assert numbers


def test_paragraphs_vary():
    """Paragraphs have 20 to 170 tokens, and few stand in more than one contract word for word."""
    paragraphs = [line for document in corpus() for line in document.text.split("\n\n") if re.match(r"\d+\.\d+ ", line)]
    lengths = [len(TOKENS.encode(paragraph)) for paragraph in paragraphs]
    assert min(lengths) >= 8
    assert max(lengths) <= 170
    middle = sorted(lengths)[len(lengths) // 20 : -len(lengths) // 20]
    assert middle[0] < 60
    assert middle[-1] > 120
    words = Counter(re.sub(r"^[\d.]+ ", "", paragraph) for paragraph in paragraphs)
    assert sum(count for count in words.values() if count > 1) < 0.35 * len(paragraphs)


def test_same_contract_in_other_manners():
    """Cells and layout change the tables and the last section only: every other clause stands in both contracts."""
    for one, other in zip(corpus("figures", "pipes"), corpus("sentences", "aligned"), strict=True):
        clauses = [{line for line in document.text.split("\n\n") if re.match(r"\d+\.\d+ ", line)} for document in (one, other)]
        assert len(clauses[0] & clauses[1]) > 0.85 * len(clauses[0])
        assert [table.band for table in one.tables] == [table.band for table in other.tables]


@pytest.mark.parametrize("cells", ["figures", "sentences"])
def test_same_bytes(cells):
    """One seed gives the same bytes in every process, whatever its hash seed; another seed gives other contracts."""
    code = (
        "import hashlib; from generators.corpora.contracts import contracts; from generators.corpus import Band, Profile;"
        f"d = contracts(Profile(3, 3000, (Band(4, 300),)), seed=7, cells={cells!r}, layout='aligned');"
        "print(hashlib.sha256(repr(d).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1
    assert corpus(seed=1)[0].text != corpus(seed=2)[0].text


def windows(tokens, size, overlap):
    """Fixed windows over so many tokens, up to the first that reaches the end."""
    found = [(0, min(size, tokens))]
    while found[-1][1] < tokens:
        start = found[-1][0] + size - overlap
        found.append((start, min(start + size, tokens)))
    return found


@pytest.mark.parametrize("overlap", [200, 20])
def test_cut_by_fixed_windows(overlap):
    """On five seeds, windows of 1,024 tokens cut as many tables as they do where every start is equally likely, within 3 deviations.

    The probability of each band is enumerated over all starts in 8,000 tokens; a sum of independent cuts has the variance of p (1 - p).
    """
    expected = variance = 0.0
    for tokens, number in BANDS.items():
        starts = range(8000 - tokens + 1)
        whole = set()
        for start, end in windows(8000, 1024, overlap):
            whole.update(range(start, end - tokens + 1))
        share = 1 - len(whole) / len(starts)
        expected += 5 * number * share
        variance += 5 * number * share * (1 - share)
    cut = 0
    for document in (document for seed in range(1, 6) for document in corpus(seed=seed)):
        offsets = [*TOKENS.offsets(document.text), len(document.text)]
        held = [(offsets[start], offsets[end]) for start, end in windows(len(offsets) - 1, 1024, overlap)]
        cut += sum(not any(start <= table.span[0] and table.span[1] <= end for start, end in held) for table in document.tables)
    # For 200 the whole corpus of 1,200 tables has 266.3, so these 600 have 133.1.
    assert expected == pytest.approx({200: 133.1, 20: 204.4}[overlap], abs=0.1)
    assert abs(cut - expected) < 3 * variance**0.5


@pytest.mark.parametrize("scale", ["document", "stride"])
def test_places_are_uniform(scale):
    """Starts are spread evenly over the document, and over a stride of 824 tokens: Kolmogorov's distance stays below its 0.1% point."""
    shares = []
    for document in (document for seed in range(1, 6) for document in corpus(seed=seed)):
        length = len(TOKENS.encode(document.text))
        for table in document.tables:
            start = len(TOKENS.encode(document.text[: table.span[0]]))
            shares.append(start / (length - int(table.band)) if scale == "document" else start % 824 / 824)
    shares.sort()
    distance = max(max((i + 1) / len(shares) - share, share - i / len(shares)) for i, share in enumerate(shares))
    assert len(shares) == 600
    assert distance < 1.95 / len(shares) ** 0.5


@pytest.mark.parametrize(
    "profile",
    [
        Profile(4, 1000, (Band(4, 300),)),
        Profile(4, 650, ()),
        Profile(6, 2000, (Band(12, 200),)),
        Profile(4, 8000, (Band(40, 500),)),
        Profile(2, 30_000, (Band(3, 5000), Band(5, 150))),
        Profile(12, 1500, (Band(3, 100), Band(4, 120))),
    ],
    ids=str,
)
@pytest.mark.parametrize("cells", ["figures", "sentences"])
def test_other_profiles(profile, cells):
    """Short, long, crowded and empty documents keep the tolerances too."""
    documents = corpus(cells, profile=profile)
    assert sum(len(document.tables) for document in documents) == sum(band.count for band in profile.tables)
    for document in documents:
        assert len(TOKENS.encode(document.text)) == pytest.approx(profile.tokens_per_document, rel=0.01)
        for table in document.tables:
            assert len(TOKENS.encode(*slices(document, [table.span]))) == pytest.approx(int(table.band), rel=0.02)


def test_uneven_numbers():
    """Five tables in four documents are dealt two to one of them and one to each other."""
    documents = corpus(profile=Profile(4, 4000, (Band(5, 300),)))
    assert sorted(len(document.tables) for document in documents) == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("profile", "blank_lines", "messages"),
    [
        (Profile(0, 8000, ()), 1, ["documents: 0 .* at least 1"]),
        (Profile(1, 300, ()), 1, ["tokens_per_document: 300 .* at least 650"]),
        (Profile(1, 8000, (Band(1, 40),)), 1, [r"tables\[0\].tokens: 40 is too short for a header row and a row: ask for at least 100"]),
        (Profile(1, 2000, (Band(1, 300), Band(1, 1900))), 1, [r"tables\[1\].tokens: 1900 .* 2000 tokens: ask for at most 1350"]),
        (Profile(1, 8000, (Band(-1, 300),)), 1, [r"tables\[0\].count: -1 "]),
        (Profile(1, 8000, ()), 3, ["blank_lines: 3 is neither 1 nor 2"]),
        (Profile(0, 8000, (Band(1, 40),)), 0, ["documents: 0", r"tables\[0\].tokens: 40", "blank_lines: 0"]),
        (Profile(2, 3000, (Band(9, 900),)), 1, ["9 tables of 8100 tokens do not fit in 2 contracts of 3000 tokens, which hold 4 of them"]),
    ],
)
def test_mistakes(profile, blank_lines, messages):
    """What cannot be written is named, all at once, with its value and the remedy."""
    with pytest.raises(Mistake) as raised:
        contracts(profile, seed=1, cells="figures", layout="pipes", blank_lines=blank_lines)
    assert len(raised.value.lines) == len(messages)
    for line, message in zip(raised.value.lines, messages, strict=True):
        assert re.match(message if message[0] != "9" else "tables: " + message, line)
