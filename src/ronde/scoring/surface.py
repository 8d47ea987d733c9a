"""The likelihood of all results as a surface over ratings, the first move's worth and the width of draws.

A game is won by the first mover with chance p = L(d + a - h), by the second with q = L(-d - a - h), and drawn
otherwise; L is the logistic curve of Elo, d the difference of ratings, a the advantage of the first move,
h half the width in which draws fall (Rao and Kupper 1967; Bradley-Terry where nobody draws). A draw has the
chance (exp(2h) - 1) p q, so it counts as a win of both and once more for the width; the logarithm is concave.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from math import exp, expm1, log, log1p, pi, sinh, sqrt
from typing import Final, Generic, TypeVar

from ronde.scoring.linear import Matrix
from ronde.scoring.sparse import Sparse, relaxed

K = TypeVar("K", bound=Hashable)

_TINY: Final = 1e-9
"""Ratings are differences; so much holds their average where it is when nothing else does."""
_WIDTH: Final = 0.5
_DRAWN: Final = 0.01
"""A width of draws to begin with, and how little it weighs: those who only draw would make it infinite."""
_FIRST: Final = 2.0
"""How much the first move may be worth before anything is known of it, as a standard deviation."""
_STEPS: Final = 100
_STILL: Final = 1e-6
"""A step so short that the next one would be nothing."""

Pair = tuple[int, int, int, int, float]
"""Two players, what speaks for the first and for the second, and how sharply the curve between them bends."""


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


class Surface(Generic[K]):
    """How likely the results are; ratings, the advantage, then the width of draws, in one list of values.

    `spread` is the standard deviation of the strengths there may be, in natural logarithms; infinite if
    nothing is supposed about them.
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
        self._pairs: list[Pair] = [(one, two, ups, downs, 1.0) for (one, two), (ups, downs) in sums.items()]

    def blurred(self, covariance: Matrix) -> Surface[K]:
        """The surface as an average over all that may be, if values vary like this; the width stays as it is.

        A logistic curve seen through a bell curve is a flatter one (MacKay 1992). Its top is the middle of
        what may be, which is further out than the likeliest when results are lopsided.
        """
        flat, side = copy(self), self.players
        flat._draws, flat._pairs = 0, []
        for one, two, ups, downs, keen in self._pairs:
            own = covariance[one][one] + covariance[two][two] + covariance[side][side]
            shared = covariance[one][side] - covariance[one][two] - covariance[two][side]
            flat._pairs.append((one, two, ups, downs, keen / sqrt(1 + pi / 8 * max(0.0, own + 2 * shared))))
        return flat

    def start(self) -> list[float]:
        """Everybody equal."""
        return [0.0] * (self.players + 1) + [_WIDTH if self._draws else 0.0]

    def top(self, spread: float, start: Sequence[float] | None = None) -> list[float]:
        """The most likely values by Newton's method, a step cut so that it cannot overshoot.

        There is one top: where the search starts has no part in where it ends.
        """
        values = list(start or self.start())
        for _ in range(_STEPS):
            slope, curve = self.look(values, spread)
            step = relaxed(curve, slope)
            largest = max(map(abs, step))
            values = [value + move / max(1.0, largest) for value, move in zip(values, step, strict=True)]
            values[-1] = max(values[-1], 1e-6) if self._draws else values[-1]
            if largest < _STILL:
                break
        return values

    def height(self, values: Sequence[float], spread: float) -> float:
        """The logarithm of the likelihood of the results and of such strengths."""
        *strengths, side, width = values
        height = -(sum(value * value for value in strengths)) / (2 * spread**2) - len(strengths) * log(spread)
        height -= side * side / (2 * _FIRST**2)
        if self._draws:
            height += self._draws * log(expm1(2 * width)) - _DRAWN * (width - _WIDTH) ** 2 / 2
        for one, two, ups, downs, _ in self._pairs:
            gap = values[one] - values[two] + side
            height -= ups * log1p(exp(width - gap)) + downs * log1p(exp(width + gap))
        return height

    def look(self, values: Sequence[float], spread: float) -> tuple[list[float], Sparse]:
        """The slope at some values, and the curvature with its sign turned round."""
        slope, own, beside = self._supposed(values, spread)
        by_side, by_width = [0.0] * self.players, [0.0] * self.players
        *_, side, width = values
        for one, two, ups, downs, keen in self._pairs:
            gap = values[one] - values[two] + side
            win, loss = 1 / (1 + exp(keen * (width - gap))), 1 / (1 + exp(keen * (width + gap)))
            up, down = ups * (1 - win), downs * (1 - loss)
            bend, lean = keen * (up * win + down * loss), keen * (down * loss - up * win)
            slope[one] += up - down
            slope[two] -= up - down
            slope[-1] -= up + down
            own[one] += bend
            own[two] += bend
            own[-1] += bend
            by_side[one] += bend
            by_side[two] -= bend
            by_width[one] += lean
            by_width[two] -= lean
            beside[one][two] = beside[two][one] = beside[one].get(two, 0.0) - bend
            slope[-2] += up - down
            own[-2] += bend
            beside[-2][self.players + 1] = beside[-2].get(self.players + 1, 0.0) + lean
        self._border(slope, own, beside, (by_side, by_width))
        return slope, Sparse(own, beside)

    def _border(
        self,
        slope: list[float],
        own: list[float],
        beside: list[dict[int, float]],
        borders: tuple[Sequence[float], Sequence[float]],
    ) -> None:
        """What ties everybody to the first move and, where there are draws, to their width."""
        width = self.players + 1
        both = beside[-2].pop(width, 0.0)
        for place, border in zip((self.players, width)[: 1 + bool(self._draws)], borders, strict=False):
            for at, weight in enumerate(border):
                beside[at][place] = beside[place][at] = weight
        if self._draws:
            beside[-2][width] = beside[-1][width - 1] = both
        else:
            slope[-1], own[-1] = 0.0, 1.0

    def _supposed(
        self, values: Sequence[float], spread: float
    ) -> tuple[list[float], list[float], list[dict[int, float]]]:
        """Slope and curvature before any game: of the spread, of the first move and of the width."""
        held, moved = 1 / spread**2, 1 / _FIRST**2 if spread < float("inf") else 0.0
        *strengths, side, width = values
        slope = [-held * value for value in strengths] + [-moved * side, 0.0]
        own = [held + _TINY] * len(strengths) + [moved + _TINY, _DRAWN]
        if self._draws:
            slope[-1] = _DRAWN * (_WIDTH - width) + self._draws * 2 / -expm1(-2 * width)
            own[-1] += self._draws / sinh(width) ** 2
        return slope, own, [{} for _ in values]
