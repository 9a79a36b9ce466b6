"""Charts: what is drawn, in which words and colours, and that the drawing is inert and the same each time."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from generators.charts import KINDS, draw
from generators.charts.chart import Chart, Mark, Point, Series
from generators.charts.words import axis_numbers, brief, number, spread, width, wrapped
from generators.mistake import Mistake

SVG = "{http://www.w3.org/2000/svg}"
VARIABLE = re.compile(r"var\(--chart-(?:[1-6]|ink|grid), #[0-9A-Fa-f]{6}\)|var\(--chart-paper, transparent\)")


def ramp(label: str, size: int, overlap: int) -> Series:
    """The closed form of a cut at any offset: it climbs from 0 at the overlap to 1 at the size."""
    shares = {length: min(1.0, max(0.0, (length - 1 - overlap) / (size - overlap))) for length in range(50, 2001, 50)}
    return Series(label, tuple(Point(length, share) for length, share in shares.items()))


MEASURED = ((300, 0.13, 0.11, 0.155), (600, 0.47, 0.41, 0.53), (900, 0.84, 0.75, 0.93), (1800, 1.0, 0.92, 1.0))
RAMPS = Chart(
    "ramps",
    "Probability that a table is cut",
    "Table length, in tokens",
    "Tables cut, share",
    (
        ramp("1024/200", 1024, 200),
        ramp("2048/200", 2048, 200),
        ramp("800/200", 800, 200),
        ramp("1024/20", 1024, 20),
        Series("Measured in text", tuple(Point(*point) for point in MEASURED), "points"),
    ),
    marks=(Mark(1024, "chunk size"), Mark(800, "LangChain's chunk size in tokens")),
    percent=True,
    alt="Every line climbs from none to all.",
)
BANDS = Chart(
    "bands",
    "Tables cut by length",
    "Table length, in tokens",
    "Tables cut, share",
    tuple(
        Series(label, tuple(Point(band, share) for band, share in zip(("300", "600", "900", "1,800"), shares, strict=True)))
        for label, shares in {
            "Closed form": (0.121, 0.484, 0.848, 1.0),
            "Fixed window": (0.128, 0.47, 0.84, 1.0),
            "SentenceSplitter": (0.0, 0.0, 0.0, 1.0),
            "TokenTextSplitter": (0.131, 0.49, 0.8, 1.0),
            "LangChain recursive": (0.0, 0.0, 0.0, 1.0),
            "LangChain token": (0.005, 0.33, 0.71, None),
        }.items()
    ),
    percent=True,
)
ESTIMATES = Chart(
    "estimates",
    "Three estimates of dilution",
    "",
    "Cosine lost",
    (
        Series(
            "Estimate",
            (
                Point("The formula, for an answer of a few sentences in a chunk of five hundred tokens", 0.194, 0.17, 0.22),
                Point("The square-root law", 0.293),
                Point("Mean pooling of independent sentences", 0.5),
            ),
        ),
    ),
    percent=True,
    horizontal=True,
)
COUNTS = Chart(
    "counts",
    "Counts too long for their bars",
    "Band",
    "Characters gained or lost",
    tuple(
        Series(f"splitter {nth}", tuple(Point(name, (1234.0 + 100 * nth) * (-1) ** nth) for name in ("alpha", "beta", "gamma", "delta")))
        for nth in range(6)
    ),
)
SAMPLES = {"ramps": ("line", RAMPS), "bands": ("bars", BANDS), "estimates": ("bars", ESTIMATES), "counts": ("bars", COUNTS)}
DRAWN = pytest.mark.parametrize("name", SAMPLES)


def drawing(name: str) -> ET.Element:
    return ET.fromstring(draw(*SAMPLES[name]))


def texts(root: ET.Element) -> list[str]:
    """What is written, without the title and the description, which are not drawn."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def one_point(x: float | str = 1, y: float | None = 1, **words: str) -> Chart:
    named = {"name": "one", "title": "t", "x_label": "x", "y_label": "y", "label": "s"} | words
    label = named.pop("label")
    return Chart(**named, series=(Series(label, (Point(x, y),)),))


def box(element: ET.Element) -> tuple[float, float, float, float]:
    """Where a text stands: left, top, right, bottom, as wide as it is measured."""
    style = dict(part.split(": ") for part in element.attrib["style"].split("; "))
    size, x, y = float(style["font-size"].removesuffix("px")), float(element.attrib["x"]), float(element.attrib["y"])
    room = width(element.text or "", size)
    before = {"start": 0.0, "middle": room / 2, "end": room}[style["text-anchor"]]
    if element.attrib["transform"].startswith("rotate(-90"):
        return x - 0.7 * size, y - room + before, x, y + before
    return x - before, y - 0.7 * size, x - before + room, y


