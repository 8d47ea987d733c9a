"""Ratings by maximum likelihood, with 95 % intervals and the likelihood of superiority.

The order of the games does not matter. Unless a spread is given, the spread of strengths is estimated from
the results; an infinite spread assumes nothing, and is what textbooks print.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final, Generic, TypeVar

from ronde.scoring.spread import SCALE, Mixture
from ronde.scoring.surface import Bout, Floats, Surface

K = TypeVar("K", bound=Hashable)

CONFIDENCE: Final = 1.959964
"""Standard errors of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number in Elo and its 95 % interval; an unbounded end is infinite."""

    elo: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The distance to the farther finite end."""
        return max(end for end in (self.elo - self.low, self.high - self.elo, 0.0) if end < inf)


@dataclass(frozen=True)
class Fit(Generic[K]):
    """The fit: ratings relative to the mean, the advantage of the first move, the width of draws."""

    ratings: Mapping[K, Estimate]
    games: Mapping[K, int]
    points: Mapping[K, float]
    advantage: Estimate
    drawn: float
    """Half the width of draws, in Elo; 0 where nobody draws."""
    spread: float
    """The standard deviation of strengths, in Elo."""
    _at: Mapping[K, int] = field(repr=False)
    _mixture: Mixture[K] | None = field(repr=False)

    def superiority(self, one: K, other: K) -> float:
        """The probability that one is stronger than the other."""
        if self._mixture is None or one == other:
            return 0.5
        return self._mixture.better(self._at[one], self._at[other])


def fit(bouts: Iterable[Bout[K]], *, spread: float | None = None) -> Fit[K]:
    """The ratings of maximum likelihood with their uncertainty."""
    kept = [bout for bout in bouts if bout.games]
    surface = Surface(kept)
    games, points = _tally(kept)
    if not kept:
        return Fit({}, games, points, Estimate(0.0, 0.0, 0.0), 0.0, spread or 0.0, {}, None)
    mixture = Mixture(surface, spread)
    values = surface.top(mixture.spread, mixture.start)
    first, width = float(values[-2]) * SCALE, float(values[-1]) * SCALE
    reach = CONFIDENCE * SCALE * mixture.error(surface.players)
    ratings = {
        name: _estimate(mixture, surface.at[name], elo, points[name] / games[name])
        for name, elo in _centred(surface, values).items()
    }
    advantage = Estimate(first, first - reach, first + reach)
    return Fit(ratings, games, points, advantage, width, SCALE * mixture.spread, surface.at, mixture)


def strengths(
    bouts: Iterable[Bout[K]], *, spread: float, near: Mapping[K, float] | None = None
) -> dict[K, float]:
    """The ratings alone for a known spread; `near` is a starting point that does not change the result."""
    surface = Surface(bouts)
    if not surface.players:
        return {}
    start = surface.start()
    for name, elo in (near or {}).items():
        if name in surface.at:
            start[surface.at[name]] = elo / SCALE
    return _centred(surface, surface.top(spread / SCALE, start))


def _centred(surface: Surface[K], values: Floats) -> dict[K, float]:
    strengths = values[: surface.players]
    return dict(zip(surface.at, ((strengths - strengths.mean()) * SCALE).tolist(), strict=True))


def _estimate(mixture: Mixture[K], at: int, elo: float, share: float) -> Estimate:
    """The interval of one player; after only wins or only losses one end is unbounded."""
    low = -inf if share == 0 else min(elo, SCALE * mixture.quantile(at, mixture.tail))
    high = inf if share == 1 else max(elo, SCALE * mixture.quantile(at, 1 - mixture.tail))
    return Estimate(elo, low, high)


def _tally(bouts: Iterable[Bout[K]]) -> tuple[dict[K, int], dict[K, float]]:
    games, points = dict[K, int](), dict[K, float]()
    for bout in bouts:
        for name, made in (
            (bout.first, bout.wins + bout.draws / 2),
            (bout.second, bout.losses + bout.draws / 2),
        ):
            games[name] = games.get(name, 0) + bout.games
            points[name] = points.get(name, 0.0) + made
    return games, points
