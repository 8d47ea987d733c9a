"""Settings of FIDE's Dutch system, some of which the first pairing fills in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ronde.core.keizer import Limit
from ronde.core.result import Board, Kind, Result

FIRST_COLOURS = ("draw", "first", "second")
"""Who has the first colour in the top pair of round 1: drawn by the seed, or chosen."""
ACCELERATIONS = ("none", "baku")
ORDERS = ("rating", "number")
"""Whether pairing numbers follow ratings or the players' own numbers."""
EDITIONS = (2023, 2024, 2026)
"""The years of the rules for tie-breaks (C.07)."""
MOST_POINTS = 99
VIRTUAL = "1-3:1-20=1,4-5:1-20=0.5"
"""An example of virtual points: rounds, pairing numbers and points."""

_VIRTUAL = re.compile(r"([0-9]{1,3})-([0-9]{1,3}):([0-9]{1,4})-([0-9]{1,4})=([0-9]{1,2}(?:\.[05])?)")


@dataclass(frozen=True, slots=True)
class DutchSettings:
    """The choices that C.04.3, C.04.7 and C.07 leave to the arbiter."""

    first_colour: str = "draw"
    """The colour of odd pairing numbers; the first draw records what it drew."""
    acceleration: str = "none"
    last_accelerated: int = 0
    """The last player of the accelerated upper group, recorded by the first draw."""
    order: str = "rating"
    virtual: str = ""
    """Virtual points by rounds and pairing numbers, written as `VIRTUAL`; they replace the acceleration."""
    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    absent: float = 0.0
    """Points for a forfeited game, and for a round missed without a bye."""
    bye: float | None = None
    """Points for the pairing-allocated bye; None: what the score of the bye (`board.bye`) amounts to."""
    edition: int = 2026
    """The year of the rules for tie-breaks."""

    @property
    def usual_points(self) -> bool:
        """Whether a win is one point, a draw half a point, and everything else nothing."""
        return (self.win, self.draw, self.loss, self.absent, self.bye) == (1, 0.5, 0, 0, None)

    def worth(self, result: Result) -> tuple[int, int]:
        """The half-points of a result for both sides."""
        ours, theirs = result.half_points
        if result.over_the_board:
            paid = (2 * self.loss, 2 * self.draw, 2 * self.win)
            return int(paid[ours]), int(paid[theirs])
        won, lost = int(2 * self.win), int(2 * self.absent)
        forfeited = result.kind is Kind.FORFEIT
        return won if forfeited and ours else lost, won if forfeited and theirs else lost

    def bye_worth(self, board: Board) -> int:
        """The half-points of the pairing-allocated bye."""
        if self.bye is not None:
            return int(2 * self.bye)
        return int(2 * (self.loss, self.draw, self.win)[board.bye_half_points])


@dataclass(frozen=True, slots=True)
class VirtualRange:
    first_round: int
    last_round: int
    first: int
    last: int
    half_points: int


@lru_cache(maxsize=64)
def virtual_ranges(text: str) -> tuple[VirtualRange, ...]:
    """Parse virtual points; ValueError if they are not written as `VIRTUAL` is."""
    ranges = []
    for part in text.split(",") if text else ():
        match = _VIRTUAL.fullmatch(part.strip())
        if match is None:
            raise ValueError(part)
        begin, end, first, last = (int(match[at]) for at in range(1, 5))
        ranges.append(VirtualRange(begin, end, first, last, int(2 * float(match[5]))))
    return tuple(ranges)


def dutch_limits(settings: DutchSettings) -> tuple[Limit, ...]:
    """Every setting as (name, whether its value is possible, value, allowed values)."""
    last = settings.last_accelerated
    return (
        ("dutch.first_colour", settings.first_colour in FIRST_COLOURS, settings.first_colour, FIRST_COLOURS),
        ("dutch.acceleration", settings.acceleration in ACCELERATIONS, settings.acceleration, ACCELERATIONS),
        ("dutch.last_accelerated", 0 <= last < 2**31, last, f"0-{2**31 - 1}"),
        ("dutch.order", settings.order in ORDERS, settings.order, ORDERS),
        ("dutch.virtual", _readable(settings.virtual), settings.virtual, VIRTUAL),
        *(_paid(name, getattr(settings, name)) for name in ("win", "draw", "loss", "absent")),
        _paid("bye", settings.bye or 0.0),
        ("dutch.edition", settings.edition in EDITIONS, settings.edition, EDITIONS),
    )


def _paid(name: str, points: float) -> Limit:
    possible = 0 <= points <= MOST_POINTS and points * 2 == int(points * 2)
    return (f"dutch.{name}", possible, f"{points:g}", f"0-{MOST_POINTS} (0.5)")


def _readable(text: str) -> bool:
    try:
        virtual_ranges(text)
    except ValueError:
        return False
    return True
