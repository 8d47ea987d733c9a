"""Ratings by maximum likelihood, with the interval of each; numpy computes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from math import erf, exp, expm1, inf, log, pi, sinh, sqrt
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

# The likelihood of all results as a function of ratings, advantage of the first move and width of draws.
#
# The first mover wins with probability p = L(d + a - h), the second with q = L(-d - a - h); otherwise the
# game
# is drawn. L is the logistic curve of Elo, d the difference of ratings, a the advantage of the first move,
# h
# half the width of draws (Rao and Kupper 1967; Bradley-Terry without draws). A draw has probability
# (exp(2h) - 1) p q, so it counts as a win of both and once more for the width; the logarithm is concave.


K = TypeVar("K", bound=Hashable)
Floats = NDArray[np.float64]

_TINY: Final = 1e-9
"""Ratings are differences; this weak prior fixes their mean where nothing else does."""
_WIDTH: Final = 0.5
_DRAWN: Final = 0.01
"""The initial width of draws, and its weak prior: a field that only draws would make it infinite."""
_FIRST: Final = 2.0
"""The standard deviation of the prior on the advantage of the first move."""
_STEPS: Final = 100
_STILL: Final = 1e-6
"""The step length at which the search has converged."""


@dataclass(frozen=True, slots=True)
class Bout(Generic[K]):
    """Games in which `first` had the first move, counted from his side."""

    first: K
    second: K
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class Surface(Generic[K]):
    """The log-likelihood; ratings, the advantage, then the width of draws, in one array of values.

    `spread` is the standard deviation of the prior on strengths, in natural logarithms; infinite for none.
    """

    def __init__(self, bouts: Iterable[Bout[K]]) -> None:
        kept = [bout for bout in bouts if bout.games]
        names = dict.fromkeys(name for bout in kept for name in (bout.first, bout.second))
        self.at = {name: place for place, name in enumerate(names)}
        self.players = len(self.at)
        self._draws = sum(bout.draws for bout in kept)
        sums: dict[tuple[int, int], list[int]] = {}
        for bout in kept:
            both = sums.setdefault((self.at[bout.first], self.at[bout.second]), [0, 0])
            both[0] += bout.wins + bout.draws
            both[1] += bout.losses + bout.draws
        self._one, self._two = np.array(list(sums), dtype=np.intp).reshape(-1, 2).T
        self._ups, self._downs = np.array(list(sums.values()), dtype=np.float64).reshape(-1, 2).T
        self._keen = np.ones(len(sums))
        """How steep the curve between two players is."""

    def blurred(self, covariance: Floats) -> Surface[K]:
        """The surface averaged over values with this covariance; the width of draws stays.

        A logistic curve averaged over a normal distribution is a flatter one (MacKay 1992). Its maximum is
        the posterior mean, which is farther out than the mode when results are one-sided.
        """
        flat, one, two, side = copy(self), self._one, self._two, self.players
        own = covariance[one, one] + covariance[two, two] + covariance[side, side]
        shared = covariance[one, side] - covariance[one, two] - covariance[two, side]
        flat._draws = 0
        flat._keen = self._keen / np.sqrt(1 + pi / 8 * np.maximum(0.0, own + 2 * shared))
        return flat

    def start(self) -> Floats:
        """All ratings equal."""
        values = np.zeros(self.players + 2)
        values[-1] = _WIDTH if self._draws else 0.0
        return values

    def top(self, spread: float, start: Floats | None = None) -> Floats:
        """The maximum by Newton's method, with limited steps so that they do not overshoot.

        The maximum is unique: the result does not depend on the start.
        """
        values = self.start() if start is None else start.copy()
        for _ in range(_STEPS):
            slope, curve = self.look(values, spread)
            step = np.linalg.solve(curve, slope)
            largest = np.abs(step).max()
            values += step / max(1.0, largest)
            values[-1] = max(values[-1], 1e-6) if self._draws else values[-1]
            if largest < _STILL:
                break
        return values

    def height(self, values: Floats, spread: float) -> float:
        """The log-likelihood of the results plus the log-prior of the strengths."""
        strengths, side, width = values[:-2], values[-2], values[-1]
        height = -float(strengths @ strengths) / (2 * spread**2) - len(strengths) * log(spread)
        height -= side * side / (2 * _FIRST**2)
        if self._draws:
            height += self._draws * log(expm1(2 * width)) - _DRAWN * (width - _WIDTH) ** 2 / 2
        gap = self._gaps(values)
        lost = self._ups * np.logaddexp(0, width - gap) + self._downs * np.logaddexp(0, width + gap)
        return float(height - lost.sum())

    def look(self, values: Floats, spread: float) -> tuple[Floats, Floats]:
        """The gradient, and the negated Hessian."""
        slope, curve = self._supposed(values, spread)
        side, width, keen = self.players, self.players + 1, self._keen
        gap = self._gaps(values)
        win, loss = logistic(keen * (gap - values[width])), logistic(-keen * (gap + values[width]))
        up, down = self._ups * (1 - win), self._downs * (1 - loss)
        bend, lean = keen * (up * win + down * loss), keen * (down * loss - up * win)
        slope[:side] += self._by_player(up - down)
        slope[side] += (up - down).sum()
        slope[width] -= (up + down).sum()
        np.add.at(curve, (self._one, self._one), bend)
        np.add.at(curve, (self._two, self._two), bend)
        np.subtract.at(curve, (self._one, self._two), bend)
        np.subtract.at(curve, (self._two, self._one), bend)
        for place, border in ((side, bend), (width, lean)):
            curve[:side, place] = curve[place, :side] = self._by_player(border)
        curve[side, side] += bend.sum()
        curve[width, width] += bend.sum()
        curve[side, width] = curve[width, side] = lean.sum()
        if not self._draws:  # the width is fixed
            slope[width], curve[width], curve[:, width] = 0.0, 0.0, 0.0
            curve[width, width] = 1.0
        return slope, curve

    def _gaps(self, values: Floats) -> Floats:
        gaps: Floats = values[self._one] - values[self._two] + values[self.players]
        return gaps

    def _by_player(self, by_pair: Floats) -> Floats:
        """Sums by player: plus for the first of each pair, minus for the second."""
        sums = np.zeros(self.players)
        np.add.at(sums, self._one, by_pair)
        np.subtract.at(sums, self._two, by_pair)
        return sums

    def _supposed(self, values: Floats, spread: float) -> tuple[Floats, Floats]:
        """Gradient and Hessian of the priors: of the spread, of the first move and of the width."""
        held, moved = 1 / spread**2, 1 / _FIRST**2 if spread < inf else 0.0
        weights = np.full(self.players + 2, held)
        weights[-2], weights[-1] = moved, 0.0
        slope, own = -weights * values, weights + _TINY
        own[-1] = _DRAWN
        if self._draws:
            width = float(values[-1])
            slope[-1] = _DRAWN * (_WIDTH - width) + self._draws * 2 / -expm1(-2 * width)
            own[-1] += self._draws / sinh(width) ** 2
        return slope, np.diag(own)


def logistic(values: Floats) -> Floats:
    """The curve 1 / (1 + exp(-x)) without overflow."""
    curve: Floats = (1 + np.tanh(values / 2)) / 2
    return curve


# Estimate the spread of strengths from the results.
#
# It is not known beforehand whether a field has equal players or masters and beginners. Too small a spread
# pulls everybody to the mean, too large a one trusts every lucky streak. So several spreads are tried and
# weighted by their likelihood (Laplace's approximation, as in Tierney and Kadane 1986), and estimates are
# mixtures over them.


SCALE: Final = 400 / log(10)
_MIDDLE: Final = 300 / SCALE
_RATIO: Final = sqrt(2)
_DOUBT: Final = log(2.5)
"""The prior on the logarithm of the spread: fields have 100 to 1,000 points, most often about 300."""
_FURTHEST: Final = 6
"""The number of steps below and above the middle: 37 to 2,400 points."""
_MANY: Final = 150
"""With more players the spread is certain enough, and mixing takes time."""
_TAIL: Final = 0.0225
"""A little less than 2.5 %: the normal approximation has lighter tails than the truth (bench/ratings.py)."""
_TINY_STEP: Final = 1e-12
_FAINT: Final = 6.0
"""Spreads whose log-likelihood is lower than the best by this much are ignored."""


class Posterior(Generic[K]):
    """Strengths and their covariance for a given spread."""

    def __init__(self, surface: Surface[K], spread: float, start: Floats | None = None) -> None:
        self.spread = spread
        self.values = surface.top(spread, start)
        self._surface = surface
        self._curve = surface.look(self.values, spread)[1]

    @cached_property
    def likelihood(self) -> float:
        """The log-likelihood of the spread, up to a constant."""
        volume = float(np.linalg.slogdet(self._curve)[1]) / 2
        doubt = (log(self.spread / _MIDDLE) / _DOUBT) ** 2 / 2
        return self._surface.height(self.values, self.spread) - volume - doubt

    @cached_property
    def covariance(self) -> Floats:
        """For all values; cubic in their number, so only on request."""
        return _inverse(self._curve)

    @cached_property
    def _middle(self) -> tuple[Floats, Floats]:
        """The posterior mean and its covariance; the maximum where there is no prior."""
        if self.spread == inf:
            return self.values, self.covariance
        surface = self._surface.blurred(self.covariance)
        values = surface.top(self.spread, self.values)
        return values, _inverse(surface.look(values, self.spread)[1])

    @cached_property
    def normals(self) -> list[tuple[float, float]]:
        """The mean and the standard error of everybody's strength relative to the average."""
        values, spread = self._middle
        size = len(values) - 2
        rows = spread[:size, :size].mean(axis=1)
        variances = np.maximum(_TINY_STEP, spread.diagonal()[:size] - 2 * rows + rows.mean())
        middles = values[:size] - values[:size].mean()
        return list(zip(middles.tolist(), np.sqrt(variances).tolist(), strict=True))

    def better(self, one: int, other: int) -> float:
        """The probability that one is stronger than the other."""
        values, spread = self._middle
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return normal_cdf(float(values[one] - values[other]) / sqrt(max(_TINY_STEP, variance)))


