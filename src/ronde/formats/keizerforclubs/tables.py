"""The lists of KeizerForClubs as plain tables (keizer 1.8 and 5.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ronde.formats.keizerforclubs.codes import (
    STATES,
    PairingRow,
    ResultCode,
    State,
    kfc_name,
    pairing_rows,
    points_of,
)
from ronde.formats.keizerforclubs.words import Words
from ronde.model.player import PlayerId
from ronde.model.system_settings import categories, time_bonus
from ronde.model.tournament import Tournament
from ronde.systems import KeizerRow, KeizerTable, decimals, format_single, keizer_table, shortest
from ronde.systems.keizer.points import estimates, performances

# The lists of KeizerForClubs as plain tables, from which all writers start (keizer 1.8 and 5.4).


ON_THE_PODIUM = 3
NOBODY = "NN"
"""The missing opponent, and the minutes of a row without a game."""
ROW_STATES = (ResultCode.CLUB, ResultCode.EXCUSED, ResultCode.UNEXCUSED)
"""Rows whose codes are states as well (keizer 1.4 and 3)."""


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """One list: its kind, titles, head (none for the players) and rows."""

    kind: str
    """stand, cross, player or pairs, as in the ids of the pages."""
    round: int
    tournament: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    category: str = ""
    tags: tuple[str, ...] = ()
    """The elements of a row in XML."""
    widths: tuple[int, ...] = ()
    """Column widths in plain text; negative ones are left-aligned."""

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The head, if there is one, and the rows."""
        return (self.head, *self.rows) if self.head else self.rows


def pairings_sheet(tournament: Tournament, number: int, words: Words) -> Spreadsheet:
    """The games of a round and the players without one, with minutes if there is a time bonus."""
    rows = pairing_rows(tournament, number, {})
    bonus = time_bonus(tournament.settings.keizer.time_bonus)
    first, white, black, last = words.pairing_heads
    timed = bonus is not None
    return Spreadsheet(
        "pairs",
        number,
        tournament.name,
        f"{words.pairings} {words.round} {number}",
        (first, white, words.minutes, black, words.minutes, last) if timed else words.pairing_heads,
        tuple(_pairing(tournament, row, at, words) for at, row in enumerate(rows, start=1)),
        tags=("nr", "w", "w_t", "b", "b_t", "res") if timed else ("nr", "w", "b", "res"),
        widths=(4, -20, 5, -20, 5, 0) if timed else (4, -20, -20, 0),
    )


def _pairing(tournament: Tournament, row: PairingRow, at: int, words: Words) -> tuple[str, ...]:
    names = _name(tournament, row.white), _name(tournament, row.black) if row.black else NOBODY
    result = words.result(row.code)
    bonus = time_bonus(tournament.settings.keizer.time_bonus)
    if bonus is None:
        return (f"{at}.", *names, result)
    cards = tournament.players
    minutes = (NOBODY, NOBODY)
    if row.black:
        white, black = bonus.minutes(cards[row.white].rating, cards[row.black].rating)
        minutes = (str(white), str(black))
    return (f"{at}.", names[0], minutes[0], names[1], minutes[1], result)


def _name(tournament: Tournament, player: PlayerId) -> str:
    return kfc_name(tournament.player(player))


def standings_sheet(tournament: Tournament, number: int, words: Words) -> Spreadsheet:
    rows = [_standing(tournament, row) for row in keizer_table(tournament, number).standing]
    return Spreadsheet(
        "stand",
        number,
        tournament.name,
        f"{words.standings} {words.round} {number}",
        ("", *words.standings_heads),
        tuple(rows),
        tags=("nr", "name", "keizer_sum", "game_pts"),
        widths=(4, -25, 6, 6),
    )


def _standing(tournament: Tournament, row: KeizerRow) -> tuple[str, ...]:
    return (f"{row.place}.", _name(tournament, row.player), row.shown, games_shown(row.half_points))


def games_shown(half_points: int) -> str:
    """Points of games without a trailing `.0`."""
    return f"{half_points / 2:g}"


def podium_sheet(tournament: Tournament, number: int, words: Words) -> Spreadsheet:
    """The first three of the table; after an old round the original uses the heading of the stored table."""
    sheet = standings_sheet(tournament, number, words)
    last = number == len(tournament.closed_rounds)
    title = f"{words.podium} {words.round} {number}" if last else sheet.title
    return replace(sheet, title=title, rows=sheet.rows[:ON_THE_PODIUM])


def by_category(
    tournament: Tournament, sheet: Spreadsheet, wanted: str, most: int | None = None
) -> Spreadsheet:
    """The rows of the players of one category, renumbered, under the long name of the category."""
    long_name = categories(tournament.settings.keizer.categories).get(wanted, wanted)
    ranked = keizer_table(tournament, sheet.round).standing
    members = [row for row in ranked if wanted in tournament.player(row.player).categories]
    rows = [_standing(tournament, replace(row, place=at)) for at, row in enumerate(members, start=1)]
    return replace(sheet, rows=tuple(rows[:most]), category=long_name)


def players_sheet(tournament: Tournament, words: Words) -> Spreadsheet:
    """All players by number with their states in the last round, without a head."""
    number = _last_paired(tournament)
    states = _states_in(tournament, number)
    by_id = sorted(tournament.players.values(), key=lambda card: card.id)
    return Spreadsheet(
        "player",
        number,
        tournament.name,
        f"{words.players} {words.round} {number}",
        (),
        tuple(
            (f"{at}.", kfc_name(card), str(card.rating), words.states[states[card.id]])
            for at, card in enumerate(by_id, start=1)
        ),
        tags=("nr", "name", "rating", "state"),
        widths=(4, -25, 5, 25),
    )


def _last_paired(tournament: Tournament) -> int:
    """The last round that has rows; 0 before the first."""
    return max((played.number for played in tournament.rounds if played.closed or played.tables), default=0)


def _states_in(tournament: Tournament, number: int) -> dict[PlayerId, State]:
    """The state in the rows of a round; without one, or with only a late start, the current state."""
    states = {player: state_of(tournament, player) for player in tournament.players}
    for row in pairing_rows(tournament, number, {}) if number else []:
        if row.code is not ResultCode.LATE:
            state = State(row.code) if row.code in ROW_STATES else State.PRESENT
            states |= {player: state for player in (row.white, row.black) if player}
    return states


def state_of(tournament: Tournament, player: PlayerId) -> State:
    """The current state of the player in KeizerForClubs' terms."""
    reason = tournament.absence(player)
    return State.PRESENT if reason is None else STATES[reason]


def page_id(sheet: Spreadsheet) -> str:
    """The id of a list in club pages: letters, digits, hyphens and underscores only."""
    return re.sub(r"[^-_A-Za-z0-9]", "", f"kfc-{sheet.tournament}-{sheet.kind}-{sheet.round}")


# The crosstable of KeizerForClubs: values, sums, performance, and a cell for every round (keizer 1.8).


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
        return shortest(value) if self.places is None else format_single(value, self.places)

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


def crosstable_sheet(tournament: Tournament, number: int, words: Words) -> Spreadsheet:
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
