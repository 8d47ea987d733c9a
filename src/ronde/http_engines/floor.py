"""Admission control: how many games of competitions are played at once, and when the next ones start.

Hundreds of games starting in the same moment would delay the event loop for all of them and falsify every
clock. So a few start at a time, and none while the loop is late.
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
"""Seconds until more games may start."""
STEP: Final = 4
"""Games that start at once."""
LATE: Final = 0.005
"""Delay of the loop, in seconds, above which no game starts."""
FEW: Final = 8
"""Games that are always played, however busy the machine is."""


class Floor:
    """How many games are played at once, in all competitions together and by one engine."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self._places: Places[asyncio.Future[None]] = Places(most, each)
        self._timer: asyncio.TimerHandle | None = None
        self._left = STEP
        """Games that may still start before the delay of the loop is measured again."""
        self._late = False
        """Whether the loop was late at the last measurement."""

    @asynccontextmanager
    async def boards(self, first: PlayerId, second: PlayerId) -> AsyncIterator[None]:
        """Wait until both engines and a slot are free, without holding any of them meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._places.wait(turn, first, second)
        self._call()
        try:
            await turn
            yield
        finally:
            self._places.leave(turn)
            self._left += 0 if self._late else 1  # a further game costs no more than this one
            self._call()

    def _call(self) -> None:
        """Start waiting games, and the rest after the loop has proven to be on time."""
        begun = self._places.begin(self._left)
        for turn in begun:
            if not turn.done():  # nobody waits where the competition was stopped
                turn.set_result(None)
        self._left -= len(begun)
        if self._timer is None and (begun or self._places.ready):
            due = time.monotonic() + BEAT
            self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat, due)

    def _beat(self, due: float) -> None:
        """Measure the loop: while it is late no game starts, except the few that are always played."""
        self._timer = None
        self._late = time.monotonic() - due > LATE
        few = max(0, FEW - len(self._places.playing))
        self._left = min(STEP, few) if self._late else STEP
        self._call()
