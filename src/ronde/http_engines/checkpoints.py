"""Moves SQLite's write-ahead log into the store in the background, never between two moves of a game.

A checkpoint waits for the disk. By default SQLite makes it inside a commit, and all games would wait for it;
so it is made in a thread, on a separate connection.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from ronde.core.errors import RondeError
from ronde.storage.door import telling

EVERY: Final = 4000
"""Changed rows between two checkpoints: a log of about ten megabytes."""
_LOG: Final = logging.getLogger("ronde.arbitre")


class Checkpoints:
    def __init__(self, path: Path, go_on: Callable[[], None]) -> None:
        self._path = path
        self._go_on = go_on
        self._thread = ThreadPoolExecutor(1, "sweep")
        self._open = True
        self._swept = 0
        self._sweeping: asyncio.Task[None] | None = None
        self.held = False
        """Whether commits wait a moment: only a log without new writes can be restarted."""

    def look(self, changes: int) -> None:
        """Checkpoint if enough has changed; `changes` counts from the opening of the store."""
        if changes - self._swept >= EVERY and self._sweeping is None:
            self._swept = changes
            self._sweeping = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, sweep, self._path)
            if self._open:
                self.held = True  # few rows have been added since
                await loop.run_in_executor(self._thread, sweep, self._path)
        except RondeError as trouble:  # harmless: the log grows until the next attempt
            _LOG.warning("the log of %s stays as it is: %r", self._path.name, trouble)
        finally:
            self.held, self._sweeping = False, None
            self._go_on()

    def close(self) -> None:
        """Wait for a running checkpoint, and make no more."""
        self._open = False
        self._thread.shutdown(cancel_futures=True)


def sweep(path: Path) -> None:
    """Move what can be moved without blocking writers."""
    with telling(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
        try:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close()
