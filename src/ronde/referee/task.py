"""A game to be played, identified by its place in the tournament."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ronde.core.player import PlayerId
from ronde.referee.roster import Roster


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: its place, and who has the first move."""

    round: int
    table: int
    leg: int
    first: PlayerId
    second: PlayerId

    @property
    def record(self) -> str:
        return f"games/{self.round}-{self.table}-{self.leg}.json"


def draw_seed(roster: Roster, round: int) -> int:
    """The seed of a round's draw, the same after a restart."""
    return Random(f"{roster.seed} {round}").randrange(2**31)


def game_seed(roster: Roster, task: Task) -> int:
    """The seed of a game, the same after a restart and on every machine."""
    return Random(f"{roster.seed} {task.round} {task.table} {task.leg}").randrange(2**53)
