"""Tie-breaks, each a function from the results to a number; and the standings of teams."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ronde.model.player import PlayerId
from ronde.model.systems import offer_everywhere
from ronde.model.tournament import Tournament
from ronde.standings.record import Record, RoundLine, discs, half_points, record

# Tie-breaks: each a function from the record to a number per player, higher is better.


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """What a tie-break may use: the tournament, everybody's lines and everybody's half-points."""

    tournament: Tournament
    record: Record
    halves: Mapping[PlayerId, int]


Tiebreak = Callable[[Scoresheet, PlayerId], float]


def brightwell(sheet: Scoresheet, player: PlayerId) -> float:
    """PAPP's tie-break: discs, plus the constant for every point of the opponents (spec section 8).

    A bye, an absence and an opponent who has left count as a draw against oneself.
    """
    settings = sheet.tournament.settings
    lines = sheet.record[player]
    discless = settings.board.discless
    factor = 1.0 if discless else settings.brightwell / 2
    if factor == 0:
        return math.ceil(discs(lines))
    games = [line for line in lines if line.played and not sheet.tournament.has_left(line.opponent)]
    others = len(lines) - len(games)
    met = sum(sheet.halves[line.opponent] for line in games) + others * sheet.halves[player]
    if discless:
        return met
    # Half discs are rounded up, game by game (papp 1.7).
    own = sum(math.ceil(line.discs) for line in games) + others * settings.board.total // 2
    return own + factor * met


def all_discs(sheet: Scoresheet, player: PlayerId) -> float:
    return discs(sheet.record[player])


def buchholz(sheet: Scoresheet, player: PlayerId) -> float:
    """The sum of the opponents' points."""
    return sum(_opponents_points(sheet, player))


def buchholz_cut1(sheet: Scoresheet, player: PlayerId) -> float:
    """Buchholz without the weakest opponent."""
    return sum(_opponents_points(sheet, player)[1:])


def buchholz_cut2(sheet: Scoresheet, player: PlayerId) -> float:
    """Buchholz without the two weakest opponents."""
    return sum(_opponents_points(sheet, player)[2:])


def median(sheet: Scoresheet, player: PlayerId) -> float:
    """Buchholz without the weakest and the strongest opponent."""
    return sum(_opponents_points(sheet, player)[1:-1])


def _opponents_points(sheet: Scoresheet, player: PlayerId) -> list[float]:
    """In rising order; a round without a game counts the player's own points, as a draw with himself."""
    own = sheet.halves[player] / 2
    return sorted(sheet.halves[line.opponent] / 2 if line.played else own for line in sheet.record[player])


def sonneborn_berger(sheet: Scoresheet, player: PlayerId) -> float:
    """The points of those he beat, and half of those he drew with."""
    return (
        sum(sheet.halves[line.opponent] * line.half_points for line in sheet.record[player] if line.played)
        / 4
    )


def progressive(sheet: Scoresheet, player: PlayerId) -> float:
    """The sum of his points after each round: early points count more."""
    lines = sheet.record[player]
    return sum(line.half_points * (len(lines) - at) for at, line in enumerate(lines)) / 2


def direct(sheet: Scoresheet, player: PlayerId) -> float:
    """His points in the games against those who have as many points, if they have all met."""
    group = {other for other, halves in sheet.halves.items() if halves == sheet.halves[player]}
    if len(group) < 2 or not all(_met(sheet.record[other], group - {other}) for other in group):
        return 0.0
    return half_points([line for line in sheet.record[player] if line.played and line.opponent in group]) / 2


def _met(lines: Sequence[RoundLine], others: set[PlayerId]) -> bool:
    return others <= {line.opponent for line in lines if line.played}


def wins(sheet: Scoresheet, player: PlayerId) -> float:
    """Games won over the board."""
    return sum(line.played and line.half_points == 2 for line in sheet.record[player])


def wins_second(sheet: Scoresheet, player: PlayerId) -> float:
    """Games won over the board with the second colour."""
    return sum(line.played and not line.first and line.half_points == 2 for line in sheet.record[player])


def opponents_rating(sheet: Scoresheet, player: PlayerId) -> float:
    """The average rating of the rated opponents he played, to the nearest whole number."""
    players = sheet.tournament.players
    met = [players[line.opponent].rating for line in sheet.record[player] if line.played]
    ratings = [rating for rating in met if rating]
    return math.floor(sum(ratings) / len(ratings) + 0.5) if ratings else 0.0


TIEBREAKS: dict[str, Tiebreak] = {
    "brightwell": brightwell,
    "discs": all_discs,
    "buchholz": buchholz,
    "buchholz-cut1": buchholz_cut1,
    "buchholz-cut2": buchholz_cut2,
    "median": median,
    "sonneborn-berger": sonneborn_berger,
    "progressive": progressive,
    "direct": direct,
    "wins": wins,
    "wins-second": wins_second,
    "opponents-rating": opponents_rating,
}
"""Every tie-break by the name settings use."""


def add_tiebreak(name: str, function: Tiebreak) -> None:
    """Add a tie-break of a plug-in wherever points are ranked by tie-breaks."""
    TIEBREAKS[name] = function
    offer_everywhere(tiebreak=name)


# Teams: all players of a country, absent ones too, with the sum of their points (spec section 8).


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
