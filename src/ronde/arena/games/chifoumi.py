"""Pictures of ChiFouMi: rock, paper, scissors, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.arena.games import base
from ronde.arena.games.base import (
    BOTH,
    INIT,
    NOBODY,
    NOTHING,
    OPEN,
    Choice,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    by_score,
    or_nothing,
    other,
    out_of_turn,
    read_fields,
    read_last,
    read_number,
    tidy,
    unreadable,
)
from ronde.arena.games.pictures import box, dot, group, path, picture, touch, word

# Pictures of ChiFouMi: rock, paper, scissors, and the table.


WIDE: Final = 360
LOW: Final = 190
HIGH: Final = 300
"""With the three throws to choose from."""
_COLOURS: Final = ("blue", "orange")


def throw(sign: str) -> Iterator[str]:
    """A throw in a square of 100 by 100: 1 rock, 2 paper, 3 scissors, anything else a question mark."""
    if sign == "1":
        yield path("M16 66 26 34 52 20 78 32 88 62 70 82 34 84Z", "rock")
        yield path("M26 34 46 46 52 20M46 46 40 74 16 66M46 46 78 32M40 74 70 82", "facet")
    elif sign == "2":
        yield path("M24 12H64L80 28V88H24Z", "paper-page")
        yield path("M64 12V28H80", "paper-fold")
        yield path("M34 40H70M34 52H70M34 64H70M34 76H56", "ruled")
    elif sign == "3":
        yield path("M40 66 66 12M60 66 34 12", "blade")
        yield dot(33, 77, 11, "grip")
        yield dot(67, 77, 11, "grip")
        yield dot(50, 46, 3, "rivet")
    else:
        yield word(50, 52, "?", "unknown", 44)


def table(
    throws: tuple[str, str], points: tuple[int, int], won: tuple[bool, bool], *, choose: bool
) -> Iterator[str]:
    """Both throws with the points under them, the better one framed; below, the three to choose from."""
    for at, colour in enumerate(_COLOURS):
        x = 20 + 180 * at
        yield box(x, 10, 140, 130, "panel ahead" if won[at] else "panel", 12)
        yield box(x, 10, 140, 6, f"band {colour}", 3)
        yield group(throw(throws[at]), at=(x + 20, 28))
        yield word(x + 70, 165, str(points[at]), "big-number", 26)
    if choose:
        for at, sign in enumerate("123"):
            x = 20 + 113 * at
            inside = [box(0, 0, 94, 100, "touch panel", 12), *throw(sign)]
            yield group(inside, kind="choose", touch=touch("move", sign), at=(x, 190))


# ChiFouMi: rock, paper, scissors, both sides at once (games 3).


_THROWS: Final = ("1", "2", "3")
_BEATS: Final = frozenset({("2", "1"), ("3", "2"), ("1", "3")})


@dataclass(frozen=True, slots=True)
class Position:
    """The number of the round, the points of both, and their throws of the round before."""

    round: int = 1
    points: tuple[int, int] = (0, 0)
    throws: tuple[str, str] = ("", "")


def _choices(game: ChiFouMi, position: Position, side: Side) -> Iterator[Choice]:
    return zip(("stone", "paper", "scissors"), _THROWS, strict=True)


@dataclass(frozen=True, slots=True)
class ChiFouMi:
    """The rule book: first to `target` points (CHI-1; 0 for none) within `rounds` rounds (CHI-2)."""

    name: ClassVar[str] = "chifoumi"
    set_name: ClassVar[str] = "Rochambeau"
    description: ClassVar[Description] = Description(counts="points", choices=_choices, open_points=("end",))
    reasons: ClassVar[tuple[str, ...]] = ("points", "rounds")
    refusals: ClassVar[tuple[str, ...]] = ()

    target: int = 5
    rounds: int = 99

    def __post_init__(self) -> None:
        if self.target < 0:
            raise bad_setting("target", self.target)
        if not 1 <= self.rounds <= 9999:
            raise bad_setting("rounds", self.rounds)

    @property
    def most_moves(self) -> int:
        return self.rounds

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `round points1 points2 [throw1 throw2]`."""
        if text == INIT:
            return self.start(rng)
        number, one, two, throw1, throw2 = read_fields(text, ("", "0", "0", NOTHING, NOTHING))
        points = read_number(one, 0, self.rounds, text), read_number(two, 0, self.rounds, text)
        throws = read_last(throw1, _THROWS, text), read_last(throw2, _THROWS, text)
        position = Position(read_number(number, 1, self.rounds + 1, text), points, throws)
        if self.outcome(position).over:
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`round points1 points2 throw1 throw2`, the throws being those of the previous round."""
        one, two = position.points
        throw1, throw2 = map(or_nothing, position.throws)
        return f"{position.round} {one} {two} {throw1} {throw2}"

    def to_move(self, position: Position) -> frozenset[Side]:
        """Both sides at once; nobody after the end."""
        return NOBODY if self._over(position) else BOTH

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        if side in self.to_move(position):
            yield from _THROWS

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        return rng.choice(_THROWS)

    def read(self, position: Position, side: Side, text: str) -> str:
        """1 for rock, 2 for paper, 3 for scissors."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = tidy(text)
        if move not in _THROWS:
            raise unreadable(text, position)
        return move

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        if moves.keys() != BOTH:
            raise out_of_turn(self.to_move(position), " ".join(moves.values()), position)
        throws = self.read(position, 1, moves[1]), self.read(position, 2, moves[2])
        one, two = position.points
        points = (one + (throws in _BEATS), two + (throws[::-1] in _BEATS))
        return Position(position.round + 1, points, throws)

    def outcome(self, position: Position) -> Outcome:
        """Won by `points` or, at the last of the `rounds`, by the higher score; or drawn; or open."""
        if not self._over(position):
            return OPEN
        reached = self.target and max(position.points) >= self.target
        return by_score("points" if reached else "rounds", position.points)

    def score(self, position: Position) -> tuple[int, int]:
        """The points of both sides."""
        return position.points

    def call(self, position: Position, side: Side) -> base.Call:
        """The points are those before the round."""
        turn, begun = 2 * (position.round - 1) + side, position.round > 1
        last, gains = position.throws[other(side) - 1], position.points if begun else None
        return base.ask(self.set_name, side, turn=turn, tray=INIT, last=last, gains=gains)

    def last_call(self, position: Position, side: Side, status: str) -> base.Call:
        return base.close(self.set_name, tray=INIT, status=status, gains=position.points)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        (one, two), (throw1, throw2) = position.points, map(or_nothing, position.throws)
        return f"{throw1} : {throw2}\n{one} : {two}"

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        playable = hand in self.to_move(position)
        won = (position.throws in _BEATS, position.throws[::-1] in _BEATS)
        parts = table(position.throws, position.points, won, choose=playable)
        height = HIGH if playable else LOW
        return picture(self.name, title, WIDE, height, parts, playable=playable)

    def _over(self, position: Position) -> bool:
        reached = self.target > 0 and max(position.points) >= self.target
        return reached or position.round > self.rounds
