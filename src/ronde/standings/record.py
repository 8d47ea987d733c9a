"""What a player did: every round with its score, and the card with rounds and sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ronde.model.errors import UnknownRound
from ronde.model.player import BYES, Absence, Player, PlayerId
from ronde.model.result import Board, Result
from ronde.model.schedule import is_fide_round_robin
from ronde.model.settings import Settings
from ronde.model.tournament import AsOf, Round, Tournament, as_of_round

# What each player did, round by round: the single source of every score.


class RoundLine(NamedTuple):
    round: int
    half_points: int = 0
    discs: float = 0.0
    opponent: PlayerId = 0
    first: bool = False
    """Whether he had the first colour."""
    result: Result | None = None
    """The result from his own side, if he sat at a table."""
    table: int = 0
    played: bool = False
    """Whether a game was played."""
    bye: bool = False
    absence: Absence | None = None
    extra: int = 0
    """Half-points paid in addition to the usual ones, if the event has its own points."""
    final: bool = False
    """Whether the round belongs to a final, whose points count for nothing else."""

    @property
    def worth(self) -> int:
        return self.half_points + self.extra


Record = Mapping[PlayerId, Sequence[RoundLine]]


def record(tournament: Tournament, upto: int | None = None) -> dict[PlayerId, list[RoundLine]]:
    """Every player's lines for the closed rounds, or for the first `upto` of them."""
    lines: dict[PlayerId, list[RoundLine]] = {player: [] for player in tournament.players}
    closed = tournament.closed_rounds
    if upto is not None and not 0 <= upto <= len(closed):
        raise UnknownRound(round=upto, last=len(closed))
    for played in closed if upto is None else closed[:upto]:
        _add_round(lines, played, tournament.settings.board)
    if tournament.final is not None:
        begin = tournament.final.round
        lines = {who: [one._replace(final=one.round >= begin) for one in own] for who, own in lines.items()}
    settings = tournament.settings
    if is_fide_round_robin(settings) and 0 in tournament.seats:
        return {player: [_free(line) for line in own] for player, own in lines.items()}
    if settings.pairing_system.numbered and not settings.dutch.usual_points:
        return {player: [_paid(line, settings) for line in own] for player, own in lines.items()}
    return lines


def _free(line: RoundLine) -> RoundLine:
    """The free round of an odd round robin pays nothing (C.07, predetermined pairings)."""
    return line._replace(half_points=0, discs=0.0) if line.bye else line


def _paid(line: RoundLine, settings: Settings) -> RoundLine:
    """The line with the points of an event that has its own."""
    dutch = settings.dutch
    if line.result is not None:
        worth = dutch.worth(line.result)[0]
    elif line.bye:
        worth = dutch.bye_worth(settings.board)
    else:
        worth = int(
            2
            * {Absence.HALF_BYE: dutch.draw, Absence.FULL_BYE: dutch.win}.get(
                line.absence or Absence.ABSENT, dutch.absent
            )
        )
    return line._replace(extra=worth - line.half_points)


def _add_round(lines: dict[PlayerId, list[RoundLine]], played: Round, board: Board) -> None:
    number = played.number
    for table in played.tables.values():
        result = table.result
        assert result is not None, "a closed round has all its results"
        ours, theirs = result.half_points
        first, second, seat, real = table.first, table.second, table.number, result.over_the_board
        lines[first].append(RoundLine(number, ours, result.first, second, True, result, seat, real))
        lines[second].append(
            RoundLine(number, theirs, result.second, first, False, result.swapped, seat, real)
        )
    for player in played.byes:
        lines[player].append(RoundLine(number, board.bye_half_points, board.bye_discs, bye=True))
    for player, own in lines.items():
        if len(own) < number:
            own.append(_without_game(number, played.absent.get(player, Absence.LATE), board))


def _without_game(number: int, absence: Absence, board: Board) -> RoundLine:
    """An absence; a requested bye pays its points."""
    halves = BYES.get(absence, 0)
    return RoundLine(number, halves, halves * board.total / 2, absence=absence)


def scores(tournament: Tournament) -> dict[PlayerId, int]:
    """Everybody's half-points after the closed rounds, without building the lines: a league has very many."""
    board, totals = tournament.settings.board, dict.fromkeys(tournament.players, 0)
    free = is_fide_round_robin(tournament.settings) and 0 in tournament.seats
    for played in tournament.closed_rounds:
        for table in played.tables.values():
            assert table.result is not None, "a closed round has all its results"
            ours, theirs = table.result.half_points
            totals[table.first] += ours
            totals[table.second] += theirs
        for player in played.byes:
            totals[player] += 0 if free else board.bye_half_points
        for player, absence in played.absent.items():
            if player in totals:
                totals[player] += BYES.get(absence, 0)
    return totals


def half_points(lines: Sequence[RoundLine]) -> int:
    """Two for each win, one for each draw, or what the event pays instead; without the games of a final."""
    return sum(line.half_points + line.extra for line in lines if not line.final)


def discs(lines: Sequence[RoundLine]) -> float:
    """All discs, including those of byes; without the games of a final."""
    return sum(line.discs for line in lines if not line.final)


@dataclass(frozen=True, slots=True)
class PlayerCard:
    player: Player
    lines: tuple[RoundLine, ...]
    half_points: int
    discs: float
    present: bool

    @property
    def points(self) -> float:
        return self.half_points / 2

    @property
    def counted(self) -> int:
        """The rounds whose points and discs count: those of a final do not."""
        return sum(not line.final for line in self.lines)


def player_card(
    tournament: Tournament, player: PlayerId, after: int | None = None, *, as_of: AsOf = AsOf.NOW
) -> PlayerCard:
    """The card of one player after a round, by default after all closed ones."""
    tournament.player(player)  # refuse an unknown player first
    then = as_of_round(tournament, after, as_of)
    return _sheet(tournament, then, player, record(tournament, after)[player])


def player_cards(
    tournament: Tournament, *, as_of: AsOf = AsOf.NOW, lines: Record | None = None
) -> list[PlayerCard]:
    """All sheets after the closed rounds, in the order of the list; the history is read once."""
    then, by_player = as_of_round(tournament, as_of=as_of), record(tournament) if lines is None else lines
    return [_sheet(tournament, then, player, own) for player, own in by_player.items()]


def _sheet(
    tournament: Tournament, then: Tournament, player: PlayerId, lines: Sequence[RoundLine]
) -> PlayerCard:
    gone = (then if player in then.players else tournament).has_left(player)  # a later entrant is present
    back = not tournament.has_left(player) and not tournament.settings.pairing_system.season
    shown = tuple(_absent(line) if back else line for line in lines)
    return PlayerCard(tournament.player(player), shown, half_points(lines), discs(lines), not gone)


def _absent(line: RoundLine) -> RoundLine:
    """Who withdrew and came back was absent; in a season a withdrawal has a price of its own."""
    return line._replace(absence=Absence.ABSENT) if line.absence is Absence.WITHDRAWN else line
