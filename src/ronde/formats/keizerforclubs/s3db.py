"""Reads and writes the tournament file of KeizerForClubs (keizer 5.1)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ronde.formats.files import ImportResult
from ronde.formats.keizerforclubs.archive import (
    SEPARATOR,
    Archive,
    StoredPlayer,
    StoredRow,
    read_archive,
    read_settings,
    refused,
    write_settings,
)
from ronde.formats.keizerforclubs.codes import (
    NONE,
    REASONS,
    WITHOUT_GAME,
    Footer,
    ResultCode,
    State,
    halves,
    kfc_name,
    pairing_rows,
    points_of,
    result_of,
)
from ronde.formats.keizerforclubs.csv import different_names
from ronde.formats.keizerforclubs.lists import words_of
from ronde.formats.keizerforclubs.tables import Spreadsheet, crosstable_sheet, standings_sheet, state_of
from ronde.model.errors import FormatError, NameImpossible, Problem
from ronde.model.events import (
    AbsencePlanned,
    Event,
    PlayerEntered,
    PlayerLeft,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    TournamentOpened,
)
from ronde.model.player import Absence, Player, PlayerId, clean_name
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament
from ronde.systems import keizer_table
from ronde.systems.rounds import randomised_ratings

# Reads the tournament file of KeizerForClubs: its rows become the events of a tournament (keizer 5.1).


NOBODY: PlayerId = 0
MARKS = {
    State.CLUB: Absence.CLUB,
    State.EXCUSED: Absence.EXCUSED,
    State.UNEXCUSED: Absence.UNEXCUSED,
    State.PREREGISTERED: Absence.PREREGISTERED,
}
"""States that are reasons for missing the next round."""


def read_s3db(path: Path) -> ImportResult:
    """The events of a KeizerForClubs file; its stored tables become the frozen values of the rounds."""
    archive = read_archive(path)
    rounds = max((row.round for row in archive.rows), default=0)
    settings, odd = read_settings(archive.config, rounds)
    name = _name(archive.config.text("OPTION.NiceName")) or _name(path.stem) or "Keizer"
    history = _History(path, archive, settings)
    events = (TournamentOpened(name, "", settings), *history.tell())
    remarks = [Problem(str(path), 0, 0, "formats.s3db-setting", text) for text in odd]
    return ImportResult(events, {path.name: path.read_bytes()}, tuple(remarks + history.remarks))


def _name(text: str) -> str:
    """The name of a tournament, or empty if it is not printable."""
    try:
        return clean_name(text, needed=False)
    except NameImpossible:
        return ""


class _History:
    """Turns the rounds of a file into events."""

    def __init__(self, path: Path, archive: Archive, settings: Settings) -> None:
        self.path = path
        self.archive = archive
        self.settings = settings
        self.remarks: list[Problem] = []
        self.players = _kept(archive)
        self.rounds = self._sorted_rows()
        self.entry = {stored.id: _entry(archive, stored.id) for stored in self.players}
        self.gone = {stored.id: self._gone(stored) for stored in self.players}
        for name in archive.unreadable:
            self._remark("formats.s3db-table", name)
        for stored in self.players:
            if stored.state not in list(State):
                self._remark("formats.s3db-state", f"{stored.name}: {stored.state}")

    def tell(self) -> Iterator[Event]:
        """The events, round after round; a last round with open results stays open."""
        last = len(self.rounds)
        for number, rows in enumerate(self.rounds, start=1):
            yield from self._comings_and_goings(number)
            over = number < last or all(row.code != ResultCode.OPEN for row in rows.values())
            yield from self._round(number, rows, over=over)
            if not over:
                return
        yield from self._comings_and_goings(last + 1)
        yield from self._marks(last + 1)

    def _sorted_rows(self) -> list[dict[PlayerId, StoredRow]]:
        """By round: everybody's row, that of a game before any other."""
        rounds = max((row.round for row in self.archive.rows), default=0)
        by_round: list[dict[PlayerId, StoredRow]] = [{} for _ in range(rounds)]
        known = {player.id for player in self.players}
        for row in sorted(self.archive.rows, key=lambda row: (row.round, row.black <= NOBODY, row.slot)):
            self._check(row, known)
            for player in (row.white, row.black):
                if player not in known:
                    continue  # the row of a deleted player, which KeizerForClubs hides
                if player in by_round[row.round - 1]:
                    self._remark("formats.s3db-twice", f"{row.round}: {player}")
                else:
                    by_round[row.round - 1][player] = row
        return by_round

    def _check(self, row: StoredRow, known: set[PlayerId]) -> None:
        text = f"{row.round}/{row.slot}: {row.white}-{row.black} {row.code}"
        if row.code not in list(ResultCode) or (row.black > NOBODY) == (row.code in WITHOUT_GAME):
            raise refused(self.path, "formats.s3db-result", text)
        if row.black > NOBODY and (row.black == row.white or not {row.white, row.black} <= known):
            raise refused(self.path, "formats.s3db-player", text)

    def _remark(self, key: str, text: str) -> None:
        self.remarks.append(Problem(str(self.path), 0, 0, key, text))

    def _gone(self, stored: StoredPlayer) -> int:
        """The round from which a withdrawn player has no more rows; 0 for everybody else."""
        if stored.state != State.WITHDRAWN:
            return 0
        last = max((at for at, rows in enumerate(self.rounds, start=1) if stored.id in rows), default=0)
        return max(last + 1, self.entry[stored.id])

    def _comings_and_goings(self, number: int) -> Iterator[Event]:
        """Who enters for this round (late start rows tell how many he missed), and who leaves for good."""
        for stored in self.players:
            if self.entry[stored.id] == number:
                yield PlayerEntered(self._card(stored), number)
            if self.gone[stored.id] == number:
                yield PlayerLeft(stored.id, number)

    def _card(self, stored: StoredPlayer) -> Player:
        try:
            name = clean_name(stored.name)
        except NameImpossible as error:
            raise refused(
                self.path, "formats.bad-name", f"Player {stored.id}, name: {error.facts['text']}"
            ) from error
        if stored.id < 1:
            raise refused(self.path, "formats.s3db-value", f"Player: {stored.id}")
        return Player(stored.id, *halves(name), rating=stored.rating, categories=stored.categories)

    def _round(self, number: int, rows: dict[PlayerId, StoredRow], *, over: bool) -> Iterator[Event]:
        away = self._away(number, rows)
        for player, reason in away.items():
            if not 0 < self.gone[player] <= number:
                yield AbsencePlanned(player, number, reason)
        boards = _boards({id(row): row for row in rows.values() if row.black > NOBODY}.values())
        byes = tuple(player for player, row in rows.items() if row.code == ResultCode.BYE)
        pairs = {board: Pair(row.white, row.black) for board, row in boards.items()}
        bye = Bye(byes[0]) if len(byes) == 1 else None
        yield RoundPaired(number, pairs, bye, "keizer", 0, 0, self._frozen(number))
        for board, row in boards.items():
            if over or row.code != ResultCode.OPEN:
                yield ResultEntered(number, board, result_of(ResultCode(row.code), self.settings.board))
        if over:
            yield RoundClosed(number, byes, away)

    def _frozen(self, number: int) -> tuple[PlayerId, ...]:
        """The stored table before a round; players who left, or had not entered yet, still have a row."""
        order = self.archive.tables.get(number - 1, ()) if number > 1 else ()
        return tuple(one if self.entry.get(one, number + 1) <= number else NOBODY for one in order)

    def _away(self, number: int, rows: dict[PlayerId, StoredRow]) -> dict[PlayerId, Absence]:
        """Who did not play, and why; a player without a row had withdrawn, or had not entered yet."""
        here = [player for player, entry in self.entry.items() if entry <= number]
        reasons = {
            player: REASONS.get(ResultCode(rows[player].code)) if player in rows else Absence.WITHDRAWN
            for player in here
        }
        return {player: reason for player, reason in reasons.items() if reason is not None}

    def _marks(self, number: int) -> Iterator[Event]:
        """The states of everybody for the next round."""
        for stored in self.players:
            if stored.state in MARKS:
                yield AbsencePlanned(stored.id, number, MARKS[State(stored.state)])


