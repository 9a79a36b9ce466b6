"""The articles' claims: read strictly, compared by the digits they are printed with, and decided by rules that can come out otherwise."""

import hashlib
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from generators import article
from generators.article import rule as ways
from generators.article import tables
from generators.article.agreement import agrees, as_written, decimals, half_unit
from generators.article.page import claims_table, verdict_counts
from generators.article.rule import Found
from generators.article.rules import RULES
from generators.article.verdict import VERDICTS
from generators.catalogue import Catalogue
from generators.mistake import Mistake
from generators.results import Measurement, Results, Run

ROOT = Path(__file__).parent.parent
CLAIMS = ROOT / "scenarios" / "claims.yaml"
HANDED = Path(os.environ.get("OFFCUT_CLAIMS", ROOT.parent / "shared" / "claims.yaml"))
FACTS = ("id", "value", "unit", "tolerance", "verdict", "expect")


def catalogue(**values):
    """A catalogue of numbers `tables/text/one/MEASURE`, with these values."""
    numbers = [Measurement("tables", "text", "one", measure, "", value) for measure, value in values.items()]
    return Catalogue({"tables": Results("tables", "Tables", {one.id: one for one in numbers}, {}, {})})


def number(measure):
    """The id of a number of that catalogue."""
    return f"tables/text/one/{measure}"


def sheet(tmp_path, *claims, head="format: 1\narticles: {A: One, B: Two}\n"):
    """A claims file with these rows."""
    path = tmp_path / "claims.yaml"
    path.write_text(head + "claims:\n" + "".join(f"  - {claim}\n" for claim in claims), "utf-8")
    return path


def judged(tmp_path, claim, rule, **values):
    """The verdict on a file's only claim."""
    (verdict,) = article.verdicts(sheet(tmp_path, claim), catalogue(**values), {"A.one": rule} if rule else {}).values()
    return verdict


@pytest.mark.parametrize(
    ("value", "quoted", "agree"),
    [
        (0.2427, "0.24272", False),  # 0.00002 off, half a unit of the last digit is 0.000005
        (0.242718, "0.24272", True),  # 0.000002 off
        (0.2927, "0.293", True),  # 0.0003 off, half a unit is 0.0005
        (0.2924, "0.293", False),  # 0.0006 off
        (0.504, "0.50", True),
        (0.506, "0.50", False),  # as 0.5 it would be half a unit of 0.1
        (0.506, "0.5", True),
        (189.5, "190", True),  # just half a unit of a whole number
        (189.4, "190", False),
        (4000, "4000", True),
        (4000.6, "4000", False),
        (20, "20.0", True),
        (-0.254, "-0.25", True),  # 0.004 off, half a unit is 0.005
    ],
)
def test_a_number_agrees_to_half_a_unit_of_its_last_digit_as_written(value, quoted, agree):
    """The digits of the file decide, trailing noughts included."""
    assert agrees(value, yaml.safe_load(quoted), quoted) is agree


def test_a_tolerance_replaces_the_last_digit():
    """425.2632 is 0.0068 from 425.27: within 0.01, beyond half a unit of the last digit and beyond 0.001."""
    assert agrees(425.2632, 425.27, "425.27", "0.01")
    assert not agrees(425.2632, 425.27, "425.27")
    assert not agrees(425.2632, 425.27, "425.27", "0.001")


def test_lists_and_mappings_agree_element_by_element():
    """One element that differs, is missing or is too many makes the whole differ."""
    quoted, written = [112.86, 20.0], ["112.86", "20.0"]
    assert agrees([112.864, 20], quoted, written)
    assert not agrees([112.864, 20.1], quoted, written)
    assert not agrees([112.864], quoted, written)
    assert not agrees(112.864, quoted, written)
    assert agrees({"200": 0, "1024": 1}, {"200": 0, "1024": 1}, {"200": "0", "1024": "1"})
    assert not agrees({"200": 0}, {"200": 0, "1024": 1}, {"200": "0", "1024": "1"})
    assert not agrees({"200": 0, "1024": 0.4}, {"200": 0, "1024": 1}, {"200": "0", "1024": "1"})


def test_texts_and_truth_values_agree_only_with_themselves():
    """True is not the number one, and a text is not the number it spells."""
    assert agrees("mean", "mean", "mean")
    assert not agrees("Mean", "mean", "mean")
    assert agrees(True, True, "true")
    assert not agrees(1, True, "true")
    assert not agrees(True, 1, "1")
    assert not agrees("20", 20, "20")
    assert not agrees(None, 20, "20")
    assert not agrees(float("nan"), 20, "20")
    assert not agrees(float("inf"), 20, "20")


