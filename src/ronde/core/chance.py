"""Results drawn at random from ratings, for trials (spec section 9)."""

from __future__ import annotations

import random

from ronde.core.result import Board, Result

WEAKEST = 1100
"""Lower and unknown ratings count as this."""


def random_result(first_rating: int, second_rating: int, board: Board, chance: random.Random) -> Result:
    """A result as PAPP draws it: the better rated wins more often, by any number of discs."""
    gap = max(second_rating, WEAKEST) - max(first_rating, WEAKEST)
    winning = int(1000 / (1 + 3 ** (gap / 200)))
    if chance.randrange(1000) < winning:
        discs = chance.randint(board.total - board.total // 2, board.total)
    else:
        discs = chance.randint(0, board.total // 2)
    return Result(discs, board.total - discs)
