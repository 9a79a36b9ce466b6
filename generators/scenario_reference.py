"""Scenario reference: every key that a scenario file may have, as a page for readers and as JSON Schema for editors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generators import corpus_keys, schema, splitter_keys, validate
from generators.corpora import SOURCES
from generators.corpora.answer_places import AnswerKeys
from generators.corpora.questions import QuestionKeys
from generators.corpus import KINDS
from generators.display import inert
from generators.encoders import ENCODERS
from generators.measures import MEASURES
from generators.measures.measure import Assumptions
from generators.retrieve import BM25
from generators.splitters import SPLITTERS
from generators.strategies import STRATEGIES
from generators.sweeps import can_sweep

Keys = Mapping[str, tuple[schema.Rule, Any]]
"""The keys of a mapping in a file, each with its rule and what stands when it is left out."""


def first_sentence(thing: object) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def keys_table(keys: Keys, nothing: str = "none") -> str:
    """The keys of a row as a Markdown table; `nothing` is what stands for a key whose default is None."""
    lines = ["| key | value | when left out |", "|---|---|---|"]
    for key, (rule, default) in keys.items():
        missing = "required" if default is inspect.Parameter.empty else nothing if default is None else _default(default)
        lines.append(f"| `{key}` | {schema.describe(rule).replace('|', '&#124;')} | {missing} |")
    return "\n".join(lines)


def _default(default: object) -> str:
    if default in ([], "", False) or not isinstance(default, (str, int)):
        return "none" if default is not False else "`false`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


QUESTIONS_EXAMPLE = """\
corpora:
  house:
    texts:
      rules.md: "Gates shut at nine. Keys go to the desk. Late keys go to the desk of the warden."
    questions:
      - {id: gates, kind: fact, text: "When do the gates shut?", answer: Gates shut at nine.}
      - {id: desk, text: "Where do keys go?", answer: {text: to the desk, start: 28}}
      - {id: late, text: "And late ones?", answer: {span: [41, 80]}}
      - {id: both, text: "When is what done?", answers: [Gates shut at nine., Keys go to the desk.]}
splitters:
  small: {use: fixed, chunk_size: 40}
measures: [answers_contained, answers_cut]
"""


QUESTIONS_FILE_EXAMPLE = """\
- id: gates
  kind: fact
  text: When do the gates shut?
  answer: Gates shut at nine.
- id: both
  text: When is what done?
  answers: [Gates shut at nine., Keys go to the desk.]
"""


RETRIEVERS_EXAMPLE = """\
encoders:
  wordllama: {use: wordllama}
retrievers:
  wordllama: [wordllama]
  bm25: [bm25]
  fused: [wordllama, bm25]
