"""The tables of contracts: what kinds there are, what stands in their cells, and one written to a length in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, cycle, islice, product
from random import Random
from typing import Literal

from generators.corpora import contract_names as names
from generators.corpora.contract_prose import Drafter, Template, template
from generators.corpora.fitted import Row, fitted

Cells = Literal["figures", "sentences"]
Layout = Literal["pipes", "aligned"]


@dataclass(frozen=True)
class Kind:
    """A kind of table: the sentences that lead to it, what its rows are about, its columns of figures and its columns of sentences."""

    leads: tuple[Template, ...]
    label: str
    subjects: str
    figures: tuple[tuple[str, str], ...]
    sentences: tuple[str, str]


def _kind(lead: str, label: str, subjects: str, figures: str, sentences: str) -> Kind:
    columns = tuple((column.split(" = ")[0], column.split(" = ")[1]) for column in figures.split(" | "))
    one, other = sentences.split()
    return Kind(tuple(template(wording) for wording in lead.split(" / ")), label, subjects, columns, (one, other))


@lru_cache(maxsize=None)
def kinds() -> dict[str, Kind]:
    """Every kind of table by the name that the sections of the bank use."""
    return {
        "fees": _kind(
            "The [Charges|sums payable] for each service and place are set out in the table below, in {currencyname} and without value added tax. / "
            "The table below states what the {C} pays for each service at each place, and what is included in the price.",
            "Service and place", "places", "Monthly fee = money | Set-up fee = money | Hours included = small", "condition remedy",
        ),
        "rates": _kind(
            "The rates for work that is charged by time are set out in the table below. / "
            "Work is charged at the following rates, which depend on the grade of the person and the place of work.",
            "Grade and place", "grades", "Day rate = money | Weekend rate = money | Travel rate = small", "condition exception",
        ),
        "credits": _kind(
            "The target for each month, the result measured in the trial and the credit that follows from it are set out in the table below. / "
            "The following table shows, month by month, the availability to be reached and the credit due for missing it.",
            "Month", "months", "Availability in % = high | Outage in minutes = whole | Service credit = money", "remedy record",
        ),
        "volumes": _kind(
            "The unit price depends on the volume ordered, as the following table shows. / "
            "The forecast volumes and the prices that go with them are set out in the table below.",
            "Volume ordered", "tiers", "Unit price = small | Discount in % = rate | Price of the step = money", "condition exception",
        ),
        "cover": _kind(
            "The insurance to be held, place by place, is set out in the table below, in {currencyname}. / "
            "The following table states the cover, the excess and the yearly premium for each risk.",
            "Risk and place", "risks", "Cover in thousands = sum | Excess = money | Yearly premium = money", "condition record",
        ),
        "retention": _kind(
            "The following table states how long each kind of record is kept and how much is held of it at the date of this Agreement. / "
            "Records are kept for the times stated in the table below and are then destroyed.",
            "Record and department", "records", "Months kept = whole | Items held = number | Share encrypted = percent", "duty record",
        ),
        "notice": _kind(
            "The periods of notice, and the payment due on early termination, are set out for each service in the table below. / "
            "The following table applies where one service is ended or interrupted at one place.",
            "Service and place", "places", "Weeks of notice = whole | Final payment = money | Refund in % = percent", "condition duty",
        ),
        "staffing": _kind(
            "The {S} plans the following staff for the Services. / The table below shows the staff to be provided for each grade and place.",
            "Grade and place", "grades", "Full-time posts = small | Yearly allowance = money | Vacancies in % = rate", "duty exception",
        ),
        "milestones": _kind(
            "The milestones and the instalments due for them are set out in the table below. / "
            "The following table states the share of the work, the instalment and the days of grace for each milestone.",
            "Milestone", "milestones", "Share in % = rate | Instalment = money | Days of grace = whole", "condition remedy",
        ),
        "audit": _kind(
            "The samples to be drawn, and the cost of drawing them, are set out in the table below. / "
            "The following table shows what was examined before signing, and what will be examined each year.",
            "Subject and place", "audits", "Items in sample = number | Error in % = rate | Cost = money", "record duty",
        ),
        "interest": _kind(
            "The balance and the interest on it are calculated as in the following table, which is an example. / "
            "The table below shows the balance carried over from the letter of intent and the interest that accrued on it.",
            "Month", "months", "Balance = money | Rate in % = rate | Interest = small", "condition exception",
        ),
        "disputes": _kind(
            "The days allowed for each step, and the cost to be advanced, depend on the sum in dispute, as the table below shows. / "
            "The following table applies to the conduct of a dispute or of a claim, according to its value in {currencyname}.",
            "Sum in dispute", "sums", "Days for talks = whole | Advance on costs = money | Limit on costs = money", "duty condition",
        ),
        "earlier": _kind(
            "The earlier orders to which this clause refers are listed in the table below, with what was paid and what is still open. / "
            "The following table lists the orders placed before the date of this Agreement.",
            "Order", "orders", "Amount = money | Paid in % = percent | Still open = money", "record exception",
        ),
        "subcontract": _kind(
            "The subcontractors known at the date of this Agreement are listed in the table below. / "
            "The following table names the companies that take part in the Services, and the share of each.",
            "Company and service", "companies", "Share in % = rate | Yearly value = money | Staff = whole", "duty remedy",
        ),
        "hours": _kind(
            "The hours during which a service is available are set out for each place in the table below. / "
            "The following table states the hours of service in an ordinary week, the standby fee and the price of an hour outside them.",
            "Service and place", "places", "Hours a week = whole | Standby fee = money | Extra hour = small", "condition remedy",
        ),
        "equipment": _kind(
            "The equipment to which this clause applies is listed in the table below, with its value in {currencyname}. / "
            "The following table lists the equipment provided and the yearly cost of keeping it in order.",
            "Item and place", "items", "Value = money | Yearly upkeep = money | Age in years = small", "duty condition",
        ),
    }  # fmt: skip


@lru_cache(maxsize=None)
def _sentences() -> dict[str, tuple[str, tuple[Template, ...]]]:
    """The header of each column of sentences, and the sentences to choose from."""
    return {name: (header, tuple(template(text) for text in texts.split("|"))) for name, (header, texts) in _SENTENCES.items()}


_SENTENCES = {
    "remedy": (
        "Remedy",
        "The {S} refunds the fee in full.|The {S} repeats the work at no charge.|The {C} may reduce the next payment by {percent} per cent.|"
        "The fee is halved for that month.|The {S} pays the cost of a replacement.|The {C} may end the service after a warning.|"
        "The {S} sends a second team within {hours} hours.|No payment is due until the fault is cured.|The {S} credits {smallamount} a day.|"
        "The parties meet within {days} days.",
    ),
    "condition": (
        "Condition",
        "The price holds for {weeks} weeks.|An order must be placed in writing.|Travel is included up to {distance} kilometres.|"
        "The {C} must give access by {morning}.|This applies on Business Days only.|The {C} must confirm it each year.|"
        "At least {few} days of warning are needed.|The {role} must approve it.|It applies from {start}.|A deposit may be asked for.",
    ),
    "exception": (
        "Exception",
        "Public holidays are charged twice.|Trial orders are free of charge.|This does not apply in {place}.|Urgent work costs {percent} per cent more.|"
        "Waiting time is not charged.|Orders already placed are not affected.|The first {few} hours are free.|There is no exception.|"
        "The {C} may agree otherwise in writing.|Work after {evening} is priced apart.",
    ),
    "duty": (
        "Duty",
        "The {S} keeps a written log.|The {S} informs the {C} within {hours} hours.|A named person must be on site.|The {C} provides a suitable room.|"
        "Both parties sign the list.|The {S} trains its staff every year.|The {S} asks the {role} first.|Keys are returned on the same day.|"
        "The {C} checks the result within {days} days.|Copies are destroyed after {months} months.",
    ),
    "record": (
        "Evidence",
        "The portal shows the result.|A signed form is enough.|The report is due on the {nth} Business Day.|The {S} keeps the log for {years} years.|"
        "An auditor has checked it.|The {C} holds the original.|The figures were agreed in {place}.|It is entered in the register.|"
        "The {role} has seen it.|A copy is kept in {place}.",
    ),
}  # fmt: skip

# the least and the greatest figure, and the decimals
_SHAPES = {
    "money": (200, 99_999, 2),
    "sum": (1_000, 99_999, 2),
    "number": (20, 9_999, 0),
    "whole": (2, 60, 0),
    "small": (2, 99, 1),
    "rate": (0.5, 9.9, 1),
    "percent": (2, 99.9, 1),
    "high": (95, 99.9, 1),
}
_GRADES = (
    "Junior engineer",
    "Engineer",
    "Senior engineer",
    "Team leader",
    "Project manager",
    "Analyst",
    "Senior analyst",
    "Technician",
    "Trainer",
    "Planner",
)
_RECORDS = (
    "Invoices",
    "Contracts",
    "Call logs",
    "Staff files",
    "Access logs",
    "Test reports",
    "Complaints",
    "Delivery notes",
    "Backups",
    "Minutes",
)
_DEPARTMENTS = ("accounts", "legal", "purchasing", "sales", "personnel", "operations", "quality", "security")
_RISKS = (
    "Public liability",
    "Professional indemnity",
    "Damage to goods",
    "Employer’s liability",
    "Data loss",
    "Fire and water",
    "Vehicle damage",
    "Theft",
)
_ITEMS = (
    "Server cabinet",
    "Hand scanner",
    "Label printer",
    "Delivery van",
    "Pallet truck",
    "Network switch",
    "Desk",
    "Spare battery",
    "Display",
    "Scale",
)
_REMARKS = ("", "", "", "", " (draft)", " (revised)", " (subject to review)", " (to be confirmed)")
_STEPS = ("Plan", "Design", "Pilot", "Training", "Handover", "Review", "Final report")


def _subjects(name: str, drafter: Drafter, rng: Random) -> Iterator[str]:
    """What the rows are about, one label after another; only a very long table comes back to the first."""
    places = rng.sample(names.PLACES, 12)
    services = [service[0].upper() + service[1:] for service in drafter.services]
    step = rng.choice((250, 500, 1000, 2500))
    first = rng.randrange(40)
    if name == "months":
        return (f"{names.MONTHS[(first + i) % 12]} {int(drafter.facts['year']) + (first + i) // 12}" for i in count())
    if name in ("tiers", "sums"):
        unit = " units" if name == "tiers" else ""
        return (f"{step * i + 1:,} to {step * (i + 1):,}{unit}" for i in count())
    companies = [f"{one} {rng.choice(names.KINDS_OF_COMPANY)}" for one in rng.sample(names.NAMES, 12)]
    outer, inner = {
        "places": (services, places),
        "grades": (_GRADES, places),
        "risks": (_RISKS, places),
        "items": (_ITEMS, places),
        "audits": (services, places),
        "records": (_RECORDS, _DEPARTMENTS),
        "milestones": (_STEPS, drafter.services),
        "companies": (companies, drafter.services),
        "orders": ([f"Order of {month}" for month in names.MONTHS], [str(int(drafter.facts["year"]) - i) for i in range(1, 9)]),
    }[name]
    joint = " " if name == "orders" else ", "
    labels = [f"{one}{joint}{other}" for other, one in product(inner, outer)]
    return islice(cycle(labels), first, None)


def _figure(shape: str, rng: Random) -> str:
    """A plain figure with as many decimals as its shape has; sums spread evenly over their orders of magnitude."""
    low, high, decimals = _SHAPES[shape]
    return f"{low * (high / low) ** rng.random():,.{decimals}f}"


def write(kind: Kind, drafter: Drafter, tokens: int, cells: Cells, layout: Layout) -> tuple[str, ...] | None:
    """A table of that kind and of so many tokens of cl100k_base: its header row, its delimiter row, its body rows; `None` where it cannot be."""
    rng = drafter.rng
    subjects = _subjects(kind.subjects, drafter, rng)
    labels: list[str] = []
    figures = kind.figures if cells == "figures" else kind.figures[:1]
    sentences = () if cells == "figures" else tuple(_sentences()[name] for name in kind.sentences)

    def draw(i: int) -> Row:
        labels.extend(islice(subjects, max(0, i + 1 - len(labels))))
        label = labels[i] + rng.choice(_REMARKS)
        return (label, *(_figure(shape, rng) for _, shape in figures), *(drafter.fill(rng.choice(choice)) for _, choice in sentences))

    header = (kind.label, *(name for name, _ in figures), *(name for name, _ in sentences))
    return fitted(header, frozenset(range(1, len(figures) + 1)), draw, tokens, layout == "aligned", rng)