def _kept(archive: Archive) -> list[StoredPlayer]:
    """Everybody except those marked for deletion, who never had a game."""
    played = {one for row in archive.rows if row.black > NOBODY for one in (row.white, row.black)}
    return [one for one in archive.players if one.state != State.DELETED or one.id in played]


def _entry(archive: Archive, player: PlayerId) -> int:
    late = {row.round for row in archive.rows if row.white == player and row.code == ResultCode.LATE}
    return next(number for number in range(1, len(late) + 2) if number not in late)


def _boards(games: Iterable[StoredRow]) -> dict[int, StoredRow]:
    """Games by board; one whose number is taken gets the next free one."""
    boards: dict[int, StoredRow] = {}
    for row in sorted(games, key=lambda row: row.slot):
        slot = next(number for number in count(row.slot) if number not in boards)
        boards[slot] = row
    return boards


# Writes the tournament file of KeizerForClubs, so that the tournament can be continued there.


MOST_PLAYERS = 100
MOST_BOARDS = 50
BIGGEST_ID = 32_767
BEST_RATING = 29_999

SCHEMA = (
    "CREATE TABLE Player (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(30) NOT NULL,"
    " rating INTEGER(4) NOT NULL, rank INTEGER(3) NOT NULL, state INTEGER(2), Keizer_StartPts FLOAT,"
    " Keizer_SumPts FLOAT, RatingWDelta INTEGER NOT NULL DEFAULT 0, Keizer_PrevPts FLOAT,"
    " Categories VARCHAR(90))",
    "CREATE TABLE Pairing (Rnd INTEGER NOT NULL, board INTEGER NOT NULL, PID_W INTEGER NOT NULL,"
    " PID_B INTEGER NOT NULL, Result INTEGER(2), Pts_W FLOAT, Pts_B FLOAT)",
    "CREATE TABLE ConfigTab (CfgKey VARCHAR(20) NOT NULL PRIMARY KEY, CfgText VARCHAR(5), CfgValue FLOAT)",
)
INDEXES = (
    "CREATE UNIQUE INDEX [id-name-rating-state-etcpp] ON Player (id, name, rating, state, rank,"
    " Keizer_SumPts, Keizer_StartPts, RatingWDelta, Keizer_PrevPts)",
    "CREATE UNIQUE INDEX [rnd-board-pid_w-pid_b-etcpp] ON Pairing (Rnd, board, PID_W, PID_B, Result,"
    " Pts_W, Pts_B)",
    "CREATE INDEX [result-pid_w-rnd-board] ON Pairing (Result, PID_W, Rnd, board)",
    "CREATE INDEX [pid_w] ON Pairing (PID_W)",
)
"""The tables and indexes that KeizerForClubs expects (keizer 5.1)."""


