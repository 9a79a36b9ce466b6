"""The calculator given a text: it finds the tables and counts the tokens that Python does, sends nothing, and does not hold up the page."""

import base64
import random
from collections import Counter

import pytest
from browser import PATIENCE, served
from playwright.sync_api import expect
from project import ROOT

from generators.arithmetic.cut import expected_cut
from generators.calculator import ranks
from generators.corpora.contracts import contracts
from generators.corpora.find_tables import find_tables
from generators.corpus import Band, Profile
from generators.tokens import tokenizer

HARD = (
    "",
    "hello world",
    "I'll we'RE 'S 'ſ don't it's they've we'd I'm 'llama",
    "naïve Straße ſtreng ŉ ǅ Ⅷ ½ ²³ ١٢٣٤ 1234567 1,204.50",
    "日本語の表、テスト。한국어 텍스트 ไทย हिन्दी עברית العربية",
    "😀👩‍👩‍👧‍👦🏳️‍🌈 e\u0301 \u200b\u200d\ufeff x\ufeff y",
    "a\u0085b \u0085 \u0085c\u2028d\u2029 \u3000\u00a0 e\x1c\x1d f\x0b\x0cg\x00h",
    "   three\n\n\n   \n\t\ttabs  \r\n\r\n end   ",
    " \n \n  x\n\n   ",
    "    " * 500 + "x" + "\n" * 700 + " ",
    "<|endoftext|> <|fim_prefix|>",
    "!!!??? -----|||----- =====\n\n===\r\n\r\n//\n/",
    "ab" * 4000 + "x" * 3000 + "é" * 2000,
    "\U0001d173 \U0010ffff \ud7ff \ufffd",
)
PIECES = (
    "|", "|", "-", "---", "|---|", ":-", "`", "```", "~~~", "\n", "\n", "\r\n", "\r", " ", "    ", "\t", "a", "b c", "12.5", ">", "> ",
    "- ", "* ", "1. ", "#", "<div>", "</div>", "<!--", "-->", "<pre>", "\\|", "\u00a0", "\u2028", "\x0b", "\x1c", "\x85", "\ufeff", "\x00",
    "é", "ſ", "'s", "日本", "😀", "\u0301", "Ⅷ", "==", "[a]: x", "\n\n", "\u3000",
)  # fmt: skip
LINES = (
    "a | b", "| a | b |", "|---|---|", "---|---", "| 1 | 2 |", "", "", "```", "~~~", "> | a |", "> |---|", "- | x |", "  |---|", "text",
    "    | a |", "\t|---|", "<div>", "# h", "===", "1. | a | b |", "   |---|---|", "| \\| |", "\ufeff| a |", "|\ufeff---|---|", "\xa0",
    "|--\x85|--|",
)  # fmt: skip
FIND_AND_COUNT = """async ([root, texts]) => {
    const { findTables } = await import(`${root}assets/js/calculator-tables.js`);
    const { countTokens, readRanks } = await import(`${root}assets/js/calculator-tokens.js`);
    const ranks = readRanks(await (await fetch(`${root}data/cl100k_base.txt`)).text());
    const points = (text) => [...text].length;
    return texts.map((text) => [
        findTables(text).map(({ start, end, header }) => [points(text.slice(0, start)), points(text.slice(0, end)), text.slice(...header)]),
        countTokens(text, ranks),
    ]);
}"""
TABLE = "| Month | Rate <b>é😀</b> |\n|---|---|\n| May | 1,204.50 |"
NOTES = f"# Rates\n\n{TABLE}\n\nProse.\n\na | b\n1 | 2\n3 | 4\n\n```\nx | y\nz | w\n```\n"


@pytest.fixture(scope="module")
def address(calculator_site):
    with served(calculator_site) as url:
        yield url


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}tables/")
    page.locator(".calculator-markdown summary").click()
    yield page
    context.close()


def found(page):
    return page.locator(".calculator-found")


