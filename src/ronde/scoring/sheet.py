from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ronde.core.player import Player, PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Tournament
from ronde.scoring.record import Record, RoundLine, discs, half_points, record


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    player: Player
    lines: tuple[RoundLine, ...]
    half_points: int
    discs: float
    present: bool

    @property
    def points(self) -> float:
        return self.half_points / 2


def sheet(
    tournament: Tournament, player: PlayerId, after: int | None = None, *, as_of: AsOf = AsOf.NOW
) -> PlayerSheet:
    """The sheet of one player after a round, by default after all closed ones."""
    tournament.player(player)  # refuse an unknown player first
    then = seen(tournament, after, as_of)
    return _sheet(tournament, then, player, record(tournament, after)[player])


def sheets(
    tournament: Tournament, *, as_of: AsOf = AsOf.NOW, lines: Record | None = None
) -> list[PlayerSheet]:
    """All sheets after the closed rounds, in the order of the list; the history is read once."""
    then, by_player = seen(tournament, as_of=as_of), record(tournament) if lines is None else lines
    return [_sheet(tournament, then, player, own) for player, own in by_player.items()]


def _sheet(
    tournament: Tournament, then: Tournament, player: PlayerId, lines: Sequence[RoundLine]
) -> PlayerSheet:
    gone = (then if player in then.players else tournament).has_left(player)  # a later entrant is present
    return PlayerSheet(tournament.player(player), tuple(lines), half_points(lines), discs(lines), not gone)
