"""Choice: which of several settings to take, from the questions that each of them answers and what each of them stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log2

from generators.measures.mcnemar import LEVEL, mcnemar, questions_needed


@dataclass(frozen=True)
class Setting:
    """A row of a scenario: whether it answers each question, and what it costs; None where a cost is not measured.

    That is the vectors that it stores, the characters for each of the texts, and tokens: those of a shortlist in the mean, or where
    nothing is searched all that are embedded. `sweep` names the row of the file that was written out into this one and others.
    """

    name: str
    answered: tuple[bool, ...]
    vectors: int | None
    stored: float | None
    tokens: float | None
    sweep: str = ""

    @property
    def cost(self) -> tuple[float, float, int, str]:
        """What settings are ordered by, the cheapest first; of those that cost the same the one that answers most."""
        return self.vectors or 0, self.stored or 0, -sum(self.answered), self.name


@dataclass(frozen=True)
class Beside:
    """A setting beside the best: the questions that only it answers and those that only the best does, the p value, adjusted, and how
    many questions would tell the two apart.
    """

    setting: Setting
    won: int
    lost: int
    chance: float
    needed: int | None

    @property
    def worse(self) -> bool:
        """Whether it is told from the best."""
        return self.chance < LEVEL


@dataclass(frozen=True)
class Choice:
    """The settings beside the one that answers most questions, the best first; that one stands beside itself."""

    standings: tuple[Beside, ...]

    @property
    def best(self) -> Setting:
        """The setting that answers most questions."""
        return self.standings[0].setting

    @property
    def level(self) -> list[Setting]:
        """The settings that the questions do not tell from the best, the cheapest first; the best is one of them."""
        return sorted((one.setting for one in self.standings if not one.worse), key=lambda setting: setting.cost)

    @property
    def chosen(self) -> Setting:
        """What to take: the best where it is told from all others, else the cheapest of those that are not told from it."""
        return self.level[0]

    @property
    def decided(self) -> bool:
        """Whether the best is told from all others, of which there are some."""
        return len(self.level) == 1 < len(self.standings)

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return len(self.best.answered)

    @property
    def least(self) -> int:
        """The fewest questions that could tell two of so many settings apart, if only one of the two answered any of them."""
        return floor(log2(2 * (len(self.standings) - 1) / LEVEL)) + 1 if len(self.standings) > 1 else 0


def choose(settings: Sequence[Setting]) -> Choice:
    """The settings, of which there is one or more, beside the best of them: the one that answers most, and of several the cheapest.

    Each other one is compared with that by McNemar's test, its p value multiplied by how many others there are: multiple comparisons with
    the best (Gupta, Technometrics 7, 1965; Hsu, Annals of Statistics 12, 1984). Whichever setting is the best in truth, it is told from the
    one that looks best here in no more than 5% of all samples, for only its own comparisons can do so. That the best was found by the same
    questions does no harm, and no two others have to be compared.
    """
    best, *others = sorted(settings, key=lambda setting: (-sum(setting.answered), *setting.cost))
    standings = [Beside(best, 0, 0, 1.0, None)]
    for setting in others:
        pairs = list(zip(best.answered, setting.answered, strict=True))
        lost, won = sum(own and not other for own, other in pairs), sum(other and not own for own, other in pairs)
        chance = min(1.0, len(others) * mcnemar(won, lost))
        standings.append(Beside(setting, won, lost, chance, questions_needed(won, lost, len(pairs))))
    return Choice(tuple(standings))
