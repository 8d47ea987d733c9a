"""What a tournament changes of a rating in the list of the EGF, unofficially (go 7.7)."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from ronde.model.go import MOST_EGF, rating_of_rank
from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Tournament
from ronde.standings.go.ranks import rank_of
from ronde.standings.go.scores import go_scores

_TOP = 3300


class Gain(NamedTuple):
    points: float
    games: int
    """The even games that count."""


def expected(own: float, other: float) -> float:
    """How much of a game somebody is expected to win.

    >>> expected(2100, 2100), round(expected(2100, 2200), 3)
    (0.5, 0.352)
    """
    return 1 / (1 + exp(_beta(other) - _beta(own)))


def _beta(rating: float) -> float:
    return -7 * log(_TOP - rating)


def change(own: float, other: float, score: float) -> float:
    """What one game of full weight changes.

    >>> round(change(2100, 2100, 1), 2), round(change(2100, 2100, 0), 2)
    (9.31, -8.27)
    """
    factor: float = ((_TOP - own) / 200) ** 1.6
    return factor * (score - expected(own, other)) + log(1 + exp((2300 - own) / 80)) / 5


def gain(tournament: Tournament, player: PlayerId, weight: float) -> Gain | None:
    """The change by all even games played so far; None without a rating, such games or a weight."""
    scores = go_scores(tournament)
    at = scores.players.index(player)
    card = scores.cards[at]
    entries = [one[at] for one in scores.rounds if one[at].played and not one[at].handicap]
    if not (card.rating and entries and weight):
        return None
    changes = [change(_rating(card), _rating(scores.cards[one.opponent]), one.doubled / 2) for one in entries]
    return Gain(weight * sum(changes), len(entries))


def _rating(card: Player) -> int:
    """A rating, else that of the rank."""
    return min(card.rating or rating_of_rank(rank_of(card)), MOST_EGF)
