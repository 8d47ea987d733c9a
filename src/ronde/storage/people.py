"""Known players: the lists of federations and clubs, stored outside the tournaments."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path

from ronde.core.errors import JournalError, NotAFile
from ronde.core.names import NameIndex
from ronde.core.player import Player, PlayerId
from ronde.disk.door import check_journal, check_plain, distrust, within
from ronde.storage.sqlite_errors import telling, told_by_disk

APPLICATION_ID = 0x526F6E50
"""The letters RonP."""

_PATIENCE = 5.0
"""Seconds of CPU time that reading the schema may take."""

_COLUMNS = "id, name, first_name, country, club, rating, comment, categories"


@dataclass(frozen=True, slots=True)
class PeopleImport:
    new: int
    changed: int
    same: int


def usual_base() -> Path | None:
    """The default path of the database; None without a home folder."""
    try:
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    except RuntimeError:
        return None
    return Path(home) / "ronde" / "people.db"


class People:
    """A database of people, searched at every keystroke."""

    def __init__(self, path: Path) -> None:
        _check_place(path)
        self.path = path
        misleading = check_journal(path)
        if misleading is not None:
            raise JournalError(path=str(path), reason="foreign-journal", detail=str(misleading))
        with telling(path):
            self._connection = sqlite3.connect(os.fsencode(path), isolation_level=None)
            try:
                _prepare(self._connection, path)
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        self._connection.close()

    def take(self, people: Iterable[Player]) -> PeopleImport:
        """Add people and update known ones; number 0 takes the smallest free one."""
        with telling(self.path), self._connection:  # commits, or rolls back
            self._connection.execute("BEGIN IMMEDIATE")
            before = {card.id: card for card in self}
            cards = _numbered(people, set(before))
            self._connection.executemany(
                "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(card) for card in cards],
            )
        self.__dict__.pop("_index", None)
        new = sum(card.id not in before for card in cards)
        changed = sum(card.id in before and _row(before[card.id]) != _row(card) for card in cards)
        return PeopleImport(new, changed, len(cards) - new - changed)

    def __iter__(self) -> Iterator[Player]:
        with telling(self.path):
            rows = self._connection.execute(f"SELECT {_COLUMNS} FROM person ORDER BY id").fetchall()
        return (_card(row) for row in rows)

    def numbers(self) -> frozenset[PlayerId]:
        """The numbers in use, which are not given to new players."""
        with telling(self.path):
            rows = self._connection.execute("SELECT id FROM person").fetchall()
        return frozenset(number for (number,) in rows)

    def search(self, text: str, most: int = 12) -> list[Player]:
        """The people `text` may mean, the likeliest first."""
        numbers = self._index.search(text, most)
        marks = ", ".join("?" * len(numbers))
        with telling(self.path):
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM person WHERE id IN ({marks})", numbers
            ).fetchall()
        cards = {row[0]: _card(row) for row in rows}
        return [cards[number] for number in numbers]

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex({card.id: card.full_name for card in self})


def _check_place(path: Path) -> None:
    """Make the parent folder; a folder or a device at the path is refused."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise NotAFile(path=str(path), reason="folder" if path.is_dir() else "special")
    except (OSError, ValueError) as error:
        if isinstance(error, OSError):
            raise told_by_disk(error, path) from error
        raise JournalError(path=str(path), detail=str(error)) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create the table of a new database; another kind of file is refused and not touched."""
    distrust(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or tables):
        raise JournalError(path=str(path), reason="not-a-base", detail="")
    if tables:
        with within(connection, _PATIENCE):
            check_plain(connection, {"person": _COLUMNS.split(", ")}.get)
        _renew(connection)
        return
    connection.execute(
        """CREATE TABLE IF NOT EXISTS person (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            first_name TEXT NOT NULL,
            country TEXT NOT NULL,
            club TEXT NOT NULL,
            rating INTEGER NOT NULL,
            comment TEXT NOT NULL,
            categories TEXT NOT NULL DEFAULT ''
        ) STRICT"""
    )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _renew(connection: sqlite3.Connection) -> None:
    """Add the column for categories to a database that lacks it."""
    columns = connection.execute("SELECT name FROM pragma_table_info('person')").fetchall()
    if ("categories",) not in columns:
        connection.execute("ALTER TABLE person ADD COLUMN categories TEXT NOT NULL DEFAULT ''")


def _numbered(people: Iterable[Player], taken: set[PlayerId]) -> list[Player]:
    listed = list(people)
    used = taken | {card.id for card in listed}
    free = (number for number in count(1) if number not in used)
    return [card if card.id else replace(card, id=next(free)) for card in listed]


def _row(card: Player) -> tuple[object, ...]:
    categories = "/".join(card.categories)
    return (
        card.id,
        card.name,
        card.first_name,
        card.country,
        card.club,
        card.rating,
        card.comment,
        categories,
    )


def _card(row: tuple[int, str, str, str, str, int, str, str]) -> Player:
    number, name, first_name, country, club, rating, comment, joined = row
    categories = tuple(part for part in joined.split("/") if part)
    return Player(number, name, first_name, country, club, rating, categories, comment)
