"""Ratings by maximum likelihood with the advantage of the first move and with draws as draws.

A game is won by the first mover with chance L(d + a - h), by the second with L(-d - a - h), and drawn
otherwise; L is the logistic curve of Elo, d the difference of ratings, a the advantage of the first move,
h half the width in which draws fall (Rao and Kupper 1967; Bradley-Terry where nobody draws). The logarithm of
the likelihood is concave, so there is one answer and the order of the games has no part in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import erf, exp, log, sqrt
from typing import Final, Generic, TypeVar

from ronde.scoring.linear import Matrix, inverse, solved

K = TypeVar("K", bound=Hashable)

SCALE: Final = 400 / log(10)
CONFIDENCE: Final = 1.959964
"""Standard errors that hold 95 times of 100."""
PRIOR: Final = 1.0
"""Games, half won and half lost, with an average rival: who has won everything still has a rating."""
_TINY: Final = 1e-9
"""Ratings are differences; so much holds their average where it is when nothing else does."""
_WIDTH: Final = 0.5
_DRAWN: Final = 0.01
"""A width of draws to begin with, and how little it weighs: those who only draw would make it infinite."""
_STEPS: Final = 100


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
        """How many games there were."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number in Elo, and how far it may be off, 95 times of 100."""

    elo: float
    error: float


@dataclass(frozen=True)
class Fit(Generic[K]):
    """What the results say: ratings against the average, the first move's worth, the width of draws."""

    ratings: Mapping[K, Estimate]
    games: Mapping[K, int]
    points: Mapping[K, float]
    advantage: Estimate
    drawn: float
    """Half the width of draws, in Elo; 0 where nobody draws."""
    _covariance: Matrix = field(repr=False)

    def superiority(self, one: K, other: K) -> float:
        """The likelihood that one really is the better of the two."""
        names = list(self.ratings)
        at, to = names.index(one), names.index(other)
        spread = self._covariance
        variance = spread[at][at] + spread[to][to] - 2 * spread[at][to]
        if variance <= 0:
            return 0.5
        gap = (self.ratings[one].elo - self.ratings[other].elo) / SCALE
        return (1 + erf(gap / sqrt(2 * variance))) / 2


def fit(bouts: Iterable[Bout[K]], *, prior: float = PRIOR) -> Fit[K]:
    """The ratings that make these results most likely; without a prior whoever won everything is infinite."""
    kept = [bout for bout in bouts if bout.games]
    model = _Model(kept, _names(kept), prior)
    values, names = model.climb(), list(model.at)
    size = len(names)
    spread = inverse(model.information(values)[1]) if names else []
    errors = _against_average(spread, size)
    return Fit(
        {name: Estimate(elo, errors[at]) for at, (name, elo) in enumerate(model.ratings(values).items())},
        {name: sum(bout.games for bout in kept if name in (bout.first, bout.second)) for name in names},
        _points(kept, names),
        Estimate(values[size] * SCALE, sqrt(spread[size][size]) * SCALE * CONFIDENCE if spread else 0.0),
        values[size + 1] * SCALE,
        spread,
    )


def strengths(bouts: Iterable[Bout[K]], *, prior: float = PRIOR) -> dict[K, float]:
    """The ratings of `fit` alone; how far they may be off takes longer than they do."""
    kept = [bout for bout in bouts if bout.games]
    model = _Model(kept, _names(kept), prior)
    return model.ratings(model.climb())


def _names(bouts: Sequence[Bout[K]]) -> list[K]:
    return list(dict.fromkeys(name for bout in bouts for name in (bout.first, bout.second)))


def _points(bouts: Sequence[Bout[K]], names: Sequence[K]) -> dict[K, float]:
    points = dict.fromkeys(names, 0.0)
    for bout in bouts:
        points[bout.first] += bout.wins + bout.draws / 2
        points[bout.second] += bout.losses + bout.draws / 2
    return points


def _against_average(spread: Matrix, size: int) -> list[float]:
    """The error of each rating less the average of all."""
    if not size:
        return []
    rows = [sum(spread[at][:size]) / size for at in range(size)]
    whole = sum(rows) / size
    return [SCALE * CONFIDENCE * sqrt(max(0.0, spread[at][at] - 2 * rows[at] + whole)) for at in range(size)]


