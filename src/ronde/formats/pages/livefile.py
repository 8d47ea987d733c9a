"""The running games in a file beside the tournament, for a server in another process."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypedDict

import msgspec
from msgspec import Meta

from ronde.core.errors import RondeError
from ronde.disk.door import write_over
from ronde.formats.disk import read_file
from ronde.formats.pages.frames import side_data
from ronde.formats.pages.plain_picture import is_plain_picture
from ronde.games.door import GameError, find_game

_PACE: Final = 0.25
"""Seconds between two writes; faster games skip positions."""
_LARGEST: Final = 8_000_000
"""Maximum size of the file in bytes."""
_MOST: Final = 256
"""Maximum number of games shown at a time."""

Name = Annotated[str, Meta(max_length=1_000)]
_TWO: Final = Meta(min_length=2, max_length=2)


class LiveClock(TypedDict):
    """The clock of a game."""

    seconds: float
    increment: float
    fixed: bool
    margin: float


class _Content(msgspec.Struct):
    games: list[msgspec.Raw]


def live_path(tournament: Path) -> Path:
    """The file of the running games of a tournament: `cup.ronde` has `cup.live.json`."""
    return tournament.with_suffix(".live.json")


class LiveFile:
    """Replaced atomically at most once per interval, removed at the end."""

    def __init__(self, tournament: Path) -> None:
        self.path = live_path(tournament)
        self._games: dict[str, dict[str, Any]] = {}
        self._written = 0.0
        self._finished = False
        self._lock = threading.Lock()

    def due(self) -> bool:
        """Whether the file may be written again."""
        return time.monotonic() - self._written >= _PACE

    def live(self, key: str, game: Mapping[str, Any]) -> None:
        """Show the current state of a game; a finished one is removed, as its record is in the tournament."""
        with self._lock:
            if self._finished:  # other threads may still be playing
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


class LiveGame(TypedDict):
    """A running game in such a file."""

    key: Annotated[str, Meta(max_length=100)]
    title: Name
    game: Name
    players: Annotated[list[Name], _TWO]
    clock: LiveClock
    left: Annotated[list[Annotated[float, Meta(ge=-1e6, le=1e7)]], _TWO]
    asked: Annotated[list[Literal[1, 2]], Meta(max_length=2)]
    timed: Annotated[list[bool], _TWO]
    since: Annotated[int, Meta(ge=0, le=10**14)]
    ply: Annotated[int, Meta(ge=0, le=10**6)]
    score: Annotated[list[int], _TWO]
    last: Name
    outcome: None
    svg: str
    text: Annotated[str, Meta(max_length=20_000)]


def read_live(path: Path) -> list[dict[str, Any]]:
    """The games of such a file; none if it is missing or unreadable.

    Any program that may write into the folder may write this file, and it is shown on pages: a game of
    another shape, or whose picture does more than draw, is left out.
    """
    try:
        file = msgspec.json.decode(read_file(path, _LARGEST), type=_Content)
    except (RondeError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return []
    return [game for data in file.games[:_MOST] for game in _sound(data)]


def _sound(data: msgspec.Raw) -> list[dict[str, Any]]:
    try:
        game = msgspec.json.decode(data, type=LiveGame)
        marks = side_data(find_game(game["game"]))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, GameError):
        return []
    return [{**game, **marks}] if is_plain_picture(game["svg"]) else []
