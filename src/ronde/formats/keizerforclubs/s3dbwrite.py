"""Writes the tournament file of KeizerForClubs, so that the tournament can be continued there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from ronde.core.errors import FormatError, Problem
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.keizerforclubs.archive import SEPARATOR
from ronde.formats.keizerforclubs.codes import NONE
from ronde.formats.keizerforclubs.config import write_settings
from ronde.formats.keizerforclubs.crosssheet import cross_sheet
from ronde.formats.keizerforclubs.csv import different_names
from ronde.formats.keizerforclubs.footer import Footer
from ronde.formats.keizerforclubs.lists import words_of
from ronde.formats.keizerforclubs.names import kfc_name
from ronde.formats.keizerforclubs.rows import pairing_rows, points_of
from ronde.formats.keizerforclubs.sheets import Spreadsheet, standings_sheet, state_of
from ronde.pairing.door import drawn_ratings
from ronde.scoring.door import keizer_table

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
        _fill(base, _Author(tournament, language, footer))
        for command in INDEXES:
            base.execute(command)
        base.commit()
        return base.serialize()


def _check_size(tournament: Tournament) -> None:
    boards = max((number for played in tournament.rounds for number in played.tables), default=0)
    for count, most, what in (
        (len(tournament.players), MOST_PLAYERS, "formats.s3db-players"),
        (boards, MOST_BOARDS, "formats.s3db-boards"),
    ):
        if count > most:
            raise FormatError([Problem(tournament.name, 0, 0, what, str(count))])


def _fill(base: sqlite3.Connection, author: _Author) -> None:
    base.executemany("INSERT INTO Player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", author.players())
    base.executemany("INSERT INTO Pairing VALUES (?, ?, ?, ?, ?, ?, ?)", author.pairings())
    base.executemany("INSERT INTO ConfigTab VALUES (?, ?, ?)", author.config())
    for name, lines in author.stored_tables():
        base.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, line TEXT NOT NULL)")
        base.executemany(f"INSERT INTO {name} VALUES (?, ?)", enumerate(lines, start=1))


@dataclass(slots=True)
class _Author:
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
        moved = drawn_ratings(self.tournament)
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
            cross = cross_sheet(self.tournament, played.number, words)
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
