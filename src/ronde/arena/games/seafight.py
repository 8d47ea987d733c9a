"""Bataille navale: find and sink the hidden fleet of the other side (games 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

from ronde.arena.games import base
from ronde.arena.games.base import (
    ALONE,
    BOTH,
    HIDDEN,
    INIT,
    NOBODY,
    NOTHING,
    OPEN,
    SIDES,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    board_of,
    illegal,
    mover,
    or_nothing,
    other,
    out_of_turn,
    read_fields,
    read_number,
    read_tray,
    sole_move,
    tidy,
    unreadable,
    with_side,
)
from ronde.arena.games.fleet import (
    CELLS,
    COLUMNS,
    HIT,
    NAMES,
    NO_SHOTS,
    ROWS,
    SUNK,
    WATER,
    Ship,
    any_fleet,
    completed,
    fire,
    flaw,
    fleets,
    read_fleet,
    write_fleet,
)
from ronde.arena.games.grid import Grid
from ronde.arena.games.pictures import UNIT, beside, box, dot, group, path, picture, text_board, touch

# The picture of Bataille navale: two seas with ships, misses and hits.


_SEA: Final = Grid(COLUMNS, ROWS, "water")
_BAND: Final = 10
_SMALL: Final = 0.5
_COLOURS: Final = ("blue", "orange")
HIGH: Final = _SEA.height + _BAND
WIDE: Final = 2 * _SEA.width
TALL: Final = HIGH + _SMALL * HIGH + 8
"""One sea above the other, for a person who plays: the cells are then large enough for a finger."""


def sea(side: int, ships: Iterable[Ship], shots: str, last: int, touches: Iterable[str] = ()) -> list[str]:
    """The sea of a side with the visible ships and the shots of the other."""
    inside = [
        box(_SEA.margin, -8, UNIT * 10, 5, f"band {_COLOURS[side - 1]}", 3),
        *_SEA.ground(),
        *(part for ship in ships for part in _hull(ship, shots)),
        *(part for cell, shot in enumerate(shots) for part in _shot(cell, shot)),
    ]
    if last >= 0:
        x, y = _SEA.corner(last)
        inside.append(box(x + 2, y + 2, UNIT - 4, UNIT - 4, "aim", 4))
    return [group([*inside, *touches], at=(0, _BAND))]


def side_by_side(seas: tuple[list[str], list[str]]) -> Iterator[str]:
    """Both seas as a spectator sees them."""
    yield from seas[0]
    yield group(seas[1], at=(_SEA.width, 0))


def one_over_other(large: list[str], small: list[str]) -> Iterator[str]:
    """The sea that is played on, and the other one, small, below it."""
    yield from large
    at = (_SEA.width * (1 - _SMALL) / 2, HIGH + 8)
    shift = f"translate({at[0]:g} {at[1]:g}) scale({_SMALL:g})"
    yield f'<g class="small" transform="{shift}">{"".join(small)}</g>'


def targets(shots: str) -> Iterator[str]:
    """The cells not fired at yet, to be clicked."""
    return _SEA.touches({name: cell for cell, name in enumerate(NAMES) if shots[cell] == "0"})


def berths(sizes: tuple[int, ...], *, no_touch: bool) -> Iterator[str]:
    """The cells where ships can be placed; the script of the page places them and writes the fleet."""
    cells = (
        box(*_SEA.corner(cell), UNIT, UNIT, "touch", touch=touch("berth", name))
        for cell, name in enumerate(NAMES)
    )
    about = f'data-ships="{" ".join(map(str, sizes))}" data-apart="{int(no_touch)}" data-form="DNC1"'
    yield group(cells, kind="berths", touch=about)


def width(*, playable: bool) -> float:
    return _SEA.width if playable else WIDE


def _hull(ship: Ship, shots: str) -> Iterator[str]:
    x, y = _SEA.corner(ship.head)
    long = UNIT * ship.size - 8
    wide, high = (long, UNIT - 12) if ship.direction == "H" else (UNIT - 12, long)
    left, top = (x + 4, y + 6) if ship.direction == "H" else (x + 6, y + 4)
    sunk = all(shots[cell] == SUNK for cell in ship.cells)
    yield box(left, top, wide, high, "ship sunk" if sunk else "ship", 14)
    for cell in ship.cells:
        yield dot(*_SEA.centre(cell), 4, "port")


def _shot(cell: int, shot: str) -> Iterator[str]:
    x, y = _SEA.centre(cell)
    if shot == WATER:
        yield dot(x, y, 5, "splash")
    elif shot in (HIT, SUNK):
        left, top = _SEA.corner(cell)
        if shot == SUNK:
            yield box(left + 1, top + 1, UNIT - 2, UNIT - 2, "wreck", 4)
        yield path(_FLAME.format(x=x, y=y), "fire" if shot == HIT else "fire out")


_FLAME: Final = "M{x:g} {y:g}m0 -13l4 8 9 -3 -4 8 4 8 -9 -3 -4 8 -4 -8 -9 3 4 -8 -4 -8 9 3z"


# Bataille navale: find and sink the hidden fleet of the other side (games 9).


_RESULTS: Final = (WATER, HIT, SUNK)


@dataclass(frozen=True, slots=True)
class Position:
    """The turn, both fleets, the shots of both, and the last shot with its result."""

    turn: int = 1
    fleets: tuple[str, str] = ("", "")
    shots: tuple[str, str] = (NO_SHOTS, NO_SHOTS)
    """Shots i are those of side i, at the other's fleet."""
    last: str = ""