def test_digits_are_counted_in_the_text():
    """The unit of the last digit of 0.50 is 0.01, that of 4000 is 1."""
    assert [str(half_unit(text)) for text in ("0.50", "4000")] == ["0.005", "0.5"]
    assert [decimals(text) for text in ("0.50", "4000")] == [2, 0]
    assert as_written([279000, 0.5, "a"], ["279000", "0.50", "a"]) == "279,000, 0.50, 'a'"
    assert as_written({"x": [1, 2]}, {"x": ["1", "2"]}) == "x: 1, 2"


@pytest.mark.parametrize(
    ("claim", "value", "verdict"),
    [
        ("{id: A.one, says: s, value: 272.43}", 272.427, "reproduced"),
        ("{id: A.one, says: s, value: 272.43}", 272.4, "differs"),
        ("{id: A.one, says: s, value: 272.43}", None, "differs"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: measured}", 272.427, "measured"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: measured}", 272.4, "differs"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: reconstruction}", 272.427, "reconstruction"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: reconstruction}", 272.4, "differs"),
        ("{id: A.one, says: s, why: w, value: 272.43, expect: differs}", 540, "differs"),
        ("{id: A.one, says: s, why: w, value: 272.43, expect: differs}", 272.427, "reproduced"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: quoted}", 272.427, "quoted"),
        ("{id: A.one, says: s, why: w, value: 272.43, verdict: quoted}", 272.4, "differs"),
    ],
)
def test_the_verdict_follows_from_the_value(tmp_path, claim, value, verdict):
    """Each word of the file is given only where the computed value agrees."""
    found = judged(tmp_path, claim, ways.number(number("tables_cut")), tables_cut=value)
    assert found.verdict == verdict
    assert (found.value, found.numbers) == (value, (number("tables_cut"),))


@pytest.mark.parametrize(
    ("claim", "holds", "verdict"),
    [
        ("{id: A.one, says: s, why: w, verdict: measured}", True, "measured"),
        ("{id: A.one, says: s, why: w, verdict: measured}", False, "differs"),
        ("{id: A.one, says: s, why: w, verdict: measured, expect: differs}", False, "differs"),
        ("{id: A.one, says: s, why: w, verdict: measured, expect: differs}", True, "reproduced"),
    ],
)
def test_a_statement_without_a_value_is_decided_by_its_rule(tmp_path, claim, holds, verdict):
    """What was expected to differ and holds is shown as reproduced, so that a test sees it."""
    found = judged(tmp_path, claim, ways.statement(lambda cut: (cut > 100) is holds, number("tables_cut")), tables_cut=272)
    assert (found.verdict, found.value, found.quoted) == (verdict, None, None)


def test_a_claim_without_a_rule_is_quoted_or_not_yet(tmp_path):
    """What is awaited stands in the reason, also where the file says how it will be decided."""
    quoted = judged(tmp_path, "{id: A.one, says: s, why: a paper, value: [8000, 0.057], verdict: quoted}", None)
    awaiting = judged(tmp_path, "{id: A.one, says: s, value: mean, verdict: measured, awaits: an encoder}", None)
    assert (quoted.verdict, quoted.value, quoted.why) == ("quoted", None, "a paper")
    assert (awaiting.verdict, awaiting.value, awaiting.quoted, awaiting.why) == ("not yet", None, "mean", "It awaits an encoder.")


def test_the_reason_says_where_a_value_was_read_and_that_it_surprised(tmp_path):
    """A place follows the reason of the file; an outcome that the file does not expect is named."""
    read = judged(tmp_path, "{id: A.one, says: s, value: 20}", lambda _: Found(20, note="Read at constants.py:11."))
    moved = judged(tmp_path, "{id: A.one, says: s, value: 20}", lambda _: Found(30, note="Read at constants.py:11."))
    assert read.why == "Read at constants.py:11."
    assert re.fullmatch(r"This is not what came out .*\. Read at constants\.py:11\.", moved.why)


