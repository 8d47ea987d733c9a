"""Opening positions, and how long a tournament of programs will take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from importlib.resources import files
from itertools import chain, islice
from random import Random
from typing import Any, Final

from ronde.app.command import apply_command
from ronde.arena.games import NOBODY, Game, GameRecord, Outcome, Side
from ronde.arena.referee.competition import Competition
from ronde.arena.referee.game import Clock, Played
from ronde.arena.referee.roster import Roster, Task
from ronde.model.player import PlayerId
from ronde.model.schedule import finished
from ronde.model.systems import Schedule
from ronde.model.tournament import Tournament

# How long a tournament of programs will take: simulated at the measured pace of its programs.


_SHARE: Final = 0.2
"""A program that used this part of its time paces itself by the clock: with more time it will take more."""
_TRIED: Final = 12
"""Random games that tell how long a game of these rules is."""
_MOST: Final = 800
"""Games that are simulated one by one; more are estimated by their mean."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a program used its time when it was asked: seconds of a move, how many it had, and the start."""

    seconds: float = 0.1
    given: float = 0.0
    """0 if the moves were those of games by the same clock."""
    start: float = 0.0
    """Seconds before the first move of a game: its copy and its sandbox."""
    broken: bool = False
    """Whether it lost by a fault, as it will lose its games."""

    def move(self, left: float) -> float:
        """How long it will take with that much time left."""
        if self.given and self.seconds > _SHARE * self.given:
            return min(left, left * self.seconds / self.given)
        return min(left, self.seconds)


def usual_length(game: Game[Any], start: str = "") -> int:
    """How many moves a game has, by some random ones."""
    return round(sum(_length(game, start, Random(one)) for one in range(_TRIED)) / _TRIED)


def _length(game: Game[Any], start: str, chance: Random) -> int:
    position, moves = game.place(start, chance) if start else game.start(chance), 0
    while not game.outcome(position).over:
        sides = sorted(game.to_move(position))
        position = game.play(position, {side: game.any_move(position, side, chance) for side in sides})
        moves += len(sides)
    return moves


