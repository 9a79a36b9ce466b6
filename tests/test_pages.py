"""What an expression on a page gives, and what it says where it cannot."""

import json
from dataclasses import replace

import pytest

from generators import pages, site
from generators.article import Verdict
from generators.mistake import Mistake
from generators.page import Page, root_of, served_as
from generators.project import Project
from generators.reference import splitter_words
from generators.results import Results, Run, Shown

FIXED = "tiny/profile/fixed/tables_cut"
VERDICT = Verdict("A.stride.default", 824, 824, "not yet", (), "The stride.", "It awaits a test.", "tokens")
TERMS = {"stride": "stride", "cut table": "cut-table"}


@pytest.fixture
def page(catalogue):
    """A page to be rendered; the numbers that it shows are noted in a catalogue of its own."""
    return Page("tiny.md", type(catalogue)(catalogue.results), {"A.stride.default": VERDICT}, TERMS)


def rendered(page, source, **parts):
    return pages.render(page, source, parts)


@pytest.mark.parametrize(
    ("path", "served", "root"),
    [
        ("index.md", "", ""),
        ("tables.md", "tables/", "../"),
        ("reference/index.md", "reference/", "../"),
        ("reference/numbers/tiny.md", "reference/numbers/tiny/", "../../../"),
    ],
)
def test_a_page_knows_its_place(path, served, root):
    """A page is served as a folder, and the way from it to the root has a step up for each."""
    assert (served_as(path), root_of(path)) == (served, root)


def test_a_number_is_a_link_and_its_first_place_an_anchor(page):
    """The value is shown and stands in full beside it, the link leads to its row, and only the first of a page bears its id."""
    first, second = rendered(page, f'{{{{ number("{FIXED}") }}}}\n{{{{ number("{FIXED}", digits=0) }}}}').split("\n")
    # 6 tables of 120 tokens, cut with (120 - 64) / 192 each, and 2 of 300 that are longer than the window: 6 x 56 / 192 + 2 = 3.75
    link = f'<a class="number" href="../reference/numbers/tiny/#{FIXED}" data-number="{FIXED}">'
    assert first == f'{link}<data id="{FIXED}" value="3.75">3.75</data></a>'
    assert second == f'{link}<data value="3.75">4</data></a>'
    assert page.catalogue.pages == {FIXED: "tiny/"}


def test_a_number_of_several_seeds_shows_their_spread_where_asked(page):
    """The lowest and the highest stand behind the median, and only where they differ."""
    headerless = "tiny/written/fixed/rows_headerless"
    low, high = page.catalogue.one(headerless).interval
    assert low < high
    assert f'<span class="spread">{low}–{high}</span>' in rendered(page, f'{{{{ number("{headerless}", spread=true) }}}}')
    assert "spread" not in rendered(page, f'{{{{ number("{headerless}") }}}}')
    assert "spread" not in rendered(page, '{{ number("tiny/written/fixed/chunks", spread=true) }}')


def test_a_number_that_is_not_applicable_says_so(page):
    """It is n/a, has no value, and is marked."""
    found = rendered(page, '{{ number("hostile/markup/failing/chunks") }}')
    assert '<a class="number na"' in found
    assert '<data id="hostile/markup/failing/chunks" value="">n/a</data>' in found


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        (
            f'input("{FIXED}", "chunk_size")',
            f'<a class="number input" href="../reference/numbers/tiny/#{FIXED}" data-number="{FIXED}"><data value="256">256</data></a>',
        ),
        (
            'setting("tiny/rates/sentence", "chunk_size")',  # the first id of that run is its count of chunks
            '<a class="number input" href="../reference/numbers/tiny/#tiny/rates/sentence/chunks" data-number="tiny/rates/sentence/chunks">'
            '<data value="1024">1,024</data></a>',
        ),
        ('setting("tiny/rates/sentence", "use")', "<code>llamaindex.SentenceSplitter</code>"),
        ('term("stride")', '<a class="term" href="../glossary/#stride">stride</a>'),
        ('term("cut table", "tables & cuts")', '<a class="term" href="../glossary/#cut-table">tables &amp; cuts</a>'),
        ('claim("A.stride.default")', '<a class="verdict not-yet" href="../claims/#A.stride.default">not yet</a>'),
        (
            'call("tiny/rates/recursive")',
            '<pre class="call"><code>from langchain_text_splitters import RecursiveCharacterTextSplitter&#10;&#10;'
            "RecursiveCharacterTextSplitter(chunk_size=60, chunk_overlap=0)</code></pre>",
        ),
        (f'value("{FIXED}") + value("{FIXED}", "chunk_size")', "259&#46;75"),  # 3.75 + 256
        ('runs("tiny")', ""),
    ],
)
def test_an_expression_gives(page, expression, shown):
    """Each function of a page gives its markup."""
    assert rendered(page, f"{{{{ {expression} }}}}") == shown


