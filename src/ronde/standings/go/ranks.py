"""What is known of players of Go before any score: ranks, points at the start, the main score."""

from __future__ import annotations

from ronde.model.go import MAIN_CRITERIA, WEAKEST, McMahonSettings, rank_of_rating, rank_setting
from ronde.model.player import Player
from ronde.model.settings import Settings


def rank_of(card: Player) -> int:
    """The rank a player is paired by: his own, else that of his rating, else the weakest."""
    if card.go.rank is not None:
        return card.go.rank
    return rank_of_rating(card.rating) if card.rating else WEAKEST


def start(card: Player, mcmahon: McMahonSettings) -> int:
    """The points of McMahon a player starts with."""
    groups = mcmahon.groups
    floor, bar, zero = (rank_setting(text) for text in (groups.floor, groups.bar, groups.zero))
    return min(max(rank_of(card) - zero, floor - zero), bar - zero) + card.go.correction


def main_score(settings: Settings) -> str:
    """The score by which players are grouped: the first of its kind among the criteria, else the wins."""
    return next((name for name in settings.tiebreaks if name in MAIN_CRITERIA), "NBW")
