"""Codes, names and rows of KeizerForClubs (keizer 1.4 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from ronde import __version__
from ronde.model.decisions.rounds import absences
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.result import Board, Kind, Result, adjourned, double_forfeit, forfeit, unplayed
from ronde.model.tournament import Round, Tournament
from ronde.systems import KeizerTable, keizer_table

# The codes of KeizerForClubs for results and states (keizer 1.4 and 3).


NONE = -1
"""No opponent."""
FIRST_SLOT = 100
"""Board numbers from here on are rows without a game."""


class ResultCode(IntEnum):
    """A result."""

    OPEN = -1
    WHITE = 1
    DRAW = 2
    BLACK = 3
    BYE = 4
    CLUB = 5
    EXCUSED = 6
    UNEXCUSED = 7
    WHITE_FORFEIT = 8
    BLACK_FORFEIT = 9
    BOTH_FORFEIT = 10
    ADJOURNED = 11
    LATE = 12


class State(IntEnum):
    """The state of a player."""

    PRESENT = 1
    CLUB = 5
    EXCUSED = 6
    UNEXCUSED = 7
    WITHDRAWN = 9
    DELETED = 10
    PREREGISTERED = 12


WITHOUT_GAME = (ResultCode.BYE, ResultCode.CLUB, ResultCode.EXCUSED, ResultCode.UNEXCUSED, ResultCode.LATE)
ABSENCES = {
    Absence.CLUB: ResultCode.CLUB,
    Absence.ABSENT: ResultCode.EXCUSED,
    Absence.EXCUSED: ResultCode.EXCUSED,
    Absence.UNEXCUSED: ResultCode.UNEXCUSED,
    Absence.LATE: ResultCode.LATE,
    Absence.PREREGISTERED: ResultCode.LATE,
    Absence.HALF_BYE: ResultCode.EXCUSED,
    Absence.FULL_BYE: ResultCode.EXCUSED,
}
"""The code of a round missed for that reason; withdrawn players have no row at all."""
REASONS = {
    ResultCode.CLUB: Absence.CLUB,
    ResultCode.EXCUSED: Absence.EXCUSED,
    ResultCode.UNEXCUSED: Absence.UNEXCUSED,
    ResultCode.LATE: Absence.LATE,
}
STATES = {
    Absence.CLUB: State.CLUB,
    Absence.ABSENT: State.EXCUSED,
    Absence.EXCUSED: State.EXCUSED,
    Absence.UNEXCUSED: State.UNEXCUSED,
    Absence.WITHDRAWN: State.WITHDRAWN,
    Absence.OUT: State.WITHDRAWN,
    Absence.LATE: State.PRESENT,
    Absence.PREREGISTERED: State.PREREGISTERED,
    Absence.HALF_BYE: State.EXCUSED,
    Absence.FULL_BYE: State.EXCUSED,
}


def code_of(result: Result | None) -> ResultCode:
    if result is None or result.kind is Kind.UNPLAYED:
        return ResultCode.OPEN
    if result.kind is Kind.DOUBLE_FORFEIT:
        return ResultCode.BOTH_FORFEIT
    if result.kind is Kind.ADJOURNED:
        return ResultCode.ADJOURNED
    white, black = result.half_points
    if result.kind is Kind.FORFEIT:
        return ResultCode.WHITE_FORFEIT if white > black else ResultCode.BLACK_FORFEIT
    if not white + black:
        return ResultCode.BOTH_FORFEIT
    return ResultCode.DRAW if white == black else ResultCode.WHITE if white > black else ResultCode.BLACK


def result_of(code: ResultCode, board: Board) -> Result:
    """The result of a code; an open one of a finished round was never played."""
    half = board.total / 2
    return {
        ResultCode.WHITE: Result(board.total, 0),
        ResultCode.DRAW: Result(half, half),
        ResultCode.BLACK: Result(0, board.total),
        ResultCode.WHITE_FORFEIT: forfeit(board, winner_first=True),
        ResultCode.BLACK_FORFEIT: forfeit(board, winner_first=False),
        ResultCode.BOTH_FORFEIT: double_forfeit(),
        ResultCode.ADJOURNED: adjourned(board),
    }.get(code, unplayed())


# Names in the files of KeizerForClubs, which has one field for a name: `Kolar, Emil`.


COMMA = ", "


def halves(name: str) -> tuple[str, str]:
    """Family and first name at the only comma; any other name is a family name.

    >>> halves("Kolar, Emil"), halves("Kolar, Emil, jr")
    (('Kolar', 'Emil'), ('Kolar, Emil, jr', ''))
    """
    family, _, first = name.partition(COMMA)
    return (family, first) if name.count(COMMA) == 1 and family else (name, "")


def kfc_name(card: Player) -> str:
    """The name as in the file, and as typed in KeizerForClubs."""
    return f"{card.name}{COMMA}{card.first_name}" if card.first_name else card.name


# The rows of a round as KeizerForClubs stores them: boards first, then the players without a game.


@dataclass(frozen=True, slots=True)
class PairingRow:
    """One game, or one player without a game, and its current points."""

    round: int
    slot: int
    white: PlayerId
    black: PlayerId
    """0 for none."""
    code: ResultCode
    white_points: float = 0.0
    black_points: float = 0.0


Points = Mapping[tuple[int, PlayerId], float]
"""The points of a player in a round."""


def points_of(table: KeizerTable) -> dict[tuple[int, PlayerId], float]:
    """The points of everybody in every round, as scored in that table."""
    return {(source.round, row.player): source.points for row in table.rows for source in row.sources}


def pairing_rows(tournament: Tournament, number: int, points: Points) -> list[PairingRow]:
    """The rows of a paired round; those without a game follow by rank."""
    played = tournament.round(number)
    boards = [
        PairingRow(
            number,
            table.number,
            table.first,
            table.second,
            code_of(table.result),
            points.get((number, table.first), 0.0),
            points.get((number, table.second), 0.0),
        )
        for table in played
    ]
    idle = _idle(tournament, played)
    first = max(FIRST_SLOT, max(played.tables, default=0) + 1)
    return boards + [
        PairingRow(number, first + at, player, 0, code, points.get((number, player), 0.0))
        for at, (player, code) in enumerate(idle.items())
    ]


def _idle(tournament: Tournament, played: Round) -> dict[PlayerId, ResultCode]:
    """Byes and absences by rank, then late starts by entry; withdrawn players have no row."""
    byes = played.byes if played.closed else tournament.unpaired
    absent = played.absent if played.closed else absences(tournament)
    codes = {player: ResultCode.BYE for player in byes}
    for player, reason in absent.items():
        if reason in ABSENCES:
            codes[player] = ABSENCES[reason]
    ranked = [one for one in keizer_table(tournament, played.number - 1).ranking if one in codes]
    here = {player: codes[player] for player in ranked if codes[player] is not ResultCode.LATE}
    late = {player: ResultCode.LATE for player in codes if codes[player] is ResultCode.LATE}
    late |= {one: ResultCode.LATE for one, entered in tournament.entered.items() if entered > played.number}
    return here | late


# The last line of every list: the imitated program, the program that wrote it, and the date.


RELEASES = "https://github.com/Dumuzy/KeizerForClubs/releases"
LIKE = "2.0.2.4"
"""The version of KeizerForClubs whose lists are imitated."""


@dataclass(frozen=True, slots=True)
class Footer:
    """The two parts of the last line."""

    date: str = ""
    version: str = f"{LIKE}+ronde{__version__}"

    @property
    def program(self) -> str:
        """Names KeizerForClubs and us as the writer."""
        return f"KeizerForClubs v{self.version}"

    @property
    def line(self) -> str:
        """Both parts, as in plain text."""
        return f"{self.program} {self.date}"


def footer_of(at: str) -> Footer:
    """The footer for a time such as 2026-09-01T12:00:00Z, with the date as 01.09.2026."""
    year, _, rest = at[:10].partition("-")
    month, _, day = rest.partition("-")
    return Footer(f"{day}.{month}.{year}" if day else at[:10])
