"""The folder `web`: pages that follow a run and are written without delaying it."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ronde.disk.door import write_over
from ronde.formats.pages.frames import replay_data
from ronde.formats.pages.shell import data_script, page
from ronde.games.door import GameRecord

_PACE: Final = 0.2
"""Seconds between two writings of the live page; faster games are seen in leaps."""


class Gallery:
    """The three pages of a run; every file is replaced whole, so a browser never reads half of one."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._games: dict[str, dict[str, Any]] = {}
        self._written = 0.0
        self._bracketed = False
        self._lock = threading.Lock()
        (folder / "parties").mkdir(parents=True, exist_ok=True)
        for kind in ("direct", "partie"):
            self._write(f"{kind}.html", page(kind, language, source=f"{kind}-data.js", home="tournoi.html"))
        self._write("direct-data.js", data_script({"over": False, "games": []}))
        self._write("partie-data.js", data_script(None))

    def due(self) -> bool:
        """Whether it is time for the live page to be written again."""
        return time.monotonic() - self._written >= _PACE

    def live(self, key: str, game: Mapping[str, Any], *, over: bool = False) -> None:
        """Show a game as it stands."""
        with self._lock:
            self._games[key] = {"key": key, **game}
            running = [shown for shown in self._games.values() if not shown["outcome"]]
            self._games = {shown["key"]: shown for shown in running[-8:]} | {key: self._games[key]}
            self._written = time.monotonic()
            shown = sorted(self._games.values(), key=lambda one: one["key"])
            self._write("direct-data.js", data_script({"over": over, "games": shown}))

    def finish(self) -> None:
        """Tell the pages that nothing more will come."""
        with self._lock:
            shown = sorted(self._games.values(), key=lambda one: one["key"])
            self._write("direct-data.js", data_script({"over": True, "games": shown}))

    def replay(self, name: str, record: GameRecord, clock: Mapping[str, Any], title: str) -> str:
        """Write the replay of a game as a page of its own, and show it as the latest; its address."""
        data = {"over": True, **replay_data(record, clock, title=title)}
        address = f"parties/{name}.html"
        with self._lock:
            self._write(address, page("partie", self.language, data=data, home="../tournoi.html"))
            self._write("partie-data.js", data_script(data))
        return address

    def has_replay(self, name: str) -> bool:
        """Whether the replay of a game was written before."""
        return (self.folder / "parties" / f"{name}.html").exists()

    def tournament(self, data: Mapping[str, Any]) -> None:
        """Show the bracket or the standings."""
        with self._lock:
            self._write("tournoi-data.js", data_script(data))
            if not self._bracketed:  # once in every run: the page may be of another version or language
                self._bracketed = True
                self._write("tournoi.html", page("tournoi", self.language, source="tournoi-data.js"))

    def _write(self, name: str, text: str) -> None:
        write_over(self.folder / name, text.encode(), lasting=False)
