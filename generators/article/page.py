"""The claims page: one table a source article, one row a claim, and the count of each verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from generators.article.agreement import as_written, decimals
from generators.article.verdict import VERDICTS, Verdict
from generators.catalogue import Catalogue
from generators.display import display, escaped
from generators.measures import MEASURES
from generators.measures.measure import JSON
from generators.results import Measurement

Link = Callable[[Measurement, int | None], str]
"""A number as HTML: its link, with as many decimals as are asked for."""

HEADS = ("Claim and verdict", "What the article says, and what to know of our value", "It prints", "We get")


def claims_table(article: str, title: str, verdicts: Mapping[str, Verdict], catalogue: Catalogue, link: Link) -> str:
    """The claims of one article as an HTML table; a row's id is the claim's, so that a page can link to it."""
    heads = "".join(f'<th scope="col" class="text">{head}</th>' for head in HEADS)
    rows = "".join(row(one, catalogue, link) for name, one in verdicts.items() if name.startswith(f"{article}."))
    return (
        f'<div class="table-wrap" tabindex="0" role="region" aria-label="{escaped(title)}"><table class="numbers claims">'
        f"<caption>{escaped(title)}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def claims_data(article: str, verdicts: Mapping[str, Verdict]) -> list[dict[str, JSON]]:
    """The claims of one article as rows of data: what it says and prints, what we get, the verdict, the reason, and the numbers' ids."""
    return [
        {
            "id": one.id,
            "says": one.says,
            "quoted": one.quoted,
            "unit": one.unit,
            "value": one.value,
            "verdict": one.verdict,
            "why": one.why,
            "numbers": list(one.numbers),
        }
        for name, one in verdicts.items()
        if name.startswith(f"{article}.")
    ]


def row(one: Verdict, catalogue: Catalogue, link: Link) -> str:
    """One claim."""
    unit = f" {escaped(one.unit)}" if one.unit else ""
    quoted = f"{code_if_text(one.quoted, one.shown)}{unit}" if one.quoted is not None else "–"
    why = f'<p class="why">{words(one.why)}</p>' if one.why else ""
    cells = (f"{words(one.says)}{why}", quoted, ours(one, catalogue, link))
    name = escaped(one.id)
    # A break is allowed after each point of the id, so that the column stays narrow.
    head = f'<th scope="row"><a class="claim" href="#{name}"><code>{name.replace(".", ".<wbr>")}</code></a> {chip(one.verdict)}</th>'
    return f'<tr id="{name}">{head}' + "".join(f'<td class="text">{cell}</td>' for cell in cells) + "</tr>"


def ours(one: Verdict, catalogue: Catalogue, link: Link) -> str:
    """Our value with the digits of the quoted one, as links where it is published, and each further number that it rests on, named."""
    numbers = [catalogue.one(number) for number in one.numbers]
    values, written = parts(one.value), parts(one.written)
    own = numbers[: len(values)] if [number.value for number in numbers[: len(values)]] == values else []
    if own:
        keys = [f"{escaped(key)}: " for key in one.value] if isinstance(one.value, dict) else [""] * len(own)
        links = [link(number, digits(number, text)) for number, text in zip(own, written, strict=True)]
        shown = ", ".join(map("".join, zip(keys, links, strict=True)))
    else:
        shown = code_if_text(one.value, rounded(one)) if one.value is not None else ""
        shown += ' <span class="frozen-mark">frozen</span>' if one.frozen else ""
    beside = "".join(f"<li>{link(number, None)} {escaped(label(number))}</li>" for number in numbers[len(own) :])
    return shown + (f'<ul class="beside">{beside}</ul>' if beside else "") or "–"


def parts(value: JSON) -> list[JSON]:
    """The elements of a list or mapping, nothing of None, or the value itself."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [] if value is None else [value]


def label(one: Measurement) -> str:
    """What a number is and of what, in one line."""
    return f"{MEASURES[one.measure].title} ({one.corpus}, {one.splitter}{', ' if one.part else ''}{one.part})"


def digits(one: Measurement, written: JSON) -> int:
    """Decimals at which a number shows all that the quoted one has: two fewer where it is shown in per cent."""
    return max(0, decimals(str(written)) - 2 * (MEASURES[one.measure].unit == "share"))


def rounded(one: Verdict) -> str:
    """A value that is no published number itself, with the decimals of the quoted one."""
    if isinstance(one.value, int | float) and not isinstance(one.value, bool):
        return display(one.value, "", decimals(str(one.written)))
    return as_written(one.value, one.value) if isinstance(one.value, str | list | dict) else str(one.value).lower()


def code_if_text(value: JSON, shown: str) -> str:
    """Texts are code, numbers are not."""
    holds_text = isinstance(value, str) or (isinstance(value, list) and any(isinstance(item, str) for item in value))
    return f"<code>{escaped(shown)}</code>" if holds_text else escaped(shown)


def words(text: str) -> str:
    """Prose of the claims file: escaped, with what stands in backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(text))


def chip(verdict: str) -> str:
    """The verdict as the word with its sign."""
    return f'<span class="verdict {verdict.replace(" ", "-")}">{verdict}</span>'


def verdict_counts(verdicts: Mapping[str, Verdict]) -> str:
    """What each verdict that a claim has means and how many claims have it, as an HTML list in the order of the verdicts."""
    counts = Counter(one.verdict for one in verdicts.values())
    items = "".join(
        f"<dt>{chip(word)}</dt><dd><strong>{counts[word]}</strong> – {meaning}.</dd>" for word, meaning in VERDICTS.items() if counts[word]
    )
    return f'<dl class="verdicts">{items}</dl>'
