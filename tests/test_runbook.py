"""The runbook of article B: its text is as its conditions say, and every claim that rests on it holds on real runs, or fails on others."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from generators import run as runs
from generators import scenario
from generators.article import claims
from generators.article.lottery import GRID, LOTTERY, STEPS
from generators.article.verdict import judge
from generators.cache import Cache
from generators.catalogue import Catalogue
from generators.encoders import load
from generators.results import Measurement, Results, Shown

SCENARIOS = Path(__file__).parent.parent / "scenarios"
SHEET = claims.read(SCENARIOS / "claims.yaml")
TEXT = (SCENARIOS / "corpora" / "runbook.md").read_bytes().decode()
ROWS = yaml.safe_load((SCENARIOS / "corpora" / "runbook.questions.yaml").read_text("utf-8"))
ASKED = {row["id"]: row["text"] for row in ROWS}
ANSWERS = {row["id"]: row["answer"] if isinstance(row["answer"], str) else row["answer"]["text"] for row in ROWS}
SIZES = range(80, 801, 20)
SEEN = "encoders/prose/recursive-{}/seen_share/minilm"


def seen(short, long):
    """The one scenario that is not run here, with these shares of chunks of 1,000 and 2,000 characters."""
    numbers = {SEEN.format(size): Measurement(*SEEN.format(size).split("/"), value) for size, value in ((1000, short), (2000, long))}
    return Results("encoders", "Encoders", numbers, {}, {})


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Both scenarios of the runbook, run; and shares as they were published."""
    cache = Cache(tmp_path_factory.mktemp("runbook"))
    results = runs.run([scenario.load(SCENARIOS / f"{name}.yaml") for name in ("lottery", "lottery-steps")], cache)
    return Catalogue({**{one.scenario: one for one in results}, "encoders": seen(1.0, 0.685)})


def verdict(name, catalogue):
    """What the rule of a claim makes of it."""
    return judge(SHEET.claims[name], LOTTERY[name](catalogue), catalogue)


def spoiled(catalogue, values):
    """The catalogue with other values of these numbers."""
    results = dict(catalogue.results)
    for number, value in values.items():
        one = results[number.partition("/")[0]]
        results[one.scenario] = replace(one, numbers={**one.numbers, number: replace(one.numbers[number], value=value)})
    return replace(catalogue, results=results)