class _Model(Generic[K]):
    """Ratings, then the advantage, then the width of draws, in one list of values."""

    def __init__(self, bouts: Sequence[Bout[K]], names: Sequence[K], prior: float) -> None:
        self.at = {name: place for place, name in enumerate(names)}
        self._bouts = bouts
        self._prior = prior
        self._draws = any(bout.draws for bout in bouts)
        self._size = len(names) + 2

    def ratings(self, values: Sequence[float]) -> dict[K, float]:
        """What the values say in Elo, against the average."""
        mean = sum(values[:-2]) / max(1, self._size - 2)
        return {name: (values[at] - mean) * SCALE for name, at in self.at.items()}

    def climb(self) -> list[float]:
        """Newton's method on expected information; a step is cut so that it cannot overshoot."""
        values = [0.0] * self._size
        values[-1] = _WIDTH if self._draws else 0.0
        for _ in range(_STEPS):
            slope, curve = self.information(values)
            step = solved(curve, slope)
            largest = max(map(abs, step))
            values = [value + move / max(1.0, largest) for value, move in zip(values, step, strict=True)]
            values[-1] = max(values[-1], 1e-6) if self._draws else 0.0
            if largest < 1e-9:
                break
        return values

    def information(self, values: Sequence[float]) -> tuple[list[float], Matrix]:
        """The slope of the logarithm of the likelihood, and what the games tell about every two values."""
        size, side, width = self._size, self._size - 2, self._size - 1
        slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
        for at in range(side):
            chance = _logistic(values[at])
            slope[at] = self._prior * (0.5 - chance)
            curve[at][at] = self._prior * chance * (1 - chance) + _TINY
        slope[side], curve[side][side] = -self._prior / 4 * values[side], self._prior / 4 + _TINY
        slope[width] = _DRAWN * (_WIDTH - values[width]) if self._draws else 0.0
        curve[width][width] = _DRAWN if self._draws else 1.0
        for bout in self._bouts:
            one, two = self.at[bout.first], self.at[bout.second]
            gap = values[one] - values[two] + values[side]
            self._add(slope, curve, bout, one, two, gap, values[width])
        return slope, curve

    def _add(
        self, slope: list[float], curve: Matrix, bout: Bout[K], one: int, two: int, gap: float, width: float
    ) -> None:
        by_gap, by_width, told, shared, wide = _outcomes(bout, gap, width, draws=self._draws)
        signs = ((one, 1.0), (two, -1.0), (self._size - 2, 1.0))
        for at, sign in signs:
            slope[at] += sign * by_gap
            for to, other in signs:
                curve[at][to] += sign * other * told
        if self._draws:
            last = self._size - 1
            slope[last] += by_width
            curve[last][last] += wide
            for at, sign in signs:
                curve[at][last] += sign * shared
                curve[last][at] += sign * shared


def _outcomes(
    bout: Bout[K], gap: float, width: float, *, draws: bool
) -> tuple[float, float, float, float, float]:
    """Slopes by gap and by width, and the information about gap, about both, and about width."""
    win, loss = _logistic(gap - width), _logistic(-gap - width)
    rise, fall = win * (1 - win), loss * (1 - loss)
    if not draws:
        return bout.wins - bout.games * win, 0.0, bout.games * rise, 0.0, 0.0
    drawn = max(1 - win - loss, 1e-12)
    gap_drawn, width_drawn = fall - rise, rise + fall
    by_gap = bout.wins * (1 - win) - bout.losses * (1 - loss) + bout.draws * gap_drawn / drawn
    by_width = -bout.wins * (1 - win) - bout.losses * (1 - loss) + bout.draws * width_drawn / drawn
    about_gap = rise * (1 - win) + fall * (1 - loss) + gap_drawn**2 / drawn
    about_both = -rise * (1 - win) + fall * (1 - loss) + gap_drawn * width_drawn / drawn
    about_width = rise * (1 - win) + fall * (1 - loss) + width_drawn**2 / drawn
    games = bout.games
    return by_gap, by_width, games * about_gap, games * about_both, games * about_width


def _logistic(value: float) -> float:
    if value < -700:
        return 0.0
    return 1 / (1 + exp(-value))
