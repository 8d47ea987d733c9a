"""FIDE's rating list on disk: two million people, searched at every keystroke.

Every name is stored once for each of its words, rotated so that the word comes first: "garcia lopez maria" is
also "lopez maria garcia" and "maria garcia lopez". A prefix of any word is then a prefix of a spelling, which
one lookup in a sorted table finds.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from ronde.model.names import fold
from ronde.model.player import FidePlayer, ListChange
from ronde.store.sqlite import convert_errors
from ronde.system import (
    Object,
    check_schema,
    limit_time,
    new_draft,
    rename_draft,
    restrict_connection,
    schema_objects,
    sync,
)

_SCHEMA = (
    """CREATE TABLE listed (number INTEGER PRIMARY KEY, name TEXT NOT NULL, federation TEXT NOT NULL,
        sex TEXT NOT NULL, title TEXT NOT NULL, birth TEXT NOT NULL, inactive INTEGER NOT NULL,
        standard INTEGER NOT NULL, rapid INTEGER NOT NULL, blitz INTEGER NOT NULL,
        standard_k INTEGER NOT NULL, rapid_k INTEGER NOT NULL, blitz_k INTEGER NOT NULL) STRICT""",
    """CREATE TABLE spelling (text TEXT NOT NULL, number INTEGER NOT NULL, strength INTEGER NOT NULL,
        PRIMARY KEY (text, number)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE change (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL,
        federation TEXT NOT NULL, title TEXT NOT NULL, standard INTEGER NOT NULL, rapid INTEGER NOT NULL,
        blitz INTEGER NOT NULL) STRICT""",
)
_FIELDS = ("name", "federation", "sex", "title", "birth", "inactive", "standard", "rapid", "blitz",
           "standard_k", "rapid_k", "blitz_k")  # fmt: skip
_FIDE_COLUMNS = ", ".join(("number", *_FIELDS))
_CHANGED = ("name", "federation", "title", "standard", "rapid", "blitz")
"""The columns whose changes are listed."""
_NO_LETTERS = re.compile(r"[\W_]+")
_MOST_WORDS = 5
_DIGITS = 11
"""The digits of the longest number."""
_TIMEOUT = 5.0
_BATCH = 20_000
_LOOKED_AT = 150_000
"""How many spellings are examined for one prefix; with more, the user types another letter."""
_LOOKED_AT_FOR_A_SLIP = 3_000
_SLIPS = 12
"""How many misspellings of one word are looked up."""
_ACTIVE = 10_000
"""Added to the strength of active players: they come first."""
_LAST = "\U0010ffff"
_RANGE = "SELECT text, number, strength FROM spelling WHERE text >= ? AND text < ?"
_MISSPELT = 4
"""The shortest word whose misspellings are tried."""


@dataclass(frozen=True, slots=True)
class ListCounts:
    new: int
    changed: int
    gone: int
    same: int


def open_list(path: Path | None) -> FideList | None:
    """The list at a path; None if none was imported yet."""
    return FideList(path) if path is not None and path.exists() else None


class FideList:
    def __init__(self, path: Path) -> None:
        self.path = path
        with convert_errors(path):
            address = f"{path.absolute().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            try:
                restrict_connection(self._connection)
                with limit_time(self._connection, _TIMEOUT):
                    check_schema(self._connection, _model())
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        self._connection.close()

    def __len__(self) -> int:
        (count,) = self._asked("SELECT count(*) FROM listed")[0]
        return int(count)

    def player(self, number: int) -> FidePlayer | None:
        rows = self._asked(f"SELECT {_FIDE_COLUMNS} FROM listed WHERE number = ?", number)
        return _listed(rows[0]) if rows else None

    def changes(self, federation: str = "") -> Iterator[ListChange]:
        """The differences from the previous list, by number; of one federation if it is given."""
        columns = ", ".join(f"change.{name}" for name in _CHANGED)
        rows = self._connection.execute(
            f"SELECT kind, change.number, {columns}, {', '.join(f'listed.{name}' for name in _FIELDS)}"
            " FROM change LEFT JOIN listed USING (number)"
            " WHERE ? IN ('', change.federation, listed.federation) ORDER BY change.number",
            (federation,),
        )
        with convert_errors(self.path):
            yield from map(_change, rows)

    def search(self, text: str, most: int = 12) -> list[FidePlayer]:
        """The people `text` may mean: by number, by prefixes of words, then with one letter wrong."""
        if text.strip().isdecimal():
            one = self.player(int(text.strip()[:18]))
            return [one] if one else []
        words = _words(text)
        if not words:
            return []
        numbers = self._starting(words, most) or self._misspelt(words, most)
        rows = self._asked(
            f"SELECT {_FIDE_COLUMNS} FROM listed WHERE number IN ({', '.join('?' * len(numbers))})", *numbers
        )
        whole = set(self._named(words, most))
        players = [_listed(row) for row in rows]
        return sorted(players, key=lambda one: (one.number not in whole, -_strength(one), one.name))[:most]

    def numbered(self, text: str, most: int = 12) -> list[FidePlayer]:
        """The people whose numbers begin with the digits typed; nobody for another text."""
        digits = text.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
            return []
        found: list[FidePlayer] = []
        for zeros in range(_DIGITS - len(digits) + 1):
            least, room = int(digits) * 10**zeros, most - len(found)
            rows = self._asked(
                f"SELECT {_FIDE_COLUMNS} FROM listed WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ?",
                least,
                least + 10**zeros - 1,
                room,
            )
            found += map(_listed, rows)
        return found

    def _named(self, words: list[str], most: int) -> list[int]:
        """The strongest of exactly that name, in any rotation of its words."""
        rows = self._asked(
            "SELECT number FROM spelling WHERE text = ? ORDER BY strength DESC LIMIT ?", " ".join(words), most
        )
        return [number for (number,) in rows]

    def _starting(self, words: list[str], most: int, looked_at: int = _LOOKED_AT) -> list[int]:
        """The strongest with words that start so, and those of exactly that name."""
        numbers = [*self._named(words, most), *self._in_turn(words, most, looked_at)]
        if len(words) > 1:
            numbers += self._in_turn(words[::-1], most, looked_at)
            if len(set(numbers)) < most:
                numbers += self._anywhere(words, most, looked_at)
        return list(dict.fromkeys(numbers))

    def _in_turn(self, words: list[str], most: int, looked_at: int) -> list[int]:
        """The strongest whose name contains the words in sequence, the last one possibly incomplete."""
        start = " ".join(words)
        return self._strongest(f"{_RANGE} LIMIT ?", (start, start + _LAST, looked_at), most)

    def _anywhere(self, words: list[str], most: int, looked_at: int) -> list[int]:
        """The strongest with all the words; the longest is looked up, the others are compared."""
        longest = max(words, key=len)
        others = list(words)
        others.remove(longest)
        tests = " AND ".join("instr(' ' || text, ?)" for _ in others)
        rows = f"{_RANGE} LIMIT ?) WHERE {tests}"
        values = (longest, longest + _LAST, looked_at, *(f" {word}" for word in others))
        return self._strongest(f"SELECT number, strength FROM ({rows}", values, most)

    def _strongest(self, rows: str, values: tuple[object, ...], most: int) -> list[int]:
        """The strongest of some spellings; twice as many are fetched, as a name may match twice."""
        asked = f"SELECT number FROM ({rows}) ORDER BY strength DESC LIMIT ?"
        return [number for (number,) in self._asked(asked, *values, 2 * most)]

    def _misspelt(self, words: list[str], most: int) -> list[int]:
        """The same with one letter of one word wrong, missing, added, or exchanged with its neighbour."""
        numbers: dict[int, None] = {}
        for at, word in enumerate(words):
            slips = filter(self._known, sorted(_slips(word)) if len(word) >= _MISSPELT else ())
            for slip in islice(slips, _SLIPS):
                meant = [*words[:at], slip, *words[at + 1 :]]
                numbers |= dict.fromkeys(self._starting(meant, most, _LOOKED_AT_FOR_A_SLIP))
        return list(numbers)

    def _known(self, start: str) -> bool:
        return bool(self._asked(f"{_RANGE} LIMIT 1", start, start + _LAST))

    def _asked(self, statement: str, *values: object) -> list[Any]:
        with convert_errors(self.path):
            return self._connection.execute(statement, values).fetchall()


def replace_list(path: Path, players: Iterable[FidePlayer]) -> ListCounts:
    """Replace the list, all or nothing, and count the differences."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        FideList(path).close()  # refuse to replace a file that is not a list of ours
    with convert_errors(path):
        draft = new_draft(path)
        try:
            counts = _written(draft, players, path if path.exists() else None)
            rename_draft(draft, path)
            sync(path.parent)
        finally:
            draft.unlink(missing_ok=True)
    return counts


def _written(draft: Path, players: Iterable[FidePlayer], before: Path | None) -> ListCounts:
    connection = sqlite3.connect(os.fsencode(draft), isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")  # a failed draft is thrown away
        connection.execute("PRAGMA cache_size = -200000")
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute("BEGIN")
        for statement in _SCHEMA:
            connection.execute(statement)
        _fill(connection, players)
        connection.execute("COMMIT")
        counts = _compared(connection, before)
        connection.execute("PRAGMA synchronous = FULL")
        return counts
    finally:
        connection.close()


def _fill(connection: sqlite3.Connection, players: Iterable[FidePlayer]) -> None:
    """Insert everybody, then the spellings in their order, which is many times faster than by person."""
    connection.execute("CREATE TEMP TABLE unsorted (text TEXT, number INTEGER, strength INTEGER)")
    marks = ", ".join("?" * (1 + len(_FIELDS)))
    for some in _batches(players):
        connection.executemany(f"INSERT OR REPLACE INTO listed VALUES ({marks})", map(_fide_row, some))
        turned = ((text, one.number, _strength(one)) for one in some for text in _spellings(one.name))
        connection.executemany("INSERT INTO unsorted VALUES (?, ?, ?)", turned)
    connection.execute("INSERT OR IGNORE INTO spelling SELECT * FROM unsorted ORDER BY text, number")
    connection.execute("DROP TABLE unsorted")


def _batches(players: Iterable[FidePlayer]) -> Iterator[list[FidePlayer]]:
    waiting = iter(players)
    while some := list(islice(waiting, _BATCH)):
        yield some


def _compared(connection: sqlite3.Connection, before: Path | None) -> ListCounts:
    """Count and store the differences from the previous list; in a first list everybody is new."""
    (count,) = connection.execute("SELECT count(*) FROM listed").fetchone()
    if before is None:
        return ListCounts(count, 0, 0, 0)
    connection.execute("ATTACH ? AS before", (str(before),))
    names = ", ".join(_CHANGED)
    old = ", ".join(f"o.{name}" for name in _CHANGED)
    differ = " OR ".join(f"n.{name} != o.{name}" for name in _CHANGED)
    connection.execute("BEGIN")
    connection.execute(
        f"INSERT INTO change SELECT number, 'changed', {old}"
        f" FROM listed n JOIN before.listed o USING (number) WHERE {differ}"
    )
    connection.execute(
        f"INSERT INTO change SELECT number, 'gone', {names} FROM before.listed"
        " WHERE number NOT IN (SELECT number FROM listed)"
    )
    connection.execute(
        "INSERT INTO change SELECT number, 'new', name, federation, title, 0, 0, 0 FROM listed"
        " WHERE number NOT IN (SELECT number FROM before.listed)"
    )
    connection.execute("COMMIT")
    kinds = dict(connection.execute("SELECT kind, count(*) FROM change GROUP BY kind").fetchall())
    new, changed, gone = (kinds.get(kind, 0) for kind in ("new", "changed", "gone"))
    return ListCounts(new, changed, gone, count - new - changed)


@cache
def _model() -> frozenset[Object]:
    """The schema of a list, as SQLite reports it."""
    connection = sqlite3.connect(":memory:")
    try:
        for statement in _SCHEMA:
            connection.execute(statement)
        return frozenset(schema_objects(connection))
    finally:
        connection.close()


def _words(text: str) -> list[str]:
    return _NO_LETTERS.sub(" ", fold(text)).split()


def _spellings(name: str) -> Iterator[str]:
    """A name starting with each of its words in turn."""
    words = _words(name)
    for at in range(min(len(words), _MOST_WORDS)):
        yield " ".join((*words[at:], *words[:at]))


def _slips(word: str) -> set[str]:
    """All words at edit distance one."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    missing = {before + after[1:] for before, after in parts if after}
    changed = {before + after[1] + after[0] + after[2:] for before, after in parts if len(after) > 1}
    wrong = {before + letter + after[1:] for before, after in parts if after for letter in ascii_lowercase}
    added = {before + letter + after for before, after in parts for letter in ascii_lowercase}
    return (missing | changed | wrong | added) - {word}


def _strength(one: FidePlayer) -> int:
    """Who is meant more likely: active players, then the highest of the three ratings."""
    return max(one.ratings) + (0 if one.inactive else _ACTIVE)


def _fide_row(one: FidePlayer) -> tuple[object, ...]:
    about = (one.number, one.name, one.federation, one.sex, one.title, one.birth, int(one.inactive))
    return (*about, *one.ratings, *one.coefficients)


def _listed(row: tuple[Any, ...]) -> FidePlayer:
    number, name, federation, sex, title, birth, inactive, *figures = row
    standard, rapid, blitz, slow, quick, quickest = figures
    ratings, coefficients = (standard, rapid, blitz), (slow, quick, quickest)
    return FidePlayer(number, name, federation, sex, title, birth, bool(inactive), ratings, coefficients)


def _change(row: tuple[Any, ...]) -> ListChange:
    kind, number, name, federation, title, standard, rapid, blitz, *now = row
    was = FidePlayer(number, name, federation, title=title, ratings=(standard, rapid, blitz))
    after = _listed((number, *now)) if now[0] is not None else None
    return ListChange(kind, None if kind == "new" else was, after)
