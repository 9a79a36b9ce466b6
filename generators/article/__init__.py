"""The source articles' claims, each recomputed where it can be and given a verdict.

`claims` reads the file, `rule` and `rules` say how each is recomputed, `agreement` compares, `verdict` decides, `page` shows.
"""

from generators.article.claims import Claim, Sheet, read
from generators.article.verdict import VERDICTS, Verdict, to_json, verdicts

__all__ = ["VERDICTS", "Claim", "Sheet", "Verdict", "read", "to_json", "verdicts"]
