"""A series: all games of a tournament of programs, several at once, each written down once it has ended.

Whatever is written stays: a referee that is killed and started again plays only the games that are missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from ronde.core import events as fact
from ronde.core.cup import seeds
from ronde.core.decide.results import enter_at_table
from ronde.core.decide.rounds import close_round
from ronde.core.errors import NotATournament
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.result import Result
from ronde.core.schedule import finished
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.engines.door import clear_away
from ronde.games.door import GameError, Side
from ronde.pairing.door import complete_round
from ronde.referee.game import Played, Watcher
from ronde.referee.match import LegResult, first_mover, missing, tally, winner
from ronde.referee.pool import LocalPool, Pool, Watch
from ronde.referee.roster import ATTACHMENT, Roster
from ronde.referee.task import Task, draw_seed

SEAT: Final = "referee"

Note = Callable[[Task, Played], None]
"""Who is told when a game is written down."""


def _nobody(task: Task) -> Watcher | None:
    return None


def _silent(task: Task, played: Played) -> None:
    return None


class Series:
    """The referee of a whole tournament; its desk is the only thing it remembers with."""

    def __init__(
        self,
        desk: Desk,
        roster: Roster,
        *,
        jobs: int = 1,
        watch: Watch = _nobody,
        note: Note = _silent,
        pool: Pool | None = None,
    ) -> None:
        self.desk = desk
        self.roster = roster
        self._note = note
        self._pool = pool or LocalPool(roster, jobs, watch)

    @property
    def over(self) -> bool:
        """Whether everything has been played."""
        return finished(self.desk.tournament)

    def run(self, after_round: Callable[[], None] = lambda: None) -> None:
        """Play everything that is missing, round by round."""
        clear_away()
        try:
            while not self.over:
                self._pair()
                self.play_round()
                self.desk.act(SEAT, close_round)
                after_round()
        finally:
            self._pool.stop()

    def _pair(self) -> None:
        if not self.desk.tournament.open_round.tables:
            seed = draw_seed(self.roster, self.desk.tournament.open_round.number)
            self.desk.act(SEAT, complete_round, seed=seed)

    def play_round(self) -> None:
        """Play the games of the open round that are missing."""
        begun: set[Task] = set()
        while self._submit(begun):
            for task, played in self._pool.finished():
                begun.discard(task)
                self._write(task, played)

    def _submit(self, begun: set[Task]) -> bool:
        """Hand out the games of as many tables as there are free hands; whether any is being played."""
        for _, games in groupby(self.tasks(), key=lambda task: task.table):
            fresh = [task for task in games if task not in begun]
            if fresh and not self._pool.free:
                break
            if fresh:
                self._pool.submit(fresh)
                begun.update(fresh)
        return bool(begun)

    def tasks(self) -> Iterator[Task]:
        """The games of the open round that are missing and can be played now."""
        return tasks(self.desk.tournament, self.roster)

    def _write(self, task: Task, played: Played) -> None:
        record = json.dumps(played.to_dict(), ensure_ascii=False).encode()
        self.desk.act_with(
            SEAT, {task.record: record}, game_played, task=task, played=played, roster=self.roster
        )
        self._note(task, played)


def tasks(tournament: Tournament, roster: Roster) -> Iterator[Task]:
    """The games of the open round that are missing and can be played now."""
    number = tournament.open_round.number
    played: dict[frozenset[PlayerId], list[fact.GamePlayed]] = {}  # once, not once a table
    for game in tournament.games:
        if game.round == number:
            played.setdefault(frozenset((game.first, game.second)), []).append(game)
    for table in tournament.open_round.missing:
        games = played.get(frozenset((table.first, table.second)), [])
        yield from _at(number, table, roster, _legs(games, table.first))


def tasks_at(tournament: Tournament, roster: Roster, table: int) -> list[Task]:
    """The same of one table: when a game has ended, nothing has changed at the others."""
    chosen = tournament.open_round.tables.get(table)
    if chosen is None or chosen.result is not None:
        return []
    return list(_at(tournament.open_round.number, chosen, roster, legs_of(tournament, chosen)))


def _at(round: int, table: Table, roster: Roster, legs: list[LegResult]) -> Iterator[Task]:
    for leg in missing(roster.rule, legs):
        pair = (table.first, table.second) if first_mover(leg) == 1 else (table.second, table.first)
        yield Task(round, table.number, leg, *pair)


def legs_of(tournament: Tournament, table: Table) -> list[LegResult]:
    """The games of a match that were played, from the side of the table's first player."""
    games = tournament.games_between(tournament.open_round.number, table.first, table.second)
    return _legs(games, table.first)


def _legs(games: Iterable[fact.GamePlayed], one: PlayerId) -> list[LegResult]:
    return [leg_result(game, one) for game in sorted(games, key=lambda game: game.leg)]


def leg_result(game: fact.GamePlayed, one: PlayerId) -> LegResult:
    """A game of a match as player `one` and the other saw it."""
    first: Side = 1 if game.first == one else 2
    won: Side | None = None if not game.winner else 1 if game.winner == one else 2
    return LegResult(game.leg, first, won, game.score, game.seconds)


def game_played(tournament: Tournament, *, task: Task, played: Played, roster: Roster) -> list[fact.Event]:
    """What a finished game means: the game, and the result of the table if the match is decided by it."""
    outcome = played.record.outcome
    won = 0 if outcome.winner is None else task.first if outcome.winner == 1 else task.second
    game = fact.GamePlayed(
        task.round,
        task.table,
        task.leg,
        task.first,
        task.second,
        won,
        outcome.reason,
        outcome.score,
        played.seconds,
        task.record,
    )
    after = replay([game], tournament)
    table = after.open_round.table(task.table)
    legs = legs_of(after, table)
    if missing(roster.rule, legs):
        return [game]
    return [game, *enter_at_table(after, table=table.number, result=_result(after, roster, table, legs))]


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


def attached_roster(desk: Desk) -> Roster | None:
    """The roster of a tournament of programs; None for one of people."""
    data = desk.journal.attachment(ATTACHMENT)
    try:
        return None if data is None else _playable(Roster.from_json(data))
    except (GameError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = f"{ATTACHMENT}: {error}"[:200]
        raise NotATournament(
            path=str(desk.journal.path), reason="damaged", detail=detail, backup=""
        ) from error


def _playable(roster: Roster) -> Roster:
    """A roster whose game there is; GameError if not."""
    _ = roster.rules
    return roster


def played_game(desk: Desk, record: str) -> Played | None:
    """A game by the name of its record."""
    data = desk.journal.attachment(record)
    return None if data is None else Played.from_dict(json.loads(data))