def test_a_text_comes_out_inert(page):
    """What is no markup of ours means nothing to HTML, Markdown or Jinja, whatever stands in it."""
    source = "{% for word in ['a <b> {{ c }} *d*'] %}{{ word }}{% endfor %}"
    assert rendered(page, source) == "a &#60;b&#62; &#123;&#123; c &#125;&#125; &#42;d&#42;"


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ('number("tiny/profile/fixed/tables_cat")', f"there is no number 'tiny/profile/fixed/tables_cat': did you mean {FIXED}?"),
        ('number("tinny/profile/fixed/tables_cut")', "there is no scenario 'tinny': did you mean tiny?"),
        (f'input("{FIXED}", "chunk_sise")', f"{FIXED} has no input 'chunk_sise': did you mean chunk_size?"),
        (f'value("{FIXED}", "chunk_sise")', f"{FIXED} has no input 'chunk_sise': did you mean chunk_size?"),
        (
            'value("hostile/empty/recursive/tables_cut_share")',
            "the value of hostile/empty/recursive/tables_cut_share is None, which has no ",
        ),
        ('number("hostile/markup/failing/chunk")', "there is no number 'hostile/markup/failing/chunk': did you mean "),
        ('setting("tiny/rates/sentence", "size")', "the run tiny/rates/sentence has no setting 'size': known here: call, "),
        ('setting("tiny/rates/sentense", "chunk_size")', "there is no run 'tiny/rates/sentense': did you mean rates/sentence?"),
        ('call("tiny")', "there is no run 'tiny': known here: profile/fixed, "),
        ('term("stryde")', "the glossary has no term 'stryde': did you mean stride?; or give it a heading in docs/glossary.md"),
        ('claim("A.stride.defalt")', "there is no claim 'A.stride.defalt' in scenarios/claims.yaml: did you mean A.stride.default?"),
        ('runs("tinny")', "there is no scenario 'tinny': did you mean tiny?"),
        ('exhibit("tiny/profile/fixed", "")', "the run tiny/profile/fixed has no chunks to show: say `show_chunks: true` in its scenario"),
        (
            'worst("tiny/rates/small", "")',
            "the run tiny/rates/small has no tables to show: say `show_worst: 10` in the row of its splitter",
        ),
        ('points("part", corpus="profile", splitter="fixd", measure="tables_cut")', "no number of tiny is profile/fixd/tables_cut: "),
        ('points("part", corpus="profile", splitter="fixed", measure="cosine", scenario="tinny")', "there is no scenario 'tinny': "),
        ('points("size", corpus="profile", splitter="fixed", measure="tables_cut")', f"{FIXED} has no input 'size': known here: "),
        ('table("t", "", rows=["fixt"], columns={"a": {}}, corpus="profile")', "tiny has no splitter 'fixt': did you mean fixed?"),
        ('table("t", "", rows=["fixed"], columns={"a": {}}, corpse="profile")', "a table has no 'corpse': did you mean corpus?"),
        (
            'table("t", "", rows={"r": {"corpus": "profile"}}, columns={"a": {"measure": "chunks"}}, splitter="fixed")',
            "there is no number ",
        ),
        (f'chart("lines", "c", "", alt="", x="", y="", series={{"s": bars({{"a": "{FIXED}"}})}})', "chart 'c': there is no kind 'lines'; "),
        (
            'table("t", "", rows=["fixed"], columns={"a": {"measure": "chunks"}})',
            "a cell of the table lacks its corpus: name corpus= in a row, a column or the table (known: profile, rates, written)",
        ),
        (
            'table("t", "", rows={"r": {"corpus": "profile"}}, columns={"a": {}}, splitter="fixed")',
            "a cell of the table lacks its measure: ",
        ),
        ('number("tiny")', "'tiny' is a scenario and no number: list its numbers with `offcut list tiny`"),
        ("numbr()", "this expression cannot be computed: 'numbr' is undefined"),
        ("number()", "this expression cannot be computed: "),
        ("1 // 0", "this expression cannot be computed: "),
        ("1 +", "this expression cannot be computed: "),
    ],
)
def test_an_expression_that_cannot_be_computed_says_where_and_what_to_do(page, expression, said):
    """The file, the line of the expression, the value that is wrong, and what is nearest to it."""
    with pytest.raises(Mistake) as raised:
        rendered(page, f"# Title {{#anchor}}\n\nA sentence\nand {{{{ {expression} }}}}.\n")
    (line,) = raised.value.lines
    assert line.startswith(f"docs/tiny.md:4: {said}")


