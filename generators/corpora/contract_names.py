"""The people, places, trades and sums that contracts are filled with; every company and person is made up."""

from __future__ import annotations

ROLES = (
    ("Supplier", "Customer"),
    ("Provider", "Client"),
    ("Contractor", "Company"),
    ("Vendor", "Purchaser"),
    ("Service Provider", "Principal"),
)

# the law of, the courts of, the currency's code and its name
LAWS = (
    ("England and Wales", "London", "GBP", "pounds sterling"),
    ("Scotland", "Edinburgh", "GBP", "pounds sterling"),
    ("Northern Ireland", "Belfast", "GBP", "pounds sterling"),
    ("Ireland", "Dublin", "EUR", "euros"),
    ("the Netherlands", "Amsterdam", "EUR", "euros"),
    ("Belgium", "Antwerp", "EUR", "euros"),
    ("Germany", "Hamburg", "EUR", "euros"),
    ("Austria", "Vienna", "EUR", "euros"),
    ("France", "Lyon", "EUR", "euros"),
    ("Finland", "Helsinki", "EUR", "euros"),
    ("Portugal", "Lisbon", "EUR", "euros"),
    ("Denmark", "Copenhagen", "DKK", "Danish kroner"),
    ("Sweden", "Stockholm", "SEK", "Swedish kronor"),
    ("Norway", "Oslo", "NOK", "Norwegian kroner"),
    ("Switzerland", "Zürich", "CHF", "Swiss francs"),
)

PLACES = tuple(
    "Leeds|Bristol|Cardiff|Glasgow|Cork|Galway|Rotterdam|Utrecht|Ghent|Liège|Bremen|Leipzig|Graz|Linz|Lille|Nantes|Bordeaux|Tampere|Turku|"
    "Porto|Braga|Aarhus|Odense|Malmö|Uppsala|Bergen|Trondheim|Basel|Lausanne|Bologna|Turin|Valencia|Bilbao|Kraków|Gdańsk|Brno|Ljubljana".split(
        "|"
    )
)

STREETS = (
    "Foundry Lane",
    "Canal Street",
    "Station Road",
    "Mill Yard",
    "Harbour Square",
    "Quarry Road",
    "Weavers Row",
    "Orchard Way",
    "Bridge Street",
)

NAMES = tuple(
    "Alder|Birkett|Calloway|Dunmore|Ellery|Fenwick|Garrick|Harrow|Islay|Jessop|Kestrel|Langtry|Merrow|Norvik|Ostler|Penhale|Quillan|Rushmere|"
    "Selwyn|Thistle|Umber|Varley|Wexcombe|Yarrow|Zeller|Brandt|Corvin|Delacourt|Eskeland|Hollis".split("|")
)
KINDS_OF_COMPANY = tuple(
    "Works|Systems|Industries|Services|Brothers|Partners|Technologies|Holdings|Trading|Logistics|Foods|Instruments".split("|")
)
FORMS = ("Limited", "plc", "Group")

PEOPLE = tuple(
    f"{first} {last}"
    for first, last in zip(
        "Anna|Tomás|Ingrid|Marek|Chloé|Samuel|Priya|Henrik|Lucía|David|Fatima|Jonas|Ewa|Patrick|Yuki|Olivia|Stefan|Nadia|Hugo|Miriam".split(
            "|"
        ),
        "Lindqvist|Ferreira|Solheim|Nowak|Girard|Okafor|Raman|Dahl|Ortega|Whelan|Haddad|Becker|Zielińska|Byrne|Tanaka|Marsh|Huber|Karim|Peeters|"
        "Stein".split("|"),
        strict=True,
    )
)
OFFICES = (
    "finance director",
    "managing director",
    "head of procurement",
    "chief operating officer",
    "head of legal affairs",
    "technical director",
)

TRADES = {
    "information technology services": (
        "help desk support|network operation|server hosting|application maintenance|data backup|device management|security monitoring|"
        "database administration|software testing"
    ),
    "customer contact services": (
        "telephone answering|complaint handling|order entry|chat support|letter scanning|appointment booking|welcome calls|refund processing|"
        "customer surveys"
    ),
    "payroll and accounting services": (
        "payroll processing|invoice capture|expense checking|ledger keeping|tax filing|pension administration|debt collection|"
        "management reporting|archive storage"
    ),
    "warehousing and transport services": (
        "pallet storage|cold storage|order picking|parcel delivery|customs clearance|returns handling|fleet tracking|dock scheduling|"
        "packaging recovery"
    ),
    "facilities management services": (
        "office cleaning|reception desk|site security|lift maintenance|heating maintenance|waste removal|grounds care|catering|energy monitoring"
    ),
    "laboratory and testing services": (
        "water analysis|soil analysis|instrument calibration|sample collection|materials testing|air monitoring|stability testing|"
        "method development|data review"
    ),
}

TITLES = (
    "Master Services Agreement",
    "Framework Agreement",
    "Services Agreement",
    "Outsourcing Agreement",
    "Agreement for the Supply of Services",
)

MONTHS = tuple("January|February|March|April|May|June|July|August|September|October|November|December".split("|"))

# What is drawn afresh wherever it stands in a clause.
DRAWN = {
    "days": ("two", "3", "5", "7", "10", "12", "14"),
    "few": ("two", "three", "four", "five"),
    "few2": ("8", "10", "12", "15", "20", "25"),
    "number": ("12", "18", "24", "30", "40", "60", "85", "120"),
    "hours": ("two", "four", "six", "8", "12", "24", "36", "48"),
    "minutes": ("10", "15", "20", "30", "45", "60"),
    "weeks": ("four", "six", "8", "10", "12"),
    "months": ("three (3)", "six (6)", "9", "twelve (12)", "18", "24"),
    "years": ("two", "three", "four", "five", "six", "seven"),
    "period": (
        "five (5) Business Days",
        "10 Business Days",
        "14 days",
        "fifteen (15) days",
        "20 Business Days",
        "21 days",
        "four weeks",
        "thirty (30) days",
    ),
    "notice": ("thirty (30) days", "six weeks", "60 days", "two months", "three months", "ninety (90) days"),
    "percent": ("three", "5", "7.5", "8", "ten", "12", "12.5", "15"),
    "rate": ("1.5", "two", "2.5", "three", "four", "4.5"),
    "share": ("50", "60", "66", "75", "80", "90"),
    "liability": ("100", "125", "150", "200"),
    "distance": ("20", "30", "50", "80", "100"),
    "morning": ("07:00", "07:30", "08:00", "08:30", "09:00"),
    "evening": ("17:00", "17:30", "18:00", "19:00", "20:00"),
    "nth": ("second", "third"),
    "nth2": ("fifth", "seventh", "tenth"),
    "role": OFFICES,
    "place": PLACES,
    "person": PEOPLE,
}
