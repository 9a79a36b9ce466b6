"""Transcripts of chats as Markdown: each turn a section under the name of the one who speaks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from generators.corpora.markdown import block_tokens
from generators.mistake import Mistake, raise_all
from generators.schema import shown
from generators.strict_yaml import LINE_END

TURN = re.compile(r"([^\s:#>|*-][^\n:]{0,39}):[ \t]+(?=\S)", re.MULTILINE)
"""A turn begins with a line `Name: text`, the name of at most 40 characters."""

OPENING = re.compile(r"```|~~~|<")
"""What every block begins with that no heading ends."""

HTML_ENDS = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>", "<!": ">"}
"""What ends a block of HTML, by its beginning (https://spec.commonmark.org/0.31.2/#html-blocks); others go on to a tag as </pre>."""

LINES = "begin each turn with a line `Name: text`"
OBJECTS = 'write a list of turns, each {"role": "...", "content": "..."}, or an object with such a list under "messages"'


def from_lines(text: str, shown_as: str) -> str:
    """A transcript of lines `Name: text`; every other line goes on with the turn before it, and `Mistake` is raised where there is none."""
    turns: list[tuple[str, list[str]]] = []
    for number, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        start = TURN.match(line)
        if start:
            turns.append((start[1], [line[start.end() :]]))
        elif turns:
            turns[-1][1].append(line)
        elif line.strip():
            raise Mistake(f"{shown_as}:{number}: {shown(line)} is no turn: {LINES}")
    return _sections((name, "\n".join(lines)) for name, lines in turns)


def from_json(text: str, shown_as: str) -> str:
    """A transcript as most chat services export it; parts of a turn that are no text are left out. Raises `Mistake` where it is another."""
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{shown_as}: is no JSON ({error}): {OBJECTS}") from None
    turns = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(turns, list):
        raise Mistake(f"{shown_as}: holds no list of turns: {OBJECTS}")
    said = [_turn(turn) for turn in turns]
    raise_all(f"{shown_as}: turn {number} has no role or no content: {OBJECTS}" for number, turn in enumerate(said, 1) if turn is None)
    return _sections(turn for turn in said if turn)


def _turn(turn: Any) -> tuple[str, str] | None:  # noqa: ANN401 whatever stands in a file
    role, content = (turn.get("role"), turn.get("content")) if isinstance(turn, dict) else (None, None)
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n\n".join(text for text in texts if isinstance(text, str))
    return (role, content) if isinstance(role, str) and role.strip() and isinstance(content, str) else None


def _sections(turns: Iterable[tuple[str, str]]) -> str:
    return "\n\n".join(f"# {' '.join(name.split())}\n\n{_closed(said.strip())}".rstrip() for name, said in turns) + "\n"


def _closed(said: str) -> str:
    """The words of a turn, and the end of a fence or of HTML that they leave open: else it would take in the turns that follow."""
    if not OPENING.search(said):
        return said
    last = block_tokens(f"{said}\n\n# next")[-1]
    if last.type == "heading_close":
        return said
    ends = (end for start, end in HTML_ENDS.items() if last.content.lstrip().startswith(start))
    return f"{said}\n{last.markup or next(ends, '</pre>')}"
