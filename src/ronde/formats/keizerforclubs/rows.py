"""The rows of a round as KeizerForClubs stores them: boards first, then the players without a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ronde.core.decide.rounds import absences
from ronde.core.player import PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.formats.keizerforclubs.codes import ABSENCES, FIRST_SLOT, ResultCode, code_of
from ronde.scoring.door import KeizerTable, keizer_table


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