ERROR = "ValueError: Got a larger chunk overlap (20) than chunk size (10), should be smaller."
FOLD = f'<details class="run-notes failed" open><summary>n/a: this run failed</summary><pre>{ERROR}</pre></details>'


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ('setting("hostile/markup/failing", "use")', "<code>langchain.RecursiveCharacterTextSplitter</code>"),
        ('setting("hostile/markup/failing", "keep_separator")', f'<span class="na" title="{ERROR}">n/a</span>'),
        ('input("hostile/markup/failing/chunks", "documents")', f'<span class="na" title="{ERROR}">n/a</span>'),
        ('call("hostile/markup/failing")', FOLD),
        (
            'exhibit("hostile/markup/failing", "<b>")',
            f'<figure class="exhibit" data-search-exclude><figcaption>&#60;b&#62;</figcaption>{FOLD}</figure>',
        ),
        (
            'worst("hostile/markup/failing", "W")',
            f'<figure class="exhibit" data-search-exclude><figcaption>W</figcaption>{FOLD}</figure>',
        ),
        ('value("hostile/markup/failing/chunks", "chunk_size")', "10"),
        ('value("hostile/markup/failing/chunks", "keep_separator")', "nan"),
        ('value("hostile/markup/failing/chunks")', "nan"),
    ],
)
def test_a_run_that_failed_does_not_stop_the_page(page, expression, shown):
    """What the scenario names is known of it, and in the place of all else stands what it raised."""
    assert rendered(page, f"{{{{ {expression} }}}}") == shown


def test_what_a_run_raised_is_escaped(page):
    """An error may hold anything, the text of a document included."""
    hostile = page.catalogue.scenario("hostile")
    run = replace(hostile.runs["markup", "failing"], error='<b> & "{{ c }}"\n| d')
    spoilt = Page("tiny.md", type(page.catalogue)({"hostile": replace(hostile, runs={("markup", "failing"): run})}))
    for expression in ('call("hostile/markup/failing")', 'exhibit("hostile/markup/failing", "")'):
        assert "<pre>&lt;b&gt; &amp; &quot;{{ c }}&quot;&#10;| d</pre>" in rendered(spoilt, f"{{{{ {expression} }}}}")
    assert 'title="&lt;b&gt; &amp; &quot;{{ c }}&quot;&#10;| d"' in rendered(spoilt, '{{ setting("hostile/markup/failing", "length") }}')


def test_a_part_of_a_number_whose_run_failed_is_the_number(page):
    """A run that failed has no parts of a measure; each that is asked for is n/a, and leads to the number as a whole."""
    found = rendered(page, '{{ number("hostile/markup/failing/tables_cut/300") }}')
    assert '<data id="hostile/markup/failing/tables_cut" value="">n/a</data>' in found


