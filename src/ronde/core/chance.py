"""Results drawn at random from ratings, for trials (spec section 9)."""

from __future__ import annotations

import random

from ronde.core.events import Event, ResultEntered
from ronde.core.result import Board, Result
from ronde.core.tournament import Tournament

WEAKEST = 1100
"""Lower and unknown ratings count as this."""
HOPELESS = 4_000
"""A larger gap counts as this one: with a mistyped rating the power below would overflow."""


def random_result(first_rating: int, second_rating: int, board: Board, chance: random.Random) -> Result:
    """A result as PAPP draws it: the better rated wins more often, by any number of discs."""
    gap = min(max(second_rating, WEAKEST) - max(first_rating, WEAKEST), HOPELESS)
    winning = int(1000 / (1 + 3 ** (gap / 200)))
    if chance.randrange(1000) < winning:
        discs = chance.randint(board.total - board.total // 2, board.total)
    else:
        discs = chance.randint(0, board.total // 2)
    return Result(discs, board.total - discs)


def fill_at_random(tournament: Tournament, chance: random.Random) -> list[Event]:
    """Random results for the tables of the open round that have none."""
    cards, current = tournament.players, tournament.open_round
    return [
        ResultEntered(
            current.number,
            table.number,
            random_result(
                cards[table.first].rating, cards[table.second].rating, tournament.settings.board, chance
            ),
        )
        for table in current.missing
    ]
