"""Cases of our own, one or more of every kind of the given ones, in their shape: what a splitter does wrong and what is right."""

from __future__ import annotations

from typing import Any

LANGCHAIN, LLAMAINDEX, RECURSIVE = "langchain-text-splitters", "llama-index-core", "RecursiveCharacterTextSplitter"
TABLE = "| k | v |\n|---|---|\n| a | 1 |\n| b | 2 |\n"


def case(document: str, splitter: dict[str, Any], right: dict[str, Any], *view: str, **more: Any) -> dict[str, Any]:
    """One document under one splitter, what is right, and what the view must say."""
    return {"document": document, "splitter": splitter, "right": {"main": right}, "view": view, **more}


def langchain(name: str = RECURSIVE, **args: Any) -> dict[str, Any]:
    """A splitter of LangChain."""
    return {"library": LANGCHAIN, "class": name, "args": args}


def llamaindex(name: str = "SentenceSplitter", **args: Any) -> dict[str, Any]:
    """A splitter of LlamaIndex; `call` and `document_metadata` are none of its arguments."""
    beside = {key: args.pop(key) for key in ("call", "document_metadata") if key in args}
    return {"library": LLAMAINDEX, "class": name, "args": args, **beside}


def sections(**args: Any) -> dict[str, Any]:
    """LangChain's splitter by headings of the first level."""
    return langchain("MarkdownHeaderTextSplitter", headers_to_split_on=[["#", "h"]], **args)


def given(*chunks: str) -> dict[str, Any]:
    """Chunks as some splitter would have given them."""
    return {"library": "given", "class": "", "args": {}, "chunks": list(chunks)}


def answer(text: str, start: int) -> list[dict[str, Any]]:
    """One question `q` with its answer."""
    return [{"id": "q", "answer": text, "answer_span": [start, start + len(text)]}]


