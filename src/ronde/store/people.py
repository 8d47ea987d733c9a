"""People known beside the tournaments: the lists of federations and clubs."""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from ronde.model.errors import JournalError, NotAFile
from ronde.model.go import GoCard
from ronde.model.names import NameIndex, fold
from ronde.model.player import FideCard, PersonChange, Player, PlayerId
from ronde.store.sqlite import convert_errors, disk_error
from ronde.system import (
    check_journal,
    check_plain,
    limit_time,
    restrict_connection,
)

APPLICATION_ID = 0x526F6E50
"""The letters RonP."""

_TIMEOUT = 5.0
"""Seconds of CPU time that reading the schema may take."""

_PERSON = (
    "id", "name", "first_name", "country", "club", "rating", "comment", "categories", "source", "listed",
    "fide", "title", "sex", "birth", "k", "rank", "grade", "pin", "ffg", "ffg_status", "aga", "aga_expires",
    "rating_origin",
)  # fmt: skip
_GO = _PERSON[_PERSON.index("grade") :]
"""The columns of a player of Go besides the rank, which is empty where the list gives none."""
_COLUMNS = ", ".join(_PERSON)
_TABLES = {"person": _PERSON, "source": ("name", "day")}


@dataclass(frozen=True, slots=True)
class PeopleImport:
    new: int
    changed: int
    same: int
    gone: int = 0
    changes: tuple[PersonChange, ...] = field(default=(), compare=False)

    @property
    def known(self) -> bool:
        """Whether the list was here before; of a first list everybody is new."""
        return bool(self.changed or self.gone or self.same)


@dataclass(frozen=True, slots=True)
class PeopleSource:
    """A list that was imported: its name, the day of its last import, and how many people are in it."""

    name: str
    day: str
    count: int


@dataclass(frozen=True, slots=True)
class _Known:
    """A person with the list that names him, and his number there; 0 if it gives none."""

    card: Player
    source: str = ""
    listed: int = 0


def default_base() -> Path | None:
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
        with convert_errors(path):
            self._connection = sqlite3.connect(os.fsencode(path), isolation_level=None)
            try:
                _prepare(self._connection, path)
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        self._connection.close()

    def take(self, people: Iterable[Player], source: str = "", day: str = "") -> PeopleImport:
        """Add people and update known ones; who is no longer in a named source is removed.

        A person keeps the number of the list, or gets the smallest free one.
        """
        with convert_errors(self.path), self._connection:  # commits, or rolls back
            self._connection.execute("BEGIN IMMEDIATE")
            known = {one.card.id: one for one in self._known()}
            taken = _placed(people, known, source)
            gone = _missing(known, taken, source)
            self._connection.executemany("DELETE FROM person WHERE id = ?", [(number,) for number in gone])
            marks = ", ".join("?" * len(_PERSON))
            self._connection.executemany(
                f"INSERT OR REPLACE INTO person ({_COLUMNS}) VALUES ({marks})", [_row(one) for one in taken]
            )
            if source:
                self._connection.execute("INSERT OR REPLACE INTO source VALUES (?, ?)", (source, day))
        self.__dict__.pop("_index", None)
        return _compared_cards({number: one.card for number, one in known.items()}, taken, gone)

    def forget(self, number: PlayerId) -> None:
        """Erase a person, so that no former byte stays."""
        with convert_errors(self.path):
            self._connection.execute("DELETE FROM person WHERE id = ?", (number,))
            self._connection.execute("VACUUM")
        self.__dict__.pop("_index", None)

    def sources(self) -> list[PeopleSource]:
        """The lists that were imported, by name."""
        with convert_errors(self.path):
            rows = self._connection.execute(
                "SELECT source.name, day, count(person.id) FROM source LEFT JOIN person"
                " ON person.source = source.name GROUP BY source.name ORDER BY source.name"
            ).fetchall()
        return [PeopleSource(*row) for row in rows]

    def source_of(self) -> dict[PlayerId, str]:
        """The list of everybody who is in one."""
        return {one.card.id: one.source for one in self._known() if one.source}

    def _known(self) -> list[_Known]:
        with convert_errors(self.path):
            rows = self._connection.execute(f"SELECT {_COLUMNS} FROM person ORDER BY id").fetchall()
        return [_read(row) for row in rows]

    def __iter__(self) -> Iterator[Player]:
        return (one.card for one in self._known())

    def numbers(self) -> frozenset[PlayerId]:
        """The numbers in use, which are not given to new players."""
        with convert_errors(self.path):
            rows = self._connection.execute("SELECT id FROM person").fetchall()
        return frozenset(number for (number,) in rows)

    def search(self, text: str, most: int = 12) -> list[Player]:
        """The people `text` may mean, the likeliest first; digits are the start of a number."""
        numbers = people_numbered(text, self, most) or self._index.search(text, most)
        marks = ", ".join("?" * len(numbers))
        with convert_errors(self.path):
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM person WHERE id IN ({marks})", numbers
            ).fetchall()
        cards = {row[0]: _read(row).card for row in rows}
        return [cards[number] for number in numbers]

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex({card.id: card.full_name for card in self})


