"""Formats: files that are converted to Markdown, chats by their turns, and what is said where neither can be done."""

import io
import json
import sys
import zipfile
from pathlib import Path

import openpyxl
import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_project import load, mistakes, results, values, write

from generators.arguments import EXIT_FINE, EXIT_MISTAKE
from generators.cli import main
from generators.corpora import formats, transcripts
from generators.corpora.documents import read
from generators.mistake import Absent, Mistake
from generators.structure.blocks import find_blocks

PAGE = "<html><head><title>T</title></head><body><h1>Fees</h1><p>In <b>euros</b>.</p><table><tr><th>a</th><th>b</th></tr>"
PAGE += "<tr><td>1</td><td>2</td></tr></table></body></html>"
SPLIT = "splitters: {whole: {use: offcut.StructureSplitter}}\nmeasures: [tables, chunks]\n"


def notebook():
    """Two cells."""
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Note\n", "Words."]},
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": ["x = 1\n", "y = 2"]},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def workbook():
    """One sheet of two rows."""
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.title = "Fees"
    for row in (["Item", "Fee"], ["A", 3]):
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def slides():
    """One slide with a title and two lines."""
    deck, file = pptx.Presentation(), io.BytesIO()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Fees", "One\nTwo"
    deck.save(file)
    return file.getvalue()


def letter():
    """A heading and a paragraph, as little as a word processor's file may hold."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    package, office = "http://schemas.openxmlformats.org/package/2006", "http://schemas.openxmlformats.org/officeDocument/2006"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/'
        f'vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/relationships/'
        'officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{word}"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Fees'
        "</w:t></w:r></w:p><w:p><w:r><w:t>In euros.</w:t></w:r></w:p></w:body></w:document>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def print_out():
    """A page with one line of text."""
    drawn = b"BT /F1 12 Tf 20 100 Td (Fees in euros.) Tj ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    return data + b"xref\n0 6\n0000000000 65535 f \n" + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start


FILES = {
    "page.html": (PAGE.encode(), "# Fees\n\nIn **euros**.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"),
    "page.HTM": (PAGE.encode(), "# Fees\n\nIn **euros**.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"),
    "note.ipynb": (notebook(), "# Note\nWords.\n\n```python\nx = 1\ny = 2\n```\n"),
    "fees.csv": (b"a,b\n1,x|y\n", "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n"),
    "fees.xlsx": (workbook(), "## Fees\n| Item | Fee |\n| --- | --- |\n| A | 3 |\n"),
    "fees.pptx": (slides(), "<!-- Slide number: 1 -->\n# Fees\nOne\nTwo\n"),
    "fees.docx": (letter(), "# Fees\n\nIn euros.\n"),
    "fees.pdf": (print_out(), "Fees in euros.\n"),
}


def written(folder, name, data):
    """A file in the folder."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_in_as_markdown(tmp_path, name):
    """Headings, tables and code as Markdown has them, the same each time, and said so."""
    data, markdown = FILES[name]
    found = read(written(tmp_path, name, data), name)
    assert found.text == markdown
    assert len(found.tables) == ("| --- |" in markdown)
    version = formats.packages(name)["markitdown"]
    assert found.notes == (f"was converted to Markdown by markitdown {version}, in which its offsets count",)
    formats._converted.cache_clear()
    assert read(tmp_path / name, name) == found


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_none_is_a_mistake(tmp_path, name):
    """It names the file and what its reader said; text that is not UTF-8 is told by its first byte, like every other."""
    try:
        found = read(written(tmp_path, name, b"\xff\x00 rubbish"), name).text
    except Mistake as mistake:
        found = str(mistake)
    expected = f"{name}: byte 0 is 0xff" if name.endswith((".html", ".HTM", ".csv", ".ipynb")) else f"{name}: cannot be read as ."
    assert found.startswith(expected)


def sheet(*cells, title="Fees"):
    """A workbook with content in these cells."""
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.title = title
    for cell in cells:
        book.active[cell] = "x"
    book.save(file)
    return file.getvalue()


def test_a_sheet_with_a_far_cell_is_refused_before_it_is_converted(tmp_path, monkeypatch):
    """One stray cell makes a table of 2^20 rows of 2^14 cells: 17,179,869,184. Nearer ones are counted the same way."""
    monkeypatch.setattr("markitdown.converters.XlsxConverter.convert", None)
    with pytest.raises(Mistake) as far:
        read(written(tmp_path, "far.xlsx", sheet("A1", "XFD1048576", title="Data")), "far.xlsx")
    assert str(far.value) == (
        "far.xlsx: the sheet 'Data' has content as far as A1:XFD1048576, 17,179,869,184 cells, and 500,000 are the most: clear what stands "
        "far from the rest, or divide the sheet"
    )
    with pytest.raises(Mistake, match=r"has content as far as A1:D125001, 500,004 cells"):
        read(written(tmp_path, "long.xlsx", sheet("D1", "A125001")), "long.xlsx")


