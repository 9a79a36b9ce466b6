"""Lottery: the rules of article B that rest on the runbook, at every size of chunk and at the settings that the article tells of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from generators.article.rule import Found, Rule, keyed, number, statement
from generators.catalogue import Catalogue
from generators.measures.measure import JSON
from generators.results import Shown

GRID, STEPS = "lottery/runbook", "lottery-steps/runbook"
FIRST, SECOND, THIRD = "rotation", "probe", "issuer"
"""The article's three questions, by their ids."""

NO_OVERLAP, ITSELF = "fixed-{}-0", "recursive-{}"
"""The rows of a sweep over sizes."""

SCORED = (200, 300, 400, 800)
OVERLAPS = (0, 60, 110, 200)


def sizes(catalogue: Catalogue, rows: str) -> list[int]:
    """The sizes that a sweep was run at."""
    form = re.compile(rows.replace("{}", "([0-9]+)"))
    return sorted(int(found[1]) for _, row in catalogue.scenario("lottery").runs if (found := form.fullmatch(row)))


def cut(catalogue: Catalogue, rows: str, question: str) -> dict[int, str]:
    """The sizes at which the question's answer is cut, each with the id of the number that says so."""
    numbers = {size: f"{GRID}/{rows.format(size)}/answers_cut/{question}" for size in sizes(catalogue, rows)}
    return {size: one for size, one in numbers.items() if catalogue.one(one).value}


def cut_at(rows: str, question: str) -> Rule:
    """The sizes at which the answer is cut."""

    def rule(catalogue: Catalogue) -> Found:
        found = cut(catalogue, rows, question)
        return Found([*found], tuple(found.values()))

    return rule


def whole(rows: str, question: str) -> Rule:
    """At how many sizes the answer is whole; of their numbers it names those where it is cut, which are fewer."""

    def rule(catalogue: Catalogue) -> Found:
        found = cut(catalogue, rows, question)
        return Found(len(sizes(catalogue, rows)) - len(found), tuple(found.values()))

    return rule


def last_cut(catalogue: Catalogue) -> Found:
    """The largest size at which the third answer is cut."""
    found = cut(catalogue, NO_OVERLAP, THIRD)
    return Found(max(found, default=None), tuple(found[size] for size in sorted(found, reverse=True)))


def smallest_only(catalogue: Catalogue) -> Found:
    """Whether the recursive splitter cuts the first answer at its smallest sizes and no others."""
    found = cut(catalogue, ITSELF, FIRST)
    return Found(numbers=tuple(found.values()), holds=bool(found) and [*found] == sizes(catalogue, ITSELF)[: len(found)])


def place(catalogue: Catalogue, question: str) -> tuple[list[int], tuple[str, str]]:
    """Where the answer of a question starts and ends, and the numbers that say so."""
    length = f"{STEPS}/fixed-100-0/answer_length/{question}"
    numbers = (f"{length}.start", length)
    start, characters = (int(catalogue.one(one).value or 0) for one in numbers)
    return [start, start + characters], numbers


def first_place(catalogue: Catalogue) -> Found:
    """Where the answer of the first question stands."""
    span, numbers = place(catalogue, FIRST)
    return Found(list[JSON](span), numbers)


def shown(catalogue: Catalogue, row: str) -> Shown:
    """The runbook with its chunks; nothing of it where the run failed."""
    return next(iter(catalogue.run(f"{STEPS}/{row}").shown), Shown("", "", ()))


def opens_with_it(catalogue: Catalogue) -> Found:
    """Whether the chunk that comes first for the first question begins with "It" and does not name the certificate."""
    start = f"{STEPS}/fixed-280-0/first_start/wordllama.{FIRST}"
    score = f"{STEPS}/fixed-280-0/first_score/wordllama.{FIRST}"
    texts = [text for text, pieces in shown(catalogue, "fixed-280-0").chunks if pieces[0][0] == catalogue.one(start).value]
    return Found(numbers=(start, score), holds=any(re.match(r"It\b", text) and "certificate" not in text for text in texts))


def company(catalogue: Catalogue) -> Found:
    """Whether one chunk of 800 characters has the third answer as well as those on tokens and on logs."""
    answers = {name: place(catalogue, name) for name in (THIRD, "token", "logs")}
    holds = any(
        all(pieces[0][0] <= start and end <= pieces[-1][1] for (start, end), _ in answers.values())
        for _, pieces in shown(catalogue, "fixed-800-0").chunks
    )
    return Found(numbers=tuple(numbers[0] for _, numbers in answers.values()), holds=holds)


def smallest_first(catalogue: Catalogue) -> Found:
    """Whether the first chunk for the third question scores best at 100 characters, where none holds the answer."""
    first, *others = (f"{STEPS}/fixed-{size}-0/first_score/wordllama.{THIRD}" for size in (100, *SCORED))
    value, *values = (catalogue.one(one).value or 0 for one in (first, *others))
    gone = f"{STEPS}/fixed-100-0/answers_cut/{THIRD}"
    return Found(value, (first, *others, gone), holds=value > max(values) and catalogue.one(gone).value == 1, ordered=True)


def falling(catalogue: Catalogue) -> Found:
    """The score of the chunk that holds the third answer, by size, and whether it falls from each size to the next."""
    numbers = [f"{STEPS}/fixed-{size}-0/answer_score/wordllama.{THIRD}" for size in SCORED]
    scores = [catalogue.one(one).value for one in numbers]
    falls = all(one is not None and other is not None and one > other for one, other in pairwise(scores))
    return Found(
        [[size, None if score is None else round(score, 3)] for size, score in zip(SCORED, scores, strict=True)],
        tuple(numbers),
        holds=falls,
        ordered=True,
    )


