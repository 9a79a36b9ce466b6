"""Questions that a scenario asks of its documents: read, placed by their answers' spans, and each mistake in them named."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from generators import checks, marked_yaml, schema
from generators.corpora.answer_places import AnswerKeys, at, form_faults, place
from generators.corpus import KINDS, Document, Question
from generators.mistake import Mistake, raise_all
from generators.schema import Fault, InWords, OneOf, counted, inline, nearest, shown
from generators.spans import Span, trimmed

ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True)
class QuestionKeys:
    """One question: its id, words and kind, its document where there are several, and its answer, or the answers that are all needed."""

    id: str
    text: str
    kind: Annotated[str, OneOf(tuple(KINDS), "the kinds of question")] | None = None
    document: str | None = None
    answer: str | AnswerKeys | None = None
    answers: list[str | AnswerKeys] | None = None


Questions = (
    Annotated[str, InWords("the name of a file of questions")]
    | Annotated[list[QuestionKeys], InWords("a list of questions")]
    | Annotated[list[str], InWords("a list of the names of such files, one for each document")]
)
"""What a corpus row may say under `questions`: the questions themselves, or a YAML file that lists them, or one such file a document."""

Texts = Mapping[str, str | None]
"""The text of each document by name; None for one that could not be read."""

Seen = dict[str, str]
"""The ids of the questions of a corpus so far, each with the question that has it."""


def faults(written: Any, texts: Texts, read: Callable[[str], str]) -> Iterator[Fault]:  # noqa: ANN401 whatever stands in a file
    """Every mistake in the questions of a corpus, each with its path below them; those of a file bear its lines.

    Questions of a wrong form that stand in the scenario itself are left to the scenario's own rules. `read` gives the text of a file.
    """
    names = files(written)
    seen: Seen = {}
    if not names:
        yield from _list_faults(written, texts, seen)
    elif not isinstance(written, str) and len(names) != len(texts):
        yield (), f"names {counted(len(names), 'file')} for {counted(len(texts), 'document')}: name one for each, in their order"
    else:
        for name, asked in _documents(written, texts):
            shown_as = inline(name)
            try:
                file = marked_yaml.parse(read(name), shown_as)
            except Mistake as mistake:
                yield from (((), line) for line in mistake.lines)
                continue
            found = [*file.faults, *checks.faults(file.data, list[QuestionKeys]), *_list_faults(file.data, asked, seen, f" of {shown_as}")]
            yield from (((), line) for line in file.sentences(found))


def files(written: Any) -> list[str]:  # noqa: ANN401 whatever stands in a file
    """The names of the files that list the questions; none where they stand in the scenario itself, or in a data set."""
    names = [written] if isinstance(written, str) else written
    return names if isinstance(names, list) and all(isinstance(name, str) for name in names) else []


def _documents(written: Any, texts: Texts) -> list[tuple[str, Texts]]:  # noqa: ANN401 the same
    """Each file of questions with the documents that it may ask: its own one where files are listed, else any."""
    if isinstance(written, str):
        return [(written, texts)]
    return [(name, dict([text])) for name, text in zip(files(written), texts.items(), strict=True)]


def ask(documents: Sequence[Document], written: list[Any] | str | None, folder: Path) -> tuple[Document, ...]:
    """The documents with their questions, and with a note on every answer that begins or ends in blanks.

    Raises `Mistake` where an answer is not in its place, as it may be when a file changed since the scenario was read.
    """
    if written is None:
        return tuple(documents)
    texts = {document.name: document.text for document in documents}
    listed = [(marked_yaml.read(folder / name, name).data, of) for name, of in _documents(written, texts)] if files(written) else []
    asked: dict[str, list[Question]] = {name: [] for name in texts}
    seen: Seen = {}
    for rows, of in listed or [(written, texts)]:
        found = [*checks.faults(rows, list[QuestionKeys]), *_list_faults(rows, of, seen)]
        raise_all(f"{'.'.join(map(str, ('questions', *path)))}: {said}" for path, said in found)
        for row in rows:
            name = _document(row, of)
            places = [place(answer, name, texts[name]) for answer in _answers(row)]
            spans = tuple(span for span in places if not isinstance(span, str))
            asked[name].append(Question(row["id"], row["text"], spans, row.get("kind") or ""))
    return tuple(
        replace(document, questions=tuple(asked[document.name]), notes=(*document.notes, *_untrimmed(document, asked[document.name])))
        for document in documents
    )


def _untrimmed(document: Document, questions: Iterable[Question]) -> Iterator[str]:
    """A note on each answer that begins or ends in blanks."""
    for question in questions:
        for span in question.answers:
            if (inner := trimmed(span, document.text)) != span:
                yield (
                    f"has an answer to {question.name} that begins or ends in blanks, {at(span)}: trim it to [{inner[0]}, {inner[1]}), "
                    "for answers_contained_untrimmed finds it in no chunk without those blanks"
                )


def _document(row: Mapping[str, Any], texts: Texts) -> str:
    """The document that a question names, or the only one; empty where it is none of these."""
    named = row.get("document")
    return str(named) if named is not None else next(iter(texts)) if len(texts) == 1 else ""


def _answers(row: Mapping[str, Any]) -> list[Any]:
    """The answers of a question, one or several."""
    return list(row["answers"]) if row.get("answers") is not None else [row["answer"]]


def _list_faults(rows: Any, texts: Texts, seen: Seen, of: str = "") -> Iterator[Fault]:  # noqa: ANN401 whatever stands in a file
    """What is wrong with the questions of a list beside their form; `of` names the file that they stand in."""
    if rows is None or rows == []:
        yield (), "is empty: list at least one question, or leave the key out"
    for index, row in enumerate(rows if isinstance(rows, list) else ()):
        if not isinstance(row, dict):
            continue
        told = {path for path, _ in checks.faults(row, QuestionKeys)}
        yield from (((index, *path), said) for path, said in _question_faults(row, texts, told))
        if isinstance(row.get("id"), str):
            if row["id"] in seen:
                yield (index, "id"), f"{shown(row['id'])} is also the id of {seen[row['id']]}: rename one"
            seen.setdefault(row["id"], f"question {index}{of}")


def _question_faults(row: Mapping[str, Any], texts: Texts, told: Collection[schema.Path]) -> Iterator[Fault]:
    """What is wrong with one question beside its form; a value of a wrong form, whose path is in `told`, hides nothing of the others."""
    given = [key for key in ("answer", "answers") if row.get(key) is not None]
    row = {key: value for key, value in row.items() if (key,) not in told}
    if "id" in row and not ID.fullmatch(row["id"]):
        yield ("id",), f"{shown(row['id'])} becomes part of ids: use at most 80 lower-case letters, digits, '-', '_', '.'"
    if "text" in row and not row["text"].strip():
        yield ("text",), "is empty: say what is asked"
    name = _document(row, texts)
    if ("document",) not in told and row.get("document") is None and not name:
        yield (), f"does not say which document it asks: name its `document`, one of {', '.join(map(shown, texts))}"
    elif ("document",) not in told and name not in texts:
        yield ("document",), f"there is no document {shown(name)} in this corpus: {nearest(name, sorted(texts))}"
    if not given:
        yield (), "has no answer: give its `answer`, or its `answers` where several are needed"
    elif len(given) > 1:
        yield (), "has both `answer` and `answers`: keep one"
    elif row.get(given[0]) == []:
        yield ("answers",), "is empty: give at least one answer"
    elif given[0] in row:
        yield from _answer_faults(row, name, texts.get(name), told)


def _answer_faults(row: Mapping[str, Any], name: str, text: str | None, told: Collection[schema.Path]) -> Iterator[Fault]:
    """What is wrong with the answers of one question beside their form; where they stand is looked for in a text that could be read."""
    found: set[Span] = set()
    for index, answer in enumerate(_answers(row)):
        here: schema.Path = ("answer",) if row.get("answers") is None else ("answers", index)
        wrong = [path[len(here) :] for path in told if path[: len(here)] == here]
        if () in wrong:
            continue
        problems = list(form_faults(answer, [str(path[0]) for path in wrong]))
        if not wrong and not problems and text is not None:
            span = place(answer, name, text)
            if isinstance(span, str):
                problems = [span]
            elif (inner := trimmed(span, text)) in found:  # blanks at its ends do not make it another
                problems = [f"{shown(answer)} stands twice, {at(span)}: keep one"]
            else:
                found.add(inner)
        yield from ((here, problem) for problem in problems)
