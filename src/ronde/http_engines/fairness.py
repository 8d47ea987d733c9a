"""Whether a simulated run was fair: waiting times, games per engine, what slow engines cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.http_engines.simulated import Temper
from ronde.http_engines.virtual import VirtualFloor
from ronde.scoring.door import standings


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds that engines waited: median, 95th percentile and maximum."""

    median: float = 0.0
    most: float = 0.0
    worst: float = 0.0

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of some waits; all zero if there was none."""
        if not values:
            return cls()
        ordered = sorted(values)
        last = len(ordered) - 1
        return cls(ordered[last // 2], ordered[last * 95 // 100], ordered[last])


@dataclass(frozen=True, slots=True)
class Fairness:
    """The figures of a simulated run."""

    games: int
    seconds: float
    """From the first game to the last, in virtual time."""
    utilisation: float
    """Of the places in the hall."""
    queue: Mapping[Temper, Spread]
    """The waits of games that could be played for a place, by the temper of the engine."""
    idle: Mapping[Temper, Spread]
    """The times between two games of an engine, the end of the round included."""
    fewest: int
    mean: float
    most: int
    gini: float
    """Inequality of the numbers of games: 0 if all are equal, near 1 if one engine plays all."""
    starved: tuple[PlayerId, ...]
    """Engines that played fewer than half as many games as their competition gave the others on average."""
    correlation: float
    """Between true strengths and final places of engines that answer, in the same competition, on average."""


def judged(hall: VirtualFloor) -> Fairness:
    """Compute the figures."""
    counts = list(hall.played.values())
    return Fairness(
        games=hall.games,
        seconds=hall.now,
        utilisation=hall.busy_seconds / (hall.now * hall.places.most) if hall.now else 0.0,
        queue={temper: Spread.of(waits.queue) for temper, waits in hall.waits.items()},
        idle={temper: Spread.of(waits.idle) for temper, waits in hall.waits.items()},
        fewest=min(counts),
        mean=sum(counts) / len(counts),
        most=max(counts),
        gini=gini(counts),
        starved=_starved(hall),
        correlation=_correlation(hall),
    )


def gini(counts: Sequence[int]) -> float:
    """The coefficient of Gini of some numbers.

    >>> gini([3, 3, 3]), round(gini([0, 0, 0, 12]), 2)
    (0.0, 0.75)
    """
    ordered, total = sorted(counts), sum(counts)
    if not total:
        return 0.0
    weighted = sum(place * count for place, count in enumerate(ordered, start=1))
    return (2 * weighted / total - len(ordered) - 1) / len(ordered)


def _starved(hall: VirtualFloor) -> tuple[PlayerId, ...]:
    """In a cup losers are out, so that only engines without any game are reported."""
    starved: list[PlayerId] = []
    for competition in hall.competitions:
        players = competition.tournament.players
        own = [hall.played[player] for player in players]
        equal = competition.tournament.settings.pairing_system.equal_games
        least = sum(own) / len(own) / 2 if equal else 1
        starved += [player for player in players if hall.played[player] < least]
    return tuple(starved)


def _correlation(hall: VirtualFloor) -> float:
    """The mean of the rank correlations, each competition weighing as much as it has engines."""
    weighed = engines = 0.0
    for competition in hall.competitions:
        order = [row.player for row in standings(competition.tournament).rows]
        alive = [player for player in order if hall.engines[player].temper is not Temper.DEAD]
        if len(alive) > 2:
            weighed += len(alive) * _spearman([hall.engines[player].strength for player in alive])
            engines += len(alive)
    return weighed / engines if engines else 0.0


def _spearman(strengths: Sequence[float]) -> float:
    """The rank correlation of an order with the strengths, from -1 (reversed) to 1."""
    places = sorted(range(len(strengths)), key=lambda at: -strengths[at])
    mean = (len(places) - 1) / 2
    shared = sum((rank - mean) * (at - mean) for rank, at in enumerate(places))
    return shared / sum((at - mean) ** 2 for at in places)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the scheduler was fair, and by how much slow engines delayed the fast ones."""

    with_slow: float
    """The 95th percentile of seconds that games of fast engines waited in the queue."""
    without: float
    """The same if all engines were fast."""
    allowed: float
    starved: tuple[PlayerId, ...]

    @property
    def delayed(self) -> bool:
        """Whether the fast ones waited longer for the slow than was allowed."""
        return self.with_slow > self.allowed

    @property
    def fair(self) -> bool:
        """Whether no engine was left out and none was delayed."""
        return not self.starved and not self.delayed


def compared(measured: Fairness, control: Fairness, *, bound: float, timeout: float) -> Judgement:
    """Compare with the same hall without slow engines: `bound` times its wait and one TimeOut are allowed."""
    fast, alone = measured.queue[Temper.FAST].most, control.queue[Temper.FAST].most
    return Judgement(fast, alone, bound * alone + timeout, measured.starved)
