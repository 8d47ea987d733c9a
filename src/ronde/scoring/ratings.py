"""Ratings of programs: Elo by maximum likelihood with error bars, likelihood of superiority, SPRT.

Scores follow the logistic curve of Elo; a draw is half a win and half a loss. Standard library only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, exp, inf, log, log10, sqrt
from operator import mul
from typing import Final, Generic, Literal, TypeVar

from ronde.scoring.linear import inverse
from ronde.scoring.sparse import Sparse, relaxed

K = TypeVar("K", bound=Hashable)

_SCALE: Final = 400 / log(10)
_CONFIDENCE: Final = 1.959964  # 95 of 100 times
_STEPS: Final = 200
_PRIOR: Final = 0.5
"""Half a drawn game with a rival of rating 0 for everybody: who has won everything still has a rating."""
_MANY: Final = 200
"""Beyond so many programs the errors look no further than rivals: exactly takes the cube of their number."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating relative to the average of all, and how far it may be off, 95 times of 100."""

    elo: float
    error: float
    games: int
    score: float
    """Points made, a draw being half a point."""


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
        """How many games there were."""
        return self.wins + self.draws + self.losses


def expected(difference: float) -> float:
    """The score to expect of a program that is so much better; 0.5 for equals."""
    if abs(difference) > 8_000:
        return 1.0 if difference > 0 else 0.0
    return float(1 / (1 + 10 ** (-difference / 400)))


def difference(score: float) -> float:
    """The difference in Elo that a score between 0 and 1 speaks for.

    >>> round(difference(0.75))
    191
    """
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def elos(meetings: Sequence[RatedMeeting[K]]) -> dict[K, float]:
    """The elo of `ratings` alone, at a cost that grows with the pairs that have met."""
    return _Field(meetings).elos()


def ratings(meetings: Sequence[RatedMeeting[K]]) -> dict[K, Rating]:
    """The ratings that make the results most likely; the order of games does not matter."""
    field = _Field(meetings)
    errors = field.errors()
    return {
        name: Rating(elo, errors[at] * _SCALE * _CONFIDENCE, sum(field.games[at].values()), field.points[at])
        for at, (name, elo) in enumerate(field.elos().items())
    }


class _Field(Generic[K]):
    """Programs and the games between them, at the ratings that make those most likely."""

    def __init__(self, meetings: Sequence[RatedMeeting[K]]) -> None:
        self.names = list(dict.fromkeys(name for one in meetings for name in (one.one, one.other)))
        at = {name: place for place, name in enumerate(self.names)}
        self.games: list[dict[int, int]] = [{} for _ in self.names]
        self.points = [0.0] * len(self.names)
        for meeting in meetings:
            one, other = at[meeting.one], at[meeting.other]
            for here, there in ((one, other), (other, one)):
                self.games[here][there] = self.games[here].get(there, 0) + meeting.games
            self.points[one] += meeting.wins + meeting.draws / 2
            self.points[other] += meeting.losses + meeting.draws / 2
        self._values = self._top()

    def elos(self) -> dict[K, float]:
        """Everybody's rating, the average being 0."""
        mean = sum(self._values) / max(1, len(self._values))
        return {name: (value - mean) * _SCALE for name, value in zip(self.names, self._values, strict=True)}

    def errors(self) -> list[float]:
        """The standard error of each rating against the average of all."""
        curve = self._look(self._values)[1]
        size = len(self.names)
        if size > _MANY:
            return self._near_errors(curve)
        spread = inverse(curve.whole())
        rows = [sum(row) / size for row in spread]
        whole = sum(rows) / max(1, size)
        return [sqrt(max(0.0, spread[at][at] - 2 * rows[at] + whole)) for at in range(size)]

    def _near_errors(self, curve: Sparse) -> list[float]:
        """The same as far as one's rivals decide it: each is as unsure as his other games leave him."""
        errors = []
        for own, (places, weights) in zip(curve.diagonal, curve.rows, strict=True):
            known = own + sum(weights)  # what is supposed of everybody; the weights are negative
            for at, weight in zip(places, weights, strict=True):
                known += 1 / (1 / -weight + 1 / max(curve.diagonal[at] + weight, 1e-9)) if weight else 0.0
            errors.append(1 / sqrt(known))
        return errors

    def _top(self) -> list[float]:
        """Newton's method on a concave function; a step is cut lest it overshoot."""
        values = [0.0] * len(self.names)
        for _ in range(_STEPS):
            slope, curve = self._look(values)
            step = relaxed(curve, slope)
            values = [value + max(-2.0, min(2.0, change)) for value, change in zip(values, step, strict=True)]
            if max(map(abs, step), default=0.0) < 1e-6:
                break
        return values

    def _look(self, values: Sequence[float]) -> tuple[list[float], Sparse]:
        """The slope of the logarithm of the likelihood, and its curvature with the sign turned round."""
        slope, diagonal, beside = [], [], []
        for value, points, rivals in zip(values, self.points, self.games, strict=True):
            chances = [1 / (1 + exp(values[rival] - value)) for rival in rivals]
            weights = [
                count * chance * (1 - chance) for count, chance in zip(rivals.values(), chances, strict=True)
            ]
            own = 1 / (1 + exp(-value))
            slope.append(points + _PRIOR * (0.5 - own) - sum(map(mul, rivals.values(), chances)))
            diagonal.append(_PRIOR * own * (1 - own) + sum(weights))
            beside.append({rival: -weight for rival, weight in zip(rivals, weights, strict=True)})
        return slope, Sparse(diagonal, beside)


def superiority(wins: int, losses: int) -> float:
    """The likelihood that the winner of more games really is the better one; draws say nothing about it."""
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
        """The logarithm of how much likelier elo1 is than elo0; `scores` counts games, or pairs, by score.

        The generalised test with the normal approximation, as public engine test benches use it.
        """
        count = sum(scores.values())
        if not count:
            return 0.0
        # A little of everything keeps the variance from being nothing before anything has varied.
        padded = {score: scores.get(score, 0) + 0.1 for score in {0.0, 0.5, 1.0, *scores}}
        total = sum(padded.values())
        mean = sum(score * number for score, number in padded.items()) / total
        variance = sum(number * (score - mean) ** 2 for score, number in padded.items()) / total
        low, high = expected(self.elo0), expected(self.elo1)
        return total * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, scores: Mapping[float, int]) -> Verdict:
        """Whether the test has ended, and how; the approximation is not trusted with very few games."""
        if sum(scores.values()) < _FEWEST:
            return "open"
        low, high = self.bounds
        ratio = self.likelihood(scores)
        return "better" if ratio >= high else "not-better" if ratio <= low else "open"
