"""The individual sheet of a player."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import Player, PlayerId
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


def sheet(tournament: Tournament, player: PlayerId) -> Sheet:
    """The sheet of one player after the closed rounds."""
    card = tournament.player(player)
    lines = tuple(record(tournament)[player])
    return Sheet(card, lines, half_points(lines), discs(lines), not tournament.has_left(player))
