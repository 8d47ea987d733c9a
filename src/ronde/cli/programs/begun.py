"""The interrupted games of a tournament, each in a file, so that they can be continued."""

from __future__ import annotations

import json
import shutil
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import RondeError
from ronde.disk.door import write_over
from ronde.formats.disk import read_file
from ronde.games.door import OPEN, GameError, GameRecord
from ronde.referee.door import Roster, Sheet, Task, Watcher, replay_name

_PACE: Final = 0.25
"""Seconds between two writes of one game: fast games lose no more than that in a power failure."""


class BegunGames:
    """A folder beside the tournament (`cup.begun` for `cup.ronde`) with a file for every running game."""

    def __init__(self, tournament: Path, roster: Roster) -> None:
        self.folder = tournament.with_suffix(".begun")
        self.renew(roster)

    def renew(self, roster: Roster) -> None:
        """Use these programs for games that begin from now on."""
        self._programs = {one.id: one.digest for one in roster.entrants}

    def record(self, task: Task) -> GameRecord | None:
        """The moves of an interrupted game, if the same programs played them."""
        with suppress(RondeError, GameError, ValueError, KeyError, TypeError, RecursionError):
            saved: dict[str, Any] = json.loads(read_file(self._file(task)))
            if saved["programs"] == self._both(task):
                return GameRecord.from_dict(saved["record"])
        return None

    def watcher(self, task: Task) -> Watcher:
        """Writes a game to its file while it is played."""
        written = 0.0

        def watch(sheet: Sheet) -> None:
            nonlocal written
            record = _sound(sheet)
            if record is not None and (sheet.faults or time.monotonic() - written >= _PACE):
                written = time.monotonic()
                self._write(task, record)

        return watch

    def forget(self, task: Task) -> None:
        self._file(task).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the folder after the last game."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _write(self, task: Task, record: GameRecord) -> None:
        data = {"programs": self._both(task), "record": record.to_dict()}
        with suppress(OSError):  # a tournament on a server has no folder beside it: its games start again
            self.folder.mkdir(exist_ok=True)
            write_over(self._file(task), json.dumps(data, ensure_ascii=False).encode(), lasting=False)

    def _file(self, task: Task) -> Path:
        return self.folder / f"{replay_name(task.record)}.json"

    def _both(self, task: Task) -> list[str]:
        return [self._programs[task.first], self._programs[task.second]]


def _sound(sheet: Sheet) -> GameRecord | None:
    """The moves so far, without the fault that interrupting causes; None if there is no move."""
    plies = tuple(sheet.plies[:-1] if sheet.faults else sheet.plies)
    if not plies or (sheet.outcome.over and not sheet.faults):
        return None
    return replace(sheet.record, plies=plies, faults=(), outcome=OPEN)
