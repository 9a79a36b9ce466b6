"""The prose of a page: what is left of its Markdown without front matter, expressions, code, markup, formulas and quotations."""

import re
from collections.abc import Iterable

LINKED = "\ue000"
"""Stands for a call of `term(...)`, a character that no page has."""

CODE = (
    r"\A---\n.*?\n---\n",  # front matter
    r"^( *)(`{3,}|~{3,}).*?^\1\2[`~]*[ \t]*$",  # fenced code
    r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)",  # code in a sentence
    r"<(svg|pre|code|script|style|q|blockquote|cite)\b.*?</\1>",  # drawings, code, and quotations marked as such
    r'<div class="formula">.*?</div>',
)
JINJA = (r"\{//.*?//\}", r"\{\{.*?\}\}", r"\{%.*?%\}")
REST = (
    r"^> .*$",  # quotations
    r"<[^<>]*>",  # tags with their attributes
    r"&#?\w+;",
    r"(?<=\])\([^()\s]*\)|(?<=\])\[[^\]]*\]|^\[[^\]]+\]: .*$",  # targets of links
    r"\{[:#.][^{}]*\}",  # anchors and attributes
    r"^[ \t]*\d+[.)](?=[ \t])",  # markers of lists
)
PLURAL = {"corpus": "corpora"}
"""Plurals that end in neither s nor es."""

OTHER_SENSES = r"\b(?:question marks?|lock files?|hash seeds?)\b"
"""Where a word of the glossary means something else."""

PROPER = (r"\d{4}-\d{2}-\d{2}", r"\b\d+\.\d+\.\d+\b", r"\b(?:UTF-8|UTF-16|BM25|(?:cl100k|o200k)(?:_base)?|SHA-256|sha256|Python 3\.\d+)\b")


def without(text: str, patterns: tuple[str, ...], leave: str) -> str:
    """The text with everything that matches a pattern replaced, and its lines where they were."""
    for pattern in patterns:
        text = re.sub(pattern, lambda match: leave + "\n" * match[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    return text


def prose(markdown: str) -> str:
    """The sentences of a page, on the lines on which they stand; what is taken out leaves `·`."""
    # Jinja before code: an expression may hold backquotes; not DOTALL after that, for what is left ends with its line.
    text = without(without(markdown, CODE[:1] + JINJA, "·"), CODE[1:], "·")
    for pattern in REST:
        text = re.sub(pattern, "·", text, flags=re.MULTILINE)
    return text


def typed_numbers(markdown: str) -> list[str]:
    """Every digit that stands in the prose of a page, as `line: the words around it`; proper names, dates and versions are none."""
    lines = without(prose(markdown), PROPER, "·").split("\n")
    return [
        f"{number}: {line[max(0, match.start() - 20) : match.end() + 20].strip()}"
        for number, line in enumerate(lines, 1)
        for match in re.finditer(r"\d[\d.,]*", line)
    ]


def unlinked_terms(markdown: str, terms: Iterable[str]) -> list[str]:
    """The glossary's terms whose first use in the sentences of a page is no `term(...)`, as `line: word`.

    A use is the whole word, in any case, or its plural. Headings are no sentences, and what is a link already leads elsewhere.
    """
    found = []
    for word in sorted(terms):
        call = rf'\{{\{{\s*term\("{re.escape(word)}"[^}}]*\}}\}}'
        text = without(prose(re.sub(call, LINKED, markdown)), (r"^#[^\n]*$", r"\[[^\]]*\](?=·)", OTHER_SENSES), "·")
        used = re.search(rf"(?<![\w-])(?:{re.escape(word)}(?:e?s)?|{PLURAL.get(word, word)})(?![\w-])", text, re.IGNORECASE)
        if used and LINKED not in text[: used.start()]:
            found.append((text.count("\n", 0, used.start()) + 1, used[0]))
    return [f"{line}: {word}" for line, word in sorted(found)]
