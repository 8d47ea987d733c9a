"""Ratings of programs: Elo by maximum likelihood with error bars, likelihood of superiority, SPRT.

Scores follow the logistic curve of Elo; a draw is half a win and half a loss.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from ronde.standings.likelihood import Floats


K = TypeVar("K", bound=Hashable)

_SCALE: Final = 400 / log(10)
_CONFIDENCE: Final = 1.959964  # 95 %
_STEPS: Final = 200
_PRIOR: Final = 0.5
"""Half a drawn game with a rival of rating 0 for everybody, so that ratings after only wins are finite."""


MOST_ERROR: Final = 200.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating relative to the mean, with the error of a 95 % interval."""

    elo: float
    error: float
    games: int
    score: float
    """Points made, a draw being half a point."""

    @property
    def telling(self) -> bool:
        """Whether the error is small enough to say something; a dozen different games are enough."""
        return self.error <= MOST_ERROR


@dataclass(frozen=True, slots=True)
class RatedMeeting(Generic[K]):
    """Games between two programs, counted from the side of the first."""

    one: K
    other: K
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def expected(difference: float) -> float:
    """The expected score of a program that is stronger by this difference; 0.5 for equals."""
    if abs(difference) > 8_000:
        return 1.0 if difference > 0 else 0.0
    return float(1 / (1 + 10 ** (-difference / 400)))


def difference(score: float) -> float:
    """The difference in Elo for a score between 0 and 1.

    >>> round(difference(0.75))
    191
    """
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def elos(meetings: Sequence[RatedMeeting[K]]) -> dict[K, float]:
    """The Elo of `ratings` without the errors."""
    return _Field(meetings).elos()


def ratings(meetings: Sequence[RatedMeeting[K]]) -> dict[K, Rating]:
    """The ratings of maximum likelihood; the order of games does not matter."""
    field = _Field(meetings)
    rows = zip(
        field.elos().items(), field.errors(), field.games.sum(axis=1), field.points.tolist(), strict=True
    )
    return {
        name: Rating(elo, error * _SCALE * _CONFIDENCE, round(games), points)
        for (name, elo), error, games, points in rows
    }


class _Field(Generic[K]):
    """Programs and the games between them, at the ratings of maximum likelihood."""

    def __init__(self, meetings: Sequence[RatedMeeting[K]]) -> None:
        import numpy as np  # only here: a duel does not need it

        self.names = list(dict.fromkeys(name for one in meetings for name in (one.one, one.other)))
        at = {name: place for place, name in enumerate(self.names)}
        self.games = np.zeros((len(at), len(at)))
        self.points = np.zeros(len(at))
        for meeting in meetings:
            one, other = at[meeting.one], at[meeting.other]
            self.games[one, other] += meeting.games
            self.games[other, one] += meeting.games
            self.points[one] += meeting.wins + meeting.draws / 2
            self.points[other] += meeting.losses + meeting.draws / 2
        self._values = self._top()

    def elos(self) -> dict[K, float]:
        if not self.names:
            return {}
        elos = (self._values - self._values.mean()) * _SCALE
        return dict(zip(self.names, elos.tolist(), strict=True))

    def errors(self) -> list[float]:
        """The standard error of each rating against the mean."""
        import numpy as np

        if not self.names:
            return []
        spread = np.linalg.inv(self._look(self._values)[1])
        rows = spread.mean(axis=1)
        errors: list[float] = np.sqrt(np.maximum(0, spread.diagonal() - 2 * rows + rows.mean())).tolist()
        return errors

    def _top(self) -> Floats:
        """Newton's method on a concave function; steps are limited so that they do not overshoot."""
        import numpy as np

        values = np.zeros(len(self.names))
        for _ in range(_STEPS):
            slope, curve = self._look(values)
            step = np.linalg.solve(curve, slope)
            values += step.clip(-2, 2)
            if np.abs(step).max(initial=0.0) < 1e-6:
                break
        return values

    def _look(self, values: Floats) -> tuple[Floats, Floats]:
        """The gradient of the log-likelihood, and its negated Hessian."""
        import numpy as np

        from ronde.standings.likelihood import logistic

        chances, own = logistic(values[:, None] - values), logistic(values)
        weights = self.games * chances * (1 - chances)
        slope = self.points + _PRIOR * (0.5 - own) - (self.games * chances).sum(axis=1)
        return slope, np.diag(_PRIOR * own * (1 - own) + weights.sum(axis=1)) - weights


def superiority(wins: int, losses: int) -> float:
    """The probability that the winner of more games is the stronger one; draws do not matter."""
    if not wins + losses:
        return 0.5
    return (1 + erf((wins - losses) / sqrt(2 * (wins + losses)))) / 2


_FEWEST: Final = 16

Verdict = Literal["better", "not-better", "open"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: is the first program `elo1` better rather than `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the answer is no, above the second yes."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def likelihood(self, scores: Mapping[float, int]) -> float:
        """The log-likelihood ratio of elo1 against elo0; `scores` counts games, or pairs, by score.

        The generalised test with the normal approximation, as public engine test benches use it.
        """
        count = sum(scores.values())
        if not count:
            return 0.0
        # Padding keeps the variance from being 0 at the start.
        padded = {score: scores.get(score, 0) + 0.1 for score in {0.0, 0.5, 1.0, *scores}}
        total = sum(padded.values())
        mean = sum(score * number for score, number in padded.items()) / total
        variance = sum(number * (score - mean) ** 2 for score, number in padded.items()) / total
        low, high = expected(self.elo0), expected(self.elo1)
        return total * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, scores: Mapping[float, int]) -> Verdict:
        """Whether the test has ended, and how; the approximation is not used with very few games."""
        if sum(scores.values()) < _FEWEST:
            return "open"
        low, high = self.bounds
        ratio = self.likelihood(scores)
        return "better" if ratio >= high else "not-better" if ratio <= low else "open"