def game_seconds(one: Pace, other: Pace, clock: Clock, length: int) -> float:
    moves = 2 if one.broken or other.broken else length
    return (
        one.start
        + other.start
        + _thinking(one, clock, moves - moves // 2)
        + _thinking(other, clock, moves // 2)
    )


def _thinking(pace: Pace, clock: Clock, moves: int) -> float:
    left, used = clock.seconds, 0.0
    for _ in range(moves):
        move = pace.move(left)
        used += move
        left = max(0.0, clock.after(left, move))
    return used


def longest_game(clock: Clock, length: int) -> float:
    """How long a game takes if both sides use all their time."""
    if clock.fixed:
        return clock.seconds * length
    return 2 * clock.seconds + clock.increment * length


def forecast(
    tournament: Tournament, roster: Roster, jobs: int, seconds: Callable[[PlayerId, PlayerId], float]
) -> list[float]:
    """When each remaining game will end, in seconds from now; the better seed wins them all."""
    most = most_games(tournament, roster)
    if most > _MOST:
        mean = _mean(sorted(tournament.players), seconds)
        return [mean * (number // jobs + 1) for number in range(most)]
    return _VirtualSeries(tournament, roster, jobs, seconds).ends()


def most_games(tournament: Tournament, roster: Roster) -> int:
    """The maximal number of remaining games."""
    settings, players = tournament.settings, len(tournament.players)
    system = settings.pairing_system
    tables = settings.gauntlet.champions if system.schedule is Schedule.GAUNTLET else players // 2
    left = settings.rounds - len(tournament.closed_rounds)
    matches = 2 * players if system.knock_out else max(0, left) * tables
    return matches * roster.rule.games


def _mean(players: Sequence[PlayerId], seconds: Callable[[PlayerId, PlayerId], float]) -> float:
    pairs = [(one, other) for one in players for other in players if one < other]
    chosen = pairs[:: max(1, len(pairs) // 200)]
    return sum(seconds(one, other) for one, other in chosen) / max(1, len(chosen))


class _VirtualSeries:
    """Simulates `Series` in memory and without programs."""

    def __init__(
        self,
        tournament: Tournament,
        roster: Roster,
        jobs: int,
        seconds: Callable[[PlayerId, PlayerId], float],
    ) -> None:
        self._tournament = tournament
        self._roster = roster
        self._competition = Competition(roster)
        self._jobs = jobs
        self._seconds = seconds
        self._waiting: list[Task] = []
        self._running: list[tuple[float, int, Task]] = []
        self._now = 0.0

    def ends(self) -> list[float]:
        moments: list[float] = []
        while not finished(self._tournament):
            self._begin(len(moments))
            if self._running:
                self._now, _, task = heappop(self._running)
                moments.append(self._now)
                self._end(task)
            else:
                self._tournament = apply_command(self._competition.turn(self._tournament), self._tournament)
        return moments

    def _begin(self, played: int) -> None:
        self._waiting += chain.from_iterable(self._competition.begin(self._tournament))
        while self._waiting and len(self._running) < self._jobs:
            task = self._waiting.pop(0)
            end = self._now + self._seconds(task.first, task.second)
            heappush(self._running, (end, played + len(self._running), task))

    def _end(self, task: Task) -> None:
        winner: Side = 1 if task.first < task.second else 2
        record = GameRecord(self._roster.game, "", 0, {}, ("", ""), (), (), Outcome("line", winner))
        command = self._competition.end(task, Played(record, self._roster.clock, (0, 0)))
        assert command is not None, "a game that counts is written"
        self._tournament = apply_command(command, self._tournament)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The forecast: when each game ends, and how long all could take at most."""

    ends: Sequence[float]
    most: float

    @property
    def games(self) -> int:
        return len(self.ends)

    @property
    def seconds(self) -> float:
        return self.ends[-1] if self.ends else 0.0

    def left(self, played: int, elapsed: float) -> float:
        """How many seconds are left after that many games, by what they took and what was expected."""
        if played >= self.games:
            return 0.0
        before = self.ends[played - 1] if played else 0.0
        trust = self.seconds / 10  # the first games alone would weigh too much
        return max(0.0, (self.seconds - before) * (elapsed + trust) / (before + trust)) if trust else 0.0


def expected(
    tournament: Tournament, roster: Roster, jobs: int, paces: Mapping[PlayerId, Pace]
) -> Expectation:
    """The forecast of the rest of a tournament."""
    length = usual_length(roster.rules, roster.openings[0] if roster.openings else roster.start)
    usual = Pace(seconds=sum(one.seconds for one in paces.values()) / len(paces)) if paces else Pace()

    def seconds(one: PlayerId, other: PlayerId) -> float:
        return game_seconds(paces.get(one, usual), paces.get(other, usual), roster.clock, length)

    ends = forecast(tournament, roster, jobs, seconds)
    return Expectation(ends, longest_game(roster.clock, length) * len(ends) / jobs)


# Opening positions: from a file, one per line, shipped with a game, or generated.


PLAYOUTS: Final = 40
"""Random games from a position that tell whether it is balanced."""
NEAR: Final = 0.1
"""How far the first side's share of them may be from a half."""
_PART: Final = 10
"""An opening is that part of a usual game long."""
_TRIES: Final = 200
"""Positions tried for each one wanted."""


def listed_openings(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The positions with their line numbers; empty lines and lines starting with # are ignored."""
    stripped = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return [(number, text) for number, text in stripped if text and not text.startswith("#")]


def shipped_openings(game: str) -> list[str]:
    """The positions that come with a game; none if it has no set."""
    place = files("ronde.arena.referee") / "sets" / f"{game}.txt"
    return [text for _, text in listed_openings(place.read_text().splitlines())] if place.is_file() else []


def has_openings(game: Game[Any]) -> bool:
    """Whether games begin with the same open position, so that others can be chosen instead."""
    one, other = game.start(Random(1)), game.start(Random(2))
    alike = game.write(one) == game.write(other) == game.write(one, NOBODY)
    return alike and len(game.to_move(one)) == 1


def balanced_openings(game: Game[Any], count: int, seed: int) -> list[str]:
    """That many different positions near the start that favour neither side; fewer if there are no more."""
    return list(islice(_balanced(game, Random(seed), count * _TRIES), count))


def _balanced(game: Game[Any], chance: Random, tries: int) -> Iterator[str]:
    depth = max(2, usual_length(game) // _PART // 2 * 2)
    seen: set[str] = set()
    for _ in range(tries):
        position = _after(game, game.start(chance), chance, depth)
        text = game.write(position)
        if not game.outcome(position).over and text not in seen:
            seen.add(text)
            if _is_balanced(game, position, chance):
                yield text


def _after(game: Game[Any], position: Any, chance: Random, plies: int) -> Any:
    """The position after that many random plies, or at the end of the game."""
    for _ in range(plies):
        if game.outcome(position).over:
            break
        sides = sorted(game.to_move(position))
        position = game.play(position, {side: game.any_move(position, side, chance) for side in sides})
    return position


def _is_balanced(game: Game[Any], position: Any, chance: Random) -> bool:
    points = 0.0
    for _ in range(PLAYOUTS):
        won = game.outcome(_after(game, position, chance, game.most_moves)).winner
        points += 0.5 if won is None else float(won == 1)
    return abs(points / PLAYOUTS - 0.5) <= NEAR
