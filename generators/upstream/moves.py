"""Moves: what differs between a kept surface and the installed one, in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping

from generators.schema import counted
from generators.upstream.surface import REQUIRED, Probe, Surface

Place = Callable[[str, str], str]
"""Where a parameter's default stands, as words to put behind a sentence."""

Move = tuple[str, str, str | None]
"""A name with the value that it had and the one that it has."""


def moves(old: Mapping[str, Surface], new: Mapping[str, Surface], place: Place) -> dict[str, list[str]]:
    """By class, a sentence for everything that is not as it was kept; a class of which all is as it was has no entry."""
    found = {use: list(_of_class(use, old.get(use), installed, place)) for use, installed in sorted(new.items())}
    return {use: sentences for use, sentences in found.items() if sentences}


def _of_class(use: str, old: Surface | None, new: Surface, place: Place) -> Iterator[str]:
    if old is None:
        yield f"{use} is not in the lock yet"
    elif new.error != old.error:
        yield f"{use} cannot be had any more: {new.error}" if new.error else f"{use} can be had again, and could not before: {old.error}"
    else:
        if old.source != new.source:
            now = f"stands in {new.source}" if new.source else "comes without its source, so no line of it can be named"
            yield f"{use} {now}; it stood in {old.source or 'no source that could be read'}"
        yield from (f"{use}: {sentence}" for sentence in _of_parameters(use, old.parameters, new.parameters, place))
        told = {(name, value, new.parameters.get(name)) for name, value in old.parameters.items()}
        yield from (f"{use}: {sentence}" for sentence in _of_probes(old.probes, new.probes, told))


def _of_parameters(use: str, old: Mapping[str, str], new: Mapping[str, str], place: Place) -> Iterator[str]:
    for name in sorted({*old, *new}):
        if name not in new:
            yield f"the parameter {name} is gone, was {old[name]}"
        elif name not in old:
            yield f"the parameter {name} is new, {new[name] if new[name] == REQUIRED else f'by default {new[name]}'}{place(use, name)}"
        elif old[name] != new[name]:
            yield f"{name} was {old[name]}, is {new[name]}{place(use, name)}"


def _of_probes(old: Mapping[str, Probe], new: Mapping[str, Probe], told: Container[Move]) -> Iterator[str]:
    """What differs in any of the settings that both were tried with, but for moves of parameters that were told already.

    What differs in the same way in several settings is told once.
    """
    tried = [name for name in new if name in old]
    found: dict[str, list[str]] = {}
    for name in tried:
        for sentence in _of_probe(old[name], new[name], told):
            found.setdefault(sentence, []).append(name)
    moved = [name for name in tried if old[name].cuts != new[name].cuts and not old[name].error and not new[name].error]
    for sentence, names in found.items():
        yield f"{sentence} ({names[0]}{_and_others(len(names) - 1)})"
    if moved:
        yield f"{moved[0]}, {_of_cuts(old[moved[0]].cuts, new[moved[0]].cuts)}{_and_others(len(moved) - 1)}"
    for name in (name for name in new if name not in old):
        yield f"{name}: not in the lock yet"


def _and_others(others: int) -> str:
    return f", and in {counted(others, 'other setting')}" if others else ""


def _of_probe(old: Probe, new: Probe, told: Container[Move]) -> Iterator[str]:
    if old.error != new.error:
        yield f"raises {new.error}" if new.error else f"does not raise {old.error} any more"
        return
    if old.unit != new.unit:
        yield f"its sizes counted {old.unit} and count {new.unit}"
    for name in sorted({*old.settings, *new.settings}):
        before, after = old.settings.get(name, "not there"), new.settings.get(name, "not there")
        if before != after and (name, before, after) not in told:
            yield f"the {name} in force was {before}, is {after}"


def _of_cuts(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """The first of the texts that is cut in another way, and how."""
    text = next(text for text in {**new, **old} if old.get(text) != new.get(text))
    before, after = old.get(text, "nothing"), new.get(text, "nothing")
    were, are = _lengths(before), _lengths(after)
    if were is None or are is None:
        given = [cuts if lengths is None else counted(len(lengths), "chunk") for cuts, lengths in ((before, were), (after, are))]
        return f"the text '{text}' gave {given[0]}, and gives {given[1]}"
    if were == are:
        return f"the text '{text}' is cut into chunks of the same lengths, but of other words"
    at = next((index for index, (one, other) in enumerate(zip(were, are, strict=False)) if one != other), min(len(were), len(are)))
    sizes = [f"{lengths[at]} characters" if at < len(lengths) else "not there" for lengths in (were, are)]
    return f"the text '{text}' was cut into {len(were)} chunks and is cut into {len(are)}: chunk {at + 1} was {sizes[0]}, is {sizes[1]}"


def _lengths(cuts: str) -> list[str] | None:
    """The lengths of the chunks, or `None` where an error stands in their place."""
    return cuts.split()[:-1] if re.fullmatch(r"(\d+ )*#[0-9a-f]+", cuts) else None