def written():
    """Random texts of what makes tables, fences, quotes and lists, always the same ones."""
    chance = random.Random(3)
    yield from ("".join(chance.choices(PIECES, k=chance.randint(1, 60))) for _ in range(1200))
    yield from ("\n".join(chance.choices(LINES, k=chance.randint(1, 14))) for _ in range(1200))


def own_texts():
    """The documents of the project: its pages, its corpora, and a contract of each kind."""
    yield from (path.read_text("utf-8") for path in sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "scenarios/corpora").glob("*.md")]))
    profile = Profile(1, 4000, (Band(2, 300), Band(1, 600)))
    for cells, layout in (("figures", "pipes"), ("sentences", "pipes"), ("figures", "aligned")):
        yield from (document.text for document in contracts(profile, seed=1, cells=cells, layout=layout))


def test_tables_and_tokens_are_pythons(page, address):
    """On hard texts, on random ones, and on the project's own: the same spans and header rows, and the same number of tokens."""
    texts = [*HARD, *written(), *own_texts()]
    counter = tokenizer("cl100k_base")
    spans = [[[*table.span, text[slice(*table.header)]] for table in find_tables(text)] for text in texts]
    assert sum(map(len, spans)) > 1000
    for text, expected, (tables, tokens) in zip(texts, spans, page.evaluate(FIND_AND_COUNT, [address, texts]), strict=True):
        assert (tables, tokens) == (expected, len(counter.encode(text))), repr(text[:200])


def test_the_list_of_tokens_is_whole():
    """Each line is one token, and its rank is its place: that of ` world` is 1917."""
    lines = ranks().splitlines()
    assert (len(lines), base64.b64decode(lines[1917])) == (100256, b" world")