def write_s3db(tournament: Tournament, language: str, footer: Footer) -> bytes:
    """The bytes of the file; refused beyond KeizerForClubs' limits."""
    _check_size(tournament)
    with closing(sqlite3.connect(":memory:")) as base:
        for command in SCHEMA:
            base.execute(command)
        _fill(base, _FileContent(tournament, language, footer))
        for command in INDEXES:
            base.execute(command)
        base.commit()
        return base.serialize()


def _check_size(tournament: Tournament) -> None:
    boards = max((number for played in tournament.rounds for number in played.tables), default=0)
    for number, most, what in (
        (len(tournament.players), MOST_PLAYERS, "formats.s3db-players"),
        (boards, MOST_BOARDS, "formats.s3db-boards"),
    ):
        if number > most:
            raise FormatError([Problem(tournament.name, 0, 0, what, str(number))])


def _fill(base: sqlite3.Connection, author: _FileContent) -> None:
    base.executemany("INSERT INTO Player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", author.players())
    base.executemany("INSERT INTO Pairing VALUES (?, ?, ?, ?, ?, ?, ?)", author.pairings())
    base.executemany("INSERT INTO ConfigTab VALUES (?, ?, ?)", author.config())
    for name, lines in author.stored_tables():
        base.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, line TEXT NOT NULL)")
        base.executemany(f"INSERT INTO {name} VALUES (?, ?)", enumerate(lines, start=1))


