"""Reads the tournament file of KeizerForClubs: its rows become the events of a tournament (keizer 5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from ronde.core import events as fact
from ronde.core.errors import NameImpossible, Problem
from ronde.core.player import Absence, Player, PlayerId, clean_name
from ronde.core.settings import Settings
from ronde.core.table import Bye, Pair
from ronde.formats.imported import Imported
from ronde.formats.keizerforclubs.archive import Archive, StoredPlayer, StoredRow, read_archive, refused
from ronde.formats.keizerforclubs.codes import REASONS, WITHOUT_GAME, ResultCode, State, result_of
from ronde.formats.keizerforclubs.config import read_settings
from ronde.formats.keizerforclubs.names import halves

NOBODY: PlayerId = 0
MARKS = {
    State.CLUB: Absence.CLUB,
    State.EXCUSED: Absence.EXCUSED,
    State.UNEXCUSED: Absence.UNEXCUSED,
    State.PREREGISTERED: Absence.PREREGISTERED,
}
"""States that are reasons for missing the next round."""


def read_s3db(path: Path) -> Imported:
    """The events of a KeizerForClubs file; its stored tables become the frozen values of the rounds."""
    archive = read_archive(path)
    rounds = max((row.round for row in archive.rows), default=0)
    settings, odd = read_settings(archive.config, rounds)
    name = _name(archive.config.text("OPTION.NiceName")) or _name(path.stem) or "Keizer"
    story = _Story(path, archive, settings)
    facts = (fact.TournamentOpened(name, "", settings), *story.tell())
    remarks = [Problem(str(path), 0, 0, "formats.s3db-setting", text) for text in odd]
    return Imported(facts, {path.name: path.read_bytes()}, tuple(remarks + story.remarks))


def _name(text: str) -> str:
    """The name of a tournament, or empty if it is not printable."""
    try:
        return clean_name(text, needed=False)
    except NameImpossible:
        return ""


class _Story:
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

    def tell(self) -> Iterator[fact.Event]:
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

    def _comings_and_goings(self, number: int) -> Iterator[fact.Event]:
        """Who enters for this round (late start rows tell how many he missed), and who leaves for good."""
        for stored in self.players:
            if self.entry[stored.id] == number:
                yield fact.PlayerEntered(self._card(stored), number)
            if self.gone[stored.id] == number:
                yield fact.PlayerLeft(stored.id, number)

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

    def _round(self, number: int, rows: dict[PlayerId, StoredRow], *, over: bool) -> Iterator[fact.Event]:
        away = self._away(number, rows)
        for player, reason in away.items():
            if not 0 < self.gone[player] <= number:
                yield fact.AbsencePlanned(player, number, reason)
        boards = _boards({id(row): row for row in rows.values() if row.black > NOBODY}.values())
        byes = tuple(player for player, row in rows.items() if row.code == ResultCode.BYE)
        pairs = {board: Pair(row.white, row.black) for board, row in boards.items()}
        bye = Bye(byes[0]) if len(byes) == 1 else None
        yield fact.RoundPaired(number, pairs, bye, "keizer", 0, 0, self._frozen(number))
        for board, row in boards.items():
            if over or row.code != ResultCode.OPEN:
                yield fact.ResultEntered(number, board, result_of(ResultCode(row.code), self.settings.board))
        if over:
            yield fact.RoundClosed(number, byes, away)

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

    def _marks(self, number: int) -> Iterator[fact.Event]:
        """The states of everybody for the next round."""
        for stored in self.players:
            if stored.state in MARKS:
                yield fact.AbsencePlanned(stored.id, number, MARKS[State(stored.state)])


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
