"""Every closed measure publishes article A's figure, and its formula with its inputs gives its value again."""

from __future__ import annotations

import builtins
import math
import re
from dataclasses import replace

import pytest

from generators.corpus import Band, Profile
from generators.measures.closed import CLOSED
from generators.measures.measure import Assumptions, Model
from generators.mistake import Mistake

LAMPLIGHTER = Profile(400, 8000, (Band(930, 300), Band(200, 600), Band(50, 900), Band(20, 1800)))
ASSUMED = Assumptions(chars_per_token=4, answer_tokens=30, answer_characters=150, context_tokens=100, tolerance=0.057)
DEFAULT = Model(LAMPLIGHTER, 1024, 200, ASSUMED)
DOUBLED = Model(LAMPLIGHTER, 2048, 200, ASSUMED)
LANGCHAIN = Model(LAMPLIGHTER, 4000 / 4, 200 / 4, ASSUMED)
TOKEN = Model(LAMPLIGHTER, 1024, 20, ASSUMED)
KEYS = ("answer_tokens", "answer_characters", "context_tokens", "tolerance")
NEEDS = {
    **dict.fromkeys(("cosine", "cosine_signal", "cosine_filler_norm", "cosine_vector_norm", "cosine_route_b"), ("answer_tokens",)),
    "doubled_cosine_fall": ("answer_tokens",),
    **dict.fromkeys(("header_extra_tokens", "header_extra_share"), ("context_tokens",)),
    **dict.fromkeys(("header_cosine", "header_fall", "header_cost_ratio"), ("answer_tokens", "context_tokens")),
    **dict.fromkeys(
        ("floor_tokens", "floor_times_tolerance", "tables_allowed", "crossover_stride", "crossover_chunk_size"), ("tolerance",)
    ),
    **dict.fromkeys(("crossover_cosine", "crossover_fall"), ("answer_tokens", "tolerance")),
    "answer_cut": ("answer_characters", "chars_per_token"),
}


def table_of(tokens: int) -> Model:
    return Model(Profile(1, 8000, (Band(1, tokens),)), 1024, 200, ASSUMED)


def printed(model: Model, measure: str, digits: int, part: str = "") -> float:
    value = CLOSED[measure].of_model(model)[part].value
    return round(value, digits)


@pytest.mark.parametrize(
    ("measure", "digits", "quoted"),
    [
        ("stride", 0, 824),
        ("windows", 2, 9.47),
        ("windows_whole", 0, 10),
        ("chunks_modelled", 0, 4000),
        ("corpus_tokens", 0, 3200000),
        ("tables", 0, 1200),
        ("table_tokens", 0, 480000),
        ("mean_table_tokens", 0, 400),
        ("tables_cut", 2, 272.43),
        ("tables_cut_share", 3, 0.227),
        ("tables_cut_whole_token", 3, 270.995),
        ("tables_cut_finite", 1, 266.3),
        ("tables_cut_route_b", 2, 272.43),
        ("route_b_mean", 2, 376.27),
        ("route_b_probability", 5, 0.21392),
        ("route_b_unclamped", 2, 252.43),
        ("doubled_reduction", 5, 0.52328),  # the article prints 0.52329, from counts rounded to 272.43 and 129.87
        ("doubled_stride_ratio_reduction", 4, 0.5541),
        ("cosine", 5, 0.68934),
        ("cosine_signal", 6, 0.029297),
        ("cosine_filler_norm", 6, 0.030789),
        ("cosine_vector_norm", 6, 0.0425),
        ("cosine_route_b", 4, 0.6893),
        ("doubled_cosine_fall", 5, 0.19435),
        ("dilution_wrong_share", 2, 0.5),
        ("dilution_wrong_quadrature", 3, 0.293),
        ("tables_allowed", 1, 68.4),
        ("crossover_stride", 2, 3508.77),
        ("crossover_chunk_size", 0, 3709),
        ("crossover_cosine", 5, 0.44334),
        ("crossover_fall", 5, 0.35686),
        ("header_extra_tokens", 0, 400000),
        ("header_index_tokens", 0, 3920000),
        ("header_extra_share", 3, 0.102),
        ("header_cosine", 5, 0.67183),
        ("header_fall", 5, 0.0254),
        ("header_tables_detached", 0, 0),
        ("header_cost_ratio", 2, 7.65),
        ("floor_tokens", 2, 246.97),
        ("floor_times_tolerance", 2, 3.98),
        ("tables_cut_halved_lengths", 2, 56.43),
        ("tables_cut_halved_share", 3, 0.047),
        ("halved_mean_probability", 0, 0),
        ("tables_cut_halved_from_mean", 0, 0),
        ("tables_cut_doubled_corpus", 0, 545),
        # Printed nowhere: 1,200 x 200/824; 824 x (272.43 cut); 824 less what is cut of a stride on the mean.
        ("tables_cut_from_mean", 2, 291.26),
        ("excess_tokens", 0, 224480),
        ("safe_offsets", 2, 636.93),  # 824 - 224,480/1,200
        ("safe_offsets_whole_token", 2, 637.92),  # (930 x 725 + 200 x 425 + 50 x 125 + 20 x 0)/1,200
        ("answer_cut", 0, 0),  # 150 / 4 = 37.5 tokens, less than the overlap
    ],
)
def test_defaults_of_llamaindex(measure: str, digits: int, quoted: float) -> None:
    """Each measure of Lamplighter at 1,024/200 rounds to the article's printed figure."""
    assert printed(DEFAULT, measure, digits) == quoted


