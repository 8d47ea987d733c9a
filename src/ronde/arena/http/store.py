"""The engine store: engines and games in one SQLite file; each move is saved before the next is asked.

Moves are committed without waiting for the disk's own cache (WAL, synchronous NORMAL): a killed process loses
nothing, a power cut at most the last moves of running games, which are then asked again. The result of a game
in a competition is an event in that tournament's own journal, which does wait for the disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import astuple, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from threading import Thread, current_thread
from typing import Any, Final

from ronde.arena.games import Answer, GameRecord, Side
from ronde.arena.http.card import EngineCard, Key, Manner
from ronde.arena.referee import Played
from ronde.model.errors import NotATournament, RondeError
from ronde.store import convert_errors
from ronde.system import (
    Object,
    check_journal,
    check_schema,
    limit_time,
    make_private,
    restrict_connection,
    schema_objects,
)

APPLICATION_ID: Final = 0x526F6E41
"""The letters RonA."""
VERSION: Final = 5
_OLDEST: Final = 4
"""Without challenges; it gets their table when it is opened."""
_PATIENCE: Final = 5.0
"""Seconds of work allowed for reading the schema of a store."""

TABLES: Final = """
CREATE TABLE IF NOT EXISTS engine (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, url TEXT NOT NULL, owner INTEGER NOT NULL,
    level INTEGER NOT NULL, timeout INTEGER NOT NULL, manner TEXT NOT NULL, public INTEGER NOT NULL,
    pinned INTEGER NOT NULL, retired INTEGER NOT NULL, keys TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, game TEXT NOT NULL, settings TEXT NOT NULL,
    start TEXT NOT NULL, seed INTEGER NOT NULL, timeout REAL NOT NULL, first INTEGER NOT NULL,
    second INTEGER NOT NULL, kind TEXT NOT NULL, event TEXT, round INTEGER NOT NULL, place INTEGER NOT NULL,
    leg INTEGER NOT NULL, begun TEXT NOT NULL, ended TEXT, record TEXT, winner INTEGER, reason TEXT,
    counts INTEGER, fault TEXT, guilty INTEGER, odd INTEGER NOT NULL DEFAULT 0,
    UNIQUE (event, round, place, leg)
) STRICT;
CREATE INDEX IF NOT EXISTS game_first ON game (first);
CREATE INDEX IF NOT EXISTS game_second ON game (second);
CREATE INDEX IF NOT EXISTS game_running ON game (id) WHERE ended IS NULL;
CREATE TABLE IF NOT EXISTS ply (
    game INTEGER NOT NULL, number INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guest (
    game INTEGER NOT NULL, side INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ladder (game TEXT PRIMARY KEY) STRICT;
CREATE TABLE IF NOT EXISTS odd (
    game INTEGER NOT NULL, at TEXT NOT NULL, receipt TEXT NOT NULL, address TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS odd_game ON odd (game);
CREATE TABLE IF NOT EXISTS competition (
    event TEXT PRIMARY KEY, state TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS consent (engine INTEGER PRIMARY KEY, answer TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS alert (
    owner INTEGER PRIMARY KEY, url TEXT NOT NULL, secret BLOB NOT NULL,
    seen TEXT NOT NULL, sent TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS challenge (
    id INTEGER PRIMARY KEY, asker INTEGER NOT NULL, asked INTEGER NOT NULL, first INTEGER NOT NULL,
    second INTEGER NOT NULL, start TEXT NOT NULL, at TEXT NOT NULL, stage TEXT NOT NULL, game INTEGER NOT NULL
) STRICT;
"""


@cache
def _shape() -> frozenset[Object]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return frozenset(schema_objects(connection))


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create the tables in an empty file; refuse another kind of file or a newer version."""
    misleading = check_journal(path)
    if misleading is not None:
        raise NotATournament(path=str(path), reason="foreign-log", detail=str(misleading), backup="")
    restrict_connection(connection)
    connection.execute("PRAGMA busy_timeout = 10000")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION_ID:
        raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
    if tables and not _OLDEST <= version <= VERSION:
        reason = "newer" if version > VERSION else "foreign"
        raise NotATournament(path=str(path), reason=reason, detail=str(version), backup="")
    with limit_time(connection, _PATIENCE):
        check_schema(connection, _shape())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 40000")  # reached only if `sweep` has failed
    if version != VERSION:
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN; {TABLES} {marks} COMMIT;")


EVERY: Final = 4000
"""Changed rows between two checkpoints: a log of about ten megabytes."""
_LOG: Final = logging.getLogger("ronde.arbitre")


class Checkpoints:
    """Moves SQLite's write-ahead log into the store in the background, never between two moves of a game.

    A checkpoint waits for the disk. By default SQLite makes it inside a commit, and all games would wait for
    it; so it is made in a thread, on a separate connection.
    """

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
    with convert_errors(path):
        place = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(place, uri=True)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


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


_ENGINE: Final = tuple(one.name for one in fields(EngineCard))
_GAME: Final = tuple(one.name for one in fields(GameRow))
_NEW_GAME: Final = _GAME[1 : _GAME.index("ended")]


def _insert(verb: str, table: str, columns: Sequence[str]) -> str:
    return f"{verb} INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


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
        with convert_errors(self.path):
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
        with convert_errors(self.path):
            query = _insert("INSERT", "engine", _ENGINE[1:])
            cursor = self._connection.execute(query, _engine_values(card)[1:])
        return replace(card, id=cursor.lastrowid or 0)

    def change_engine(self, card: EngineCard) -> None:
        self.execute(_insert("REPLACE", "engine", _ENGINE), *_engine_values(card))

    def engine(self, number: int) -> EngineCard | None:
        return next(self._engines("WHERE id = ?", number), None)

    def engines(self) -> list[EngineCard]:
        """All engines, the retired too, by number."""
        return list(self._engines("ORDER BY id"))

    def _engines(self, which: str, *values: Any) -> Iterator[EngineCard]:
        return map(_card, self.execute(f"SELECT {', '.join(_ENGINE)} FROM engine {which}", *values))

    # games

    def begin_game(self, row: GameRow) -> GameRow:
        """Store a game that is about to be played; one of a competition is returned if it exists already."""
        if row.event:
            known = self.game_of(row.event, row.round, row.place, row.leg)
            if known is not None:
                return known
        stored = {"settings": json.dumps(row.settings), "event": row.event or None}
        values = [stored.get(name, getattr(row, name)) for name in _NEW_GAME]
        with convert_errors(self.path):
            self._flush()
            cursor = self._connection.execute(_insert("INSERT", "game", _NEW_GAME), values)
        return replace(row, id=cursor.lastrowid or 0)

    def seat_guest(self, game: int, side: Side, name: str, digest: bytes) -> None:
        """Store which person plays a side, by name and by the digest of the token in the browser's cookie."""
        self._later("INSERT OR REPLACE INTO guest VALUES (?, ?, ?, ?)", (game, side, name, digest))
        self._flush()

    def guests(self, game: int) -> dict[Side, tuple[str, bytes]]:
        rows = self.execute("SELECT side, name, digest FROM guest WHERE game = ?", game)
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
        return list(self.execute("SELECT at, receipt, address FROM odd WHERE game = ? ORDER BY rowid", game))

    def game(self, number: int) -> GameRow | None:
        return next(self._games("id = ?", number), None)

    def game_of(self, event: str, round: int, place: int, leg: int) -> GameRow | None:
        where = "event = ? AND round = ? AND place = ? AND leg = ?"
        return next(self._games(where, event, round, place, leg), None)

    def running(self, most: int = 0, event: str = "") -> list[GameRow]:
        """Unfinished games, of one event if wanted; or at most so many of them, latest first."""
        order = "ORDER BY id DESC LIMIT ?" if most else "ORDER BY id"
        wanted = (*((event,) if event else ()), *((most,) if most else ()))
        return list(self._games(f"ended IS NULL {'AND event = ? ' * bool(event)}{order}", *wanted))

    def games(
        self, *, engine: int = 0, kind: str = "", most: int = 100, before: int = 2**62
    ) -> list[GameRow]:
        """Games, latest first, of one engine or kind if wanted."""
        where = "id < ?" + " AND (first = ? OR second = ?)" * bool(engine) + " AND kind = ?" * bool(kind)
        wanted = (before, *((engine, engine) if engine else ()), *((kind,) if kind else ()), most)
        return list(self._games(f"{where} ORDER BY id DESC LIMIT ?", *wanted))

    def _games(self, where: str, *values: Any) -> Iterator[GameRow]:
        return map(_game_row, self.execute(f"SELECT {', '.join(_GAME)} FROM game WHERE {where}", *values))

    def plies(self, game: int) -> tuple[tuple[Answer, ...], ...]:
        rows = self.execute("SELECT data FROM ply WHERE game = ? ORDER BY number", game)
        return tuple(tuple(Answer(*one) for one in json.loads(data)) for (data,) in rows)

    def unfinished(self, row: GameRow, players: tuple[str, str]) -> GameRecord:
        return GameRecord(row.game, row.start, row.seed, row.settings, players, self.plies(row.id))

    # writing

    def execute(self, query: str, *values: Any) -> Iterator[Any]:
        """Execute one statement at once, after everything that waits to be written."""
        with convert_errors(self.path):
            self._flush()
            return iter(self._connection.execute(query, values).fetchall())

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
            with convert_errors(self.path):
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


def _engine_values(card: EngineCard) -> tuple[Any, ...]:
    keys = json.dumps([[key.name, key.secret.hex()] for key in card.keys])
    return (*astuple(replace(card, keys=()))[:-1], keys)


def _card(row: tuple[Any, ...]) -> EngineCard:
    plain = dict(zip(_ENGINE, row, strict=True))
    flags = {name: bool(plain[name]) for name in ("public", "pinned", "retired")}
    keys = tuple(Key(word, bytes.fromhex(secret)) for word, secret in json.loads(plain["keys"]))
    return EngineCard(**{**plain, **flags, "manner": Manner(plain["manner"]), "keys": keys})


def _game_row(row: tuple[Any, ...]) -> GameRow:
    plain = dict(zip(_GAME, row, strict=True))
    known = {name: plain[name] or "" for name in ("event", "ended", "record")}
    return GameRow(**{**plain, **known, "settings": json.loads(plain["settings"])})
