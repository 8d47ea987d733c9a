"""The shape of a cup before anybody has played: its ties, and where the two sides of each come from.

A shape holds positions in the bracket and no players; `cup.py` fills it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

MAIN: Final = "main"
PLACES: Final = "places"
LOSERS: Final = "losers"
GRAND_FINAL: Final = "grand-final"


@dataclass(frozen=True, slots=True)
class CupSettings:
    third_place: bool = False
    """Whether the losers of the semi-finals meet in the round of the final."""
    consolation: bool = False
    """Whether all losers play on, so that every place is played for."""
    double: bool = False
    """Whether a player is out only after two losses; the grand final is replayed if it was the first loss."""


class Section(NamedTuple):
    """A part of a cup that is drawn as a bracket of its own: its kind, and the places it decides."""

    kind: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class SideSource:
    """Where a side of a tie comes from: a seed, or the winner or the loser of an earlier tie."""

    seed: int = 0
    tie: int = -1
    won: bool = True


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie: its round, its sides, and the places it decides; 0 means that the player plays on."""

    section: Section
    round: int
    sides: tuple[SideSource, SideSource]
    winner_place: int = 0
    loser_place: int = 0
    again: bool = False
    """A second grand final, played only if the losers' side won the first."""


Ties = tuple[Tie, ...]
"""All ties of a cup; a side refers to an earlier tie by its index."""


def seed_order(size: int) -> list[int]:
    """The seeds in bracket order, so that the best seeds meet as late as possible.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return order


def full_size(players: int) -> int:
    return 1 << max(0, players - 1).bit_length()


def cup_rounds(players: int, cup: CupSettings) -> int:
    """The largest number of rounds a cup can have: the second grand final is not always needed."""
    deep = max(1, (players - 1).bit_length())
    return 2 * deep + 1 if cup.double else deep


@lru_cache(maxsize=32)
def bracket_ties(size: int, cup: CupSettings) -> Ties:
    """The ties of a full bracket, by round."""
    if size < 2:
        return ()
    seeds = [SideSource(seed) for seed in seed_order(size)]
    if cup.double:
        return _Double(size).made(seeds)
    ties: list[Tie] = []
    _block(ties, seeds, Section(MAIN, 1, size), round=1, cup=cup)
    return _by_round(ties)


def _block(
    ties: list[Tie], sides: Sequence[SideSource], section: Section, *, round: int, cup: CupSettings
) -> None:
    """A knockout for the first place of its section; losers may play for the places below."""
    size, first = len(sides), section.first
    half = size // 2
    play_on = half > 1 and (cup.consolation or (cup.third_place and (first, size) == (1, 4)))
    made = len(ties)
    for one, other in zip(sides[::2], sides[1::2], strict=True):
        best, worst = first if half == 1 else 0, 0 if play_on else first + half
        ties.append(Tie(section, round, (one, other), best, worst))
    if half > 1:
        _block(ties, _from(made, half), section, round=round + 1, cup=cup)
    if play_on:
        below = Section(PLACES, first + half, first + size - 1)
        _block(ties, _from(made, half, won=False), below, round=round + 1, cup=cup)


def _from(made: int, count: int, *, won: bool = True) -> list[SideSource]:
    return [SideSource(tie=tie, won=won) for tie in range(made, made + count)]


def _by_round(ties: Sequence[Tie]) -> Ties:
    """The ties sorted by round, with the indices in their sides adjusted."""
    order = sorted(range(len(ties)), key=lambda tie: ties[tie].round)
    now = {before: after for after, before in enumerate(order)} | {-1: -1}

    def renamed(side: SideSource) -> SideSource:
        return SideSource(side.seed, now[side.tie], side.won)

    return tuple(
        Tie(
            tie.section,
            tie.round,
            (renamed(tie.sides[0]), renamed(tie.sides[1])),
            tie.winner_place,
            tie.loser_place,
            tie.again,
        )
        for tie in (ties[before] for before in order)
    )


class _Double:
    """Double elimination: a winners' bracket, a losers' bracket, and the grand final between the two.

    The winners rest while the losers catch up: their round r is played in round 2r-2 of the tournament.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.deep = size.bit_length() - 1
        self.ties: list[Tie] = []

    def made(self, seeds: list[SideSource]) -> Ties:
        best, dropped = self._winners(seeds)
        final = Section(GRAND_FINAL, 1, 2)
        (grand,) = self._ties(final, 2 * self.deep, [best, self._losers(dropped)])
        self._ties(
            final, 2 * self.deep + 1, [grand, SideSource(tie=grand.tie, won=False)], (1, 2), again=True
        )
        return _by_round(self.ties)

    def _winners(self, sides: list[SideSource]) -> tuple[SideSource, list[list[SideSource]]]:
        """The winner of the winners' bracket, and the losers of each of its rounds."""
        dropped: list[list[SideSource]] = []
        for number in range(1, self.deep + 1):
            sides = self._ties(Section(MAIN, 1, self.size), max(1, 2 * number - 2), sides)
            dropped.append([SideSource(tie=side.tie, won=False) for side in sides])
        return sides[0], dropped

    def _losers(self, dropped: list[list[SideSource]]) -> SideSource:
        """The winner of the losers' bracket: survivors play each other, then those who just dropped."""
        sides, section = dropped[0], Section(LOSERS, 2, self.size)
        for number, fresh in enumerate(dropped[1:], start=2):
            count = len(fresh)
            sides = self._ties(section, 2 * number - 2, sides, (0, 3 * count + 1))
            meeting = [side for both in zip(sides, _crossed(fresh, number), strict=True) for side in both]
            sides = self._ties(section, 2 * number - 1, meeting, (0, 2 * count + 1))
        return sides[0]

    def _ties(
        self,
        section: Section,
        round: int,
        sides: Sequence[SideSource],
        given: tuple[int, int] = (0, 0),
        *,
        again: bool = False,
    ) -> list[SideSource]:
        made = len(self.ties)
        pairs = zip(sides[::2], sides[1::2], strict=True)
        self.ties += [Tie(section, round, pair, *given, again=again) for pair in pairs]
        return _from(made, len(sides) // 2)


def _crossed(fresh: list[SideSource], number: int) -> list[SideSource]:
    """Reorder the players who drop, so that two players meet again as late as possible."""
    half = len(fresh) // 2
    return fresh[::-1] if number % 2 == 0 else fresh[half:] + fresh[:half]


@lru_cache(maxsize=32)
def worst_places(ties: Ties) -> tuple[int, ...]:
    """For every tie the place of a player who loses it and every later tie."""
    onward = {
        side.tie: at for at, tie in enumerate(ties) for side in tie.sides if side.tie >= 0 and not side.won
    }
    worst = [0] * len(ties)
    for at in reversed(range(len(ties))):
        worst[at] = ties[at].loser_place or worst[onward[at]]
    return tuple(worst)
