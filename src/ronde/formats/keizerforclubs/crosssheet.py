"""The crosstable of KeizerForClubs: values, sums, performance, and a cell for every round (keizer 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.keizerforclubs.codes import ResultCode
from ronde.formats.keizerforclubs.names import kfc_name
from ronde.formats.keizerforclubs.rows import PairingRow, pairing_rows, points_of
from ronde.formats.keizerforclubs.sheets import Spreadsheet, games_shown
from ronde.formats.keizerforclubs.words import Words
from ronde.scoring.door import (
    KeizerRow,
    KeizerTable,
    decimals,
    estimates,
    keizer_table,
    performances,
    shortest,
    shown,
)

SUM = "&#8721;"
"""The sum sign as the original writes it into its heads: an HTML entity."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """Formats the cells of one crosstable."""

    tournament: Tournament
    words: Words
    places: int | None
    """Decimals of values and points; None for the shortest form."""
    withdrawn: frozenset[PlayerId]
    rows: Mapping[tuple[int, PlayerId], PairingRow]

    def number(self, value: float) -> str:
        return shortest(value) if self.places is None else shown(value, self.places)

    def cell(self, player: PlayerId, number: int) -> str:
        row = self.rows.get((number, player))
        if row is None:
            return "-"
        if not row.black:
            return f"{self.words.short(row.code)}  - - p={self.number(row.white_points)}"
        white = row.white == player
        opponent = row.black if white else row.white
        name = kfc_name(self.tournament.player(opponent))
        gone = " (r)" if opponent in self.withdrawn else ""
        points = self.number(row.white_points if white else row.black_points)
        return f"{self._result(row.code, white)} {'w' if white else 'b'}  {name}{gone} p={points} "

    def _result(self, code: ResultCode, white: bool) -> str:
        """The result from the player's own side."""
        if code in (ResultCode.WHITE, ResultCode.BLACK):
            return "1" if (code is ResultCode.WHITE) == white else "0"
        if code in (ResultCode.WHITE_FORFEIT, ResultCode.BLACK_FORFEIT, ResultCode.BOTH_FORFEIT):
            won = code is (ResultCode.WHITE_FORFEIT if white else ResultCode.BLACK_FORFEIT)
            return self.words.forfeits[0 if won else 1]
        return {ResultCode.DRAW: "1/2", ResultCode.OPEN: "-"}.get(code) or self.words.short(code)


def cross_sheet(tournament: Tournament, number: int, words: Words) -> Spreadsheet:
    """The crosstable after a round; a withdrawn player is ranked by his total, if he had a game."""
    table = keizer_table(tournament, number)
    cells = _cells(tournament, table, words)
    played = [row for row in table.rows if row.place or _had_game(cells, row.player)]
    perf = _performances(tournament, number)
    place, name, games = words.cross_heads
    head = (place, name, "Rank-Pb", f"Keizer-{SUM}", f"{games}-{SUM}", "Perf")
    rounds = range(1, number + 1)
    return Spreadsheet(
        "cross",
        number,
        tournament.name,
        f"{words.crosstable} {words.round} {number}",
        (*head, *(f"R {at}" for at in rounds)),
        tuple((*_left(cells, row, perf), *(cells.cell(row.player, at) for at in rounds)) for row in played),
    )


def _left(cells: _Cells, row: KeizerRow, perf: Mapping[PlayerId, str]) -> tuple[str, ...]:
    place = f"{row.place:02}" if row.place else "(ret)"
    name = kfc_name(cells.tournament.player(row.player))
    games = games_shown(row.half_points)
    return (place, name, cells.number(row.value), row.shown, games, perf[row.player])


def _cells(tournament: Tournament, table: KeizerTable, words: Words) -> _Cells:
    points = points_of(table)
    rows: dict[tuple[int, PlayerId], PairingRow] = {}
    for number in range(1, table.after + 1):
        for row in pairing_rows(tournament, number, points):
            rows[number, row.white] = row
            rows.setdefault((number, row.black), row)
    gone = frozenset(row.player for row in table.rows if not row.place)
    return _Cells(tournament, words, _places(tournament, table), gone, rows)


def _places(tournament: Tournament, table: KeizerTable) -> int | None:
    """Decimals only where values are normalised: enough for two neighbours, one more for a small bonus."""
    settings = tournament.settings.keizer
    if not settings.normalised:
        return None
    highest = sorted((row.value for row in table.rows), reverse=True)
    if len(highest) < 2:
        return 1
    return decimals(highest[0], highest[1]) + (0 < settings.shares.loss < 50)


def _had_game(cells: _Cells, player: PlayerId) -> bool:
    return any(row.black and one == player for (_, one), row in cells.rows.items())


def _performances(tournament: Tournament, number: int) -> dict[PlayerId, str]:
    perf = {
        one: "(null)" if made is None else str(made) for one, made in performances(tournament, number).items()
    }
    if not tournament.settings.keizer.estimates:
        return perf
    moved = estimates(tournament, number)
    return {player: f"{text} / {moved[player]}" for player, text in perf.items()}
