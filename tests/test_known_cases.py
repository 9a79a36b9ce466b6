"""Every known case through `offcut inspect`: all that it states of chunks is what the command gives, as data and on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from known_cases import asked, document, found, given, splitters
from own_cases import OWN
from prerequisites import need_cases
from reported import REPORTED
from small_project import offcut

from generators.chunk import Chunk
from generators.cli import main
from generators.corpora.documents import document as read_document
from generators.inspection import Inspection, inspect
from generators.inspection.facts import Facts
from generators.inspection.view import Page, plain, view
from generators.inspection.words import quote_for
from generators.measures.held import rows_cut, rows_headerless
from generators.splitters.splitter import Splitter, located

ELSEWHERE = {"encoder", "metadata_note", "must_contain_literally_when_html_is_unescaped", "must_not_contain_elements"}
"""What is right of something else than an inspection: other tests, named after their cases, hold it."""


@dataclass(frozen=True)
class Known:
    """A run of a case: the case with its name, the splitter with its own, and what the real library once gave."""

    name: str
    run: str
    case: dict[str, Any]
    splitter: dict[str, Any]
    observed: dict[str, Any]


def runs() -> Iterator[Any]:
    """Every run of every case, our own first."""
    cases = {**OWN, **{number: case for number, case in given().items() if case["splitter"]["library"] != "none"}}
    for name, case in cases.items():
        observed = {run["name"]: run for run in case.get("observed_today", {}).get("runs", ())}
        for run, splitter in splitters(case):
            yield pytest.param(Known(name, run, case, splitter, observed.get(run, {})), id=f"{name}-{run}")


def inspected(case: dict[str, Any], splitter: dict[str, Any]) -> Inspection:
    """The case's document under the splitter, or with the chunks that the case gives in place of one."""
    text = read_document("case", document(case))
    if splitter["library"] != "given":
        return inspect(text, *asked(splitter))
    pasted = Splitter("given", {}, "characters", None, None, str.split, len, "")
    return Inspection(text, "given", {}, pasted, located(text.text, splitter["chunks"], pasted))


def as_data(folder, capsys, case: dict[str, Any], splitter: dict[str, Any]) -> dict[str, Any]:
    """What the command prints with `--json` of the case's document in a file."""
    use, keywords = asked(splitter)
    path = folder / "document"
    path.write_bytes(document(case).encode())
    assert main(["inspect", str(path), "--splitter", use, "--args", json.dumps(keywords), "--json"]) == 0
    answer, said = capsys.readouterr()
    assert said == ""
    return json.loads(answer)


def facts_of(case: dict[str, Any], found_facts: Facts, keywords: dict[str, Any]) -> dict[str, Any]:
    """What a case may state beyond the places of its chunks."""
    splitter, ratio = found_facts.splitter, found_facts.stored_ratio
    unit = "" if splitter.unit == "characters" else " tokens"
    default = "" if "chunk_overlap" in keywords or "then" in keywords else " (library default, not in the scenario)"
    asked_for = f"{splitter.chunk_overlap}{unit}{default}"
    whole = {f"{unit.strip() or 'lengths'}": found_facts.sizes}
    above = [(found_facts.chunks[at].text, found_facts.sizes[at]) for at in found_facts.above_limit]
    return {
        **whole,
        "overlap_asked": asked_for if unit or default else splitter.chunk_overlap,
        "max_overlap": splitter.chunk_overlap,
        "stored_over_corpus": None if ratio is None else round(ratio, 3),
        "over_limit": found_facts.above_limit,
        "over_limit_tokens": [{"chunk": text, "tokens": size, "limit": splitter.chunk_size} for text, size in above][-1:],
        "starts_mid_word": found_facts.mid_word or [],
        "starts_mid_character": found_facts.mid_character,
        "table": table_of(case, found_facts),
    }


