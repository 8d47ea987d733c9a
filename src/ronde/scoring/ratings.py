"""Ratings of programs: Elo by maximum likelihood with error bars, likelihood of superiority, SPRT.

Scores follow the logistic curve of Elo; a draw is half a win and half a loss. Standard library only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import Final, Generic, Literal, TypeVar

from ronde.scoring.linear import inverse, solved

K = TypeVar("K", bound=Hashable)

_SCALE: Final = 400 / log(10)
_CONFIDENCE: Final = 1.959964  # 95 of 100 times
_STEPS: Final = 200
_PRIOR: Final = 0.5
"""Half a drawn game with a rival of rating 0 for everybody: who has won everything still has a rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating relative to the average of all, and how far it may be off, 95 times of 100."""

    elo: float
    error: float
    games: int
    score: float
    """Points made, a draw being half a point."""


@dataclass(frozen=True, slots=True)
class Meeting(Generic[K]):
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


def ratings(meetings: Sequence[Meeting[K]]) -> dict[K, Rating]:
    """The ratings that make the results most likely; the order of games does not matter."""
    names = list(dict.fromkeys(name for meeting in meetings for name in (meeting.one, meeting.other)))
    at = {name: place for place, name in enumerate(names)}
    games, points = _counts(meetings, at)
    values = [0.0] * len(names)
    for _ in range(_STEPS):  # Newton's method on a concave function; a step is cut lest it overshoot
        slope, curve = _derivatives(values, games, points)
        step = solved(curve, slope)
        values = [value + max(-2.0, min(2.0, change)) for value, change in zip(values, step, strict=True)]
        if max(map(abs, step), default=0.0) < 1e-10:
            break
    mean = sum(values) / len(values) if values else 0.0
    errors = _errors(_derivatives(values, games, points)[1])
    return {
        name: Rating(
            (values[place] - mean) * _SCALE,
            errors[place] * _SCALE * _CONFIDENCE,
            sum(games[place].values()),
            points[place],
        )
        for name, place in at.items()
    }


Games = Sequence[Mapping[int, int]]
"""For every program how many games it played with each other one."""


def _counts(meetings: Sequence[Meeting[K]], at: Mapping[K, int]) -> tuple[list[dict[int, int]], list[float]]:
    games: list[dict[int, int]] = [{} for _ in at]
    points = [0.0] * len(at)
    for meeting in meetings:
        one, other = at[meeting.one], at[meeting.other]
        games[one][other] = games[one].get(other, 0) + meeting.games
        games[other][one] = games[other].get(one, 0) + meeting.games
        points[one] += meeting.wins + meeting.draws / 2
        points[other] += meeting.losses + meeting.draws / 2
    return games, points


def _derivatives(
    values: Sequence[float], games: Games, points: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the logarithm of the likelihood, and its curvature with the sign turned round."""
    size = len(values)
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for one in range(size):
        own = expected(values[one] * _SCALE)
        slope[one] = points[one] + _PRIOR * (0.5 - own)
        curve[one][one] = _PRIOR * own * (1 - own)
        for other, count in games[one].items():
            chance = expected((values[one] - values[other]) * _SCALE)
            weight = count * chance * (1 - chance)
            slope[one] -= count * chance
            curve[one][one] += weight
            curve[one][other] -= weight
    return slope, curve


def _errors(curve: Sequence[Sequence[float]]) -> list[float]:
    """The standard error of each rating against the average of all."""
    size = len(curve)
    spread = inverse(curve)
    rows = [sum(row) / size for row in spread]
    whole = sum(rows) / size if size else 0.0
    return [sqrt(max(0.0, spread[at][at] - 2 * rows[at] + whole)) for at in range(size)]


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
        found = self.likelihood(scores)
        return "better" if found >= high else "not-better" if found <= low else "open"
