"""Teams: all players of a country, absent ones too, with the sum of their points (spec section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.record import half_points, record


@dataclass(frozen=True, slots=True)
class Team:
    country: str
    half_points: int
    players: tuple[PlayerId, ...]

    @property
    def points(self) -> float:
        return self.half_points / 2


def teams(tournament: Tournament, upto: int | None = None) -> tuple[Team, ...]:
    """The teams by points, equal ones in alphabetical order."""
    lines = record(tournament, upto)
    members: dict[str, list[PlayerId]] = {}
    for number, player in tournament.players.items():
        members.setdefault(player.country.casefold(), []).append(number)
    unsorted = [
        Team(
            tournament.players[group[0]].country, sum(half_points(lines[one]) for one in group), tuple(group)
        )
        for group in members.values()
    ]
    return tuple(sorted(unsorted, key=lambda team: (-team.half_points, team.country.casefold())))
