"""YAML composed safely: no aliases, no bottomless nesting, and lines counted as editors count them; what cannot be read is a mistake."""

from __future__ import annotations

import re
from bisect import bisect_right

import yaml

from generators.mistake import Mistake

DEEPEST = 40
LINE_END = re.compile("\r\n|\r|\n")
"""Where a line ends in an editor; PyYAML also counts U+0085, U+2028 and U+2029, which may stand within a text."""

HINTS = {
    r"'\t'": "indent with blanks, not with tabs",
    "got '?'": "put a text that holds '?' in quotes",
    "a quoted scalar": "close the quotes that open here",
    "<stream end>": "close every bracket",
}
"""What to do about what PyYAML says."""


def compose(text: str, shown_as: str) -> yaml.Node | None:
    """The nodes of a text that `shown_as` names, none where it is empty; raises `Mistake` where it cannot be read at all."""
    try:
        return _Composer(text).get_single_node()
    except yaml.reader.ReaderError as error:
        place = f"{shown_as}:{_line(text, error.position)}"
        raise Mistake(f"{place}: holds the character U+{error.character:04X}, which YAML does not allow: remove it") from None
    except yaml.MarkedYAMLError as error:
        mark = _where(error, len(text))
        problem = ", ".join(filter(None, (error.context, error.problem)))
        hint = next((f": {said}" for sign, said in HINTS.items() if sign in problem), "")
        raise Mistake(f"{shown_as}:{_line(text, mark.index) if mark else 1}: this is not YAML that can be read: {problem}{hint}") from None
    except (ValueError, OverflowError) as error:
        # PyYAML hands the number of an escape such as "\\UFFFFFFFF" to chr() without a look.
        raise Mistake(f"{shown_as}: an escape names no character ({error}): write the character itself, in UTF-8") from None


def _line(text: str, index: int) -> int:
    """The 1-based line of a character; of the end of the text, the last one that is not blank."""
    return len(LINE_END.findall(text, 0, min(index, len(text.rstrip(" \t\r\n"))))) + 1


def _where(error: yaml.MarkedYAMLError, end: int) -> yaml.Mark | None:
    """The mark of an error: of what is never closed, where it opens, for at the end of the file there is nothing to put right."""
    unclosed = error.context == "while scanning a quoted scalar" or (error.problem_mark and error.problem_mark.index >= end)
    return (error.context_mark if unclosed else None) or error.problem_mark or error.context_mark


class _Composer(yaml.SafeLoader):
    """PyYAML's safe loader without aliases, which let a small file stand for a huge one, and without bottomless nesting.

    Its marks count lines as editors do.
    """

    depth = 0

    def __init__(self, text: str) -> None:
        self.line_starts = [end.end() for end in LINE_END.finditer(text)]
        super().__init__(text)

    def get_mark(self) -> yaml.Mark:
        mark: yaml.Mark = super().get_mark()
        mark.line = bisect_right(self.line_starts, mark.index)
        return mark

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]  # PyYAML's stubs leave it untyped
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(None, None, f"*{event.anchor} repeats a value: write it out", event.start_mark)
        if self.depth >= DEEPEST:
            raise yaml.composer.ComposerError(None, None, f"it is nested more than {DEEPEST} levels deep", event.start_mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def tag_of(word: str) -> str:
    """The tag that YAML itself gives a word without quotes, such as that of whole numbers."""
    return str(yaml.SafeLoader("").resolve(yaml.ScalarNode, word, (True, False)))  # type: ignore[no-untyped-call]  # as above
