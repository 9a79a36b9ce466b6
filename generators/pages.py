"""Pages: Jinja2 over docs/*.md, where every number, table, chart, claim and exhibit is an expression."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from jinja2 import Environment, StrictUndefined, TemplateError, nodes
from markupsafe import Markup

from generators.display import inert
from generators.figures import FIGURES
from generators.markup import safe
from generators.mistake import Mistake
from generators.page import Page

Part = Callable[..., str]
"""A function that writes a generated part of a page, as HTML or Markdown, from the page and the expression's arguments."""

OF_A_PAGE = ("number", "input", "value", "setting", "call", "term", "claim", "printed", "runs")


def finalize(value: object) -> Markup:
    """What an expression puts on the page: our own markup as it is, everything else inert."""
    if callable(value) and not isinstance(value, Markup):
        raise Mistake('a name on the page is a function: call it, as in {{ number("...") }}')
    return value if isinstance(value, Markup) else safe(inert(str(value)))


def environment() -> Environment:
    """Jinja2 with strict names; comments are written `{// ... //}` so that `{#anchor}` stays a heading's anchor."""
    return Environment(
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=True,
        comment_start_string="{//",
        comment_end_string="//}",
        keep_trailing_newline=True,
    )


def names(page: Page, parts: Mapping[str, Part]) -> dict[str, Callable[..., object]]:
    """The names that an expression on a page may use."""
    return {
        **{name: getattr(page, name) for name in OF_A_PAGE},
        **{name: partial(function, page) for name, function in FIGURES.items()},
        **{name: partial(_part, function, page) for name, function in parts.items()},
    }


def _part(function: Part, page: Page, *arguments: str, **named: object) -> Markup:
    return safe(function(page, *arguments, **named))


def render(page: Page, source: str, parts: Mapping[str, Part]) -> str:
    """The page's Markdown with every expression computed; raises `Mistake` with file and line where one cannot be."""
    try:
        return environment().from_string(source).render(names(page, parts))
    except Mistake as mistake:
        raise Mistake(*(f"docs/{page.path}:{_line(mistake)}: {line}" for line in mistake.lines)) from None
    except (TemplateError, TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
        raise Mistake(f"docs/{page.path}:{_line(error)}: this expression cannot be computed: {error}") from error


def given(source: str, function: str) -> list[str]:
    """The texts in quotes that a page's expressions give to a function, in order, each once; none where the page is no template."""
    try:
        calls = environment().parse(source).find_all(nodes.Call)
    except TemplateError:
        return []
    own = [call.args for call in calls if isinstance(call.node, nodes.Name) and call.node.name == function]
    return list(dict.fromkeys(one.value for arguments in own for one in arguments if isinstance(one, nodes.Const)))


def _line(error: BaseException) -> int:
    """The line of the template at which an error arose."""
    trace, line = error.__traceback__, getattr(error, "lineno", 0) or 0
    while trace:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def terms(glossary: str) -> dict[str, str]:
    """The glossary's terms with their anchors, from its headings `## word {#anchor}`."""
    return {match[1].strip(): match[2] for match in re.finditer(r"^#{2,3} (.+?) \{#([\w-]+)\}$", glossary, re.MULTILINE)}
