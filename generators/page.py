"""Page: one page being rendered, and what an expression in its sentences can ask for: numbers, inputs, settings, terms, claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from pathlib import PurePosixPath

from markupsafe import Markup

from generators import markup, reference
from generators.article import Verdict
from generators.article.agreement import as_written
from generators.catalogue import Catalogue
from generators.display import escaped
from generators.markup import safe
from generators.measures.measure import JSON
from generators.mistake import Mistake
from generators.results import Measurement
from generators.schema import nearest


def root_of(path: str) -> str:
    """The way from a page of docs/ to the site's root: `tables.md` is served as `tables/`."""
    parts = PurePosixPath(path).with_suffix("").parts
    return "../" * (len(parts) - (parts[-1] == "index"))


def served_as(path: str) -> str:
    """A page of docs/ as a path within the site: `tables.md` gives `tables/`, `index.md` the empty path."""
    parts = PurePosixPath(path).with_suffix("").parts
    return "".join(f"{part}/" for part in parts if part != "index")


@dataclass
class Page:
    """One page being rendered: the functions of its expressions, the numbers that it has shown and the data files that it needs."""

    path: str
    catalogue: Catalogue
    claims: Mapping[str, Verdict] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The way to the site's root."""
        return root_of(self.path)

    @property
    def stem(self) -> str:
        """The page's own name, `tables` for `tables.md`: the scenario of this name is the page's own."""
        return PurePosixPath(self.path).stem

    def link(self, one: Measurement, digits: int | None = None, *, spread: bool = False) -> str:
        """A number's link; the first of each on a page is the place that a citation names."""
        first = one.id not in self.shown
        self.shown.add(one.id)
        self.catalogue.pages.setdefault(one.id, served_as(self.path))
        return markup.number_link(self.catalogue, one, self.root, anchor=first, digits=digits, spread=spread)

    def keep(self, files: Mapping[str, bytes]) -> None:
        """Keep data files of this page; raises `Mistake` where two of its tables or charts have one name."""
        for path in files:
            if path in self.files:
                raise Mistake(f"two tables or charts of this page write {path}: give each a name of its own")
        self.files.update(files)

    def number(self, number: str, digits: int | None = None, spread: bool = False) -> Markup:
        """`{{ number("scenario/corpus/splitter/measure") }}`: one published number."""
        return safe(self.link(self.catalogue.one(number), digits, spread=spread))

    def input(self, number: str, name: str) -> Markup:
        """`{{ input("...", "chunk_size") }}`: an input of a number, as its record has it, linked to the number.

        Raises `Mistake` for one that has its inputs only where data sets or extras are: the page would not build without them.
        """
        one = self.catalogue.one(number)
        if self.catalogue.scenario(one.scenario).may_be_frozen(one):
            raise Mistake(f"{number} has no inputs in a build without its data set or encoder: name a number or a setting instead")
        if one.error:
            return safe(markup.unknown(one.error))
        return self._linked(number, _named(one.inputs, name, f"{number} has no input"))

    def value(self, number: str, name: str = "") -> float:
        """A number's value, or one of its inputs, a setting in force in its run or another measure of that run, for a place on a chart's
        axis; it is not for prose. Of a number that may be frozen, inputs are not to be counted on. What a run that failed does not have is
        NaN, which has no place on an axis.
        """
        one = self.catalogue.one(number)
        results = self.catalogue.scenario(one.scenario)
        beside = results.numbers.get(f"{one.scenario}/{one.corpus}/{one.splitter}/{name}")
        inputs = {} if results.may_be_frozen(one) else one.inputs
        known = {**({name: beside.value} if beside else {}), **results.runs[one.corpus, one.splitter].settings, **inputs}
        if one.error and known.get(name) is None:
            return nan
        found = _named(known, name, f"{number} has no input") if name else one.value
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise Mistake(f"{name or 'the value'} of {number} is {found!r}, which has no place on an axis")
        return found

    def setting(self, pair: str, name: str) -> Markup:
        """`{{ setting("scenario/corpus/splitter", "chunk_size") }}`: a setting in force in a run, a library's default included.

        A figure is linked to the first number of the run, in the order of ids. Where no splitter could be built, only what the scenario
        names is known.
        """
        run = self.catalogue.run(pair)
        if run.unbuilt and name not in run.settings:
            return safe(markup.unknown(run.unbuilt))
        value = _named(run.settings, name, f"the run {pair} has no setting")
        numbers = self.catalogue.scenario(pair.partition("/")[0]).numbers
        return self._linked(min((number for number in numbers if number.startswith(f"{pair}/")), default=""), value)

    def _linked(self, number: str, value: JSON) -> Markup:
        """A figure as a link to the number that it went into, where there is one; anything else as code."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not number:
            return safe(f"<code>{escaped(str(value))}</code>")
        return safe(markup.input_link(number, self.root, value))

    def call(self, pair: str) -> Markup:
        """`{{ call("scenario/corpus/splitter") }}`: the call to paste, as a block of code; where it cannot be made, why not."""
        run = self.catalogue.run(pair)
        if run.unbuilt:
            return safe(markup.instead(run))
        return safe(f'<pre class="call"><code>{escaped(run.code)}</code></pre>')

    def term(self, word: str, shown: str = "") -> Markup:
        """`{{ term("stride") }}`: a word of the glossary, linked to its entry."""
        if word not in self.terms:
            raise Mistake(
                f"the glossary has no term {word!r}: {nearest(word, sorted(self.terms))}; or give it a heading in docs/glossary.md"
            )
        return safe(f'<a class="term" href="{self.root}glossary/#{self.terms[word]}">{escaped(shown or word)}</a>')

    def claim(self, claim: str) -> Markup:
        """`{{ claim("A.stride.default") }}`: a claim's verdict, linked to its row on the claims page."""
        if claim not in self.claims:
            raise Mistake(f"there is no claim {claim!r} in scenarios/claims.yaml: {nearest(claim, sorted(self.claims))}")
        verdict = self.claims[claim].verdict
        return safe(f'<a class="verdict {verdict.replace(" ", "-")}" href="{self.root}claims/#{claim}">{verdict}</a>')

    def printed(self, claim: str) -> Markup:
        """`{{ printed("A.stride.default") }}`: the value that the source of a claim prints, marked as a quotation."""
        self.claim(claim)
        one = self.claims[claim]
        return safe(f"<q>{escaped(as_written(one.quoted, one.written))}</q>")

    def runs(self, scenario: str) -> Markup:
        """What the runs of a scenario raised, printed and noted, one fold each; nothing where all were silent."""
        return safe(reference.run_notes(self.catalogue.scenario(scenario)))


def _named(values: Mapping[str, JSON], name: str, lacking: str) -> JSON:
    if name not in values:
        raise Mistake(f"{lacking} {name!r}: {nearest(name, sorted(values))}")
    return values[name]
