"""A small Keizer season."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.formats.keizerforclubs import footer_of
from ronde.model.player import Player
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

FOOTER = footer_of("2026-09-01")


def season() -> Tournament:
    """Five players, two of them juniors, and two rounds: one missed a round, one had the bye."""
    cards = [Player(at, f"P{at}", rating=2000, categories=("J",) * (at > 3)) for at in range(1, 6)]
    keizer = Settings(system="keizer", tiebreaks=())
    return tournament(cards, ["1-2:64 3-4:= 5:away", "2-3:0 4-5:64"], settings=keizer)