def warnings(catalogue: Catalogue) -> Found:
    """How many warnings the library logged where it kept no overlap."""
    lines = catalogue.run(f"{STEPS}/recursive-400-100").printed.splitlines()
    return Found(sum(line.startswith("WARNING:") for line in lines))


def rescued(catalogue: Catalogue) -> Found:
    """Whether overlaps at least as long as an answer always keep it whole where they are kept, and shorter ones do not at some size."""
    kept = True
    for question in questions(catalogue):
        (start, end), _ = place(catalogue, question)
        for overlap in OVERLAPS:
            found = [*cut(catalogue, f"fixed-{{}}-{overlap}", question)]
            sure = overlap >= end - start
            kept &= not any(size > overlap for size in found) if sure else any(size >= end - start for size in found)
    examples = [f"{GRID}/fixed-280-{overlap}/answers_cut/{FIRST}" for overlap in OVERLAPS]
    return Found(numbers=(place(catalogue, FIRST)[1][1], *examples), holds=kept)


def disagreeing(catalogue: Catalogue) -> Found:
    """Whether most sizes fail other questions than the next, and most questions fail at a size though a smaller one held the answer."""
    all_sizes = sizes(catalogue, NO_OVERLAP)
    by_question = [cut(catalogue, NO_OVERLAP, question) for question in questions(catalogue)]
    failed = [[size in found for found in by_question] for size in all_sizes]
    changes = [one != other for one, other in pairwise(failed)]
    returns = [any(later and not earlier for earlier, later in pairwise(size in found for size in all_sizes)) for found in by_question]
    totals = tuple(f"{GRID}/{NO_OVERLAP.format(size)}/answers_cut" for size in (200, 300, 400, 500, 600, 700, 800))
    return Found(numbers=totals, holds=most(changes) and most(returns))


def questions(catalogue: Catalogue) -> list[str]:
    """The runbook's questions, by their ids."""
    row = f"{GRID}/{NO_OVERLAP.format(800)}/answers_cut/"
    return sorted(one.part for one in catalogue.scenario("lottery").numbers.values() if one.id.startswith(row))


def fits_and_loses(short: float, long: float) -> bool:
    """Whether the encoder reads the shorter chunks whole, and of the longer ones drops more than a quarter and less than half."""
    return short == 1 and 0.25 < 1 - long < 0.5


def most(judged: Sequence[bool]) -> bool:
    """Whether more than half hold."""
    return sum(judged) > len(judged) / 2


LOTTERY: dict[str, Rule] = {
    "B.document.characters": number(f"{STEPS}/fixed-100-0/corpus_characters"),
    "B.sizes": lambda catalogue: Found(len(sizes(catalogue, NO_OVERLAP))),
    "B.q1.span": first_place,
    "B.q1.fixed.280.first": opens_with_it,
    "B.q1.fixed.260.200.rank": number(
        f"{STEPS}/fixed-260-200/answer_rank/wordllama.{FIRST}",
        f"{STEPS}/fixed-260-200/answer_score/wordllama.{FIRST}",
        f"{STEPS}/fixed-260-200/shortlist_repeated_share/wordllama.k3",
    ),
    "B.fixed.100.top_score": smallest_first,
    "B.q1.fixed.0.failing": cut_at(NO_OVERLAP, FIRST),
    **{f"B.q1.fixed.{overlap}.working": whole(f"fixed-{{}}-{overlap}", FIRST) for overlap in OVERLAPS},
    "B.q1.recursive.0.working": whole(ITSELF, FIRST),
    "B.q2.fixed.0.failing": cut_at(NO_OVERLAP, SECOND),
    "B.q3.span_length": number(f"{STEPS}/fixed-100-0/answer_length/{THIRD}"),
    "B.q3.fixed.0.fails_at": last_cut,
    "B.q3.fixed.800.company": company,
    "B.q3.scores_fall_with_size": falling,
    "B.fixed.400.200.stored": number(f"{STEPS}/fixed-400-200/stored_characters"),
    "B.fixed.400.200.stored_ratio": number(f"{STEPS}/fixed-400-200/stored_ratio"),
    "B.fixed.260.200.chunks": number(f"{STEPS}/fixed-260-200/chunks"),
    "B.fixed.260.200.stored_ratio": number(f"{STEPS}/fixed-260-200/stored_ratio"),
    "B.fixed.800.chunks": number(f"{STEPS}/fixed-800-0/chunks"),
    "B.recursive.400.overlap_ignored": keyed(
        {overlap: f"{STEPS}/recursive-400-{overlap}/chunks" for overlap in ("0", "25", "50", "75", "100", "150")}
    ),
    "B.recursive.failures_smallest": smallest_only,
    "B.recursive.400.boundary_check": number(
        f"{STEPS}/recursive-400-100/overlap_literal_boundaries", f"{STEPS}/recursive-400-100/overlap_delivered_characters"
    ),
    "B.recursive.400.warnings": warnings,
    "B.recursive.never_enters_branch": statement(
        lambda without, overlapping: without == overlapping,
        *(f"{STEPS}/recursive-400-{overlap}/chunks" for overlap in (0, 150)),
        beside=[f"{STEPS}/recursive-400-150/overlap_delivered_characters"],
    ),
    "B.fixed.400.200.vectors_ratio": number(f"{STEPS}/fixed-400-200/vectors_ratio", f"{STEPS}/fixed-400-200/stored_ratio"),
    "B.overlap_rescues": rescued,
    "B.disagreement": disagreeing,
    "B.truncation": statement(
        fits_and_loses,
        *(f"encoders/prose/recursive-{size}/seen_share/minilm" for size in (1000, 2000)),
    ),
}
"""The rule of each claim of article B that rests on the runbook, and on what an encoder reads of a chunk."""
