"""A competition: what is played next, what a finished game does, when a round closes, what is retried.

No desk, no clock, no thread: `Series` plays it with threads, `League` in a loop. Everything that must survive
is in the tournament; this only tracks which games are being played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final

from ronde.app.command import Command, Context
from ronde.app.commands import CloseRound, PairRound
from ronde.core import events as fact
from ronde.core.cup import seeds
from ronde.core.decide.results import enter_at_table
from ronde.core.errors import RefereeTrouble
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.result import Result
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.games.door import Side
from ronde.referee.command import WithFiles
from ronde.referee.game import Played
from ronde.referee.match import LegResult, decided_by, first_mover, missing, tally, winner
from ronde.referee.roster import Roster
from ronde.referee.task import Task, draw_seed

TRIES: Final = 3
"""How often a game is started when the referee itself fails."""

_ByPair = dict[frozenset[PlayerId], list[fact.GamePlayed]]


class Competition:
    """The games of one tournament: those that are being played, and those that can begin."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.running: set[Task] = set()
        self._tables: list[int] = []
        """A heap of the tables where a game may be missing."""
        self._failed: Counter[Task] = Counter()
        self._paired = 0

    def begin(self, tournament: Tournament) -> Iterator[list[Task]]:
        """The games that can start, table by table; they count as started."""
        if not self.running:
            self._tables = [table.number for table in tournament.open_round.missing]
        heapify(self._tables)
        played = _by_pair(tournament)
        while self._tables:
            table = tournament.open_round.tables.get(heappop(self._tables))
            fresh = [] if table is None else self._fresh(tournament, table, played)
            if fresh:
                self.running.update(fresh)
                yield fresh

    def _fresh(self, tournament: Tournament, table: Table, played: _ByPair) -> list[Task]:
        games = played.get(frozenset((table.first, table.second)), [])
        tasks = _tasks(tournament.open_round.number, table, self.roster, games)
        return [task for task in tasks if task not in self.running]

    def end(self, task: Task, played: Played) -> RecordGame | None:
        """What a finished game does; None if the referee failed and it is to be played again."""
        self.drop(task)
        if played.record.outcome.counts:
            return RecordGame(task, played, self.roster)
        self._failed[task] += 1
        if self._failed[task] < TRIES:
            return None
        detail = played.record.faults[-1].detail
        raise RefereeTrouble(round=task.round, table=task.table, leg=task.leg, detail=detail)

    def decided(self, tournament: Tournament) -> list[Task]:
        """Running games that are not needed any more: their table has its result, or is gone."""
        tables = tournament.open_round.tables
        return [task for task in self.running if task.table not in tables or tables[task.table].result]

    def drop(self, task: Task) -> None:
        """A game was ended without a result; it begins again only if its table needs it."""
        self.running.discard(task)
        heappush(self._tables, task.table)

    def turn(self, tournament: Tournament) -> Command:
        """The next step when no game can start and none is running: the round is paired, or closed."""
        current = tournament.open_round
        if current.tables or self._paired == current.number:
            return CloseRound()
        self._paired = current.number
        return PairRound(draw_seed(self.roster, current.number))


def _by_pair(tournament: Tournament) -> _ByPair:
    """The games of the open round by pair: indexed once, not once a table."""
    played: _ByPair = {}
    for game in tournament.open_round.games:
        played.setdefault(frozenset((game.first, game.second)), []).append(game)
    return played


def _tasks(round: int, table: Table, roster: Roster, games: Iterable[fact.GamePlayed]) -> list[Task]:
    """The games of a table that are missing and can be played."""
    if table.result is not None:
        return []
    home, away = (table.first, table.second), (table.second, table.first)
    legs = missing(roster.rule, _legs(games, table.first))
    return [Task(round, table.number, leg, *(home if first_mover(leg) == 1 else away)) for leg in legs]


def _legs(games: Iterable[fact.GamePlayed], one: PlayerId) -> list[LegResult]:
    """The finished games of a match, from the side of player `one`."""
    return [leg_result(game, one) for game in sorted(games, key=lambda game: game.leg)]


def leg_result(game: fact.GamePlayed, one: PlayerId) -> LegResult:
    """A game of a match from the side of player `one`."""
    first: Side = 1 if game.first == one else 2
    won: Side | None = None if not game.winner else 1 if game.winner == one else 2
    return LegResult(game.leg, first, won, game.score, game.seconds)


class RecordGame(WithFiles, frozen=True):
    """Record a finished game, and the result of its table if it decides the match"""

    task: Task
    played: Played
    roster: Roster

    @property
    def files(self) -> Mapping[str, bytes]:
        return {self.task.record: json.dumps(self.played.to_dict(), ensure_ascii=False).encode()}

    @property
    def game(self) -> fact.GamePlayed:
        task, outcome = self.task, self.played.record.outcome
        return fact.GamePlayed(
            task.round,
            task.table,
            task.leg,
            task.first,
            task.second,
            0 if outcome.winner is None else task.first if outcome.winner == 1 else task.second,
            outcome.reason,
            outcome.score,
            self.played.seconds,
            task.record,
            self.played.record.fingerprint,
        )

    def decide(self, now: Tournament, context: Context) -> list[fact.Event]:
        task, game = self.task, self.game
        after = replay([game], now)
        table = after.open_round.table(task.table)
        legs = _legs(after.games_between(task.round, task.first, task.second), table.first)
        if missing(self.roster.rule, legs) or table.result is not None:  # one of the two was withdrawn
            return [game]
        result = _result(after, self.roster, table, legs)
        return [game, *enter_at_table(after, table=table.number, result=result)]


def _result(tournament: Tournament, roster: Roster, table: Table, legs: list[LegResult]) -> Result:
    """In a cup who goes on, in a league half-points of the games."""
    total = tournament.settings.board.total
    if tournament.settings.pairing_system.knock_out:
        ranks = seeds(tournament)
        won = winner(roster.game, legs, (ranks[table.first], ranks[table.second]))
        return Result(total, 0) if won.player == 1 else Result(0, total)
    halves = tally(roster.game, legs).halves
    share = sum(halves)
    first = round(2 * total * halves[0] / share) / 2  # a match that ended early has fewer games than points
    return Result(first, total - first)


@dataclass(frozen=True, slots=True)
class MatchTie:
    """A match of a cup in which both won as many games, and what decided it."""

    round: int
    winner: PlayerId
    loser: PlayerId
    by: str


def match_ties(tournament: Tournament, roster: Roster) -> list[MatchTie]:
    if not tournament.settings.pairing_system.knock_out:
        return []
    ties = []
    rounds = [*tournament.closed_rounds, tournament.open_round]
    for played in rounds:
        for table in played.tables.values():
            games = tournament.games_between(played.number, table.first, table.second)
            legs = _legs(games, table.first)
            if table.result is not None and legs and tally(roster.game, legs).wins == 0:
                pair = (table.first, table.second)
                won, lost = pair if table.result.first > table.result.second else pair[::-1]
                ties.append(MatchTie(played.number, won, lost, decided_by(roster.game, legs)))
    return ties