def windows(size, overlap=0):
    """Where windows of a size begin and end; an overlap that is not below the size is halved."""
    stride = size - (overlap if overlap < size else size // 2)
    starts = [start for start in range(0, len(TEXT), stride) if start == 0 or start - stride + size < len(TEXT)]
    return [(start, min(start + size, len(TEXT))) for start in starts]


def failing(answer, overlap=0):
    """The sizes at which no window holds the answer."""
    start = TEXT.index(answer)
    return [size for size in SIZES if not any(a <= start and start + len(answer) <= b for a, b in windows(size, overlap))]


def cosines(question, spans):
    """The score of each stretch of the text, the best first, with where it begins."""
    encoder = load("wordllama", "wordllama", {}, SCENARIOS)
    *rows, asked = encoder.encode([*(TEXT[a:b] for a, b in spans), question])
    return sorted(((float(row @ asked), start) for row, (start, _) in zip(rows, spans, strict=True)), reverse=True)


def test_the_text_has_the_length_and_the_paragraphs_that_were_called_for():
    """1,981 characters in 15 paragraphs, and 14 blank lines of two characters between them."""
    lengths = [41, 129, 196, 151, 92, 130, 154, 135, 152, 142, 130, 141, 145, 128, 115]
    assert [len(paragraph) for paragraph in TEXT.split("\n\n")] == lengths
    assert (sum(lengths), len(TEXT)) == (1981, 2009)
    assert TEXT.isascii()
    assert "\r" not in TEXT
    assert all(line == line.strip() for line in TEXT.split("\n"))


def test_each_answer_stands_in_one_place():
    """So that a span and a search for its words cannot differ."""
    assert len(ROWS) >= 6
    assert len(ASKED) == len(ROWS)
    assert {name: TEXT.count(answer) for name, answer in ANSWERS.items()} == dict.fromkeys(ANSWERS, 1)


def test_the_first_answer_names_its_certificate_only_in_its_first_sentence():
    """It runs from 212 to 322, its deadline from 280, and its sentence goes on behind it."""
    first, deadline = TEXT[212:280], TEXT[280:322]
    assert first + deadline == ANSWERS["rotation"]
    assert deadline == "It must be rotated within 30 days of issue"
    assert TEXT[322:370] == ", or the node begins rejecting inbound requests."
    assert "signing certificate" in first
    assert first.count(". ") == 1
    assert 164 <= TEXT.rindex("\n\n", 0, 212) + 2 <= 183


def test_the_second_answer_is_a_sentence_and_the_third_a_clause():
    """The second starts in 1520 to 1539 and ends in 1561 to 1600; the third has 44 characters from 77 to 96 on."""
    second, third = ANSWERS["probe"], ANSWERS["issuer"]
    start = TEXT.index(second)
    assert 1520 <= start <= 1539
    assert 1561 <= start + len(second) <= 1600
    assert (TEXT[start - 2 : start], second[-1]) == (". ", ".")
    assert len(third) == 44
    assert 77 <= TEXT.index(third) <= 96


@pytest.mark.parametrize("name", sorted(LOTTERY))
def test_every_claim_that_rests_on_the_runbook_comes_out_as_its_row_says(name, found):
    """A row that expects to differ does, and every other has the verdict that it names."""
    claim = SHEET.claims[name]
    assert verdict(name, found).verdict == ("differs" if claim.expect else claim.verdict or "reproduced")


def test_windows_counted_here_agree_with_the_article_and_with_the_runs(found):
    """The article's failing sizes come from windows cut by this file, without the project's splitter or measures."""
    quoted = {name: claim.quoted for name, claim in SHEET.claims.items()}
    assert failing(ANSWERS["rotation"]) == quoted["B.q1.fixed.0.failing"] == verdict("B.q1.fixed.0.failing", found).value
    assert failing(ANSWERS["probe"]) == quoted["B.q2.fixed.0.failing"]
    assert max(failing(ANSWERS["issuer"])) == quoted["B.q3.fixed.0.fails_at"]
    for overlap in (0, 60, 110, 200):
        assert len(SIZES) - len(failing(ANSWERS["rotation"], overlap)) == quoted[f"B.q1.fixed.{overlap}.working"]
        for name, answer in ANSWERS.items():
            cut = [size for size in SIZES if found.one(f"{GRID}/fixed-{size}-{overlap}/answers_cut/{name}").value]
            assert cut == failing(answer, overlap)


def test_the_recursive_splitter_fails_the_first_question_at_the_four_smallest_sizes(found):
    """Sizes 80 to 140 are shorter than the 148 characters from the start of the paragraph to the end of the answer."""
    cut = [size for size in SIZES if found.one(f"{GRID}/recursive-{size}/answers_cut/rotation").value]
    assert cut == [80, 100, 120, 140]
    assert 322 - TEXT.index("Its key never") == 148


def test_what_a_search_finds_follows_from_cosines_counted_here(found):
    """The chunk of the deadline is first at 280; at 260 with 200 two of the first three share 200 characters, and the answer is fourth."""
    spans = windows(280)
    assert cosines(ASKED["rotation"], spans)[0][1] == 280
    assert "certificate" not in TEXT[280:560]
    order = [start for _, start in cosines(ASKED["rotation"], windows(260, 200))]
    assert order[:3] == [60, 960, 1020]
    assert order[3] in (120, 180)
    assert (found.one(f"{STEPS}/fixed-260-200/answer_rank/wordllama.rotation").value, len(order)) == (4, 31)


def test_scores_rank_far_enough_apart_to_stand_on_any_machine():
    """Between ranks that a claim rests on lies a hundred times what single precision loses."""
    firsts = cosines(ASKED["rotation"], windows(280))
    fourth = cosines(ASKED["rotation"], windows(260, 200))
    falls = [next(score for score, start in cosines(ASKED["issuer"], windows(size)) if start == 0) for size in (200, 300, 400, 800)]
    gaps = [firsts[0][0] - firsts[1][0], fourth[2][0] - fourth[3][0], fourth[3][0] - fourth[4][0]]
    assert min(*gaps, *(one - other for one, other in pairwise(falls))) > 0.01


@pytest.mark.parametrize(
    ("name", "spoils"),
    [
        ("B.q1.fixed.0.failing", {f"{GRID}/fixed-80-0/answers_cut/rotation": 0}),
        ("B.q1.fixed.60.working", {f"{GRID}/fixed-800-60/answers_cut/rotation": 1}),
        ("B.q1.recursive.0.working", {f"{GRID}/recursive-800/answers_cut/rotation": 1}),
        ("B.recursive.failures_smallest", {f"{GRID}/recursive-80/answers_cut/rotation": 0}),
        ("B.q3.fixed.0.fails_at", {f"{GRID}/fixed-140-0/answers_cut/issuer": 1}),
        ("B.q1.span", {f"{STEPS}/fixed-100-0/answer_length/rotation.start": 211}),
        ("B.q1.fixed.280.first", {f"{STEPS}/fixed-280-0/first_start/wordllama.rotation": 0}),
        ("B.q1.fixed.280.first", {f"{STEPS}/fixed-280-0/first_start/wordllama.rotation": None}),
        ("B.fixed.100.top_score", {f"{STEPS}/fixed-100-0/first_score/wordllama.issuer": 0.4}),
        ("B.fixed.100.top_score", {f"{STEPS}/fixed-100-0/answers_cut/issuer": 0}),
        ("B.q3.scores_fall_with_size", {f"{STEPS}/fixed-800-0/answer_score/wordllama.issuer": 0.45}),
        ("B.q3.scores_fall_with_size", {f"{STEPS}/fixed-300-0/answer_score/wordllama.issuer": None}),
        ("B.q3.fixed.800.company", {f"{STEPS}/fixed-100-0/answer_length/logs.start": 790}),
        ("B.overlap_rescues", {f"{GRID}/fixed-280-110/answers_cut/rotation": 1}),
        ("B.overlap_rescues", {f"{GRID}/fixed-{size}-0/answers_cut/issuer": 0 for size in SIZES}),
        ("B.disagreement", {f"{GRID}/fixed-{size}-0/answers_cut/{name}": 0 for size in SIZES for name in ANSWERS}),
    ],
)
def test_a_claim_differs_where_a_run_comes_out_otherwise(name, spoils, found):
    """Each of these other values makes the claim that rests on it differ."""
    assert verdict(name, spoiled(found, spoils)).verdict == "differs"


def test_a_claim_that_differs_would_hold_on_other_numbers(found):
    """An overlap that changes no chunk, and as many more vectors as text."""
    same = spoiled(found, {f"{STEPS}/recursive-400-150/chunks": 6})
    assert verdict("B.recursive.never_enters_branch", same).verdict == "reproduced"
    assert verdict("B.fixed.400.200.vectors_ratio", spoiled(found, {f"{STEPS}/fixed-400-200/vectors_ratio": 1.9})).verdict == "reproduced"


@pytest.mark.parametrize("shares", [(0.99, 0.685), (1.0, 0.5), (1.0, 0.75)])
def test_chunks_that_are_read_otherwise_are_told_apart_from_those_seen(shares, found):
    """A short chunk that is not read whole, and longer ones of which half is dropped, or a quarter."""
    other = replace(found, results={**found.results, "encoders": seen(*shares)})
    assert verdict("B.truncation", other).verdict == "differs"


def test_warnings_of_the_library_are_counted(found):
    """A run that logged two, and one line that is none."""
    results = found.scenario("lottery-steps")
    pair = ("runbook", "recursive-400-100")
    logged = replace(results.runs[pair], printed="WARNING:a:b\nplain\nWARNING:a:c\n")
    other = replace(found, results={**found.results, "lottery-steps": replace(results, runs={**results.runs, pair: logged})})
    assert (verdict("B.recursive.400.warnings", found).value, verdict("B.recursive.400.warnings", other).value) == (0, 2)


def test_a_first_chunk_that_names_the_certificate_does_not_pass_for_one_that_does_not(found):
    """The same place with other words in it."""
    results = found.scenario("lottery-steps")
    pair = ("runbook", "fixed-280-0")
    one = results.runs[pair].shown[0]
    for text in ("It is the certificate.", "Itself a word"):
        chunks = tuple((text if pieces[0][0] == 280 else old, pieces) for old, pieces in one.chunks)
        changed = replace(results.runs[pair], shown=(Shown(one.name, one.text, chunks),))
        other = replace(found, results={**found.results, "lottery-steps": replace(results, runs={**results.runs, pair: changed})})
        assert verdict("B.q1.fixed.280.first", other).verdict == "differs"


def test_the_score_of_a_question_whose_answer_is_cut_is_none(found):
    """At 100 characters no chunk holds the third answer, and the first chunk has a score all the same."""
    assert found.one(f"{STEPS}/fixed-100-0/answer_score/wordllama.issuer").value is None
    best, start = cosines(ASKED["issuer"], windows(100))[0]
    assert found.one(f"{STEPS}/fixed-100-0/first_score/wordllama.issuer").value == pytest.approx(best)
    assert found.one(f"{STEPS}/fixed-100-0/first_start/wordllama.issuer").value == start == 100
