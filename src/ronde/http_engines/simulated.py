"""Simulated engines: their strength, their response times, and the results of their games.

A game is decided at once, not move by move: its length in seconds has the distribution that answers of
exponential length have, and an engine that exceeds TimeOut once loses there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import exp, inf, log, log1p
from random import Random
from typing import Final

from ronde.games.door import GameRecord, Outcome, Side
from ronde.referee.door import Clock, Played

SPREAD: Final = 300.0
"""The standard deviation of the strengths, in points of Elo."""
DRAWN: Final = 0.08
"""How many games between equals are drawn."""
FAST: Final = 0.05
"""Seconds a fast engine takes for a move, on average."""
SLOW: Final = 0.2
"""The part of TimeOut a slow engine takes for a move, on average."""


class Temper(StrEnum):
    """How an engine answers; a dead one never does, however often it is asked within its time."""

    FAST = "fast"
    SLOW = "slow"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class SimulatedEngine:
    """An engine by its strength, and the seconds it takes for a move on average."""

    id: int
    strength: float
    temper: Temper
    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """How a simulated game ended, and after how many seconds."""

    winner: Side | None
    reason: str
    seconds: float

    def played(self, clock: Clock) -> Played:
        """The game as the referee would hand it over, without its moves."""
        return Played(GameRecord("", "", outcome=Outcome(self.reason, self.winner)), clock, (0, 0))


def random_field(
    count: int, *, slow: float, dead: float, timeout: float, chance: Random
) -> list[SimulatedEngine]:
    """So many engines, of which these parts of a hundred are slow and dead, in no order."""
    slow_ones, dead_ones = round(count * slow / 100), round(count * dead / 100)
    tempers = [Temper.SLOW] * slow_ones + [Temper.DEAD] * dead_ones
    tempers += [Temper.FAST] * (count - len(tempers))
    chance.shuffle(tempers)
    return [
        _engine(number, chance.gauss(0, SPREAD), temper, timeout)
        for number, temper in enumerate(tempers[:count], start=1)
    ]


def _engine(number: int, strength: float, temper: Temper, timeout: float) -> SimulatedEngine:
    seconds = {Temper.FAST: FAST, Temper.SLOW: SLOW * timeout, Temper.DEAD: inf}
    return SimulatedEngine(number, strength, temper, seconds[temper])


def hurried(engines: Sequence[SimulatedEngine]) -> list[SimulatedEngine]:
    """The same engines, all of them fast: what the others are compared with."""
    return [replace(engine, temper=Temper.FAST, seconds=FAST) for engine in engines]


def random_game(
    first: SimulatedEngine, second: SimulatedEngine, *, moves: int, timeout: float, chance: Random
) -> Ended:
    """A game of so many moves of each side, unless somebody is late before."""
    late = [_late_at(engine, timeout, chance) for engine in (first, second)]
    last = min(late[0], late[1], moves)
    seconds = [_spent(engine, last, chance) for engine in (first, second)]
    if last == moves:
        return Ended(_winner(first, second, chance), "played", sum(seconds))
    guilty = 0 if late[0] <= late[1] else 1
    return Ended(2 if guilty == 0 else 1, "late", sum(seconds) + timeout)


def _late_at(engine: SimulatedEngine, timeout: float, chance: Random) -> int:
    """The move at which an engine is late, counted from 0; far away if it hardly ever is."""
    if engine.temper is Temper.DEAD:
        return 0
    if timeout / engine.seconds > 700:
        return 2**31
    return int(log(1 - chance.random()) / log1p(-exp(-timeout / engine.seconds)))


def _spent(engine: SimulatedEngine, moves: int, chance: Random) -> float:
    return chance.gammavariate(moves, engine.seconds) if moves else 0.0


def _winner(first: SimulatedEngine, second: SimulatedEngine, chance: Random) -> Side | None:
    better = 1 / (1 + 10 ** ((second.strength - first.strength) / 400))
    drawn = DRAWN * 4 * better * (1 - better)
    lot = chance.random()
    if lot < drawn:
        return None
    return 1 if (lot - drawn) / (1 - drawn) < better else 2
