"""The programs of the demonstration: a few lines each, different in style and slow enough to follow."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ronde.engines.door import Engine, InsideEngine, Jail, MoveRequest
from ronde.games.door import SHOW_GAME, Game, Side, find_game
from ronde.referee.door import Entrant

PROGRAMS = ("Corner", "Greedy", "Mobile", "Patient", "Edge", "Humble", "Chance", "Random")
GAME = SHOW_GAME
PACE = 0.9
"""Seconds a program takes for a move."""


@dataclass(frozen=True, slots=True)
class Sparring(Entrant):
    """A program of the exhibition, run inside the referee."""

    pace: float = PACE

    def engine(self, jail: Jail) -> Engine:
        """The program as an engine; it is trusted and needs no sandbox."""
        return InsideEngine(self.name, player(self.name, find_game(GAME), self.pace))

    @property
    def written(self) -> Entrant:
        """The program as an entrant of a file; the pace is not stored."""
        return Entrant(self.id, self.name, self.path, self.digest)


Taste = Callable[[Game[Any], Any, Side, str], float]


def _mobile(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The fewer replies the opponent has, the better."""
    after = game.play(position, {side: move})
    return -len(list(game.moves(after, 2 if side == 1 else 1))) if side not in game.to_move(after) else 9.0


def _greedy(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The more discs, the better."""
    score = game.score(game.play(position, {side: move}))
    return float(score[side - 1] - score[2 - side])


def _square(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """Corners are good, the squares beside them are not, edges are better than the rest."""
    ends = sum(part in end for part, end in zip(move, ("AH", "18"), strict=False))
    near = sum(part in end for part, end in zip(move, ("BG", "27"), strict=False))
    return {2: 9.0, 1: 2.0}.get(ends, 0.0) - (4.0 if near and ends + near == 2 else 0.0)


_TASTES: dict[str, tuple[tuple[float, Taste], ...]] = {
    "Corner": ((1.0, _square), (0.3, _mobile)),
    "Greedy": ((1.0, _greedy),),
    "Mobile": ((1.0, _mobile),),
    "Patient": ((-0.5, _greedy), (0.6, _square)),
    "Edge": ((1.0, _square),),
    "Humble": ((-1.0, _greedy),),
}


def player(name: str, game: Game[Any], pace: float) -> Callable[[MoveRequest], str]:
    """The best move by a program's preference; without one, a random move."""
    chance = random.Random(name)

    def worth(ask: MoveRequest, move: str) -> float:
        tastes = _TASTES.get(name, ())
        return sum(weight * taste(game, ask.position, ask.side, move) for weight, taste in tastes)

    def play(ask: MoveRequest) -> str:
        time.sleep(pace * chance.uniform(0.6, 1.4))
        moves = list(game.moves(ask.position, ask.side))
        return max(moves, key=lambda move: (worth(ask, move), chance.random()))

    return play
