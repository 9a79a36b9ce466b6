"""Packed: whole numbers as short texts that compress well and that a script unpacks in a few lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, pairwise

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""A sign for each six bits: the lower five are a digit, the lowest digit of a number first, and the sixth says that more follow (base64
VLQ, as source maps have it, without a sign)."""


def pack(numbers: Iterable[int]) -> str:
    """Numbers that are nought or more."""
    return "".join(map(_packed, numbers))


def pack_steps(numbers: Iterable[int]) -> str:
    """Any numbers, each as its difference to the one before it: twice that, or where it is negative one less than twice its amount."""
    return pack(2 * step if step >= 0 else -2 * step - 1 for one, other in pairwise((0, *numbers)) for step in [other - one])


def unpack(text: str) -> list[int]:
    """What `pack` was given."""
    found, number, shift = [], 0, 0
    for sign in map(DIGITS.index, text):
        number |= (sign & 31) << shift
        shift += 5
        if sign < 32:
            found.append(number)
            number = shift = 0
    return found


def unpack_steps(text: str) -> list[int]:
    """What `pack_steps` was given."""
    return [*accumulate(-(step // 2) - 1 if step % 2 else step // 2 for step in unpack(text))]


@lru_cache(maxsize=1 << 12)
def _packed(number: int) -> str:
    rest, digit = number >> 5, DIGITS[number & 31 | (32 if number >> 5 else 0)]
    return digit + _packed(rest) if rest else digit