def test_a_chart_is_drawn_without_what_failed(page):
    """A point or mark without a place on the axis is left out of the drawing, and stands in the data with its number."""
    series = '"{}": points("{}", scenario="hostile", corpus="markup", splitter={}, measure="stored_ratio"{})'.format
    marks = 'marks={{"there": value("hostile/markup/failing/chunks")}}'
    chart = '{{{{ chart("line", "{}", "C", alt="A point.", x="a", y="b", ' + marks + ", series={{{}}}) }}}}"
    ran, failed = '["recursive"]', '["failing"]'
    both = [
        series("ran", "chunk_size", ran, ""),
        series("without", "keep_separator", failed, ""),
        series("part", "part", failed, ", part=None"),
    ]
    found = rendered(page, chart.format("some", ", ".join(both)))
    assert ("<svg" in found, "there" in found) == (True, False)
    rows = json.loads(page.files["data/tiny/some.json"])
    assert [(row["series"], row["x"], row["id"]) for row in rows] == [
        ("ran", 80, "hostile/markup/recursive/stored_ratio"),
        ("without", None, "hostile/markup/failing/stored_ratio"),
        ("part", None, "hostile/markup/failing/stored_ratio"),
    ]
    found = rendered(page, chart.format("none", both[1]))
    assert ("<svg" in found, "Not drawn: every run of it failed." in found) == (False, True)


def test_the_pages_of_a_run_that_fails_are_built(project):
    """A splitter that raises an error after a change of its row stops neither its page nor the drawings beside it."""
    scenario = project / "scenarios/tiny.yaml"
    scenario.write_text(
        scenario.read_text("utf-8").replace("SentenceSplitter, corpora", "SentenceSplitter, chunk_size: 20, chunk_overlap: 30, corpora")
    )
    page = project / "docs/tiny.md"
    page.write_text(page.read_text("utf-8") + '{{ call("tiny/rates/sentence") }} {{ exhibit("tiny/rates/sentence", "None") }}', "utf-8")
    html = site.build(project, accept_pending=True)["tiny.md"].decode("utf-8")
    assert html.count("Got a larger chunk overlap (30) than chunk size (20)") == 3  # the call, the exhibit and the notes of the run
    assert '<data value="20">20</data>' in html


@pytest.mark.parametrize("second", ["table", "chart"])
def test_two_tables_or_charts_of_one_name_are_refused(page, second):
    """The data of a page's tables and charts stand in one folder, so each needs a name of its own."""
    table = '{{ table("cut", "Cut", corpus="profile", measure="tables_cut", rows=["fixed"], columns={"all": {}}) }}'
    chart = f'{{{{ chart("bars", "cut", "Cut", alt="One bar.", x="a", y="b", series={{"s": bars({{"a": "{FIXED}"}})}}) }}}}'
    with pytest.raises(Mistake, match=r"docs/tiny\.md:2: two tables or charts of this page write data/tiny/cut\.csv: give each a name"):
        rendered(page, f"{table}\n{table if second == 'table' else chart}")


def test_a_table_has_a_row_a_splitter_and_a_column_a_measure(page):
    """Rows that name splitters are headed by class and sizes in force; every cell is a number, and the data have the same rows."""
    found = rendered(
        page,
        '{{ table("t", "A & B", corpus="rates", rows=["small", "small-header"], corner="Splitter",\n'
        '  columns={"cut": {"measure": "tables_cut"}, "headerless": {"measure": "rows_headerless"}}) }}',
    )
    assert found.startswith('<div class="table-block" id="table-t"><div class="table-wrap"')
    assert "<caption>A &#38; B</caption>" in found
    assert '<th scope="row"><code>fixed</code> <span class="sizes">60/20 characters, header repeated</span></th>' in found
    assert found.count("<td>") == 4
    assert "\n" not in found
    rows = json.loads(page.files["data/tiny/t.json"])
    assert [(row["row"], row["column"], row["id"]) for row in rows] == [
        ("fixed 60/20 characters", "cut", "tiny/rates/small/tables_cut"),
        ("fixed 60/20 characters", "headerless", "tiny/rates/small/rows_headerless"),
        ("fixed 60/20 characters, header repeated", "cut", "tiny/rates/small-header/tables_cut"),
        ("fixed 60/20 characters, header repeated", "headerless", "tiny/rates/small-header/rows_headerless"),
    ]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"unit": "cl100k_base", "chunk_size": 1024, "chunk_overlap": 20}, "1,024/20 tokens"),
        ({"unit": "characters", "capacity": 900, "overlap": 90, "trim": True}, "900/90 characters"),
        ({"unit": "characters", "chunk_size": 900, "overlap": None}, "900 characters"),
        ({"unit": "words", "split_length": 200, "split_overlap": 0}, "200/0 words"),
        ({"split_length": 200, "split_overlap": 40}, "200/40"),  # of a library that is not installed: what it counts is not known
    ],
)
def test_sizes_are_told_whatever_a_library_calls_them(settings, words):
    """The size before the overlap, in the unit that the splitter counts in."""
    run = Run("c", "row", {"use": "library.Splitter", **settings}, "", "", "")
    assert splitter_words(Results("s", "S", {}, {("c", "row"): run}, {}), "row") == ("library.Splitter", words)


