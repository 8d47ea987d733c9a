"""Estimate the spread of strengths from the results.

It is not known beforehand whether a field has equal players or masters and beginners. Too small a spread
pulls everybody to the mean, too large a one trusts every lucky streak. So several spreads are tried and
weighted by their likelihood (Laplace's approximation, as in Tierney and Kadane 1986), and estimates are
mixtures over them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from math import erf, exp, inf, log, sqrt
from typing import Final, Generic, TypeVar

import numpy as np

from ronde.scoring.surface import Floats, Surface

K = TypeVar("K", bound=Hashable)

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
_TINY: Final = 1e-12
_FAINT: Final = 6.0
"""Spreads whose log-likelihood is lower than the best by this much are ignored."""


class Scatter(Generic[K]):
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
    def bells(self) -> list[tuple[float, float]]:
        """The mean and the standard error of everybody's strength relative to the average."""
        values, spread = self._middle
        size = len(values) - 2
        rows = spread[:size, :size].mean(axis=1)
        variances = np.maximum(_TINY, spread.diagonal()[:size] - 2 * rows + rows.mean())
        middles = values[:size] - values[:size].mean()
        return list(zip(middles.tolist(), np.sqrt(variances).tolist(), strict=True))

    def better(self, one: int, other: int) -> float:
        """The probability that one is stronger than the other."""
        values, spread = self._middle
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return bell(float(values[one] - values[other]) / sqrt(max(_TINY, variance)))


class Mixture(Generic[K]):
    """Likely spreads with their weights."""

    def __init__(self, surface: Surface[K], spread: float | None = None) -> None:
        kept = _likely(surface) if spread is None else [Scatter(surface, spread / SCALE)]
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
        bells = [(weight, *part.bells[at]) for weight, part in self._parts]
        low = min(mean - 6 * error for _, mean, error in bells)
        high = max(mean + 6 * error for _, mean, error in bells)
        while high - low > 1e-5:
            middle = (low + high) / 2
            below = sum(weight * bell((middle - mean) / error) for weight, mean, error in bells)
            low, high = (middle, high) if below < share else (low, middle)
        return (low + high) / 2

    def error(self, at: int) -> float:
        """The standard error of a value that is not a strength."""
        return sqrt(sum(weight * float(part.covariance[at, at]) for weight, part in self._parts))


def _inverse(matrix: Floats) -> Floats:
    return np.linalg.inv(matrix).astype(np.float64)


def bell(value: float) -> float:
    """The cumulative normal distribution."""
    return (1 + erf(value / sqrt(2))) / 2


def _likely(surface: Surface[K]) -> list[Scatter[K]]:
    """From the middle both ways as long as the likelihood matters."""
    tried = [Scatter(surface, _MIDDLE)]
    for way in (_RATIO, 1 / _RATIO):
        last, steps = tried[0], 0
        while steps < _FURTHEST and last.likelihood > _best(tried) - _FAINT:
            last, steps = Scatter(surface, last.spread * way, last.values), steps + 1
            tried.append(last)
    if surface.players > _MANY:
        return [max(tried, key=lambda one: one.likelihood)]
    return [one for one in tried if one.likelihood > _best(tried) - _FAINT]


def _best(tried: Sequence[Scatter[K]]) -> float:
    return max(one.likelihood for one in tried)