def test_a_pasted_text_is_measured_and_sent_nowhere(page, address):
    """Its tables' lengths come into field and address, their header rows are shown as text, and only the list of tokens is fetched."""
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url, request.post_data)))
    page.get_by_label("Paste it").fill(NOTES)
    expect(found(page)).to_have_text("2 tables found. Their lengths stand above.")
    tables = [NOTES[slice(*table.span)] for table in find_tables(NOTES)]
    lengths = [tokenizer("cl100k_base").count(table) for table in tables]
    expect(page.get_by_label("Lengths of the tables")).to_have_value(", ".join(map(str, sorted(lengths))))
    rows = page.locator(".calculator-list tbody tr").evaluate_all("all => all.map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert [row[:3] for row in rows] == [["| Month | Rate <b>é😀</b> |", "3", f"{lengths[0]}"], ["a | b", "9", f"{lengths[1]}"]]
    assert page.locator(".calculator-list b").count() == 0
    page.wait_for_url(f"**lengths={',+'.join(map(str, sorted(lengths)))}")
    assert all(url.startswith(address) and method == "GET" and data is None for method, url, data in asked)
    assert sum("cl100k_base" in url for _, url, _ in asked) == 1
    page.get_by_label("Unit").select_option("characters")
    expect(page.get_by_label("Lengths of the tables")).to_have_value(", ".join(map(str, sorted(map(len, tables)))))


def test_the_list_of_tokens_is_fetched_only_for_a_text(page, address):
    """Lengths alone, and a text measured in characters, need none."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Lengths of the tables").fill("300, 400")
    page.get_by_label("Unit").select_option("characters")
    page.get_by_label("Paste it").fill(NOTES)
    expect(found(page)).to_contain_text("2 tables found")
    assert [url for url in asked if "cl100k_base" in url] == []


def test_lengths_written_by_hand_are_kept(page):
    """Once somebody has changed the measured lengths, another measurement leaves them; Forget clears the text and its tables."""
    page.get_by_label("Paste it").fill(NOTES)
    expect(page.locator(".calculator-list tbody tr")).to_have_count(2)
    page.get_by_label("Lengths of the tables").fill("777")
    page.get_by_label("Unit").select_option("characters")
    expect(found(page)).to_have_text("2 tables found. The lengths that you wrote were left as they are.")
    expect(page.get_by_label("Lengths of the tables")).to_have_value("777")
    page.get_by_role("button", name="Forget this text").click()
    expect(page.locator(".calculator-list")).to_have_count(0)
    expect(page.get_by_label("Paste it")).to_be_focused()


def test_a_text_without_tables_is_told(page):
    """The lengths stay, and a sentence says what counts as a table."""
    page.get_by_label("Paste it").fill("Only prose.")
    expect(found(page)).to_contain_text("No table found: neither a Markdown table nor neighbouring lines with the same number of |.")
    expect(found(page)).to_contain_text("The answer is still that for the lengths above.")
    expect(page.locator("output.calculator-answer")).to_contain_text("272.43")


def test_a_large_file_is_read_beside_the_page(page):
    """Five megabytes with thousands of tables are measured in a worker; CRLF, a BOM and all else stand as in the file."""
    table = TABLE.replace("\n", "\r\n")
    text = "\ufeff" + f"{table}\r\n\r\nSome words of prose between the tables.\r\n\r\n" * 50_000
    assert len(text.encode()) > 5_000_000
    with page.expect_event("worker"):
        page.get_by_label("or choose a file").set_input_files({"name": "all.md", "mimeType": "text/markdown", "buffer": text.encode()})
    expect(found(page)).to_have_text("Measuring …")
    expect(found(page)).to_have_text("50,000 tables found in all.md. Their lengths stand above.", timeout=60_000)
    first, others = (tokenizer("cl100k_base").count(one) for one in ("\ufeff" + table, table))
    expect(page.get_by_label("Lengths of the tables")).to_have_value(f"{others} x 49999, {first}")
    expect(page.locator(".calculator-more summary").last).to_have_text("The tables found: the first 200 of 50,000")


@pytest.mark.parametrize(
    "edit",
    [
        lambda page: page.get_by_label("Lengths of the tables").fill("300"),
        lambda page: page.get_by_label("Defaults of").select_option(index=1),
        lambda page: page.get_by_label("Paste it").fill(NOTES),
    ],
)
def test_a_file_that_is_no_text_is_refused(page, edit):
    """Bytes that are not UTF-8 are named beside the field, with what the answer is for, until something else is given."""
    page.get_by_label("or choose a file").set_input_files({"name": "a.md", "mimeType": "text/markdown", "buffer": b"| a |\n\xff"})
    expect(page.locator("#calculator-file-error")).to_have_text(
        "a.md is not text in UTF-8. The answer is still that for the lengths above."
    )
    edit(page)
    expect(page.locator("#calculator-file-error")).to_have_text("")
    expect(page.get_by_label("or choose a file")).not_to_have_attribute("aria-invalid", "true")


def test_a_dropped_file_is_measured(page):
    """A file let fall anywhere on the calculator is taken, and does not replace the page."""
    page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "dropped.md"));
            const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
            document.querySelector(".calculator-answer").dispatchEvent(drop);
        }""",
        NOTES,
    )
    expect(found(page)).to_have_text("2 tables found in dropped.md. Their lengths stand above.")


def test_a_hundred_thousand_lengths_are_answered(page):
    """Pasted one a line they are counted by length; so many fit in no address, and what cannot be read is named by its place."""
    lengths = [7 * number % 3001 + 1 for number in range(100_000)]
    field = page.get_by_label("Lengths of the tables")
    for text in ("\n".join(map(str, [*lengths, "x9y"])), "\n".join(map(str, lengths))):
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        field.focus()
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+v")
        if "x9y" in text:
            expect(page.locator("#calculator-lengths-error")).to_contain_text("Entry 100,001: “x9y” is no length.")
    bands = [Band(count, length) for length, count in sorted(Counter(lengths).items())]
    expect(field).to_have_value(", ".join(f"{band.tokens} x {band.count}" for band in bands))
    expect(page.locator(".calculator-actions")).to_contain_text("The lengths are too many for the address")
    assert "lengths" not in page.url
    value = page.locator("output.calculator-answer data").evaluate("one => Number(one.value)")
    assert value == pytest.approx(expected_cut(bands, 1024, 200), rel=1e-12)