OWN: dict[str, dict[str, Any]] = {
    # 11, 12 and 12 characters, two blank lines of 2: no two fit into 14, so nothing is kept for the next.
    "overlap-silent": case(
        "A red door.\n\nB blue wall.\n\nC wide roof.",
        langchain(chunk_size=14, chunk_overlap=6),
        {"spans": [[0, 11], [13, 25], [27, 39]], "overlap_asked": 6, "overlap_real": [0, 0], "stored_chars": 35, "corpus_chars": 39},
        "delivered at 0 of 2 boundaries; 6 characters asked for",
    ),
    # Each section is a document of its own to the second splitter: nothing is shared over the border at 15.
    "chain": case(
        "# Tea\n\nBoil it.\n\n# Milk\n\nKeep cold.\n",
        {
            "library": "chain",
            "class": f"MarkdownHeaderTextSplitter then {RECURSIVE}.split_documents",
            "args": [{"headers_to_split_on": [["#", "h"]], "strip_headers": False}, {"chunk_size": 20, "chunk_overlap": 10}],
        },
        {"spans": [[0, 15], [17, 35]], "how": ["loose", "loose"], "overlap_asked": 10, "overlap_real": [0], "lost_nonspace": 0},
        "delivered at 0 of 1 boundary",
    ),
    # Only a size is named, below the library's own overlap of 200.
    "default-overlap": case(
        "One clause. Another clause.",
        llamaindex(chunk_size=100),
        {"error_type": "ValueError", "error_says": "Got a larger chunk overlap (200) than chunk size (100), should be smaller."},
        "raised ValueError: Got a larger chunk overlap (200)",
    ),
    # The default shows where it is in force, too: 3 + 3 tokens fit into 250.
    "default-overlap-shown": case(
        "We rest. We rest.",
        llamaindex(chunk_size=250),
        {"spans": [[0, 17]], "overlap_asked": "200 tokens (library default, not in the scenario)", "stored_over_corpus": 1.0},
        "200 cl100k_base tokens asked for, the default",
    ),
    # 3 of 3 characters are asked back, and one is gained: 4 x 3 stored of 6.
    "overlap-is-size": case(
        "abcdef",
        langchain(chunk_size=3, chunk_overlap=3),
        {
            "spans": [[0, 3], [1, 4], [2, 5], [3, 6]],
            "overlap_real": [2, 2, 2],
            "stored_chars": 12,
            "stored_over_corpus": 2.0,
            "starts_mid_word": [1, 2, 3],
        },
        "each advances by 1 character: 12 characters stored for 6",
        "starts mid-word 3 of 4: chunks 1 to 3",
    ),
    "size-zero": case(
        "abc", langchain(chunk_size=0, chunk_overlap=0), {"error_type": "ValueError", "error_says": "chunk_size must be > 0, got 0"}
    ),
    "size-zero-of-pydantic": case("abc", llamaindex(chunk_size=0, chunk_overlap=0), {"error_type": "ValidationError"}),
    # Words of one token with the blank before them: 3 of them, then the last of those and the fourth; " six" is 4 characters.
    "overlap-in-tokens": case(
        "one two six ten",
        langchain("TokenTextSplitter", encoding_name="cl100k_base", chunk_size=3, chunk_overlap=1),
        {"spans": [[0, 11], [7, 15]], "ways": 1, "overlap_asked": "1 tokens", "overlap_real": [4], "tokens": [3, 2], "lost_nonspace": 0},
        "1/1",
    ),
    # A leftmost search would put the third where the second is and lose the last word.
    "repeated-words": case(
        "no no no no", langchain(chunk_size=5, chunk_overlap=2), {"spans": [[0, 5], [6, 8], [9, 11]], "ways": 1, "overlap_real": [0, 0]}
    ),
    # "We rest. " is 4 tokens with its last blank, and 9 characters: 5 fit into 20 tokens, so the second chunk starts at 45.
    "repeated-sentences": case(
        "We rest. " * 8, llamaindex(chunk_size=20, chunk_overlap=0), {"spans": [[0, 44], [45, 71]], "ways": 1, "lost_nonspace": 0}
    ),
    # 2 of 5 tokens are kept back for metadata.
    "repeated-tokens": case(
        "hop hop hop hop",
        llamaindex("TokenTextSplitter", chunk_size=5, chunk_overlap=0),
        {"spans": [[0, 11], [12, 15]], "ways": 1},
        "effective limit 3 of 5",
    ),
    # The last window lies in the one before.
    "tail-inside": case(
        "Tide at six. Ebb at ten.",
        given("Tide at six. Ebb", "six. Ebb at ten.", "ten."),
        {"spans": [[0, 16], [8, 24], [20, 24]], "overlap_real": [8, 4], "starts_mid_word": [], "stored_chars": 36},
        "adds nothing 1 of 3: chunk 2",
    ),
    # A run of four line ends became one of two: 10 characters for 12.
    "blanks-collapsed": case(
        "Up.\n\n\n\nDown.",
        langchain("CharacterTextSplitter", chunk_size=60, chunk_overlap=0),
        {"spans": [[0, 12]], "how": ["loose"], "altered": [0], "holders": {"q": [0]}, "holders_literal": {"q": []}},
        "loose: 10 characters for 12; blanks altered",
        questions=answer("Up.\n\n\n\nDown", 0),
    ),
    # The pattern stands in the chunk, and not in the document.
    "pattern-pasted": case(
        "red; green",
        langchain("CharacterTextSplitter", separator=";\\s", is_separator_regex=True, chunk_size=20, chunk_overlap=0),
        {"spans": [None], "unmapped": [0], "altered": [0], "lost_runs": None},
        "text lost unknown: 1 chunk could not be placed",
    ),
    # A tab and a no-break space are gone; the blank line after the heading is two blanks and a line end: 8 characters for 9.
    "invisibles-dropped": case(
        "# A\n\nx\u00a0y\tz\n",
        sections(strip_headers=False),
        {"spans": [[0, 10]], "how": ["loose"], "lost_nonspace": 0, "holders": {"q": [0]}, "holders_literal": {"q": []}},
        "without U+0009 (tab), U+00A0 (no-break space)",
        questions=answer("x\u00a0y", 5),
    ),
    # What looks like a heading inside the fence of 5 to 18 is taken for one.
    "fence-cut": case(
        "# T\n\n~~~\n# no\n~~~\n",
        llamaindex("MarkdownNodeParser"),
        {"spans": [[0, 8], [9, 17]], "holders": {"q": []}},
        "code cut [5, 17)",
        questions=answer("~~~\n# no\n~~~", 5),
    ),
    # "#" and "P", and the unclosed fence with all behind it: 2 + 3 + 3 characters.
    "fence-unclosed": case(
        "# P\n\nIn.\n\n```\nrun\n",
        langchain("ExperimentalMarkdownSyntaxTextSplitter"),
        {"spans": [[4, 10]], "lost_runs": [[0, 1], [2, 3], [10, 13], [14, 17]], "lost_nonspace": 8},
        "'```\\nrun' at 10",
    ),
    "heading-rewritten": case(
        "#\tF\n\nOne.\n", llamaindex("MarkdownNodeParser"), {"spans": [[0, 9]], "how": ["loose"], "lost_nonspace": 0}, "blanks altered"
    ),
    # "Go", "Run", "Hop" stay; the two signs between them are the separators.
    "separators-dropped": case(
        "Go! Run! Hop",
        langchain(separators=["!"], keep_separator=False, chunk_size=5, chunk_overlap=0),
        {"spans": [[0, 2], [4, 7], [9, 12]], "lost_runs": [[2, 3], [7, 8]], "lost_nonspace": 2},
        "2 characters other than blanks (all of it separators)",
        "'!' at 2, 7",
    ),
    # The word of 13 letters stays whole with the blank before it.
    "piece-unstripped": case(
        "an extraordinary day",
        langchain(separators=[" "], chunk_size=5, chunk_overlap=0),
        {"spans": [[0, 2], [2, 16], [17, 20]], "over_limit": [1], "lengths": [2, 14, 3], "starts_mid_word": []},
        "14 > 5",
    ),
    "no-separator": case(
        "天気です。雨です。",
        langchain("CharacterTextSplitter", chunk_size=4, chunk_overlap=0),
        {"spans": [[0, 9]], "over_limit": [0], "lengths": [9], "starts_mid_word": []},
        "above the limit 1 of 1: chunk 0; the largest is 9 > 4",
        "starts mid-word n/a",
        "the separator '\\n\\n' never occurs in it",
    ),
    # A sloth is 3 tokens.
    "unit-above-limit": case(
        "a 🦥 b",
        llamaindex(chunk_size=2, chunk_overlap=0, call="split_text"),
        {"error_type": "ValueError", "error_says": "Single token exceeded chunk size"},
    ),
    "unit-above-limit-silent": case(
        "a 🦥 b",
        llamaindex("TokenTextSplitter", chunk_size=2, chunk_overlap=0, call="split_text"),
        {"spans": [[0, 1], [2, 3], [4, 5]], "over_limit_tokens": {"chunk": "🦥", "tokens": 3, "limit": 2}},
        "printed --- Logging error ---",
    ),
    # " Ghent," and " Ghent" are 3 and 2 tokens, which fit; without the first blank "Ghent" is 3: 3 + 1 + 2.
    "limit-after-strip": case(
        "so on. Ghent, Ghent",
        {**langchain(encoding_name="cl100k_base", chunk_size=5, chunk_overlap=0), "from": "from_tiktoken_encoder"},
        {"spans": [[0, 6], [7, 19]], "tokens": [3, 6], "over_limit": [1]},
        "6 > 5",
    ),
    # 5 tokens of metadata leave 15 of 20: 3 sentences of 4 tokens.
    "metadata-in-size": case(
        "We rest. " * 5,
        llamaindex(chunk_size=20, chunk_overlap=0, document_metadata={"file": "rules/rest.md"}),
        {"spans": [[0, 26], [27, 44]], "ways": 1},
        "effective limit 15 of 20",
        "printed Metadata length (5) is close to chunk size (20).",
    ),
    "metadata-above-size": case(
        "We rest.",
        llamaindex(chunk_size=4, chunk_overlap=0, document_metadata={"file": "rules/rest.md"}),
        {"error_type": "ValueError", "error_says": "Metadata length (5) is longer than chunk size (4)."},
    ),
    # 2 tokens each; the second half of the second stands in no chunk as itself.
    "cut-in-character": case(
        "か漢字",
        langchain("TokenTextSplitter", encoding_name="cl100k_base", chunk_size=2, chunk_overlap=0),
        {"spans": [[0, 1], [2, 3]], "how": ["loose", "loose"], "lost_runs": [[1, 2]], "lost_nonspace": 1},
        "'漢' at 1",
    ),
    # Two letters with a mark each; the cut after 3 parts the second from its mark.
    "accents": case(
        "o\u0308o\u0308",
        langchain(chunk_size=3, chunk_overlap=0),
        {"spans": [[0, 3], [3, 4]], "starts_mid_character": [1], "lost_nonspace": 0},
        "starts mid-character 1 of 2: chunk 1",
    ),
    # No two line feeds stand beside each other.
    "crlf": case(
        "One.\r\n\r\nTwo.\r\n",
        langchain("CharacterTextSplitter", chunk_size=5, chunk_overlap=0),
        {"spans": [[0, 12]], "over_limit": [0], "holders": {"q": [0]}},
        "3 CRLF line ends",
        "the separator '\\n\\n' never occurs in it",
        questions=answer("Two.", 8),
    ),
    "bom": case(
        "\ufeff# R\n\nTwo.\n", llamaindex("MarkdownNodeParser"), {"spans": [[0, 10]], "lost_nonspace": 0}, "begins with a byte order mark"
    ),
    "controls": case(
        "Go.\0 Up.\x0b In.",
        langchain(chunk_size=5, chunk_overlap=0),
        {"spans": [[0, 4], [5, 8], [10, 13]], "lost_nonspace": 0},
        "U+0000 at 3, U+000B at 8",
        "'Go.\\x00'",
    ),
    "empty": case(
        "",
        llamaindex(chunk_size=60, chunk_overlap=0),
        {"chunks_n": 1, "spans": [None], "stored_chars": 0, "stored_over_corpus": None},
        "1 of them empty",
        "(n/a)",
    ),
    "blank": case(" \n\n ", langchain(chunk_size=10, chunk_overlap=0), {"chunks_n": 0, "lost_nonspace": 0}, "chunks 0;"),
    # The mark between the words is no printable character: 9 characters for 10, and the heading is in no chunk.
    "right-to-left": case(
        "# א\n\nשלום\u200f עולם.\n",
        sections(),
        {"spans": [[5, 16]], "how": ["loose"], "lost_runs": [[0, 1], [2, 3]], "holders": {"q": [0]}, "holders_literal": {"q": []}},
        "without U+200F (right-to-left mark)",
        questions=answer("שלום\u200f", 5),
    ),
    "special-token": case(
        "x <|endoftext|> y",
        langchain("TokenTextSplitter", encoding_name="cl100k_base", chunk_size=20, chunk_overlap=0),
        {"error_type": "ValueError", "error_says": "Encountered text corresponding to disallowed special token '<|endoftext|>'."},
    ),
    # The header row and its line are 19 characters, each row 9: the second row comes without them.
    "table-headerless": case(
        TABLE,
        langchain(chunk_size=30, chunk_overlap=0),
        {
            "spans": [[0, 29], [30, 39]],
            "table": {
                "chunks_touching": [0, 1],
                "rows_whole": 2,
                "rows_cut": 0,
                "cut_rows": [],
                "rows_with_header": 1,
                "rows_without_header": 1,
            },
            "holders": {"q": [1]},
        },
        "0 of 2 rows cut, 1 without the header row in chunk 1",
        tables=[{"header_span": [0, 9], "separator_span": [10, 19], "row_spans": [[20, 29], [30, 39]]}],
        questions=answer("| b | 2 |", 30),
    ),
    # Cut after 33, within the second row of 30 to 39.
    "table-cut-in-row": case(
        TABLE,
        given(TABLE[:33], TABLE[33:]),
        {
            "spans": [[0, 33], [33, 40]],
            "table": {"rows_whole": 1, "rows_cut": 1, "cut_rows": [1], "rows_with_header": 1, "rows_without_header": 0},
            "holders": {"q": []},
        },
        "1 of 2 rows cut",
        tables=[{"header_span": [0, 9], "separator_span": [10, 19], "row_spans": [[20, 29], [30, 39]]}],
        questions=answer("| b | 2 |", 30),
    ),
    # The header row, its line and the second row, 9 characters each, and not the first row between them.
    "header-repeated": case(
        TABLE,
        given(TABLE[:29], TABLE[:20] + TABLE[30:]),
        {
            "how": ["exact", "pieces"],
            "pieces": [[[0, 29]], [[0, 9], [10, 19], [30, 39]]],
            "overlap_real": [18],
            "stored_chars": 59,
            "corpus_chars": 40,
            "holders": {"q": [0]},
        },
        "pieces [0, 9), [10, 19), [30, 39)",
        questions=answer("| a | 1 |", 20),
    ),
    # The answer ends where the second chunk begins, and is not in it.
    "touching": case(
        "Shut at ten. Keys below.",
        langchain(chunk_size=14, chunk_overlap=0, separators=[". ", ""], keep_separator="end"),
        {"spans": [[0, 12], [13, 24]], "overlap_real": [0], "holders": {"q": [0]}},
        questions=answer("Shut at ten.", 0),
    ),
    # Equal windows: start = 80 x i; the last of 1,000 starts at 920.
    "one-line": {
        **case(
            "",
            langchain(chunk_size=100, chunk_overlap=20),
            {
                "chunks_n": 13,
                "first_spans": [[0, 100], [80, 180], [160, 260]],
                "last_span": [960, 1000],
                "stored_chars": 1240,
                "corpus_chars": 1000,
            },
        ),
        "document_recipe": {"repeat": "x", "times": 1000},
    },
    # Once "../" became "./".
    "punctuation": case(
        "So... ok?? In ../a.md;; yes!!",
        llamaindex(chunk_size=8, chunk_overlap=0),
        {"altered": [], "unmapped": [], "lost_nonspace": 0},
        "llama-index-core",
    ),
    # The pattern of a heading is taken as a text that never occurs.
    "headings-ignored": case(
        "# A\n\naa aa\n## B\nbb bb",
        langchain("MarkdownTextSplitter", chunk_size=12, chunk_overlap=0),
        {"spans": [[0, 3], [5, 15], [16, 21]], "lost_nonspace": 0},
        "ends with a heading 2 of 3: chunks 0, 1",
    ),
    "headings-found": case(
        "# A\n\naa aa\n## B\nbb bb",
        {**langchain(chunk_size=12, chunk_overlap=0), "from": "from_language:markdown"},
        {"spans": [[0, 10], [11, 21]], "ways": 1},
    ),
    # The answer's last blank is at no chunk's end.
    "blanks-stripped": case(
        "Agreed. \u3000\u2028Next.",
        llamaindex(chunk_size=4, chunk_overlap=0),
        {"spans": [[0, 7], [10, 15]], "lost_nonspace": 0, "holders": {"q": []}},
        questions=answer("Agreed. ", 0),
    ),
}
