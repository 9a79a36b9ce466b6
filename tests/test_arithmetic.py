"""The closed forms give article A's figures, and the exact ones agree with counting every start by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.arithmetic import crossover, cut, dilution, header, window
from generators.corpus import Band, Profile
from generators.mistake import Mistake

LAMPLIGHTER = (Band(930, 300), Band(200, 600), Band(50, 900), Band(20, 1800))
PROFILE = Profile(documents=400, tokens_per_document=8000, tables=LAMPLIGHTER)


def continuous(tables: tuple[Band, ...], size: float, overlap: float) -> tuple[float, ...]:
    return cut.cut_by_band(tables, lambda tokens: cut.p_cut_continuous(tokens, size, overlap))


def finite(size: int, overlap: int) -> float:
    return sum(cut.cut_by_band(LAMPLIGHTER, lambda tokens: cut.p_cut_finite(tokens, size, overlap, 8000)))


def window_list(document_tokens: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """The windows of a fixed-stride splitter, written as the loop that such a splitter is."""
    found, start = [], 0
    while True:
        found.append((start, min(start + size, document_tokens)))
        if start + size >= document_tokens:
            return found
        start += size - overlap


def starts_cut(tokens: int, windows: list[tuple[int, int]], starts: range) -> int:
    """Starts at which no window holds the table, each one tried."""
    return sum(not any(low <= start and start + tokens <= high for low, high in windows) for start in starts)


def test_stride_and_windows() -> None:
    """A window of 1,024 that overlaps by 200 advances 824 tokens and goes 9.47 times, so 10 times, into 8,000 tokens."""
    assert window.stride(1024, 200) == 824
    assert window.stride(1024, 20) == 1004
    assert window.stride(2048, 200) == 1848
    assert window.stride(4000 / 4, 200 / 4) == 950
    assert window.windows(8000, 1024, 200) == pytest.approx(7800 / 824, abs=0)  # 9.466...
    assert round(window.windows(8000, 1024, 200), 2) == 9.47
    assert window.windows_whole(8000, 1024, 200) == 10


def test_a_short_document_is_one_window() -> None:
    """A document shorter than a window, or than the overlap, is one window; one that just fills a window too; one token more makes two."""
    assert window.windows(100, 1024, 200) == 1.0
    assert [window.windows_whole(tokens, 1024, 200) for tokens in (1, 200, 1023, 1024, 1025, 1848, 1849)] == [1, 1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(("size", "overlap"), [(100, 100), (100, 120), (100, -1), (0, 0)])
def test_windows_that_do_not_advance_are_refused(size: int, overlap: int) -> None:
    """An overlap as long as the window is the user's mistake, and the message says which overlaps there are."""
    with pytest.raises(Mistake, match=f"chunk_overlap {overlap} with chunk_size {size}: choose"):
        window.stride(size, overlap)


def test_probability_of_one_table() -> None:
    """A table of 400 tokens is cut with probability 200/824, one within the overlap never, one as long as the window always."""
    assert float(cut.p_cut_continuous(400, 1024, 200)) == pytest.approx(0.24272, abs=5e-6)
    assert cut.p_cut_continuous([0, 200, 1024, 5000], 1024, 200).tolist() == [0, 0, 1, 1]
    assert float(cut.p_cut_whole_token(400, 1024, 200)) == 199 / 824
    assert round(199 / 824, 4) == 0.2415  # the claim's 0.24150


def test_clamps_of_the_exact_forms() -> None:
    """On whole tokens a table one longer than the overlap is never cut, one as long as the window has one start of 824 that holds it."""
    assert cut.p_cut_whole_token([200, 201, 202, 1024, 1025], 1024, 200).tolist() == [0, 0, 1 / 824, 823 / 824, 1]
    # 8,000 tokens: 9 full windows hold one start each, the last is 8000 - 9*824 = 584 long and holds none; 6,977 starts.
    assert cut.p_cut_finite([200, 201, 1024, 1025], 1024, 200, 8000).tolist() == [0, 0, pytest.approx(1 - 9 / 6977), 1]


def test_lamplighter_by_band() -> None:
    """At 1,024/200: 930 x 100/824, 200 x 400/824, 50 x 700/824, and all 20 of the longest."""
    assert [round(number, 2) for number in continuous(LAMPLIGHTER, 1024, 200)] == [112.86, 97.09, 42.48, 20.0]
    assert cut.expected_cut(LAMPLIGHTER, 1024, 200) == pytest.approx((93000 + 80000 + 35000) / 824 + 20)
    assert [round(number, 2) for number in continuous(LAMPLIGHTER, 1000, 50)] == [244.74, 115.79, 44.74, 20.0]
    assert round(cut.expected_cut(LAMPLIGHTER, 1024, 200) / 1200, 3) == 0.227


