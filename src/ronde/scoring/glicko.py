"""Glicko-2: a rating with its own uncertainty and volatility.

After Glickman, "Example of the Glicko-2 system" (2022), whose steps are named below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

_SCALE: Final = 173.7178
START: Final = 1500.0
WIDEST: Final = 350.0
"""The deviation of somebody of whom nothing is known, which nobody exceeds."""
_EXACT: Final = 1e-6
_FARTHEST: Final = 15.0
"""A difference beyond 2,600 points tells no more than this one; without an end it would tell nothing."""


@dataclass(frozen=True, slots=True)
class Glicko:
    """A rating, its deviation, and how much its holder's strength moves."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true strength is, 95 times of 100."""
        return self.rating - 1.96 * self.deviation, self.rating + 1.96 * self.deviation


def after_period(player: Glicko, games: Sequence[tuple[Glicko, float]], *, tau: float = 0.5) -> Glicko:
    """The player after a rating period with these opponents, as they were before it, and scores.

    `tau` limits how fast the volatility may change; Glickman advises 0.3 to 1.2.
    """
    phi = player.deviation / _SCALE
    if not games:
        return Glicko(player.rating, _wider(phi, player.volatility), player.volatility)
    mu = (player.rating - START) / _SCALE
    variance, improvement = _evidence(mu, games)
    volatility = _volatility(phi, player.volatility, variance, variance * improvement, tau)
    before = sqrt(phi**2 + volatility**2)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    return Glicko(START + _SCALE * (mu + after**2 * improvement), _SCALE * after, volatility)


def _wider(phi: float, volatility: float) -> float:
    return min(WIDEST, _SCALE * sqrt(phi**2 + volatility**2))


def _evidence(mu: float, games: Sequence[tuple[Glicko, float]]) -> tuple[float, float]:
    """The variance that the games alone would give, and the sum of weighted surpluses."""
    information = improvement = 0.0
    for opponent, score in games:
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / pi**2)
        gap = weight * (mu - (opponent.rating - START) / _SCALE)
        chance = 1 / (1 + exp(-max(-_FARTHEST, min(_FARTHEST, gap))))
        information += weight**2 * chance * (1 - chance)
        improvement += weight * (score - chance)
    return 1 / information, improvement


def _volatility(phi: float, old: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility, found between two bounds (step 5, the Illinois variant of regula falsi)."""
    a = log(old**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, _other_bound(phi, variance, delta, a, tau, f)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _EXACT:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


def _other_bound(
    phi: float, variance: float, delta: float, a: float, tau: float, f: Callable[[float], float]
) -> float:
    if delta**2 > phi**2 + variance:
        return log(delta**2 - phi**2 - variance)
    steps = 1
    while f(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
