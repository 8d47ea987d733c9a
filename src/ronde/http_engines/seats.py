"""The two sides of a game: an engine at an address, the built-in player, or a person in the browser."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final, Protocol

from ronde.engines.door import EngineFault, MoveRequest, Reply, Verdict
from ronde.games.door import Call, IllegalMove
from ronde.http_engines.card import EngineCard
from ronde.http_engines.requests import Requests
from ronde.referee.door import Sheet


class BoardSide(Protocol):
    """A side that is asked for moves without blocking others."""

    @property
    def name(self) -> str:
        """The name in the record."""

    @property
    def timed(self) -> bool:
        """Whether the clock runs."""

    @property
    def remote(self) -> bool:
        """Whether moves are asked for at an address."""

    async def move(self, sheet: Sheet, ask: MoveRequest, call: Call) -> Reply:
        """The answer, or EngineFault."""

    def end(self, call: Call) -> None:
        """Report the end of the game, without waiting."""


class EngineSeat:
    timed = remote = True

    def __init__(self, requests: Requests, card: EngineCard, *, game: str, timeout: float) -> None:
        self.card = card
        self.name = card.name
        self._requests = requests
        self._game = game
        self._timeout = timeout

    async def move(self, sheet: Sheet, ask: MoveRequest, call: Call) -> Reply:
        return await self._requests.ask(
            self.card,
            call,
            game=self._game,
            side=ask.side,
            deadline=ask.deadline,
            timeout=self._timeout,
        )

    def end(self, call: Call) -> None:
        self._requests.tell(self.card, call, game=self._game)


class HouseSeat:
    """The built-in player: any legal move."""

    timed, remote = True, False

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed

    async def move(self, sheet: Sheet, ask: MoveRequest, call: Call) -> Reply:
        """A random move, the same after a restart."""
        asked = time.monotonic()
        chance = Random(f"{self._seed} {ask.side} {ask.turn}")
        text = sheet.game.any_move(sheet.position, ask.side, chance)
        reply = Reply(text, time.monotonic() - asked)
        await asyncio.sleep(0)
        return reply

    def end(self, call: Call) -> None:
        pass


AWAY: Final = 86_400.0
"""Seconds after which an absent person resigns."""


class PersonSeat:
    """A person in the browser, who has no clock and may resign."""

    timed = remote = False

    def __init__(self, name: str) -> None:
        self.name = name
        self._asked: tuple[Sheet, MoveRequest, asyncio.Future[Reply]] | None = None
        self._since = 0.0

    async def move(self, sheet: Sheet, ask: MoveRequest, call: Call) -> Reply:
        """Wait until the page sends a move."""
        waiting: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._asked, self._since = (sheet, ask, waiting), time.monotonic()
        try:
            async with asyncio.timeout(AWAY):
                return await waiting
        except TimeoutError:
            raise EngineFault(Verdict.RESIGNED, "away") from None
        finally:
            self._asked = None

    @property
    def awaited(self) -> bool:
        """Whether it is the person's turn."""
        return self._asked is not None

    @property
    def silent(self) -> float:
        """Seconds since the person was asked; 0 while it is not his turn."""
        waits = self._asked is not None and not self._asked[2].done()
        return time.monotonic() - self._since if waits else 0.0

    def play(self, text: str) -> None:
        """Take a move from the page; IllegalMove if it is none, and the person may try again."""
        if self._asked is None:
            raise IllegalMove("illegal", "turn")
        sheet, ask, waiting = self._asked
        sheet.game.read(sheet.position, ask.side, text)
        if not waiting.done():
            waiting.set_result(Reply(text, 0.0))

    def resign(self) -> None:
        self._give_up("")

    def leave(self) -> None:
        """Resign for a person who has left, so that somebody else can play."""
        self._give_up("away")

    def _give_up(self, why: str) -> None:
        if self._asked is not None and not self._asked[2].done():
            self._asked[2].set_exception(EngineFault(Verdict.RESIGNED, why))

    def end(self, call: Call) -> None:
        """Does nothing: the page notices the end by itself."""
