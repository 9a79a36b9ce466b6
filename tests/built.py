"""A built site as tests read it: each page's elements, ids, links and words, and what every path and anchor leads to."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

LINKS = {"a": ("href",), "link": ("href",), "script": ("src",), "img": ("src",), "source": ("src", "srcset"), "use": ("href", "xlink:href"),
         "iframe": ("src",), "object": ("data",), "form": ("action",), "image": ("href", "xlink:href")}  # fmt: skip
UNSEEN = {"script", "style", "title", "template"}


class Reading(HTMLParser):
    """One page read: every element as (tag, attributes), and the words that a reader sees."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.titles: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag in UNSEEN:
            self._open.append(tag)

    def handle_endtag(self, tag):
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data):
        if not self._open:
            self.words.append(data)
        elif self._open == ["title"]:
            self.titles.append(data)

    @property
    def text(self) -> str:
        """The words as they stand, every reference to a character turned into it."""
        return "".join(self.words)

    @property
    def ids(self) -> list[str]:
        """Every id, and every name of an anchor, in the order of the page."""
        return [attrs["id"] for _, attrs in self.elements if attrs.get("id")]

    @property
    def links(self) -> list[tuple[str, str]]:
        """Everything that the page leads to or fetches, as (tag, address)."""
        return [(tag, attrs[name]) for tag, attrs in self.elements for name in LINKS.get(tag, ()) if name in attrs]

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of a kind."""
        return [attrs for name, attrs in self.elements if name == tag]


@cache
def read(page: Path) -> Reading:
    """A page of a built site; a site is built once and not changed while it is read."""
    return Reading(page.read_text("utf-8"))


def pages(site: Path) -> list[Path]:
    """Every page of a built site, the 404 page among them; pages of source code are long and alike, and come last."""
    return sorted(site.rglob("*.html"), key=lambda path: ("source" in path.parts, path))


def foreign(address: str) -> bool:
    """Whether an address leads to another host; `data:` addresses carry their content themselves."""
    parts = urlsplit(address)
    return bool(parts.netloc or parts.scheme) and parts.scheme != "data"


def broken(site: Path, page: Path, address: str) -> str:
    """Why an address of a page within the site leads nowhere, or nothing."""
    path, anchor = urldefrag(address)
    path = unquote(urlsplit(path).path)
    target = site / path.lstrip("/") if path.startswith("/") else (page.parent / path if path else page)
    target = target / "index.html" if path.endswith("/") or target.is_dir() else target
    where = f"{page.relative_to(site)}: {address}"
    if not target.resolve().is_file():
        return f"{where}: there is no such file"
    if not target.resolve().is_relative_to(site.resolve()):
        return f"{where}: is not in the site"
    if anchor and target.suffix == ".html" and unquote(anchor) not in read(target.resolve()).ids:
        return f"{where}: there is no such anchor"
    return ""


def style_addresses(css: str) -> list[str]:
    """What a style sheet fetches."""
    found = re.findall(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""", css)
    return [first or second for first, second in found]