def _secret(move: str) -> bool:
    """A fleet, not a shot."""
    return move not in CELLS


@dataclass(frozen=True, slots=True)
class SeaFight:
    """The rules; ships of `sizes` (SEA-1), `no_touch` (SEA-2), trays of `both_boards` (SEA-4)."""

    name: ClassVar[str] = "seafight"
    set_name: ClassVar[str] = "SeaFight"
    description: ClassVar[Description] = Description(
        counts="cells",
        hides=True,
        secret=_secret,
        photo_of=board_of,
        open_points=("fleet", "touch", "tray", "state"),
    )
    reasons: ClassVar[tuple[str, ...]] = ("sunk",)
    refusals: ClassVar[tuple[str, ...]] = ("repeated", "state", "sizes", "outside", "overlap", "touch")
    # Two fleets, and each cell is fired at once by each side (SEA-5).
    most_moves: ClassVar[int] = 202

    sizes: tuple[int, ...] = (5, 4, 3, 3, 2)
    no_touch: bool = False
    both_boards: bool = False
    explicit_tray: bool = False

    def __post_init__(self) -> None:
        """Refuse impossible settings; in a crowded sea a random fleet could not be placed."""
        if not self.sizes or not set(self.sizes) <= {2, 3, 4, 5} or sum(self.sizes) > 20:
            raise bad_setting("sizes", self.sizes)

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `shots1 shots2 turn fleet1 fleet2 [last]`; or a photo.

        A photo is `shots1 [shots2]`, or `- shots2`; what it does not show is random.
        """
        if text == INIT:
            return self.start(rng)
        one, two, turn, fleet1, fleet2, last = read_fields(text, ("", "", "", NOTHING, NOTHING, NOTHING))
        if not (turn or fleet1 or fleet2):
            return Position(*completed(one, two, self.sizes, rng, text, no_touch=self.no_touch))
        shots = read_tray(one, 100, "0123", text), read_tray(two, 100, "0123", text)
        known = self._known_fleet(fleet1, text), self._known_fleet(fleet2, text)
        position = Position(read_number(turn, 1, 9999, text), known, shots, last)
        _check_truth(position, text)
        if self.outcome(position).over:
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`shots1 shots2 turn fleet1 fleet2 last`; a fleet is visible to its own side only until the end."""
        seen = BOTH if self.outcome(position).over else eyes
        laid = (
            or_nothing(fleet) if side in seen else HIDDEN
            for side, fleet in zip(SIDES, position.fleets, strict=True)
        )
        return " ".join((*position.shots, str(position.turn), *laid, or_nothing(position.last)))

    def to_move(self, position: Position) -> frozenset[Side]:
        return NOBODY if self.outcome(position).over else ALONE[mover(position.turn)]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The cells not fired at yet; at turns 1 and 2 every fleet, one by one."""
        if side not in self.to_move(position):
            return
        if position.turn <= 2:
            yield from map(write_fleet, fleets(self.sizes, no_touch=self.no_touch))
        else:
            shots = position.shots[side - 1]
            yield from (name for name, shot in zip(NAMES, shots, strict=True) if shot == "0")

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        if position.turn <= 2:
            return write_fleet(any_fleet(self.sizes, rng, no_touch=self.no_touch))
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: Position, side: Side, text: str) -> str:
        """At turns 1 and 2 a fleet of intact ships, then a cell not fired at yet."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = tidy(text)
        if position.turn <= 2:
            return self._read_fleet(move, text, position)
        if move not in CELLS:
            raise unreadable(text, position)
        if position.shots[side - 1][CELLS[move]] != "0":
            raise illegal("repeated", text, position)
        return move

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        turn = position.turn + 1
        if turn <= 3:
            return replace(position, turn=turn, fleets=with_side(position.fleets, side, move))
        ships = read_fleet(position.fleets[other(side) - 1])
        result, shots = fire(ships, position.shots[side - 1], CELLS[move])
        return Position(turn, position.fleets, with_side(position.shots, side, shots), move + result)

    def outcome(self, position: Position) -> Outcome:
        """Won at once by the side that has `sunk` the last ship (SEA-6), or open."""
        sunk = self.score(position)
        if max(sunk) < sum(self.sizes):
            return OPEN
        return Outcome("sunk", 1 if sunk[0] == sum(self.sizes) else 2, sunk)

    def score(self, position: Position) -> tuple[int, int]:
        """The cells of the ships that each side has sunk."""
        return position.shots[0].count(SUNK), position.shots[1].count(SUNK)

    def call(self, position: Position, side: Side) -> base.Call:
        tray = self._tray(position, side)
        return base.ask(self.set_name, side, turn=position.turn, tray=tray, last=position.last)

    def last_call(self, position: Position, side: Side, status: str) -> base.Call:
        """Includes both fleets."""
        gains = self._fleet_state(position, 1), self._fleet_state(position, 2)
        return base.close(self.set_name, tray=self._tray(position, side), status=status, gains=gains)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """The sea of each side with the other's shots; letters are sizes of visible ships."""
        return beside(*(text_board(self._sea(position, side, eyes), COLUMNS, ROWS) for side in SIDES))

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """Each sea with visible ships, misses, hits and wrecks; on top the one played on."""
        if hand is None or hand not in self.to_move(position):
            seas = self._sea_parts(position, 1, eyes), self._sea_parts(position, 2, eyes)
            parts = side_by_side(seas)
            return picture(self.name, title, WIDE, HIGH, parts)
        if position.turn <= 2:
            touches, upper = berths(self.sizes, no_touch=self.no_touch), hand
        else:
            touches, upper = targets(position.shots[hand - 1]), other(hand)
        large = self._sea_parts(position, upper, eyes, touches)
        parts = one_over_other(large, self._sea_parts(position, other(upper), eyes))
        wide = width(playable=True)
        return picture(self.name, title, wide, TALL, parts, playable=True)

    def _sea_parts(
        self, position: Position, side: Side, eyes: frozenset[Side], touches: Iterable[str] = ()
    ) -> list[str]:
        ships = read_fleet(position.fleets[side - 1]) if self._shown(position, side, eyes) else ()
        struck = position.last and mover(position.turn) == side
        last = CELLS[position.last[:2]] if struck else -1
        return sea(side, ships, position.shots[other(side) - 1], last, touches)

    def _sea(self, position: Position, side: Side, eyes: frozenset[Side]) -> list[str]:
        marks = [".~*#"[int(shot)] for shot in position.shots[other(side) - 1]]
        if self._shown(position, side, eyes):
            for ship in read_fleet(position.fleets[side - 1]):
                for cell in ship.cells:
                    marks[cell] = str(ship.size) if marks[cell] == "." else marks[cell]
        return marks

    def _shown(self, position: Position, side: Side, eyes: frozenset[Side]) -> bool:
        return bool(position.fleets[side - 1]) and (side in eyes or self.outcome(position).over)

    def _fleet_state(self, position: Position, side: Side) -> str:
        fleet = position.fleets[side - 1]
        return write_fleet(read_fleet(fleet), position.shots[other(side) - 1]) if fleet else ""

    def _tray(self, position: Position, side: Side) -> str:
        if position.turn <= 2 and not self.explicit_tray:
            return INIT
        own = position.shots[side - 1]
        return own + position.shots[other(side) - 1] if self.both_boards else own

    def _read_fleet(self, move: str, text: str, position: Position) -> str:
        try:
            ships = read_fleet(move)
        except ValueError:
            raise unreadable(text, position) from None
        # The manual's own example writes an intact ship V3C5I (spec SEA-7).
        if not set(move[4::5]) <= {WATER, "I"}:
            raise illegal("state", text, position)
        if reason := flaw(ships, self.sizes, no_touch=self.no_touch):
            raise illegal(reason, text, position)
        return write_fleet(ships)

    def _known_fleet(self, field: str, text: str) -> str:
        """A fleet of a written position; its states are ignored, as they follow from the shots."""
        if not field:
            return ""
        try:
            ships = read_fleet(field)
        except ValueError:
            raise bad_position("fleet", text) from None
        if flaw(ships, self.sizes, no_touch=self.no_touch):
            raise bad_position("fleet", text)
        return write_fleet(ships)


def _check_truth(position: Position, text: str) -> None:
    """Refuse fleets that do not fit this turn and shots that contradict these fleets."""
    for side in SIDES:
        if bool(position.fleets[side - 1]) != (position.turn > side):
            raise bad_position("fleet", text)
        if position.shots[side - 1] != _refired(position.fleets[other(side) - 1], position.shots[side - 1]):
            raise bad_position("shots", text)
    cell, result = CELLS.get(position.last[:2], 0), position.last[2:]
    if position.last and (position.last[:2] not in CELLS or result not in _RESULTS):
        raise bad_position("last", text)
    if position.last and position.shots[other(mover(position.turn)) - 1][cell] != result:
        raise bad_position("last", text)


def _refired(fleet: str, shots: str) -> str:
    """The shots as they read when fired one by one at this fleet; none without a fleet."""
    again = NO_SHOTS
    for cell, shot in enumerate(shots):
        if shot != "0" and fleet:
            _, again = fire(read_fleet(fleet), again, cell)
    return again
