"""Statistics of an engine: wins by side, faults by kind, response times, opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from ronde.games.door import Side
from ronde.http_engines.store import EngineStore, GameRow

TIMED_GAMES: Final = 200
"""How many of the latest games are opened for response times."""


@dataclass
class EngineScore:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, winner: int | None, side: Side, games: int = 1) -> None:
        """Count games that `side` played and `winner` won."""
        if winner is None:
            self.draws += games
        elif winner == side:
            self.wins += games
        else:
            self.losses += games


@dataclass(frozen=True, slots=True)
class Times:
    answers: int = 0
    median: float = 0.0
    most: float = 0.0
    """The 95th percentile."""
    worst: float = 0.0


@dataclass
class Statistics:
    first: EngineScore = field(default_factory=EngineScore)
    """Games in which it moved first."""
    second: EngineScore = field(default_factory=EngineScore)
    faults: dict[str, int] = field(default_factory=dict)
    """Games lost by a fault, by kind of fault."""
    annulled: int = 0
    """Games that ended by the referee's own fault and count for neither side."""
    running: int = 0
    times: Times = field(default_factory=Times)
    opponents: dict[int, EngineScore] = field(default_factory=dict)
    """By their numbers, those met most often first; 0 is a person."""

    @property
    def total(self) -> EngineScore:
        one, two = self.first, self.second
        return EngineScore(one.wins + two.wins, one.draws + two.draws, one.losses + two.losses)


def statistics(book: EngineStore, engine: int) -> Statistics:
    """The statistics of an engine over all its games."""
    counts = counted(book, engine)
    counts.times = times(milliseconds(timed_games(book, engine), engine))
    return counts


def counted(book: EngineStore, engine: int) -> Statistics:
    """The same without response times, for which games must be opened."""
    total = Statistics()
    faults: Counter[str] = Counter()
    opponents: dict[int, EngineScore] = {}
    for side, other, winner, counts, fault, guilty, games in _sums(book, engine):
        if counts is None:
            total.running += games
        elif not counts:
            total.annulled += games
        else:
            (total.first if side == 1 else total.second).add(winner, side, games)
            opponents.setdefault(other, EngineScore()).add(winner, side, games)
            if guilty == side:
                faults[fault] += games
    total.faults = dict(faults.most_common())
    met = sorted(opponents, key=lambda number: (-opponents[number].games, number))
    total.opponents = {number: opponents[number] for number in met}
    return total


def _sums(book: EngineStore, engine: int) -> list[Any]:
    """Games summed by side, opponent and ending."""
    rows: list[Any] = []
    for side, own, other in ((1, "first", "second"), (2, "second", "first")):
        kinds = f"{other}, winner, counts, fault, guilty"
        query = f"SELECT {side}, {kinds}, count(*) FROM game WHERE {own} = ? GROUP BY {kinds}"
        rows += book.execute(query, engine)
    return rows


def timed_games(book: EngineStore, engine: int) -> list[GameRow]:
    """The latest games of an engine, from which its times are taken."""
    return book.games(engine=engine, most=TIMED_GAMES)


def milliseconds(games: Sequence[GameRow], engine: int) -> list[float]:
    """Milliseconds of each of the engine's answers. Opens every game: do not call it in the event loop."""
    spent: list[float] = []
    for row in games:
        played = row.played
        sides = {side for side, who in ((1, row.first), (2, row.second)) if who == engine}
        if played is not None:
            answers = (answer for ply in played.record.plies for answer in ply)
            spent += [answer.milliseconds - answer.taken for answer in answers if answer.side in sides]
    return spent


def times(spent: Sequence[float]) -> Times:
    """Median, 95th percentile and maximum; each is a measured value."""
    if not spent:
        return Times()
    ordered = sorted(spent)
    return Times(len(ordered), _part(ordered, 0.5), _part(ordered, 0.95), ordered[-1])


def _part(ordered: Sequence[float], part: float) -> float:
    return ordered[max(1, ceil(part * len(ordered))) - 1]
