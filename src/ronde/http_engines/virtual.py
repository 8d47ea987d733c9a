"""Competitions of simulated engines in virtual time, by the rules that real ones are played by.

`Competition` and `Places`, which decide what is played and who begins, are those of `League` and `Floor`.
What is simulated is the rest: the engines, the clock, and the desk's disk.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain
from random import Random

from ronde.core.decide.rounds import open_tournament
from ronde.core.events import PlayerEntered
from ronde.core.player import Player, PlayerId
from ronde.core.replay import replay
from ronde.core.schedule import finished
from ronde.core.settings import Settings
from ronde.core.systems import Schedule
from ronde.core.tournament import Tournament
from ronde.http_engines.league import LeaguePlan
from ronde.http_engines.places import Places
from ronde.http_engines.simulated import Ended, SimulatedEngine, Temper, random_game
from ronde.referee.door import Clock, Competition, Roster, Task, Writing, game_seed

Game = tuple[int, Task]
"""A game of the competition of that number."""


class VirtualCompetition:
    """One competition as `League` plays it, kept in memory instead of a file."""

    def __init__(self, number: int, plan: LeaguePlan, engines: Sequence[SimulatedEngine]) -> None:
        facts = open_tournament(Tournament(), name=plan.name, settings=plan.settings(len(engines)))
        cards = [PlayerEntered(Player(one.id, f"E{one.id}"), 1) for one in engines]
        self.tournament = replay([*facts, *cards])
        clock = Clock(plan.timeout, 0.0, fixed=True)
        self.roster = Roster((), clock=clock, rule=plan.rule, seed=(plan.seed or 0) * 1_000_003 + number)
        self._competition = Competition(self.roster)

    @property
    def expected(self) -> int:
        """How many games there will be at most."""
        return expected_games(self.tournament.settings, len(self.tournament.players), self.roster.rule.games)

    def begin(self) -> list[Task]:
        """The games that can begin now; nothing while others must end first, and once all has been played."""
        while not finished(self.tournament):
            games = list(chain.from_iterable(self._competition.begin(self.tournament)))
            if games or self._competition.running:
                return games
            self._write(self._competition.turn(self.tournament))
        return []

    def end(self, task: Task, ended: Ended) -> list[Task]:
        """Write a game down; the games that can be played now."""
        if writing := self._competition.end(task, ended.played(self.roster.clock)):
            self._write(writing)
        return self.begin()

    def _write(self, writing: Writing) -> None:
        self.tournament = replay(writing.decide(self.tournament), self.tournament)


def expected_games(settings: Settings, engines: int, games: int) -> int:
    """How many games a competition has at most, if every match has so many."""
    system = settings.pairing_system
    tables = settings.gauntlet.champions if system.schedule is Schedule.GAUNTLET else engines // 2
    matches = _cup_matches(settings, engines) if system.knock_out else settings.rounds * tables
    return matches * games


def _cup_matches(settings: Settings, engines: int) -> int:
    """The matches of a cup at most: all but one lose once, or twice, or everybody plays every round."""
    if settings.cup.double:
        return 2 * engines - 1
    if settings.cup.consolation:
        return engines // 2 * settings.rounds
    return engines - 1 + settings.cup.third_place


@dataclass
class Waits:
    """Seconds of engines of one temper: idle before a game, and of their games in the queue."""

    idle: array[float] = field(default_factory=lambda: array("d"))
    queue: array[float] = field(default_factory=lambda: array("d"))


class VirtualFloor:
    """All competitions in one virtual clock, one event after the other; nothing waits in real time."""

    def __init__(
        self,
        plan: LeaguePlan,
        groups: Sequence[Sequence[SimulatedEngine]],
        *,
        moves: int = 30,
        most: int = 500,
        each: int = 8,
    ) -> None:
        self.plan = plan
        self.moves = moves
        self.engines = {engine.id: engine for group in groups for engine in group}
        self.competitions = [VirtualCompetition(at, plan, group) for at, group in enumerate(groups)]
        self.places: Places[Game] = Places(most, each)
        self.now = 0.0
        self.games = 0
        self.busy_seconds = 0.0
        """Seconds of all games together."""
        self.longest = 0.0
        self.waits = {temper: Waits() for temper in Temper}
        self.played = dict.fromkeys(self.engines, 0)
        self._free_since = dict.fromkeys(self.engines, 0.0)
        self._asked: dict[Game, float] = {}
        self._ends: list[tuple[float, int, Game, Ended]] = []

    @property
    def expected(self) -> int:
        """How many games there will be at most."""
        return sum(competition.expected for competition in self.competitions)

    def run(self) -> Iterator[int]:
        """Play everything; after every game tells how many have been played."""
        for number, competition in enumerate(self.competitions):
            self._queue(number, competition.begin())
        self._begin()
        while self._ends:
            self.now, _, game, ended = heappop(self._ends)
            self._end(game, ended)
            self._begin()
            yield self.games

    def _queue(self, number: int, games: Sequence[Task]) -> None:
        for task in games:
            self._asked[number, task] = self.now
            self.places.wait((number, task), task.first, task.second)

    def _begin(self) -> None:
        for game in self.places.begin():
            number, task = game
            waited = self.now - self._asked.pop(game)
            for engine in (task.first, task.second):
                self._sit(engine, waited)
            ended = self._random_game(self.competitions[number].roster, task)
            self.busy_seconds += ended.seconds
            self.longest = max(self.longest, ended.seconds)
            heappush(self._ends, (self.now + ended.seconds, self.games + len(self._ends), game, ended))

    def _sit(self, engine: PlayerId, waited: float) -> None:
        waits = self.waits[self.engines[engine].temper]
        waits.queue.append(waited)
        if engine in self._free_since:  # it plays nothing else meanwhile
            waits.idle.append(self.now - self._free_since.pop(engine))

    def _random_game(self, roster: Roster, task: Task) -> Ended:
        """The game that these two play at this place, whenever they play it."""
        chance = Random(game_seed(roster, task))
        first, second = self.engines[task.first], self.engines[task.second]
        return random_game(first, second, moves=self.moves, timeout=self.plan.timeout, chance=chance)

    def _end(self, game: Game, ended: Ended) -> None:
        number, task = game
        self.places.leave(game)
        self.games += 1
        for engine in (task.first, task.second):
            self.played[engine] += 1
            if not self.places.busy[engine]:
                self._free_since[engine] = self.now
        self._queue(number, self.competitions[number].end(task, ended))
