"""How widely strengths are spread, estimated from the results.

Nobody says beforehand whether a field is of equals or of masters and beginners. A spread supposed too
small pulls everybody to the middle, one too large believes every lucky streak. So some spreads are tried,
each weighed by how likely it makes the results (Laplace's approximation, as in Tierney and Kadane 1986), and
what is said of a strength is said of all of them together.
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
"""Fields have been seen of 100 to 1,000 points; about 300 is likeliest before anything was played."""
_FURTHEST: Final = 6
"""So many steps of the ratio below and above the middle: 37 to 2,400 points."""
_MANY: Final = 150
"""So many players leave no doubt about their spread, and doubting takes time."""
_TAIL: Final = 0.0225
"""A little less than 2.5 of 100: bells have lighter tails than what they stand for (bench/ratings.py)."""
_TINY: Final = 1e-12
_FAINT: Final = 6.0
"""Spreads less likely than the best by this logarithm change nothing."""


class Scatter(Generic[K]):
    """Strengths if the spread is this one, and how they vary together."""

    def __init__(self, surface: Surface[K], spread: float, start: Floats | None = None) -> None:
        self.spread = spread
        self.values = surface.top(spread, start)
        self._surface = surface
        self._curve = surface.look(self.values, spread)[1]

    @cached_property
    def likelihood(self) -> float:
        """The logarithm of how likely the spread is, but for a constant."""
        volume = float(np.linalg.slogdet(self._curve)[1]) / 2
        doubt = (log(self.spread / _MIDDLE) / _DOUBT) ** 2 / 2
        return self._surface.height(self.values, self.spread) - volume - doubt

    @cached_property
    def covariance(self) -> Floats:
        """For all values; the work grows with the cube of their number, so only on request."""
        return _inverse(self._curve)

    @cached_property
    def _middle(self) -> tuple[Floats, Floats]:
        """Where the middle of all that may be is, and how it varies; the top where nothing is supposed."""
        if self.spread == inf:
            return self.values, self.covariance
        surface = self._surface.blurred(self.covariance)
        values = surface.top(self.spread, self.values)
        return values, _inverse(surface.look(values, self.spread)[1])

    @cached_property
    def bells(self) -> list[tuple[float, float]]:
        """The middle and the standard error of everybody's strength less the average of all."""
        values, spread = self._middle
        size = len(values) - 2
        rows = spread[:size, :size].mean(axis=1)
        variances = np.maximum(_TINY, spread.diagonal()[:size] - 2 * rows + rows.mean())
        middles = values[:size] - values[:size].mean()
        return list(zip(middles.tolist(), np.sqrt(variances).tolist(), strict=True))

    def better(self, one: int, other: int) -> float:
        """The likelihood that one really is the better of the two."""
        values, spread = self._middle
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return bell(float(values[one] - values[other]) / sqrt(max(_TINY, variance)))


class Mixture(Generic[K]):
    """Spreads that are likely enough, with their weights."""

    def __init__(self, surface: Surface[K], spread: float | None = None) -> None:
        kept = _likely(surface) if spread is None else [Scatter(surface, spread / SCALE)]
        best = _best(kept) if spread is None else 0.0
        weights = [exp(one.likelihood - best) for one in kept] if spread is None else [1.0]
        self._parts = [(weight / sum(weights), one) for weight, one in zip(weights, kept, strict=True)]

    @property
    def spread(self) -> float:
        """The spread to use where one must do: the average of the likely ones, by their logarithms."""
        return exp(sum(weight * log(one.spread) for weight, one in self._parts))

    @property
    def tail(self) -> float:
        """The share to leave beyond either end of an interval."""
        return 0.025 if self.spread == inf else _TAIL

    @property
    def start(self) -> Floats:
        """Values near the top for any likely spread."""
        return max(self._parts, key=lambda part: part[0])[1].values

    def better(self, one: int, other: int) -> float:
        """The likelihood that one really is the better of the two."""
        return sum(weight * part.better(one, other) for weight, part in self._parts)

    def quantile(self, at: int, share: float) -> float:
        """The strength, less the average, that somebody falls short of with this chance."""
        bells = [(weight, *part.bells[at]) for weight, part in self._parts]
        low = min(mean - 6 * error for _, mean, error in bells)
        high = max(mean + 6 * error for _, mean, error in bells)
        while high - low > 1e-5:
            middle = (low + high) / 2
            below = sum(weight * bell((middle - mean) / error) for weight, mean, error in bells)
            low, high = (middle, high) if below < share else (low, middle)
        return (low + high) / 2

    def error(self, at: int) -> float:
        """The standard error of a value that is no strength."""
        return sqrt(sum(weight * float(part.covariance[at, at]) for weight, part in self._parts))


def _inverse(matrix: Floats) -> Floats:
    return np.linalg.inv(matrix).astype(np.float64)


def bell(value: float) -> float:
    """How much of the bell curve lies below."""
    return (1 + erf(value / sqrt(2))) / 2


def _likely(surface: Surface[K]) -> list[Scatter[K]]:
    """From the middle both ways as long as it matters."""
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