def test_a_head_may_hold_code(page):
    """What stands in backquotes in a row's head is code on the page and plain in the data, and nothing else of it is markup."""
    found = rendered(
        page,
        '{{ table("t", "T", corpus="profile", splitter="fixed", measure="tables_cut", rows={"all: `a * <b>`": {}}, columns={"c": {}}) }}',
    )
    assert '<th scope="row">all&#58; <code>a &#42; &#60;b&#62;</code></th>' in found
    assert [row["row"] for row in json.loads(page.files["data/tiny/t.json"])] == ["all: a * <b>"]


def test_an_input_is_no_place_of_its_number(page):
    """An input leads to the number's card, and the page still counts as not showing the number, nor has its id."""
    found = rendered(page, f'{{{{ input("{FIXED}", "chunk_size") }}}} {{{{ setting("tiny/rates/sentence", "chunk_size") }}}}')
    assert " id=" not in found
    assert page.catalogue.pages == {}


def test_a_setting_of_a_run_without_numbers_has_nowhere_to_lead(page):
    """It is shown as code."""
    tiny = replace(page.catalogue.scenario("tiny"), numbers={})
    bare = Page("tiny.md", type(page.catalogue)({"tiny": tiny}))
    assert rendered(bare, '{{ setting("tiny/rates/sentence", "chunk_size") }}') == "<code>1024</code>"


def test_points_take_the_rows_of_a_sweep_or_the_parts_of_a_measure(page):
    """A name that ends in * stands for every row of the sweep, at the input that is named; parts stand at their own value."""
    swept = page.catalogue.one
    names = pages.names(page, {})
    sweep = names["points"]("chunk_size", corpus="profile", splitter="window-*", measure="tables_cut")
    assert [(point.x, point.id) for point in sweep] == [
        (size, swept(f"tiny/profile/window-{size}/tables_cut").id) for size in (200, 300, 400)
    ]
    parts = names["points"]("part", corpus="profile", splitter="fixed", measure="tables_cut", part=None)
    assert [(point.x, point.y) for point in parts] == [(120, 1.75), (300, 2)]  # 6 x 56 / 192, and both that are longer than the window


def test_a_measured_point_stands_at_the_setting_in_force(page):
    """A measured number has no size among its inputs; its run has it in its settings, a library's default included."""
    points = pages.names(page, {})["points"]
    assert [point.x for point in points("chunk_size", corpus="rates", splitter="small", measure="stored_ratio")] == [60]
    assert [point.x for point in points("chunk_overlap", corpus="rates", splitter="sentence", measure="tables_cut_share")] == [200]


@pytest.mark.parametrize(
    ("code", "head"),
    [
        ("from a import B\n\nB(size=4, name='<b>')", "Shown<br><code>B(size=4, name=&#x27;&lt;b&gt;&#x27;)</code>"),
        ("from a import B\n\nB(\n    size=4,\n)", "Shown<br><code>B(&#10;    size=4,&#10;)</code>"),
        (
            "from a import B, C\n\npieces = B(4)\nC(2).cut(pieces)",
            'Shown<pre class="call"><code>pieces = B(4)&#10;C(2).cut(pieces)</code></pre>',
        ),
        ("", "Shown"),
    ],
)
def test_an_exhibit_stands_under_its_whole_call(page, code, head):
    """All that comes before the last statement too, so that no name in it is without its origin; imports are left out."""
    tiny = page.catalogue.scenario("tiny")
    run = replace(tiny.runs["rates", "small"], code=code, shown=(Shown("a.md", "ab", (("ab", ((0, 2),)),)),))
    shown = Page("tiny.md", type(page.catalogue)({"tiny": replace(tiny, runs={("rates", "small"): run})}))
    assert f"<figcaption>{head}</figcaption>" in rendered(shown, '{{ exhibit("tiny/rates/small", "Shown") }}')


