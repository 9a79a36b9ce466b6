"""The blocks of one contract: its clauses to a length in tokens, its last clause to the exact remainder, and the text they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, count
from typing import Literal

from generators.corpora.contract_prose import Drafter, Section, Template, bank
from generators.corpus import Table
from generators.spans import Span
from generators.tokens import tokenizer

_NUMBER = 3  # tokens of a clause's number: "4", ".", "12"
_HEADING = 4  # tokens before a heading's words: "##", " ", "4", "."
_LONGEST = 150  # tokens of the longest paragraph that two clauses may be joined to


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading or a table, with what parts it from the next block.

    `tokens` counts the number before it and `end` as well; `suits` names the kinds of table that may follow it.
    """

    mark: Literal["plain", "heading", "clause", "table"]
    text: str
    tokens: int
    end: str
    suits: tuple[str, ...] = ()
    band: str = ""


class _Words(dict[str, int]):
    """Tokens by word with the blank before it: a single blank opens a token of cl100k_base, so a text has the tokens of its words."""

    def __missing__(self, word: str) -> int:
        self[word] = tokenizer("cl100k_base").count(" " + word)
        return self[word]


@cache
def _words() -> _Words:
    return _Words()


def _count(text: str) -> int:
    """How many tokens the text has after a blank."""
    return sum(map(_words().__getitem__, text.split(" ")))


def plain(text: str, end: str, suits: tuple[str, ...] = ()) -> Block:
    """A paragraph without a number, or a title."""
    return Block("plain", text, tokenizer("cl100k_base").count(text + end), end, suits)


def clause(text: str, end: str, suits: tuple[str, ...] = ()) -> Block:
    """A paragraph that gets the next number of its section."""
    return Block("clause", text, _NUMBER + _count(text + end), end, suits)


def table(lines: Sequence[str], end: str, band: str) -> Block:
    """A table: its header row, its delimiter row, its body rows."""
    text = "\n".join(lines)
    return Block("table", text, tokenizer("cl100k_base").count(text + end), end, band=band)


def _heading(section: Section, drafter: Drafter, end: str) -> Block:
    text = drafter.fill(drafter.rng.choice(section.headings))
    return Block("heading", text, _HEADING + _count(text + end), end, section.kinds)


def _shuffled(drafter: Drafter) -> Iterator[tuple[tuple[int, int], Section, Template, str]]:
    """Clauses in the order in which they are taken up, each with its rank in the contract and the service it is about.

    Every section's first clause comes first, then the others and the terms of two services in any order, then service after service
    without end.
    """
    sections = list(enumerate(bank().sections))
    particular = bank().particular

    def terms(i: int) -> Iterator[tuple[tuple[int, int], Section, Template, str]]:
        again, which = divmod(i, len(drafter.services))
        service = drafter.services[which] + (f", phase {again + 1}" if again else "")
        return (((len(sections) + i, j), particular, paragraph, service) for j, paragraph in enumerate(particular.paragraphs))

    first = [((i, 0), section, section.paragraphs[0], "") for i, section in sections]
    later = [((i, j), section, paragraph, "") for i, section in sections for j, paragraph in enumerate(section.paragraphs) if j]
    later += chain(terms(0), terms(1))
    drafter.rng.shuffle(first)
    drafter.rng.shuffle(later)
    return chain(first, later, chain.from_iterable(map(terms, count(2))))


def clauses(drafter: Drafter, tokens: int, end: str) -> list[Block]:
    """Headings and clauses in their order, of no more than so many tokens, and less than one clause fewer."""
    headings: dict[int, Block] = {}
    drawn: list[tuple[tuple[int, int], Block]] = []
    for rank, section, paragraph, service in _shuffled(drafter):
        drafter.turn_to(service)
        block = clause(drafter.fill(paragraph), end, section.kinds)
        heading = headings.get(rank[0]) or _heading(section, drafter, end)
        tokens -= block.tokens + (0 if rank[0] in headings else heading.tokens)
        if tokens < 0:
            break
        headings[rank[0]] = heading
        drawn.append((rank, block))
    blocks: list[Block] = []
    for (section_rank, _), block in sorted(drawn, key=lambda pair: pair[0]):
        opening = headings.pop(section_rank, None)
        if opening:
            blocks.append(opening)
        elif blocks[-1].tokens + block.tokens < _LONGEST and drafter.rng.random() < 0.3:
            blocks[-1] = clause(f"{blocks[-1].text} {block.text}", end, block.suits)
            continue
        blocks.append(block)
    return blocks


def closing(drafter: Drafter, tokens: int, end: str) -> list[Block]:
    """A last section of as nearly as possible so many tokens: sentences that fill it, then those of the rest that fit best."""
    general = bank().general
    heading = _heading(general, drafter, end)
    paragraphs = max(1, round(tokens / 110))
    missing = tokens - heading.tokens - _NUMBER * paragraphs
    sentences = [drafter.fill(sentence) for sentence in drafter.rng.sample(general.paragraphs, len(general.paragraphs))]
    costs = [(_count(sentence), sentence) for sentence in sentences]
    chosen: list[str] = []
    while len(costs) > 12 and missing > 60:
        cost, sentence = costs.pop()
        chosen.append(sentence)
        missing -= cost
    few = chain.from_iterable(combinations(costs[:13], size) for size in (1, 2, 3))
    chosen += [sentence for _, sentence in min(few, key=lambda some: abs(missing - sum(cost for cost, _ in some)))]
    parts = [chosen[i * len(chosen) // paragraphs : (i + 1) * len(chosen) // paragraphs] for i in range(paragraphs)]
    return [heading, *(clause(" ".join(part), end, general.kinds) for part in parts if part)]


def written(blocks: Iterable[Block]) -> tuple[str, tuple[Table, ...]]:
    """The text of the blocks, numbered, and its tables."""
    parts: list[str] = []
    tables: list[Table] = []
    length = section = number = 0
    for block in blocks:
        text = block.text
        if block.mark == "heading":
            section, number = section + 1, 0
            text = f"## {section}. {text}"
        elif block.mark == "clause":
            number += 1
            text = f"{section}.{number} {text}"
        elif block.mark == "table":
            header, delimiter, *rows = _lines(text, length)
            tables.append(Table(header, tuple(rows), delimiter, block.band))
        parts += (text, block.end)
        length += len(text) + len(block.end)
    return "".join(parts[:-1]) + "\n", tuple(tables)


def _lines(text: str, start: int) -> Iterator[Span]:
    """The spans of the text's lines in a document in which it starts there."""
    for line in text.split("\n"):
        yield (start, start + len(line))
        start += len(line) + 1
