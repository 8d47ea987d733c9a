"""The individual sheet of a player."""

from __future__ import annotations

from collections.abc import Sequence
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
    tournament.player(player)  # who is nobody is refused before anything is added up
    return _sheet(tournament, player, record(tournament)[player])


def sheets(tournament: Tournament) -> list[Sheet]:
    """The sheets of everybody, in the order of their numbers on the list; the history is read once."""
    return [_sheet(tournament, player, lines) for player, lines in record(tournament).items()]


def _sheet(tournament: Tournament, player: PlayerId, lines: Sequence[Line]) -> Sheet:
    present = not tournament.has_left(player)
    return Sheet(tournament.player(player), tuple(lines), half_points(lines), discs(lines), present)