def test_a_far_cell_without_content_is_none(tmp_path):
    """Whole columns are often coloured; and what the sheet says of its own extent is not what is in it."""
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"], book.active["A2"] = "Item", "A"
    book.active["XFD30000"].font = openpyxl.styles.Font(bold=True)
    book.save(file)
    assert "| Item |\n| --- |\n| A |\n" in read(written(tmp_path, "bold.xlsx", file.getvalue()), "bold.xlsx").text


def test_a_file_as_it_is(tmp_path):
    """`convert: false` keeps a file's own text, and a converted one may be renamed to the same end."""
    path = written(tmp_path, "page.html", PAGE)
    assert read(path, "page.html", convert=False).text == PAGE
    assert read(path, "page.html", convert=False).notes == ()
    assert read(written(tmp_path, "page.html.txt", PAGE), "page.html.txt").text == PAGE


def test_a_missing_converter_is_said(tmp_path, monkeypatch, capsys):
    """With what to install; `inspect` also names the way around, and other files need none."""
    monkeypatch.setitem(sys.modules, "markitdown", None)
    formats._converted.cache_clear()
    path = written(tmp_path, "page.html", PAGE)
    said = "page.html: .html files are converted by markitdown, which is not installed: in Offcut's folder, pip install -e '.[formats]'"
    with pytest.raises(Absent, match="^" + said.replace("[", r"\[").replace(".", r"\.") + "$"):
        read(path, "page.html")
    monkeypatch.chdir(tmp_path)
    assert main(["inspect", "page.html", "--splitter", "offcut.StructureSplitter"]) == EXIT_MISTAKE
    assert capsys.readouterr().err.strip() == f"{said}, or add --as-is to split the file's own text"
    assert main(["inspect", "page.html", "--as-is", "--splitter", "langchain.HTMLHeaderTextSplitter", "--args", HEADERS]) == EXIT_FINE
    assert read(written(tmp_path, "plain.md", "Words."), "plain.md").text == "Words."


HEADERS = '{"headers_to_split_on": [["h1", "Title"]]}'


def test_a_scenario_takes_them(tmp_path):
    """Its questions are placed in the Markdown, and the converter's version is among what the scenario stands on."""
    text = f"""\
title: x
corpora:
  page: {{files: [page.html], questions: [{{id: q, text: How much, answer: "| 1 | 2 |"}}]}}
  own: {{files: [page.html], convert: false}}
{SPLIT}"""
    write(tmp_path, text, page_html=PAGE)
    found = load(tmp_path, text)
    assert found.corpora[0].load().documents[0].questions[0].answers == ((47, 56),)
    assert found.packages == formats.packages("page.html")
    assert values(results(tmp_path, text))["page/whole/tables"] == 1
    assert values(results(tmp_path, text))["own/whole/tables"] == 0


def test_a_scenario_without_the_converter_is_frozen(tmp_path, monkeypatch):
    """It is no mistake of the file's, and the run says what is not here."""
    monkeypatch.setitem(sys.modules, "markitdown", None)
    formats._converted.cache_clear()
    text = f"title: x\ncorpora: {{page: {{files: [page.html]}}}}\n{SPLIT}"
    assert mistakes(tmp_path, text, page_html=PAGE) == []
    run = results(tmp_path, text).runs["page", "whole"]
    assert "in Offcut's folder, pip install -e '.[formats]'" in run.absent


def test_a_broken_file_of_a_scenario_is_told_with_its_line(tmp_path):
    """As every other mistake in it."""
    said = mistakes(tmp_path, f"title: x\ncorpora: {{page: {{files: [fees.xlsx]}}}}\n{SPLIT}", fees_xlsx=b"rubbish")
    assert len(said) == 1
    assert said[0].startswith("2: corpora.page.files.0: 'fees.xlsx': cannot be read as .xlsx (BadZipFile: ")


CHAT = "Ann: How much is it?\n\nBob Lee: Three euros.\nhttps://example.org says: so.\n  Ask: Ann\nann-2: Thanks.\n"


