"""Fleets of Bataille navale, and photos with fleets that agree with them (games 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Final

from ronde.arena.games.base import bad_position, cell_names, put, read_tray

# Fleets of Bataille navale: ships on ten by ten cells, and what a shot does to them (games 9).


COLUMNS: Final = "ABCDEFGHIJ"
ROWS: Final = "0123456789"
NAMES: Final = cell_names(COLUMNS, ROWS)
CELLS: Final = {name: cell for cell, name in enumerate(NAMES)}
NO_SHOTS: Final = "0" * 100

WATER: Final = "1"
HIT: Final = "2"
SUNK: Final = "3"

_FLEET: Final = re.compile(r"(?:[HV][0-9][A-J][0-9][123I])+")


@dataclass(frozen=True)
class Ship:
    """A ship by its direction, its size and its left or top cell."""

    direction: str
    size: int
    head: int

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells it covers; it may stick out below the board, never to its right."""
        step = 1 if self.direction == "H" else 10
        return tuple(self.head + step * at for at in range(self.size))

    @property
    def outside(self) -> bool:
        end = self.head % 10 if self.direction == "H" else self.head // 10
        return end + self.size > 10

    @property
    def shore(self) -> frozenset[int]:
        """Its cells and all cells that touch them, corners included."""
        spots = {divmod(cell, 10) for cell in self.cells}
        around = {
            (row + down, column + across) for row, column in spots for down in _NEAR for across in _NEAR
        }
        return frozenset(10 * row + column for row, column in around if row in _BOARD and column in _BOARD)


_NEAR: Final = (-1, 0, 1)
_BOARD: Final = range(10)


@lru_cache(maxsize=1024)
def read_fleet(text: str) -> tuple[Ship, ...]:
    """The ships of a fleet of five characters each, whatever their states; ValueError if it is not one."""
    if not _FLEET.fullmatch(text):
        raise ValueError(text)
    return tuple(
        Ship(text[at], int(text[at + 1]), CELLS[text[at + 2 : at + 4]]) for at in range(0, len(text), 5)
    )


def write_fleet(ships: tuple[Ship, ...], shots: str = NO_SHOTS) -> str:
    """The fleet with the state of every ship after the opponent's shots: 1 intact, 2 hit, 3 sunk."""
    return "".join(f"{ship.direction}{ship.size}{NAMES[ship.head]}{_state(ship, shots)}" for ship in ships)


def _state(ship: Ship, shots: str) -> str:
    struck = sum(shots[cell] > WATER for cell in ship.cells)
    return SUNK if struck == ship.size else HIT if struck else WATER


def flaw(ships: tuple[Ship, ...], sizes: tuple[int, ...], *, no_touch: bool) -> str:
    """Why this fleet is refused: `sizes`, `outside`, `overlap` or `touch`; empty if it is valid."""
    if sorted(ship.size for ship in ships) != sorted(sizes):
        return "sizes"
    if any(ship.outside for ship in ships):
        return "outside"
    covered = [cell for ship in ships for cell in ship.cells]
    if len(set(covered)) < len(covered):
        return "overlap"
    if no_touch and any(
        not one.shore.isdisjoint(two.cells) for one in ships for two in ships if one is not two
    ):
        return "touch"
    return ""


def fire(ships: tuple[Ship, ...], shots: str, cell: int) -> tuple[str, str]:
    """The result of a shot and the shots after it; all cells of a sunk ship turn to sunk."""
    ship = next((ship for ship in ships if cell in ship.cells), None)
    if ship is None:
        return WATER, put(shots, cell, WATER)
    shots = put(shots, cell, HIT)
    if any(shots[part] == "0" for part in ship.cells):
        return HIT, shots
    for part in ship.cells:
        shots = put(shots, part, SUNK)
    return SUNK, shots


@cache
def berths(size: int) -> tuple[Ship, ...]:
    """Every placement of a ship of this size on the empty board."""
    laid = (Ship(direction, size, head) for direction in "HV" for head in range(100))
    return tuple(ship for ship in laid if not ship.outside)


