"""The miniature project with a small document for the explorer, and a page that shows it in every form."""

from pathlib import Path

from project import offcut

TEXT = """\
# Running a lamp house

The keeper on duty signs the book at dusk, at midnight and at dawn, and nobody else writes in it.

The main lamp burns paraffin. Its wick is trimmed every four hours. It must be renewed after ninety hours of burning, or the glass \
turns black before the next keeper sees it.

The fog bell is struck by a clockwork that runs for six hours. Wind it before it stands still, for a bell that stood still must be \
reported to the harbour master in writing.

Visitors are let in on Sundays <b>only</b> & by day. "No & no" is the answer to everybody who asks to see the lamp burn.

The boat is kept in the northern shed 🚤 with its oars inside. The southern shed is locked from October to April, and its key hangs in \
the kitchen, behind the door.

Oil is landed twice a year. Count the casks, smell each of them, and send back what smells of fish. The keeper who signs for a bad cask \
pays for it.
"""

QUESTIONS = """\
- id: wick
  text: "When does the wick of the main lamp have to be renewed?"
  answer: "The main lamp burns paraffin. Its wick is trimmed every four hours. It must be renewed after ninety hours of burning"
- id: visitors
  text: "Who is let in on Sundays, and what is <i>not</i> shown?"
  answers:
    - 'Visitors are let in on Sundays <b>only</b> & by day.'
    - 'everybody who asks to see the lamp burn'
- id: key
  text: "Where does the key of the southern shed hang?"
  answer: "its key hangs in the kitchen"
"""

PAGE = """\
# The lottery

{{ strip("house", "wick", "fixed 0", "fixed 60", "recursive 0") }}

{{ matrix("house", "fixed 0") }}

{{ matrix("house", "token 0") }}

## Explorer {#explorer}

{{ explorer("house", "tower") }}

<div id="explorer-plain" markdown="1">

The explorer needs JavaScript.

</div>
"""


ENTRIES = "".join(f"Watch {watch}: the keeper saw {watch % 7} sails and wrote them down.\n\n" for watch in range(500))
"""As many as make the text too long for overlaps."""

TOWER = f"# The book of the tower\n\n{ENTRIES}In the last watch the bell was rung twice for a ship in the fog.\n"

ASKED = """\
- id: bell
  text: "When was the bell rung twice?"
  answer: "In the last watch the bell was rung twice"
"""


def write_house(folder: Path) -> None:
    """A short document and a long one, with their questions, among a project's scenarios."""
    corpora = folder / "scenarios/corpora"
    corpora.mkdir(parents=True, exist_ok=True)
    for name, text, questions in (("house", TEXT, QUESTIONS), ("tower", TOWER, ASKED)):
        (corpora / f"{name}.md").write_text(text, "utf-8")
        (corpora / f"{name}.questions.yaml").write_text(questions, "utf-8")


def add_explorer(folder: Path) -> Path:
    """Give the miniature project in a folder the document and its page, and build it; gives the folder of its site."""
    write_house(folder)
    (folder / "docs/lottery.md").write_text(PAGE, "utf-8")
    settings = folder / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8").replace("  - Tiny: tiny.md\n", "  - Tiny: tiny.md\n  - Lottery: lottery.md\n"), "utf-8")
    done = offcut(folder, "build")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"