@pytest.mark.parametrize(
    ("size", "overlap", "expected"),
    [
        (1024, 200, 208000 / 824 + 20),  # 272.43
        (1000, 50, 385000 / 950 + 20),  # 930*250 + 200*550 + 50*850 = 385,000; 425.26
        (1024, 20, (930 * 280 + 200 * 580 + 50 * 880) / 1004 + 20),  # 438.7
        (2048, 200, (930 * 100 + 200 * 400 + 50 * 700 + 20 * 1600) / 1848),  # 129.87
        (1000, 200, 208000 / 800 + 20),  # 280.0
    ],
)
def test_lamplighter_total(size: int, overlap: int, expected: float) -> None:
    """The expected cut tables of the whole corpus, each worked by hand, by both routes."""
    assert cut.expected_cut(LAMPLIGHTER, size, overlap) == pytest.approx(expected)
    found = cut.route_b(LAMPLIGHTER, size, overlap)
    assert found.unclamped + found.clamped == pytest.approx(expected)
    assert cut.excess_tokens(LAMPLIGHTER, size, overlap) == pytest.approx(expected * (size - overlap))


def test_lamplighter_on_whole_tokens() -> None:
    """At 1,024/200: 930 x 99/824, 200 x 399/824, 50 x 699/824, and 20 = 270.995."""
    found = cut.cut_by_band(LAMPLIGHTER, lambda tokens: cut.p_cut_whole_token(tokens, 1024, 200))
    assert sum(found) == pytest.approx((92070 + 79800 + 34950) / 824 + 20)
    assert round(sum(found), 3) == 270.995


@pytest.mark.parametrize(("size", "overlap", "expected"), [(1024, 200, 266.3), (1024, 20, 408.7), (1000, 50, 418.2)])
def test_lamplighter_in_finite_documents(size: int, overlap: int, expected: float) -> None:
    """In documents of 8,000 tokens the expected cut tables are those of enumerating every start."""
    windows = window_list(8000, size, overlap)
    counted = sum(band.count * starts_cut(band.tokens, windows, range(8001 - band.tokens)) / (8001 - band.tokens) for band in LAMPLIGHTER)
    assert finite(size, overlap) == pytest.approx(counted, rel=1e-12)
    assert round(counted, 1) == expected


@st.composite
def settings(draw: st.DrawFn) -> tuple[int, int, int, int]:
    size = draw(st.integers(1, 40))
    document = draw(st.integers(1, 160))
    overlap = draw(st.integers(0, size - 1) | st.just(0) | st.just(size - 1))
    tokens = draw(st.integers(1, document) | st.just(min(size, document)) | st.just(document))
    return tokens, size, overlap, document


@given(settings())
def test_finite_form_is_the_enumeration(setting: tuple[int, int, int, int]) -> None:
    """For any table, window, overlap and document the closed form equals trying every start against the literal windows."""
    tokens, size, overlap, document = setting
    windows = window_list(document, size, overlap)
    assert len(windows) == window.windows_whole(document, size, overlap)
    starts = range(document - tokens + 1)
    assert float(cut.p_cut_finite(tokens, size, overlap, document)) * len(starts) == pytest.approx(
        starts_cut(tokens, windows, starts), abs=1e-9
    )


