"""Competitions played by the workers of a cluster, while the desk, the store and the pages stay here.

One task is one encounter, stored once at its place, as in a series of programs. The workers call the engines
and are called back by them. A game is written to the tournament file first and then to the store, so a
restart after a kill in between, or after the competition began in the game server, completes both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from ronde.core.errors import ClusterTrouble, EngineRefused
from ronde.core.events import GamePlayed
from ronde.games.door import GameRecord
from ronde.http_engines.encounter import RunningGame
from ronde.http_engines.game_server import GameServer, game_word
from ronde.http_engines.league import KIND, LeagueDesk
from ronde.http_engines.remote import Remote
from ronde.http_engines.store import AWAY, EngineStore, GameRow
from ronde.referee.door import (
    ClusterPool,
    Competition,
    Halted,
    Played,
    Refuse,
    Roster,
    Series,
    Sheet,
    Task,
    Watcher,
    played_game,
    silent,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a cluster plays competitions: the scheduler, and what its workers may do."""

    address: str
    allow: str = ""
    """The local ranges in which engines are allowed."""
    tls: Path | None = None
    slowest: float = 0.5
    refuse: Refuse = silent
    """Called for workers that get no games."""


Look = Callable[[Roster, Task], Watcher | None]
"""An observer of a game that a cluster plays."""


def _nobody(roster: Roster, task: Task) -> Watcher | None:
    return None


class AwayLeague:
    """The referee of one competition whose games are played on a cluster."""

    def __init__(self, server: GameServer, path: Path, ground: Ground, look: Look = _nobody) -> None:
        self.server = server
        self.path = path
        self.ground = ground
        self._look = look
        self._pool: ClusterPool | None = None
        self._stopped = False
        self._shown: dict[Task, int] = {}
        """The running games, by their numbers in the store."""

    async def run(self) -> None:
        """Play everything that is missing; abandoned games are removed from the store."""
        async with LeagueDesk(self.path) as at:
            try:
                await self._come_home(at)
                await self._play(at)
            finally:
                for task, number in list(self._shown.items()):
                    self._hide(task)
                    self.server.book.forget_game(number)

    async def _play(self, at: LeagueDesk) -> None:
        playing = asyncio.ensure_future(at.run(self._series, at, asyncio.get_running_loop()))
        try:
            await asyncio.shield(playing)
        except asyncio.CancelledError:
            self._halt()
            with suppress(Halted, ClusterTrouble):  # after a stop, do not wait for a cluster
                await playing
            raise

    def _series(self, at: LeagueDesk, loop: asyncio.AbstractEventLoop) -> None:
        """In the thread of the desk: play everything on the cluster, and notify the game server's loop."""

        def tell(step: Coroutine[Any, Any, T]) -> T:
            return asyncio.run_coroutine_threadsafe(step, loop).result()

        def watcher(task: Task) -> Watcher:
            """Shows a game in the game server and on other open pages."""
            other = self._look(at.roster, task)

            def watch(sheet: Sheet) -> None:
                tell(self._show(at, task, sheet))
                if other is not None:
                    other(sheet)

            return watch

        ground = self.ground
        pool = ClusterPool(
            ground.address,
            at.roster,
            watcher,
            opener=tell(self._opener(at)),
            slowest=ground.slowest,
            tls=ground.tls,
            refuse=ground.refuse,
        )

        def after_round() -> None:
            """Read the cards again, because addresses may have changed."""
            if not series.over:
                pool.opener = tell(self._opener(at))

        self._pool = pool
        if self._stopped:  # while it was connecting
            pool.halt()
        series = Series(
            at.desk, at.roster, pool=pool, note=lambda task, played: tell(self._entered(at, task, played))
        )
        series.run(after_round)

    def _halt(self) -> None:
        self._stopped = True
        if self._pool is not None:
            self._pool.halt()

    async def _opener(self, at: LeagueDesk) -> Remote:
        """Calls the engines as they are registered now."""
        cards = {}
        for entrant in at.roster.entrants:
            card = self.server.book.engine(entrant.id)
            if card is None:
                raise EngineRefused(reason="unknown", number=entrant.id)
            cards[entrant.id] = card
        return Remote(self.ground.allow, cards)

    async def _show(self, at: LeagueDesk, task: Task, sheet: Sheet) -> None:
        """A game has a number and a page from its first update on; its record reports the end."""
        if sheet.outcome.over:
            return
        if task not in self._shown:
            begun = away_row(at.event, task, sheet.record, at.roster.clock.seconds, datetime.now(UTC))
            self._shown[task] = self.server.book.begin_game(begun).id
        board = self.server.away.setdefault(self._shown[task], RunningGame(sheet))
        board.sheet = sheet
        board.announce()

    def _hide(self, task: Task) -> None:
        board = self.server.away.pop(self._shown.pop(task, 0), None)
        if board is not None:
            board.announce()

    async def _come_home(self, at: LeagueDesk) -> None:
        """Games started by the game server end there; the file and the store are made equal."""
        kept = {(game.round, game.table, game.leg): game for game in at.tournament.games}
        book, known, competition = self.server.book, set(), Competition(at.roster)
        for (number,) in book.execute("SELECT id FROM game WHERE event = ? ORDER BY id", at.event):
            row = book.game(number)
            assert row is not None
            place = row.round, row.place, row.leg
            known.add(place)
            if place not in kept:
                played = await self.server.result(row)
                if writing := competition.end(Task(*place, row.first, row.second), played):
                    await at.write(writing)
                else:
                    book.forget_game(number)
        for place in kept.keys() - known:
            await self._repair(at, kept[place])

    async def _repair(self, at: LeagueDesk, game: GamePlayed) -> None:
        played = await at.run(played_game, at.desk, game.record)
        if played is not None:
            await self._entered(at, Task(game.round, game.table, game.leg, game.first, game.second), played)

    async def _entered(self, at: LeagueDesk, task: Task, played: Played) -> None:
        """Store a game played on a cluster like any other."""
        await enter_game(self.server.book, at.event, task, played)
        self._hide(task)


def away_row(event: str, task: Task, record: GameRecord, timeout: float, begun: datetime) -> GameRow:
    """A game of a competition in the store while a cluster plays it."""
    return GameRow(
        0, AWAY + game_word(), record.game, dict(record.settings), record.start, record.seed, timeout,
        task.first, task.second, KIND, event, task.round, task.table, task.leg, _moment_text(begun),
    )  # fmt: skip


async def enter_game(book: EngineStore, event: str, task: Task, played: Played) -> None:
    """Write a finished game to the store, once; after a kill in between, the file still has it."""
    ended = datetime.now(UTC)
    took = sum(answer.milliseconds for ply in played.record.plies for answer in ply)
    begun = ended - timedelta(milliseconds=took)
    row = book.begin_game(away_row(event, task, played.record, played.clock.seconds, begun))
    if not row.ended:
        await book.end_game(row.id, played, _moment_text(ended))


def _moment_text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