@DRAWN
def test_no_text_touches_another_or_leaves_the_sheet(name):
    """Labels, values and ticks stand clear of one another, on the sheet."""
    root = drawing(name)
    _, _, right, bottom = (float(edge) for edge in root.attrib["viewBox"].split())
    boxes = [(element.text, box(element)) for element in root.iter(f"{SVG}text")]
    for text, (x0, y0, x1, y1) in boxes:
        assert x0 >= 0, text
        assert y0 >= 0, text
        assert x1 <= right, text
        assert y1 <= bottom, text
    for (one, a), (other, b) in itertools.combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


@DRAWN
def test_it_fits_into_a_page(name):
    """One line without prolog, size, style sheet or namespace prefix; a picture named by its title."""
    svg = draw(*SAMPLES[name])
    assert svg.startswith("<svg ")
    assert "\n" not in svg
    assert not re.search(r"<style|<\?xml|<!|<metadata|xlink|font-family|</?\w+:", svg)
    root = ET.fromstring(svg)
    assert set(root.attrib) == {"class", "viewBox", "role", "aria-labelledby", "stroke-linejoin"}
    assert root.attrib["viewBox"].startswith("0 0 720 ")
    assert (root.attrib["class"], root.attrib["role"]) == ("chart-svg", "img")
    named = {element.attrib["id"]: element.text for element in root if "id" in element.attrib}
    chart = SAMPLES[name][1]
    assert [named[one] for one in root.attrib["aria-labelledby"].split()] == [chart.title, *([chart.alt] if chart.alt else [])]


@DRAWN
def test_ids_begin_with_the_name_and_references_hold(name):
    """Two charts on a page share no id, and what a chart refers to is its own."""
    svg = draw(*SAMPLES[name])
    ids = [element.attrib["id"] for element in ET.fromstring(svg).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(one.startswith(f"{name}-") for one in ids)
    referred = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)
    assert {one or other for one, other in referred} <= set(ids)
    assert bool(referred) == (name != "estimates")  # one plain bar needs neither a marker nor a hatch


@DRAWN
def test_every_colour_is_the_pages(name):
    """Fills and strokes are variables, in styles, and nothing is left to the default black."""
    svg = draw(*SAMPLES[name])
    assert not re.search(
        r"#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{3}\b|\brgb|\bwhite\b|\bblack\b", VARIABLE.sub("", re.sub(r"\(#[^)]*\)|\"#[^\"]*\"", "", svg))
    )
    assert not re.search(r' (?:fill|stroke)="', svg)
    root = ET.fromstring(svg)
    markers = {f"#{child.attrib['id']}" for defs in root.iter(f"{SVG}defs") for child in defs if child.tag == f"{SVG}path"}
    for element in root.iter():
        if element.tag in {f"{SVG}{tag}" for tag in ("path", "rect", "text", "use")} and f"#{element.attrib.get('id')}" not in markers:
            assert "fill: " in element.attrib.get("style", ""), element.attrib


def test_paper_is_no_background():
    """The page's own ground shows: no box covers the sheet."""
    paths = [element.attrib["d"] for element in drawing("estimates").iter(f"{SVG}path")]
    assert not [path for path in paths if re.match(r"M 0 \S+ L 720 ", path)]


def test_the_labels_and_values_of_bars_are_written():
    """Categories, series and values are there; six narrow bars to a group take whole per cent, and n/a where there is no value."""
    written = texts(drawing("bands"))
    assert {"300", "600", "900", "1,800", *(series.label for series in BANDS.series)} <= set(written)
    assert {"12", "48", "85", "13", "47", "84", "49", "80", "33", "71", "0.5"} <= set(written)
    assert written.count("n/a") == 1
    assert written.count("100") == 5
    assert written.count("0") == 6


def test_wide_bars_take_their_values_in_full():
    """Where there is room a share is written to a tenth of a per cent, with its sign, and a long name over its bar."""
    written = texts(drawing("estimates"))
    assert {"19.4%", "29.3%", "50%", "The square-root law"} <= set(written)
    assert "The formula, for an answer of a few sentences in a chunk of five hundred tokens" in written


def test_values_wider_than_bars_stand_upright():
    """Counts that fit over no bar are turned, none left out."""
    root = drawing("counts")
    turned = [element.text for element in root.iter(f"{SVG}text") if element.attrib["transform"].startswith("rotate(-90")]
    assert sorted(turned) == sorted(4 * ["1,234", "−1,334", "1,434", "−1,534", "1,634", "−1,734"])


def test_more_bars_than_fit_lie_down():
    """With twelve categories of five series upright bars would be thinner than a letter is high: they lie, and all values are written."""
    series = tuple(Series(f"s{nth}", tuple(Point(f"category {at}", nth + at + 0.5) for at in range(12))) for nth in range(5))
    written = texts(ET.fromstring(draw("bars", Chart("many", "t", "x", "y", series))))
    # values nth + at + 0.5: 0.5, 1.5 ... 15.5; labels of five series come twelve times
    assert written.count("s0") == 12
    assert sorted(float(text) for text in written if text.endswith(".5")) == sorted(nth + at + 0.5 for nth in range(5) for at in range(12))


