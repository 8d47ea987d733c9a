"""The rows of a file of Go as events in chronological order (go 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ronde.formats.opengotha.read import Game, Notes, Rows
from ronde.model.events import (
    AbsencePlanned,
    ByeGiven,
    Event,
    PlayerEntered,
    PlayerLeft,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    TournamentOpened,
)
from ronde.model.player import Absence, PlayerId
from ronde.model.result import Kind
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair

MOST_TABLES = 9_999
"""Tables with larger numbers are numbered anew."""


class RowEvents:
    """Every round with games is closed, but a last one all of whose games are unknown."""

    def __init__(self, rows: Rows, settings: Settings, title: str, notes: Notes) -> None:
        self.rows, self.settings, self.title, self.notes = rows, settings, title, notes
        self._raise_rounds()
        last = max((game.round for game in rows.games), default=0)
        running = bool(last) and all(game.result.kind is Kind.UNKNOWN for game in self._games(last))
        self.closed = last - running
        self.last_seen = self._last_rounds()
        """The last round in which a player has a game or a bye."""

    def __iter__(self) -> Iterator[Event]:
        yield TournamentOpened(self.title, self.settings.report.begin, self.settings)
        yield from (PlayerEntered(person.card, 1) for person in self.rows.people)
        for number in range(1, self.closed + 1):
            yield from self._preliminary(number)
            yield from self._round(number)
        yield from self._preliminary(self.closed + 1)
        yield from self._absences()
        yield from self._open_round(self.closed + 1)
        self._tell()

    def _raise_rounds(self) -> None:
        beyond = [line for number, line in self.rows.rounds if number > self.settings.rounds]
        if beyond:
            last = max(number for number, _ in self.rows.rounds)
            self.notes.adjusted("rounds-raised", min(beyond), f"{self.settings.rounds} → {last}")
            self.settings = replace(self.settings, rounds=last)

    def _games(self, number: int) -> list[Game]:
        return sorted((game for game in self.rows.games if game.round == number), key=_place)

    def _byes(self, number: int) -> list[PlayerId]:
        return [bye.player for bye in self.rows.byes if bye.round == number]

    def _last_rounds(self) -> dict[PlayerId, int]:
        rows = [(game.round, player) for game in self.rows.games for player in (game.black, game.white)]
        rows += [(bye.round, bye.player) for bye in self.rows.byes]
        return {player: number for number, player in sorted(rows)}

    # Players

    def _preliminary(self, number: int) -> Iterator[Event]:
        """Who is not finally registered is expected from the round after his last game."""
        for person in self.rows.people:
            if person.preliminary and self.last_seen.get(person.card.id, 0) == number - 1:
                yield PlayerLeft(person.card.id, number, Absence.PREREGISTERED)

    def _absences(self) -> Iterator[Event]:
        """Absences in the rounds to come; a game or a bye counts more than the mark."""
        for person in self.rows.people:
            for number in range(self.closed + 1, self.settings.rounds + 1):
                if (
                    person.marks[number - 1 : number] == "0"
                    and self.last_seen.get(person.card.id, 0) < number
                ):
                    yield AbsencePlanned(person.card.id, number)

    # Rounds

    def _round(self, number: int) -> Iterator[Event]:
        games, byes = self._tables(number), self._byes(number)
        seated = {player for game in games.values() for player in (game.black, game.white)}
        pairs = {table: _pair(game) for table, game in games.items()}
        yield RoundPaired(number, pairs, None, self.settings.system, 0, 0)
        yield from (ResultEntered(number, table, game.result) for table, game in games.items())
        absent = {
            person.card.id: Absence.ABSENT
            for person in self.rows.people
            if person.marks[number - 1] == "0" and person.card.id not in seated | set(byes)
        }
        yield RoundClosed(number, tuple(byes), absent)

    def _open_round(self, number: int) -> Iterator[Event]:
        """A round that was paired and not begun, or of which only the bye is known."""
        games, byes = self._tables(number), self._byes(number)
        self._leave_out(number, byes[1:])
        if games:
            bye = Bye(byes[0]) if byes else None
            pairs = {table: _pair(game) for table, game in games.items()}
            yield RoundPaired(number, pairs, bye, self.settings.system, 0, 0)
        elif byes:
            yield ByeGiven(number, byes[0])

    def _tables(self, number: int) -> dict[int, Game]:
        """The games of a round by table; a number that is missing or taken is given anew."""
        games = self._games(number)
        tables: dict[int, Game] = {}
        homeless = []
        for game in games:
            if not 1 <= game.table <= MOST_TABLES or game.table in tables:
                homeless.append(game)
            else:
                tables[game.table] = game
        for game in homeless:
            free = max(tables, default=0) + 1
            tables[free] = game
            self.notes.adjusted("table-moved", game.line, f"{game.table} → {free}")
        return tables

    def _leave_out(self, number: int, byes: list[PlayerId]) -> None:
        """The open round has one bye, and later rounds none yet."""
        for row in self.rows.byes:
            if (row.round == number and row.player in byes) or row.round > number:
                person = next(one for one in self.rows.people if one.card.id == row.player)
                self.notes.adjusted("bye-left-out", row.line, f"{person.card.full_name}, {row.round}")

    def _tell(self) -> None:
        for person in self.rows.people:
            if person.preliminary and self.last_seen.get(person.card.id, 0) > self.closed:
                self.notes.adjusted("preliminary-plays", person.line, person.card.full_name)


def _place(game: Game) -> tuple[int, int]:
    return game.table, game.line


def _pair(game: Game) -> Pair:
    return Pair(game.black, game.white, handicap=game.handicap, colours_known=game.known_colours)
