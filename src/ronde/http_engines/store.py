"""The engine store: engines and games in one SQLite file; each move is saved before the next is asked.

Moves are committed without waiting for the disk's own cache (WAL, synchronous NORMAL): a killed process loses
nothing, a power cut at most the last moves of running games, which are then asked again. The result of a game
in a competition is an event in that tournament's own journal, which does wait for the disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread, current_thread
from typing import Any, Final, TypeVar

from ronde.core.errors import RondeError
from ronde.disk.door import make_private
from ronde.games.door import Answer, GameRecord, Side
from ronde.http_engines.card import EngineCard, Key, Manner
from ronde.http_engines.checkpoints import Checkpoints
from ronde.http_engines.schema import prepare
from ronde.referee.door import Played
from ronde.storage.door import telling

T = TypeVar("T")

_ENGINE: Final = "id, name, game, url, owner, level, timeout, manner, public, pinned, retired, keys"
_GAME: Final = (
    "id, word, game, settings, start, seed, timeout, first, second, kind, event, round, place, leg, "
    "begun, ended, record, odd"
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the store, with its record once it is over."""

    id: int
    word: str
    game: str
    settings: dict[str, Any]
    start: str
    seed: int
    timeout: float
    first: int
    second: int
    """The engines; 0 is a person in the browser."""
    kind: str = "training"
    event: str = ""
    """The competition it belongs to; with round, place and leg it is played once and no more."""
    round: int = 0
    place: int = 0
    leg: int = 0
    begun: str = ""
    ended: str = ""
    record: str = ""
    odd: int = 0
    """How many answers without effect came."""

    @property
    def played(self) -> Played | None:
        return Played.from_dict(json.loads(self.record)) if self.record else None