def test_a_chat_of_lines_is_a_section_for_each_turn(tmp_path):
    """A line `Name: text` begins one; other lines go on with it, be they blank, indented, an address or a list."""
    found = read(written(tmp_path, "talk.chat.txt", CHAT), "talk.chat.txt")
    assert found.text == (
        "# Ann\n\nHow much is it?\n\n# Bob Lee\n\nThree euros.\nhttps://example.org says: so.\n  Ask: Ann\n\n# ann-2\n\nThanks.\n"
    )
    assert found.notes == ("was written as Markdown, a section for each turn",)
    with pytest.raises(Mistake, match=r"talk\.chat\.txt:2: 'Hello\.' is no turn: begin each turn with a line `Name: text`"):
        read(written(tmp_path, "talk.chat.txt", "\nHello.\nAnn: Hi.\n"), "talk.chat.txt")


def test_lines_of_a_chat_are_those_of_an_editor(tmp_path):
    """What only Unicode takes for a line end begins no turn and no line, and CR alone ends one."""
    found = read(written(tmp_path, "talk.chat.txt", "Ann: a\u2028Bob: b\rCy: c\r\n"), "talk.chat.txt")
    assert found.text == "# Ann\n\na\u2028Bob: b\n\n# Cy\n\nc\n"
    with pytest.raises(Mistake, match=r"talk\.chat\.txt:3: 'Hello\.' is no turn"):
        read(written(tmp_path, "talk.chat.txt", "\u2028\n\x85\r\nHello.\n"), "talk.chat.txt")


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("See:\n```python\nx = 1", "\n```"),
        ("````\n```\n# no turn", "\n````"),
        ("~~~~", "\n~~~~"),
        ("```\nx\n```", ""),
        ("- ```\n  x", ""),  # the list ends before the next turn, and the fence in it as well
        ("Use <!-- so", ""),
        ("<!-- aside", "\n-->"),
        ("<?php", "\n?>"),
        ("<![CDATA[ x", "\n]]>"),
        ("<!DOCTYPE", "\n>"),
        ("<script>\nx", "\n</pre>"),
        ("<div>\nx", ""),
    ],
)
def test_what_a_turn_leaves_open_ends_with_it(tmp_path, said, end):
    """A fence or HTML without an end would swallow the names of those who speak after it."""
    turns = [{"role": role, "content": content} for role, content in (("Ann", said), ("Bob", "| a | b |\n|---|---|\n| 1 | 2 |"))]
    found = read(written(tmp_path, "talk.chat.json", json.dumps(turns)), "talk.chat.json")
    assert found.text.startswith(f"# Ann\n\n{said}{end}\n\n# Bob\n\n| a |")
    assert [block.words for block in find_blocks(found.text) if block.kind == "heading"][-1] == "Bob"
    assert len(found.tables) == 1


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text("`~<!-?>[]CDATA/script# \t\r\n1.", max_size=30), max_size=3))
def test_each_turn_is_a_section_whatever_is_said(said):
    """Every one has its heading, however the words between them are mixed."""
    names = [f"turn-{number}" for number in range(len(said))]
    text = transcripts.from_json(json.dumps([{"role": name, "content": words} for name, words in zip(names, said, strict=True)]), "x")
    headings = [block.words for block in find_blocks(text) if block.kind == "heading" and not block.depth]
    assert [words for words in headings if words in names] == names


def test_a_chat_of_json_is_a_section_for_each_turn(tmp_path):
    """A list of turns or an object with one, text alone or in parts; what is no text is left out."""
    turns = [
        {"role": "user", "content": "How\nmuch?"},
        {"role": "assistant", "content": [{"type": "text", "text": "Three."}, {"type": "image_url"}, {"type": "text", "text": "Euros."}]},
        {"role": "user", "content": ""},
    ]
    expected = "# user\n\nHow\nmuch?\n\n# assistant\n\nThree.\n\nEuros.\n\n# user\n"
    for data in (turns, {"messages": turns}):
        assert read(written(tmp_path, "talk.chat.json", json.dumps(data)), "talk.chat.json").text == expected


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "is no JSON"),
        ('{"turns": []}', "holds no list of turns"),
        ('[{"role": "user"}]', "turn 1 has no role or no content"),
        ('[{"role": "user", "content": "x"}, "y"]', "turn 2 has no role or no content"),
        ('[{"role": " ", "content": "x"}]', "turn 1 has no role or no content"),
    ],
)
def test_json_that_is_no_chat_is_a_mistake(tmp_path, data, said):
    """It says what to write."""
    with pytest.raises(Mistake, match=rf"^talk\.chat\.json: {said}.*: write a list of turns"):
        read(written(tmp_path, "talk.chat.json", data), "talk.chat.json")


def test_every_format_has_a_file_here():
    """So that none is added without a test."""
    assert {Path(name).suffix.lower() for name in FILES} == set(formats.CONVERTERS)