def numbered(text: str, numbers: Iterable[int], most: int) -> tuple[int, ...]:
    """The numbers that begin with the digits typed, the shortest first; none if it is no number."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return ()
    return tuple(sorted(number for number in numbers if str(number).startswith(digits))[:most])


def people_numbered(text: str, people: Iterable[Player], most: int) -> tuple[PlayerId, ...]:
    """The people whose number begins with the digits typed, then those by their numbers in lists of Go."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return ()
    cards = list(people)
    listed = ((number, one.id) for one in cards for number in (one.go.pin, one.go.ffg, one.go.aga))
    found = [number for name, number in sorted(listed) if name.startswith(digits)]
    return tuple(dict.fromkeys([*numbered(text, (one.id for one in cards), most), *found]))[:most]


def _check_place(path: Path) -> None:
    """Make the parent folder; a folder or a device at the path is refused."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise NotAFile(path=str(path), reason="folder" if path.is_dir() else "special")
    except (OSError, ValueError) as error:
        if isinstance(error, OSError):
            raise disk_error(error, path) from error
        raise JournalError(path=str(path), detail=str(error)) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create the table of a new database; another kind of file is refused and not touched."""
    restrict_connection(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or tables):
        raise JournalError(path=str(path), reason="not-a-base", detail="")
    if tables:
        with limit_time(connection, _TIMEOUT):
            check_plain(connection, _TABLES.get)
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
            comment TEXT NOT NULL
        ) STRICT"""
    )
    _renew(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _renew(connection: sqlite3.Connection) -> None:
    """Add the columns and the table that an older database lacks."""
    here = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info('person')")}
    for name in _PERSON:
        if name not in here:
            kind = (
                "INTEGER NOT NULL DEFAULT 0"
                if name in ("listed", "fide", "k")
                else "TEXT NOT NULL DEFAULT ''"
            )
            connection.execute(f"ALTER TABLE person ADD COLUMN {name} {kind}")
    (lists,) = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'source'").fetchone()
    if not lists:
        connection.execute("CREATE TABLE source (name TEXT PRIMARY KEY, day TEXT NOT NULL) STRICT")


def _placed(people: Iterable[Player], known: Mapping[PlayerId, _Known], source: str) -> list[_Known]:
    """Everybody of a list with the number in the base: the old one, that of the list, or a free one."""
    cards = list(people)
    ours = {number: one for number, one in known.items() if source and one.source == source}
    before = {one.listed: number for number, one in ours.items() if one.listed}
    named = defaultdict(list)
    for number, one in ours.items():
        named[fold(one.card.full_name)].append(number)
    used = set(known) | {card.id for card in cards}
    free = (number for number in count(1) if number not in used)
    placed = []
    for card in cards:
        alike = named[fold(card.full_name)]
        number = before.get(card.id, 0) if card.id else alike.pop(0) if alike else 0
        if not number:
            number = card.id if _is_free(card.id, known, alike) else next(free)
        placed.append(_Known(replace(card, id=number, new=False), source, card.id))
    return placed


def _is_free(number: int, known: Mapping[PlayerId, _Known], alike: Collection[PlayerId]) -> bool:
    """Whether a list may give that number: nobody else's, or of somebody who is in no list."""
    return number > 0 and (number not in known or not known[number].source or number in alike)


def _missing(known: Mapping[PlayerId, _Known], taken: Iterable[_Known], source: str) -> list[PlayerId]:
    """The people of a source whom its new list lacks."""
    kept = {one.card.id for one in taken}
    return [number for number, one in known.items() if source and one.source == source and number not in kept]


def _compared_cards(
    before: Mapping[PlayerId, Player], taken: Iterable[_Known], gone: Iterable[PlayerId]
) -> PeopleImport:
    pairs = [PersonChange(before.get(one.card.id), one.card) for one in taken]
    new = sum(pair.was is None for pair in pairs)
    changed = sum(pair.was not in (None, pair.now) for pair in pairs)
    left = [PersonChange(before[number], None) for number in gone]
    changes = tuple([*(pair for pair in pairs if pair.was != pair.now), *left])
    return PeopleImport(new, changed, len(pairs) - new - changed, len(left), changes)


def _row(one: _Known) -> tuple[object, ...]:
    card, fide = one.card, one.card.fide
    about = (card.id, card.name, card.first_name, card.country, card.club, card.rating, card.comment)
    listed = ("/".join(card.categories), one.source, one.listed)
    rank = "" if card.go.rank is None else str(card.go.rank)
    go = (rank, *(getattr(card.go, name) for name in _GO))
    return (*about, *listed, fide.number, fide.title, fide.sex, fide.birth, fide.k, *go)


def _read(row: tuple[Any, ...]) -> _Known:
    number, name, first_name, country, club, rating, comment, joined, source, listed, *more = row
    fide, rank, go = FideCard(*more[:5]), more[5], dict(zip(_GO, more[6:], strict=True))
    categories = tuple(part for part in joined.split("/") if part)
    card = Player(number, name, first_name, country, club, rating, categories, comment, fide=fide)
    card = replace(card, go=GoCard(int(rank) if rank else None, **go))
    return _Known(card, source, listed)