@given(settings())
def test_whole_token_form_is_the_enumeration(setting: tuple[int, int, int, int]) -> None:
    """For any table, window and overlap the closed form equals trying each start of one stride far from both ends of a document."""
    tokens, size, overlap, _ = setting
    step = size - overlap
    middle = (size // step + tokens // step + 2) * step
    windows = [(start, start + size) for start in range(0, middle + 2 * step, step)]
    counted = starts_cut(tokens, windows, range(middle, middle + step))
    assert float(cut.p_cut_whole_token(tokens, size, overlap)) * step == pytest.approx(counted, abs=1e-9)


@given(settings())
def test_continuous_form_is_the_limit_of_finer_tokens(setting: tuple[int, int, int, int]) -> None:
    """With every token split into a thousand, the whole-token form is within one start a stride of the continuous one."""
    tokens, size, overlap, _ = setting
    fine = float(cut.p_cut_whole_token(1000 * tokens, 1000 * size, 1000 * overlap))
    assert abs(fine - float(cut.p_cut_continuous(tokens, size, overlap))) <= 1 / (1000 * (size - overlap)) + 1e-12


def test_a_table_longer_than_its_document_is_refused() -> None:
    """Such a table has no start, so that its share of starts is nothing that can be worked out."""
    with pytest.raises(Mistake, match="a table of 900 tokens in documents of 800 tokens"):
        cut.p_cut_finite([300, 900], 1024, 200, 800)


def test_a_table_that_is_its_document() -> None:
    """A table as long as its document has one start: whole where the document is one window, else cut."""
    assert cut.p_cut_finite(1024, 1024, 200, 1024) == 0
    assert cut.p_cut_finite(1025, 1024, 200, 1025) == 1


@pytest.mark.parametrize("form", [cut.p_cut_continuous, cut.p_cut_whole_token, lambda *window: cut.p_cut_finite(*window, 8000)])
def test_forms_take_arrays_of_lengths(form) -> None:
    """An array of lengths gives what its lengths give one by one."""
    lengths = np.arange(1, 3000, 7)
    assert form(lengths, 1024, 200).tolist() == [float(form(int(tokens), 1024, 200)) for tokens in lengths]


def test_route_b() -> None:
    """The 1,180 tables under the window hold 444,000 tokens, 376.27 each; 176.27/824 of them are cut, 252.43, and the other 20."""
    found = cut.route_b(LAMPLIGHTER, 1024, 200)
    assert (found.tables, found.clamped) == (1180, 20)
    assert found.mean == 444000 / 1180
    assert found.probability == pytest.approx(0.21392, abs=5e-6)
    assert found.unclamped == pytest.approx(252.43, abs=5e-3)


def test_route_b_leaves_out_what_the_overlap_holds() -> None:
    """Tables within the overlap are never cut and would pull the mean down: 100 of 100 tokens and 10 of 612 are 10 x 412/824 = 5."""
    found = cut.route_b((Band(100, 100), Band(10, 612)), 1024, 200)
    assert found == (10, 612.0, 0.5, 5.0, 0)
    assert cut.route_b((Band(100, 100),), 1024, 200) == (0, None, None, 0.0, 0)


def test_mean_alone_misleads() -> None:
    """At LangChain's window the mean of 400 gives 1,200 x 350/950 = 442, 17 more than band by band, for it does not see the clamp."""
    assert cut.mean_tokens(LAMPLIGHTER) == 400
    from_mean = cut.cut_from_mean(LAMPLIGHTER, 1000, 50)
    assert from_mean == pytest.approx(1200 * 350 / 950)
    assert round(from_mean) == 442
    assert round(from_mean - cut.expected_cut(LAMPLIGHTER, 1000, 50)) == 17  # 20 x 800/950 = 16.8
    assert cut.cut_from_mean((), 1000, 50) == 0
    assert cut.mean_tokens(()) is None


def test_doubling_the_chunk() -> None:
    """240,000 tokens of tables stand beyond the overlap; over 1,848 instead of 824 that is 52.3% less, not the strides' 55.4%."""
    assert cut.excess_tokens(LAMPLIGHTER, 2048, 200) == 240000
    before, after = cut.expected_cut(LAMPLIGHTER, 1024, 200), cut.expected_cut(LAMPLIGHTER, 2048, 200)
    assert after == pytest.approx(240000 / 1848)
    assert dilution.fall(before, after) == pytest.approx(0.52329, abs=1e-5)
    assert dilution.fall(1848, 824) == pytest.approx(0.5541, abs=5e-5)
    assert dilution.fall(0, 1) is None


def test_dilution() -> None:
    """30 of 1,024 tokens: 30/sqrt(900 + 994) = 0.68934; of 2,048: 30/sqrt(900 + 2018) = 0.55537; it falls by 19.4%."""
    one, two = dilution.cosine([1024, 2048], 30).tolist()
    assert one == pytest.approx(30 / math.sqrt(1894))
    assert two == pytest.approx(30 / math.sqrt(2918))
    assert (round(one, 5), round(two, 5)) == (0.68934, 0.55537)
    assert dilution.fall(one, two) == pytest.approx(0.19435, abs=5e-6)
    assert dilution.cosine([10, 30, 31], 30).tolist() == [1, 1, pytest.approx(30 / math.sqrt(901))]


@pytest.mark.parametrize(
    ("chunk", "expected"), [(1024, (0.029297, 0.030789, 0.042500, 0.6893)), (2048, (0.014648, 0.021935, 0.026376, 0.5554))]
)
def test_dilution_by_the_second_route(chunk: int, expected: tuple[float, ...]) -> None:
    """Signal, filler, vector and ratio have the printed digits, and the ratio is the first route's cosine."""
    found = dilution.mean_vector(chunk, 30)
    assert [round(found.signal, 6), round(found.filler_norm, 6), round(found.vector_norm, 6), round(found.cosine, 4)] == list(expected)
    assert found.cosine == pytest.approx(float(dilution.cosine(chunk, 30)), rel=1e-12)


def test_dilution_is_what_random_vectors_do() -> None:
    """Vectors built as the model says, 5 along the query and 40 at right angles to everything, have the model's cosine."""
    tokens = np.zeros((45, 41))
    tokens[:5, 0] = 1
    tokens[5:, 1:] = np.eye(40)
    mean = tokens.mean(axis=0)
    assert float(dilution.cosine(45, 5)) == pytest.approx(mean[0] / np.linalg.norm(mean))


def test_wrong_estimates() -> None:
    """Twice the length: a half by the share, 1 - 1/sqrt(2) = 0.293 by the root."""
    assert dilution.wrong_share(1024, 2048) == 0.5
    assert round(dilution.wrong_quadrature(1024, 2048), 3) == 0.293


def test_crossover() -> None:
    """0.057 x 1,200 = 68.4 tables may be cut: 240,000/68.4 = 3,508.77, so 3,709 tokens, at a cosine of 30/sqrt(900 + 3679)."""
    found = crossover.crossover(LAMPLIGHTER, 200, 0.057 * 1200)
    assert found is not None
    assert found == (pytest.approx(3508.77, abs=5e-3), 240000, 0)
    size = crossover.chunk_size(found.stride, 200)
    assert size == 3709
    assert float(dilution.cosine(size, 30)) == pytest.approx(0.44334, abs=5e-6)
    assert dilution.fall(float(dilution.cosine(1024, 30)), float(dilution.cosine(size, 30))) == pytest.approx(0.35686, abs=5e-6)


@given(
    st.lists(st.builds(Band, st.integers(1, 50), st.integers(1, 400)), min_size=1, max_size=5),
    st.integers(0, 100),
    st.floats(0.01, 0.99),
)
def test_crossover_leaves_what_is_allowed(tables: list[Band], overlap: int, share: float) -> None:
    """Whatever the bands, the window of the crossover's stride leaves exactly the allowed tables, clamped ones counted."""
    longer = cut.count([band for band in tables if band.tokens > overlap])
    found = crossover.crossover(tables, overlap, share * longer)
    if not longer:
        assert found is None
    else:
        assert found is not None
        assert cut.expected_cut(tables, found.stride + overlap, overlap) == pytest.approx(share * longer)


def test_no_crossover() -> None:
    """None where nothing may be cut, and none where even the shortest stride leaves no more than is allowed."""
    assert crossover.crossover(LAMPLIGHTER, 200, 0) is None
    assert crossover.crossover(LAMPLIGHTER, 200, 1200) is None
    assert crossover.crossover(LAMPLIGHTER, 1800, 5) is None
    assert crossover.crossover((), 0, 0) is None


def test_crossover_size_is_not_raised_by_rounding_noise() -> None:
    """A stride of 0.3/0.1 = 2.9999999999999996 or 3.0000000000000004 is three tokens."""
    assert crossover.chunk_size(2.9999999999999996, 1) == crossover.chunk_size(3.0000000000000004, 1) == 4


def test_header_repetition() -> None:
    """400 x 10 chunks carry 100 tokens more; the index held 3,200,000 + 400 x 9 x 200; a chunk of 1,124 costs 2.5% of the cosine."""
    assert header.chunks(PROFILE, 1024, 200) == 4000
    assert header.extra_tokens(PROFILE, 1024, 200, 100) == 400000
    assert header.index_tokens(PROFILE, 1024, 200) == 3920000
    assert round(400000 / 3920000, 3) == 0.102
    plain, longer, doubled = dilution.cosine([1024, 1124, 2048], 30).tolist()
    assert longer == pytest.approx(0.67183, abs=5e-6)  # 30/sqrt(900 + 1094)
    fall = dilution.fall(plain, longer)
    assert fall == pytest.approx(0.02540, abs=5e-6)
    assert dilution.fall(plain, doubled) / fall == pytest.approx(7.65, abs=5e-3)


def test_floor() -> None:
    """200 + 0.057 x 824 = 246.97 tokens; Lamplighter's 22.7% are 3.98 times the tolerance."""
    assert cut.floor_tokens(1024, 200, 0.057) == pytest.approx(246.968)
    assert cut.p_cut_continuous(246.968, 1024, 200) == pytest.approx(0.057)
    assert round(cut.expected_cut(LAMPLIGHTER, 1024, 200) / 1200 / 0.057, 2) == 3.98


def test_no_tables() -> None:
    """A corpus without tables has no cut ones."""
    assert cut.expected_cut((), 1024, 200) == 0
    assert cut.cut_by_band((), lambda tokens: cut.p_cut_continuous(tokens, 1024, 200)) == ()
