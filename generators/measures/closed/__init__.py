"""The measures of a profile: every closed form as a published quantity.

`CLOSED` maps a measure's name to it. A formula is written so that it gives the value when its words are replaced by the value's inputs;
`bands` is a list of pairs, tables and tokens of each.
"""

from __future__ import annotations

from generators.measures.closed.answers import ANSWERS
from generators.measures.closed.crossover import CROSSOVER
from generators.measures.closed.cut import CUT
from generators.measures.closed.dilution import DILUTION
from generators.measures.closed.header import HEADER
from generators.measures.closed.routes import ROUTES
from generators.measures.closed.scaling import SCALING
from generators.measures.closed.windows import WINDOWS
from generators.measures.measure import Measure

CLOSED: dict[str, Measure] = {**WINDOWS, **CUT, **ROUTES, **SCALING, **DILUTION, **CROSSOVER, **HEADER, **ANSWERS}
