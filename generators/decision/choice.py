"""Choice: which of several settings to take, from the questions that each of them answers and what each of them stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from generators.measures.mcnemar import LEVEL, holm, mcnemar, questions_needed


@dataclass(frozen=True)
class Setting:
    """A row of a scenario: whether it answers each question, and what it costs.

    That is the vectors that it stores, the characters for each of the texts, and the tokens of a shortlist in the mean.
    """

    name: str
    answered: tuple[bool, ...]
    vectors: int
    stored: float
    tokens: float

    @property
    def cost(self) -> tuple[int, float, str]:
        """What settings are ordered by, the cheapest first."""
        return self.vectors, self.stored, self.name


@dataclass(frozen=True)
class Beside:
    """A setting beside the best: the questions that only it answers and those that only the best does, the p value among all pairs, and how
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
        """Whether the best is told from all others."""
        return len(self.level) == 1

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return len(self.best.answered)


def choose(settings: Sequence[Setting]) -> Choice:
    """The settings, of which there is one or more, beside the best of them: the one that answers most, and of several the cheapest.

    Every two settings are compared by McNemar's test, and the p values of all pairs adjusted by Holm's procedure, so that it does no harm
    that the best was found by the same questions.
    """
    ordered = sorted(settings, key=lambda setting: (-sum(setting.answered), *setting.cost))
    pairs = list(combinations(range(len(ordered)), 2))
    counts = [_counts(ordered[one], ordered[other]) for one, other in pairs]
    chances = dict(zip(pairs, holm([mcnemar(*count) for count in counts]), strict=True))
    best = ordered[0]
    standings = []
    for position, setting in enumerate(ordered):
        lost, won = _counts(best, setting)
        needed = questions_needed(won, lost, len(best.answered))
        standings.append(Beside(setting, won, lost, chances.get((0, position), 1.0), needed))
    return Choice(tuple(standings))


def _counts(one: Setting, other: Setting) -> tuple[int, int]:
    """How many questions only the one answers, and how many only the other."""
    pairs = list(zip(one.answered, other.answered, strict=True))
    return sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)