"""


def scenario_keys() -> str:
    """The reference of every key that a scenario file may have, as Markdown."""
    parts = [
        "## The file {#file}",
        keys_table(schema.fields_of(validate.Keys)),
        "## `assume` {#assume}",
        "What closed forms take for granted beyond the profile; each is needed only by the measures that name it.",
        keys_table(schema.fields_of(Assumptions)),
        "## A row of `corpora` {#corpora}",
        "Its source is the one key of these that it has. A list of seeds, or a sweep of them, stands for as many corpora; "
        "a page then shows the median with the lowest and the highest. Besides the keys of its source it may have:",
        keys_table(schema.fields_of(corpus_keys.CorpusKeys), "all of the file"),
    ]
    parts += [text for name, source in SOURCES.items() for text in _shelf_part("corpus", name, source)]
    parts += [
        "## `questions` {#questions}",
        "A corpus of files or texts may ask questions of its documents. They stand in its row, or in a YAML file of their own that the row "
        "names from the scenario's folder; where it names a list of such files, there is one for each document, in their order. "
        "Each question may say:",
        keys_table(schema.fields_of(QuestionKeys)),
        "Its kind says what its answer is:",
        "\n".join(f"- `{kind}`: {answer}" for kind, answer in KINDS.items()),
        "An answer is its text alone, where that stands in the document just once, or these keys:",
        keys_table(schema.fields_of(AnswerKeys)),
        "Offsets count the characters of the document as it is read, the first being `0`; an end is behind the last. An answer that is "
        "not, sign for sign, where it is said to be is a mistake, told with the nearest place where it stands. For example:",
        f"```yaml\n{QUESTIONS_EXAMPLE}```",
        "A file of questions is such a list alone. With this one as `corpora/rules.questions.yaml`, the row says "
        "`house: {files: [corpora/rules.md], questions: corpora/rules.questions.yaml}`:",
        f"```yaml\n{QUESTIONS_FILE_EXAMPLE}```",
    ]
    parts += [
        "## A row of `splitters` {#splitters}",
        "A list in place of a single value, or `{from: 80, to: 800, step: 20}`, stands for as many rows, named after their values.",
        keys_table(schema.fields_of(splitter_keys.SplitterKeys)),
        "The row under `then` is a splitter of its own, with `use` and that splitter's keys: it splits each piece of the first, and sizes "
        "count in its unit. Two of LlamaIndex hand the pieces' metadata on, as its pipelines do.",
    ]
    parts += [text for name, splitter in SPLITTERS.items() for text in _shelf_part("splitter", name, splitter)]
    parts += [
        "## `strategy` {#strategies}",
        "What is embedded and what is returned need not be the same text. The mapping under `strategy` in a row of `splitters` has these "
        "keys and those of its strategy; without it, each chunk is embedded and returned as it is. Measures of answers and of retrieval "
        "are taken of what is returned.",
        keys_table(schema.fields_of(splitter_keys.StrategyKeys)),
    ]
    parts += [text for name, strategy in STRATEGIES.items() for text in _shelf_part("strategy", name, strategy)]
    parts += [
        "## A row of `encoders` {#encoders}",
        "Measures that need vectors, or the limit of a model, are taken by each encoder, which is then the last part of the number's id.",
        keys_table(schema.fields_of(validate.EncoderKeys)),
    ]
    parts += [text for name, encoder in ENCODERS.items() for text in _shelf_part("encoder", name, encoder)]
    parts += [
        "## `retrievers` {#retrievers}",
        "What ranks the chunks of a whole corpus for each question. A name stands for the list of what ranks under it: an encoder of the "
        f"file, by the cosine of its vectors, or `{BM25}`, by words; several are fused by reciprocal rank. The name begins the last part "
        "of the number's id. For example:",
        f"```yaml\n{RETRIEVERS_EXAMPLE}```",
    ]
    return "\n\n".join(parts)


def _shelf_part(kind: str, name: str, function: Callable[..., Any]) -> Iterator[str]:
    yield f"### `{name}` {{#{kind}-{name.lower().replace('.', '-')}}}"
    # Markdown would show the entities of a code span as they are written, and reads them in an element.
    yield re.sub("&#96;(.+?)&#96;", r"<code>\1</code>", inert(first_sentence(function)))
    # Only the splitters of a library bear its name before their own.
    yield keys_table(schema.fields_of(function), "the library's own default" if kind == "splitter" and "." in name else "none")


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file, for editors."""
    whole = schema.mapping_schema(schema.fields_of(validate.Keys))
    beside = schema.fields_of(corpus_keys.CorpusKeys)
    corpora = [_with_sweeps({**beside, **schema.fields_of(source)}, ("seed",)) for source in SOURCES.values()]
    whole["properties"]["corpora"] = {"type": "object", "minProperties": 1, "additionalProperties": {"anyOf": corpora}}
    splitters = [_splitter_schema(name, splitter_keys.SplitterKeys) for name in SPLITTERS]
    whole["properties"]["splitters"] = {"type": "object", "minProperties": 1, "additionalProperties": {"anyOf": splitters}}
    encoders = [_row_schema(name, validate.EncoderKeys, ENCODERS) for name in ENCODERS]
    whole["properties"]["encoders"] = {"type": "object", "minProperties": 1, "additionalProperties": {"anyOf": encoders}}
    whole["properties"]["retrievers"]["minProperties"] = 1
    whole["properties"]["measures"]["items"] = {"enum": sorted(MEASURES)}
    shelves = {
        "then": [_splitter_schema(name, splitter_keys.ThenKeys) for name in SPLITTERS],
        "strategy": [_row_schema(name, splitter_keys.StrategyKeys, STRATEGIES) for name in STRATEGIES],
    }
    kept = {key: {"anyOf": rows} for key, rows in shelves.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Offcut scenario", **whole, "$defs": kept}


def _splitter_schema(name: str, beside: type) -> dict[str, Any]:
    keys = schema.fields_of(SPLITTERS[name])
    row = _with_sweeps({**schema.fields_of(beside), **keys}, [key for key, (rule, _) in keys.items() if can_sweep(rule)])
    row["properties"]["use"] = {"const": name}
    row["properties"] |= {key: {"$ref": f"#/$defs/{key}"} for key in ("then", "strategy") if key in row["properties"]}
    return row


def _row_schema(name: str, beside: type, shelf: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    row = schema.mapping_schema({**schema.fields_of(beside), **schema.fields_of(shelf[name])})
    row["properties"]["use"] = {"const": name}
    return row


def _with_sweeps(keys: Keys, swept: Iterable[str]) -> dict[str, Any]:
    """A mapping with these keys, of which those in `swept` may be a list or a range in place of a value."""
    found = schema.mapping_schema(keys)
    own = found["properties"]
    for key in set(swept) & set(own):
        own[key] = {"anyOf": [own[key], {"type": "array", "items": own[key]}, schema.json_schema(schema.Sweep)]}
    return found
