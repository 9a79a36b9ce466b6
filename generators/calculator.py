"""What the calculator of the Tables page starts from: sizes of splitters, lengths of tables, and the tokens that it counts with."""

from __future__ import annotations

import base64
import json
from typing import Any

from generators import tokens
from generators.display import escaped
from generators.markup import instead
from generators.mistake import Absent, Mistake
from generators.page import Page

ENCODING = "cl100k_base"
RANKS = f"data/{ENCODING}.txt"
"""The site's file of the tokens, which the page fetches only when it has to count some."""


def calculator(page: Page, *pairs: str) -> str:
    """`{{ calculator("scenario/corpus/splitter", ...) }}`: the place of the calculator, which a script fills in.

    Each run gives its sizes to choose from; the first gives its tables' lengths too, as its number `tables_cut` has them.
    A run that failed is left out; where all did, what they raised stands in the calculator's place. Where LlamaIndex's copy of the tokens
    is not installed, the calculator counts none. Raises `Mistake` for a run without sizes.
    """
    runs = {pair: page.catalogue.run(pair) for pair in pairs}
    ran = [pair for pair, run in runs.items() if not run.error]
    if not ran:
        return "".join(map(instead, runs.values()))
    first = page.catalogue.one(f"{ran[0]}/tables_cut")
    try:
        page.keep({RANKS: ranks()})
    except Absent:
        counted = None
    else:
        counted = RANKS
    data = {"sizes": [_sizes(page, pair) for pair in ran], "bands": first.inputs["bands"], "ranks": counted}
    return f'<div class="calculator" id="calculator-form" data-start="{escaped(json.dumps(data))}"></div>'


def _sizes(page: Page, pair: str) -> dict[str, Any]:
    """The name, sizes and unit of a run's splitter."""
    settings = page.catalogue.run(pair).settings
    lacking = [name for name in ("chunk_size", "chunk_overlap", "unit") if settings.get(name) is None]
    if lacking:
        raise Mistake(f"the run {pair} has no {' and no '.join(lacking)} for the calculator: name another")
    unit = "characters" if settings["unit"] == "characters" else "tokens"
    return {"name": settings["use"], "size": settings["chunk_size"], "overlap": settings["chunk_overlap"], "unit": unit}


def ranks() -> bytes:
    """The bytes of every token of cl100k_base in base64, one a line, in order of rank; raises `Absent` where they are not installed."""
    tokens.tokenizer(ENCODING)  # points tiktoken at the file that is installed
    import tiktoken  # noqa: PLC0415 takes a tenth of a second

    encoding = tiktoken.get_encoding(ENCODING)
    found = map(encoding.decode_single_token_bytes, range(len(encoding.token_byte_values())))
    return b"".join(base64.b64encode(token) + b"\n" for token in found)
