"""What a Keizer pair, drawn or made by hand, costs for repeats and colours."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.table import Reason
from ronde.pairing.keizer_rules import Rules

REPEAT = 1_000_000
"""For each round that two players meet too early."""
COLOUR_LIMIT = 100_000
"""For each player whose run of one colour would break the limit."""
IMBALANCE = 2
"""Multiplied by the square of a player's colour imbalance beyond one."""


def meeting_bill(rules: Rules, white: PlayerId, black: PlayerId) -> tuple[Reason, ...]:
    """The cost breakdown of two players with these colours, without their distance in rank."""
    last = rules.too_soon(white, black)
    early = rules.repeat_distance - (rules.round - last) + 1 if last else 0
    reasons = (
        Reason("met-too-soon", REPEAT * early, amount=last),
        *_colour(rules, white, 1),
        *_colour(rules, black, -1),
    )
    return tuple(reason for reason in reasons if reason.cost)


def _colour(rules: Rules, player: PlayerId, step: int) -> tuple[Reason, ...]:
    history, limit = rules.histories[player], rules.colour_limit
    run = bool(limit) and history.whites[-limit:] == [step > 0] * limit
    balance = history.balance + step
    return (
        Reason("colour-limit", COLOUR_LIMIT * run, player, step * limit),
        Reason("colour-balance", IMBALANCE * max(abs(balance) - 1, 0) ** 2, player, balance),
    )
