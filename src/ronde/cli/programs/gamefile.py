"""The file of one game, written after every move, so that the same command resumes an interrupted game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ronde.core.errors import FileMissing, PositionImpossible
from ronde.disk.door import write_over
from ronde.formats.disk import read_file
from ronde.games.door import Game, GameError, GameRecord, switches
from ronde.referee.door import Clock, Played, Sheet


class GameFile:
    """A game record on disk, replaced atomically after every move."""

    def __init__(self, path: Path, game: Game[Any], jail: int) -> None:
        if not path.absolute().parent.is_dir():
            raise FileMissing(path=str(path.parent))
        self.path = path
        self.jail = jail
        self.begun = self._read(game) if path.exists() else None
        """The unfinished game that was found."""

    def _read(self, game: Game[Any]) -> GameRecord:
        try:
            record = Played.from_dict(json.loads(read_file(self.path))).record
        except (GameError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            raise self._refusal(game, "record") from wrong
        if record.outcome.over:
            raise self._refusal(game, "finished")
        if (record.game, record.settings) != (game.name, switches(game)):
            raise self._refusal(game, "other-game")
        return record

    def _refusal(self, game: Game[Any], reason: str) -> PositionImpossible:
        facts = {"text": str(self.path), "game": game.name, "reason": reason}
        return PositionImpossible(**facts)

    def check_players(self, game: Game[Any], players: tuple[str, str]) -> None:
        """Refuse to continue a game with other players or rules."""
        if self.begun is not None and self.begun.players != players:
            raise self._refusal(game, "other-players")

    def sheet(self, game: Game[Any], clock: Clock) -> Sheet | None:
        """The unfinished game with its clocks; None if there was none."""
        return None if self.begun is None else Sheet.resume(self.begun, game, clock)

    def watch(self, sheet: Sheet) -> None:
        played = Played(sheet.record, sheet.clock, (int(sheet.left[0]), int(sheet.left[1])), self.jail)
        write_over(self.path, json.dumps(played.to_dict(), ensure_ascii=False).encode(), lasting=False)
