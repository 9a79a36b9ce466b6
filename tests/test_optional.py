"""What another build may lack: its numbers are frozen there, so that no page may count on their inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators import scenario
from generators.catalogue import Catalogue
from generators.gather import optional
from generators.mistake import Mistake
from generators.page import Page
from generators.results import Measurement, Results, Run

SCENARIOS = Path(__file__).parent.parent / "scenarios"
OURS = Measurement("s", "ours", "row", "tables_cut", "", 3, {"tables": 9})
THEIRS = Measurement("s", "theirs", "row", "tables_cut", "", 4, {"tables": 8})
CHUNKS = Measurement("s", "theirs", "row", "chunks", "", 70)


def page() -> Page:
    """A page on a corpus of our own and one of a data set, each under one row."""
    numbers = {one.id: one for one in (OURS, THEIRS, CHUNKS)}
    runs = {(corpus, "row"): Run(corpus, "row", {"chunk_size": 100}, "", "", "") for corpus in ("ours", "theirs")}
    return Page("p.md", Catalogue({"s": Results("s", "S", numbers, runs, {}, optional=frozenset({"theirs", "minilm"}))}), {}, {})


def test_inputs_are_shown_of_what_every_build_has() -> None:
    """Nine tables of a corpus of our own."""
    assert ">9<" in page().input(OURS.id, "tables")


def test_inputs_of_a_data_set_are_a_mistake_where_it_is_here_too() -> None:
    """Else the page would build here and not on a machine without the data set."""
    with pytest.raises(Mistake, match="has no inputs in a build without its data set or encoder: name a number or a setting instead"):
        page().input(THEIRS.id, "tables")
    with pytest.raises(Mistake, match="has no input 'tables'"):
        page().value(THEIRS.id, "tables")


def test_a_place_on_an_axis_may_be_a_setting_or_another_measure_of_the_run() -> None:
    """Both are known without the data set: the setting from the row, the number from the lock."""
    assert page().value(THEIRS.id, "chunk_size") == 100
    assert page().value(THEIRS.id, "chunks") == 70
    assert page().value(THEIRS.id) == 4


@pytest.mark.parametrize(
    ("part", "lacking"), [("minilm", True), ("minilm.k3", True), ("k3.minilm", True), ("wordllama.k3", False), ("", False)]
)
def test_parts_of_an_encoder_may_be_frozen_too(part: str, lacking: bool) -> None:
    """Wherever its name stands in a part."""
    results = page().catalogue.scenario("s")
    assert results.may_be_frozen(Measurement("s", "ours", "row", "answerable", part, 1)) is lacking


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("real-tables", {"finance", "finance-lengths", "tatqa", "tatqa-lengths"}),
        ("replication-minilm", {"chroma", "minilm"}),
        ("retrieval-minilm", {"minilm", "fused"}),
        ("strategies", {"minilm"}),
        ("retrieval", set()),
    ],
)
def test_what_may_be_lacking_is_read_from_the_scenario(name: str, names: set[str]) -> None:
    """Data sets with their lengths, encoders of extras, and retrievers by them."""
    assert optional(scenario.load(SCENARIOS / f"{name}.yaml")) == names
