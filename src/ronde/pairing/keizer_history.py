"""The past for Keizer pairing: colours, opponents and when they met, byes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ronde.core.player import PlayerId
from ronde.core.result import Kind
from ronde.core.tournament import Tournament


@dataclass(slots=True)
class PastGames:
    """One player's games so far; forfeits and adjourned games count, pairs that were never played do not."""

    whites: list[bool] = field(default_factory=list)
    """Whether he had the first colour, game by game."""
    balance: int = 0
    """Games with the first colour minus games with the second."""
    met: dict[PlayerId, list[tuple[int, bool]]] = field(default_factory=dict)
    """By opponent: the rounds in which they met, and whether he had the first colour."""
    byes: int = 0

    def add(self, opponent: PlayerId, number: int, *, white: bool) -> None:
        self.whites.append(white)
        self.balance += 1 if white else -1
        self.met.setdefault(opponent, []).append((number, white))

    def last_met(self, opponent: PlayerId) -> int:
        """The round in which the two met last; 0 if never."""
        return self.met[opponent][-1][0] if opponent in self.met else 0


Histories = Mapping[PlayerId, PastGames]


def histories(tournament: Tournament) -> dict[PlayerId, PastGames]:
    """Everybody's history before the open round."""
    past = {player: PastGames() for player in tournament.players}
    for played in tournament.closed_rounds:
        for table in played.tables.values():
            if table.result is not None and table.result.kind is not Kind.UNPLAYED:
                past[table.first].add(table.second, played.number, white=True)
                past[table.second].add(table.first, played.number, white=False)
        for player in played.byes:
            past[player].byes += 1
    return past
