"""A series: all games of a tournament of programs, several at once, each written down once it has ended.

Whatever is written stays: a referee that is killed and started again plays only the games that are missing.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from random import Random
from typing import Final

from ronde.core import events as fact
from ronde.core.cup import champion, seeds
from ronde.core.decide.results import enter_at_table
from ronde.core.decide.rounds import close_round
from ronde.core.errors import RefereeTrouble
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.result import Result
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.engines.door import Engine, clear_away
from ronde.games.door import Side
from ronde.pairing.door import complete_round
from ronde.referee.game import Played, Watcher, play
from ronde.referee.match import LegResult, first_mover, missing, tally, winner
from ronde.referee.roster import ATTACHMENT, Roster

SEAT: Final = "referee"
_TRIES: Final = 3
"""How often a game is begun again when the referee itself failed."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: where, and who has the first move."""

    round: int
    table: int
    leg: int
    first: PlayerId
    second: PlayerId

    @property
    def record(self) -> str:
        """The name of its record."""
        return f"games/{self.round}-{self.table}-{self.leg}.json"


Watch = Callable[[Task], Watcher | None]
"""Who looks at a game while it is played."""
Note = Callable[[Task, Played], None]
"""Who is told when a game is written down."""


def _nobody(task: Task) -> Watcher | None:
    return None


def _silent(task: Task, played: Played) -> None:
    return None


class Series:
    """The referee of a whole tournament; its desk is the only thing it remembers with."""

    def __init__(
        self, desk: Desk, roster: Roster, *, jobs: int, watch: Watch = _nobody, note: Note = _silent
    ) -> None:
        self.desk = desk
        self.roster = roster
        self.jobs = jobs
        self._watch = watch
        self._note = note
        self._engines: set[Engine] = set()
        self._lock = threading.Lock()
        self._stopping = False

    @property
    def over(self) -> bool:
        """Whether everything has been played."""
        tournament = self.desk.tournament
        if tournament.settings.system == "cup":
            return champion(tournament) is not None
        return len(tournament.closed_rounds) >= tournament.settings.rounds

    def run(self, after_round: Callable[[], None] = lambda: None) -> None:
        """Play everything that is missing, round by round."""
        clear_away()
        while not self.over:
            self._pair()
            self._play_round()
            self.desk.act(SEAT, close_round)
            after_round()

    def _pair(self) -> None:
        if not self.desk.tournament.open_round.tables:
            seed = Random(f"{self.roster.seed} {self.desk.tournament.open_round.number}").randrange(2**31)
            self.desk.act(SEAT, complete_round, seed=seed)

    def _play_round(self) -> None:
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="game") as pool:
            running: dict[Future[Played], Task] = {}
            try:
                while self._submit(pool, running):
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._write(running.pop(future), future.result())
            except BaseException:
                self._stop(running)
                raise

    def _submit(self, pool: ThreadPoolExecutor, running: dict[Future[Played], Task]) -> bool:
        """Hand out as many games as there are free hands; whether any is running."""
        for task in self.tasks():
            if len(running) >= self.jobs:
                break
            if task not in running.values():
                running[pool.submit(self._play, task)] = task
        return bool(running)

    def tasks(self) -> Iterator[Task]:
        """The games of the open round that are missing and can be played now."""
        tournament = self.desk.tournament
        for table in tournament.open_round.missing:
            for leg in missing(self.roster.rule, legs_of(tournament, table)):
                pair = (table.first, table.second) if first_mover(leg) == 1 else (table.second, table.first)
                yield Task(tournament.open_round.number, table.number, leg, *pair)

    def _play(self, task: Task) -> Played:
        roster, game = self.roster, self.roster.rules
        seed = Random(f"{roster.seed} {task.round} {task.table} {task.leg}").randrange(2**53)
        for _ in range(_TRIES):
            engines = self._open(task.first), self._open(task.second)
            try:
                watch = self._watch(task)
                played = play(
                    game,
                    engines,
                    roster.clock,
                    seed=seed,
                    start=roster.start,
                    watch=watch,
                    jail=roster.jail.tier,
                )
            finally:
                self._close(*engines)
            if played.record.outcome.counts or self._stopping:
                return played
        trouble = played.record.faults[-1].detail
        raise RefereeTrouble(round=task.round, table=task.table, leg=task.leg, detail=trouble)

    def _open(self, player: PlayerId) -> Engine:
        engine = self.roster.entrant(player).engine(self.roster.jail)
        with self._lock:
            self._engines.add(engine)
        return engine

    def _close(self, *engines: Engine) -> None:
        with self._lock:
            self._engines.difference_update(engines)
        for engine in engines:
            engine.close()

    def _stop(self, running: dict[Future[Played], Task]) -> None:
        """End the running games at once; what they came to is not written."""
        self._stopping = True
        for future in running:
            future.cancel()
        with self._lock:
            for engine in self._engines:
                engine.abort()

    def _write(self, task: Task, played: Played) -> None:
        record = json.dumps(played.to_dict(), ensure_ascii=False).encode()
        self.desk.act_with(
            SEAT, {task.record: record}, game_played, task=task, played=played, roster=self.roster
        )
        self._note(task, played)


def legs_of(tournament: Tournament, table: Table) -> list[LegResult]:
    """The games of a match that were played, from the side of the table's first player."""
    games = tournament.games_between(tournament.open_round.number, table.first, table.second)
    return [leg_result(game, table.first) for game in games]


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
    if tournament.settings.system == "cup":
        ranks = seeds(tournament)
        won = winner(roster.game, legs, (ranks[table.first], ranks[table.second]))
        return Result(total, 0) if won.player == 1 else Result(0, total)
    halves = tally(roster.game, legs).halves
    share = sum(halves)
    first = total * halves[0] / share
    return Result(first, total - first)


def attached_roster(desk: Desk) -> Roster | None:
    """The roster of a tournament of programs; None for one of people."""
    data = desk.journal.attachment(ATTACHMENT)
    return None if data is None else Roster.from_json(data)


def played_game(desk: Desk, record: str) -> Played | None:
    """A game by the name of its record."""
    data = desk.journal.attachment(record)
    return None if data is None else Played.from_dict(json.loads(data))
