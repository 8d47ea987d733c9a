"""Cups whose first round is paired."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.model.bracket import CupSettings
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round


def begun(players: int, cup: CupSettings | None = None) -> Tournament:
    """A cup of so many players."""
    hall = tournament(players, settings=Settings(system="cup", cup=cup or CupSettings()))
    return replay(complete_round(hall, seed=1), hall)
