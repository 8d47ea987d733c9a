"""The performance of a player and an estimate of the rating, as KeizerForClubs computes them (keizer 1.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ronde.model.player import Player, PlayerId
from ronde.model.result import Kind
from ronde.model.tournament import Tournament
from ronde.standings import Record, RoundLine, record

SPREAD = 800
"""At this rating difference a whole point is expected."""
USUAL_K = 32
_OWN_K = re.compile(r"kv(\d{1,4})")
"""A category of this form sets the K of a player's estimate."""


def performance(opponents: int, half_points: int, games: int) -> int | None:
    """The rating with that expected score against opponents with that sum of ratings."""
    if not games:
        return None
    return int(opponents / games + SPREAD * (half_points / 2 / games - 0.5))


def performances(
    tournament: Tournament, upto: int, lines: Record | None = None
) -> dict[PlayerId, int | None]:
    """Everybody's performance in the games played; `lines` is the record, if it is known."""
    by_player = record(tournament, upto) if lines is None else lines
    return {player: _of(tournament, own) for player, own in by_player.items()}


def _of(tournament: Tournament, lines: Sequence[RoundLine]) -> int | None:
    games = [line for line in lines if _real(line)]
    ratings = sum(tournament.players[line.opponent].rating for line in games)
    return performance(ratings, sum(line.half_points for line in games), len(games))


def _real(line: RoundLine) -> bool:
    return line.result is not None and line.result.kind is Kind.PLAYED


def estimates(tournament: Tournament, upto: int) -> dict[PlayerId, int]:
    """Everybody's rating, updated and rounded after each game."""
    rating = {player: card.rating for player, card in tournament.players.items()}
    pace = {player: _pace(card) for player, card in tournament.players.items()}
    for played in tournament.closed_rounds[:upto]:
        for table in played:
            if table.result is not None and table.result.kind is Kind.PLAYED:
                _move(rating, pace, (table.first, table.second), table.result.half_points)
    return rating


def _pace(card: Player) -> int:
    matches = (_OWN_K.fullmatch(category) for category in card.categories)
    return next((int(match[1]) for match in matches if match), USUAL_K)


def _move(
    rating: dict[PlayerId, int],
    pace: Mapping[PlayerId, int],
    pair: tuple[PlayerId, PlayerId],
    halves: tuple[int, int],
) -> None:
    one, other = pair
    lead = max(-0.5, min(0.5, (rating[one] - rating[other]) / SPREAD))
    for player, expected, half in ((one, 0.5 + lead, halves[0]), (other, 0.5 - lead, halves[1])):
        rating[player] = round(rating[player] + pace[player] * (half / 2 - expected))