def test_lines_are_labelled_at_their_ends():
    """Lines that end together have their labels in the order in which the lines run: the earlier one climbs, the higher it stands."""
    root = drawing("ramps")
    heights = {element.text: float(element.attrib["y"]) for element in root.iter(f"{SVG}text")}
    assert heights["800/200"] < heights["1024/20"] < heights["1024/200"] < heights["2048/200"]
    assert {"Measured in text", "chunk size", "LangChain's chunk size in tokens", "0%", "100%", "2,000"} <= set(heights)


def test_series_differ_without_colour():
    """The four lines have four dashes, one of them none."""
    lines = [element.attrib["style"] for element in drawing("ramps").iter(f"{SVG}path") if "stroke-width: 1.8" in element.attrib["style"]]
    dashes = {re.search(r"--chart-\d", style)[0]: re.findall(r"stroke-dasharray: (\S+?);", style) for style in lines}
    assert len(lines) == 8  # each line, and the sample beside its label
    assert len({tuple(dash) for dash in dashes.values()}) == 4


def test_a_line_breaks_where_a_value_is_absent():
    """The two sides of an absent value are not joined, and a series without any value says so in its label."""
    points = tuple(Point(x, y) for x, y in ((1, 0.1), (2, 0.2), (3, None), (4, 0.4), (5, 0.5)))
    chart = Chart("gap", "t", "x", "y", (Series("here", points), Series("nowhere", (Point(1, None),))))
    root = ET.fromstring(draw("line", chart))
    blue = [
        element.attrib["d"] for element in root.iter(f"{SVG}path") if re.search(r"--chart-1.*stroke-width: 1.8", element.attrib["style"])
    ]
    assert [path.count("L") for path in blue] == [1, 1, 1]  # one step before the gap, one after it, and the sample
    assert "nowhere: n/a" in texts(root)


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_of_absent_values_draws(kind):
    """Nothing but n/a is a result, and is drawn as one."""
    assert any("n/a" in text for text in texts(ET.fromstring(draw(kind, one_point(y=None)))))


def test_intervals_are_drawn():
    """Each measured point has a whisker from low to high: three strokes, each twice, on paper and in the series' colour."""
    bare = Chart("ramps", "t", "x", "y", (Series("m", tuple(Point(x, y) for x, y, *_ in MEASURED), "points"),))
    bounded = Chart("ramps", "t", "x", "y", (Series("m", tuple(Point(*point) for point in MEASURED), "points"),))
    fewer, more = (len(list(ET.fromstring(draw("line", chart)).iter(f"{SVG}path"))) for chart in (bare, bounded))
    assert more - fewer == 24  # 4 points * 3 strokes * 2


HOSTILE = (
    "<script>alert(1)</script>",
    "$x$",
    "$\\frac{1}{2",
    "]]>",
    "&amp; \"'",
    "%s {0} {{ x }}",
    "漢字",
    "<!-- -->",
    "url(#a)",
    "#ffffff",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", HOSTILE)
def test_labels_are_inert(kind, text):
    """Whatever a label says, it is shown as it is, as text."""
    chart = Chart("h", text, text, text, (Series(text, (Point(1 if kind == "line" else text, 2),)), Series("b", (Point(2, 1),))), alt=text)
    svg = draw(kind, Chart(**{**chart.__dict__, "marks": (Mark(1.5, text),)}))
    root = ET.fromstring(svg)
    assert texts(root).count(text) >= 3
    assert [root[0].text, root[1].text] == [text, text]
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "defs",
        "g",
        "path",
        "pattern",
        "rect",
        "text",
        "use",
    }
    assert "]]>" not in svg


def test_what_xml_forbids_is_replaced():
    """Control characters and lone surrogates become the replacement character; line breaks become blanks."""
    written = texts(ET.fromstring(draw("bars", one_point(x="a\x00b\ud800c\nd", y_label="\x1b[31m"))))
    assert {"a\ufffdb\ufffdc d", "\ufffd[31m"} <= set(written)


@pytest.mark.parametrize("kind", KINDS)
def test_empty_words_draw(kind):
    """A chart may go without labels."""
    chart = Chart("e", "t", "", "", (Series("", (Point(1, 1),)), Series(" ", (Point(2, 2),))), marks=(Mark(1, ""),))
    assert "1" in texts(ET.fromstring(draw(kind, chart)))


