"""Rating changes of a tournament by FIDE's rules (B.02): K times the score beyond the expected one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.fide.performance import expected
from ronde.scoring.record import record

WIDEST = 400
"""A larger rating difference counts as this one (B.02, 8.3.1) ..."""
TOP = 2650
"""... but for a player of this rating or more, since 1 October 2025, the true difference counts."""
YOUNG = 18
"""K is 40 until the end of the year of this birthday (8.3.3)."""
USUAL_K, YOUNG_K, HIGH_K = 20, 40, 10
HIGH, YOUNG_LIMIT = 2400, 2300


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The games of a rated player against rated opponents, and the change of the rating."""

    player: PlayerId
    rating: int
    k: int
    games: int
    half_points: int
    expected: Fraction
    """Points."""

    @property
    def change(self) -> float:
        """The change of the rating, to a tenth, halves away from zero."""
        exact = self.k * (Fraction(self.half_points, 2) - self.expected)
        tenths = int(abs(exact) * 10 + Fraction(1, 2))
        return (tenths if exact >= 0 else -tenths) / 10


def rating_changes(tournament: Tournament) -> dict[PlayerId, RatingChange]:
    """All rated players who played a rated opponent over the board."""
    year = _year(tournament)
    changes = {}
    for player, lines in record(tournament).items():
        card = tournament.players[player]
        games = [line for line in lines if line.played and tournament.players[line.opponent].rating > 0]
        if card.rating <= 0 or not games:
            continue
        chances = [_chance(card.rating, tournament.players[line.opponent].rating) for line in games]
        made = sum(line.half_points for line in games)
        changes[player] = RatingChange(
            player, card.rating, k_of(card, year), len(games), made, sum(chances, Fraction())
        )
    return changes


def k_of(card: Player, year: int = 0) -> int:
    """The coefficient on the card; else 10 from 2400 on, 40 for juniors below 2300, 20 for all others."""
    if card.fide.k:
        return card.fide.k
    if card.rating >= HIGH:
        return HIGH_K
    born = int(card.fide.birth[:4]) if card.fide.birth else 0
    young = born and year and year - born <= YOUNG
    return YOUNG_K if young and card.rating < YOUNG_LIMIT else USUAL_K


def _chance(own: int, other: int) -> Fraction:
    """The expected score of one game; both sides use their own rating for the limit."""
    gap = own - other
    return Fraction(expected(gap if own >= TOP else max(-WIDEST, min(WIDEST, gap))), 100)


def _year(tournament: Tournament) -> int:
    """The year of the tournament, 0 if it is not known."""
    for text in (tournament.settings.report.begin, tournament.date):
        for part in text.replace("-", "/").split("/"):
            if len(part) == 4 and part.isdecimal():
                return int(part)
    return 0
