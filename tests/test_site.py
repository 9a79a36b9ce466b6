"""The built site: the same bytes everywhere, no network, true to the lock, and data that agree with its pages."""

import csv
import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import jsonschema
import pytest
import yaml
from built import pages, read
from project import ROOT, copy_tiny, offcut

from generators import site
from generators.measures import MEASURES
from generators.mistake import Mistake
from generators.splitters import SPLITTERS

# What Python imports before anything else: it writes down every attempt to reach a network, and refuses it.
NO_NETWORK = """
import os, socket, sys

def refused(*arguments, **keywords):
    with open(os.environ["ATTEMPTS"], "a") as file:
        print(arguments[1:], file=file)
    raise OSError("there is no network here")

class Socket(socket.socket):
    connect = connect_ex = sendto = refused

socket.socket = Socket
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refused
"""

# The clock of another day: 400 days on, for whoever asks the time in any of these ways. pandas crashes when it is loaded under it, and
# comes with the converters of other formats: a build does without it, but NLTK would load it by way of scikit-learn.
ANOTHER_DAY = """
import datetime, sys, time

sys.modules["pandas"] = None

AHEAD = 400 * 24 * 60 * 60
now, localtime, gmtime = time.time, time.localtime, time.gmtime
time.time = lambda: now() + AHEAD
time.time_ns = lambda: int(time.time() * 1e9)
time.localtime = lambda seconds=None: localtime(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: gmtime(time.time() if seconds is None else seconds)

class Date(datetime.date):
    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())

class Datetime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)

    today = now

datetime.date, datetime.datetime = Date, Datetime
"""

