"""One game between two sides, refereed without blocking other games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from ronde.engines.door import EngineFault, Reply, Verdict
from ronde.games.door import SIDES, Answer, Side, status, with_opponent
from ronde.http_engines.seats import BoardSide
from ronde.referee.door import Played, Sheet

Keep = Callable[[int, tuple[Answer, ...]], Awaitable[None]]
"""Stores a ply and returns when it is on disk."""


class RunningGame:
    """A game that can be watched while it is played, here or on a cluster."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.deadlines: dict[Side, float] = {}
        """When each timed side must have answered, by `time.monotonic`; empty on a cluster."""
        self._news: asyncio.Event | None = None

    @property
    def news(self) -> asyncio.Event:
        """Set at the next ply or at the end; free without observers."""
        if self._news is None:
            self._news = asyncio.Event()
        return self._news

    def announce(self) -> None:
        if self._news is not None:
            self._news.set()
            self._news = None


class Encounter(RunningGame):
    def __init__(
        self,
        number: int,
        sheet: Sheet,
        seats: tuple[BoardSide, BoardSide],
        *,
        opponents: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(sheet)
        self.number = number
        self.seats = seats
        self.opponents = opponents
        """What each side learns about the other in a competition; empty in training."""

    def ask_again(self) -> None:
        """Record that engines are asked again for a move they were asked for before a restart."""
        for side in self.sheet.asked:
            if self.seats[side - 1].remote:
                self.sheet.repeat(side)

    async def play(self, keep: Keep) -> Played:
        """Play to the end; every ply is stored before the next is requested."""
        sheet = self.sheet
        while sheet.asked:
            await self._ply(list(sheet.asked))
            if not sheet.faults:
                await keep(len(sheet.plies), sheet.plies[-1])
            self.announce()
        self._end()
        return Played(sheet.record, sheet.clock, (int(sheet.left[0]), int(sheet.left[1])))

    async def _ply(self, sides: list[Side]) -> None:
        if len(sides) == 1:
            await self._ask(sides[0])
            return
        asking = {asyncio.ensure_future(self._ask(side)) for side in sides}
        try:
            while asking and self.sheet.asked:
                done, asking = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
        finally:
            for one in asking:
                one.cancel()

    async def _ask(self, side: Side) -> None:
        sheet, seat = self.sheet, self.seats[side - 1]
        try:
            reply = await self._reply(side, seat)
        except EngineFault as fault:
            if sheet.asked:
                sheet.fault(side, fault)
        except Exception as trouble:  # any exception here is a failure of the referee and must not count
            sheet.fault(side, EngineFault(Verdict.REFEREE, repr(trouble)))
        else:
            if side in sheet.asked:
                sheet.answer(side, reply, timed=seat.timed)

    async def _reply(self, side: Side, seat: BoardSide) -> Reply:
        sheet = self.sheet
        ask = sheet.ask(side, time.monotonic(), timed=seat.timed)
        if seat.timed:
            self.deadlines[side] = ask.deadline
        call = with_opponent(sheet.game.call(sheet.position, side), self.opponents[side - 1])
        return await seat.move(sheet, ask, call)

    def _end(self) -> None:
        sheet = self.sheet
        guilty = next((fault.side for fault in sheet.faults), None)
        for side in SIDES:
            code = status(sheet.outcome, side, at_fault=guilty)
            self.seats[side - 1].end(with_opponent(sheet.last_call(side, code), self.opponents[side - 1]))