@pytest.mark.parametrize(
    ("kind", "chart", "said"),
    [
        ("pie", one_point(), "there is no kind 'pie'; use one of bars, line"),
        ("bars", Chart("c", "t", "x", "y", (Series("s", ()),)), "no series has a point"),
        ("line", Chart("c", "t", "x", "y", ()), "no series has a point"),
        ("line", one_point(x="300"), "x is '300' on a line chart"),
        ("line", one_point(x=float("inf")), "inf is not a finite number"),
        ("bars", one_point(y=float("nan")), "nan is not a finite number"),
        ("line", one_point(name="a b"), "the name begins the ids"),
    ],
)
def test_mistakes_name_the_chart(kind, chart, said):
    """What an author can put right is said with the chart's name."""
    with pytest.raises(Mistake, match=re.escape(f"chart {chart.name!r}: ")) as raised:
        draw(kind, chart)
    assert said in str(raised.value)


def test_the_same_bytes_on_any_machine(tmp_path):
    """Hash seed, locale, time zone and the machine's own Matplotlib settings change nothing."""
    script = (
        "import sys; from test_charts import SAMPLES; from generators.charts import draw; "
        "sys.stdout.buffer.write('\\n'.join(draw(*sample) for sample in SAMPLES.values()).encode())"
    )
    (tmp_path / "matplotlibrc").write_text(
        "font.size: 30\nlines.linewidth: 9\nsvg.fonttype: path\nhatch.linewidth: 9\nsavefig.bbox: tight\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent), **own},
            capture_output=True,
            check=True,
        ).stdout
        for own in (
            {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
            {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "MATPLOTLIBRC": str(tmp_path), "SOURCE_DATE_EPOCH": "1"},
        )
    ]
    assert found[0] == found[1]
    assert found[0].decode() == "\n".join(draw(*sample) for sample in SAMPLES.values())


def test_drawing_leaves_matplotlib_as_it_was():
    """Settings are ours only while a chart is drawn."""
    before = dict(mpl.rcParams)
    draw("line", RAMPS)
    assert dict(mpl.rcParams) == before


def test_matplotlib_waits_until_a_chart_is_drawn():
    """Reading the table of kinds imports no Matplotlib."""
    script = "import sys, generators.charts; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_spread_moves_labels_as_little_as_possible():
    """Labels in each other's way part evenly around where they want to stand; the edges hold."""
    # heights 10: 50, 50 overlap by 10, so each gives way by 5; 80 stands clear
    assert spread([50, 50, 80], [10, 10, 10], 0, 100) == [45, 55, 80]
    # three at the top edge 0: centres 5, 15, 25
    assert spread([0, 0, 0], [10, 10, 10], 0, 100) == [5, 15, 25]
    # at the bottom edge 100 with heights 10 and 20: 100 - 20 - 5 = 75, 100 - 10 = 90
    assert spread([99, 99], [10, 20], 0, 100) == [75, 90]
    assert spread([], [], 0, 100) == []


@pytest.mark.parametrize(
    ("value", "percent", "full", "narrow"),
    [
        (0.194, True, "19.4%", "19"),
        (0.5, True, "50%", "50"),
        (0, True, "0%", "0"),
        (0.0004, True, "<0.1%", "<0.1"),
        (0.9996, True, ">99.9%", ">99"),
        (1.0, True, "100%", "100"),
        (0.005, True, "0.5%", "0.5"),
        (-0.25, True, "−25%", "−25"),
        (-0.0001, True, "0%", "0"),
        (272.43, False, "272", "272"),
        (1234, False, "1,234", "1,234"),
        (0.3333, False, "0.333", "0.333"),
        (-20, False, "−20", "−20"),
    ],
)
def test_values_are_written_short_but_not_wrong(value, percent, full, narrow):
    """Rounding never turns a few into none, nor nearly all into all."""
    assert (full, narrow) == (number(value, percent), brief(value, percent))


def test_ticks_share_their_decimals():
    """The numbers of one axis have as many decimals as the finest needs."""
    assert axis_numbers([0, 0.5, 1], False) == ["0.0", "0.5", "1.0"]
    assert axis_numbers([-0.25, 0, 0.25], True) == ["−25%", "0%", "25%"]
    assert axis_numbers([1000, 2000], False) == ["1,000", "2,000"]


def test_long_words_break_at_their_seams():
    """A name too long for its place breaks where its parts meet, else where it must; a text too long for its lines is cut short."""
    room = width("HTMLHeaderText", 13) + 1
    assert wrapped("HTMLHeaderTextSplitter", 13, room) == ["HTMLHeaderText", "Splitter"]
    assert wrapped("two words", 13, width("words", 13)) == ["two", "words"]
    assert wrapped("aaaaa", 13, width("aaa", 13)) == ["aaa", "aa"]
    assert wrapped("aaaaaa", 13, width("aa", 13), lines=2) == ["aa", "a…"]
    assert wrapped("  ", 13, 100) == []
