"""The two orders of KeizerForClubs: the printed table, and the internal ranks used for pairing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ronde.core.player import PlayerId

GAPS = (40, 13, 4, 1)


def internal_order(totals: Mapping[PlayerId, float], ratings: Mapping[PlayerId, int]) -> list[PlayerId]:
    """By total, rating and number: no rounding, no game points (keizer 1.7)."""
    return sorted(totals, key=lambda player: (-totals[player], -ratings[player], player))


def printed_order(
    totals: Mapping[PlayerId, float], halves: Mapping[PlayerId, int], ratings: Mapping[PlayerId, int]
) -> list[PlayerId]:
    """By total to two decimals, game points and rating; equals as the Shell sort leaves them (keizer 1.6).

    That sort is not stable: exact ties may not be in the order of the numbers.
    """

    def weight(player: PlayerId) -> tuple[int, int, int]:
        return round(totals[player] * 100), halves[player], ratings[player]

    weights = {player: weight(player) for player in totals}
    return shell_sorted(internal_order(totals, ratings), lambda one, other: weights[one] > weights[other])


def shell_sorted(players: Sequence[PlayerId], before: Callable[[PlayerId, PlayerId], bool]) -> list[PlayerId]:
    """Shell sort by swaps, with gaps 40, 13, 4, 1 as far as they fit the list."""
    row = list(players)
    for gap in (gap for gap in GAPS if gap <= len(row)):
        for start in range(gap, len(row)):
            at = start
            while at >= gap and before(row[at], row[at - gap]):
                row[at], row[at - gap] = row[at - gap], row[at]
                at -= gap
    return row
