"""The splitter that a command line asks for: its name and keywords, read from words, with every mistake in them."""

from __future__ import annotations

import json
import math
from collections.abc import Container, Iterator
from types import GenericAlias
from typing import Annotated, Any, Union

from generators import checks, marked_yaml, schema
from generators.mistake import Mistake, raise_all
from generators.splitter_keys import no_splitter
from generators.splitters import SPLITTERS


def splitter_asked(words: str, args: str | None = None) -> tuple[str, dict[str, Any]]:
    """The name and the keywords of `NAME[:key=value,...]`, values being YAML scalars, and of a JSON object, which wins.

    Sizes out of range are no mistake: the library has its own answer to them. Raises `Mistake` with everything else that is wrong.
    """
    name, _, settings = words.partition(":")
    mistakes: list[str] = []
    known = schema.fields_of(SPLITTERS[name]).keys() if name in SPLITTERS else ()
    keywords = {**_pairs(settings, known, mistakes), **_json(args, mistakes)}
    if name in SPLITTERS:
        found = list(faults(name, keywords, whole=not mistakes))
        mistakes += (f"--splitter {name}: {'.'.join(map(str, at))}{': ' if at else ''}{problem}" for at, problem in found)
    else:
        mistakes.insert(0, f"--splitter: {no_splitter(name)}")
    raise_all(mistakes)
    return name, keywords


def faults(name: str, keywords: dict[str, Any], at: schema.Path = (), *, whole: bool = True) -> Iterator[schema.Fault]:
    """Unknown, missing and ill-typed keywords of a splitter, and of the one that `then` names for its pieces.

    Where a keyword is unknown, or not the `whole` of them could be read, nothing is missing: the mistake may be in that very one.
    """
    fields = schema.fields_of(SPLITTERS[name])
    may_lack = not whole or bool(keywords.keys() - {*fields, "then"})
    keys = {key: (without_range(rule), None if may_lack else default) for key, (rule, default) in fields.items()}
    if not at:
        keys["then"] = (dict[str, object], None)
    yield from checks.mapping_faults(keywords, keys, at)
    then = keywords.get("then")
    if not at and isinstance(then, dict):
        use = then.get("use")
        if isinstance(use, str) and use in SPLITTERS:
            yield from faults(use, {key: value for key, value in then.items() if key != "use"}, ("then",), whole=whole)
        else:
            yield ("then", "use"), no_splitter(use)


def without_range(rule: schema.Rule) -> schema.Rule:
    """The annotation with all numbers allowed."""
    origin, args = schema.parts(rule)
    if origin in schema.UNIONS:
        return Union[tuple(map(without_range, args))]  # noqa: UP007 of types that are only known here
    if origin in (list, dict):
        return GenericAlias(origin, tuple(map(without_range, args)))
    return args[0] if origin is Annotated and isinstance(args[1], schema.Range) else rule


def _pairs(settings: str, known: Container[str], mistakes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in _parted(settings):
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals and key in known:
            mistakes.append(f"--splitter: {key} has no value: write {key}=VALUE")
        elif not equals or not key:
            mistakes.append(f"--splitter: {schema.shown(pair)} is no key=value: a value with a comma, or a list, goes into --args")
        elif key in found:
            mistakes.append(f"--splitter: {key} is given twice: keep one")
        else:
            try:
                found[key] = _scalar(value)
            except Mistake as mistake:
                mistakes.append(f"--splitter: {key}={value}: {mistake}")
    return found


def _parted(settings: str) -> list[str]:
    """The settings between commas, a list or a mapping whole, so that it is refused once."""
    found: list[str] = []
    for part in settings.split(",") if settings else ():
        if found and "=" not in part and found[-1].partition("=")[2].lstrip().startswith(("[", "{")):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _scalar(value: str) -> object:
    """A YAML scalar; raises `Mistake` where it is none."""
    quoted = "put a text in quotes, and a list into --args"
    try:
        file = marked_yaml.parse(value, "")
    except Mistake:
        raise Mistake(f"is no YAML value: {quoted}") from None
    raise_all(problem for _, problem in file.faults)
    if isinstance(file.data, list | dict):
        raise Mistake(f"is no single value: {quoted}")
    return file.data


def _finite(written: str) -> float:
    """The number; raises `ValueError` for NaN, infinity and what is as good as that, such as 1e999."""
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{written} is no finite number")
    return number


def _json(args: str | None, mistakes: list[str]) -> dict[str, Any]:
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        twice.extend(key for key in found if sum(key == other for other, _ in pairs) > 1)
        return found

    try:
        data = json.loads(args, object_pairs_hook=once, parse_float=_finite, parse_constant=_finite) if args is not None else {}
    except (ValueError, RecursionError) as error:
        mistakes.append(f"--args: is no JSON ({error}): write an object, such as '{{\"chunk_size\": 100}}'")
        return {}
    if not isinstance(data, dict):
        mistakes.append(f"--args: {schema.shown(data)} is no JSON object: write one, such as '{{\"chunk_size\": 100}}'")
        return {}
    mistakes += (f"--args: {schema.shown(key)} is given twice: keep one" for key in twice)
    if args and marked_yaml.SURROGATE.search(json.dumps(data, ensure_ascii=False)):
        mistakes.append("--args: holds half of a surrogate pair: write the character itself, in UTF-8")
    return data
