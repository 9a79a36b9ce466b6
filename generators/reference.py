"""Reference: what pages say from the code itself of measures, indexes and the command line, and of each run its name and notes."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from generators import schema
from generators.display import escaped, inert
from generators.entry import CLOSE
from generators.markup import words_of_run
from generators.measures import MEASURES, approximate_index
from generators.mistake import Mistake
from generators.results import Results, Run
from generators.tokens import MINILM, OFFLINE

SIZES = ("chunk_size", "capacity", "split_length", "chunk_overlap", "overlap", "split_overlap")
"""What the libraries call the size and the overlap of a chunk, in that order."""


def splitter_words(results: Results, splitter: str) -> tuple[str, str]:
    """A splitter as the head of a row, from a run of it: its class, and its sizes in force with what else tells it from its like."""
    runs = {name: run for (_, name), run in results.runs.items()}
    if splitter not in runs:
        raise Mistake(f"{results.scenario} has no splitter {splitter!r}: {schema.nearest(splitter, sorted(runs))}")
    settings = runs[splitter].settings
    then = settings.get("then")
    last = then if isinstance(then, Mapping) else settings
    sizes = "/".join(f"{last[key]:,}" for key in SIZES if isinstance(last.get(key), int))
    unit = settings.get("unit", "")  # not known of a splitter that is not installed
    words = [
        f"{sizes} {'tokens' if unit in (*OFFLINE, MINILM) else unit}".rstrip() if sizes else "",
        f"language {last['language']}" if last.get("language") else "",
        "split_text" if settings.get("call") == "split_text" else "",
        "header repeated" if settings.get("repeat_header") else "",
        str(strategy["use"]).replace("_", " ") if isinstance(strategy := settings.get("strategy"), Mapping) else "",
    ]
    uses = [str(settings.get("use", splitter)), *([str(last["use"])] if last is not settings else [])]
    return " then ".join(uses), ", ".join(filter(None, words))


def run_notes(results: Results) -> str:
    """What each run raised, printed or noted, one fold a run; equal words of one splitter on several corpora once."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for run in results.runs.values():
        if run.error or run.printed or run.notes:
            said = "\n".join(filter(None, (run.error, run.printed, *run.notes)))
            groups.setdefault((run.splitter, _kind(results, run), said), []).append(run.corpus)
    return "".join(_fold(*key, corpora) for key, corpora in groups.items())


def _kind(results: Results, run: Run) -> str:
    """What a run's words are; on a profile, what could be built has not failed: our own closed form does not apply to it."""
    if run.error:
        return "not applicable" if run.corpus in results.profiles and run.code else "failed"
    return "printed" if run.printed else "noted"


def _fold(splitter: str, kind: str, said: str, corpora: list[str]) -> str:
    summary = f"<code>{escaped(splitter)}</code> on {escaped(', '.join(corpora))}: {kind}"
    return words_of_run(kind.replace(" ", "-"), summary, said)


def measures() -> str:
    """The reference of every measure, as Markdown."""
    lines = []
    for name, measure in sorted(MEASURES.items()):
        kinds = [word for word, has in (("closed form over a profile", measure.of_model), ("real chunks", measure.of_case)) if has]
        lines += [f"## `{name}` {{#{name}}}", f"**{measure.title}**, in {measure.unit}. {inert(measure.definition)}"]
        if measure.formula:
            lines.append(f'<div class="formula">{escaped(measure.formula)}</div>')
        better = f" {measure.better.capitalize()} is better." if measure.better else ""
        sampled = f" A share of {measure.sample}: it carries a Wilson 95% interval." if measure.sample and measure.unit == "share" else ""
        lines.append(f"Taken of: {' and '.join(kinds)}. The lock lets it differ by {closeness(measure.compare)}.{better}{sampled}")
    return "\n\n".join(lines)


def closeness(kind: str) -> str:
    """By how much a computed value of a kind may differ from the published one, as Markdown."""
    if kind not in CLOSE:
        raise Mistake(f"the lock compares nothing as {kind!r}: {schema.nearest(kind, sorted(CLOSE))}")
    return f"`{CLOSE[kind]:g}` of the value" if CLOSE[kind] else "nothing"


def of_index(name: str) -> str:
    """`{{ of_index("M") }}`: how the approximate indexes are built and asked, the same with and without the data they hold."""
    if name not in approximate_index.FIXED:
        raise Mistake(f"an approximate index has no {name!r}: {schema.nearest(name, sorted(approximate_index.FIXED))}")
    return str(approximate_index.FIXED[name])


def command_line(parser: argparse.ArgumentParser) -> str:
    """The reference of the command line: the help of each command, as it prints it."""
    parts = [f"```text\n{parser.format_help().rstrip()}\n```"]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            parts += [
                f"## `offcut {name}` {{#{name}}}\n\n```text\n{sub.format_help().rstrip()}\n```" for name, sub in action.choices.items()
            ]
    return "\n\n".join(parts)
