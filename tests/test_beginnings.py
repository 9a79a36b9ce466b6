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


@pytest.mark.parametrize(
    ("text", "spans", "dangling"),
    [
        ("The node restarts. It then waits.", [(0, 10), (10, 19), (19, 33)], 0),  # the sentence before was cut, and no chunk has it whole
        ("The node restarts. It then waits.", [(0, 10), (19, 33), (0, 19)], 0),  # only a later chunk has it
        ("The node restarts. It then waits.", [(0, 4), (19, 33)], 0),  # it was lost
        ("The node restarts. It then waits.", [(0, 10), (0, 19), (19, 33)], 1),
        # "The node:" is [0, 9), the items are [11, 27) and [28, 38): there, too, the word stands for what was before.
        ("The node:\n\n- It then waits.\n- It goes.", [(0, 9), (11, 27), (28, 38)], 2),
        ("The node restarts.\n\nIt then waits.", [(0, 18), (20, 34)], 1),
        ("The node restarts.\n\n## Then\n\nIt waits.", [(0, 18), (20, 27), (29, 38)], 0),  # under another heading it names something else
        ("The node restarts.\n\n## It waits\n", [(0, 18), (20, 32)], 0),  # and so does a heading
        ("The node renews its keys.", [(0, 16), (16, 25)], 1),  # "The node renews", what the cut left of the sentence itself
        ("The node renews its keys.", [(0, 8), (8, 16), (16, 25)], 0),  # which is cut again
        ("- - -\n\nIt waits.", [(0, 5), (7, 16)], 0),  # no sentence stands before
    ],
)
def test_a_reference_dangles_where_an_earlier_chunk_holds_the_sentence_before_it(text, spans, dangling):
    """Whole, under the same heading, and not only a later one."""
    assert measured("chunks_dangling_share", text, *spans) == (
        dangling / len(spans),
        {"chunks_dangling": dangling, "chunks": len(spans)},
    )


def test_the_first_word_is_that_of_the_chunks_own_text():
    """The header put before a row is none of it: the row begins with It, and the sentence before the table is in the chunk before."""
    text = "The node restarts.\n\n| Node | Then |\n|---|---|\n| a | b |\n| It | waits |\n"
    # The header and the line below it are [20, 45), the rows [46, 55) and [56, 70).
    chunks = (
        Chunk(text[:55], ((0, 55),), "exact"),
        Chunk(text[20:46] + text[56:70], ((20, 45), (56, 70)), "pieces", repeated=((20, 45),)),
    )
    of = Case(Corpus("own", "", (Document("d", text),)), fixed(chunk_size=10), (chunks,))
    assert MEASURES["chunks_dangling_share"].of_case(of)[""].value == 1 / 2


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