def test_the_rules_compute_from_numbers():
    """A list, a mapping and a formula of several numbers, each with the ids it rests on; n/a makes a formula n/a and a statement false."""
    cat, cut, headerless, chunks = (
        catalogue(tables_cut=20, tables_headerless=50, chunks=None),
        *map(number, ("tables_cut", "tables_headerless", "chunks")),
    )
    assert ways.each(cut, headerless)(cat) == Found([20, 50], (cut, headerless))
    assert ways.keyed({"a": headerless, "b": cut})(cat) == Found({"a": 50, "b": 20}, (headerless, cut))
    assert ways.derived(lambda a, b: b - a, cut, headerless, beside=[chunks])(cat) == Found(30, (cut, headerless, chunks))
    assert ways.derived(lambda a, b: b - a, cut, chunks)(cat) == Found(None, (cut, chunks))
    assert ways.statement(lambda a, b: a < b, cut, headerless)(cat).holds
    assert not ways.statement(lambda a, b: a > b, cut, headerless)(cat).holds
    assert not ways.statement(lambda a, b: True, cut, chunks)(cat).holds


def test_a_rule_names_a_number_that_is_not_there(tmp_path):
    """A claim never rests on a number that the site does not publish, not even one that only stands beside it."""
    with pytest.raises(Mistake, match=r"there is no number 'tables/text/one/rows_cut'"):
        judged(tmp_path, "{id: A.one, says: s, value: 20}", ways.number(number("tables_cut"), number("rows_cut")), tables_cut=20)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("{id: A.one, says: s, valu: 1}", r":4: claims\.0\.valu: unknown key 'valu': did you mean value\?"),
        ("{says: s, value: 1}", r":4: claims\.0: the key 'id' is missing"),
        ("{id: A.one, value: 1}", r":4: claims\.0: the key 'says' is missing"),
        ("{id: A.one, says: ' ', value: 1}", r":4: claims\.0\.says: is empty"),
        ("{id: A.one, says: s}", r":4: claims\.0: A\.one: has neither a value nor a verdict"),
        ("{id: A.one, says: s, value: }", r":4: claims\.0\.value: is empty"),
        ("{id: A.one, says: s, value: 1, verdict: reproduced}", r":4: claims\.0\.verdict: 'reproduced' is none of"),
        ("{id: A.one, says: s, value: 1, verdict: measured}", r":4: claims\.0: A\.one: the key 'why' is missing"),
        ("{id: A.one, says: s, value: 1, expect: differs}", r":4: claims\.0: A\.one: the key 'why' is missing"),
        ("{id: A.one, says: s, why: w, value: 1, verdict: quoted, awaits: x}", r":4: claims\.0: A\.one: a quoted claim awaits nothing"),
        ("{id: A.one, says: s, why: w, verdict: measured, tolerance: 1}", r":4: claims\.0: A\.one: a tolerance without a value"),
        ("{id: A.one, says: s, value: 1, tolerance: -0.1}", r":4: claims\.0\.tolerance: -0\.1 is out of range"),
        ("{id: A.one, says: s, value: 0x10}", r":4: claims\.0\.value: '0x10' is no plain int"),
        ("{id: A.one, says: s, value: [1, .nan]}", r":4: claims\.0\.value\.1: '\.nan' is no plain float"),
        ("{id: one, says: s, value: 1}", r":4: claims\.0\.id: 'one' is no claim id"),
        ("{id: C.one, says: s, value: 1}", r":4: claims\.0\.id: 'C\.one' names no article: known here: A, B"),
        ("{id: A.two, says: s, value: 1}", r"claims\.yaml:4: claims\.0: A\.two: nothing computes it: did you mean A\.one\?"),
        ("{id: A.one, says: s, value: 1, awaits: an encoder}", r":4: claims\.0: A\.one: has a rule and is still said to await"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(tmp_path, claim, message):
    """Every mistake names file, line and place."""
    with pytest.raises(Mistake, match=message):
        article.verdicts(sheet(tmp_path, claim), catalogue(tables_cut=1), {"A.one": ways.number(number("tables_cut"))})


def test_all_mistakes_are_named_at_once(tmp_path):
    """An id that stands twice is named with both lines, and the other mistakes with it."""
    row = "{id: A.one, says: s, value: 1}"
    with pytest.raises(Mistake) as caught:
        article.read(sheet(tmp_path, row, "{id: A.two, says: s}", row))
    assert [line.split(": ")[0].rpartition("/")[2] for line in caught.value.lines] == ["claims.yaml:5", "claims.yaml:6"]
    assert "stands twice, first on line 4" in caught.value.lines[1]


def test_a_rule_without_a_claim_is_a_mistake(tmp_path):
    """A rule that no row asks for is dead, or its row was lost."""
    with pytest.raises(Mistake, match=r"there is a rule for 'A\.oen' and no claim: did you mean A\.one\?"):
        article.verdicts(
            sheet(tmp_path, "{id: A.one, says: s, why: w, value: 1, verdict: quoted}"), catalogue(), {"A.oen": ways.number("x")}
        )


def test_the_part_of_numbers_json(tmp_path):
    """One id is a text, several are a list, none is null; ids are sorted."""
    path = sheet(
        tmp_path, "{id: B.c, says: s, value: x, awaits: a text}", "{id: A.b, says: s, value: 1}", "{id: A.a, says: s, value: [1, 2]}"
    )
    cut, rows = number("tables_cut"), number("rows_cut")
    found = article.to_json(
        article.verdicts(path, catalogue(tables_cut=1, rows_cut=2), {"A.b": ways.number(cut), "A.a": ways.each(cut, rows)})
    )
    assert list(found.items()) == [
        ("A.a", {"quoted": [1, 2], "value": [1, 2], "verdict": "reproduced", "number": [cut, rows], "why": ""}),
        ("A.b", {"quoted": 1, "value": 1, "verdict": "reproduced", "number": cut, "why": ""}),
        ("B.c", {"quoted": "x", "value": None, "verdict": "not yet", "number": None, "why": "It awaits a text."}),
    ]


def shown(one, digits):
    """A number's stand-in on the page: its id and the decimals asked for."""
    return f"[{one.measure} {digits}]"


def test_the_page_has_a_row_for_each_claim_of_the_article(tmp_path):
    """Our value is a link with the quoted digits, in per cent two fewer; what else the claim rests on is named after it."""
    path = sheet(
        tmp_path,
        "{id: A.a, says: cut `so` often, value: 272.43, unit: tables, tolerance: 0.01}",
        "{id: A.b, says: s, value: 0.227}",
        "{id: A.c, says: s, value: 3}",
        "{id: B.d, says: s, value: 3, awaits: x}",
    )
    cat = catalogue(tables_cut=272.427, tables_cut_share=0.22702, rows_cut=5, chunks=2)
    found = article.verdicts(
        path,
        cat,
        {
            "A.a": ways.number(number("tables_cut"), number("rows_cut")),
            "A.b": ways.number(number("tables_cut_share")),
            "A.c": ways.derived(lambda rows, chunks: rows - chunks, number("rows_cut"), number("chunks")),
        },
    )
    html = claims_table("A", "Title & all", found, cat, shown)
    a, b, c = re.findall(r'<tr id="(.*?)">.*?</th>(.*?)</tr>', html)
    cells = {name: re.findall(r'<td class="text">(.*?)</td>', row) for name, row in (a, b, c)}
    assert list(cells) == ["A.a", "A.b", "A.c"]
    assert cells["A.a"][:2] == ["cut <code>so</code> often", "272.43 ± 0.01 tables"]
    assert cells["A.a"][2] == '[tables_cut 2]<ul class="beside"><li>[rows_cut None] Rows cut (text, one)</li></ul>'
    assert html.count('<span class="verdict reproduced">reproduced</span></th>') == 3
    assert cells["A.b"][2] == "[tables_cut_share 1]"
    assert cells["A.c"][2].startswith('3<ul class="beside"><li>[rows_cut None]')
    assert "<caption>Title &amp; all</caption>" in html
    assert "\n" not in html


def test_hostile_text_is_inert_on_the_page(tmp_path):
    """Markup in a claim, its value or its reason is shown, and Markdown finds no line end to break at."""
    bad = "<script>x</script>"
    path = sheet(tmp_path, f'{{id: A.one, says: "{bad}\\n\\n# `{bad}`", why: "{bad}", value: "{bad}", unit: "{bad}", verdict: quoted}}')
    found = article.verdicts(path, catalogue(), {})
    found["A.one"] = replace(found["A.one"], value=f"\n{bad}")
    html = claims_table("A", bad, found, catalogue(), shown)
    assert "<script" not in html
    assert "\n" not in html
    assert html.count("&lt;script&gt;") == 8  # title twice, said twice, reason, quoted value, its unit, our value


def test_the_counts_name_every_verdict_that_a_claim_has(tmp_path):
    """A verdict that no claim has needs no explanation on the page."""
    html = verdict_counts(
        article.verdicts(
            sheet(
                tmp_path,
                "{id: A.a, says: s, awaits: x, value: 1}",
                "{id: A.b, says: s, why: w, verdict: quoted, value: 1}",
                "{id: A.c, says: s, awaits: x, value: 1}",
            ),
            catalogue(),
            {},
        )
    )
    assert re.findall(r"<dt>.*?>([a-z ]+)</span></dt><dd><strong>(\d+)<", html) == [
        ("quoted", "1"),
        ("not yet", "2"),
    ]
    assert 'class="verdict not-yet"' in html


def facts(text):
    """What a claims file says of the articles that were handed over, besides its words: of each claim, in order, its id, value as written,
    unit, tolerance, verdict and expectation.

    How a claim that an article only argues turns out, measured and without a value, is ours to find, and so is whether we expect it.
    """
    root = {key.value: value for key, value in yaml.compose(text).value}
    rows = [
        {key.value: text[value.start_mark.index : value.end_mark.index].strip() for key, value in row.value} for row in root["claims"].value
    ]
    handed = [row for row in rows if row["id"][0] in "ABC"]
    argued = [row.get("verdict") == "measured" and "value" not in row for row in handed]
    return [[row.get(key, "") for key in FACTS[: -1 if ours else None]] for row, ours in zip(handed, argued, strict=True)]


def contradicted(text):
    """The claims of a file that our runs are known to contradict."""
    return {row["id"] for row in yaml.safe_load(text)["claims"] if row.get("expect")}


def test_the_facts_are_those_that_were_handed_over():
    """No id, digit, unit, tolerance or verdict of a claim of the three articles has changed: their digest is that of the file they were
    copied from. Claims of other sources may stand beside them.
    """
    text = CLAIMS.read_text("utf-8")
    copied = facts(text)
    assert len(copied) == 135
    assert hashlib.sha256(json.dumps(copied).encode()).hexdigest() == "2b472db6522a4441379db12e8d922ca98f55ff198c109a2a6f692ed466aef30e"
    if HANDED.exists():
        handed = HANDED.read_text("utf-8")
        assert copied == facts(handed)
        assert contradicted(handed) <= contradicted(text)


def test_every_claim_has_a_rule_or_is_quoted():
    """No claim of the three articles awaits anything any more; one of another source may."""
    claims = article.read(CLAIMS).claims
    assert set(RULES) <= set(claims)
    assert [name for name, claim in claims.items() if claim.awaits and name[0] in "ABC"] == []
    undecided = {name for name, claim in claims.items() if name not in RULES and not claim.awaits and claim.verdict != "quoted"}
    assert undecided == set()


class EveryRunFailed:
    """A catalogue in which every run raised an error."""

    def __init__(self):
        self.readings = {}

    def one(self, number):
        scenario, corpus, splitter, measure, *_ = number.split("/")
        return Measurement(scenario, corpus, splitter, measure, "", None, {"error": "ValueError"})

    def run(self, pair):
        return Run(*pair.split("/")[1:], {}, "", error="ValueError")

    def scenario(self, name):
        rows = [f"fixed-{size}-{overlap}" for size in (100, 800) for overlap in (0, 200)]
        return Results(name, "", {}, {("runbook", row): Run("runbook", row, {}, "", error="ValueError") for row in rows}, {})


@pytest.mark.parametrize("name", RULES)
def test_no_rule_stumbles_over_a_run_that_failed(name):
    """Whatever the runs raised, each claim has a verdict, and the page is built."""
    assert isinstance(RULES[name](EveryRunFailed()), Found)


def test_the_reasons_hold_no_figure_that_a_build_could_change():
    """A result is shown by its link; the reason says it in words."""
    claims = article.read(CLAIMS).claims
    assert [name for name, claim in claims.items() if re.search(r"\d", claim.why)] == []


def test_the_defaults_of_the_installed_libraries_are_those_the_article_names():
    """Each is read from the package, with the file and line where it stands."""
    named = article.read(CLAIMS)
    shipped = {f"A.defaults.{name}": tables.DEFAULTS[f"A.defaults.{name}"] for name in tables.SHIPPED}
    found = {name: article.verdict.judge(named.claims[name], rule(catalogue()), catalogue()) for name, rule in shipped.items()}
    assert {name for name, one in found.items() if one.verdict != "reproduced"} == {"A.defaults.guidance_page.chunk_overlap"}
    assert found["A.defaults.guidance_page.chunk_overlap"].verdict == "quoted"
    assert re.fullmatch(
        r"Read at llama_index/core/node_parser/text/sentence\.py:\d+\.", found["A.defaults.sentence_splitter.chunk_overlap"].why
    )


def test_what_is_not_yet_computed_is_not_said_to_want_what_is_measured_here():
    """Encoders and data sets of real documents are on the shelves, so the gloss names no kind of thing that is lacking."""
    assert [word for word in ("document", "encoder", "retriev") if word in VERDICTS["not yet"]] == []
