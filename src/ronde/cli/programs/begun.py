"""The games that a tournament was playing when it was stopped, each in a file, to be gone on with."""

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
"""Seconds between two writings of one game: fast games lose no more than that when the power fails."""


class BegunGames:
    """A folder beside the tournament, `cup.begun` of `cup.ronde`, with a file for every game being played."""

    def __init__(self, tournament: Path, roster: Roster) -> None:
        self.folder = tournament.with_suffix(".begun")
        self.renew(roster)

    def renew(self, roster: Roster) -> None:
        """These are the programs of games that begin from now on."""
        self._programs = {one.id: one.digest for one in roster.entrants}

    def record(self, task: Task) -> GameRecord | None:
        """The moves of an interrupted game, if the same programs played them."""
        with suppress(RondeError, GameError, ValueError, KeyError, TypeError, RecursionError):
            saved: dict[str, Any] = json.loads(read_file(self._file(task)))
            if saved["programs"] == self._both(task):
                return GameRecord.from_dict(saved["record"])
        return None

    def watcher(self, task: Task) -> Watcher:
        """Writes a game down as it goes on."""
        written = 0.0

        def watch(sheet: Sheet) -> None:
            nonlocal written
            record = _sound(sheet)
            if record is not None and (sheet.faults or time.monotonic() - written >= _PACE):
                written = time.monotonic()
                self._write(task, record)

        return watch

    def forget(self, task: Task) -> None:
        """A game that is stored needs no file."""
        self._file(task).unlink(missing_ok=True)

    def clear(self) -> None:
        """Everything was played: remove the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _write(self, task: Task, record: GameRecord) -> None:
        data = {"programs": self._both(task), "record": record.to_dict()}
        with suppress(OSError):  # a tournament on a server has no folder beside it: its games begin again
            self.folder.mkdir(exist_ok=True)
            write_over(self._file(task), json.dumps(data, ensure_ascii=False).encode(), lasting=False)

    def _file(self, task: Task) -> Path:
        return self.folder / f"{replay_name(task.record)}.json"

    def _both(self, task: Task) -> list[str]:
        return [self._programs[task.first], self._programs[task.second]]


def _sound(sheet: Sheet) -> GameRecord | None:
    """The moves so far; without the fault, because a stopped game ends by one; None if there is no move."""
    plies = tuple(sheet.plies[:-1] if sheet.faults else sheet.plies)
    if not plies or (sheet.outcome.over and not sheet.faults):
        return None
    return replace(sheet.record, plies=plies, faults=(), outcome=OPEN)
