"""The tournaments of the pictures that the demo lacks."""

from __future__ import annotations

from pathlib import Path

from ronde.app.commands import AddPlayer, CloseRound, EnterLine, EnterResult, OpenTournament, PairRound
from ronde.app.desk import Desk
from ronde.arena.cli.demo import PEOPLE
from ronde.model.bracket import CupSettings
from ronde.model.settings import Settings, settings_of


def add_events(folder: Path) -> None:
    """Add what the demo lacks: a chess open, other cups, a round to be paired, an event without players."""
    chess = settings_of("chess-open", rounds=5)
    _event(folder / "chess.ronde", "Club open", chess, people=16, rounds=3, begun=True)
    double = Settings(rounds=7, system="cup", cup=CupSettings(double=True))
    places = Settings(rounds=3, system="cup", cup=CupSettings(third_place=True, consolation=True))
    _event(folder / "double.ronde", "Double élimination", double, people=8, rounds=6)
    _event(folder / "places.ronde", "Every place", places, people=8, rounds=3)
    _event(folder / "evening.ronde", "Soirée du club", Settings(rounds=5), people=11, rounds=2)
    _event(folder / "empty.ronde", "Printemps", Settings(rounds=5), people=0, rounds=0)


def _event(
    path: Path, name: str, settings: Settings, *, people: int, rounds: int, begun: bool = False
) -> None:
    desk = Desk.begin(path, OpenTournament(name, "2026-11-14", settings))
    for full, country, rating in PEOPLE[:people]:
        desk.run(AddPlayer(full, country=country, rating=rating))
    for number in range(rounds):
        desk.run(PairRound(seed=number))
        desk.run(EnterLine("?", random=True, seed=number))
        desk.run(CloseRound())
    if begun:
        desk.run(PairRound(seed=rounds))
        for table, (first, second) in enumerate([(1, 0), (0.5, 0.5), (0, 1)], start=1):
            desk.run(EnterResult(table, first, second))
    desk.close()
