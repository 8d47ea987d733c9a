"""A pilot who waits until every key has had its effect.

Textual's own takes a process that uses no time for one that has nothing to do; on a busy machine it may only
not have had its turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.app import App
from textual.pilot import Pilot

PATIENCE = 20.0
TURNS = 20
"""Turns of the loop without a message after which none is on its way any more."""


class Patient(Pilot[None]):
    """Presses keys and pauses as any pilot, until nobody has a message left to read."""

    async def press(self, *keys: str) -> None:
        """Press some keys."""
        await super().press(*keys)
        await calm(self.app)

    async def pause(self, delay: float | None = None) -> None:
        """Wait a while."""
        await super().pause(delay)
        await calm(self.app)


async def calm(app: App[None]) -> None:
    """Give way until no message is on its way."""
    quiet = 0
    while quiet < TURNS:
        await asyncio.sleep(0)
        busy = any(one.message_queue_size for one in (app, *app._registry))
        quiet = 0 if busy else quiet + 1


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something that no message announces, such as a scroll, has happened."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)
