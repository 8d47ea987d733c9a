"""The prices of all pairs of a balanced Keizer round at once, by arrays.

`keizer_balanced.py` prices one pair, rule by rule, readably; a test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ronde.core.player import PlayerId
from ronde.pairing.keizer_history import PastGames
from ronde.pairing.keizer_rules import Rules

Whole = NDArray[np.int64]
Marks = NDArray[np.bool_]


def stranger_costs(players: Sequence[PlayerId], rules: Rules, *, run: int, off: int) -> Whole:
    """What each pair costs, by places, if the two never met: distance in rank, and the colours they have.

    `run` is the price of a colour beyond the limit, `off` that of the square of an imbalance.
    """
    past = [rules.histories[player] for player in players]
    balance = np.array([history.balance for history in past], dtype=np.int64)
    due = {white: _at_limit(past, rules.colour_limit, white=white) for white in (True, False)}
    as_white = run * due[True] + off * np.maximum(abs(balance + 1) - 1, 0) ** 2
    as_black = run * due[False] + off * np.maximum(abs(balance - 1) - 1, 0) ** 2
    rank = np.arange(len(players), dtype=np.int64)
    upper_white = _upper_white(balance, ~due[True], ~due[False])
    colours = np.where(
        upper_white, as_white[:, None] + as_black[None, :], as_black[:, None] + as_white[None, :]
    )
    return _mirrored((rank[:, None] - rank[None, :]) ** 2 + colours)


def _at_limit(past: Sequence[PastGames], limit: int, *, white: bool) -> Marks:
    """Who had so many games of that colour in a row that one more would break the limit."""
    marks = [bool(limit) and history.whites[-limit:] == [white] * limit for history in past]
    return np.array(marks, dtype=np.bool_)


def _upper_white(balance: Whole, may_white: Marks, may_black: Marks) -> Marks:
    """By row the upper and by column the lower player: whether the upper one has the first colour."""
    lead = balance[:, None] - balance[None, :]
    lower_may = may_black[:, None] & may_white[None, :]
    upper_may = may_white[:, None] & may_black[None, :]
    upper: Marks = (lead < 0) | ((lead == 0) & ~lower_may & upper_may)
    return upper


def _mirrored(costs: Whole) -> Whole:
    """The upper triangle on both sides, and nothing between."""
    above = np.triu(costs, 1)
    return above + above.T
