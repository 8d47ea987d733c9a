"""The games of a course's ladder on disk, and the ranking they give."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from ronde.arena.referee import Played
from ronde.arena.referee.ladder import Rung, ladder_standing
from ronde.standings.ratings import RatedMeeting


class Rival(NamedTuple):
    """A program and the number of its version: each version has its own rating."""

    name: str
    version: int


CourseRung = Rung[Rival]
KEPT: Final = 2_000
"""How many games keep their moves; older ones keep only the results."""
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, first TEXT NOT NULL, first_version INTEGER NOT NULL, second TEXT NOT NULL,
    second_version INTEGER NOT NULL, winner INTEGER NOT NULL, reason TEXT NOT NULL, ended TEXT NOT NULL,
    moves TEXT NOT NULL, played TEXT) STRICT;
CREATE INDEX IF NOT EXISTS of_first ON game (first, id);
CREATE INDEX IF NOT EXISTS of_second ON game (second, id);
"""
_COLUMNS: Final = "id, first, first_version, second, second_version, winner, reason, ended"


@dataclass(frozen=True, slots=True)
class LadderResult:
    """A game of the ladder: who played, who won (0 if nobody did), why, and when it ended."""

    id: int
    first: str
    first_version: int
    second: str
    second_version: int
    winner: int
    reason: str
    ended: str

    def side_of(self, name: str) -> int:
        return 1 if self.first == name else 2


@dataclass(frozen=True, slots=True)
class LadderBook:
    """The file of the games, created with the first one."""

    path: Path

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(_TABLE)
            yield connection

    def _rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        if not self.path.exists():
            return []
        with self._open() as connection:
            return connection.execute(question, values).fetchall()

    def add(self, first: Rival, second: Rival, played: Played) -> None:
        """Store a finished game, and delete the moves of old ones."""
        outcome, moves = played.record.outcome, played.record.fingerprint
        row = (
            *first,
            *second,
            outcome.winner or 0,
            outcome.reason,
            _now(),
            moves,
            json.dumps(played.to_dict()),
        )
        names = _COLUMNS.removeprefix("id, ")
        with self._open() as connection:
            order = f"INSERT INTO game ({names}, moves, played) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            number = connection.execute(order, row).lastrowid or 0
            connection.execute("UPDATE game SET played = NULL WHERE id = ?", (number - KEPT,))

    def number(self) -> int:
        return next((int(last) for (last,) in self._rows("SELECT max(id) FROM game") if last), 0)

    def recent(self, count: int) -> list[LadderResult]:
        rows = self._rows(f"SELECT {_COLUMNS} FROM game ORDER BY id DESC LIMIT ?", count)
        return [LadderResult(*row) for row in rows]

    def games_of(self, name: str, count: int) -> list[LadderResult]:
        question = f"SELECT {_COLUMNS} FROM game WHERE first = ? OR second = ? ORDER BY id DESC LIMIT ?"
        return [LadderResult(*row) for row in self._rows(question, name, name, count)]

    def played(self, number: int, name: str) -> Played | None:
        """A game of a program with its moves, if they are still stored."""
        question = "SELECT played FROM game WHERE id = ? AND (first = ? OR second = ?)"
        rows = self._rows(question, number, name, name)
        return Played.from_dict(json.loads(rows[0][0])) if rows and rows[0][0] else None

    def standing(self, playing: Iterable[Rival]) -> list[CourseRung]:
        """The versions that play, best first."""
        return ladder_standing(self.meetings(), playing)

    def meetings(self) -> list[RatedMeeting[Rival]]:
        """All games, summed by pair and side; a repeated game counts once."""
        rows = self._rows(
            "SELECT first, first_version, second, second_version, sum(winner = 1), sum(winner = 0), "
            "sum(winner = 2) FROM (SELECT * FROM game GROUP BY first, first_version, second, second_version, "
            "CASE moves WHEN '' THEN id ELSE moves END) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
        )
        return [
            RatedMeeting(Rival(one, number), Rival(other, its), *counts)
            for one, number, other, its, *counts in rows
        ]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
