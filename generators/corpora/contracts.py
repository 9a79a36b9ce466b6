"""Contracts with tables: a corpus in text that has the counts and the lengths of a profile, the same bytes for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain
from random import Random

from generators.corpora.contract_blocks import Block, clause, clauses, closing, plain, table, written
from generators.corpora.contract_prose import Drafter, facts, template
from generators.corpora.contract_tables import Cells, Layout, kinds, write
from generators.corpus import Document, Profile, Table
from generators.mistake import Mistake, raise_all

_CLOSING = 240  # tokens kept back for the last section, which makes up the length
_LEAD = 25  # tokens of the paragraph before a table
_FRAME = 500  # tokens of title, parties, last section, signatures and a clause
_PARTING = 150  # tokens of the paragraph before a table and of a clause that parts it from the next
_LEAST = 100  # tokens of the shortest table: header row, delimiter row and two rows

_TRIES = 30
_ANNEX = ("fees", "rates", "staffing", "equipment")  # kinds of table that suit no section in particular

_TITLE = template("# {title}")
_PARTIES = template(
    "This Agreement is made on {signed} between {supplier}, whose registered office is at {house} {street}, {place} (the “{S}”), "
    "and {customer}, whose registered office is at {house2} {street2}, {place} (the “{C}”)."
)
_SIGNATURES = template(
    "Signed in {city} on {signed} by {person}, {role}, for and on behalf of {supplier}, "
    "and by {person}, {role}, for and on behalf of {customer}."
)


def contracts(
    profile: Profile, *, seed: int, cells: Cells, layout: Layout, blank_lines: int = 1, table_after_prose: bool = False
) -> tuple[Document, ...]:
    """Contracts of the profile's counts and lengths, in tokens of cl100k_base.

    Every document is within 1% of its length and every table within 2% of its band's; a table starts with equal chance anywhere in its
    document. `cells` holds plain `figures` or short `sentences`; `layout` writes rows as bare `pipes` or `aligned` with blanks.
    Blocks are parted by `blank_lines` blank lines (1 or 2); with `table_after_prose` a table starts on the line after its paragraph.

    Raises:
        Mistake: the profile cannot be written as contracts.
    """
    raise_all(_mistakes(profile, blank_lines))
    end = "\n" * (blank_lines + 1)
    manner = _Manner(cells, layout, end, "\n" if table_after_prose else end)
    hands = _dealt(profile, _random(f"contracts {seed} tables"))
    tokens = profile.tokens_per_document
    return tuple(Document(f"contract-{i:03}", *_contract(f"contracts {seed} {i}", tokens, hand, manner)) for i, hand in enumerate(hands, 1))


@dataclass(frozen=True)
class _Manner:
    """How contracts are written: the cells and the layout of tables, what parts blocks, and what parts a table from its paragraph."""

    cells: Cells
    layout: Layout
    end: str
    lead_end: str


def _random(seed: str) -> Random:
    """Chance that a text decides: the same in every process, which `hash` is not."""
    return Random(seed)  # noqa: S311 nothing secret is drawn


def _mistakes(profile: Profile, blank_lines: int) -> list[str]:
    """What of the profile cannot be written as contracts."""
    found = []
    longest = profile.tokens_per_document - _FRAME - _PARTING
    if profile.documents < 1:
        found.append(f"documents: {profile.documents} is no number of contracts: ask for at least 1")
    if longest < 0:
        found.append(
            f"tokens_per_document: {profile.tokens_per_document} is too short for a contract: ask for at least {_FRAME + _PARTING}"
        )
    for i, band in enumerate(profile.tables):
        if band.count < 0:
            found.append(f"tables[{i}].count: {band.count} is no number of tables: ask for 0 or more")
        if band.tokens < _LEAST:
            found.append(f"tables[{i}].tokens: {band.tokens} is too short for a header row and a row: ask for at least {_LEAST}")
        elif 0 <= longest < band.tokens:
            found.append(
                f"tables[{i}].tokens: {band.tokens} does not fit in a contract of {profile.tokens_per_document} tokens: "
                f"ask for at most {longest}, or for longer documents"
            )
    if blank_lines not in (1, 2):
        found.append(f"blank_lines: {blank_lines} is neither 1 nor 2")
    return found


def _dealt(profile: Profile, rng: Random) -> list[list[int]]:
    """The lengths of each document's tables: as even in number as room allows, long ones first, for they fit in the fewest places."""
    lengths = sorted((band.tokens for band in profile.tables for _ in range(band.count)), reverse=True)
    most = -(-len(lengths) // profile.documents)
    hands: list[list[int]] = [[] for _ in range(profile.documents)]
    room = [profile.tokens_per_document - _FRAME] * profile.documents
    for dealt, length in enumerate(lengths):
        fitting = [i for i, left in enumerate(room) if left >= length + _PARTING]
        if not fitting:
            raise Mistake(
                f"tables: {len(lengths)} tables of {sum(lengths)} tokens do not fit in {profile.documents} contracts of "
                f"{profile.tokens_per_document} tokens, which hold {dealt} of them: ask for fewer or shorter tables, or for more documents"
            )
        chosen = rng.choice([i for i in fitting if len(hands[i]) < most] or fitting)
        hands[chosen].append(length)
        room[chosen] -= length + _PARTING
    return hands


def _contract(seed: str, tokens: int, lengths: list[int], manner: _Manner) -> tuple[str, tuple[Table, ...]]:
    """One contract; clauses, places and cells are drawn apart, so that the contract stays when its tables are written otherwise."""
    end = manner.end
    known, services = facts(_random(f"{seed} facts"))
    drafter = Drafter(known, services, _random(f"{seed} clauses"))
    scribe = Drafter(known, services, _random(f"{seed} cells"))
    rng = _random(f"{seed} places")

    opening = [plain(drafter.fill(_TITLE), end), plain(drafter.fill(_PARTIES), end, _ANNEX)]
    signatures = plain(drafter.fill(_SIGNATURES), end, _ANNEX)
    left = tokens - sum(block.tokens for block in (*opening, signatures))
    prose = left - sum(lengths) - _LEAD * len(lengths)
    body = clauses(drafter, prose - _CLOSING, end)
    # The last section is written when the tables' true lengths are known; until then this stands for it.
    last = Block("clause", "", prose - sum(block.tokens for block in body), end, _ANNEX)
    frame = [*opening, *body, last, signatures]

    tables: dict[int, list[Block]] = {}
    used: list[str] = []
    for i, length in _places(frame, lengths, rng):
        suitable = sorted(rng.sample(frame[i].suits, len(frame[i].suits)), key=used.count)
        kind, lines = _table(suitable, scribe, length, manner)
        used.append(kind)
        lead = drafter.fill(rng.choice(kinds()[kind].leads))
        tables[i] = [
            clause(lead, manner.lead_end) if frame[i].mark == "clause" else plain(lead, manner.lead_end),
            table(lines, end, str(length)),
        ]
    left -= sum(block.tokens for block in (*body, *chain.from_iterable(tables.values())))

    blocks: list[Block] = []
    for i, block in enumerate(frame):
        blocks += closing(drafter, left, end) if block is last else [block]
        blocks += tables.get(i, [])
    return written(blocks)


def _places(frame: list[Block], lengths: list[int], rng: Random) -> list[tuple[int, int]]:
    """After which block of the frame each table stands, with its length: never after a title or a heading, never two after one block."""
    ends = list(accumulate(block.tokens for block in frame))
    after = [i for i, block in enumerate(frame) if block.suits and block.mark != "heading"]
    places: list[tuple[int, int]] = []
    for k, (start, length) in enumerate(_starts(lengths, ends[-1] + sum(lengths) + _LEAD * len(lengths), rng)):
        wanted = start - _LEAD * (k + 1) - sum(length for _, length in places)
        nearest = min(after[: len(after) - len(lengths) + k + 1], key=lambda i: abs(ends[i] - wanted))
        places.append((nearest, length))
        after = after[after.index(nearest) + 1 :]
    return places


def _starts(lengths: list[int], tokens: int, rng: Random) -> list[tuple[int, int]]:
    """A start for each table, anywhere in `[0, tokens - length]` with equal chance where no table drawn before it stands, in order."""
    for _ in range(_TRIES):
        starts: list[tuple[int, int]] = []
        for length in lengths:
            start = rng.randint(0, tokens - length)
            if all(start + length <= other or other + size <= start for other, size in starts):
                starts.append((start, length))
        if len(starts) == len(lengths):
            return sorted(starts)
    # Too full for chance: the tables in any order, parted by gaps of chance.
    gaps = sorted(rng.randint(0, tokens - sum(lengths)) for _ in lengths)
    mixed = rng.sample(lengths, len(lengths))
    return [(gap + sum(mixed[:k]), mixed[k]) for k, gap in enumerate(gaps)]


def _table(suitable: list[str], scribe: Drafter, tokens: int, manner: _Manner) -> tuple[str, tuple[str, ...]]:
    """A table's kind and lines: of the first suitable kind whose rows come to the length, or else of any other."""
    for kind in (*suitable, *sorted(kinds())):
        lines = write(kinds()[kind], scribe, tokens, manner.cells, manner.layout)
        if lines:
            return kind, lines
    raise Mistake(f"tables: no table of {tokens} tokens could be written: ask for longer tables")
