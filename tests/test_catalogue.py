"""A number's record: the code that decides it, its unit in words, and what it was computed with."""

import re
import tomllib
from pathlib import Path

import pytest

from generators import provenance
from generators.measures import MEASURES

ROOT = Path(__file__).parent.parent


def code_at(source):
    """The line of code that a record's source leads to."""
    module, line = re.fullmatch(r"reference/source/(generators/\S+)/#__codelineno-0-(\d+)", source).groups()
    return (ROOT / f"{module}.py").read_text("utf-8").splitlines()[int(line) - 1]


@pytest.mark.parametrize(
    ("number", "module"),
    [
        ("tiny/rates/small/tables_cut", "measures/held"),
        ("tiny/written/fixed/tables_cut_share", "measures/held"),
        ("tiny/rates/small/rows_headerless", "measures/held"),
        ("tiny/rates/small/overlap_delivered", "measures/overlap"),
        ("tiny/profile/fixed/tables_cut", "measures/closed/cut"),
    ],
)
def test_a_number_leads_to_the_function_that_decides_it(catalogue, number, module):
    """Not to one that several measures share: a share leads to the count, a closed form to its own."""
    source = catalogue.record(catalogue.one(number))["source"]
    measure = number.split("/")[3].removesuffix("_share")
    assert source.startswith(f"reference/source/generators/{module}/#")
    assert code_at(source).startswith(f"def {measure}")


def test_no_two_measures_lead_to_one_place_but_a_count_and_its_share(catalogue):
    """A link that leads to a helper would lead there for many."""
    places = {}
    for one in catalogue.numbers():
        places.setdefault(catalogue.source(one), set()).add(one.measure.removesuffix("_share"))
    assert {place: names for place, names in places.items() if len(names) > 1} == {}


def test_the_unit_in_words(catalogue):
    """It is what stands behind the displayed value: the unit itself, and nothing behind a per cent sign."""
    found = {one.measure: catalogue.record(one) for one in catalogue.numbers()}
    assert [found[name]["unit_word"] for name in ("tables_cut", "tables_cut_share")] == ["tables", ""]
    assert {record["unit_word"] for name, record in found.items() if MEASURES[name].unit == "share"} == {""}


def test_offcuts_own_version_is_published_and_moves_no_lock(catalogue):
    """It is named first among the packages; a release of offcut by itself is no change of what the lock was computed with."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert next(iter(catalogue.built_with()["packages"].items())) == ("offcut", version)
    assert "offcut" not in provenance.versions()
    assert set(provenance.versions()) < set(catalogue.built_with()["packages"])
