"""The repository's own rules: one direction of imports, lock files, reasons, and nothing that belongs to one machine."""

import ast
import importlib.metadata
import re
import subprocess
import tomllib
from pathlib import Path

import prerequisites
import pytest
import yaml

import generators
from generators.licences import dependency_licences
from generators.tokens import OFFLINE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-models.txt")
ORDER = [word.strip(" .\n") for word in (generators.__doc__ or "").rpartition("\n\n")[2].split(",")]
MODULES = sorted((ROOT / "generators").rglob("*.py"))
ONLY_IN = {"langchain": "splitters", "llama_index": "splitters", "matplotlib": "charts", "mkdocs": "door"}

# Brackets keep the patterns from finding themselves.
FOREIGN = re.compile(r"(?<![\w.~-])/(?:[w]ork|[f]arm|[t]mp|[r]oot)/|py[p]i\.org|pythonho[s]ted\.|registry\.npm[j]s|deb\.deb[i]an\.org")


def name_of(requirement):
    """The package that a requirement line names, in the one spelling that compares."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def tracked():
    """Every file that git tracks, or would with `git add`: a new file is read before it is committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [ROOT / name for name in sorted(set(filter(None, listed.stdout.split("\0")))) if (ROOT / name).is_file()]


def place(path):
    """Where a module stands in the order: the name of its folder, or its own."""
    return path.relative_to(ROOT / "generators").with_suffix("").parts[0]


def imported(tree):
    """The dotted names that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import of {node.module}"
            own = node.module == "generators"
            yield from (f"generators.{alias.name}" for alias in node.names) if own else (str(node.module),)


def test_the_order_names_every_module_once():
    """The order in the package's docstring is the whole list of modules; the two entry files stand outside it."""
    assert sorted(ORDER) == sorted({place(path) for path in MODULES} - {"__init__", "__main__"})


def breaches(path):
    """What a module imports against the rules: from below it in the order, or an outside library through another door."""
    here = place(path)
    in_folder = path.parent.name != "generators"
    above = ORDER if here == "__main__" else ORDER[: ORDER.index(here) + in_folder] if here in ORDER else []
    for name in imported(ast.parse(path.read_text("utf-8"))):
        top, _, rest = name.partition(".")
        if top == "generators" and rest.partition(".")[0] not in above:
            yield f"{here} imports {name}, which does not stand above it"
        yield from (
            f"{here} imports {name}: only {door} may" for library, door in ONLY_IN.items() if top.startswith(library) and here != door
        )


def test_a_module_imports_only_what_stands_above_it():
    """Imports go up the list in the package's docstring, and each outside library has one door."""
    assert [breach for path in MODULES for breach in breaches(path)] == []


def test_every_module_says_what_is_in_it():
    """The first line of a module's docstring is a sentence: the structure page is made of them."""
    for path in [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]:
        first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
        assert re.fullmatch(r"\S.{15,}[.:]", first), f"{path.relative_to(ROOT)} begins with {first!r}"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_place_to_download_from(lock):
    """A lock file holds names, exact versions, markers, hashes and who asked for them, and nothing else."""
    for line in (ROOT / lock).read_text("utf-8").splitlines():
        assert re.fullmatch(
            r"[a-z0-9-]+==[\w.!+]+( ; [\w .<>=!()']+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # +[\w. ()/\[\]-]+", line
        ), line