class Mixture(Generic[K]):
    """Likely spreads with their weights."""

    def __init__(self, surface: Surface[K], spread: float | None = None) -> None:
        kept = _likely(surface) if spread is None else [Posterior(surface, spread / SCALE)]
        best = _best(kept) if spread is None else 0.0
        weights = [exp(one.likelihood - best) for one in kept] if spread is None else [1.0]
        self._parts = [(weight / sum(weights), one) for weight, one in zip(weights, kept, strict=True)]

    @property
    def spread(self) -> float:
        """A single spread to use: the geometric mean of the likely ones."""
        return exp(sum(weight * log(one.spread) for weight, one in self._parts))

    @property
    def tail(self) -> float:
        """The probability to leave beyond either end of an interval."""
        return 0.025 if self.spread == inf else _TAIL

    @property
    def start(self) -> Floats:
        """Values near the maximum for any likely spread."""
        return max(self._parts, key=lambda part: part[0])[1].values

    def better(self, one: int, other: int) -> float:
        return sum(weight * part.better(one, other) for weight, part in self._parts)

    def quantile(self, at: int, share: float) -> float:
        """The quantile of a strength relative to the average."""
        normals = [(weight, *part.normals[at]) for weight, part in self._parts]
        low = min(mean - 6 * error for _, mean, error in normals)
        high = max(mean + 6 * error for _, mean, error in normals)
        while high - low > 1e-5:
            middle = (low + high) / 2
            below = sum(weight * normal_cdf((middle - mean) / error) for weight, mean, error in normals)
            low, high = (middle, high) if below < share else (low, middle)
        return (low + high) / 2

    def error(self, at: int) -> float:
        """The standard error of a value that is not a strength."""
        return sqrt(sum(weight * float(part.covariance[at, at]) for weight, part in self._parts))


def _inverse(matrix: Floats) -> Floats:
    return np.linalg.inv(matrix).astype(np.float64)


def normal_cdf(value: float) -> float:
    """The cumulative normal distribution."""
    return (1 + erf(value / sqrt(2))) / 2


def _likely(surface: Surface[K]) -> list[Posterior[K]]:
    """From the middle both ways as long as the likelihood matters."""
    tried = [Posterior(surface, _MIDDLE)]
    for way in (_RATIO, 1 / _RATIO):
        last, steps = tried[0], 0
        while steps < _FURTHEST and last.likelihood > _best(tried) - _FAINT:
            last, steps = Posterior(surface, last.spread * way, last.values), steps + 1
            tried.append(last)
    if surface.players > _MANY:
        return [max(tried, key=lambda one: one.likelihood)]
    return [one for one in tried if one.likelihood > _best(tried) - _FAINT]


def _best(tried: Sequence[Posterior[K]]) -> float:
    return max(one.likelihood for one in tried)


# Ratings by maximum likelihood, with 95 % intervals and the likelihood of superiority.
#
# The order of the games does not matter. Unless a spread is given, the spread of strengths is estimated
# from
# the results; an infinite spread assumes nothing, and is what textbooks print.


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
