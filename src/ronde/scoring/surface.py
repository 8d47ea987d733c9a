"""The likelihood of all results as a function of ratings, advantage of the first move and width of draws.

The first mover wins with probability p = L(d + a - h), the second with q = L(-d - a - h); otherwise the game
is drawn. L is the logistic curve of Elo, d the difference of ratings, a the advantage of the first move, h
half the width of draws (Rao and Kupper 1967; Bradley-Terry without draws). A draw has probability
(exp(2h) - 1) p q, so it counts as a win of both and once more for the width; the logarithm is concave.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from copy import copy
from dataclasses import dataclass
from math import expm1, inf, log, pi, sinh
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

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