def versions(lock):
    """What a lock file pins: each name with its versions and their markers."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)(.*) \\\n    --hash=", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE))


MODELS = PROJECT["dependency-groups"]["models"]


def test_the_packages_that_are_only_read_are_locked_alone():
    """Those of the group of models at their pins, and nothing that they depend on."""
    assert {name: version for name, version, _ in versions("requirements-models.txt")} == dict(line.split("==") for line in MODELS)


def test_every_dependency_is_locked():
    """Each package that pyproject.toml names is pinned with a hash, the tool that installs the project among them."""
    needed = {name_of(line) for line in PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]}
    assert needed <= {name for name, *_ in versions("requirements.txt")}
    assert {name_of(line) for line in PROJECT["project"]["optional-dependencies"]["dev"]} <= {
        name for name, *_ in versions("requirements-dev.txt")
    }


def test_a_pinned_dependency_is_locked_at_its_pin():
    """A pin changed in pyproject.toml without `make lock-requirements` is noticed."""
    pinned = dict(line.split("==") for line in PROJECT["project"]["dependencies"] if "==" in line)
    locked = {name: version for name, version, _ in versions("requirements.txt")}
    assert {name_of(name): version for name, version in pinned.items()} == {name_of(name): locked[name_of(name)] for name in pinned}


def test_the_tests_run_on_what_the_site_is_built_with():
    """requirements-dev.txt only adds to requirements.txt."""
    assert versions("requirements.txt") <= versions("requirements-dev.txt")


def rows(heading):
    """The first cells of the table under a heading of the contributing page, without their backticks."""
    section = (ROOT / "docs/contributing.md").read_text("utf-8").partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return [cell for line in section.splitlines() if line.startswith("| `") for cell in re.findall(r"`(.+?)`", line.split("|")[1])]


def test_every_dependency_has_its_reason():
    """The contributing page says why each package is here, and of none that has gone."""
    named = PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]
    named = named + [line for extra in PROJECT["project"]["optional-dependencies"].values() for line in extra] + MODELS
    assert sorted(set(map(name_of, rows("Packages")))) == sorted(set(map(name_of, named)))


def test_every_lint_rule_set_aside_has_its_reason():
    """The contributing page says why each ignored rule is ignored."""
    lint = PROJECT["tool"]["ruff"]["lint"]
    assert sorted(rows("Lint rules")) == sorted(lint["ignore"] + [rule for rules in lint["per-file-ignores"].values() for rule in rules])


def test_the_reason_of_every_skipped_test_is_printed():
    """A run of the tests ends with each skip and its reason, so that none goes unnoticed."""
    assert {"-rs", "--no-fold-skipped"} <= set(PROJECT["tool"]["pytest"]["ini_options"]["addopts"].split())


def test_ci_leaves_no_test_out():
    """What a test may lack is asked for in one place, and each job that tests has fetched the data sets before."""
    skip = re.compile(r"pytest\.[s]kip\b(?!\.)|[i]mportorskip")
    assert [path.name for path in (ROOT / "tests").glob("*.py") if skip.search(path.read_text("utf-8"))] == ["prerequisites.py"]
    jobs = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text("utf-8"))["jobs"]
    steps = [[step.get("run") for step in job["steps"]] for job in jobs.values()]
    testing = [runs[: runs.index("make test")] for runs in steps if "make test" in runs]
    assert [".venv/bin/offcut data fetch" in before for before in testing] == [True]


@pytest.mark.parametrize(
    ("environment", "outcome"),
    [({}, "skipped"), ({"CI": "true"}, "failed"), ({"CI": "true", "OFFCUT_DATA": ""}, "skipped")],
)
def test_a_test_without_its_data_set_fails_in_ci(monkeypatch, tmp_path, environment, outcome):
    """Elsewhere it is skipped, as it is where CI says that there are no data sets; either way it is said which are missing."""
    for name in ("CI", "OFFCUT_DATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(prerequisites, "ROOT", tmp_path)
    raised = {"skipped": pytest.skip.Exception, "failed": pytest.fail.Exception}[outcome]
    with pytest.raises(raised, match=r"these data sets are not here: tatqa: run `offcut data fetch`, or name their folder in OFFCUT_DATA"):
        prerequisites.need_data("tatqa")


def test_the_given_cases_are_not_asked_of_ci(monkeypatch, tmp_path):
    """They are not the project's, so that where they are missing the test says so and is skipped."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(prerequisites, "CASES", tmp_path / "none")
    with pytest.raises(pytest.skip.Exception, match="the given cases, which are not the project's, are not here"):
        prerequisites.need_cases()


@pytest.mark.parametrize("name", ["README.md", "docs/contributing.md"])
def test_links_and_pictures_of_documents_read_on_the_repository_lead_somewhere(name):
    """What a document names beside itself is there, and what follows a # is a heading's anchor."""
    document = ROOT / name
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    addresses = [address for address in re.findall(r"\]\(([^()\s]+)\)", text) if not re.match(r"[a-z]+:", address)]
    assert addresses
    for path, _, anchor in (address.partition("#") for address in addresses):
        target = document.parent / path if path else document
        assert target.is_file(), f"{name} leads to {path}, which is not there"
        assert not anchor or f"{{#{anchor}}}" in target.read_text("utf-8"), f"{name} leads to {path}#{anchor}"


