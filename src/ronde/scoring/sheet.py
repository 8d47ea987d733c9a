"""The individual sheet of a player."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import Player, PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Tournament
from ronde.scoring.record import Line, discs, half_points, record


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's rounds, his points and his discs."""

    player: Player
    lines: tuple[Line, ...]
    half_points: int
    discs: float
    present: bool

    @property
    def points(self) -> float:
        """Points with halves."""
        return self.half_points / 2


def sheet(
    tournament: Tournament, player: PlayerId, after: int | None = None, *, as_of: AsOf = AsOf.NOW
) -> Sheet:
    """The sheet of one player after a round, or after all closed ones."""
    card = tournament.player(player)
    lines = tuple(record(tournament, after)[player])
    then = seen(tournament, after, as_of)
    gone = (then if player in then.players else tournament).has_left(player)  # who came since is here
    return Sheet(card, lines, half_points(lines), discs(lines), not gone)
