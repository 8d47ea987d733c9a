"""Small tournaments of every system in the states that commands meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ronde.app.commands import (
    AddPlayer,
    AddTable,
    BeginFinal,
    CloseRound,
    EnterLine,
    LeaveTournament,
    OpenTournament,
    PairRound,
    PlanAbsence,
    SetEverybody,
)
from ronde.app.desk import Desk
from ronde.model.events import Event
from ronde.model.player import Absence
from ronde.model.settings import usual_settings

NAMES = ("MARTIN Bob", "POIRIER Jean", "O'DELL Pat", "WEBB Ann", "ITO Ken", "DE WITT Kim")
SEED = 5


def begun(path: Path, system: str = "swiss", profile: str = "ronde", rounds: int = 3) -> Desk:
    """Six players, numbered from 1, and nothing paired."""
    settings = replace(usual_settings(system, rounds=rounds), profile=profile, country="FRA")
    desk = Desk.begin(path, OpenTournament("Open", "01/11/2026", settings))
    desk.known = tuple
    for number, name in enumerate(NAMES):
        desk.run(AddPlayer(name, rating=2000 - 50 * number))
    return desk


def paired(desk: Desk) -> Desk:
    desk.run(PairRound(seed=SEED))
    return desk


def complete(desk: Desk) -> Desk:
    paired(desk).run(EnterLine("?", random=True, seed=SEED))
    return desk


def closed(desk: Desk) -> Desk:
    complete(desk).run(CloseRound())
    return desk


def second_paired(desk: Desk) -> Desk:
    """One round closed, and the second one paired."""
    return paired(closed(desk))


def by_hand(desk: Desk) -> Desk:
    """One round closed, and a table of the second one made by hand, out of the order of score."""
    closed(desk).run(AddTable(5, 6))
    return desk


def final_begun(desk: Desk) -> Desk:
    """A round closed, and a final of two begun."""
    closed(desk).run(BeginFinal(best_of=3))
    return desk


def idle_evening(desk: Desk) -> Desk:
    """A round closed, and then an evening on which nobody plays and one is excused."""
    closed(desk).run(PlanAbsence(2, (2,), Absence.EXCUSED))
    desk.run(SetEverybody(present=False))
    return desk


def arrivals(desk: Desk) -> Desk:
    """Somebody is expected in the open round."""
    desk.run(LeaveTournament(3, expected=1))
    return desk


Scene = Callable[[Path], Desk]
SCENES: dict[str, Scene] = {
    "swiss": lambda path: begun(path),
    "swiss-paired": lambda path: paired(begun(path)),
    "swiss-complete": lambda path: complete(begun(path)),
    "swiss-by-hand": lambda path: by_hand(begun(path)),
    "swiss-closed": lambda path: closed(begun(path)),
    "swiss-final": lambda path: final_begun(begun(path)),
    "swiss-final-paired": lambda path: paired(final_begun(begun(path))),
    "swiss-arrivals": lambda path: arrivals(begun(path)),
    "papp-second": lambda path: second_paired(begun(path, profile="papp")),
    "papp-by-hand": lambda path: by_hand(begun(path, profile="papp")),
    "keizer-second": lambda path: second_paired(begun(path, "keizer")),
    "keizer-idle": lambda path: idle_evening(begun(path, "keizer")),
    "dutch-second": lambda path: second_paired(begun(path, "dutch")),
    "berger-paired": lambda path: paired(begun(path, "berger", rounds=5)),
    "cup-complete": lambda path: complete(begun(path, "cup")),
}


def events_after(path: Path, number: int) -> list[Event]:
    """What was written after that number."""
    desk = Desk.open(path)
    try:
        return [entry.event for entry, _ in desk.history() if entry.number > number]
    finally:
        desk.close()