def table_of(case: dict[str, Any], found_facts: Facts) -> dict[str, Any]:
    """The case's only table, which has to be where the case says."""
    if "tables" not in case:
        return {}
    (table,), (stated,) = found_facts.document.tables, case["tables"]
    assert [list(table.header), list(table.delimiter or ()), list(map(list, table.rows))] == [
        stated["header_span"],
        stated["separator_span"],
        stated["row_spans"],
    ]
    (held,) = found_facts.tables
    near = {**held.with_header, **held.without_header}
    whole = frozenset().union(*near.values())
    return {
        "chunks_touching": sorted(near),
        "rows_whole": len(whole),
        "rows_cut": rows_cut(held),
        "cut_rows": [at for at, row in enumerate(table.rows) if row not in whole],
        "rows_with_header": len(whole) - rows_headerless(held),
        "rows_without_header": rows_headerless(held),
    }


@pytest.mark.parametrize("known", list(runs()))
def test_known_case(known, tmp_path, capsys):
    """Everything that is stated is so, and nothing that is stated is passed over."""
    case, splitter, observed = known.case, known.splitter, known.observed
    inspection = inspected(case, splitter)
    data = inspection.to_json()
    if splitter["library"] != "given":
        assert as_data(tmp_path, capsys, case, splitter) == data
    right = {key: value for key, value in case["right"].get(known.run, {}).items() if key not in ELSEWHERE}
    if "error" in observed or "error_type" in right:
        assert data["error"].startswith(f"{right.pop('error_type')}: {right.pop('error_says', '')}")
        assert (right, data["chunks"], data["lost"]) == ({}, [], None)
        return
    chunks = tuple(Chunk(one["text"], tuple(map(tuple, one["pieces"])), one["match"]) for one in data["chunks"])
    got = found(document(case), chunks, case.get("questions", []))
    assert data["lost"] == got["lost_runs"]
    got |= facts_of(case, Facts(inspection.document, inspection.splitter, inspection.chunks), dict(inspection.keywords))
    assert [one["text"] for one in data["chunks"]] == observed.get("chunks", [one["text"] for one in data["chunks"]])
    assert all(part in data["printed"] for part in observed.get("printed_on_stdout", "").split(" ... "))
    assert all(part.strip(".") in data["printed"] for part in observed.get("printed_on_stderr", "").split(" ... "))
    ambiguous = any(chunk.match == "ambiguous" for chunk in chunks)
    assert ambiguous == (right.pop("ways", 1 + ambiguous) > 1)
    if "same_chunks_as" in right:
        other = dict(splitters(case))[right.pop("same_chunks_as")]
        assert [chunk.text for chunk in inspected(case, other).chunks] == [chunk.text for chunk in chunks]
    if "over_limit_tokens" in right:
        right["over_limit_tokens"] = [right["over_limit_tokens"]]
    assert right.keys() <= got.keys(), f"nothing here knows of {sorted(right.keys() - got.keys())}"
    assert {
        key: got[key] if not isinstance(value, dict) else {part: got[key][part] for part in value} for key, value in right.items()
    } == right


@pytest.mark.parametrize("known", list(runs()))
def test_known_case_on_the_terminal(known):
    """The view says in words what the case wants a reader to be told, and no line of it holds a control character."""
    lines = [plain(line) for line in view(inspected(known.case, known.splitter), Page(80, quote_for("utf-8")))]
    assert all(line.isprintable() for line in lines)
    seen = " ".join(" ".join(lines).split())
    wanted = known.case["view"] if known.name in OWN else REPORTED.get((known.name, known.run), [])
    assert [words for words in wanted if words not in seen] == [], "\n".join(lines)


def test_the_given_cases_are_there():
    """All 41 of them; where they are not here, the cases of our own were run all the same."""
    need_cases()
    assert len(given()) == 41
    unknown = {number for number, _ in REPORTED} - set(given())
    assert unknown == set()


def test_a_process_of_its_own_gives_the_same(tmp_path):
    """The command reads standard input as it reads a file, in the bare locale of C as in any other."""
    case = OWN["accents"]
    (tmp_path / "accents.txt").write_text(document(case), "utf-8")
    use, keywords = asked(case["splitter"])
    words = ("--splitter", use, "--args", json.dumps(keywords), "--json")
    code, answer, said = offcut(tmp_path, "inspect", "accents.txt", *words, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (code, said) == (0, "")
    assert json.loads(answer) == inspected(case, case["splitter"]).to_json()
