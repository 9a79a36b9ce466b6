"""Where words stand in a text: next to an offset, and everywhere, be it everywhere that the text repeats itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator


def find(text: str, words: str, start: int) -> int:
    """What `text.find(words, start)` gives: at once for words right there, for to prepare a search for a whole document takes its time."""
    return start if text.startswith(words, start) else text.find(words, start)


def rfind(text: str, words: str, stop: int) -> int:
    """What `text.rfind(words, 0, stop)` gives, for a `stop` in the text: at once for words that end right there."""
    return stop - len(words) if text.endswith(words, 0, stop) else text.rfind(words, 0, stop)


def find_near(text: str, words: str, near: int) -> int:
    """The leftmost offset of `words` from `near` on, else the leftmost of all, -1 where there is none."""
    at = find(text, words, near)
    return at if at != -1 else text.find(words, 0, near + len(words) - 1)


def runs(text: str, words: str, start: int, stop: int) -> Iterator[range]:
    """All offsets of `words` in `text[start:stop]`, overlapping ones included, as few arithmetic runs.

    Two occurrences that overlap or touch, `step` apart, say that the text repeats itself every `step` characters there,
    and as long as it does the next occurrences are `step` apart, too.
    """
    at = text.find(words, start, stop)
    while at != -1:
        following = text.find(words, at + 1, stop)
        step = following - at
        if following == -1 or step > len(words):
            yield range(at, at + 1)
            at = following
        else:
            last = at + step * _repetitions(text, at, stop, step, len(words))
            yield range(at, last + 1, step)
            at = text.find(words, last + 1, stop)


def _repetitions(text: str, at: int, stop: int, step: int, size: int) -> int:
    """How often a match of `size` characters that repeats itself `step` further on does so one after the other, before `stop`."""

    def breaks_within(times: int) -> bool:
        end = at + times * step + size
        return end > stop or text[at : end - step] != text[at + step : end]

    sure = 1
    while not breaks_within(2 * sure):
        sure *= 2
    return sure - 1 + bisect_left(range(sure, 2 * sure), True, key=breaks_within)
