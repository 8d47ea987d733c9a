"""The games being played, in a file beside the tournament, for a server in another process to show."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ronde.disk.door import write_over

_PACE: Final = 0.25
"""Seconds between two writings; faster games are seen in leaps."""


def live_path(tournament: Path) -> Path:
    """The file of the games being played at a tournament: `cup.ronde` has `cup.live.json`."""
    return tournament.with_suffix(".live.json")


class LiveFile:
    """Written whole at every move that is due, gone when nothing is played any more."""

    def __init__(self, tournament: Path) -> None:
        self.path = live_path(tournament)
        self._games: dict[str, dict[str, Any]] = {}
        self._written = 0.0
        self._finished = False
        self._lock = threading.Lock()

    def due(self) -> bool:
        """Whether it is time to write again."""
        return time.monotonic() - self._written >= _PACE

    def live(self, key: str, game: Mapping[str, Any]) -> None:
        """Show a game as it stands; one that is over leaves, its record being in the tournament."""
        with self._lock:
            if self._finished:  # a game that is still being played somewhere has no audience any more
                return
            self._games[key] = {"key": key, **game}
            if game["outcome"]:
                del self._games[key]
            self._written = time.monotonic()
            self._write([self._games[name] for name in sorted(self._games)])

    def finish(self) -> None:
        """Remove the file; later updates are not written."""
        with self._lock:
            self._finished = True
            self.path.unlink(missing_ok=True)

    def _write(self, games: list[dict[str, Any]]) -> None:
        write_over(self.path, json.dumps({"games": games}, ensure_ascii=False).encode(), lasting=False)


def read_live(path: Path) -> list[dict[str, Any]]:
    """The games of such a file; none if it is not there or cannot be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return []
    games = found.get("games") if isinstance(found, dict) else None
    return [game for game in games if isinstance(game, dict)] if isinstance(games, list) else []
