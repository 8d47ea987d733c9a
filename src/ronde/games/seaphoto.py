"""Photos of Bataille navale: shots of one side or both, with fleets that agree with them (spec GEN-8)."""

from __future__ import annotations

from random import Random
from typing import Final

from ronde.games.errors import bad_position
from ronde.games.fleet import HIT, NO_SHOTS, SUNK, WATER, Ship, any_fleet, berths, fire, write_fleet
from ronde.games.notation import read_tray

_BOARD: Final = 100
_MOST: Final = 99
"""Shots of a side that has not won: at least one cell of a ship is left."""

Pair = tuple[str, str]


def completed(
    one: str, two: str, sizes: tuple[int, ...], rng: Random, text: str, *, no_touch: bool
) -> tuple[int, Pair, Pair]:
    """Turn, fleets and shots of a photo; what it does not show is random."""
    if len(one) == 2 * _BOARD:  # both boards in one Tray (SEA-4)
        one, two = one[:_BOARD], one[_BOARD:]
    one, two = (read_tray(shots, _BOARD, "0123", text) if shots else "" for shots in (one, two))
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
    for cell in rng.sample([at for at in range(_BOARD) if at != spared], count):
        _, shots = fire(fleet, shots, cell)
    return shots
