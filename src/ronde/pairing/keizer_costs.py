"""The costs of all pairs of a balanced Keizer round at once, by arrays.

`keizer_balanced.py` prices one pair, rule by rule, readably; a test compares the two.
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
    """The cost of each pair, by places, if the two never met: distance in rank, and their colours.

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
    """Players with so many games of that colour in a row that one more would exceed the limit."""
    marks = [bool(limit) and history.whites[-limit:] == [white] * limit for history in past]
    return np.array(marks, dtype=np.bool_)


def _upper_white(balance: Whole, may_white: Marks, may_black: Marks) -> Marks:
    """Whether the upper player (row) has the first colour against the lower (column)."""
    lead = balance[:, None] - balance[None, :]
    lower_may = may_black[:, None] & may_white[None, :]
    upper_may = may_white[:, None] & may_black[None, :]
    upper: Marks = (lead < 0) | ((lead == 0) & ~lower_may & upper_may)
    return upper


def _mirrored(costs: Whole) -> Whole:
    """Mirror the upper triangle; the diagonal is 0."""
    above = np.triu(costs, 1)
    return above + above.T
