"""The examples of the page on contributing: each function of a page is named, and each number in an example is published."""

import re
from pathlib import Path

from generators.figures import FIGURES
from generators.lock import read
from generators.pages import OF_A_PAGE

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/contributing.md").read_text("utf-8")
EXAMPLES = "\n".join(re.findall(r"```jinja\n(.*?)```", PAGE, re.DOTALL))


def test_every_function_of_a_page_is_named_with_an_example():
    """Whatever an expression may call stands in a sentence of the page and in an example to paste."""
    offered = {*OF_A_PAGE, *FIGURES}
    assert offered - set(re.findall(r"`(\w+)`", PAGE)) == set()
    assert offered - set(re.findall(r"\b(\w+)\(", EXAMPLES)) == set()


def test_every_id_of_an_example_is_published():
    """An example that is pasted as it stands finds its numbers, and the runs that it names have some."""
    published = [number for name in ("tables", "causes", "sizes") for number in read(ROOT / "scenarios/published", name).numbers]
    ids = re.findall(r'"((?:tables|causes|sizes)/[^"]+)"', EXAMPLES)
    assert len(ids) > 10
    assert [one for one in ids if not (one in published or any(number.startswith(f"{one}/") for number in published))] == []