def test_an_answer_is_cut_as_a_table_of_its_length_would_be() -> None:
    """(37.5 - 20)/1,004 = 0.01743 at 1,024/20 tokens; (150 - 0)/1,000 = 0.15 at 1,000/0 characters, at whatever rate."""
    assert printed(TOKEN, "answer_cut", 5) == 0.01743
    for rate in (2, 4, 8):
        assert printed(Model(LAMPLIGHTER, 1000 / rate, 0, replace(ASSUMED, chars_per_token=rate)), "answer_cut", 12) == 0.15


def test_every_measure_is_asserted() -> None:
    """No closed measure is left out of the figures above."""
    mark = next(mark for mark in test_defaults_of_llamaindex.pytestmark if mark.name == "parametrize")
    assert {row[0] for row in mark.args[1]} == set(CLOSED)


@pytest.mark.parametrize(
    ("model", "measure", "digits", "quoted"),
    [
        (TOKEN, "stride", 0, 1004),
        (TOKEN, "tables_cut", 1, 438.7),
        (TOKEN, "tables_cut_finite", 1, 408.7),
        (LANGCHAIN, "stride", 0, 950),
        (LANGCHAIN, "tables_cut", 2, 425.26),  # the article prints 425.27, adding rounded bands
        (LANGCHAIN, "tables_cut_finite", 1, 418.2),
        (LANGCHAIN, "tables_cut_from_mean", 0, 442),
        (LANGCHAIN, "halved_mean_probability", 3, 0.158),  # 150/950
        (LANGCHAIN, "tables_cut_halved_from_mean", 0, 189),  # the article prints 190, from 0.158
        (DOUBLED, "stride", 0, 1848),
        (DOUBLED, "tables_cut", 2, 129.87),
        (DOUBLED, "excess_tokens", 0, 240000),
        (DOUBLED, "cosine", 5, 0.55537),
        (DOUBLED, "cosine_signal", 6, 0.014648),
        (DOUBLED, "cosine_filler_norm", 6, 0.021935),
        (DOUBLED, "cosine_vector_norm", 6, 0.026376),
        (DOUBLED, "cosine_route_b", 4, 0.5554),
        (Model(LAMPLIGHTER, 1000, 200, ASSUMED), "tables_cut", 1, 280.0),
        (table_of(400), "tables_cut", 5, 0.24272),
        (table_of(400), "tables_cut_whole_token", 4, 0.2415),
        (table_of(400), "safe_offsets", 0, 624),
        (table_of(400), "safe_offsets_whole_token", 0, 625),
        (table_of(200), "tables_cut", 0, 0),
        (table_of(1024), "tables_cut", 0, 1),
        (table_of(1024), "safe_offsets", 0, 0),
        (table_of(1024), "safe_offsets_whole_token", 0, 1),
    ],
)
def test_other_windows_and_tables(model: Model, measure: str, digits: int, quoted: float) -> None:
    """So do the measures of the other settings and of one table alone."""
    assert printed(model, measure, digits) == quoted


def test_bands_are_parts() -> None:
    """A measure by band names each part by the band's tokens and adds up to the measure."""
    found = CLOSED["tables_cut"].of_model(DEFAULT)
    assert {part: round(value.value, 2) for part, value in found.items()} == {
        "": 272.43, "300": 112.86, "600": 97.09, "900": 42.48, "1800": 20.0
    }  # fmt: skip
    assert [CLOSED["table_tokens"].of_model(DEFAULT)[part].value for part in ("300", "600", "900", "1800")] == [
        279000,
        120000,
        45000,
        36000,
    ]
    halved = CLOSED["tables_cut_halved_lengths"].of_model(DEFAULT)
    assert [round(halved[part].value, 2) for part in ("300", "600", "900", "1800")] == [0, 24.27, 15.17, 16.99]
    assert [round(CLOSED["tables_cut"].of_model(LANGCHAIN)[part].value, 2) for part in ("300", "600", "900", "1800")] == [
        244.74, 115.79, 44.74, 20.0
    ]  # fmt: skip


