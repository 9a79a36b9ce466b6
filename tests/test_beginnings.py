"""How chunks begin: amid a word, in a script that has none, and with a word whose noun is in the chunk before."""

import pytest

from generators.chunk import Chunk
from generators.corpus import Corpus, Document
from generators.measures import MEASURES
from generators.measures.measure import Case
from generators.splitters.fixed import fixed


def case(text, *spans):
    """The text with these spans of it as its chunks, and with a chunk that has no place where a span is `None`."""
    chunks = [Chunk(text[slice(*span)], (span,), "exact") if span else Chunk("?", (), "unplaceable") for span in spans]
    return Case(Corpus("own", "", (Document("d", text),)), fixed(chunk_size=10), (tuple(chunks),))


def measured(name, *of):
    """The measure's value and inputs."""
    value = MEASURES[name].of_case(case(*of))[""]
    return value.value, dict(value.inputs)


@pytest.mark.parametrize(
    ("text", "spans", "share", "of"),
    [
        # "ab cd_e" from 0, 1, 3, 5 and 6: amid ab, at cd_e, and twice within it.
        ("ab cd_e", [(0, 7), (1, 7), (3, 7), (5, 7), (6, 7)], 3 / 5, 5),
        ("ab-cd", [(0, 3), (2, 5), (3, 5)], 0, 3),  # a hyphen ends a word
        ("ab cd", [(0, 2), (2, 5)], 0, 2),  # and so does a blank
        # Five characters of Chinese, then "ab": only the chunks that begin at a and at b have an answer.
        ("甲乙丙。丁ab", [(0, 2), (2, 5), (5, 7), (6, 7)], 1 / 2, 2),
        ("甲乙丙", [(0, 1), (1, 3)], None, 0),
        ("", [], None, 0),
    ],
)
def test_chunks_that_begin_amid_a_word(text, spans, share, of):
    """Both sides of the start belong to one word; scripts without blanks between words do not count."""
    value, inputs = measured("chunks_mid_word_share", text, *spans)
    assert [value, inputs["chunks"]] == [share, of]


# "The node restarts. " is [0, 19), "It then waits. " [19, 34), "1. They leave. " [34, 49), "Kits go." [49, 57).
NODE = "The node restarts. It then waits. 1. They leave. Kits go."


@pytest.mark.parametrize(
    ("spans", "dangling"),
    [
        ([(0, 19), (19, 34), (34, 49), (49, 57)], 2),  # It, and They behind a number
        ([(19, 34), (34, 57)], 1),  # nothing stands before the first chunk
        ([(0, 50), (50, 57)], 0),  # "its" of "Kits" is no word of its own: in "Kits" the chunk begins amid a word
        ([(0, 57), (4, 57), (18, 34)], 1),  # a chunk may begin with blanks
    ],
)
def test_chunks_that_begin_with_a_dangling_reference(spans, dangling):
    """The first whole word counts, figures and signs apart, and not that of a document's first chunk."""
    assert measured("chunks_dangling_share", NODE, *spans) == (
        dangling / len(spans),
        {"chunks_dangling": dangling, "chunks": len(spans)},
    )


def test_a_text_without_such_words_has_no_answer():
    """A German text is not praised for what its chunks cannot do; "Sit" and "itself" hold "it" only as letters."""
    assert measured("chunks_dangling_share", "Sit itself. Ganz gut.", (0, 12), (12, 21)) == (None, {"references": 0, "chunks": 2})


@pytest.mark.parametrize("name", ["chunks_mid_word_share", "chunks_dangling_share"])
def test_a_chunk_without_a_place_leaves_no_answer(name):
    """How it begins in the document is not known."""
    assert measured(name, NODE, (0, 19), None) == (None, {"chunks_unplaceable": 1})


def test_a_repeated_header_is_no_beginning():
    """What was put before a chunk does not move its place: "b | 4" begins amid the word "ab"."""
    chunk = Chunk("x | y\nb | 4", ((0, 5), (7, 12)), "pieces", repeated=((0, 5),))
    of = Case(Corpus("own", "", (Document("d", "x | y\nab | 4"),)), fixed(chunk_size=10), ((chunk,),))
    assert MEASURES["chunks_mid_word_share"].of_case(of)[""].value == 1
