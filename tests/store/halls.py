"""Small tournaments in real files."""

from __future__ import annotations

from pathlib import Path

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import add_table, close_round, enter_at_table, open_tournament
from ronde.model.events import Event, PlayerEntered, TournamentOpened
from ronde.model.player import Player
from ronde.model.result import Result

PHONE = "phone"
OPENED = TournamentOpened("Open", "15/11/2026")


def entered(number: int) -> PlayerEntered:
    """The registration of player `number`."""
    return PlayerEntered(Player(number, f"PLAYER {number}"), 1)


def history(count: int) -> list[Event]:
    """A tournament with `count` facts: its opening, then players."""
    return [OPENED, *(entered(number) for number in range(1, count))]


def hall(path: Path, players: int = 4) -> Desk:
    """The desk of a new tournament with players 1, 2, 3 ..."""
    desk = Desk.create(path)
    desk.act(CHIEF, open_tournament, name="Open", date="15/11/2026")
    for number in range(1, players + 1):
        desk.act(CHIEF, enter_player, player=Player(number, f"PLAYER {number}"))
    return desk


def play_round(desk: Desk) -> None:
    """Pair neighbours by hand, let every first player win 40-24, and close the round."""
    free = list(desk.tournament.unpaired)
    for first, second in zip(free[::2], free[1::2], strict=False):
        desk.act(CHIEF, add_table, first=first, second=second)
    for table in desk.tournament.open_round:
        desk.act(CHIEF, enter_at_table, table=table.number, result=Result(40, 24))
    desk.act(CHIEF, close_round)


def register(desk: Desk, number: int, seat: str = CHIEF) -> None:
    """Enter player `number` from that seat."""
    desk.act(seat, enter_player, player=Player(number, f"PLAYER {number}"))


def numbers(desk: Desk) -> list[int]:
    """The numbers of the players, as they are listed."""
    return list(desk.tournament.players)


def kinds(desk: Desk) -> list[str]:
    """The names of the facts so far."""
    return [type(entry.event).__name__ for entry, _ in desk.history()]
