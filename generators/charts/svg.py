"""A figure as SVG to stand inside an HTML page: the page's colours and type, ids of its own, nothing that reaches beyond it."""

from __future__ import annotations

from io import StringIO
from xml.etree import ElementTree as ET

from matplotlib.figure import Figure

from generators.charts.chart import Chart
from generators.charts.sheet import GRID, INK, PAPER, SERIES, own_settings
from generators.charts.words import clean

FALLBACKS = ("#0072B2", "#c94a08", "#0e806b", "#5f1a52", "#6e4a00", "#555c66")
COLOURS = {
    **{stand_in: f"var(--chart-{place}, {colour})" for place, (stand_in, colour) in enumerate(zip(SERIES, FALLBACKS, strict=True), 1)},
    INK: "var(--chart-ink, #3b4048)",
    GRID: "var(--chart-grid, #e3e0d8)",
    PAPER: "var(--chart-paper, transparent)",
}
_NAMESPACES = ("{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}")
_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def inline(figure: Figure, chart: Chart) -> str:
    """The figure of a chart as one line of SVG.

    A colour that is none of the sheet's is a bug and raises `KeyError`.
    """
    drawn = StringIO()
    with own_settings():
        figure.savefig(drawn, format="svg", metadata=_METADATA)
    root = ET.fromstring(drawn.getvalue())  # noqa: S314 Matplotlib has just written it
    for above in list(root.iter()):
        for style in above.findall(f"{_NAMESPACES[0]}style"):
            above.remove(style)  # it would style the whole page
    for element in root.iter():
        _settle(element, f"{chart.name}-")
    described = [(word, clean(text)) for word, text in (("title", chart.title), ("desc", chart.alt)) if text]
    for place, (word, text) in enumerate(described):
        words = ET.Element(word, id=f"{chart.name}-{word}")
        words.text = text
        root.insert(place, words)
    box = root.attrib["viewBox"]
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "chart-svg",
        "viewBox": box,
        "role": "img",
        "aria-labelledby": " ".join(f"{chart.name}-{word}" for word, _ in described),
        "stroke-linejoin": "round",
    }
    return ET.tostring(root, encoding="unicode")


def _settle(element: ET.Element, prefix: str) -> None:
    """Bring one element into HTML: no namespaces, its ids and references prefixed, its style in the page's terms, no line breaks."""
    element.tag = _bare(element.tag)
    element.tail = None
    if element.tag != "text":
        element.text = None
    attributes = {_bare(name): _referred(" ".join(value.split()), prefix) for name, value in element.attrib.items()}
    style = [part.split(": ", 1) for part in attributes.pop("style", "").split("; ") if part]
    if "fill" in attributes:
        style.append(["fill", attributes.pop("fill")])  # a variable needs a style, not an attribute
    if "id" in attributes:
        attributes["id"] = prefix + attributes["id"]
    if "href" in attributes:
        attributes["href"] = f"#{prefix}{attributes['href'].removeprefix('#')}"
    kept = [(name, COLOURS[value] if value.startswith("#") else value) for name, value in style if name != "font-family"]
    if kept:
        attributes["style"] = "; ".join(f"{name}: {value}" for name, value in kept)
    element.attrib = attributes


def _bare(name: str) -> str:
    for namespace in _NAMESPACES:
        name = name.removeprefix(namespace)
    return name


def _referred(value: str, prefix: str) -> str:
    return value.replace("url(#", f"url(#{prefix}")