@dataclass
class EngineStore:
    path: Path
    read_only: bool = False
    """Opened by `reading`: the file exists, and closing another handle of it would release SQLite's locks."""
    _connection: sqlite3.Connection = field(init=False)
    _pending: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    _settled: asyncio.Future[None] | None = None
    _sweep: Checkpoints = field(init=False)
    _readers: dict[Thread, EngineStore] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with telling(self.path):
            if not self.read_only:
                make_private(self.path)  # it contains the keys of engines
            self._connection = sqlite3.connect(
                os.fsencode(self.path), isolation_level=None, check_same_thread=False
            )
            try:
                prepare(self._connection, self.path)
                self._connection.execute(f"PRAGMA query_only = {self.read_only}")
            except BaseException:
                self._connection.close()
                raise
        self._sweep = Checkpoints(self.path, self._commit)

    def close(self) -> None:
        self._flush()
        self._sweep.close()
        for reader in list(self._readers.values()):
            reader.close()
        self._connection.close()

    @property
    def reading(self) -> EngineStore:
        """The read-only store of the calling thread: it sees what is committed, and commits nothing."""
        if self.read_only:
            return self
        known = self._readers.get(current_thread())
        if known is None:
            for thread in [one for one in list(self._readers) if not one.is_alive()]:
                if (reader := self._readers.pop(thread, None)) is not None:
                    reader.close()
            known = self._readers[current_thread()] = EngineStore(self.path, read_only=True)
        return known

    @property
    def changes(self) -> int:
        """How many rows have been written; asked on the loop."""
        return self._connection.total_changes

    # engines

    def add_engine(self, card: EngineCard) -> EngineCard:
        """Store a new engine and assign its number."""
        row = _engine_row(card)
        with telling(self.path):
            cursor = self._connection.execute(
                f"INSERT INTO engine ({_ENGINE}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row[1:]
            )
        return replace(card, id=cursor.lastrowid or 0)

    def change_engine(self, card: EngineCard) -> None:
        with telling(self.path):
            self._connection.execute(
                f"REPLACE INTO engine ({_ENGINE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _engine_row(card),
            )

    def engine(self, number: int) -> EngineCard | None:
        rows = self._rows(f"SELECT {_ENGINE} FROM engine WHERE id = ?", number)
        return _card(rows[0]) if rows else None

    def engines(self) -> list[EngineCard]:
        """All engines, the retired too, by number."""
        return [_card(row) for row in self._rows(f"SELECT {_ENGINE} FROM engine ORDER BY id")]

    # games

    def begin_game(self, row: GameRow) -> GameRow:
        """Store a game that is about to be played; one of a competition is returned if it exists already."""
        if row.event:
            known = self.game_of(row.event, row.round, row.place, row.leg)
            if known is not None:
                return known
        values = (
            row.word, row.game, json.dumps(row.settings), row.start, row.seed, row.timeout, row.first,
            row.second, row.kind, row.event or None, row.round, row.place, row.leg, row.begun,
        )  # fmt: skip
        with telling(self.path):
            self._flush()
            cursor = self._connection.execute(
                "INSERT INTO game (word, game, settings, start, seed, timeout, first, second, kind, event, "
                "round, place, leg, begun) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        return replace(row, id=cursor.lastrowid or 0)

    def seat_guest(self, game: int, side: Side, name: str, digest: bytes) -> None:
        """Store which person plays a side, by name and by the digest of the token in the browser's cookie."""
        self._later("INSERT OR REPLACE INTO guest VALUES (?, ?, ?, ?)", (game, side, name, digest))
        self._flush()

    def guests(self, game: int) -> dict[Side, tuple[str, bytes]]:
        """The persons of a game by side: their names and digests."""
        rows = self._rows("SELECT side, name, digest FROM guest WHERE game = ?", game)
        return {side: (name, bytes(digest)) for side, name, digest in rows}

    def write_ply(self, game: int, number: int, ply: tuple[Answer, ...]) -> asyncio.Future[None]:
        """Store a ply; it is safe when this returns. Plies of one turn of the loop share a commit."""
        plain = json.dumps([_plain(one) for one in ply])
        return self._soon("INSERT OR REPLACE INTO ply VALUES (?, ?, ?)", (game, number, plain))

    async def end_game(self, game: int, played: Played, now: str) -> None:
        """Store the record of a finished game, which contains its plies."""
        record = json.dumps(played.to_dict(), ensure_ascii=False)
        outcome = played.record.outcome
        fault = played.record.faults[-1] if played.record.faults else None
        self._later("DELETE FROM ply WHERE game = ?", (game,))
        await self._soon(
            "UPDATE game SET ended = ?, record = ?, winner = ?, reason = ?, counts = ?, fault = ?, "
            "guilty = ? WHERE id = ?",
            (
                now, record, outcome.winner, outcome.reason, outcome.counts, fault.code if fault else None,
                fault.side if fault else None, game,
            ),
        )  # fmt: skip

    def forget_game(self, game: int) -> None:
        self._later("DELETE FROM ply WHERE game = ?", (game,))
        self._later("DELETE FROM game WHERE id = ?", (game,))
        self._flush()

    def note_odd(self, word: str, receipt: str, address: str, now: str) -> None:
        """Log an answer without effect; only the first hundred of a game in full."""
        self._later("UPDATE game SET odd = odd + 1 WHERE word = ?", (word,))
        self._later(
            "INSERT INTO odd SELECT id, ?, ?, ? FROM game WHERE word = ? AND odd <= 100",
            (now, receipt, address, word),
        )

    def odd_answers(self, game: int) -> list[tuple[str, str, str]]:
        """Those answers: when, why, from where."""
        return self._rows("SELECT at, receipt, address FROM odd WHERE game = ? ORDER BY rowid", game)

    def game(self, number: int) -> GameRow | None:
        rows = self._rows(f"SELECT {_GAME} FROM game WHERE id = ?", number)
        return _game_row(rows[0]) if rows else None

    def game_of(self, event: str, round: int, place: int, leg: int) -> GameRow | None:
        """The game of that place in a competition."""
        where = "event = ? AND round = ? AND place = ? AND leg = ?"
        rows = self._rows(f"SELECT {_GAME} FROM game WHERE {where}", event, round, place, leg)
        return _game_row(rows[0]) if rows else None

    def running(self, most: int = 0, event: str = "") -> list[GameRow]:
        """Unfinished games, of one event if wanted; or at most so many of them, latest first."""
        order = "ORDER BY id DESC LIMIT ?" if most else "ORDER BY id"
        query = f"SELECT {_GAME} FROM game WHERE ended IS NULL {'AND event = ? ' * bool(event)}{order}"
        wanted = (*((event,) if event else ()), *((most,) if most else ()))
        return [_game_row(row) for row in self._rows(query, *wanted)]

    def games(
        self, *, engine: int = 0, kind: str = "", most: int = 100, before: int = 2**62
    ) -> list[GameRow]:
        """Games, latest first, of one engine or kind if wanted."""
        where = "id < ?" + " AND (first = ? OR second = ?)" * bool(engine) + " AND kind = ?" * bool(kind)
        wanted = (before, *((engine, engine) if engine else ()), *((kind,) if kind else ()), most)
        return [
            _game_row(row)
            for row in self._rows(f"SELECT {_GAME} FROM game WHERE {where} ORDER BY id DESC LIMIT ?", *wanted)
        ]

    def plies(self, game: int) -> tuple[tuple[Answer, ...], ...]:
        rows = self._rows("SELECT data FROM ply WHERE game = ? ORDER BY number", game)
        return tuple(tuple(Answer(*one) for one in json.loads(data)) for (data,) in rows)

    def unfinished(self, row: GameRow, players: tuple[str, str]) -> GameRecord:
        """The record so far of a running game."""
        return GameRecord(row.game, row.start, row.seed, row.settings, players, self.plies(row.id))

    # writing

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with telling(self.path):
            self._flush()
            return self._connection.execute(query, values).fetchall()

    def execute(self, query: str, *values: Any) -> Iterator[Any]:
        """Execute one statement at once, for the modules that keep other tables of the store."""
        with telling(self.path):
            self._flush()
            return iter(self._connection.execute(query, values).fetchall())

    async def aside(self, ask: Callable[[EngineStore], T]) -> T:
        """Run a long query in a thread, after everything written so far."""
        with telling(self.path):
            self._flush()
        return await asyncio.to_thread(lambda: ask(self.reading))

    def _later(self, query: str, values: tuple[Any, ...]) -> None:
        """Write with the next commit."""
        self._pending.append((query, values))
        if self._settled is None:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                return
            self._settled = loop.create_future()
            loop.call_soon(self._commit)

    def _soon(self, query: str, values: tuple[Any, ...]) -> asyncio.Future[None]:
        """The same, awaitable."""
        self._later(query, values)
        assert self._settled is not None
        return self._settled

    def _commit(self) -> None:
        if self._sweep.held:  # commits at the end
            return
        settled = self._settled
        try:
            if self._pending:
                self._flush()
                self._sweep.look(self._connection.total_changes)
        except RondeError:  # raised in everyone who waits
            return
        finally:
            self._settled = None
            if settled is not None and not settled.done():
                settled.set_result(None)

    def _flush(self) -> None:
        if not self._pending:
            return
        pending, self._pending = self._pending, []
        try:
            with telling(self.path):
                self._write(pending)
        except Exception as trouble:  # callers waiting for these lines must not treat them as stored
            if self._settled is not None and not self._settled.done():
                self._settled.set_exception(trouble)
            raise

    def _write(self, pending: list[tuple[str, tuple[Any, ...]]]) -> None:
        """All or nothing; a single statement is atomic by itself."""
        execute = self._connection.execute
        if len(pending) == 1:
            execute(*pending[0])
            return
        with self._connection:
            execute("BEGIN IMMEDIATE")
            for query, values in pending:
                execute(query, values)


def _plain(answer: Answer) -> list[Any]:
    """An answer as plain data, in the order of its fields; most moves were asked for once."""
    plain = [answer.side, answer.move, answer.milliseconds, answer.raw]
    odd = answer.repeated or answer.taken
    return [*plain, answer.messages, answer.repeated, answer.taken] if odd else plain


def _engine_row(card: EngineCard) -> tuple[Any, ...]:
    keys = json.dumps([[key.name, key.secret.hex()] for key in card.keys])
    return (
        card.id, card.name, card.game, card.url, card.owner, card.level, card.timeout, card.manner.value,
        card.public, card.pinned, card.retired, keys,
    )  # fmt: skip


def _card(row: tuple[Any, ...]) -> EngineCard:
    (number, name, game, url, owner, level, timeout, manner, public, pinned, retired, keys) = row
    secrets = tuple(Key(word, bytes.fromhex(secret)) for word, secret in json.loads(keys))
    return EngineCard(
        number, name, game, url, owner, level, timeout, Manner(manner), bool(public), bool(pinned),
        bool(retired), secrets,
    )  # fmt: skip


def _game_row(row: tuple[Any, ...]) -> GameRow:
    plain = list(row)
    plain[3] = json.loads(row[3])
    plain[10] = row[10] or ""
    plain[15], plain[16] = row[15] or "", row[16] or ""
    return GameRow(*plain)
