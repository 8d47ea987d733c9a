"""Players whose names are easily taken for each other, and what stands on their tables."""

from __future__ import annotations

from ronde.model.player import Player
from ronde.model.result import Result
from ronde.model.tournament import Tournament

PEOPLE = [
    Player(1, "MARTIN", "Bob"),
    Player(2, "MARTIN", "Zoé"),
    Player(3, "MARTINEZ", "Al"),
    Player(4, "DE LA RUE", "Jo"),
    Player(5, "O'DELL", "Pat"),
    Player(6, "SMITH-JONES", "Kim"),
    Player(145, "VANE", "Lou"),
    Player(14, "WEBB", "Ann"),
    Player(15, "ST. JOHN", "Eva"),
    Player(16, "IDLE", "Max"),
]


def results(hall: Tournament) -> dict[tuple[int, int], Result | None]:
    """The results of the first round by the players of each table."""
    return {(table.first, table.second): table.result for table in hall.rounds[0]}