def test_data_inside_packages_have_their_licence_stated():
    """Whatever llama-index-core brings to count tokens and to find sentences is named on the page of licences."""
    files = [file.parts for file in importlib.metadata.files("llama-index-core") or ()]
    models = {
        parts[parts.index("tokenizers") + 1].removesuffix(".zip") for parts in files if "nltk_cache" in parts and "tokenizers" in parts
    }
    page = (ROOT / "docs/licences.md").read_text("utf-8").partition("## Data inside packages")[2]
    assert models | set(OFFLINE) == {"punkt_tab", "cl100k_base", "o200k_base"}
    assert all(f"`{name}`" in page for name in models | set(OFFLINE))


def test_no_file_belongs_to_one_machine():
    """No tracked file names a path of a machine it was written on, or the host of a package index."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), 1)
        if FOREIGN.search(line)
    ]
    assert not found


def test_the_search_for_foreign_paths_finds_them():
    """A path of a machine and an index's host are found, and the same words elsewhere are not."""
    assert FOREIGN.search("see " + "/".join(["", "work", "main"]))
    assert FOREIGN.search("https://" + ".".join(["pypi", "org"]) + "/simple")
    assert not FOREIGN.search("https://example.com/a/" + "/".join(["work", "b"]) + " and frame" + "work/")


def test_the_citation_has_the_version():
    """CITATION.cff and pyproject.toml name one version and one licence."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert [citation["version"], citation["license"]] == [PROJECT["project"]["version"], PROJECT["project"]["license"]]


def test_shell_scripts_parse():
    """Every file that begins with a shell's line is read by bash without a complaint."""
    scripts = [path for path in tracked() if re.match(rb"#!.*\b(ba)?sh\b", path.read_bytes()[:80])]
    assert ROOT / ".ci/run" in scripts
    for path in scripts:
        assert subprocess.run(["bash", "-n", path], capture_output=True, text=True, check=False).stderr == ""


def test_make_lists_every_target_that_the_documents_name():
    """`make help` has a line for each target in the readme and on the contributing page."""
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "docs/contributing.md", ".ci/run", ".github/workflows/site.yml")]
    named = {target for text in texts for target in re.findall(r"(?:`|^|run: |&& |time )make ([a-z-]+)", text, flags=re.MULTILINE)}
    assert {"site", "test"} <= named <= set(re.findall(r"make ([a-z-]+)", listed))


def test_the_scenario_of_the_readme_is_one(tmp_path):
    """The readme's first scenario is read without a mistake beside a document of the name it uses."""
    from generators import scenario

    text = re.search(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)[1]
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora/handbook.md").write_text("# Handbook\n", "utf-8")
    (tmp_path / "handbook.yaml").write_text(text, "utf-8")
    assert [row.name for row in scenario.load(tmp_path / "handbook.yaml").splitters] == ["default", "small", "recursive"]


def test_licences_are_what_the_packages_say():
    """Every package that the site is built with states a licence; the field of Matplotlib is a whole text, its classifier a name."""
    found = {name: licence for name, _, licence, _ in dependency_licences()}
    assert {name_of(line) for line in PROJECT["project"]["dependencies"]} <= set(found)
    assert "not stated" not in found.values()
    assert [found["matplotlib"], found["mkdocs"]] == ["Python Software Foundation License", "BSD-2-Clause"]


def test_licences_leave_out_what_is_not_installed(tmp_path):
    """A package that the lock keeps for other systems has no row; the rows are sorted, however the lock is."""
    lock = tmp_path / "requirements.txt"
    lock.write_text("pyyaml==6.0.4 \\\n    --hash=sha256:00\nonly-elsewhere==1.0 ; sys_platform == 'other' \\\njinja2==3.1.6 \\\n", "utf-8")
    assert [name for name, *_ in dependency_licences(lock)] == ["jinja2", "pyyaml"]
