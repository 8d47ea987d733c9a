"""A report file as values: its records, uninterpreted."""

from __future__ import annotations

from dataclasses import dataclass, field

from ronde.core.errors import Problem

FOR_EVER = 999
"""A last round that is never reached."""
MOST_NUMBER = 9_999
"""The largest number of a row."""
RESULTS = "1=0WDL+-UFHZ"
"""Every result letter; a blank means Z."""


@dataclass(frozen=True, slots=True)
class PointSystem:
    """The value of results in tenths of a point (record 162)."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absent: int = 0
    """Zero-point byes and forfeit losses."""
    bye: int = 10
    """The pairing-allocated bye."""

    def worth(self, result: str) -> int:
        if result in "1W+F":
            return self.win
        if result in "=DH":
            return self.draw
        if result in "0L":
            return self.loss
        return self.bye if result == "U" else self.absent


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One round of one row: the opponent's number (0 for none), the colour (`w`, `b`, `-`) and the result."""

    opponent: int = 0
    colour: str = "-"
    result: str = "Z"

    @property
    def pending(self) -> bool:
        """Whether this is a requested bye, which may be in a file before the round is paired."""
        return not self.opponent and self.result in "FHZ"


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A row 001."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    points: int = 0
    """As in the file, in tenths."""
    rank: int = 0
    rounds: tuple[TrfRound, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """Byes known beforehand (240, XXZ): full, half or zero points."""

    kind: str
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Points of acceleration for some rounds and people (250, XXA), in tenths."""

    points: int
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NoMeeting:
    """People none of whom may meet in some rounds (260, XXP)."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Trf:
    head: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Records of text (012 to 132, 172 to 222 and 352 upwards) by code."""
    players: tuple[TrfPlayer, ...] = ()
    points: PointSystem = field(default_factory=PointSystem)
    rounds: int = 0
    """The number of announced rounds, 0 if the file does not say."""
    white_first: bool | None = None
    byes: tuple[ByeRequest, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    forbidden: tuple[NoMeeting, ...] = ()
    others: tuple[str, ...] = ()
    """Comments and unknown records, unchanged."""
    remarks: tuple[Problem, ...] = field(default=(), compare=False)
    """What was adjusted while reading."""

    @property
    def played(self) -> int:
        """The number of paired rounds: the last one with a game or a pairing-allocated bye."""
        paired = [
            at + 1 for player in self.players for at, one in enumerate(player.rounds) if not one.pending
        ]
        return max(paired, default=0)


def baku(last: int, rounds: int, points: PointSystem) -> tuple[VirtualPoints, ...]:
    """Acceleration for the numbers up to `last`: a win in the first rounds, then half of it (fide 3.9)."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    parts = [VirtualPoints(points.win, 1, full, 1, last)]
    if accelerated > full:
        parts.append(VirtualPoints(points.win // 2, full + 1, accelerated, 1, last))
    return tuple(parts)


def upper_group(players: int) -> int:
    """The size of the accelerated group of Baku."""
    return 2 * -(-players // 4)