def fleets(
    sizes: tuple[int, ...], *, no_touch: bool, laid: tuple[Ship, ...] = ()
) -> Iterator[tuple[Ship, ...]]:
    """Every fleet of these sizes, one by one; there are far too many to list."""
    if len(laid) == len(sizes):
        yield laid
        return
    for ship in berths(sizes[len(laid)]):
        longer = (*laid, ship)
        if not flaw(longer, sizes[: len(longer)], no_touch=no_touch):
            yield from fleets(sizes, no_touch=no_touch, laid=longer)


def any_fleet(sizes: tuple[int, ...], rng: Random, *, no_touch: bool) -> tuple[Ship, ...]:
    while True:
        ships = tuple(rng.choice(berths(size)) for size in sizes)
        if not flaw(ships, sizes, no_touch=no_touch):
            return ships


# Photos of Bataille navale: shots of one side or both, with fleets that agree with them (spec GEN-8).


_CELLS: Final = 100
_MOST: Final = 99
"""Shots of a side that has not won: at least one cell of a ship is left."""

Pair = tuple[str, str]


def completed(
    one: str, two: str, sizes: tuple[int, ...], rng: Random, text: str, *, no_touch: bool
) -> tuple[int, Pair, Pair]:
    """Turn, fleets and shots of a photo; what it does not show is random."""
    if len(one) == 2 * _CELLS:  # both boards in one Tray (SEA-4)
        one, two = one[:_CELLS], one[_CELLS:]
    one, two = (read_tray(shots, _CELLS, "0123", text) if shots else "" for shots in (one, two))
    first = _count(one) if one else _count(two) + 1
    second = _count(two) if two else first
    if first - second not in (0, 1) or max(first, second) > _MOST:
        raise bad_position("shots", text)
    fleets = _fleet(two, sizes, rng, text, no_touch), _fleet(one, sizes, rng, text, no_touch)
    one, two = one or _shots(fleets[1], first, rng), two or _shots(fleets[0], second, rng)
    return 3 + first + second, (write_fleet(fleets[0]), write_fleet(fleets[1])), (one, two)


def _count(shots: str) -> int:
    return len(shots) - shots.count("0")


def _fleet(shots: str, sizes: tuple[int, ...], rng: Random, text: str, no_touch: bool) -> tuple[Ship, ...]:
    if not shots:
        return any_fleet(sizes, rng, no_touch=no_touch)
    ships = _laid(shots, list(sizes), (), rng, no_touch)
    if ships is None:
        raise bad_position("shots", text)
    return ships


def _laid(
    shots: str, sizes: list[int], laid: tuple[Ship, ...], rng: Random, no_touch: bool
) -> tuple[Ship, ...] | None:
    """The fleet with ships of these sizes added, consistent with every shot; None if there is none."""
    covered = {cell for ship in laid for cell in ship.cells}
    struck = next((at for at, shot in enumerate(shots) if shot > WATER and at not in covered), None)
    if not sizes:
        return laid if struck is None else None
    closed = covered.union(*(ship.shore for ship in laid)) if no_touch else covered
    for size in sorted(set(sizes), reverse=True):
        rest = sizes.copy()
        rest.remove(size)
        ways = [ship for ship in berths(size) if closed.isdisjoint(ship.cells) and _true(ship, shots, struck)]
        for ship in rng.sample(ways, len(ways)):
            if fleet := _laid(shots, rest, (*laid, ship), rng, no_touch):
                return fleet
        if struck is None:  # any size may come first when no shot asks for a ship
            return None
    return None


def _true(ship: Ship, shots: str, struck: int | None) -> bool:
    """Whether a ship may lie there: sunk, or hit and afloat; over the given shot, if there is one."""
    seen = {shots[cell] for cell in ship.cells}
    if struck is None:
        return seen == {"0"}
    return struck in ship.cells and (seen == {SUNK} or ("0" in seen and seen <= {"0", HIT}))


def _shots(fleet: tuple[Ship, ...], count: int, rng: Random) -> str:
    """That many random shots at a fleet that stays afloat."""
    spared = rng.choice(fleet).cells[0]
    shots = NO_SHOTS
    for cell in rng.sample([at for at in range(_CELLS) if at != spared], count):
        _, shots = fire(fleet, shots, cell)
    return shots