@dataclass(slots=True)
class _FileContent:
    tournament: Tournament
    language: str
    footer: Footer

    def id(self, player: PlayerId) -> int:
        """The number of a player; all are renumbered if one does not fit into sixteen bits."""
        if max(self.tournament.players) <= BIGGEST_ID:
            return player
        return list(self.tournament.players).index(player) + 1

    def players(self) -> Iterator[tuple[object, ...]]:
        """Everybody's data, state and standing."""
        rows = {row.player: row for row in keizer_table(self.tournament).rows}
        moved = randomised_ratings(self.tournament)
        cards = sorted(self.tournament.players.values(), key=lambda card: (-card.rating, card.id))
        by_rating = {card.id: rank for rank, card in enumerate(cards, start=1)}
        for player, card in sorted(self.tournament.players.items(), key=lambda entry: self.id(entry[0])):
            row = rows[player]
            yield (
                self.id(player),
                self.names()[player],
                min(max(card.rating, 0), BEST_RATING),
                row.rank or by_rating[player],  # a withdrawn player keeps that of standing 0 (keizer 1.2)
                int(state_of(self.tournament, player)),
                row.rank_value,
                row.total if row.place else 0.0,
                moved.get(player, 0),
                row.value,
                ",".join(card.categories),
            )

    def names(self) -> dict[PlayerId, str]:
        """Names that KeizerForClubs accepts: unique, without its separator."""
        cards = self.tournament.players
        plain = (kfc_name(card).replace(SEPARATOR, "$") for card in cards.values())
        return dict(zip(cards, different_names(plain), strict=True))

    def pairings(self) -> Iterator[tuple[object, ...]]:
        """The rows of every paired round, with their current points."""
        points = points_of(keizer_table(self.tournament))
        for played in self.tournament.rounds:
            if not (played.closed or played.tables):
                continue
            for row in pairing_rows(self.tournament, played.number, points):
                black = self.id(row.black) if row.black else NONE
                made = (row.white_points, row.black_points)
                yield (row.round, row.slot, self.id(row.white), black, int(row.code), *made)

    def config(self) -> Iterator[tuple[object, ...]]:
        entries = write_settings(self.tournament.settings, self.tournament.name, self.language)
        for key, (text, number) in entries.items():
            yield (key, text, number)

    def stored_tables(self) -> Iterator[tuple[str, list[str]]]:
        """The crosstable of every closed round, and its standings where they score the next, or may."""
        words = words_of(self.tournament, self.language)
        for played in self.tournament.closed_rounds:
            following = self.tournament.rounds[played.number]
            if following.values or not (following.closed or following.tables):
                standing = standings_sheet(self.tournament, played.number, words)
                rows = self._numbered(standing, following.values)
                yield f"tStand_{played.number}", self._lines(standing, (*standing.head, "Id"), rows)
            cross = crosstable_sheet(self.tournament, played.number, words)
            yield f"tKreuz_{played.number}", self._lines(cross, cross.head, cross.rows)

    def _numbered(self, sheet: Spreadsheet, frozen: tuple[PlayerId, ...]) -> list[tuple[str, ...]]:
        """The rows with the players' numbers, in the frozen order; players who left still have a row."""
        order = keizer_table(self.tournament, sheet.round).order
        rows = dict(zip(order, sheet.rows, strict=True))
        gone = ("", "?", "0.00", "0")
        return [
            (f"{at}.", *rows.get(player, gone)[1:], str(self.id(player) if player in rows else 0))
            for at, player in enumerate(frozen or order, start=1)
        ]

    def _lines(self, sheet: Spreadsheet, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
        titles = [sheet.tournament, sheet.title, f"{self.footer.program}{SEPARATOR}{self.footer.date}"]
        body = [
            SEPARATOR.join(cell.replace(SEPARATOR, "$").strip("\n") for cell in row) for row in (head, *rows)
        ]
        return [title.replace(SEPARATOR, "$") for title in titles[:2]] + titles[2:] + body
