"""What the chunks cost: how many they are, how long, and how much of the text they store more than once."""

from __future__ import annotations

from generators.corpus import Corpus
from generators.measures.measure import Case, Measure, Value, Values
from generators.measures.once import once
from generators.spans import union
from generators.tokens import count

TOKENIZER = "cl100k_base"


@once
def chunk_lengths(case: Case) -> tuple[int, ...]:
    """The length of each finished chunk in the splitter's own unit; counted once a case, for counting tokens takes most of a run."""
    return tuple(case.splitter.measure_length(chunk.text) for chunks in case.chunks for chunk in chunks)


def chunks(case: Case) -> Values:
    """How many chunks there are."""
    return {"": Value(sum(map(len, case.chunks)), {"documents": len(case.corpus.documents)})}


def _stored(case: Case) -> int:
    embedded = {id(passage.chunk) for passage in case.passages}
    beside = [one.chunk.text for found in case.returned for one in found if id(one.chunk) not in embedded]
    return sum(len(passage.embedded) for passage in case.passages) + sum(map(len, beside))


def _source(case: Case) -> int:
    return sum(len(document.text) for document in case.corpus.documents)


def stored_characters(case: Case) -> Values:
    """Characters in all chunks, in what a strategy puts before them, and in what it returns in their place."""
    return {"": Value(_stored(case), {"chunks": sum(map(len, case.chunks))})}


def corpus_characters(case: Case) -> Values:
    """Characters in all documents."""
    return {"": Value(_source(case), {"documents": len(case.corpus.documents)})}


def stored_ratio(case: Case) -> Values:
    """The same for each character of the documents."""
    stored, source = _stored(case), _source(case)
    return {"": Value(stored / source if source else None, {"stored_characters": stored, "corpus_characters": source})}


def chunks_over_limit(case: Case) -> Values:
    """The chunks that came out longer than `chunk_size`."""
    limit = case.splitter.chunk_size
    over = None if limit is None else sum(length > limit for length in chunk_lengths(case))
    return {"": Value(over, {"chunks": sum(map(len, case.chunks)), "chunk_size": limit, "unit": case.splitter.unit})}


def chunk_length_mean(case: Case) -> Values:
    """The mean length of a finished chunk."""
    lengths = chunk_lengths(case)
    mean = sum(lengths) / len(lengths) if lengths else None
    return {"": Value(mean, {"length": sum(lengths), "chunks": len(lengths), "unit": case.splitter.unit})}


def chunk_length_max(case: Case) -> Values:
    """The length of the longest finished chunk."""
    return {"": Value(max(chunk_lengths(case), default=None), {"chunk_size": case.splitter.chunk_size, "unit": case.splitter.unit})}


@once
def _characters_per_token(corpus: Corpus) -> Values:
    texts: dict[str, list[str]] = {"": [], "tables": [], "prose": []}
    for document in corpus.documents:
        reached = 0
        for start, end in union(table.span for table in document.tables):
            texts["prose"].append(document.text[reached:start])
            texts["tables"].append(document.text[start:end])
            reached = end
        texts["prose"].append(document.text[reached:])
        texts[""].append(document.text)
    values = {}
    for part, stretches in texts.items():
        characters, tokens = sum(map(len, stretches)), sum(count(stretch, TOKENIZER) for stretch in stretches)
        values[part] = Value(characters / tokens if tokens else None, {"characters": characters, "tokens": tokens, "tokenizer": TOKENIZER})
    return values


def characters_per_token(case: Case) -> Values:
    """Characters for each token of the documents, of their tables and of the text between the tables."""
    return _characters_per_token(case.corpus)


MEASURES = {
    "chunks": Measure(
        "Chunks",
        "chunks",
        "lower",
        "Chunks that the splitter returned for all documents of the corpus: as many vectors have to be stored and searched.",
        "exact",
        of_case=chunks,
    ),
    "stored_characters": Measure(
        "Characters stored",
        "characters",
        "lower",
        "Characters in all chunks together, with what a strategy puts before them and the texts that it returns in their place; text that "
        "stands in two of these counts twice.",
        "exact",
        of_case=stored_characters,
    ),
    "corpus_characters": Measure(
        "Characters of the corpus",
        "characters",
        "",
        "Characters (Unicode code points) in all documents of the corpus, line ends and blanks included.",
        "exact",
        of_case=corpus_characters,
    ),
    "stored_ratio": Measure(
        "Stored ratio",
        "characters per character",
        "lower",
        "Characters in all chunks, with what a strategy puts before them and the texts that it returns in their place, divided by the "
        "characters of the corpus; n/a for a corpus of nothing but blanks.",
        "level",
        of_case=stored_ratio,
    ),
    "chunks_over_limit": Measure(
        "Chunks over the limit",
        "chunks",
        "lower",
        "Finished chunks that are longer than chunk_size, both in the unit that the splitter counts in; n/a where it has no chunk_size.",
        "exact",
        of_case=chunks_over_limit,
    ),
    "chunk_length_mean": Measure(
        "Mean chunk length",
        "length units",
        "",
        "Mean length of the finished chunks, in the unit that the splitter counts in.",
        "level",
        of_case=chunk_length_mean,
    ),
    "chunk_length_max": Measure(
        "Longest chunk",
        "length units",
        "",
        "Length of the longest finished chunk, in the unit that the splitter counts in.",
        "exact",
        of_case=chunk_length_max,
    ),
    "characters_per_token": Measure(
        "Characters per token",
        "characters per token",
        "",
        f"Characters of the documents divided by their {TOKENIZER} tokens; parts: the tables, and the prose between them, "
        "each stretch tokenized by itself.",
        "level",
        of_case=characters_per_token,
    ),
}