def test_a_generated_part_gets_its_page_and_arguments(page):
    """What a part writes stands on the page as it is; its mistakes have the line."""

    def part(page, word):
        if word == "wrong":
            raise Mistake("no such word: write another")
        return f"<p>{page.root}{word}</p>"

    assert rendered(page, '{{ part("right") }}', part=part) == "<p>../right</p>"
    with pytest.raises(Mistake, match=r"docs/tiny\.md:2: no such word: write another"):
        rendered(page, '\n{{ part("wrong") }}', part=part)


def test_the_claims_of_an_article_have_their_data_beside_them(page, tmp_path):
    """The table of claims links CSV and JSON with a row for each claim of the article, and a number of several seeds shows its spread."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/claims.yaml").write_text(
        "format: 1\narticles: {A: One & all, B: Two}\nclaims: [{id: A.a, says: A, value: 1, awaits: a test}]\n", "utf-8"
    )
    headerless = "tiny/written/fixed/rows_headerless"
    verdicts = {
        "A.pair": Verdict("A.pair", [1, 2], [1, 3], "differs", (headerless,), "A pair, and more.", "So it is.", "rows", ["1", "2"]),
        "B.other": VERDICT,
    }
    found = rendered(page, '{{ claims("A") }}', **site.generated_parts(Project(tmp_path), page.catalogue, verdicts))
    low, high = page.catalogue.one(headerless).interval
    assert f'<span class="spread">{low}–{high}</span>' in found
    assert found.endswith(
        '<p class="downloads">Data: <a href="../data/tiny/A.csv" download>CSV</a> <a href="../data/tiny/A.json" download>JSON</a></p></div>'
    )
    row = {"id": "A.pair", "says": "A pair, and more.", "quoted": [1, 2], "unit": "rows", "value": [1, 3]}
    row |= {"verdict": "differs", "why": "So it is.", "numbers": [headerless]}
    assert json.loads(page.files["data/tiny/A.json"]) == [row]
    assert page.files["data/tiny/A.csv"].decode() == (
        "id,says,quoted,unit,value,verdict,why,numbers\n"
        f'A.pair,"A pair, and more.","[1, 2]",rows,"[1, 3]",differs,So it is.,"[""{headerless}""]"\n'
    )


def test_how_closely_the_lock_compares_is_asked_for(page, tmp_path):
    """Each kind of number has its words, which are those of the lock itself, and a kind that is none is named."""
    parts = site.generated_parts(Project(tmp_path), page.catalogue, {})
    found = rendered(page, '{{ closeness("exact") }}, {{ closeness("closed") }}, {{ closeness("level") }}', **parts)
    assert found == "nothing, `1e-09` of the value, `0.001` of the value"
    with pytest.raises(Mistake, match=r"docs/tiny\.md:1: the lock compares nothing as 'close': did you mean closed\?"):
        rendered(page, '{{ closeness("close") }}', **parts)


def test_anchors_of_headings_and_comments(page):
    """`{#anchor}` is left to Markdown, `{// ... //}` is a comment, and `raw` shows an expression as it is written."""
    assert rendered(page, "# A {#a}\n{// {{ nothing }} //}{% raw %}{{ b }}{% endraw %}\n") == "# A {#a}\n{{ b }}\n"


def test_the_terms_are_the_headings_of_the_glossary():
    """A heading of the second or third level with an anchor is a term."""
    assert pages.terms("# Words {#words}\n\n## cut table {#cut-table}\n\nText.\n\n### stride {#stride}\n\n## bare\n") == {
        "cut table": "cut-table",
        "stride": "stride",
    }
