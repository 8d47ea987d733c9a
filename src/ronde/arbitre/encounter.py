"""One game between two seats, refereed without ever blocking anybody else's game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from ronde.arbitre.seats import Seat
from ronde.engines.door import EngineFault, Verdict
from ronde.games.door import SIDES, Answer, Side, status, with_opponent
from ronde.referee.door import Played, Sheet

Keep = Callable[[int, tuple[Answer, ...]], Awaitable[None]]
"""Puts a ply down and returns when it is safe."""


class Board:
    """A game that can be looked at while it is played, here or away."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._news: asyncio.Event | None = None

    @property
    def news(self) -> asyncio.Event:
        """Set at the next ply or at the end; without anybody who looks on it costs nothing."""
        if self._news is None:
            self._news = asyncio.Event()
        return self._news

    def announce(self) -> None:
        """Wake everybody who looks on."""
        if self._news is not None:
            self._news.set()
            self._news = None


class Encounter(Board):
    """A game that is being played."""

    def __init__(
        self, number: int, sheet: Sheet, seats: tuple[Seat, Seat], *, opponents: tuple[str, str] = ("", "")
    ) -> None:
        super().__init__(sheet)
        self.number = number
        self.seats = seats
        self.opponents = opponents
        """What each side is told about the other in a competition; empty in training."""

    async def play(self, keep: Keep) -> Played:
        """Play to the end; every ply is kept before the next is asked for."""
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
            call = with_opponent(sheet.game.call(sheet.position, side), self.opponents[side - 1])
            reply = await seat.move(sheet, sheet.ask(side, time.monotonic(), timed=seat.timed), call)
        except EngineFault as fault:
            if sheet.asked:
                sheet.fault(side, fault)
        except Exception as trouble:  # whatever breaks here is ours, and must not score
            sheet.fault(side, EngineFault(Verdict.REFEREE, repr(trouble)))
        else:
            if side in sheet.asked:
                sheet.answer(side, reply, timed=seat.timed)

    def _end(self) -> None:
        sheet = self.sheet
        guilty = next((fault.side for fault in sheet.faults), None)
        for side in SIDES:
            told = status(sheet.outcome, side, at_fault=guilty)
            call = sheet.game.last_call(sheet.position, side, told)
            self.seats[side - 1].end(with_opponent(call, self.opponents[side - 1]))
