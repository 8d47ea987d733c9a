"""Competitions played away: by the workers of a cluster, while desk, book and pages stay at home.

One task is one encounter, stored once at its place, as in a series of programs. The workers call the engines
and are called back by them. A game comes into the tournament file first and then into the book; whoever is
killed in between, or had begun the competition in the office, finds both complete when he goes on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from ronde.arbitre.book import Book
from ronde.arbitre.card import EngineCard
from ronde.arbitre.league import KIND, League
from ronde.arbitre.office import Office, game_word
from ronde.arbitre.remote import Remote
from ronde.core.errors import EngineRefused
from ronde.core.events import GamePlayed
from ronde.referee.door import (
    ClusterPool,
    Halted,
    Played,
    Roster,
    Series,
    Task,
    Watcher,
    game_seed,
    played_game,
)

_ENTER: Final = (
    "INSERT OR IGNORE INTO game (word, game, settings, start, seed, timeout, first, second, kind, event, "
    "round, place, leg, begun, ended, record, winner, reason, counts, fault, guilty) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class Ground:
    """Where competitions are played away: the scheduler, and what its workers may do."""

    address: str
    allow: str = ""
    """The local ranges where engines may live."""
    tls: Path | None = None
    slowest: float = 0.5


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

    async def _play_round(self) -> None:
        if self._pool is None:
            await self._come_home()
            await self._at_desk(self._hire, self._cards())
        loop, pool = asyncio.get_running_loop(), self._pool
        assert pool is not None

        def note(task: Task, played: Played) -> None:
            asyncio.run_coroutine_threadsafe(self._entered(task, played), loop).result()

        series = Series(self._desk, self.roster, pool=pool, note=note)
        playing = asyncio.ensure_future(self._at_desk(series.play_round))
        try:
            await asyncio.shield(playing)
        except asyncio.CancelledError:
            pool.halt()
            with suppress(Halted):
                await playing
            raise

    def _hire(self, cards: dict[int, EngineCard]) -> None:
        """Kept at once: whoever is cancelled while it connects must still let go of it."""
        ground = self.ground
        self._pool = ClusterPool(
            ground.address,
            self.roster,
            partial(self._look, self.roster),
            opener=Remote(ground.allow, cards),
            slowest=ground.slowest,
            tls=ground.tls,
        )

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
        """A game played away is in the book like any other, in one stroke: nobody must go on with it."""
        enter_game(self.office.book, self.event, task, played, game_seed(self.roster, task))


def enter_game(book: Book, event: str, task: Task, played: Played, seed: int) -> None:
    """Write a finished game into the book, once."""
    record, outcome = played.record, played.record.outcome
    fault = record.faults[-1] if record.faults else None
    ended = datetime.now(UTC)
    took = sum(answer.milliseconds for ply in record.plies for answer in ply)
    begun = ended - timedelta(milliseconds=took)
    book.execute(
        _ENTER,
        game_word(), record.game, json.dumps(dict(record.settings)), record.start, seed,
        played.clock.seconds, task.first, task.second, KIND, event, task.round, task.table, task.leg,
        _told(begun), _told(ended), json.dumps(played.to_dict(), ensure_ascii=False), outcome.winner,
        outcome.reason, outcome.counts, fault.code if fault else None, fault.side if fault else None,
    )  # fmt: skip


def _told(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