def test_bands_of_one_length_are_one_part() -> None:
    """Two bands of one length are published together: 3 of 612 tokens, each cut in half of all places."""
    model = Model(Profile(1, 8000, (Band(1, 612), Band(2, 612))), 1024, 200, ASSUMED)
    found = CLOSED["tables_cut"].of_model(model)
    assert {part: value.value for part, value in found.items()} == {"": 1.5, "612": 1.5}
    assert found["612"].inputs["bands"] == [[3, 612]]


@pytest.mark.parametrize("model", [DEFAULT, DOUBLED, LANGCHAIN, TOKEN, table_of(400), table_of(200), table_of(1024)])
@pytest.mark.parametrize("measure", CLOSED)
def test_formula_and_inputs_give_the_value(measure: str, model: Model) -> None:
    """A reader who puts a value's inputs into its formula gets the value, part by part."""
    words = {"sqrt": math.sqrt, "ceil": math.ceil, **{name: getattr(builtins, name) for name in ("min", "max", "sum")}}
    for value in CLOSED[measure].of_model(model).values():
        scope = {"__builtins__": {}, **words, **value.inputs}
        if value.value is None:
            with pytest.raises((TypeError, ZeroDivisionError)):
                eval(CLOSED[measure].formula, scope)
        else:
            assert eval(CLOSED[measure].formula, scope) == pytest.approx(value.value, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("measure", CLOSED)
def test_no_input_is_idle(measure: str) -> None:
    """Every input that a value prints stands in its formula."""
    words = set(re.findall(r"[a-z_]+", CLOSED[measure].formula))
    for value in CLOSED[measure].of_model(DEFAULT).values():
        assert set(value.inputs) <= words


@pytest.mark.parametrize("measure", CLOSED)
def test_values_are_plain_json_numbers(measure: str) -> None:
    """No numpy number and no 1000.0 beside a 1000 reaches the published data."""
    for value in CLOSED[measure].of_model(LANGCHAIN).values():
        for number in (value.value, *(given for given in value.inputs.values() if not isinstance(given, list))):
            assert type(number) is int or (type(number) is float and not number.is_integer())


@pytest.mark.parametrize("measure", CLOSED)
def test_missing_assumption_is_named(measure: str) -> None:
    """A measure that needs an assumption names the key to add, and none asks for one that it does not need."""
    needed = NEEDS.get(measure, ())
    for key in needed:
        without = Model(LAMPLIGHTER, 1024, 200, replace(ASSUMED, **{key: None}))
        with pytest.raises(Mistake, match=rf"^assume\.{key}: not given, and the measure {measure} needs it: add `{key}:` under `assume:`"):
            CLOSED[measure].of_model(without)
    others = replace(ASSUMED, **{key: None for key in ("chars_per_token", *KEYS) if key not in needed})
    assert CLOSED[measure].of_model(Model(LAMPLIGHTER, 1024, 200, others)) == CLOSED[measure].of_model(DEFAULT)


def test_fractional_windows_have_no_whole_token_count() -> None:
    """4,000 characters at 3 a token are no whole number of tokens: the exact counts are n/a there, in total and by band."""
    model = Model(LAMPLIGHTER, 4000 / 3, 200 / 3, ASSUMED)
    for measure in ("tables_cut_whole_token", "tables_cut_finite", "safe_offsets_whole_token"):
        values = CLOSED[measure].of_model(model)
        assert set(values) == {"", "300", "600", "900", "1800"}
        assert {value.value for value in values.values()} == {None}
    assert CLOSED["tables_cut"].of_model(model)[""].value is not None


@pytest.mark.parametrize("measure", CLOSED)
def test_corpus_without_tables(measure: str) -> None:
    """A profile without tables has counts of 0 and shares and means that are n/a, and nothing fails."""
    found = CLOSED[measure].of_model(Model(Profile(400, 8000, ()), 1024, 200, ASSUMED))[""].value
    about_tables = measure.startswith(("tables", "table_", "route_b", "crossover", "floor_times", "halved", "safe", "mean", "excess"))
    if about_tables or measure == "doubled_reduction":
        assert found in (0, None)
    else:
        assert found == CLOSED[measure].of_model(DEFAULT)[""].value


def test_no_answer_longer_than_its_chunk() -> None:
    """A chunk of 20 tokens holds at most 20 tokens of answer, all of it signal."""
    small = Model(LAMPLIGHTER, 20, 0, ASSUMED)
    assert {CLOSED[name].of_model(small)[""].value for name in ("cosine", "cosine_signal", "cosine_route_b")} == {1}


def test_every_measure_says_what_it_is() -> None:
    """Each has a title of its own, a definition that is a sentence, a unit, and the tolerance of a closed form."""
    assert len({measure.title for measure in CLOSED.values()}) == len(CLOSED)
    for name, measure in CLOSED.items():
        assert re.fullmatch(r"[a-z_]+", name)
        assert measure.definition.endswith(".")
        assert measure.unit
        assert measure.compare == "closed"
        assert measure.of_case is None