HERE = {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
THERE = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Chatham", "LC_ALL": "C", "LANG": "tr_TR.UTF-8"}


def built_in(folder, startup, **environment):
    """A project copied to a folder of its own and built from nothing: its files' digests, and what it asked of a network."""
    project = copy_tiny(folder / "project")
    (folder / "startup").mkdir()
    (folder / "startup/sitecustomize.py").write_text(startup, "utf-8")
    attempts = folder / "attempts"
    attempts.touch()
    paths = f"{folder / 'startup'}{os.pathsep}{ROOT}"
    done = offcut(project, "build", PYTHONPATH=paths, ATTEMPTS=str(attempts), OFFCUT_SITE_URL="https://offcut.example/", **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return files(project / "site"), attempts.read_text("utf-8")


def files(folder):
    """The digest of every file of a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()
    }


def test_a_build_gives_the_same_bytes_everywhere_and_opens_no_connection(tmp_path):
    """Another folder, hash seed, time zone, locale and date change no byte of any file, and neither build asks anything of a network."""
    with ThreadPoolExecutor(2) as both:
        here = both.submit(built_in, tmp_path / "one", NO_NETWORK, **HERE)
        there = both.submit(built_in, tmp_path / "elsewhere/other", NO_NETWORK + ANOTHER_DAY, **THERE)
    (one, asked_here), (other, asked_there) = here.result(), there.result()
    assert sorted(one) == sorted(other)
    assert "https://offcut.example/tiny/" in (tmp_path / "one/project/site/sitemap.xml").read_text("utf-8")
    assert {path for path in one if one[path] != other[path]} == set()
    assert asked_here + asked_there == ""


def test_the_watch_for_connections_sees_them(tmp_path):
    """A connection and a look-up of a name are refused and written down; the shifted clock is another day's."""
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK + ANOTHER_DAY, "utf-8")
    words = (
        "import datetime, socket, time\n"
        "for ask in (lambda: socket.create_connection(('localhost', 9)), lambda: socket.socket().connect(('127.0.0.1', 9))):\n"
        "    try: ask()\n"
        "    except OSError as error: print(error)\n"
        "print(time.strftime('%Y', time.localtime()) >= '2026', datetime.date.today() == datetime.datetime.now().date())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "ATTEMPTS": str(tmp_path / "attempts")}
    done = subprocess.run([sys.executable, "-c", words], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "there is no network here\n" * 2 + "True True\n"
    assert len((tmp_path / "attempts").read_text("utf-8").splitlines()) == 2


TAMPERED = "tiny/rates/small/rows_headerless"


def tamper(project, value):
    """Change one published value in a project's lock; gives the value that stood there."""
    path = project / "scenarios/published/tiny.json"
    lock = json.loads(path.read_text("utf-8"))
    before, lock["numbers"][TAMPERED] = lock["numbers"][TAMPERED], value
    path.write_text(json.dumps(lock), "utf-8")
    return before


def test_a_changed_lock_is_named_and_nothing_is_built(project):
    """`check` and `build` end with 1, name the number with both values and the command that accepts it; the old site stays as it was."""
    before = files(project / "site")
    true = tamper(project, 4711)
    for command in ("check", "build"):
        done = offcut(project, command)
        assert done.returncode == 1
        assert f"{TAMPERED}: published 4,711, computed {true}" in done.stdout
        assert "offcut lock tiny" in done.stdout
    assert files(project / "site") == before


def test_a_preview_shows_what_differs_as_pending(project):
    """The site of a preview has the computed number, and the page of changes says what waits to be accepted."""
    true = tamper(project, 4711)
    with pytest.raises(Mistake, match=f"{TAMPERED}: published 4,711, computed {true}: accept it with `offcut lock tiny`"):
        site.build(project)
    found = site.build(project, accept_pending=True)
    assert f"{TAMPERED}: published 4,711, computed {true}" in found["changes.md"].decode()
    assert json.loads(found["numbers.json"])["numbers"][TAMPERED]["value"] == true


def test_a_published_site_has_nothing_pending(tiny_site):
    """Where all is as published the page of changes says nothing of it."""
    assert "Pending" not in read(tiny_site / "changes/index.html").text


def test_a_mistake_on_a_page_leaves_the_old_site(project):
    """A page that asks for a number that is not there ends the build with 2, the place and the nearest id, and the old site stands."""
    before = files(project / "site")
    with (project / "docs/tiny.md").open("a") as page:
        page.write('{{ number("tiny/rates/small/rows_headles") }}')
    done = offcut(project, "build")
    assert done.returncode == 2
    line = len((project / "docs/tiny.md").read_text("utf-8").splitlines())
    assert f"docs/tiny.md:{line}: there is no number 'tiny/rates/small/rows_headles': did you mean {TAMPERED}?" in done.stderr
    assert "Traceback" not in done.stderr
    assert files(project / "site") == before


def test_a_broken_link_is_refused(project):
    """A link to a page or a heading that is not there ends the build with 2 and is named; the old site stands."""
    before = files(project / "site")
    with (project / "docs/tiny.md").open("a") as page:
        page.write("\n\n[one](nowhere.md) [other](method.md#nowhere)\n")
    done = offcut(project, "build")
    assert done.returncode == 2
    assert "nowhere.md" in done.stderr
    assert "#nowhere" in done.stderr
    assert files(project / "site") == before


def test_one_build_at_a_time(project):
    """Two would write over each other; the second says so and changes nothing."""
    before = files(project / "site")
    with (project / ".cache/build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = offcut(project, "build")
    assert [done.returncode, done.stderr] == [2, "another build of this project is running: wait until it has ended\n"]
    assert files(project / "site") == before


def test_a_file_in_the_place_of_the_site_is_left_alone(project):
    """The build says so before it begins."""
    shutil.rmtree(project / "site")
    (project / "site").write_text("mine", "utf-8")
    done = offcut(project, "build")
    assert done.returncode == 2
    assert done.stderr.endswith("site: is no folder, and the site is to be written there: move it away\n")
    assert (project / "site").read_text("utf-8") == "mine"


BROKEN = "from generators import listing\nlisting.numbers_page = lambda *_: 1 / 0\n"


def test_a_bug_while_the_site_is_built_is_3_with_its_traceback(project, tmp_path):
    """What no page can be blamed for is told from a page that is refused, though MkDocs ends with 1 for both; the old site stands."""
    before = files(project / "site")
    (project / ".cache/site.stamp").unlink()
    (tmp_path / "sitecustomize.py").write_text(BROKEN, "utf-8")
    done = offcut(project, "build", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert done.returncode == 3
    assert "Traceback" in done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.endswith("this is a bug in offcut; please report it with the lines above\n")
    assert files(project / "site") == before


@pytest.mark.parametrize(
    ("path", "writers"),
    [
        ("reference/numbers/tiny.md", "in the site: docs/reference/numbers/tiny.md and the generated reference/numbers/tiny.md: rename"),
        ("tiny/index.md", "two writers of tiny/index.html in the site: docs/tiny.md and docs/tiny/index.md"),
        ("numbers.json", "two writers of numbers.json in the site: docs/numbers.json and the generated numbers.json"),
        ("data/tiny/cut.csv", "two writers of data/tiny/cut.csv in the site: docs/data/tiny/cut.csv and data/tiny/cut.csv"),
    ],
)
def test_two_writers_of_one_path_are_refused(project, path, writers):
    """A page or file of docs/ that would stand where something else is written is named with it."""
    (project / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
    (project / "docs" / path).write_text("# Another\n", "utf-8")
    with pytest.raises(Mistake, match=re.escape(writers)):
        site.build(project)


def test_the_mistakes_of_all_pages_are_reported_at_once(project):
    """Each page is read to its first mistake, and all of these are told together."""
    (project / "docs/index.md").write_text("# One\n\n{{ term('strid') }}\n", "utf-8")
    (project / "docs/tiny.md").write_text("# Two\n\n\n{{ number() }}\n", "utf-8")
    (project / "docs/changes.md").write_text("# Three\n\n{% if %}\n", "utf-8")
    (project / "docs/one.md").write_bytes(b"# Four\n\xff\n")
    with pytest.raises(Mistake) as raised:
        site.build(project)
    places = [line.partition(": ")[0] for line in raised.value.lines]
    assert places == ["docs/tiny.md:4", "docs/changes.md:3", "docs/one.md", "docs/index.md:3"]


@cache
def numbers(folder):
    """The numbers.json of a site."""
    return json.loads((folder / "numbers.json").read_text("utf-8"))


def test_numbers_json_keeps_to_its_schema(tiny_site):
    """The data are valid by the schema that is published beside them, and the schema is one."""
    schema = json.loads((tiny_site / "numbers.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(numbers(tiny_site))


def test_numbers_json_holds_every_published_number_as_published(tiny_site):
    """Its ids are those of the lock and its values agree as the lock asks; each names its scenario and the command that computes it."""
    published = {}
    for name in ("hostile", "tiny"):
        lock = json.loads((ROOT / f"tests/tiny/scenarios/published/{name}.json").read_text("utf-8"))
        published |= lock["numbers"]
        for series in lock["series"]:
            rows = csv.DictReader(io.StringIO((ROOT / "tests/tiny/scenarios/published" / series).read_text("utf-8")))
            published |= {row["id"]: json.loads(row["value"]) for row in rows}
    found = numbers(tiny_site)["numbers"]
    assert list(found) == sorted(published)
    for number, record in found.items():
        entry = published[number]
        value, *interval = entry if isinstance(entry, list) else [entry]
        assert record["value"] == (pytest.approx(value, rel=1e-3) if isinstance(value, float) else value)
        assert record["interval"] == (pytest.approx(interval, rel=1e-3) if interval else None)
        assert record["scenario"] == number.split("/")[0]
        assert record["command"] == f"offcut run {record['scenario']} --number {number}"


def test_the_data_of_a_scenario_are_its_part_of_numbers_json(tiny_site):
    """A card reads less and says the same."""
    whole = numbers(tiny_site)
    parts = {name: json.loads((tiny_site / f"data/{name}.json").read_text("utf-8")) for name in ("hostile", "tiny")}
    assert {number: record for part in parts.values() for number, record in part["numbers"].items()} == whole["numbers"]
    assert all(part["built_with"] == whole["built_with"] for part in parts.values())
    assert {number.split("/")[0] for number in parts["tiny"]["numbers"]} == {"tiny"}


def test_a_number_says_where_it_is_shown(tiny_site):
    """It is the page named after its scenario, where that shows it, before any other; a number that no page shows has its list."""
    found = numbers(tiny_site)["numbers"]
    assert found["tiny/profile/fixed/tables_cut"]["page"] == "tiny/"
    assert found["tiny/profile/fixed/stride"]["page"] == ""
    assert found["tiny/profile/window-200/cosine"]["page"] == "reference/numbers/tiny/"


def test_a_renamed_number_leads_to_its_new_id(tiny_site):
    """An old id is still an anchor of its scenario's list, with a link to the id that took its place."""
    listed = (tiny_site / "reference/numbers/tiny/index.html").read_text("utf-8")
    row = re.search(r'<tr id="tiny/rates/tokens/tables_cut">.*?</tr>', listed)[0]
    assert 'href="../../../reference/numbers/tiny/#tiny/rates/small/tables_cut"' in row


def test_the_list_of_numbers_leads_to_the_pages_that_show_them(tiny_site):
    """A row has value, unit and inputs, and a link to the page, the home page too; a number that no page shows has none."""
    listed = (tiny_site / "reference/numbers/tiny/index.html").read_text("utf-8")
    row = {number: re.search(rf'<tr id="tiny/profile/{number}">.*?</tr>', listed)[0] for number in ("fixed/stride", "window-200/cosine")}
    assert '<a href="../../../#tiny/profile/fixed/stride" title="where it is shown">shown</a>' in row["fixed/stride"]
    assert "<td>192</td>" in row["fixed/stride"]
    assert "chunk_size 256" in row["fixed/stride"]
    assert "shown" not in row["window-200/cosine"]


def test_the_page_of_changes_tells_what_moved(tiny_site):
    """The newest change comes first: why, by which inputs, which numbers from what to what, and which are gone."""
    page = read(tiny_site / "changes/index.html")
    assert [id for id in page.ids if id.startswith("change-")] == [
        "change-0004-tiny",
        "change-0003-tiny",
        "change-0002-tiny",
        "change-0001-hostile",
    ]
    text = " ".join(page.text.split())
    assert "In tiny: 3 moved, 1 gone." in text
    assert "tiny/rates/sentence/chunks: 2 became 1" in text
    assert "tiny/rates/sentence/old: n/a became 0.25" in text
    assert "tiny/written/fixed/tables_cut: 2 (seeds 2 to 3) became 3 (seeds 3 to 3)" in text
    assert "tiny/rates/sentence/gone is gone" in text
    linked = {address.rpartition("#")[2] for tag, address in page.links if "reference/numbers/tiny/#" in address}
    assert linked == {"tiny/rates/sentence/chunks", "tiny/written/fixed/tables_cut"}


DATA = {"tiny": {"bars", "cut", "share", "sizes"}, "hostile": {"counts", "nothing"}}


def test_every_table_and_chart_has_its_data_beside_it(tiny_site):
    """CSV and JSON hold the same rows, their values are those of numbers.json, and the page leads to both."""
    found = numbers(tiny_site)["numbers"]
    for page, names in DATA.items():
        assert {path.stem for path in (tiny_site / "data" / page).iterdir()} == names
        addresses = [address for _, address in read(tiny_site / page / "index.html").links]
        for name in names:
            rows = json.loads((tiny_site / f"data/{page}/{name}.json").read_text("utf-8"))
            table = list(csv.DictReader(io.StringIO((tiny_site / f"data/{page}/{name}.csv").read_text("utf-8"))))
            assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows] == table
            for row in rows:
                assert row["value"] == found[row["id"]]["value"]
                assert [row["lowest"], row["highest"]] == (found[row["id"]]["interval"] or [None, None])
            assert {f"../data/{page}/{name}.csv", f"../data/{page}/{name}.json"} <= set(addresses)


def test_every_table_of_numbers_says_what_it_is_and_has_its_data_beside_it(tiny_site):
    """Wherever numbers stand in a table it has a caption, and in the same block links to its rows as CSV and JSON, which are there."""
    seen = set()
    for page in pages(tiny_site):
        for table in page.read_text("utf-8").split('<table class="numbers')[1:]:
            assert re.match(r"[^>]*><caption>[^<]+", table), page.relative_to(tiny_site)
            behind = table.partition("</table></div>")[2]
            links = re.match(
                r'<p class="downloads">Data: <a href="([^"]+)\.csv" download>CSV</a> <a href="([^"]+)\.json" download>', behind
            )
            assert links, page.relative_to(tiny_site)
            assert all((page.parent / f"{links[index]}.{kind}").is_file() for index, kind in ((1, "csv"), (2, "json")))
            seen.add(page.parent.name)
    assert seen == {"tiny", "hostile"}  # the pages of these names, and the lists of these scenarios


def test_the_data_of_a_scenario_are_a_table_too(tiny_site):
    """The CSV beside the JSON has a row for each number, its inputs and seeds included."""
    rows = list(csv.DictReader(io.StringIO((tiny_site / "data/tiny.csv").read_text("utf-8"))))
    found = {number: record for number, record in numbers(tiny_site)["numbers"].items() if record["scenario"] == "tiny"}
    assert [row["id"] for row in rows] == sorted(found)
    for row in rows:
        record = found[row["id"]]
        assert row["id"].split("/")[1:] == [row[key] for key in ("corpus", "splitter", "measure", "part") if row[key]]
        assert row["value"] == ("" if record["value"] is None else str(record["value"]))
        assert [row["lowest"], row["highest"]] == [str(bound) for bound in record["interval"] or ("", "")]
        assert [row["status"], json.loads(row["inputs"])] == [record["status"], record["inputs"]]


def test_the_search_of_the_site_is_not_flooded(tiny_site):
    """It finds what was written, and neither the list of a scenario's ids, nor pages of code, nor the made-up text of an exhibit."""
    found = json.loads((tiny_site / "search/search_index.json").read_text("utf-8"))["docs"]
    places = {entry["location"].partition("#")[0] for entry in found}
    assert {"", "tiny/", "hostile/", "reference/numbers/", "glossary/"} <= places
    assert not [place for place in places if re.match("reference/(numbers|source)/.", place)]
    texts = " ".join(entry["text"] for entry in found)
    assert "By arithmetic" in texts
    assert "The monthly rates" not in texts


def test_the_rows_of_data_bear_the_words_of_the_page(tiny_site):
    """Row and column heads stand in the data as a reader sees them, and an axis has numbers."""
    cut = json.loads((tiny_site / "data/tiny/cut.json").read_text("utf-8"))
    assert {row["column"] for row in cut} == {"tables cut", "rows <headerless>", "stored"}
    assert {row["row"] for row in cut} == {
        "fixed 60/20 characters",
        "fixed 60/20 characters, header repeated",
        "langchain.RecursiveCharacterTextSplitter 60/0 characters",
        "llamaindex.SentenceSplitter 1,024/200 tokens",
    }
    sizes = json.loads((tiny_site / "data/tiny/sizes.json").read_text("utf-8"))
    assert [(row["series"], row["x"]) for row in sizes] == [("formula", 200), ("formula", 300), ("formula", 400), ("measured", 256)]


def test_every_chart_has_words_and_a_table(tiny_site):
    """A chart is an image with a title and a description, has a caption, and its numbers stand in a table below it."""
    html = (tiny_site / "tiny/index.html").read_text("utf-8")
    charts = re.findall(r'<figure class="chart" id="chart-(\w+)">(.*?)</figure>', html, re.DOTALL)
    assert [name for name, _ in charts] == ["sizes", "bars"]
    for name, chart in charts:
        assert re.search(rf'<svg[^>]* role="img" aria-labelledby="{name}-title {name}-desc"', chart)
        assert re.search(rf'<title id="{name}-title">[^<]+</title><desc id="{name}-desc">[^<]+</desc>', chart)
        assert "<figcaption>" in chart
        shown = set(re.findall(r'data-number="([^"]+)"', chart.partition("<table")[2]))
        assert shown == {row["id"] for row in json.loads((tiny_site / f"data/tiny/{name}.json").read_text("utf-8"))}


def test_every_page_has_one_heading_and_its_tables_have_heads(tiny_site):
    """One h1 a page, an alternative for each picture, heads for each table, and a language."""
    for page in pages(tiny_site):
        reading, name = read(page), page.relative_to(tiny_site)
        assert len(reading.all("h1")) == 1, name
        assert all("alt" in image for image in reading.all("img")), name
        assert reading.all("html")[0]["lang"] == "en", name
        for table in re.findall(r"<table.*?</table>", page.read_text("utf-8"), re.DOTALL):
            assert "<th" in table or 'class="highlighttable"' in table, name


def test_the_404_page_and_the_print_styles_are_there(tiny_site):
    """A lost reader finds a search and the pages, and print has styles of its own."""
    lost = read(tiny_site / "404.html")
    assert "Nothing is kept at this address" in lost.text
    assert {"lost-number", "lost-search", "pages"} <= set(lost.ids)
    styles = {address for tag, address in read(tiny_site / "index.html").links if tag == "link"}
    assert "assets/css/print.css" in styles
    assert "@media print" in (tiny_site / "assets/css/print.css").read_text("utf-8")


def test_the_reference_has_a_heading_for_everything(tiny_site):
    """Each measure, splitter, source of text and command has its anchor, and each module its page of code."""
    from generators.arguments import parser
    from generators.corpora import SOURCES

    commands = next(action.choices for action in parser()._actions if isinstance(action.choices, dict))
    assert set(MEASURES) <= set(read(tiny_site / "reference/measures/index.html").ids)
    assert set(commands) <= set(read(tiny_site / "reference/cli/index.html").ids)
    keys = set(read(tiny_site / "reference/scenario/index.html").ids)
    assert {f"splitter-{name.lower().replace('.', '-')}" for name in SPLITTERS} <= keys
    assert {f"corpus-{name}" for name in SOURCES} <= keys
    modules = {path.relative_to(ROOT).with_suffix("").as_posix() for path in (ROOT / "generators").rglob("*.py")}
    served = {
        path.parent.relative_to(tiny_site / "reference/source").as_posix() for path in tiny_site.glob("reference/source/**/index.html")
    }
    assert {name.replace("__init__", "package") for name in modules} == served - {"."}


def test_the_schema_for_editors_takes_every_scenario(tiny_site):
    """Each scenario file of the project and of the miniature is valid by scenario.schema.json, and a misspelt key is not."""
    schema = json.loads((tiny_site / "scenario.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    scenarios = [path for path in (*ROOT.glob("scenarios/*.yaml"), *ROOT.glob("tests/tiny/scenarios/*.yaml")) if path.stem != "claims"]
    assert {"tables", "tiny", "hostile"} <= {path.stem for path in scenarios}
    for path in scenarios:
        data = yaml.safe_load(path.read_text("utf-8"))
        validator.validate(data)
        assert not validator.is_valid({**data, "corporas": {}}), path.name
        name, row = next(iter(data["splitters"].items()))
        assert not validator.is_valid({**data, "splitters": {name: {**row, "chunksize": 1}}}), path.name
