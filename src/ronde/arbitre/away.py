"""Competitions played away: by the workers of a cluster, while desk, book and pages stay at home.

One task is one encounter, stored once at its place, as in a series of programs. The workers call the engines
and are called back by them. A game comes into the tournament file first and then into the book; whoever is
killed in between, or had begun the competition in the office, finds both complete when he goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from ronde.arbitre.book import AWAY, Book, GameRow
from ronde.arbitre.card import EngineCard
from ronde.arbitre.encounter import Board
from ronde.arbitre.league import KIND, League
from ronde.arbitre.office import Office, game_word
from ronde.arbitre.remote import Remote
from ronde.core.errors import ClusterTrouble, EngineRefused
from ronde.core.events import GamePlayed
from ronde.games.door import GameRecord
from ronde.referee.door import (
    ClusterPool,
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


@dataclass(frozen=True, slots=True)
class Ground:
    """Where competitions are played away: the scheduler, and what its workers may do."""

    address: str
    allow: str = ""
    """The local ranges where engines may live."""
    tls: Path | None = None
    slowest: float = 0.5
    refuse: Refuse = silent
    """Is told of workers that are given nothing."""


Look = Callable[[Roster, Task], Watcher | None]
"""Who looks at a game that is played away."""


def _nobody(roster: Roster, task: Task) -> Watcher | None:
    return None


class AwayLeague(League):
    """The referee of one competition whose games are played on a cluster."""

    def __init__(self, office: Office, path: Path, ground: Ground, look: Look = _nobody) -> None:
        super().__init__(office, path)
        self.ground = ground
        self._look = look
        self._pool: ClusterPool | None = None
        self._shown: dict[Task, int] = {}
        """The games that can be looked at, by their numbers in the book."""

    async def run(self) -> None:
        """Play everything that is missing; games that are given up are no longer in the book."""
        try:
            await super().run()
        finally:
            for task, number in list(self._shown.items()):
                self._hide(task)
                self.office.book.forget_game(number)

    async def _play_round(self) -> None:
        loop = asyncio.get_running_loop()
        if self._pool is None:
            await self._come_home()
            await self._at_desk(self._hire, loop)
        pool = self._pool
        assert pool is not None
        pool.opener = Remote(self.ground.allow, self._cards())

        def note(task: Task, played: Played) -> None:
            asyncio.run_coroutine_threadsafe(self._entered(task, played), loop).result()

        series = Series(self._desk, self.roster, pool=pool, note=note)
        playing = asyncio.ensure_future(self._at_desk(series.play_round))
        try:
            await asyncio.shield(playing)
        except asyncio.CancelledError:
            pool.halt()
            with suppress(Halted, ClusterTrouble):  # whoever was told to stop must not wait for a cluster
                await playing
            raise

    def _hire(self, loop: asyncio.AbstractEventLoop) -> None:
        """Kept at once: whoever is cancelled while it connects must still let go of it."""
        ground = self.ground
        self._pool = ClusterPool(
            ground.address,
            self.roster,
            partial(self._watcher, loop),
            slowest=ground.slowest,
            tls=ground.tls,
            refuse=ground.refuse,
        )

    def _watcher(self, loop: asyncio.AbstractEventLoop, task: Task) -> Watcher:
        """Shows a game in the office, and to whoever else looks at it."""
        other = self._look(self.roster, task)

        def watch(sheet: Sheet) -> None:
            asyncio.run_coroutine_threadsafe(self._show(task, sheet), loop).result()
            if other is not None:
                other(sheet)

        return watch

    async def _show(self, task: Task, sheet: Sheet) -> None:
        """From its first news on a game has a number and a page; its end is told by its record."""
        if sheet.outcome.over:
            return
        if task not in self._shown:
            begun = away_row(self.event, task, sheet.record, self.roster.clock.seconds, datetime.now(UTC))
            self._shown[task] = self.office.book.begin_game(begun).id
        board = self.office.away.setdefault(self._shown[task], Board(sheet))
        board.sheet = sheet
        board.announce()

    def _hide(self, task: Task) -> None:
        board = self.office.away.pop(self._shown.pop(task, 0), None)
        if board is not None:
            board.announce()

    def _cards(self) -> dict[int, EngineCard]:
        """The engines as they are registered now."""
        found = {}
        for entrant in self.roster.entrants:
            card = self.office.book.engine(entrant.id)
            if card is None:
                raise EngineRefused(reason="unknown", number=entrant.id)
            found[entrant.id] = card
        return found

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.stop()
        super()._close()

    async def _come_home(self) -> None:
        """Games the office has begun end there; what only the file or only the book knows, both get."""
        kept = {(game.round, game.table, game.leg): game for game in self.tournament.games}
        book, known = self.office.book, set()
        for (number,) in book.execute("SELECT id FROM game WHERE event = ? ORDER BY id", self.event):
            row = book.game(number)
            assert row is not None
            place = row.round, row.place, row.leg
            known.add(place)
            if place not in kept:
                played = await self.office.result(row)
                await self._take(Task(*place, row.first, row.second), number, played)
        for place in kept.keys() - known:
            await self._repair(kept[place])

    async def _take(self, task: Task, number: int, played: Played) -> None:
        if played.record.outcome.counts:
            await self._at_desk(self._write, task, played)
        else:
            self.office.book.forget_game(number)

    async def _repair(self, game: GamePlayed) -> None:
        played = await self._at_desk(played_game, self._desk, game.record)
        if played is not None:
            await self._entered(Task(game.round, game.table, game.leg, game.first, game.second), played)

    async def _entered(self, task: Task, played: Played) -> None:
        """A game played away is in the book like any other."""
        await enter_game(self.office.book, self.event, task, played)
        self._hide(task)


def away_row(event: str, task: Task, record: GameRecord, timeout: float, begun: datetime) -> GameRow:
    """A game of a competition as the book has it while it is played away."""
    return GameRow(
        0, AWAY + game_word(), record.game, dict(record.settings), record.start, record.seed, timeout,
        task.first, task.second, KIND, event, task.round, task.table, task.leg, _told(begun),
    )  # fmt: skip


async def enter_game(book: Book, event: str, task: Task, played: Played) -> None:
    """Write a finished game into the book, once; killed in between, the file still has it."""
    ended = datetime.now(UTC)
    took = sum(answer.milliseconds for ply in played.record.plies for answer in ply)
    begun = ended - timedelta(milliseconds=took)
    row = book.begin_game(away_row(event, task, played.record, played.clock.seconds, begun))
    if not row.ended:
        await book.end_game(row.id, played, _told(ended))


def _told(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
