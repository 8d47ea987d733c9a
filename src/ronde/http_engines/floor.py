"""How many games of competitions are played at once, and when the next ones begin.

Hundreds of games that begin in the same moment would make the loop late for all of them, and every clock
would be wrong by that. So a few begin at a time, and none while the loop is late: the hall fills as far as
this machine can follow, and no further.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from ronde.core.player import PlayerId
from ronde.http_engines.places import EACH, MOST, Places

BEAT: Final = 0.02
"""Seconds after which more games may begin."""
STEP: Final = 4
"""Games that begin at once."""
LATE: Final = 0.005
"""Seconds by which the loop may be late when games are to begin."""
FEW: Final = 8
"""Games that are played whatever else the machine has to do."""


class Floor:
    """How many games are played at once, in all competitions together and by one engine."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self._places: Places[asyncio.Future[None]] = Places(most, each)
        self._timer: asyncio.TimerHandle | None = None
        self._left = STEP
        """Games that may still begin before the loop is looked at again."""
        self._late = False
        """Whether it was late when it was looked at last."""

    @asynccontextmanager
    async def boards(self, first: PlayerId, second: PlayerId) -> AsyncIterator[None]:
        """Wait for both engines and a place, holding neither meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._places.wait(turn, first, second)
        self._call()
        try:
            await turn
            yield
        finally:
            self._places.leave(turn)
            self._left += 0 if self._late else 1  # another one costs no more than this one did
            self._call()

    def _call(self) -> None:
        """Let games begin, and the others when the loop has shown that it can follow."""
        begun = self._places.begin(self._left)
        for turn in begun:
            if not turn.done():  # nobody waits any more where the competition was stopped
                turn.set_result(None)
        self._left -= len(begun)
        if self._timer is None and (begun or self._places.ready):
            due = time.monotonic() + BEAT
            self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat, due)

    def _beat(self, due: float) -> None:
        """Look at the loop: while it is late nobody begins, except that a few games are always played."""
        self._timer = None
        self._late = time.monotonic() - due > LATE
        few = max(0, FEW - len(self._places.playing))
        self._left = min(STEP, few) if self._late else STEP
        self._call()
